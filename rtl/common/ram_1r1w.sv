// SPDX-License-Identifier: Apache-2.0
/// Memory with one write port and one registered read port: the place for a macro.
///
/// Latency: read_addr_i with read_i at edge t, data_o after t. A word that is written at the edge
/// that reads it gives what it held before, or anything: the user goes around.
/// Contents are not reset; data_o keeps its value without read_i.
module ram_1r1w #(
  /// bits of a word
  parameter int WIDTH = 66,
  /// words
  parameter int DEPTH = 256,
  localparam AW = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  logic             clk_i,
  input  logic             write_i,
  input  logic [AW-1:0]    write_addr_i,
  input  logic [WIDTH-1:0] data_i,
  input  logic             read_i,
  input  logic [AW-1:0]    read_addr_i,
  output logic [WIDTH-1:0] data_o
);
  logic [WIDTH-1:0] mem_q[DEPTH] /* verilator public_flat_rw */;

  always_ff @(posedge clk_i) begin
    if (write_i) mem_q[write_addr_i] <= data_i;
  end
  always_ff @(posedge clk_i) begin
    if (read_i) data_o <= mem_q[read_addr_i];
  end

`include "assert.svh"
  `SELVAGE_RANGE(width, WIDTH >= 1, "ram_1r1w: WIDTH must be at least 1")
  `SELVAGE_RANGE(depth, DEPTH >= 1, "ram_1r1w: DEPTH must be at least 1")
endmodule
