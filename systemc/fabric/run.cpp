// SPDX-License-Identifier: Apache-2.0
/// A run of a fabric and nothing else: SystemC's entry point is here, and nowhere in a library that
/// a platform links.
#include "fabric/run.hpp"

#include <chrono>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <systemc>

#include "fabric/simulation.hpp"
#include "kernel/large_pages.hpp"

namespace {
std::function<void()>* elaborate_and_run = nullptr;
}

/// The application is the caller of selvage::fabric::run.
extern "C" int sc_main(int, char**) {
  (*elaborate_and_run)();
  return 0;
}

namespace selvage::fabric {

RunResult run(const Scenario& scenario, System& system, Scoreboard& scoreboard,
              const RunOptions& options) {
  static bool ran = false;
  if (ran) throw std::logic_error("SystemC holds one simulation per process");
  ran = true;
  RunResult result;
  std::exception_ptr failure;
  std::function<void()> body = [&] {
    try {
      Simulation simulation(scenario, system, scoreboard, options, Role::kWhole);
      if (simulation.elaborated()) sc_core::sc_start();
      result = simulation.result();
    } catch (...) {
      failure = std::current_exception();
    }
  };
  elaborate_and_run = &body;
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  const auto begin = std::chrono::steady_clock::now();
  kernel::use_large_pages();
  char name[] = "selvage";
  char* argv[] = {name, nullptr};
  sc_core::sc_elab_and_sim(1, argv);
  result.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  elaborate_and_run = nullptr;
  if (failure) std::rethrow_exception(failure);
  return result;
}

}  // namespace selvage::fabric
