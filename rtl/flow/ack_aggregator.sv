// SPDX-License-Identifier: Apache-2.0
/// Collects the ACKs of one port and sends them as frames (FLOW-B-1..8; flow-blocks.md,
/// ack_aggregator).
///
/// Latency: inputs are used directly; a push of cycle t counts in t+1, a frame granted in t shows
/// in fire_valid_o in t+1 and in word_data_o from t+5.
/// A frame is asked for when the batch is full; its oldest ACK is t3_i old; the link is idle and it
/// is t1_i old; or it is t2_i old and of a good size. The request stays until the grant, and ACKs
/// join until then. What does not fit in forms the next batch, with an age of its own. Time comes
/// from outside; kept are the cycles in which the first ACKs of the two batches came.
/// Needs a clock in cycles with ack_valid_i, frame_ready_i and frame_valid_o, busy_o, or those in
/// which a request begins; in others a clock changes nothing.
/// Ties: a push in the cycle of the grant is not in that frame. A push with wrong parity is taken,
/// dropped and counted. A grant without request is nothing.
`include "bug.svh"
module ack_aggregator #(
  /// ACKs in a frame, 2..63
  parameter int MAX = 48,
  /// ACKs that wait, at least MAX
  parameter int DEPTH = 512,
  /// bits of a timer
  parameter int T_W = 10,
  /// bits of a time, more than T_W; no batch may wait 2^TS_W cycles for its request
  parameter int TS_W = 40,
  localparam LW = $clog2(MAX + 1),
  localparam CW = $clog2(DEPTH + 1),
  localparam LANES = (MAX < fabric_pkg::FrameAcks) ? MAX : fabric_pkg::FrameAcks,
  localparam TW = $clog2(LANES + 1)
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  /// deliberate faults; 0: each arrival restarts the age, 1: a frame takes the arrival of the
  /// grant's cycle, 2: the next batch starts with age 0 when the frame before it leaves, 3: parity
  /// not checked, 4: any size is good, 5: the FCS starts from 0, 6: zeros behind the payload count
  /// in the FCS; static
  `SELVAGE_BUG_PORT(bug_i, 7)
  /// timers, ascending, and good sizes (bit n-1: n ACKs); may change in any cycle
  input  logic [T_W-1:0] t1_i,
  input  logic [T_W-1:0] t2_i,
  input  logic [T_W-1:0] t3_i,
  input  logic [MAX-1:0] good_i,
  /// ACKs in a frame, 1..MAX; changes only while frame_len_o is 0
  input  logic [LW-1:0]  max_i,
  /// this cycle
  input  logic [TS_W-1:0] now_i,
  /// an ACK with parity, taken when ack_ready_o
  input  logic           ack_valid_i,
  input  logic [25:0]    ack_data_i,
  output logic           ack_ready_o,
  /// no data frame on the wire and none requesting
  input  logic           wire_idle_i,
  /// the wire is ours now
  input  logic           frame_ready_i,
  output logic           frame_valid_o,
  output logic [LW-1:0]  frame_len_o,
  /// a frame was granted in the cycle before
  output logic           fire_valid_o,
  output logic [LW-1:0]  fire_len_o,
  /// the frame
  output logic [255:0]   word_data_o,
  output logic           word_valid_o,
  output logic           word_sof_o,
  output logic           word_eof_o,
  /// needs a clock whatever comes
  output logic           busy_o
);
  logic           req_q /* verilator public_flat_rd */;
  logic [CW-1:0]  cnt_q /* verilator public_flat_rd */;  // ACKs that wait
  logic [LW-1:0]  cur_q /* verilator public_flat_rd */;  // of these in the present batch
  logic [TS_W-1:0] cs_q /* verilator public_flat_rd */;  // cycle of the present batch's first push
  logic [TS_W-1:0] ns_q /* verilator public_flat_rd */;  // and of what is behind it
  logic [31:0]    bad_q /* verilator public_flat_rd */;
  logic [9:0]     seq_q /* verilator public_flat_rd */;

  // ------------------------------------------------------------------------- age of the batch
  // Whether it is more than a timer, without the age: the upper bits of the times are the same, or
  // one more and the lower ones borrow from it, and with them one sum of three says the rest. Now
  // is one more if cs + ~now is all ones but for bit 0: the carry into a bit is then the AND of the
  // two bits below it.
  localparam int HI = TS_W - T_W;
  logic           borrow, same, succ, past, past2;
  logic [HI-1:0]  odd_hi, both_hi;
  logic [T_W-1:0] t;
  logic [T_W+1:0] sum, sum2;  // 2^(T_W+1) + low bits of now - those of cs - 1 - timer

  always_comb begin
    borrow = now_i[T_W-1:0] < cs_q[T_W-1:0];
    same   = now_i[TS_W-1:T_W] == cs_q[TS_W-1:T_W];
    odd_hi  = cs_q[TS_W-1:T_W] ^ ~now_i[TS_W-1:T_W];
    both_hi = cs_q[TS_W-1:T_W] & ~now_i[TS_W-1:T_W];
    succ   = (odd_hi ^ ((both_hi << 1) | HI'(1))) == '1;
    t      = wire_idle_i ? t1_i : t3_i;
    sum    = {2'b00, now_i[T_W-1:0]} + {2'b00, ~cs_q[T_W-1:0]} + {2'b00, ~t} + (T_W+2)'(1);
    sum2   = {2'b00, now_i[T_W-1:0]} + {2'b00, ~cs_q[T_W-1:0]} + {2'b00, ~t2_i} + (T_W+2)'(1);
    past   = borrow ? !succ || sum[T_W+1:T_W] != '0 : !same || sum[T_W+1];
    past2  = borrow ? !succ || sum2[T_W+1:T_W] != '0 : !same || sum2[T_W+1];
  end

  // ------------------------------------------------------------------------- next state
  logic            taken, odd, push, dropped, want, good, fire, stays, joins, leaves;
  logic [CW-1:0]   rest, cnt_d;
  logic [LW-1:0]   cur_d, len;
  logic [TS_W-1:0] cs_d, ns_d;
  logic            late;  // the arrival of this cycle goes with the frame (a deliberate fault)

  always_comb begin
    ack_ready_o = cnt_q < CW'(DEPTH);
    taken   = ack_valid_i & ack_ready_o;
    odd     = ^ack_data_i;
    push    = taken & ~odd;
    good    = |(good_i & (MAX'(1) << (cur_q - LW'(1))));
    `SELVAGE_BUG_IF(bug_i[3], push = taken)
    `SELVAGE_BUG_IF(bug_i[4], good = 1'b1)
    late    = `SELVAGE_BUG(bug_i[1], 1'b0, push & (cnt_q == CW'(cur_q)) & (cur_q != max_i));
    dropped = taken & ~push;
    want = cur_q != '0 && (cur_q == max_i || past || (!wire_idle_i && past2 && good));
    fire = frame_ready_i & req_q;
    len  = cur_q + LW'(late);

    // what is behind the batch, and with a grant becomes the next one; both ways side by side
    rest  = cnt_q - CW'(cur_q);
    stays = push & ~(fire & late);
    joins = stays && rest < CW'(max_i);                     // the next batch, with a grant
    leaves = stays && rest == CW'(max_i);                   // begins what is behind that
    cnt_d = rest + CW'(stays);
    cur_d = (rest < CW'(max_i)) ? LW'(rest) + LW'(stays) : max_i;
    cs_d  = (stays && rest == '0) ? now_i : ns_q;
    `SELVAGE_BUG_IF(bug_i[2] && !(stays && rest == '0), cs_d = now_i)
    if (!fire) begin
      joins  = stays && rest == '0 && cur_q < max_i;
      leaves = stays && rest == '0 && cur_q == max_i;
      cnt_d  = cnt_q + CW'(stays);
      cur_d  = cur_q + LW'(joins);
      cs_d   = (stays && cur_q == '0) ? now_i : cs_q;
    end
    `SELVAGE_BUG_IF(joins && bug_i[0], cs_d = now_i)
    ns_d = leaves ? now_i : ns_q;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      req_q      <= 1'b0;
      cnt_q      <= '0;
      cur_q      <= '0;
      cs_q       <= '0;
      ns_q       <= '0;
      bad_q      <= '0;
      seq_q      <= '0;
      fire_valid_o     <= 1'b0;
      fire_len_o <= '0;
    end else begin
      req_q      <= ~fire & (req_q | want);
      cnt_q      <= cnt_d;
      cur_q      <= cur_d;
      cs_q       <= cs_d;
      ns_q       <= ns_d;
      bad_q      <= bad_q + 32'(dropped);
      seq_q      <= seq_q + 10'(fire);
      fire_valid_o     <= fire;
      fire_len_o <= fire ? len : '0;
    end
  end

  logic busy, reads;

  assign frame_valid_o = req_q;
  assign frame_len_o = cur_q;
  assign busy_o = fire_valid_o | busy | word_valid_o;

  // ---------------------------------------------------------------------- memory, frames
  logic [LANES*25-1:0] acks;
  logic [TW-1:0]       take;

  ack_store #(
    .SIZE (DEPTH + MAX),
    .WIDTH(25),
    .LANES(LANES)
  ) i_store (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .push_i(push),
    .data_i(ack_data_i[24:0]),
    .read_i(fire | reads),
    .take_i(take),
    .show_i(reads),
    .data_o(acks)
  );

  ack_frame_packer #(
    .MAX(MAX)
  ) i_packer (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i[6:5])
    .start_i     (fire),
    .len_i       (len),
    .seq_i       (seq_q),
    .take_valid_o(reads),
    .busy_o      (busy),
    .acks_i      (acks),
    .take_o      (take),
    .word_data_o (word_data_o),
    .word_valid_o(word_valid_o),
    .word_sof_o  (word_sof_o),
    .word_eof_o  (word_eof_o)
  );

  // ---------------------------------------------------------------- parameters, assertions
`include "assert.svh"
  `SELVAGE_RANGE(t_w, T_W >= 1, "ack_aggregator: T_W must be at least 1")
  `SELVAGE_RANGE(max, MAX >= 2 && MAX <= 63, "ack_aggregator: MAX must be 2..63")
  `SELVAGE_RANGE(depth, DEPTH >= MAX, "ack_aggregator: DEPTH must be at least MAX")
  `SELVAGE_RANGE(ts_w, TS_W > T_W, "ack_aggregator: TS_W must be more than T_W")
  logic needed;  // a clock in this cycle
  assign needed = ack_valid_i | fire | (want & ~req_q) | busy_o;
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(agg_timers_ascend, t1_i < t2_i && t2_i < t3_i)
      `SELVAGE_ASSERT(agg_batch_within_queue, CW'(cur_q) <= cnt_q && cnt_q <= CW'(DEPTH))
      `SELVAGE_ASSERT(agg_most, max_i != '0 && (LW+1)'(max_i) <= (LW+1)'(MAX))
      `SELVAGE_ASSERT(agg_batch_fits_frame, cur_q <= max_i)
      `SELVAGE_ASSERT(agg_rest_means_full, cnt_q == CW'(cur_q) || cur_q == max_i)
      `SELVAGE_ASSERT(agg_gated_clock_is_nothing,
                      needed || (cnt_d == cnt_q && cur_d == cur_q && cs_d == cs_q && ns_d == ns_q
                                 && !dropped && !fire_valid_o && (req_q | want) == req_q))
      `SELVAGE_ASSERT(agg_request_has_acks, !req_q || cur_q != '0)
      `SELVAGE_COVER(agg_full, cnt_q == CW'(DEPTH))
      `SELVAGE_COVER(agg_next_batch_waits, fire && rest != '0)
      `SELVAGE_COVER(agg_push_with_grant, fire && push)
      `SELVAGE_COVER(agg_gated, !needed)
    end
  end

`ifdef FORMAL
`include "ack_aggregator_props.svh"
`endif
endmodule
