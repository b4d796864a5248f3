// SPDX-License-Identifier: Apache-2.0
/// Beats of 25 bytes become headers, words of packets and words of frames (FL-RX;
/// docs/reference/flow-switch.md).
///
/// Latency: of the beat that is at the pins in cycle t a header shows in t + 3 + DELAY; a word,
/// whose last byte it has, in t + 1 + DELAY, the last word of a packet or frame a cycle later, and
/// no word of a packet before its header. A message shows in t + 1.
/// What a frame says of its length may be damaged: its last word comes with its last beat in any
/// case.
`include "bug.svh"
module flow_rx #(
  /// more cycles of packets and frames: 4 behind a host, 0 behind a switch
  parameter int DELAY = 0,
  /// bits of a fault message
  parameter int MSG_W = 22,
  localparam HEAD_W = 72,
  localparam BEAT_W = 200
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// deliberate faults; 0: words do not wait for their header, 1: the last word comes with the beat
  /// of the one before, 2: a frame's last word has no end; static
  `SELVAGE_BUG_PORT(bug_i, 3)
  input  logic [2:0]        wire_sym_i,
  input  logic              wire_head_i,
  input  logic              wire_tail_i,
  input  logic [BEAT_W-1:0] wire_data_i,
  /// the header of a packet, of a marker
  output logic              head_valid_o,
  output logic              mark_valid_o,
  output logic [HEAD_W-1:0] header_o,
  /// a word of a packet
  output logic              word_valid_o,
  output logic              word_last_o,
  output logic [255:0]      word_o,
  /// a word of a frame
  output logic              frame_valid_o,
  output logic              frame_sof_o,
  output logic              frame_eof_o,
  output logic [255:0]      frame_word_o,
  /// a fault message
  output logic              msg_valid_o,
  output logic [MSG_W-1:0]  msg_o
);
  localparam [2:0] Packet = 3'd1, Marker = 3'd2, Frame = 3'd3, Message = 3'd4;
  localparam int LEFT_W = 10;

  always_ff @(posedge clk_i) begin
    msg_valid_o <= rst_ni & (wire_sym_i == Message);
    msg_o       <= wire_data_i[MSG_W-1:0];
  end

  // ------------------------------------------------------------------------------- delay
  logic [2:0]        sym;
  logic              head, tail;
  logic [BEAT_W-1:0] data;
  generate
    if (DELAY == 0) begin : gen_now
      assign {sym, head, tail, data} = {wire_sym_i, wire_head_i, wire_tail_i, wire_data_i};
    end else begin : gen_later
      logic [BEAT_W+4:0] late_q[DELAY];
      always_ff @(posedge clk_i) begin
        for (int k = 0; k < DELAY; k = k + 1) begin
          if (!rst_ni) late_q[k] <= '0;
          else if (k == 0) late_q[k] <= {wire_sym_i, wire_head_i, wire_tail_i, wire_data_i};
          else late_q[k] <= late_q[(k == 0) ? 0 : k - 1];
        end
      end
      assign {sym, head, tail, data} = late_q[DELAY-1];
    end
  endgenerate

  // ------------------------------------------------------------------------------- bytes
  logic               packet, frame, goes;
  logic [5:0]         held_q, held, all;   // bytes that are in no word yet
  logic [447:0]       rest_q, bytes;
  logic [LEFT_W-1:0]  left_q, left;        // words to come
  logic               more, whole;         // not the last one; it is complete
  logic               flush_q, flush_frame_q, first_q, first;

  assign packet = sym == Packet;
  assign frame  = sym == Frame;
  assign goes   = packet | frame;

  // Words of a packet of so many bytes, of a frame of so many ACKs.
  logic [LEFT_W-1:0] words, frame_words;
  logic [13:0]       length;
  logic [5:0]        acks;
  assign length = data[13:0];
  assign acks   = data[21:16];
  assign words  = LEFT_W'((15'(length) + 15'd31) >> 5);
  always_comb begin
    frame_words = LEFT_W'(1);
    for (int n = 1; n < 64; n = n + 1) begin
      if (acks == 6'(n)) frame_words = LEFT_W'(((9 + (25 * n + 7) / 8 + 7) / 8 + 3) / 4);
    end
  end

  assign left  = !head ? left_q : packet ? words : frame_words;
  assign held  = head ? '0 : held_q;
  // More than a word that is the last one is nothing: a frame has lied.
  assign all   = (held > 6'd31) ? held : held + ((packet & head) ? 6'd16 : 6'd25);
  assign bytes = ((head ? '0 : rest_q) & ~({448{1'b1}} << {held, 3'b000}))
                 | ({248'd0, (packet & head) ? {72'd0, data[BEAT_W-1:HEAD_W]} : data}
                    << {held, 3'b000});
  assign more  = left > LEFT_W'(1) || `SELVAGE_BUG(bug_i[1], 1'b0, 1'b1);
  assign whole = goes & more & (all > 6'd31);
  assign first = head | first_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_q        <= '0;
      flush_q       <= 1'b0;
      flush_frame_q <= 1'b0;
    end else begin
      flush_q       <= goes & tail;
      flush_frame_q <= frame;
      if (goes) held_q <= whole ? all - 6'd32 : all;
    end
    if (goes) begin
      left_q  <= whole ? left - LEFT_W'(1) : left;
      rest_q  <= whole ? {256'd0, bytes[447:256]} : bytes;
      first_q <= first & ~whole;
    end
  end

  // ------------------------------------------------------------------------------- what shows
  always_ff @(posedge clk_i) begin
    frame_valid_o <= rst_ni & ((frame & whole) | (flush_q & flush_frame_q));
    frame_sof_o   <= (flush_q & flush_frame_q) ? first_q : first;
    frame_eof_o   <= flush_q & flush_frame_q & `SELVAGE_BUG(bug_i[2], 1'b1, 1'b0);
    frame_word_o  <= (flush_q & flush_frame_q) ? rest_q[255:0] : bytes[255:0];
  end

  logic [1:0]        head_q, mark_q;
  logic [HEAD_W-1:0] header_q[2];
  always_ff @(posedge clk_i) begin
    head_q       <= rst_ni ? {head_q[0], packet & head} : '0;
    mark_q       <= rst_ni ? {mark_q[0], sym == Marker} : '0;
    header_q[0]  <= data[HEAD_W-1:0];
    header_q[1]  <= header_q[0];
    head_valid_o <= rst_ni & head_q[1];
    mark_valid_o <= rst_ni & mark_q[1];
    header_o     <= header_q[1];
  end

  // Words wait for the header of their packet.
  logic       any, push, pop, may, last, done;
  logic [1:0] shown_q;  // headers that have shown, whose words have not all
  /* verilator lint_off UNUSEDSIGNAL */
  logic         full_unused, full_next_unused, uncovers_unused;
  logic [256:0] under_unused;
  logic [2:0]   count_unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign last = flush_q & ~flush_frame_q;
  assign push = (packet & whole) | last;
  assign may  = shown_q != '0 || head_valid_o || `SELVAGE_BUG(bug_i[0], 1'b0, 1'b1);
  assign pop  = any & may;
  assign word_valid_o = pop;
  assign done = pop & word_last_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) shown_q <= '0;
    else shown_q <= shown_q + 2'(head_valid_o) - 2'(done);
  end
  fifo #(
    .WIDTH(257),
    .DEPTH(4)
  ) i_words (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .flush_i    (1'b0),
    .push_i     (push),
    .data_i     ({last, last ? rest_q[255:0] : bytes[255:0]}),
    .pop_i      (pop),
    .data_o     ({word_last_o, word_o}),
    .uncovers_o (uncovers_unused),
    .under_o    (under_unused),
    .any_o      (any),
    .full_o     (full_unused),
    .full_next_o(full_next_unused),
    .count_o    (count_unused)
  );

`include "assert.svh"
  `SELVAGE_RANGE(delay, DELAY >= 0, "flow_rx: DELAY must not be negative")
  `SELVAGE_RANGE(msg_w, MSG_W >= 1 && MSG_W <= BEAT_W, "flow_rx: MSG_W must be 1..200")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(rx_one_word, !(last && packet && whole))
      `SELVAGE_ASSERT(rx_packet_as_long_as_it_says, !(packet && tail) || left - LEFT_W'(whole)
                                                    == LEFT_W'(1))
      `SELVAGE_ASSERT(rx_words_behind_headers, shown_q != 2'd3)
      `SELVAGE_COVER(rx_word_waits_for_header, any && !may)
      `SELVAGE_COVER(rx_behind_the_last_word, last && packet && head)
    end
  end
endmodule
