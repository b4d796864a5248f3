// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of least_loaded.
`include "sva.svh"
module least_loaded_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N = 8,
  parameter int LOAD_W = 14,
  localparam PORT_W = $clog2(N),
  localparam LAT = 3 + (PORT_W + 1) / 2
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic [LOAD_W-1:0]   floor_i,
  input logic [3:0]          shift_i,
  input logic                valid_i,
  input logic [N-1:0]        candidates_i,
  input logic [N-1:0]        open_i,
  input logic [N-1:0]        left_i,
  input logic [N*LOAD_W-1:0] load_i,
  input logic                valid_o,
  input logic                any_o,
  input logic [PORT_W-1:0]   port_o,
  input logic                busy_o
);
  // What was asked, answered now, and how much its ports count.
  logic [LAT:1]        asked_q;
  logic [N-1:0]        can_q[LAT:1];
  logic [N*LOAD_W-1:0] load_q[LAT:1];
  logic [N-1:0]        left_q[LAT:1];
  logic [LOAD_W:0]     least, taken, units;
  logic [N-1:0]        can, left;
  logic [N*LOAD_W-1:0] load;
  assign {can, left, load} = {can_q[LAT], left_q[LAT], load_q[LAT]};
  always_ff @(posedge clk_i) begin
    asked_q <= rst_ni ? {asked_q[LAT-1:1], valid_i} : '0;
    for (int i = 1; i <= LAT; i = i + 1) begin
      can_q[i]  <= (i == 1) ? candidates_i & open_i : can_q[(i == 1) ? 1 : i - 1];
      load_q[i] <= (i == 1) ? load_i : load_q[(i == 1) ? 1 : i - 1];
      left_q[i] <= (i == 1) ? left_i : left_q[(i == 1) ? 1 : i - 1];
    end
  end
  always_comb begin
    {least, taken} = '1;
    for (int p = 0; p < N; p = p + 1) begin
      units = (LOAD_W+1)'(load[p*LOAD_W+:LOAD_W]) + (left[p] ? (LOAD_W+1)'(floor_i) : '0);
      units = units >> shift_i;
      if (can[p] && units < least) least = units;
      if (can[p] && port_o == PORT_W'(p)) taken = units;
    end
  end

  `SELVAGE_PIN_LEGAL(m_static, !$past(rst_ni) || $stable({floor_i, shift_i}))
  `SELVAGE_PIN(a_latency, valid_o == asked_q[LAT])
  `SELVAGE_PIN(a_busy, busy_o == (asked_q != '0))
  `SELVAGE_PIN(a_any_if_one_is_open, any_o == (valid_o && can != '0))
  `SELVAGE_PIN(a_no_port_without, any_o || port_o == '0)
  `SELVAGE_PIN(a_takes_an_open_one, !any_o || can[port_o])
  `SELVAGE_PIN(a_takes_the_least, !any_o || taken == least)
endmodule
bind least_loaded least_loaded_sva #(.N(N), .LOAD_W(LOAD_W)) i_sva (.*);
