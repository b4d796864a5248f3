// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of fattree_flow_switch (FL-CTL, FL-WAYS).
`include "sva.svh"
module fattree_flow_switch_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int M = 8,
  parameter int N = 3,
  parameter int HOSTS = 0,
  parameter int SEQ_W = 8,
  parameter int MOST_R = 2,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = $clog2(H),
  localparam LW = $clog2(N),
  localparam MSGW = 3 + LW + (N - 1) * DW + HW + SEQ_W
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic [M-1:0]      link_down_i,
  input logic [M-1:0]      link_up_i,
  input logic [M-1:0]      link_init_i,
  input logic [M-1:0]      msg_valid_i,
  input logic [M-1:0]      msg_valid_o,
  input logic [M*MSGW-1:0] msg_data_o,
  input logic [M-1:0]      msg_stop_i,
  input logic [M-1:0]      msg_stop_o,
  input logic              ask_valid_o,
  input logic              route_valid_o,
  input logic [M-1:0]      route_ways_o
);
  localparam logic [M-1:0] Hosts = M'(HOSTS);
  // A declaration a clock ago; questions of one and two clocks ago; those without an answer.
  logic       down_q;
  logic [1:0] asked_q;
  logic [6:0] waiting_q;
  always_ff @(posedge clk_i) begin
    down_q    <= rst_ni && link_down_i != '0;
    asked_q   <= rst_ni ? {asked_q[0], ask_valid_o} : '0;
    waiting_q <= rst_ni ? waiting_q + 7'(ask_valid_o) - 7'(route_valid_o) : '0;
  end

  `SELVAGE_PIN_LEGAL(m_events_of_switches, ((link_down_i | link_up_i | link_init_i) & Hosts) == '0)
  `SELVAGE_PIN_LEGAL(m_messages_of_switches, (msg_valid_i & Hosts) == '0)
  `SELVAGE_PIN(a_messages_to_switches, (msg_valid_o & Hosts) == '0)
  `SELVAGE_PIN(a_stops_of_switches, (msg_stop_o & Hosts) == '0)
  `SELVAGE_PIN_NEXT(a_waits_when_stopped, !down_q, (msg_valid_o & $past(msg_stop_i)) == '0)
  `SELVAGE_PIN(a_answers_a_question, !route_valid_o || waiting_q != '0)
  `SELVAGE_PIN(a_answer_in_time, MOST_R != 2 || route_valid_o == asked_q[1])
  `SELVAGE_PIN(a_ways_up_or_one_down, !route_valid_o || route_ways_o[H-1:0] == '0
                                      || (route_ways_o & (route_ways_o - M'(1))) == '0)
  // A bit a port, as in fattree_control_sva.
  logic [M-1:0] shows;
  for (genvar p = 0; p < M; p = p + 1) begin : gen_port
    assign shows[p] = msg_data_o[p*MSGW+:MSGW] != '0;
  end
  `SELVAGE_PIN(a_no_message_without, (shows & ~msg_valid_o) == '0)
endmodule
bind fattree_flow_switch fattree_flow_switch_sva #(
  .M     (M),
  .N     (N),
  .HOSTS (HOSTS),
  .SEQ_W (SEQ_W),
  .MOST_R(MOST_R)
) i_sva (.*);
