// SPDX-License-Identifier: Apache-2.0
/// Assertion macros that every tool of the flow reads: use them inside always_ff (or
/// always_comb) only, with a boolean expression; write `!(a) || b` for an implication.
///   `SELVAGE_ASSERT(name, expr)  a claim about this module
///   `SELVAGE_COVER(name, expr)   a corner that some test or proof has to reach
///   `SELVAGE_RANGE(name, expr, text)  what a parameter may be: a module item, text is the error
/// Verilator: active with --assert (--coverage-user for covers), the name is in the message.
/// Yosys -formal: plain immediate statements (labels clash inside loops).
/// Synthesis and Icarus (which warns of every assert in always_ff): nothing.
`ifndef SELVAGE_ASSERT_SVH
`define SELVAGE_ASSERT_SVH

`ifdef VERILATOR
`define SELVAGE_ASSERT(name, expr) assert (expr) else $error("assertion name failed in %m");
`define SELVAGE_COVER(name, expr) cover (expr);
`else
`ifdef FORMAL
`define SELVAGE_ASSERT(name, expr) assert (expr);
`define SELVAGE_COVER(name, expr) cover (expr);
`else
`define SELVAGE_ASSERT(name, expr)
`define SELVAGE_COVER(name, expr)
`endif
`endif

// Icarus 11 knows no tasks of elaboration.
`ifdef __ICARUS__
`define SELVAGE_RANGE(name, expr, text)
`else
`define SELVAGE_RANGE(name, expr, text) \
  if (!(expr)) begin : gen_no_``name $error(text); end
`endif

`endif
