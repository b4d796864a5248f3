// SPDX-License-Identifier: Apache-2.0
/// Collects the ACKs of one port and sends them as frames (FLOW-B-1..8; docs/flow-blocks.md,
/// ack_aggregator).
///
/// Latency: inputs are used directly; a push of cycle t counts in t+1, a frame granted in t shows
/// in fire_o in t+1 and in word_o from t+2.
/// A frame is asked for when the batch is full; its oldest ACK is t3_i old; the link is idle and it
/// is t1_i old; or it is t2_i old and of a good size. The request stays until the grant, and ACKs
/// join until then. What does not fit in forms the next batch, with an age of its own.
/// Ties: a push in the cycle of the grant is not in that frame. A push with wrong parity is taken,
/// dropped and counted. A grant without request is nothing.
module ack_aggregator #(
  /// ACKs in a frame, 2..63
  parameter MAX = 48,
  /// ACKs that wait, at least MAX
  parameter DEPTH = 512,
  /// bits of a timer
  parameter T_W = 10,
  localparam LW = $clog2(MAX + 1),
  localparam CW = $clog2(DEPTH + 1)
) (
  input  logic           clk_i,
  input  logic           rst_ni,
`ifdef SELVAGE_BUGS
  /// deliberate faults; 0: each arrival restarts the age, 1: a frame takes the arrival of the
  /// grant's cycle, 2: the next batch starts with age 0 when the frame before it leaves, 3: parity
  /// not checked, 4: any size is good, 5: the FCS starts from 0; static
  input  logic [5:0]     bug_i,
`endif
  /// timers and good sizes (bit n-1: n ACKs); static
  input  logic [T_W-1:0] t1_i,
  input  logic [T_W-1:0] t2_i,
  input  logic [T_W-1:0] t3_i,
  input  logic [MAX-1:0] good_i,
  /// an ACK with parity, taken when ready_o
  input  logic           push_i,
  input  logic [25:0]    ack_i,
  output logic           ready_o,
  /// no data frame on the wire and none requesting
  input  logic           idle_i,
  /// the wire is ours now
  input  logic           grant_i,
  output logic           req_o,
  output logic [LW-1:0]  len_o,
  /// a frame was granted in the cycle before
  output logic           fire_o,
  output logic [LW-1:0]  fire_len_o,
  /// the frame
  output logic [63:0]    word_o,
  output logic           word_valid_o,
  output logic           word_sof_o,
  output logic           word_eof_o
);
  logic           req_q /* verilator public_flat_rd */;
  logic [CW-1:0]  cnt_q /* verilator public_flat_rd */;  // ACKs that wait
  logic [LW-1:0]  cur_q /* verilator public_flat_rd */;  // of these in the present batch
  logic [T_W-1:0] ca_q  /* verilator public_flat_rd */;  // age of the present batch
  logic [T_W-1:0] na_q  /* verilator public_flat_rd */;  // age of the next one
  logic [31:0]    bad_q /* verilator public_flat_rd */;
  logic [9:0]     seq_q /* verilator public_flat_rd */;

  // ------------------------------------------------------------------------- next state
  logic           taken, odd, push, dropped, want, good, fire, stays, joins, none_left;
  logic [CW-1:0]  c1, cnt_d;
  logic [LW-1:0]  cur1, cur_d, len;
  logic [T_W-1:0] ca1, ca_d, na_d;
  logic           late;  // the arrival of this cycle goes with the frame (a deliberate fault)

  function automatic [T_W-1:0] older(input [T_W-1:0] age, input [T_W-1:0] most);
    older = (age >= most) ? most : age + T_W'(1);
  endfunction

  always_comb begin
    ready_o = cnt_q < CW'(DEPTH);
    taken   = push_i & ready_o;
    odd     = ^ack_i;
    push    = taken & ~odd;
    good    = |(good_i & (MAX'(1) << (cur_q - LW'(1))));
    late    = 1'b0;
`ifdef SELVAGE_BUGS
    if (bug_i[3]) push = taken;
    if (bug_i[4]) good = 1'b1;
    late = bug_i[1] & push & (cnt_q == CW'(cur_q)) & (cur_q != LW'(MAX));
`endif
    dropped = taken & ~push;
    want = cur_q != '0
           && (cur_q == LW'(MAX) || ca_q >= t3_i || (idle_i && ca_q >= t1_i)
               || (!idle_i && ca_q >= t2_i && good));
    fire = grant_i & req_q;
    len  = cur_q + LW'(late);

    c1   = fire ? cnt_q - CW'(cur_q) : cnt_q;
    cur1 = cur_q;
    ca1  = ca_q;
    if (fire) begin
      cur1 = (c1 > CW'(MAX)) ? LW'(MAX) : LW'(c1);
      ca1  = na_q;
`ifdef SELVAGE_BUGS
      if (bug_i[2]) ca1 = '0;
`endif
    end
    none_left = c1 == CW'(cur1);  // no ACK of the next batch
    stays     = push & ~(fire & late);
    joins     = stays && none_left && cur1 < LW'(MAX);
    cnt_d     = c1 + CW'(stays);
    cur_d     = cur1 + LW'(joins);
    ca_d      = (cur1 == '0) ? '0 : older(ca1, t3_i);
`ifdef SELVAGE_BUGS
    if (bug_i[0] && joins) ca_d = '0;
`endif
    na_d = none_left ? '0 : older(na_q, t3_i);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      req_q      <= 1'b0;
      cnt_q      <= '0;
      cur_q      <= '0;
      ca_q       <= '0;
      na_q       <= '0;
      bad_q      <= '0;
      seq_q      <= '0;
      fire_o     <= 1'b0;
      fire_len_o <= '0;
    end else begin
      req_q      <= ~fire & (req_q | want);
      cnt_q      <= cnt_d;
      cur_q      <= cur_d;
      ca_q       <= ca_d;
      na_q       <= na_d;
      bad_q      <= bad_q + 32'(dropped);
      seq_q      <= seq_q + 10'(fire);
      fire_o     <= fire;
      fire_len_o <= fire ? len : '0;
    end
  end

  assign req_o = req_q;
  assign len_o = cur_q;

  // ---------------------------------------------------------------------- memory, frames
  logic [74:0] acks;
  logic [1:0]  take;
  logic        busy;

  ack_store #(
    .SIZE (DEPTH + MAX),
    .WIDTH(25)
  ) i_store (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .push_i(push),
    .data_i(ack_i[24:0]),
    .read_i(fire | busy),
    .take_i(take),
    .data_o(acks)
  );

  ack_frame_packer #(
    .MAX(MAX)
  ) i_packer (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
`ifdef SELVAGE_BUGS
    .bug_i       (bug_i[5]),
`endif
    .start_i     (fire),
    .len_i       (len),
    .seq_i       (seq_q),
    .busy_o      (busy),
    .acks_i      (acks),
    .take_o      (take),
    .word_o      (word_o),
    .word_valid_o(word_valid_o),
    .word_sof_o  (word_sof_o),
    .word_eof_o  (word_eof_o)
  );

  // ---------------------------------------------------------------- parameters, assertions
  initial begin
    if (MAX < 2 || MAX > 63) $fatal(1, "ack_aggregator: MAX must be 2..63");
    if (DEPTH < MAX) $fatal(1, "ack_aggregator: DEPTH must be at least MAX");
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(agg_timers_ascend, t1_i < t2_i && t2_i < t3_i)
      `SELVAGE_ASSERT(agg_batch_within_queue, CW'(cur_q) <= cnt_q && cnt_q <= CW'(DEPTH))
      `SELVAGE_ASSERT(agg_batch_fits_frame, (LW+1)'(cur_q) <= (LW+1)'(MAX))
      `SELVAGE_ASSERT(agg_rest_means_full, cnt_q == CW'(cur_q) || cur_q == LW'(MAX))
      `SELVAGE_ASSERT(agg_request_has_acks, !req_q || cur_q != '0)
      `SELVAGE_COVER(agg_full, cnt_q == CW'(DEPTH))
      `SELVAGE_COVER(agg_next_batch_waits, fire && c1 != '0)
      `SELVAGE_COVER(agg_push_with_grant, fire && push)
    end
  end

`ifdef FORMAL
`include "ack_aggregator_props.svh"
`endif
endmodule
