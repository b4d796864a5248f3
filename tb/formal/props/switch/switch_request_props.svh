// SPDX-License-Identifier: Apache-2.0
/// Contract of switch_request (FS-DEC), included in the module under FORMAL: who asked R edges ago
/// and what becomes of the answer, in plain loops. Who asks: switch_path_props.svh.
logic [R*M-1:0] f_asked;   // who asked, stage by stage
logic [R-1:0]   f_worked;  // cycles before this one in which the control was at work, bit 0 the last
logic [M-1:0]   f_under_way;
logic           f_dead, f_stale, f_drop;

always_comb begin
  f_under_way = '0;
  for (int s = 0; s < R; s = s + 1) f_under_way = f_under_way | f_asked[s*M+:M];
  // nowhere: the control says so, there is no such port, or no way from this one to it
  f_drop = drop;
  for (int p = 0; p < M; p = p + 1) begin
    if (f_asked[(R-1)*M+p] && (32'(port) == p || (!root_i && p >= M / 2 && 32'(port) >= M / 2))) begin
      f_drop = 1'b1;
    end
  end
  if (32'(port) >= M) f_drop = 1'b1;
  f_dead  = !f_drop && dead_i[port];
  f_stale = work_i;
  for (int s = 0; s < R - 1; s = s + 1) f_stale = f_stale | f_worked[s];
end

always_ff @(posedge clk_i) begin
  f_worked <= {f_worked[R-2:0], work_i};
  f_asked  <= (!rst_ni || wipe_i) ? '0 : {f_asked[(R-1)*M-1:0], asked_o};
end

`ifdef F_ALONE
// without the headers that ask (switch_path_props.svh)
logic f_run = 1'b0;
always_ff @(posedge clk_i) f_run <= 1'b1;
always_comb begin
  assume (rst_ni == f_run);
  assume (!rst_ni || gnt_valid_i == sent_q[1]);
  assume ((ask_i & f_under_way) == '0 && (retry_i & ~answer_o) == '0);
end
`endif

// an input has one question under way at most
logic f_once;
always_comb begin
  f_once = 1'b1;
  for (int s = 0; s < R; s = s + 1) begin
    if ((f_asked[s*M+:M] & (f_asked[s*M+:M] - M'(1))) != '0) f_once = 1'b0;
    for (int k = 0; k < s; k = k + 1) begin
      if ((f_asked[s*M+:M] & f_asked[k*M+:M]) != '0) f_once = 1'b0;
    end
  end
end

always_comb begin
  if (rst_ni) begin
    assert (req_valid_o == (asked_o != '0 && !wipe_i));
    assert (answer_o == f_asked[(R-1)*M+:M]);
    if (answer_o != '0) begin
      assert (answer_again_o == (f_dead && f_stale));
      assert (answer_drop_o == (f_drop || (f_dead && !f_stale)));
      assert (answer_want_o == (f_drop ? '0 : M'(1) << port));
      assert (answer_take_o == (f_dead || f_drop ? '0 : M'(1) << port));
    end
    // what makes it inductive
    for (int s = 0; s < R; s = s + 1) assert (asked_q[s] == f_asked[s*M+:M]);
    assert (worked_q == f_worked[R-2:0]);
    assert (f_once);
    assert (asked_q[0] == '0 || sent_q[0]);
    assert (asked_q[1] == '0 || sent_q[1]);
  end
end
