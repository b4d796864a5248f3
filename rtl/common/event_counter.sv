// SPDX-License-Identifier: Apache-2.0
/// Counter of events that are known late in the clock: no, one or two at a time; 32 bits, wraps.
///
/// Only LOW bits wait for the events. What the upper ones become with a carry is a register, made
/// in the clock before: two carries are at least 2^LOW / 2, here two, clocks apart.
module event_counter #(
  parameter int LOW = 2
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        one_i,
  input  logic        two_i,  // one more
  output logic [31:0] count_o
);
  logic [LOW-1:0]  low_q, low_d;
  logic [31-LOW:0] high_q, next_q;
  logic            carry;

  always_comb {carry, low_d} = {1'b0, low_q} + (LOW + 1)'(one_i) + (LOW + 1)'(two_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      low_q  <= '0;
      high_q <= '0;
    end else begin
      low_q <= low_d;
      if (carry) high_q <= next_q;
    end
    next_q <= rst_ni ? high_q + (32 - LOW)'(1) : (32 - LOW)'(1);
  end

  assign count_o = {high_q, low_q};

`include "assert.svh"
  `SELVAGE_RANGE(low, LOW >= 2 && LOW < 32, "event_counter: LOW must be 2..31")
endmodule
