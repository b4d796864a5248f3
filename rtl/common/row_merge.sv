// SPDX-License-Identifier: Apache-2.0
/// What the operations of a step make of the row id_i. Ties: of two that write one bit of a row the
/// later one wins. No clock.
module row_merge #(
  parameter int WIDTH = 32,
  parameter int AW = 6,
  parameter int OPS = 2
) (
  input  logic [AW-1:0]        id_i,
  input  logic [WIDTH-1:0]     row_i,
  /// of each operation: its row, what it writes of it, and with what
  input  logic [OPS*AW-1:0]    at_i,
  input  logic [OPS*WIDTH-1:0] mask_i,
  input  logic [OPS*WIDTH-1:0] new_i,
  output logic [WIDTH-1:0]     row_o,
  /// bits that any of them writes
  output logic [WIDTH-1:0]     mask_o
);
  logic [WIDTH-1:0] mask;
  always_comb begin
    row_o  = row_i;
    mask_o = '0;
    mask   = '0;
    for (int j = 0; j < OPS; j = j + 1) begin
      mask   = mask_i[j*WIDTH+:WIDTH] & {WIDTH{at_i[j*AW+:AW] == id_i}};
      row_o  = (row_o & ~mask) | (new_i[j*WIDTH+:WIDTH] & mask);
      mask_o = mask_o | mask;
    end
  end

`include "assert.svh"
  `SELVAGE_RANGE(ops, OPS >= 1, "row_merge: OPS must be at least 1")
endmodule
