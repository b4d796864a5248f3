// SPDX-License-Identifier: Apache-2.0
/// Deliberate faults, each switched by a bit of a static input; include it before the module.
///   `SELVAGE_BUG(on, good, bad)       an expression: bad with on, else good
///   `SELVAGE_BUG_IF(on, statement)    a statement, carried out with on; no semicolon in it
///   `SELVAGE_BUG_PORT(name, W)        the input in a list of ports, W bits
///   `SELVAGE_BUG_PIN(pin, expr)       its connection in a list of pins
///   `SELVAGE_BUG_REG(name, W, value)  a register of W bits on clk_i
///   `SELVAGE_BUG_REG_ON(clk, name, W, value)  the same on the clock of the part that it goes to,
///                                     so that a simulator leaves that out with its clock
/// Without SELVAGE_BUGS, as in synthesis and proofs, good is left and all else is nothing.
`ifndef SELVAGE_BUG_SVH
`define SELVAGE_BUG_SVH

`ifdef SELVAGE_BUGS
`define SELVAGE_BUG(on, good, bad) ((on) ? (bad) : (good))
`define SELVAGE_BUG_IF(on, statement) if (on) begin statement; end
`define SELVAGE_BUG_PORT(name, W) input logic [(W)-1:0] name,
`define SELVAGE_BUG_PIN(pin, expr) .pin(expr),
`define SELVAGE_BUG_REG(name, W, value) `SELVAGE_BUG_REG_ON(clk_i, name, W, value)
`define SELVAGE_BUG_REG_ON(clk, name, W, value) \
  logic [(W)-1:0] name; always_ff @(posedge clk) name <= value;
`else
`define SELVAGE_BUG(on, good, bad) (good)
`define SELVAGE_BUG_IF(on, statement)
`define SELVAGE_BUG_PORT(name, W)
`define SELVAGE_BUG_PIN(pin, expr)
`define SELVAGE_BUG_REG(name, W, value)
`define SELVAGE_BUG_REG_ON(clk, name, W, value)
`endif

`endif
