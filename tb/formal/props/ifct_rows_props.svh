// SPDX-License-Identifier: Apache-2.0
/// Contract of ifct_rows for one arbitrary row, included in the module under FORMAL: an operation
/// that names it reads what all steps before and the one under way have written, in the order of a
/// step; a row that no ENQ has written is 0, and a field that was not written since its first ENQ
/// anything. What an operation does not ask for may be left out. One-step inductive.
(* anyconst *) logic [FLOW_ID_W-1:0] f_id;
logic f_started = 1'b0;
logic f_seen;
row_t f_row, f_base, f_next, f_held;
set_t f_known, f_writes;  // fields written since the first ENQ; in this clock
// of a row that no ENQ has written CHK may write what means nothing in it
localparam [16:0] Unwritten = {13'h1ffd, 4'b0010};  // all but umlim, mark, hold, pace
logic [3:0] f_named;
logic       f_peeked;
row_t       f_before;

// the arrays hold it, or anything where nothing was written yet
assign f_held = {state_q[f_id], ordered_q[f_id], forced_q[f_id], level_q[f_id], rec_q[f_id], um_q[f_id],
                 dm_q[f_id], fvc_q[f_id], fport_q[f_id], data_q[f_id], queue_q[f_id], flow_q[f_id],
                 umlim_q[f_id], slack_q[f_id], mark_q[f_id], hold_q[f_id], dmt_q[f_id], pace_q[f_id]};
assign f_base = f_seen ? f_row : f_held;

set_t fw_d, fw_e, fw_a, fw_c;
row_t fn_d, fn_e, fn_a, fn_c;
logic [3:0] f_by;
logic       f_write;
assign f_by = {chk_at_i == f_id, ack_at_i == f_id, enq_at_i == f_id, deq_at_i == f_id};
assign {fw_d, fw_e, fw_a, fw_c} = {d_set, e_set, a_set, c_set};
assign {fn_d, fn_e, fn_a, fn_c} = {d, e, a, c};
`define F_CLAIM(claim) assume (claim)
`include "ifct_writes.svh"
`undef F_CLAIM
assign f_write = enq_write_i && f_by[1];
assign f_next = (f_seen || f_write) ? f_left : '0;
assign f_writes = (d_set & {17{f_by[0]}}) | (e_set & {17{f_by[1]}}) | (a_set & {17{f_by[2]}})
                  | (c_set & {17{f_by[3]}});

// A row that no ENQ has written is FREE: to DEQ and ACK that is nothing.
always_comb begin
  assume (!f_by[1] || enq_write_i || e_set == '0);
  assume (f_seen || !f_write || e_set.state);
  assume (f_seen || !f_by[0] || d_set == '0);
  assume (f_seen || f_write || !f_by[2] || a_set == '0);
end

`define F_SAME(x, f, w) (x.f == f_row.f || !f_known.w)
row_t f_d, f_e, f_a, f_c, f_p;
assign {f_d, f_e, f_a, f_c, f_p} = {deq_row_o, enq_row_o, ack_row_o, chk_row_o, peek_row_o};
always_ff @(posedge clk_i) begin
  f_started <= 1'b1;
  assume (f_started || !rst_ni);
  f_seen  <= rst_ni && (f_seen || f_write);
  f_row   <= rst_ni ? f_next : '0;
  f_known <= !rst_ni ? Unwritten : f_seen ? f_known | f_writes : f_write ? f_writes : Unwritten;
  f_named <= {chk_read_i && chk_id_i == f_id, ack_read_i && ack_id_i == f_id,
              enq_read_i && enq_id_i == f_id, deq_read_i && deq_id_i == f_id} & {4{rst_ni}};
  f_peeked <= peek_i && chk_at_i == f_id && rst_ni;
  f_before <= f_row;
  if (f_started) begin
    assert (seen_q[f_id] == f_seen);
    assert (f_seen ? f_held == f_row : f_row == '0);
    assert (!f_peeked || f_p == f_before);
    if (f_named[0]) begin
      assert (`F_SAME(f_d, state, state));
      assert (`F_SAME(f_d, ordered, ordered));
      assert (`F_SAME(f_d, forced, forced));
      assert (`F_SAME(f_d, level, level));
      assert (`F_SAME(f_d, um, um));
      assert (`F_SAME(f_d, dm, dm));
      assert (`F_SAME(f_d, fvc, way));
      assert (`F_SAME(f_d, fport, way));
      assert (`F_SAME(f_d, data, data));
      assert (`F_SAME(f_d, waits, waits));
      assert (`F_SAME(f_d, flow, flow));
      assert (`F_SAME(f_d, umlim, umlim));
      assert (`F_SAME(f_d, slack, slack));
      assert (`F_SAME(f_d, pace, pace));
    end
    if (f_named[1]) begin
      assert (`F_SAME(f_e, state, state));
      assert (`F_SAME(f_e, level, level));
      assert (`F_SAME(f_e, um, um));
      assert (`F_SAME(f_e, data, data));
      assert (`F_SAME(f_e, waits, waits));
    end
    if (f_named[2]) begin
      assert (`F_SAME(f_a, state, state));
      assert (`F_SAME(f_a, ordered, ordered));
      assert (`F_SAME(f_a, level, level));
      assert (`F_SAME(f_a, rec, rec));
      assert (`F_SAME(f_a, data, data));
      assert (`F_SAME(f_a, waits, waits));
      assert (`F_SAME(f_a, flow, flow));
      assert (`F_SAME(f_a, slack, slack));
      assert (`F_SAME(f_a, mark, mark));
      assert (`F_SAME(f_a, hold, hold));
    end
    if (f_named[3]) begin
      assert (`F_SAME(f_c, state, state));
      assert (`F_SAME(f_c, um, um));
      assert (`F_SAME(f_c, data, data));
      assert (`F_SAME(f_c, mark, mark));
      assert (`F_SAME(f_c, hold, hold));
      assert (`F_SAME(f_c, dmt, dmt));
      assert (`F_SAME(f_c, pace, pace));
    end
  end
end
`undef F_SAME
