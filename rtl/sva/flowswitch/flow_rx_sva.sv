// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_rx (FL-RX).
`include "sva.svh"
module flow_rx_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int DELAY = 0,
  parameter int MSG_W = 22,
  localparam LAT = 3 + DELAY
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [2:0]       wire_sym_i,
  input logic             wire_head_i,
  input logic             wire_tail_i,
  input logic [199:0]     wire_data_i,
  input logic             head_valid_o,
  input logic             mark_valid_o,
  input logic [71:0]      header_o,
  input logic             word_valid_o,
  input logic             word_last_o,
  input logic             frame_valid_o,
  input logic             frame_sof_o,
  input logic             frame_eof_o,
  /* verilator lint_off UNUSEDSIGNAL */  // what its second beat has brought
  input logic [255:0]     frame_word_o,
  /* verilator lint_on UNUSEDSIGNAL */
  input logic             msg_valid_o,
  input logic [MSG_W-1:0] msg_o
);
  localparam [2:0] Packet = 3'd1, Marker = 3'd2, Frame = 3'd3, Message = 3'd4;
  // Beats up to LAT clocks ago: a header, a marker, the last one of a packet, of a frame.
  logic [LAT:1]    head_q, mark_q, tail_q, eof_q;
  logic [71:0]     header_q[LAT+1];
  logic [71:0]     header;
  assign header = header_q[LAT];
  always_ff @(posedge clk_i) begin
    head_q <= rst_ni ? {head_q[LAT-1:1], wire_sym_i == Packet && wire_head_i} : '0;
    mark_q <= rst_ni ? {mark_q[LAT-1:1], wire_sym_i == Marker} : '0;
    tail_q <= rst_ni ? {tail_q[LAT-1:1], wire_sym_i == Packet && wire_tail_i} : '0;
    eof_q  <= rst_ni ? {eof_q[LAT-1:1], wire_sym_i == Frame && wire_tail_i} : '0;
    for (int k = 1; k <= LAT; k = k + 1) begin
      header_q[k] <= k == 1 ? wire_data_i[71:0] : header_q[k-1];
    end
  end

  // The first beat of the frame that the wire is at, as long ago as a word and as a last word.
  logic [199:0] first_q[LAT+1], frame, begins;
  assign frame  = wire_sym_i == Frame && wire_head_i ? wire_data_i : first_q[1];
  assign begins = frame_eof_o ? first_q[LAT-1] : first_q[LAT-2];
  always_ff @(posedge clk_i) begin
    for (int k = 1; k <= LAT; k = k + 1) first_q[k] <= k == 1 ? frame : first_q[k-1];
  end

  // On the wire: inside of a packet or frame.
  logic open_q, frame_q, parts;
  assign parts = wire_sym_i == Packet || wire_sym_i == Frame;
  // Packets whose header has shown and whose words have not all, the words of the first two.
  function automatic [9:0] words(input [13:0] bytes);
    words = 10'((15'(bytes) + 15'd31) >> 5);
  endfunction
  logic [2:0] shown_q;
  logic [9:0] left_q, next_q, left;
  logic       ends, first, inside_q;
  logic [2:0] tails_q;  // packets whose last beat came LAT clocks ago or before, words to come
  assign first = shown_q == 3'd0 || (shown_q == 3'd1 && ends);
  assign left  = shown_q == 3'd0 ? words(header_o[13:0]) : left_q;
  assign ends  = word_valid_o && word_last_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {open_q, shown_q, inside_q, tails_q} <= '0;
    else begin
      if (parts) open_q <= !wire_tail_i;
      shown_q <= shown_q + 3'(head_valid_o) - 3'(ends);
      tails_q <= tails_q + 3'(tail_q[LAT-1]) - 3'(ends);
      if (frame_valid_o) inside_q <= !frame_eof_o;
    end
    if (parts) frame_q <= wire_sym_i == Frame;
    if (head_valid_o && !first) next_q <= words(header_o[13:0]);
    if (ends) left_q <= shown_q < 3'd2 ? words(header_o[13:0]) : next_q;
    else left_q <= left - 10'(word_valid_o);
  end

  `SELVAGE_PIN_LEGAL(m_symbol, wire_sym_i <= Message)
  `SELVAGE_PIN_LEGAL(m_begins_with_a_head, !parts || wire_head_i == !open_q)
  `SELVAGE_PIN_LEGAL(m_nothing_between, !(open_q && parts) || (wire_sym_i == Frame) == frame_q)
  `SELVAGE_PIN_LEGAL(m_packet_has_bytes, !(wire_sym_i == Packet && wire_head_i)
                     || wire_data_i[13:0] != '0)
  `SELVAGE_PIN(a_header_latency, head_valid_o == head_q[LAT] && mark_valid_o == mark_q[LAT])
  `SELVAGE_PIN(a_header_as_it_came, !(head_valid_o || mark_valid_o) || header_o == header)
  `SELVAGE_PIN(a_words_behind_their_header, !word_valid_o || shown_q != '0 || head_valid_o)
  `SELVAGE_PIN(a_words_as_the_header_says, !word_valid_o || word_last_o == (left == 10'd1))
  `SELVAGE_PIN(a_last_word_behind_its_beat, !ends || tails_q != '0 || tail_q[LAT-1])
  `SELVAGE_PIN(a_frame_begins, !frame_valid_o || frame_sof_o == !inside_q)
  `SELVAGE_PIN(a_frame_bytes, !(frame_valid_o && frame_sof_o)
               || frame_word_o[199:0] == begins)
  `SELVAGE_PIN(a_frame_ends, frame_eof_o == eof_q[LAT-1] && (frame_valid_o || !frame_eof_o))
  `SELVAGE_PIN(a_message_latency, msg_valid_o == `SELVAGE_AGO1(wire_sym_i == Message))
  `SELVAGE_PIN(a_message_as_it_came, !msg_valid_o || msg_o == $past(wire_data_i[MSG_W-1:0]))
endmodule
bind flow_rx flow_rx_sva #(.DELAY(DELAY), .MSG_W(MSG_W)) i_sva (.*);
