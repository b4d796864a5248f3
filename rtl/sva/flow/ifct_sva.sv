// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of ifct.
`include "sva.svh"
module ifct_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int EDGE = 0,
  localparam PORT_W = $clog2(N_PORTS)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 deq_valid_i,
  input logic                 deq_peek_i,
  input logic [FLOW_ID_W-1:0] deq_id_i,
  input logic [5:0]           deq_len_i,
  input logic                 deq_any_i,
  input logic [PORT_W-1:0]    deq_port_i,
  input logic [N_PORTS-1:0]   deq_mask_i,
  input logic                 deq_valid_o,
  input logic                 deq_go_o,
  input logic [2:0]           deq_why_o,
  input logic [PORT_W-1:0]    deq_port_o,
  input logic [VC_W-1:0]      deq_vc_o,
  input logic                 deq_up_valid_o,
  input logic [FLOW_ID_W-1:0] deq_up_id_o,
  input logic [2:0]           deq_up_type_o,
  input logic [POS_W-1:0]     deq_up_pos_o,
  input logic                 enq_valid_i,
  input logic [FLOW_ID_W-1:0] enq_id_i,
  input logic [5:0]           enq_len_i,
  input logic                 enq_gap_i,
  input logic                 enq_valid_o,
  input logic                 enq_open_o,
  input logic [POS_W-1:0]     enq_hole_o,
  input logic                 enq_gap_o,
  input logic                 enq_over_o,
  input logic                 enq_loss_valid_o,
  input logic [FLOW_ID_W-1:0] enq_loss_id_o,
  input logic [POS_W-1:0]     enq_loss_pos_o,
  input logic                 enq_up_valid_o,
  input logic [FLOW_ID_W-1:0] enq_up_id_o,
  input logic [2:0]           enq_up_type_o,
  input logic [POS_W-1:0]     enq_up_pos_o,
  input logic                 ack_valid_i,
  input logic [FLOW_ID_W-1:0] ack_id_i,
  input logic [2:0]           ack_type_i,
  input logic                 ack_up_valid_o,
  input logic [FLOW_ID_W-1:0] ack_up_id_o,
  input logic [2:0]           ack_up_type_o,
  input logic [POS_W-1:0]     ack_up_pos_o,
  input logic                 ack_rel_o,
  input logic                 ack_block_o,
  input logic                 chk_valid_i,
  input logic [FLOW_ID_W-1:0] chk_id_i,
  input logic                 chk_up_valid_o,
  input logic [FLOW_ID_W-1:0] chk_up_id_o,
  input logic [POS_W-1:0]     chk_up_pos_o
);
  logic marker_q, marker;  // the step being executed, the one being answered, enqueues a marker
  always_ff @(posedge clk_i) begin
    marker_q <= enq_len_i == '0;
    marker   <= marker_q;
  end

  `SELVAGE_PIN_LEGAL(m_deq_length, !deq_valid_i || deq_len_i != '0)
  `SELVAGE_PIN_LEGAL(m_deq_candidate_is_live, !deq_valid_i || !deq_any_i || deq_mask_i[deq_port_i])
  `SELVAGE_PIN_LEGAL(m_marker_without_gap, !enq_valid_i || enq_len_i != '0 || !enq_gap_i)
  `SELVAGE_PIN_LEGAL(m_no_marker_at_edge, EDGE == 0 || !enq_valid_i || enq_len_i != '0)
  // DEQ
  `SELVAGE_PIN(a_deq_latency, deq_valid_o == `SELVAGE_AGO2(deq_valid_i))
  `SELVAGE_PIN(a_deq_goes_or_why, deq_go_o == (deq_valid_o && deq_why_o == '0))
  `SELVAGE_PIN(a_deq_why_with_valid, deq_valid_o || deq_why_o == '0)
  `SELVAGE_PIN(a_deq_edge_reasons, EDGE != 0 || deq_why_o < 3'd2 || deq_why_o > 3'd4)
  `SELVAGE_PIN(a_deq_way_with_go, deq_go_o || {deq_port_o, deq_vc_o} == '0)
  `SELVAGE_PIN(a_deq_port_is_live, !deq_go_o || (($past(deq_mask_i, 2) >> deq_port_o)
                                                 & N_PORTS'(1)) != '0)
  `SELVAGE_PIN(a_deq_up_of_go, !deq_up_valid_o || (deq_go_o && EDGE == 0 && !$past(deq_peek_i, 2)))
  `SELVAGE_PIN(a_deq_up_credit, !deq_up_valid_o || deq_up_type_o == fabric_pkg::TypeCredit
               || (deq_up_type_o == fabric_pkg::TypeCreditOff && deq_up_pos_o == '0))
  `SELVAGE_PIN(a_deq_up_row, deq_up_id_o == (deq_up_valid_o ? $past(deq_id_i, 2) : '0))
  `SELVAGE_PIN(a_deq_up_zero, deq_up_valid_o || {deq_up_type_o, deq_up_pos_o} == '0)
  // ENQ
  `SELVAGE_PIN(a_enq_latency, enq_valid_o == `SELVAGE_AGO2(enq_valid_i))
  `SELVAGE_PIN(a_enq_zero_without, enq_valid_o || {enq_open_o, enq_hole_o, enq_gap_o, enq_over_o,
                                                   enq_loss_valid_o, enq_up_valid_o} == '0)
  `SELVAGE_PIN(a_enq_gap, enq_gap_o == (enq_valid_o && ($past(enq_gap_i, 2) || enq_hole_o != '0)))
  `SELVAGE_PIN(a_enq_loss_of_hole, !enq_loss_valid_o
               || (enq_hole_o != '0 && !$past(enq_gap_i, 2) && EDGE == 0))
  `SELVAGE_PIN(a_enq_marker_opens_nothing, !(enq_open_o && marker))
  `SELVAGE_PIN(a_enq_over_at_edge, !enq_over_o || EDGE != 0)
  `SELVAGE_PIN(a_enq_up, !enq_up_valid_o || (EDGE == 0 && enq_up_type_o
               == (marker ? fabric_pkg::TypeNormal : fabric_pkg::TypeCredit)))
  `SELVAGE_PIN(a_enq_up_row, enq_up_id_o == (enq_up_valid_o ? $past(enq_id_i, 2) : '0))
  `SELVAGE_PIN(a_enq_up_zero, enq_up_valid_o || {enq_up_type_o, enq_up_pos_o} == '0)
  `SELVAGE_PIN(a_enq_loss_row, enq_loss_id_o == (enq_loss_valid_o ? $past(enq_id_i, 2) : '0))
  `SELVAGE_PIN(a_enq_loss_zero, enq_loss_valid_o || enq_loss_pos_o == '0)
  // ACK
  `SELVAGE_PIN(a_ack_latency, !(ack_up_valid_o || ack_rel_o || ack_block_o)
                              || `SELVAGE_AGO2(ack_valid_i))
  `SELVAGE_PIN(a_ack_type, ack_up_type_o == (ack_up_valid_o ? $past(ack_type_i, 2) : '0))
  `SELVAGE_PIN(a_ack_row, ack_up_id_o == (ack_up_valid_o ? $past(ack_id_i, 2) : '0))
  `SELVAGE_PIN(a_ack_zero_without, ack_up_valid_o || ack_up_pos_o == '0)
  `SELVAGE_PIN(a_ack_edge_moves, EDGE == 0 || !ack_up_type_o[2])
  `SELVAGE_PIN(a_ack_credits_end_here, ack_up_type_o < fabric_pkg::TypeCredit)
  `SELVAGE_PIN(a_ack_release_says_so, !ack_rel_o || (ack_up_valid_o && !ack_up_type_o[2]))
  `SELVAGE_PIN(a_ack_block_by_redirect, !ack_block_o
               || (!ack_up_valid_o && $past(ack_type_i, 2) == fabric_pkg::TypeRedirect))
  // CHK
  `SELVAGE_PIN(a_chk_latency, !chk_up_valid_o || (EDGE == 0 && `SELVAGE_AGO2(chk_valid_i)))
  `SELVAGE_PIN(a_chk_row, chk_up_id_o == (chk_up_valid_o ? $past(chk_id_i, 2) : '0))
  `SELVAGE_PIN(a_chk_zero_without, chk_up_valid_o || chk_up_pos_o == '0)
endmodule
bind ifct ifct_sva #(
  .N_PORTS  (N_PORTS),
  .FLOW_ID_W(FLOW_ID_W),
  .POS_W    (POS_W),
  .VC_W     (VC_W),
  .EDGE     (EDGE)
) i_sva (.*);
