// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_lookup (FL-LOOK).
`include "sva.svh"
module flow_lookup_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int DEPTH = 512,
  parameter int SLOT_W = 12,
  parameter int ID_W = 6,
  parameter int POS_W = 8,
  localparam CW = $clog2(DEPTH + 1)
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              head_valid_i,
  input logic [19:0]       head_dest_i,
  input logic [2:0]        head_tc_i,
  input logic              head_ordered_i,
  input logic [5:0]        head_len_i,
  input logic [SLOT_W-1:0] head_slot_i,
  input logic              ack_valid_i,
  input logic              req_valid_o,
  input logic [23:0]       req_key_o,
  input logic [5:0]        req_len_o,
  input logic              ans_stall_i,
  input logic [ID_W-1:0]   ans_id_i,
  input logic [POS_W-1:0]  ans_start_i,
  input logic              put_valid_o,
  input logic [SLOT_W-1:0] put_slot_o,
  input logic [5:0]        put_len_o,
  input logic [2:0]        put_tc_o,
  input logic              put_ordered_o,
  input logic [ID_W-1:0]   put_id_o,
  input logic [POS_W-1:0]  put_start_o
);
  // By class: packets here, whether it waits for an ACK, may ask now, look-ups since it first
  // might. A packet that goes to the input table is not here any more in its cycle.
  logic [CW-1:0] here_q[8];
  logic [7:0]    waits_q, waits, may, asks, goes, comes, full, long;
  logic [7:0]    asked_q, answer_q;
  logic [2:0]    since_q[8];
  logic [1:0]    acked_q;
  logic          alone;  // what is asked came in this cycle
  assign comes = 8'(head_valid_i) << head_tc_i;
  assign asks  = 8'(req_valid_o) << req_key_o[22:20];
  assign goes  = answer_q & {8{!ans_stall_i}};
  assign waits = (waits_q | (answer_q & {8{ans_stall_i}})) & {8{!acked_q[1]}};
  assign alone = req_valid_o && here_q[req_key_o[22:20]] == CW'(goes[req_key_o[22:20]]);
  always_comb begin
    for (int c = 0; c < 8; c = c + 1) begin
      full[c] = here_q[c] == CW'(DEPTH);
      may[c]  = (here_q[c] != CW'(goes[c]) || comes[c]) && !waits[c] && !asked_q[c];
      long[c] = since_q[c] == 3'd7;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {asked_q, answer_q, waits_q, acked_q} <= '0;
      for (int c = 0; c < 8; c = c + 1) {here_q[c], since_q[c]} <= '0;
    end else begin
      asked_q  <= asks;
      answer_q <= asked_q;
      waits_q  <= waits;
      acked_q  <= {acked_q[0], ack_valid_i};
      for (int c = 0; c < 8; c = c + 1) begin
        here_q[c]  <= here_q[c] + CW'(comes[c]) - CW'(goes[c]);
        since_q[c] <= asks[c] || !may[c] ? '0 : since_q[c] + 3'd1;
      end
    end
  end

  `SELVAGE_PIN_LEGAL(m_packets_fit, (comes & full & ~goes) == '0)
  `SELVAGE_PIN_LEGAL(m_header_has_units, !head_valid_i || head_len_i != '0)
  `SELVAGE_PIN(a_asks_while_one_may, req_valid_o == (may != '0))
  `SELVAGE_PIN(a_asks_for_who_may, (asks & ~may) == '0)
  `SELVAGE_PIN(a_classes_in_turn, (may & long & ~asks) == '0)
  `SELVAGE_PIN(a_no_key_without, req_valid_o || req_key_o == '0)
  `SELVAGE_PIN(a_asks_in_its_clock, !alone || {req_key_o, req_len_o}
               == {head_ordered_i, head_tc_i, head_dest_i, head_len_i})
  `SELVAGE_PIN(a_put_by_an_answer, put_valid_o == (`SELVAGE_AGO2(req_valid_o) && !ans_stall_i))
  `SELVAGE_PIN(a_put_what_was_asked, !put_valid_o || {put_ordered_o, put_tc_o, put_len_o}
               == $past({req_key_o[23:20], req_len_o}, 2))
  `SELVAGE_PIN(a_put_with_the_answer, !put_valid_o
               || {put_id_o, put_start_o} == {ans_id_i, ans_start_i})
  `SELVAGE_PIN(a_page_stays, !put_valid_o || !$past(alone, 2)
               || put_slot_o == $past(head_slot_i, 2))
endmodule
bind flow_lookup flow_lookup_sva #(
  .DEPTH (DEPTH),
  .SLOT_W(SLOT_W),
  .ID_W  (ID_W),
  .POS_W (POS_W)
) i_sva (.*);
