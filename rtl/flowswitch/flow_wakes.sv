// SPDX-License-Identifier: Apache-2.0
/// Rows whose heads were refused for their bandwidth, and the cycle from which on it allows a
/// packet (FL-WAKE; docs/reference/flow-switch.md).
///
/// A row that is refused in cycle t with the pair of cycles r wakes in max(t + 1, 2 r).
module flow_wakes #(
  /// bits of a row's number; of a count of pairs of cycles
  parameter int ID_W = 6,
  parameter int PACE_W = 21,
  localparam int R = 1 << ID_W
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// cycles, modulo 2^(PACE_W+1)
  input  logic [PACE_W:0]   now_i,
  /// a row is refused; the pair of cycles in which it may send
  input  logic              valid_i,
  input  logic [ID_W-1:0]   id_i,
  input  logic [PACE_W-1:0] ready_i,
  /// rows that wake
  output logic [R-1:0]      wake_o
);
  logic [R-1:0]    waits_q;
  logic [PACE_W:0] at_q[R];
  logic [PACE_W:0] ahead, at;

  assign ahead = {ready_i, 1'b0} - now_i;
  assign at    = (ahead[PACE_W] || ahead == '0) ? now_i + (PACE_W+1)'(1) : {ready_i, 1'b0};
  always_comb begin
    for (int r = 0; r < R; r = r + 1) wake_o[r] = waits_q[r] & (at_q[r] == now_i);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) waits_q <= '0;
    else waits_q <= (waits_q & ~wake_o) | (R'(valid_i) << id_i);
    if (valid_i) at_q[id_i] <= at;
  end

`include "assert.svh"
  `SELVAGE_RANGE(id_w, ID_W >= 1, "flow_wakes: ID_W must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_COVER(wakes_two, (wake_o & (wake_o - R'(1))) != '0)
      `SELVAGE_COVER(wakes_at_once, valid_i && (ahead[PACE_W] || ahead == '0))
    end
  end
endmodule
