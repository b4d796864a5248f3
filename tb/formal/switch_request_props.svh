// SPDX-License-Identifier: Apache-2.0
/// Contract of switch_request (FS-REQ, FS-DEC), included in the module under FORMAL: whose turn it
/// is, who asked R edges ago and what becomes of the answer, in plain loops.
localparam F_IW = $clog2(M);
logic [F_IW-1:0] f_next;   // the input whose turn is first
logic [M-1:0]    f_first;  // of those that ask, the first at or behind it
logic [R*M-1:0]  f_asked;  // who asked, stage by stage
logic [R-1:0]    f_worked; // cycles before this one in which the control was at work, bit 0 the last
logic [M-1:0]    f_under_way;
logic            f_dead, f_stale;

always_comb begin
  f_first     = '0;
  f_under_way = '0;
  for (int k = M - 1; k >= 0; k = k - 1) begin
    if (ask_i[(32'(f_next)+k)%M]) f_first = M'(1) << ((32'(f_next) + k) % M);
  end
  for (int s = 0; s < R; s = s + 1) f_under_way = f_under_way | f_asked[s*M+:M];
  f_dead  = !drop && dead_i[port];
  f_stale = work_i;
  for (int s = 0; s < R - 1; s = s + 1) f_stale = f_stale | f_worked[s];
end

always_ff @(posedge clk_i) begin
  f_worked <= {f_worked[R-2:0], work_i};
  if (!rst_ni || wipe_i) begin
    f_next  <= '0;
    f_asked <= '0;
  end else begin
    f_asked <= {f_asked[(R-1)*M-1:0], f_first};
    for (int i = 0; i < M; i = i + 1) if (f_first[i]) f_next <= F_IW'((i + 1) % M);
  end
end

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
    assert (asked_o == f_first);
    assert (req_valid_o == (ask_i != '0 && !wipe_i));
    assert (answer_o == f_asked[(R-1)*M+:M]);
    if (answer_o != '0) begin
      assert (answer_again_o == (f_dead && f_stale));
      assert (answer_drop_o == (drop || (f_dead && !f_stale)));
      assert (drop || answer_want_o == M'(1) << port);
    end
    // what makes it inductive
    for (int i = 0; i < M; i = i + 1) assert (after_q[i] == (f_next != '0 && 32'(f_next) <= i));
    for (int s = 0; s < R; s = s + 1) assert (asked_q[s] == f_asked[s*M+:M]);
    assert (worked_q == f_worked[R-2:0]);
    assert (f_once);
    assert (asked_q[0] == '0 || sent_q[0]);
    assert (asked_q[1] == '0 || sent_q[1]);
  end
end
