// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of a block, for tools that read SystemVerilog assertions; of these, the
/// part that Verilator 5.006 reads. For modules with clk_i, rst_ni and the parameter Assume:
///   `SELVAGE_PIN(name, expr)             what the block promises, in every clock outside of reset
///   `SELVAGE_PIN_NEXT(name, when, then)  then, a clock after `when`
///   `SELVAGE_PIN_LEGAL(name, expr)       what it asks of its surroundings: a claim about them, or
///                                        with Assume = 1 an assumption, for a solver
///   `SELVAGE_AGO1(expr), and 2, 3, 4     it held so many clocks ago, no reset since
/// A pin that follows from another in the same clock needs the tool to sample both alike.
`ifndef SELVAGE_SVA_SVH
`define SELVAGE_SVA_SVH

`define SELVAGE_AGO1(expr) ($past(rst_ni && (expr)))
`define SELVAGE_AGO2(expr) ($past(rst_ni && (expr), 2) && $past(rst_ni))
`define SELVAGE_AGO3(expr) ($past(rst_ni && (expr), 3) && $past(rst_ni, 2) && $past(rst_ni))
`define SELVAGE_AGO4(expr) \
  ($past(rst_ni && (expr), 4) && $past(rst_ni, 3) && $past(rst_ni, 2) && $past(rst_ni))

`define SELVAGE_PIN(name, expr) \
  name: assert property (@(posedge clk_i) disable iff (!rst_ni) expr);

`define SELVAGE_PIN_NEXT(name, when, then) \
  name: assert property (@(posedge clk_i) disable iff (!rst_ni) rst_ni && (when) |=> then);

`define SELVAGE_PIN_LEGAL(name, expr) \
  if (Assume) begin : gen_``name \
    name: assume property (@(posedge clk_i) disable iff (!rst_ni) expr); \
  end else begin : gen_``name \
    name: assert property (@(posedge clk_i) disable iff (!rst_ni) expr); \
  end

`endif
