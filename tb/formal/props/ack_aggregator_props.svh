// SPDX-License-Identifier: Apache-2.0
/// What is proved of ack_aggregator (FLOW-B-4..8): that it is the machine of B.3, which counts
/// ages; P1, P3, P4, P7 with any grants at all; P5 with an honest wire. Included in the module
/// under FORMAL; for the proofs the packer is cut away.
///
/// P3 and P4 stand beside the logic. P5: an ACK watched from its arrival, whichever it is, leaves
/// within T3 + R + 1 cycles, R the longest data frame, if the wire is granted at the first frame
/// boundary at which it is asked for. Timers and R are macros, set by scripts/formal_ack. The
/// invariants of P5 know two batches: DEPTH at most 2 * MAX, and a frame of MAX ACKs shorter than R.
localparam FT1 = `F_T1;
localparam FT2 = `F_T2;
localparam FT3 = `F_T3;
localparam FR = `F_R;
localparam FBound = FT3 + FR + 1;

logic f_run = 1'b0;  // 0 in the first cycle: reset
always_ff @(posedge clk_i) f_run <= 1'b1;
logic [TS_W-1:0] f_now_q;
always_ff @(posedge clk_i) f_now_q <= now_i + TS_W'(1);
(* anyconst *) logic [LW-1:0] f_max;
always_comb begin
  assume (rst_ni == f_run);
  assume (now_i == f_now_q && now_i != '1);  // time does not wrap
  assume (max_i == f_max && f_max != '0 && f_max <= LW'(MAX));
`ifdef FORMAL_WAIT
  assume (f_max == LW'(MAX));
`endif
  assume (t1_i == T_W'(FT1) && t2_i == T_W'(FT2) && t3_i == T_W'(FT3));
end

// B.3, word for word: ages that count up to T3.
logic           f3_req_q, f3_want, f3_fire, f3_join;
logic [CW-1:0]  f3_cnt_q, f3_c1;
logic [LW-1:0]  f3_cur_q, f3_cur1;
logic [T_W-1:0] f3_ca_q, f3_na_q, f3_ca1;
function automatic [T_W-1:0] f3_older(input [T_W-1:0] age);
  f3_older = (age >= T_W'(FT3)) ? T_W'(FT3) : age + T_W'(1);
endfunction
function automatic [T_W-1:0] f3_age(input [TS_W-1:0] since);
  f3_age = (now_i - since - TS_W'(1) >= TS_W'(FT3)) ? T_W'(FT3)
                                                    : T_W'(now_i - since - TS_W'(1));
endfunction
always_comb begin
  f3_want = f3_cur_q != '0
            && (f3_cur_q == f_max || f3_ca_q >= T_W'(FT3) || (wire_idle_i && f3_ca_q >= T_W'(FT1))
                || (!wire_idle_i && f3_ca_q >= T_W'(FT2) && f_good));
  f3_fire = frame_ready_i && f3_req_q;
  f3_c1   = f3_fire ? f3_cnt_q - CW'(f3_cur_q) : f3_cnt_q;
  f3_cur1 = f3_cur_q;
  if (f3_fire) f3_cur1 = (f3_c1 < CW'(f_max)) ? LW'(f3_c1) : f_max;
  f3_ca1  = f3_fire ? f3_na_q : f3_ca_q;
  f3_join = f3_c1 == CW'(f3_cur1) && f3_cur1 < f_max;
end
always_ff @(posedge clk_i) begin
  if (!rst_ni) begin
    f3_req_q <= 1'b0;
    f3_cnt_q <= '0;
    f3_cur_q <= '0;
    f3_ca_q  <= '0;
    f3_na_q  <= '0;
  end else begin
    f3_req_q <= !f3_fire && (f3_req_q || f3_want);
    f3_cnt_q <= f3_c1 + CW'(push);
    f3_cur_q <= f3_cur1 + LW'(push && f3_join);
    f3_ca_q  <= (f3_cur1 == '0) ? '0 : f3_older(f3_ca1);
    f3_na_q  <= (f3_c1 == CW'(f3_cur1)) ? '0 : f3_older(f3_na_q);
    `SELVAGE_ASSERT(b3_request, req_q == f3_req_q)
    `SELVAGE_ASSERT(b3_counts, cnt_q == f3_cnt_q && cur_q == f3_cur_q)
    `SELVAGE_ASSERT(b3_age, cur_q == '0 || (cs_q < now_i && f3_ca_q == f3_age(cs_q)))
    `SELVAGE_ASSERT(b3_next_age,
                    cnt_q == CW'(cur_q) || (ns_q < now_i && f3_na_q == f3_age(ns_q)))
  end
end

// P7: a request begins for one of the four reasons only; P1: sizes of frames
logic f_reason_q, f_good, f_req_q, f_fire_q;
always_ff @(posedge clk_i) begin
  f_reason_q <= cur_q == f_max                                           // full
                || (cur_q != '0 && f3_ca_q >= T_W'(FT3))                 // T3
                || (cur_q != '0 && wire_idle_i && f3_ca_q >= T_W'(FT1))       // idle, T1
                || (!wire_idle_i && f3_ca_q >= T_W'(FT2) && f_good);          // T2, a good size
end
always_comb begin
  f_good = 1'b0;
  for (int n = 1; n <= MAX; n = n + 1) if (cur_q == LW'(n)) f_good = good_i[n-1];
end
always_ff @(posedge clk_i) begin
  f_req_q  <= req_q & rst_ni;
  f_fire_q <= frame_ready_i & req_q & rst_ni;
  if (rst_ni) begin
    `SELVAGE_ASSERT(p7_reason, !req_q || f_req_q || f_reason_q)
    `SELVAGE_ASSERT(p7_sticky, !f_req_q || req_q || f_fire_q)
    `SELVAGE_ASSERT(p1_size, !fire_valid_o || (fire_len_o >= LW'(1) && fire_len_o <= f_max))
    `SELVAGE_ASSERT(p1_size_is_asked, !fire_valid_o || f_fire_q)
  end
end

`ifdef FORMAL_WAIT
// ------------------------------------------------------------------------------------- P5
(* anyseq *) logic       f_start;  // a data frame wants to begin
(* anyseq *) logic [3:0] f_long;   // its cycles
(* anyseq *) logic       f_pick;   // watch the ACK that arrives now
logic [3:0]    f_left_q;   // cycles that the wire is still taken after this one
logic          f_data_q;   // by a data frame
logic          f_on_q;     // an ACK is watched
logic [CW-1:0] f_ahead_q;  // ACKs before it
logic [7:0]    f_wait_q;   // cycles since its arrival
logic [3:0]    f_own;      // own frame of the present batch, on a wire of 8 bytes a cycle
logic [7:0]    f_left;
logic          f_first;    // the watched ACK is in the present batch

always_comb begin
  f_own = 4'((9 + 3 * 32'(cur_q) + (32'(cur_q) + 7) / 8 + 7) / 8 - 1);
  f_left  = 8'(f_left_q);
  f_first = f_ahead_q < CW'(cur_q);
  assume (f_long >= 4'd1 && f_long <= 4'(FR));
  assume (frame_ready_i == (req_q && f_left_q == '0));
  assume (!(wire_idle_i && (f_data_q || f_start)));
end
always_ff @(posedge clk_i) begin
  if (!rst_ni) begin
    f_left_q <= '0;
    f_data_q <= 1'b0;
    f_on_q   <= 1'b0;
  end else begin
    if (fire) begin
      f_left_q <= f_own;
      f_data_q <= 1'b0;
    end else if (f_left_q != '0) begin
      f_left_q <= f_left_q - 4'd1;
      f_data_q <= f_data_q && f_left_q != 4'd1;
    end else if (f_start) begin
      f_left_q <= f_long - 4'd1;
      f_data_q <= f_long != 4'd1;
    end
    f_wait_q <= f_wait_q + 8'd1;
    if (f_on_q) begin
      if (fire && f_ahead_q < CW'(cur_q)) f_on_q <= 1'b0;
      else if (fire) f_ahead_q <= f_ahead_q - CW'(cur_q);
    end else if (push && f_pick) begin
      f_on_q    <= 1'b1;
      f_ahead_q <= fire ? rest : cnt_q;
      f_wait_q  <= 8'd1;
    end
  end
end
always_ff @(posedge clk_i) begin
  if (rst_ni) begin
    `SELVAGE_COVER(p5_bound_is_reached, f_on_q && fire && f_first && f_wait_q == 8'(FBound))
    `SELVAGE_ASSERT(p5_wait, !f_on_q || f_wait_q <= 8'(FBound))
    `SELVAGE_ASSERT(p5_watched_is_there, !f_on_q || f_ahead_q < cnt_q)
    // What makes it inductive. The wire and the ages:
    `SELVAGE_ASSERT(p5_wire, f_left_q <= 4'(FR - 1) && !(f_data_q && f_left_q == '0))
    `SELVAGE_ASSERT(p5_ages, f3_ca_q <= T_W'(FT3) && f3_na_q <= T_W'(FT3))
    // in the present batch, asked for: what is left of the frame on the wire, and no more
    `SELVAGE_ASSERT(p5_asked, !(f_on_q && f_first && req_q) || f_wait_q + f_left <= 8'(FBound))
    // not asked for: no older than the batch, or the batch follows back to back
    `SELVAGE_ASSERT(p5_young, !(f_on_q && f_first && !req_q)
                    || f_wait_q <= 8'(f3_ca_q) + 8'd1
                    || (f3_ca_q == T_W'(FT3) && f_left != '0 && f_wait_q + f_left <= 8'(FBound)))
    // in the next batch: the present one is full, so asked for, or has just become the present one
    `SELVAGE_ASSERT(p5_next, !(f_on_q && !f_first)
                    || ((f_wait_q <= 8'(f3_na_q) + 8'd1 || f3_na_q == T_W'(FT3))
                        && (req_q ? f_wait_q + f_left <= 8'(FR)
                                  : f_wait_q == 8'd1 && f_left == 8'(f_own))))
  end
end
`endif
