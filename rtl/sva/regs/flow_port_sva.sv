// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_port: how its blocks hang together. Those of the blocks and of
/// the registers are theirs, and hold in it.
`include "sva.svh"
module flow_port_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int EDGE = 0,
  parameter int MAX = 48,
  localparam PORT_W = $clog2(N_PORTS),
  localparam LW = $clog2(MAX + 1),
  localparam LAT = 3 + (PORT_W + 1) / 2
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 gate_i,
  /* verilator lint_off UNUSEDSIGNAL */  // its low bits only
  input logic [39:0]          now_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input logic                 req_valid_i,
  input logic                 req_ready_o,
  input logic                 rsp_valid_o,
  input logic                 enabled_o,
  input logic                 link_up_o,
  input logic                 link_down_o,
  input logic [4:0]           pending_o,
  input logic                 chk_ready_o,
  input logic                 deq_valid_i,
  input logic                 deq_valid_o,
  input logic                 enq_valid_i,
  input logic                 enq_valid_o,
  input logic                 efct_valid_o,
  input logic                 efct_full_o,
  input logic [FLOW_ID_W:0]   efct_count_o,
  input logic                 map_valid_i,
  input logic                 map_valid_o,
  input logic [FLOW_ID_W:0]   ofct_count_o,
  input logic                 push_ready_o,
  input logic                 frame_valid_o,
  input logic [LW-1:0]        frame_len_o,
  input logic                 word_valid_o,
  input logic                 load_valid_i,
  input logic                 ep_valid_i,
  input logic                 ep_valid_o,
  input logic                 walk_valid_o,
  input logic [FLOW_ID_W-1:0] walk_id_o,
  input logic [1:0]           walk_kind_o,
  input logic                 ask_valid_i,
  input logic                 ask_valid_o
);
  // Questions of so many clocks ago, accesses, and whether the link has begun anew since.
  logic [LAT:1] asked_q;
  logic [2:0]   taken_q;
  logic [1:0]   deq_q, enq_q, map_q;
  logic         ep_q;
  always_ff @(posedge clk_i) begin
    asked_q <= rst_ni ? {asked_q[LAT-1:1], ask_valid_i} : '0;
    taken_q <= rst_ni ? {taken_q[1:0], req_valid_i && req_ready_o} : '0;
    ep_q    <= rst_ni && ep_valid_i;
    deq_q   <= rst_ni && !link_up_o ? {deq_q[0], deq_valid_i} : '0;
    enq_q   <= rst_ni && !link_up_o ? {enq_q[0], enq_valid_i} : '0;
    map_q   <= rst_ni && !link_up_o ? {map_q[0], map_valid_i} : '0;
  end
  logic drained;
  assign drained = frame_len_o == '0 && !word_valid_o && efct_count_o == '0
                   && ofct_count_o == '0;

  `SELVAGE_PIN_LEGAL(m_gate_is_static, !$past(rst_ni) || $stable(gate_i))
  `SELVAGE_PIN_LEGAL(m_nothing_while_out_of_use, enabled_o || !(load_valid_i || map_valid_i))
  `SELVAGE_PIN_LEGAL(m_no_map_while_times_wait, !pending_o[2] || !map_valid_i)
  `SELVAGE_PIN(a_response_after_three, rsp_valid_o == taken_q[2])
  `SELVAGE_PIN_NEXT(a_link_events, 1'b1, link_up_o == (enabled_o && !$past(enabled_o))
                    && link_down_o == (!enabled_o && $past(enabled_o)))
  `SELVAGE_PIN(a_drained_before_it_is_up, !link_up_o || $past(frame_len_o == '0
               && !word_valid_o && ofct_count_o == '0))
  `SELVAGE_PIN_NEXT(a_empty_tables_when_up, link_up_o, drained)
  `SELVAGE_PIN_NEXT(a_scans_when_up, link_up_o, walk_valid_o && walk_kind_o == 2'd0)
  `SELVAGE_PIN(a_row_of_the_cycle, !walk_valid_o || walk_kind_o != 2'd0
               || walk_id_o == now_i[FLOW_ID_W-1:0])
  `SELVAGE_PIN(a_acks_are_dropped_out_of_use, enabled_o || push_ready_o)
  `SELVAGE_PIN(a_no_acks_while_a_commit_waits, !enabled_o || !(pending_o[0] || link_up_o)
               || !push_ready_o)
  `SELVAGE_PIN(a_other_groups_never_wait, (pending_o & 5'b11010) == '0)
  `SELVAGE_PIN_NEXT(a_row_read_takes_one_clock, !chk_ready_o && !link_up_o, chk_ready_o)
  `SELVAGE_PIN(a_deq_latency, link_up_o || deq_valid_o == deq_q[1])
  `SELVAGE_PIN(a_enq_latency, link_up_o || enq_valid_o == enq_q[1])
  `SELVAGE_PIN(a_map_latency, link_up_o || EDGE != 0 || map_valid_o == map_q[1])
  `SELVAGE_PIN(a_one_of_two_tables, EDGE != 0 ? !map_valid_o && ofct_count_o == '0
               : !(efct_valid_o || efct_full_o) && efct_count_o == '0)
  `SELVAGE_PIN(a_ep_latency, ep_valid_o == ep_q)
  `SELVAGE_PIN(a_choice_latency, ask_valid_o == asked_q[LAT])
  `SELVAGE_PIN(a_request_of_some, !frame_valid_o || frame_len_o != '0)
endmodule
bind flow_port flow_port_sva #(
  .N_PORTS  (N_PORTS),
  .FLOW_ID_W(FLOW_ID_W),
  .EDGE     (EDGE),
  .MAX      (MAX)
) i_sva (.*);
