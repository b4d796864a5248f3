// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_tx (FL-TX, FL-FRAME, FL-MARK, FL-MSG, FL-HOST).
`include "sva.svh"
module flow_tx_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int ENTRIES = 128,
  parameter int UNITS_W = 10,
  parameter int TAG_W = 16,
  parameter int DEPTH = 512,
  localparam AW = $clog2(ENTRIES),
  localparam CW = $clog2(DEPTH + 1)
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               ack_valid_i,
  input logic [25:0]        ack_data_i,
  input logic               ack_ready_o,
  input logic [255:0]       word_data_o,
  input logic               word_valid_o,
  input logic               word_sof_o,
  input logic               put_valid_i,
  input logic [TAG_W-1:0]   put_tag_i,
  input logic [5:0]         put_len_i,
  input logic [9:0]         put_beats_i,
  input logic               mark_valid_i,
  input logic [TAG_W-1:0]   mark_tag_i,
  input logic               xon_i,
  input logic               msg_valid_i,
  input logic [2:0]         tx_sym_o,
  input logic               tx_head_o,
  input logic               tx_tail_o,
  input logic [TAG_W-1:0]   tx_tag_o,
  input logic [5:0]         gone_len_o,
  input logic [UNITS_W-1:0] depth_o
);
  localparam [2:0] Packet = 3'd1, Marker = 3'd2, Frame = 3'd3, Message = 3'd4;
  // What waits, as it came, a marker before the packet of its clock; how much of it shows.
  localparam int EW = 1 + TAG_W + 6 + 10;
  logic [EW-1:0]    fifo_q[ENTRIES], put, mark;
  logic [AW-1:0]    in_q, out_q;
  logic [AW:0]      held_q, come;
  logic             mine, marker;  // a packet or marker begins; the first one is a marker
  logic [TAG_W-1:0] tag;
  logic [5:0]       len, len_q;
  logic [9:0]       beats, left_q, left;
  logic [2:0]       kind_q;
  assign put  = {1'b0, put_tag_i, put_len_i, put_beats_i};
  assign mark = {1'b1, mark_tag_i, 6'd0, 10'd1};
  assign come = (AW+1)'(put_valid_i) + (AW+1)'(mark_valid_i);
  assign mine = tx_head_o && tx_sym_o != Frame;
  assign {marker, tag, len, beats} = fifo_q[out_q];
  // Beats of a frame of so many ACKs: its blocks of 8 bytes, 25 a beat.
  /* verilator lint_off UNUSEDSIGNAL */  // high bits of a wide tag
  function automatic [9:0] frame_beats(input [TAG_W-1:0] acks);
  /* verilator lint_on UNUSEDSIGNAL */
    frame_beats = 10'((8 * ((9 + (25 * 32'(acks) + 7) / 8 + 7) / 8) + 24) / 25);
  endfunction
  // Beats that are still to leave behind the one that shows.
  logic [9:0] whole;
  assign whole = tx_sym_o == Frame ? frame_beats(tx_tag_o) : beats;
  assign left  = tx_head_o ? whole - 10'd1 : left_q - 10'(tx_sym_o != Message && left_q != '0);
  // ACKs that are in no frame yet.
  logic [CW-1:0] acks_q;
  logic          taken, idle;
  assign taken = ack_valid_i && ack_ready_o && !(^ack_data_i);
  assign idle  = acks_q == '0 && left == '0 && !msg_valid_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {in_q, out_q, held_q, left_q, acks_q} <= '0;
    else begin
      in_q   <= in_q + AW'(come);
      out_q  <= out_q + AW'(mine);
      held_q <= held_q + come - (AW+1)'(mine);
      left_q <= left;
      acks_q <= acks_q + CW'(taken) - (tx_head_o && !mine ? CW'(tx_tag_o) : '0);
    end
    if (mark_valid_i) fifo_q[in_q] <= mark;
    if (put_valid_i) fifo_q[in_q + AW'(mark_valid_i)] <= put;
    if (tx_head_o) {kind_q, len_q} <= {tx_sym_o, len};
  end
  logic some;  // something waits or comes
  assign some = held_q != (AW+1)'(mine) || come != '0;

  `SELVAGE_PIN_LEGAL(m_fits, held_q + come <= (AW+1)'(ENTRIES) + (AW+1)'(mine))
  `SELVAGE_PIN(a_message_takes_the_beat, (tx_sym_o == Message) == `SELVAGE_AGO1(msg_valid_i))
  `SELVAGE_PIN(a_one_behind_the_other, tx_head_o || left_q == '0 || tx_sym_o == Message
               || tx_sym_o == kind_q)
  `SELVAGE_PIN(a_begins_with_a_head, left_q != '0 ? !tx_head_o
               : tx_head_o == (tx_sym_o != '0 && tx_sym_o != Message))
  `SELVAGE_PIN(a_as_many_beats, tx_tail_o == (left == '0 && (tx_head_o || left_q != '0)))
  `SELVAGE_PIN(a_in_order, !mine || (held_q != '0 && tx_tag_o == tag
                                     && tx_sym_o == (marker ? Marker : Packet)))
  `SELVAGE_PIN(a_no_tag_without, tx_head_o || tx_tag_o == '0)
  `SELVAGE_PIN(a_units_with_the_tail, gone_len_o
               == (!tx_tail_o || tx_sym_o != Packet ? '0 : tx_head_o ? len : len_q))
  `SELVAGE_PIN_NEXT(a_depth, 1'b1, depth_o == $past(depth_o) - UNITS_W'(gone_len_o)
                    + (put_valid_i ? UNITS_W'(put_len_i) : '0))
  `SELVAGE_PIN(a_host_holds_packets, !mine || tx_sym_o != Packet || `SELVAGE_AGO1(xon_i))
  `SELVAGE_PIN_NEXT(a_begins_at_once, idle && some && xon_i, mine)
  `SELVAGE_PIN(a_words_of_a_frame, word_sof_o == `SELVAGE_AGO4(tx_head_o && tx_sym_o == Frame))
  `SELVAGE_PIN(a_no_word_without, word_valid_o || word_data_o == '0)
  `SELVAGE_PIN(a_frame_of_so_many, !word_sof_o || word_data_o[21:16] == $past(6'(tx_tag_o), 4))
endmodule
bind flow_tx flow_tx_sva #(
  .ENTRIES(ENTRIES),
  .UNITS_W(UNITS_W),
  .TAG_W  (TAG_W),
  .DEPTH  (DEPTH)
) i_sva (.*);
