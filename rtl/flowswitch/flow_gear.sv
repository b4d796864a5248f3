// SPDX-License-Identifier: Apache-2.0
/// What flow_tx has decided becomes beats of 25 bytes: headers and words of packets, markers, words
/// of frames, fault messages (FL-BEAT; docs/reference/flow-switch.md).
///
/// Latency: what flow_tx shows after edge t is in wire_* after edge t + DELAY: as long as the first
/// word of a frame takes to come out of the packer. header_i, word_i are the next ones of what is
/// beaten, taken at the edge of *_pull_o.
/// A word is put behind what is left of the one before; a beat takes what is first. What is left
/// behind the last beat is no part of anything.
`include "bug.svh"
module flow_gear #(
  /// bits of a fault message
  parameter int MSG_W = 22,
  localparam DELAY = 5,
  localparam HEAD_W = 72,
  localparam BEAT_W = 200
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// deliberate faults; 0: a header takes no bytes, 1: a word is taken behind the last one, 2: what
  /// is left of one packet goes before the next; static
  `SELVAGE_BUG_PORT(bug_i, 3)
  /// as flow_tx shows it; a fault message
  input  logic [2:0]        tx_sym_i,
  input  logic              tx_head_i,
  input  logic              tx_tail_i,
  input  logic [MSG_W-1:0]  msg_i,
  /// a word of a frame out of the packer
  input  logic              frame_valid_i,
  input  logic              frame_eof_i,
  input  logic [255:0]      frame_word_i,
  /// the header of the next packet or marker
  input  logic [HEAD_W-1:0] header_i,
  output logic              header_pull_o,
  /// the next word of packets; it is there when it is taken
  input  logic              word_valid_i,
  input  logic              word_last_i,
  input  logic [255:0]      word_i,
  output logic              word_pull_o,
  /// the wire
  output logic [2:0]        wire_sym_o,
  output logic              wire_head_o,
  output logic              wire_tail_o,
  output logic [BEAT_W-1:0] wire_data_o
);
  localparam [2:0] Packet = 3'd1, Marker = 3'd2, Frame = 3'd3, Message = 3'd4;
  localparam int FRAMES = 8;  // words of frames that wait for their beats

  // ------------------------------------------------------------------------------- delay
  logic [2:0]         sym_q[DELAY-1];
  logic [DELAY-2:0]   head_q, tail_q;
  logic [MSG_W-1:0]   msg_q[DELAY-1];
  logic [2:0]         sym;
  logic               head, tail;

  always_ff @(posedge clk_i) begin
    for (int k = 0; k < DELAY - 1; k = k + 1) begin
      sym_q[k] <= !rst_ni ? '0 : (k == 0) ? tx_sym_i : sym_q[(k == 0) ? 0 : k - 1];
      msg_q[k] <= (k == 0) ? msg_i : msg_q[(k == 0) ? 0 : k - 1];
    end
    head_q <= rst_ni ? {head_q[DELAY-3:0], tx_head_i} : '0;
    tail_q <= rst_ni ? {tail_q[DELAY-3:0], tx_tail_i} : '0;
  end
  assign sym  = sym_q[DELAY-2];
  assign head = head_q[DELAY-2];
  assign tail = tail_q[DELAY-2];

  // ------------------------------------------------------------------------------- words
  logic         frame, packet, any, pull, last, ended, ended_q;
  logic [255:0] word, frame_word;
  logic         frame_last, frame_any;
  /* verilator lint_off UNUSEDSIGNAL */
  logic         full_unused, full_next_unused, uncovers_unused;
  logic [256:0] under_unused;
  logic [3:0]   count_unused;
  /* verilator lint_on UNUSEDSIGNAL */

  // A word that comes may be taken at the same edge.
  logic         queued;
  logic [256:0] queue;
  fifo #(
    .WIDTH(257),
    .DEPTH(FRAMES)
  ) i_frames (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .flush_i    (1'b0),
    .push_i     (frame_valid_i & (queued | ~(frame & pull))),
    .data_i     ({frame_eof_i, frame_word_i}),
    .pop_i      (queued & frame & pull),
    .data_o     (queue),
    .uncovers_o (uncovers_unused),
    .under_o    (under_unused),
    .any_o      (queued),
    .full_o     (full_unused),
    .full_next_o(full_next_unused),
    .count_o    (count_unused)
  );
  assign frame_any  = queued | frame_valid_i;
  assign frame_word = queued ? queue[255:0] : frame_word_i;
  assign frame_last = queued ? queue[256] : frame_eof_i;

  assign frame  = sym == Frame;
  assign packet = sym == Packet;
  assign any    = frame ? frame_any : word_valid_i;
  assign word   = frame ? frame_word : word_i;
  assign last   = frame ? frame_last : word_last_i;

  // ------------------------------------------------------------------------------- bytes
  logic [4:0]   left_q, left;    // bytes of words before that are left
  logic [247:0] rest_q, rest;
  logic [5:0]   have;
  logic [447:0] bytes;
  logic         begins;          // behind a header
  logic [4:0]   takes;

  assign begins = packet & head & `SELVAGE_BUG(bug_i[0], 1'b1, 1'b0);
  assign takes  = begins ? 5'd16 : 5'd25;
  assign left   = (head & `SELVAGE_BUG(bug_i[2], 1'b1, 1'b0)) ? '0 : left_q;
  assign ended  = ~head & ended_q & `SELVAGE_BUG(bug_i[1], 1'b1, 1'b0);
  assign pull   = (packet | frame) & (left < takes) & ~ended;
  assign have   = {1'b0, left} + {pull, 5'd0};
  assign rest   = rest_q & ~({248{1'b1}} << {left, 3'b000});
  assign bytes  = {200'd0, rest} | ({192'd0, word & {256{pull}}} << {left, 3'b000});

  assign word_pull_o   = pull & packet;
  assign header_pull_o = head & (packet | (sym == Marker));

  always_ff @(posedge clk_i) begin
    if (packet || frame) begin  // what begins with a head needs no reset
      left_q  <= (have > {1'b0, takes}) ? 5'(have - {1'b0, takes}) : '0;
      ended_q <= (pull & last) | ended;
      rest_q  <= begins ? bytes[128+:248] : bytes[200+:248];
    end
  end

  // ------------------------------------------------------------------------------- the wire
  always_ff @(posedge clk_i) begin
    wire_sym_o  <= rst_ni ? sym : '0;
    wire_head_o <= rst_ni & head;
    wire_tail_o <= rst_ni & tail;
    case (sym)
      Message: wire_data_o <= BEAT_W'(msg_q[DELAY-2]);
      Marker:  wire_data_o <= BEAT_W'(header_i);
      default: wire_data_o <= begins ? {bytes[127:0], header_i} : bytes[199:0];
    endcase
  end

`include "assert.svh"
  `SELVAGE_RANGE(msg_w, MSG_W >= 1 && MSG_W <= BEAT_W, "flow_gear: MSG_W must be 1..200")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(gear_word_is_there, !pull || any)
      `SELVAGE_ASSERT(gear_ends_with_last_word,
                      !(tail && (packet || frame)) || ended || (pull && last))
      `SELVAGE_COVER(gear_message_in_frame, sym == Message && queued)
      `SELVAGE_COVER(gear_no_word, packet && !head && !pull)
    end
  end
endmodule
