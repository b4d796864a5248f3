// SPDX-License-Identifier: Apache-2.0
/// Contract of a step of the ifct, for one arbitrary row that is as it may be before the step, in
/// positions as docs/reference/flow-blocks.md has them; included in the module under FORMAL. Rows
/// are what they are asked to be (scripts/formal_ifct cuts ifct_rows away): that they are the ones that were
/// written is the contract of ifct_rows. What is left of the row, messages, answers and events are
/// claimed of the operations that name it. Holds from any state, so three clocks are enough.
(* anyconst *) logic [FLOW_ID_W-1:0] f_id;
(* anyseq *)   logic [ROW_W-1:0]     f_bits;
row_t f_row, f_base;
assign f_row = f_bits;
assign f_base = f_bits;
logic [1:0] f_clocks = '0;
always_ff @(posedge clk_i) f_clocks <= (f_clocks == 2'd2) ? f_clocks : f_clocks + 2'd1;

// ------------------------------------------------------------------- inputs of the step
logic              f_peek, f_any, f_gap, f_ordered, f_rd, f_weigh;
logic              f_d, f_e, f_a, f_c;  // the operations that name the row
logic              f_alone;             // no other row is named by DEQ or ACK
logic [5:0]        f_len, f_elen;
logic [POS_W-1:0]  f_hole, f_start, f_delta, f_hi, f_lo, f_head;
logic [PORT_W-1:0] f_port, f_aport;
logic [VC_W-1:0]   f_vc, f_avc;
logic [N_PORTS-1:0] f_mask;
logic [2:0]        f_type;
logic [TS_W-1:0]   f_t, f_cool, f_hold, f_refresh, f_expire;
logic [PACE_W-1:0] f_pairs, f_time;
logic [4:0]        f_rec;
logic [9:0]        f_unit;
logic [15:0]       f_limit;
logic [8*POS_W-1:0] f_mfe, f_mqe;
always_ff @(posedge clk_i) begin
  {f_peek, f_any, f_gap, f_ordered} <= {deq_peek_i, deq_any_i, enq_gap_i, enq_ordered_i};
  {f_rd, f_weigh} <= {rd_enable_i, ep_weigh_i};
  f_d     <= rst_ni & deq_valid_i & (deq_id_i == f_id);
  f_e     <= rst_ni & enq_valid_i & (enq_id_i == f_id);
  f_a     <= rst_ni & ack_valid_i & (ack_id_i == f_id);
  f_c     <= rst_ni & chk_valid_i & (chk_id_i == f_id) & ~chk_peek_i;
  f_alone <= (~deq_valid_i | (deq_id_i == f_id)) & (~ack_valid_i | (ack_id_i == f_id));
  {f_len, f_elen, f_hole, f_start, f_delta} <= {deq_len_i, enq_len_i, deq_hole_i, enq_start_i, ack_delta_i};
  {f_hi, f_lo, f_head} <= {fc_hi_i, fc_lo_i, headroom_i};
  {f_port, f_vc, f_aport, f_avc, f_mask, f_type} <= {deq_port_i, deq_vc_i, ack_port_i, ack_vc_i, deq_mask_i, ack_type_i};
  {f_cool, f_hold, f_refresh, f_expire} <= {cool_t_i, hold_t_i, refresh_t_i, expire_t_i};
  f_t     <= TS_W'(now_i >> tick_i);
  f_pairs <= PACE_W'(now_i >> 1);
  f_time  <= (EDGE != 0) ? PACE_W'(deq_len_i) * PACE_W'(unit_cyc_i) : '0;
  {f_rec, f_unit, f_limit, f_mfe, f_mqe} <= {ep_rec_i, unit_cyc_i, inj_limit_i, mfe_i, mqe_i};
end

// ------------------------------------------------------------------- what the rows are
localparam [TS_W-1:0] FMost = TS_W'(1) << (TS_W - 2);
localparam [TS_W-1:0] FAged = TS_W'(3) << (TS_W - 3);
logic [POS_W:0] f_total;
logic [POS_W:0] f_room;  // dmlim - ack
logic [1:0]     f_age;
assign f_age = 2'((f_pairs - f_row.pace) >> (PACE_W - 2));
assign f_total = {1'b0, f_row.waits} + {1'b0, f_row.flow};
assign f_room  = f_row.slack + {1'b0, f_row.flow};
always_comb begin
  assume (f_row.state != 2'd3);
  assume ((f_row.state == StFree) == (f_total == '0));
  assume (!f_total[POS_W]);
  assume (!f_row.dm || !f_room[POS_W]);
  assume (f_row.state != StFree
          || {f_row.forced, f_row.level, f_row.rec, f_row.um, f_row.dm} == '0);
  // a field that an operation does not ask for is anything
  assume (!f_d || {d_v.state, d_v.ordered, d_v.forced, d_v.level, d_v.um, d_v.dm, d_v.fvc, d_v.fport, d_v.data,
                   d_v.waits, d_v.flow, d_v.umlim, d_v.slack, d_v.pace}
               == {f_row.state, f_row.ordered, f_row.forced, f_row.level, f_row.um, f_row.dm, f_row.fvc, f_row.fport,
                   f_row.data, f_row.waits, f_row.flow, f_row.umlim, f_row.slack, f_row.pace});
  assume (!f_e || {e_v.state, e_v.level, e_v.um, e_v.data, e_v.waits}
               == {f_row.state, f_row.level, f_row.um, f_row.data, f_row.waits});
  assume (!f_a || {a_v.state, a_v.ordered, a_v.level, a_v.rec, a_v.data, a_v.waits, a_v.flow, a_v.slack, a_v.mark,
                   a_v.hold}
               == {f_row.state, f_row.ordered, f_row.level, f_row.rec, f_row.data, f_row.waits, f_row.flow, f_row.slack,
                   f_row.mark, f_row.hold});
  assume (!f_c || {c_v.state, c_v.um, c_v.data, c_v.mark, c_v.hold, c_v.dmt, c_v.pace}
               == {f_row.state, f_row.um, f_row.data, f_row.mark, f_row.hold, f_row.dmt, f_row.pace});
  assume (f_cool <= FMost && f_hold <= FMost && f_refresh <= FMost && f_expire <= FMost);
  assume (f_rec != '0 && f_rec <= 5'd16);
  assume (!f_d || f_len != '0);
  // of no bandwidth limit more is left than a packet makes, and CHK comes before one that is past looks ahead
  assume (EDGE == 0 || f_age != 2'b10);
  assume (f_unit <= 10'd260);
end
row_t d_v, e_v, a_v, c_v;
assign {d_v, e_v, a_v, c_v} = {d_row, e_row, a_row, c_row};

// ------------------------------------------------------------------- what the page makes of it
logic [1:0]        s_state;
logic              s_ordered, s_forced, s_um, s_dm;
logic [2:0]        s_level;
logic [3:0]        s_rec;
logic [VC_W-1:0]   s_fvc;
logic [PORT_W-1:0] s_fport;
logic [POS_W-1:0]  s_next, s_data, s_ack, s_umlim, s_dmlim;
logic [TS_W-1:0]   s_mark, s_hold, s_dmt;
logic [PACE_W-1:0] s_pace;
logic [31:0]       s_inj;
logic [2:0]        x_why;
logic              x_moved, x_open, x_gap, x_over, x_holed, x_stray, x_lost, x_rel, x_block;
logic [POS_W-1:0]  x_hole;
logic              x_dup, x_loss, x_eup, x_aup, x_cup;
logic [2:0]        x_dup_type, x_eup_type;
logic [POS_W-1:0]  x_dup_pos, x_loss_pos, x_eup_pos, x_aup_pos, x_cup_pos;
logic [POS_W+1:0]  u, worth;
logic [POS_W-1:0]  extent, rest, d;
logic              follows, legal, fresh_um, fresh_dm;
logic [TS_W-1:0]   ago;
logic [PACE_W-1:0] since;
always_comb begin
  s_state = f_row.state;
  {s_ordered, s_forced, s_um, s_dm} = {f_row.ordered, f_row.forced, f_row.um, f_row.dm};
  {s_level, s_rec, s_fvc, s_fport} = {f_row.level, f_row.rec, f_row.fvc, f_row.fport};
  s_data  = f_row.data;
  s_next  = f_row.data + f_row.waits;
  s_ack   = f_row.data - f_row.flow;
  s_umlim = f_row.umlim;
  s_dmlim = f_row.data + f_row.slack[POS_W-1:0];
  {s_mark, s_hold, s_dmt, s_pace} = {f_row.mark, f_row.hold, f_row.dmt, f_row.pace};
  s_inj   = inj_q;
  {x_why, x_moved, x_open, x_gap, x_over, x_holed, x_stray, x_lost, x_rel, x_block, x_hole} = '0;
  {x_dup, x_loss, x_eup, x_aup, x_cup, x_dup_type, x_eup_type} = '0;
  {x_dup_pos, x_loss_pos, x_eup_pos, x_aup_pos, x_cup_pos} = '0;
  {u, worth, extent, rest, d, follows, ago, since, fresh_um, fresh_dm} = '0;
  legal = 1'b1;

  // ------------------------------------------------- DEQ
  if (f_d) begin
    u       = {2'b00, f_hole} + (POS_W + 2)'(f_len);
    extent  = s_data - s_ack;
    follows = (s_ordered || s_forced) && extent != '0;
    since   = f_pairs - s_pace;
    rest    = s_dmlim - s_ack;
    if (s_state != StRunning || u > {2'b00, POS_W'(s_next - s_data)}) x_why = 3'd1;
    else if (EDGE != 0 && extent != '0 && extent >= f_mfe[s_level*POS_W+:POS_W]) x_why = 3'd2;
    else if (EDGE != 0 && s_inj != '0 && s_inj >= 32'(f_limit)) x_why = 3'd3;
    else if (EDGE != 0 && s_level >= 3'd2 && since[PACE_W-1]) x_why = 3'd4;
    else if (s_ordered && s_dm && {2'b00, extent} + u > {2'b00, rest}) x_why = 3'd5;
    else if (follows && !f_mask[s_fport]) x_why = 3'd7;
    else if (!follows && !f_any) x_why = 3'd6;
    if (!f_peek && x_why == 3'd7) begin
      s_state = StBlock;
      x_moved = 1'b1;
    end
    if (!f_peek && x_why == 3'd0) begin
      s_data = s_data + POS_W'(u);
      if (!follows) {s_fport, s_fvc} = {f_port, f_vc};
      if (EDGE != 0) begin
        s_inj = s_inj + 32'(u);
        if (s_level >= 3'd2)
          s_pace = (since[PACE_W-1] ? s_pace : f_pairs) + (f_time << (s_level - 3'd2));
      end else if (s_um) begin
        if (POS_W'(s_next - s_data) <= f_lo) begin
          s_um = 1'b0;
          {x_dup, x_dup_type} = {1'b1, fabric_pkg::TypeCreditOff};
        end else if (POS_W'(s_data + f_hi + f_head - s_umlim) >= POS_W'(8)) begin
          s_umlim = s_data + f_hi + f_head;
          s_pace  = PACE_W'(f_t);
          fresh_um = 1'b1;
          {x_dup, x_dup_type, x_dup_pos} = {1'b1, fabric_pkg::TypeCredit, s_umlim};
        end
      end
    end
  end
  // ------------------------------------------------- ENQ
  if (f_e) begin
    x_hole = f_start - s_next;
    legal  = {2'b00, POS_W'(s_next - s_ack)} + {2'b00, x_hole} + (POS_W + 2)'(f_elen) < (POS_W + 2)'(1 << POS_W)
             && (EDGE == 0 || (x_hole == '0 && f_elen != '0));
    if (f_elen == '0 && s_state != StFree) x_hole = '0;
    else begin
      x_holed = x_hole != '0;
      x_gap   = f_gap || x_holed;
      if (x_holed && !f_gap && EDGE == 0) {x_loss, x_loss_pos} = {1'b1, s_next};
      if (f_elen == '0) begin
        {s_next, s_data, s_ack} = {3{f_start}};
        {x_eup, x_eup_type, x_eup_pos} = {1'b1, fabric_pkg::TypeNormal, f_start};
      end else begin
        if (s_state == StFree) begin
          x_open  = 1'b1;
          s_state = StRunning;
          s_mark  = f_t - FMost;
          s_hold  = f_t;
          if (EDGE != 0) s_pace = f_pairs;
        end
        s_ordered = f_ordered;
        s_next    = f_start + POS_W'(f_elen);
        rest      = s_next - s_data;
        x_over    = EDGE != 0 && rest > f_mqe[s_level*POS_W+:POS_W];
        if (EDGE == 0 && !s_um && rest >= f_hi) begin
          s_um    = 1'b1;
          s_umlim = s_data + f_hi + f_head;
          s_pace  = PACE_W'(f_t);
          {x_eup, x_eup_type, x_eup_pos} = {1'b1, fabric_pkg::TypeCredit, s_umlim};
        end
      end
    end
  end
  // ------------------------------------------------- ACK
  if (f_a) begin
    extent = s_data - s_ack;
    if (s_state == StFree) x_stray = 1'b1;
    else if (!f_type[2]) begin
      d    = (f_delta < extent) ? f_delta : extent;
      rest = s_dmlim - s_ack;
      if (s_dm && d > rest) s_dm = 1'b0;
      s_ack = s_ack + d;
      if (EDGE != 0) s_inj = s_inj - 32'(d);
      worth = f_weigh ? (POS_W + 2)'(1) << (s_level - 3'd1) : (POS_W + 2)'(1);
      ago   = f_t - f_hold - s_hold;
      if (f_type == fabric_pkg::TypeNormal) begin
        if (s_level != '0) begin
          if ((POS_W + 2)'(s_rec) + worth >= (POS_W + 2)'(f_rec)) begin
            s_level = s_level - 3'd1;
            s_rec   = '0;
          end else s_rec = s_rec + 4'(worth);
        end
      end else begin
        s_rec = '0;
        if (f_type != 3'd2 || s_level == '0) {s_forced, s_fport, s_fvc} = {1'b1, f_aport, f_avc};
        if (f_type == 3'd3) begin
          s_level = 3'd7;
          s_hold  = f_t;
        end else if (f_type == 3'd1 || s_level == '0 || !ago[TS_W-1]) begin
          s_level = (s_level == 3'd7) ? 3'd7 : s_level + 3'd1;
          s_hold  = f_t;
        end
      end
      if (s_level == '0 && s_data == s_ack) s_forced = 1'b0;
      {x_aup, x_aup_pos} = {1'b1, s_ack};
      if (s_next == s_ack) begin
        x_rel   = 1'b1;
        s_state = StFree;
        {s_forced, s_level, s_rec, s_um, s_dm} = '0;
      end else if (s_state == StBlock && s_data == s_ack) begin
        s_state = StRunning;
        s_mark  = f_t;
      end
    end else if (f_type == 3'd4) begin
      ago = f_t - f_cool - s_mark;
      if (!f_rd) begin
        if (s_state == StRunning && EDGE == 0) {x_aup, x_aup_pos} = {1'b1, s_ack + f_delta};
      end else if (s_state == StRunning && s_ordered && s_level == '0 && extent != '0 && !ago[TS_W-1]) begin
        s_state = StBlock;
        x_block = 1'b1;
      end
    end else if (f_type == 3'd5) begin
      x_lost = 1'b1;
      if (EDGE == 0) {x_aup, x_aup_pos} = {1'b1, s_ack + f_delta};
    end else if (f_type == 3'd6) begin
      if (s_ordered) {s_dm, s_dmlim, s_dmt} = {1'b1, s_ack + f_delta, f_t};
    end else s_dm = 1'b0;
  end
  // ------------------------------------------------- CHK
  if (f_c && s_state != StFree) begin
    ago = f_t - f_refresh - TS_W'(s_pace);
    if (EDGE == 0 && s_um && !ago[TS_W-1]) begin
      s_umlim = s_data + f_hi + f_head;
      s_pace  = PACE_W'(f_t);
      {x_cup, x_cup_pos} = {1'b1, s_umlim};
    end
    ago = f_t - f_expire - s_dmt;
    if (s_dm && !ago[TS_W-1]) s_dm = 1'b0;
    if (TS_W'(f_t - s_mark) >= FAged) s_mark = f_t - FMost;
    if (TS_W'(f_t - s_hold) >= FAged) s_hold = f_t - FMost;
    since = f_pairs - s_pace;
    if (EDGE != 0 && since[PACE_W-1:PACE_W-2] == 2'b01) s_pace = f_pairs;
  end
  assume (legal);
end

// ------------------------------------------------------------------- what the module writes
set_t fw_d, fw_e, fw_a, fw_c;
row_t fn_d, fn_e, fn_a, fn_c;
logic [3:0] f_by;
assign f_by = {f_c, f_a, f_e, f_d};
assign {fw_d, fw_e, fw_a, fw_c} = {d_bits, e_bits, a_bits, c_bits};
assign {fn_d, fn_e, fn_a, fn_c} = {d_new, e_new, a_new, c_new};
`define F_CLAIM(claim) assert (f_clocks == '0 || (claim))
`include "ifct_writes.svh"
`undef F_CLAIM
logic [POS_W:0] f_left_room;
assign f_left_room = f_left.slack + {1'b0, f_left.flow};

// ------------------------------------------------------------------- claims, in the step
always_comb begin
  if (f_clocks != '0) begin
    assert (f_left.state == s_state);
    assert (f_left.data == s_data);
    assert (POS_W'(f_left.data + f_left.waits) == s_next);
    assert (POS_W'(f_left.data - f_left.flow) == s_ack);
    assert (f_left.forced == s_forced);
    assert (f_left.level == s_level);
    assert (f_left.rec == s_rec);
    assert (f_left.um == s_um);
    assert (f_left.dm == s_dm);
    if (s_state != StFree) begin
      assert (f_left.ordered == s_ordered);
      assert (f_left.mark == s_mark);
      assert (f_left.hold == s_hold);
      assert (!s_um || f_left.umlim == s_umlim);
      assert (!(s_um || EDGE != 0) || f_left.pace == s_pace);
      assert (!s_dm || f_left.dmt == s_dmt);
      assert (!s_dm || POS_W'(f_left.data + f_left.slack[POS_W-1:0]) == s_dmlim);
      assert (s_data == s_ack || {f_left.fvc, f_left.fport} == {s_fvc, s_fport});
    end
    // what was assumed of the row
    assert (f_left.state != 2'd3);
    assert ((f_left.state == StFree) == (f_left.waits == '0 && f_left.flow == '0));
    assert ({1'b0, f_left.waits} + {1'b0, f_left.flow} < (POS_W + 1)'(1 << POS_W));
    assert (!f_left.dm || !f_left_room[POS_W]);
    // what ifct_rows assumes of what is written
    assert (!f_d || f_row.state != StFree || fw_d == '0);
    assert (!f_a || f_row.state != StFree || x_open || fw_a == '0);
    assert (!f_e || e_write || fw_e == '0);
    assert (!f_e || !(f_row.state == StFree && e_write) || fw_e.state);
    // events that are counted
    assert (!f_d || d_move == x_moved);
    assert (!f_e || e_holed == x_holed);
    assert (!f_a || a_stray == x_stray);
    assert (!f_a || a_loss == x_lost);
    assert (!f_a || a_move == x_block);
  end
end

// ------------------------------------------------------------------- and a clock later
logic              f_dz, f_ez, f_az, f_cz, f_alone_z;
logic [31:0]       z_inj;
logic [5 + PORT_W + VC_W - 1:0]    z_deq;
logic [POS_W + 3:0] z_dup;
logic [POS_W + 3:0] z_enq;
logic [POS_W:0]     z_loss;
logic [POS_W + 3:0] z_eup;
logic [POS_W + 5:0] z_ack;
logic [POS_W:0]     z_chk;
always_ff @(posedge clk_i) begin
  {f_dz, f_ez, f_az, f_cz} <= {f_d, f_e, f_a, f_c} & {4{rst_ni}};
  f_alone_z <= f_alone & rst_ni;
  z_inj     <= s_inj;
  z_deq     <= {1'b1, x_why == '0, x_why, (x_why != '0) ? {(PORT_W + VC_W){1'b0}}
                : follows ? {f_row.fport, f_row.fvc} : {f_port, f_vc}};
  z_dup     <= {x_dup, x_dup_type, x_dup_pos};
  z_enq     <= {1'b1, x_open, x_gap, x_over, x_hole};
  z_loss    <= {x_loss, x_loss_pos};
  z_eup     <= {x_eup, x_eup_type, x_eup_pos};
  z_ack     <= {x_aup, x_aup ? f_type : 3'd0, x_aup_pos, x_rel, x_block};
  z_chk     <= {x_cup, x_cup_pos};
end
always_comb begin
  if (f_clocks == 2'd2) begin
    assert (!f_dz || {deq_valid_o, deq_go_o, deq_why_o, deq_port_o, deq_vc_o} == z_deq);
    assert (!f_dz || {deq_up_valid_o, deq_up_type_o, deq_up_pos_o} == z_dup);
    assert (!f_dz || !deq_up_valid_o || deq_up_id_o == f_id);
    assert (!f_ez || {enq_valid_o, enq_open_o, enq_gap_o, enq_over_o, enq_hole_o} == z_enq);
    assert (!f_ez || {enq_loss_valid_o, enq_loss_pos_o} == z_loss);
    assert (!f_ez || {enq_up_valid_o, enq_up_type_o, enq_up_pos_o} == z_eup);
    assert (!f_az || {ack_up_valid_o, ack_up_type_o, ack_up_pos_o, ack_rel_o, ack_block_o} == z_ack);
    assert (!f_cz || {chk_up_valid_o, chk_up_pos_o} == z_chk);
    assert (EDGE == 0 || !f_alone_z || inj_o == z_inj);
  end
end
