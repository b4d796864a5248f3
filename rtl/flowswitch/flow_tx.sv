// SPDX-License-Identifier: Apache-2.0
/// The output FIFO of a port of a flow-channel switch and its wire: packets and markers in turn,
/// frames of ACKs before them, fault messages before all (FL-TX, FL-FRAME, FL-MARK, FL-MSG,
/// FL-HOST; docs/reference/flow-switch.md).
///
/// Latency: what is put in at edge t may begin at edge t; the beat of an edge is in tx_* after it.
/// Ties: a marker goes before a packet of the same edge; a message before all, a frame that is
/// asked for before packets and markers.
/// Only the order and the beats of what leaves are worked out here; bytes are read by tx_tag_o.
`include "bug.svh"
module flow_tx #(
  /// packets and markers that the FIFO holds, a power of two
  parameter int ENTRIES = 128,
  /// bits of a count of units
  parameter int UNITS_W = 10,
  /// bits of what goes with a packet or a marker
  parameter int TAG_W = 16,
  /// ACKs in a frame, and those that wait; bits of a time (ack_aggregator)
  parameter int MAX = 48,
  parameter int DEPTH = 512,
  parameter int TS_W = 40,
  localparam LW = $clog2(MAX + 1),
  localparam BEAT_W = 10,
  localparam LEN_W = 6,
  localparam AW = $clog2(ENTRIES)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// deliberate faults; 0: data goes before a frame that is asked for, 1: data between a frame and
  /// the rest behind it, 2: a message takes no beat, 3: packets begin though the host holds, 4: a
  /// packet before the marker of its edge, 5: a frame a beat short; static
  `SELVAGE_BUG_PORT(bug_i, 6)
  /// the link begins anew: so does the aggregator; nothing else is here then
  input  logic               init_i,
  /// ack_aggregator's own
  input  logic [9:0]         t1_i,
  input  logic [9:0]         t2_i,
  input  logic [9:0]         t3_i,
  input  logic [MAX-1:0]     good_i,
  input  logic [LW-1:0]      max_i,
  input  logic [TS_W-1:0]    now_i,
  input  logic               ack_valid_i,
  input  logic [25:0]        ack_data_i,
  output logic               ack_ready_o,
  output logic [255:0]       word_data_o,
  output logic               word_valid_o,
  output logic               word_sof_o,
  output logic               word_eof_o,
  /// a packet comes into the FIFO: units, beats on the wire
  input  logic               put_valid_i,
  input  logic [TAG_W-1:0]   put_tag_i,
  input  logic [LEN_W-1:0]   put_len_i,
  input  logic [BEAT_W-1:0]  put_beats_i,
  /// a marker comes
  input  logic               mark_valid_i,
  input  logic [TAG_W-1:0]   mark_tag_i,
  /// the host takes packets; 1 where a switch is at the other end
  input  logic               xon_i,
  /// a fault message takes the beat of this edge
  input  logic               msg_valid_i,
  /// after the edge: 0 nothing, 1 a beat of a packet, 2 a marker's, 3 a frame's, 4 a message
  output logic [2:0]         tx_sym_o,
  output logic               tx_head_o,
  output logic               tx_tail_o,
  /// with a head: what went with it; of a frame its ACKs; else 0
  output logic [TAG_W-1:0]   tx_tag_o,
  /// units of the packet whose last beat is in tx_*, else 0
  output logic [LEN_W-1:0]   gone_len_o,
  /// units in the FIFO and on the wire, with what comes now, without gone_len_o
  output logic [UNITS_W-1:0] depth_o,
  /// a packet begins at this edge, what goes with it
  output logic               begin_o,
  output logic [TAG_W-1:0]   begin_tag_o
);
  localparam int BEAT = 25;  // bytes of a beat
  localparam [2:0] Idle = 3'd0, Packet = 3'd1, Marker = 3'd2, Frame = 3'd3, Message = 3'd4;

  // ------------------------------------------------------------------------------- the FIFO
  localparam int EW = 1 + TAG_W + LEN_W + BEAT_W;
  logic [EW-1:0] mem_q[ENTRIES];
  logic [EW-1:0] put, mark, one, two, head;
  logic [AW-1:0] read_q, write_q;
  logic [AW:0]   held_q;
  logic          first, both, pop, marked;
  logic [1:0]    come;

  assign mark = {1'b1, mark_tag_i, LEN_W'(0), BEAT_W'(1)};
  assign put  = {1'b0, put_tag_i, put_len_i, put_beats_i};
  assign both = mark_valid_i & put_valid_i;
  assign come = {both, mark_valid_i ^ put_valid_i};
  // The first one that comes, and the one behind it if two come.
  assign marked = mark_valid_i & ~(both & `SELVAGE_BUG(bug_i[4], 1'b0, 1'b1));
  assign one    = marked ? mark : put;
  assign two    = marked ? put : mark;
  assign first  = held_q != '0 || come != '0;
  assign head   = (held_q != '0) ? mem_q[read_q] : one;

  always_ff @(posedge clk_i) begin
    if (mark_valid_i || put_valid_i) mem_q[write_q] <= one;
    if (both) mem_q[write_q + AW'(1)] <= two;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      read_q  <= '0;
      write_q <= '0;
      held_q  <= '0;
    end else begin
      if (pop) read_q <= read_q + AW'(1);
      write_q <= write_q + AW'(come);
      held_q  <= held_q + (AW+1)'(come) - (AW+1)'(pop);
    end
  end

  // ------------------------------------------------------------------------------- the wire
  logic [2:0]        kind_q;      // what is on the wire, while left_q is not 0
  logic [BEAT_W-1:0] left_q;      // beats of it that are still to leave
  logic [LEN_W-1:0]  len_q;
  logic              free, idle, asks, ready, rest, data, msg;
  logic [LW-1:0]     count;       // ACKs of a frame that is asked for
  logic              fire_valid;
  logic              fire;
  logic [BEAT_W-1:0] frame_beats, beats;
  logic [2:0]        kind;

  assign msg  = `SELVAGE_BUG(bug_i[2], msg_valid_i, 1'b0);
  assign free = (left_q == '0) & ~msg;
  assign idle = ~first & ((left_q == '0) | (kind_q == Frame));
  // Nothing of data between a frame and the ACKs that are left behind it.
  assign rest  = fire_valid & (count != '0);
  // The packer needs no wait: its words of 32 bytes are out before the beats of 25 are.
  assign ready = free & ~(`SELVAGE_BUG(bug_i[0], 1'b0, 1'b1) & first);
  assign fire  = asks & ready;
  assign data  = free & first & (~asks | `SELVAGE_BUG(bug_i[0], 1'b0, 1'b1))
                 & (~rest | `SELVAGE_BUG(bug_i[1], 1'b0, 1'b1))
                 & (xon_i | `SELVAGE_BUG(bug_i[3], 1'b0, 1'b1));
  assign pop   = data;
  assign begin_o     = data & ~head[EW-1];
  assign begin_tag_o = head[BEAT_W+LEN_W+:TAG_W];

  always_comb begin
    frame_beats = '0;
    for (int n = 1; n <= MAX; n = n + 1) begin
      if (count == LW'(n)) begin
        frame_beats = BEAT_W'((8 * ((9 + (25 * n + 7) / 8 + 7) / 8) + BEAT - 1) / BEAT);
      end
    end
    `SELVAGE_BUG_IF(bug_i[5] && frame_beats > BEAT_W'(1), frame_beats = frame_beats - BEAT_W'(1))
  end

  assign kind  = fire ? Frame : (head[EW-1] ? Marker : Packet);
  assign beats = fire ? frame_beats : head[BEAT_W-1:0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      kind_q  <= Idle;
      left_q  <= '0;
      len_q   <= '0;
    end else begin
      if (fire || data) begin
        kind_q <= kind;
        left_q <= beats - BEAT_W'(1);
        len_q  <= fire ? '0 : head[BEAT_W+:LEN_W];
      end else if (left_q != '0 && !msg) begin
        left_q <= left_q - BEAT_W'(1);
      end
    end
  end

  // What is in tx_* after the edge.
  logic begins, goes, last;
  assign begins = fire | data;
  assign goes   = begins | (left_q != '0 & ~msg);
  assign last   = begins ? beats == BEAT_W'(1) : (left_q == BEAT_W'(1)) & ~msg;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tx_sym_o   <= Idle;
      tx_head_o  <= 1'b0;
      tx_tail_o  <= 1'b0;
      tx_tag_o   <= '0;
      gone_len_o <= '0;
    end else begin
      tx_sym_o   <= msg_valid_i ? Message : begins ? kind : goes ? kind_q : Idle;
      tx_head_o  <= begins;
      tx_tail_o  <= last;
      tx_tag_o   <= !begins ? '0 : fire ? TAG_W'(count) : head[BEAT_W+LEN_W+:TAG_W];
      gone_len_o <= !last ? '0 : !begins ? len_q : fire ? '0 : head[BEAT_W+:LEN_W];
    end
  end

  // ------------------------------------------------------------------------------- depth
  logic [UNITS_W-1:0] depth_q;
  assign depth_o = depth_q + (UNITS_W'(put_len_i) & {UNITS_W{put_valid_i}}) - UNITS_W'(gone_len_o);
  always_ff @(posedge clk_i) depth_q <= rst_ni ? depth_o : '0;

  // ------------------------------------------------------------------------------- ACKs
  /* verilator lint_off UNUSEDSIGNAL */  // the packer's clock is ours
  logic          busy;
  logic [LW-1:0] fire_len;
  /* verilator lint_on UNUSEDSIGNAL */

  ack_aggregator #(
    .MAX  (MAX),
    .DEPTH(DEPTH),
    .TS_W (TS_W)
  ) i_aggregator (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni & ~init_i),
    `SELVAGE_BUG_PIN(bug_i, 7'd0)
    .t1_i         (t1_i),
    .t2_i         (t2_i),
    .t3_i         (t3_i),
    .good_i       (good_i),
    .max_i        (max_i),
    .now_i        (now_i),
    .ack_valid_i  (ack_valid_i),
    .ack_data_i   (ack_data_i),
    .ack_ready_o  (ack_ready_o),
    .wire_idle_i  (idle),
    .frame_ready_i(ready),
    .frame_valid_o(asks),
    .frame_len_o  (count),
    .fire_valid_o (fire_valid),
    .fire_len_o   (fire_len),
    .word_data_o  (word_data_o),
    .word_valid_o (word_valid_o),
    .word_sof_o   (word_sof_o),
    .word_eof_o   (word_eof_o),
    .busy_o       (busy)
  );

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(entries, ENTRIES >= 2 && (ENTRIES & (ENTRIES - 1)) == 0,
                 "flow_tx: ENTRIES must be a power of two")
  `SELVAGE_RANGE(tag, TAG_W >= LW, "flow_tx: TAG_W must hold a number of ACKs")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(tx_fifo_fits, held_q + (AW+1)'(come) - (AW+1)'(pop) <= (AW+1)'(ENTRIES))
      `SELVAGE_ASSERT(tx_packet_has_units, !put_valid_i || (put_len_i != '0 && put_beats_i != '0))
      `SELVAGE_ASSERT(tx_one_begins, !(fire && data))
      `SELVAGE_ASSERT(tx_frame_first, !(data && asks))
      `SELVAGE_ASSERT(tx_message_alone, !(msg_valid_i && (fire || data)))
      `SELVAGE_ASSERT(tx_depth, UNITS_W'(gone_len_o) <= depth_q)
      `SELVAGE_COVER(tx_marker_with_packet, both)
      `SELVAGE_COVER(tx_past_the_fifo, data && held_q == '0)
      `SELVAGE_COVER(tx_message_in_packet, msg_valid_i && left_q != '0 && kind_q == Packet)
      `SELVAGE_COVER(tx_message_in_frame, msg_valid_i && left_q != '0 && kind_q == Frame)
      `SELVAGE_COVER(tx_data_waits_for_rest, rest && !asks && free && first)
    end
  end
endmodule
