// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of fattree_flow_switch (FL-CTL, FL-WAYS); those of messages are bound to
/// the fattree_control inside.
`include "sva.svh"
module fattree_flow_switch_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int M = 8,
  parameter int HOSTS = 0,
  parameter int MOST_R = 2,
  localparam H = M / 2
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic [M-1:0]      link_down_i,
  input logic [M-1:0]      link_up_i,
  input logic [M-1:0]      link_init_i,
  input logic [M-1:0]      msg_valid_i,
  input logic [M-1:0]      msg_valid_o,
  input logic [M-1:0]      msg_stop_o,
  input logic              ask_valid_o,
  input logic              route_valid_o,
  input logic [M-1:0]      route_ways_o
);
  localparam logic [M-1:0] Hosts = M'(HOSTS);
  // Questions of one and two clocks ago; those without an answer.
  logic [1:0] asked_q;
  logic [6:0] waiting_q;
  always_ff @(posedge clk_i) begin
    asked_q   <= rst_ni ? {asked_q[0], ask_valid_o} : '0;
    waiting_q <= rst_ni ? waiting_q + 7'(ask_valid_o) - 7'(route_valid_o) : '0;
  end

  `SELVAGE_PIN_LEGAL(m_events_of_switches, ((link_down_i | link_up_i | link_init_i) & Hosts) == '0)
  `SELVAGE_PIN_LEGAL(m_messages_of_switches, (msg_valid_i & Hosts) == '0)
  `SELVAGE_PIN(a_messages_to_switches, (msg_valid_o & Hosts) == '0)
  `SELVAGE_PIN(a_stops_of_switches, (msg_stop_o & Hosts) == '0)
  `SELVAGE_PIN(a_answers_a_question, !route_valid_o || waiting_q != '0)
  `SELVAGE_PIN(a_answer_in_time, MOST_R != 2 || route_valid_o == asked_q[1])
  `SELVAGE_PIN(a_ways_up_or_one_down, !route_valid_o || route_ways_o[H-1:0] == '0
                                      || (route_ways_o & (route_ways_o - M'(1))) == '0)
endmodule
bind fattree_flow_switch fattree_flow_switch_sva #(
  .M     (M),
  .HOSTS (HOSTS),
  .MOST_R(MOST_R)
) i_sva (.*);
