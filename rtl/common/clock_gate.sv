// SPDX-License-Identifier: Apache-2.0
/// A clock that stands in the cycles without en_i: the place for a library's clock gate.
///
/// clk_o has those pulses of clk_i at whose falling edge before en_i was 1. So en_i has
/// half a clock; a change at any other time makes no pulse and cuts none.
module clock_gate (
  input  logic clk_i,
  input  logic en_i,
  output logic clk_o
);
  logic en_q;

  always_ff @(negedge clk_i) en_q <= en_i;
  assign clk_o = clk_i & en_q;
endmodule
