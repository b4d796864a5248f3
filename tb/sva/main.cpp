// SPDX-License-Identifier: Apache-2.0
// Clocks a bench of scripts/sva until it ends (SCR-SVA).
#include <verilated.h>

#include "Vsva_bench.h"

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  context.traceEverOn(true);
  Vsva_bench bench(&context);
  while (!context.gotFinish()) {
    bench.clk_i = !bench.clk_i;
    bench.eval();
    context.timeInc(1);
  }
}
