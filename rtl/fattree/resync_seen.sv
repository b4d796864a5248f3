// SPDX-License-Identifier: Apache-2.0
/// The last four different RESYNC ids (control-plane.md, RESYNC); the oldest is replaced.
///
/// Latency: new_o is combinational; a new id is remembered at the next clock edge. Seeing an id
/// again does not make it younger.
module resync_seen #(
  /// bits of an id
  parameter int WIDTH = 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  /// a RESYNC with this id is executed
  input  logic             see_i,
  input  logic [WIDTH-1:0] id_i,
  /// it is none of the last four
  output logic             new_o
);
  logic [3:0]       valid_q /* verilator public_flat_rd */;
  logic [WIDTH-1:0] id_q[4] /* verilator public_flat_rd */;
  logic [1:0]       oldest_q;

  always_comb begin
    new_o = see_i;
    if (see_i) begin
      for (int k = 0; k < 4; k = k + 1) if (valid_q[k] && id_q[k] == id_i) new_o = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q  <= '0;
      oldest_q <= '0;
    end else if (new_o) begin
      valid_q[oldest_q] <= 1'b1;
      oldest_q          <= oldest_q + 2'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (new_o) id_q[oldest_q] <= id_i;
  end

`include "assert.svh"
  `SELVAGE_RANGE(width, WIDTH >= 1, "resync_seen: WIDTH must be at least 1")
endmodule
