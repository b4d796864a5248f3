// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_gear (FL-BEAT).
`include "sva.svh"
module flow_gear_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int MSG_W = 22
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [2:0]       tx_sym_i,
  input logic             tx_head_i,
  input logic             tx_tail_i,
  input logic [MSG_W-1:0] msg_i,
  input logic [71:0]      header_i,
  input logic             header_pull_o,
  input logic             word_last_i,
  input logic [255:0]     word_i,
  input logic             word_pull_o,
  input logic [2:0]       wire_sym_o,
  input logic             wire_head_o,
  input logic             wire_tail_o,
  input logic [199:0]     wire_data_o
);
  localparam [2:0] Packet = 3'd1, Marker = 3'd2, Message = 3'd4;
  // What flow_tx has shown, up to five clocks ago. The beat of four clocks ago is being made.
  logic [2:0]       sym_q[5];
  logic [4:0]       head_q, tail_q;
  logic [MSG_W-1:0] msg_q[5];
  logic [2:0]       sym, shown;  // its symbol, and that of the beat on the wire
  logic [MSG_W-1:0] message;
  logic             packet, head;
  assign {sym, shown, message} = {sym_q[3], sym_q[4], msg_q[4]};
  assign packet = sym == Packet;
  assign head   = head_q[3];
  // Bytes of the packet's words that have left, and that have been taken.
  logic [14:0] sent_q, sent, got_q, got;
  logic        last_q, last;  // its last word has been taken
  assign {sent, got, last} = head ? '0 : {sent_q, got_q, last_q};
  always_ff @(posedge clk_i) begin
    for (int k = 0; k < 5; k = k + 1) begin
      sym_q[k] <= !rst_ni ? '0 : k == 0 ? tx_sym_i : sym_q[k == 0 ? 0 : k - 1];
      msg_q[k] <= k == 0 ? msg_i : msg_q[k == 0 ? 0 : k - 1];
    end
    head_q <= {head_q[3:0], tx_head_i} & {5{rst_ni}};
    tail_q <= {tail_q[3:0], tx_tail_i} & {5{rst_ni}};
    if (packet) begin
      sent_q <= sent + (head ? 15'd16 : 15'd25);
      got_q  <= got + (word_pull_o ? 15'd32 : 15'd0);
      last_q <= last || (word_pull_o && word_last_i);
    end
  end
  // Behind the first beat of a packet of a word or more: the second half of its first word.
  logic [127:0] half_q;
  logic [1:0]   second_q;  // it is the next beat; it is on the wire
  always_ff @(posedge clk_i) begin
    if (!rst_ni) second_q <= '0;
    else begin
      if (packet) second_q[0] <= head && header_i[13:0] >= 14'd32;
      second_q[1] <= packet && !head && second_q[0];
    end
    if (packet && head) half_q <= word_i[255:128];
  end
  logic needs;  // the beat has bytes of a word that has not been taken
  assign needs = packet && got < sent + (head ? 15'd16 : 15'd25) && !last;

  `SELVAGE_PIN_LEGAL(m_symbol, tx_sym_i <= Message)
  `SELVAGE_PIN_LEGAL(m_ends_of_something, !(tx_head_i || tx_tail_i)
                     || (tx_sym_i != '0 && tx_sym_i != Message))
  `SELVAGE_PIN(a_five_clocks, wire_sym_o == shown
               && (shown == '0 || {wire_head_o, wire_tail_o} == {head_q[4], tail_q[4]}))
  `SELVAGE_PIN(a_message, wire_sym_o != Message || wire_data_o == 200'(message))
  `SELVAGE_PIN(a_takes_headers, header_pull_o == (head && (packet || sym == Marker)))
  `SELVAGE_PIN(a_marker_is_its_header, wire_sym_o != Marker
               || wire_data_o == 200'($past(header_i)))
  `SELVAGE_PIN(a_header_first, !(wire_head_o && wire_sym_o == Packet)
               || wire_data_o[71:0] == $past(header_i))
  `SELVAGE_PIN(a_words_behind_it, !(wire_head_o && wire_sym_o == Packet)
               || wire_data_o[199:72] == $past(word_i[127:0]))
  `SELVAGE_PIN(a_bytes_in_order, !second_q[1] || wire_data_o[127:0] == half_q)
  `SELVAGE_PIN(a_takes_words_as_needed, word_pull_o == needs)
endmodule
bind flow_gear flow_gear_sva #(.MSG_W(MSG_W)) i_sva (.*);
