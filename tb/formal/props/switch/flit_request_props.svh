// SPDX-License-Identifier: Apache-2.0
/// Questions and answers of a wormhole router (WR-ASK, WR-ANS, WR-NEWS), included in flit_request
/// under FORMAL: the page's words beside the RTL. Headers, what is free, credits, tails, news and
/// answers are any; resets, as of a node that dies, may come at any edge. Assumed, from where it is
/// proved alone (F_GIVEN): a header comes to a front where there is none, or behind one that goes.
/// Assumed always: an answer comes two edges after its question, and at no other (R = 2).
///   f_header  headers that hold no channel and are not dropped: each of them has to ask, is being
///             answered or waits, and is in one of these states alone
///   f_for     rows of headers: the ports for whose channels one waits
/// F_BOUND: a header that has to ask, an arbitrary one, does so after C - 1 others at most.
`include "flit_turns.svh"
logic [C-1:0]    f_header, f_need, f_wait, f_asks, f_woken, f_later, f_answered;
logic [C*P-1:0]  f_for;
logic [1:0]      f_sent;
logic [C-1:0]    f_asked1, f_asked2, f_free1, f_free2;
logic            f_news1, f_news2;
logic [F_CW-1:0] f_last;  // asked last; C - 1 after a reset
logic [C-1:0]    f_ask, f_take, f_left;
logic [P-1:0]    f_ports;  // that the answer is about
logic            f_takes, f_waits, f_again, f_drops, f_any, f_new;

// WR-ANS
always_comb begin
  f_ports = '0;
  for (int p = 0; p < P; p = p + 1) begin
    for (int v = 0; v < V; v = v + 1) begin
      if (exists_i[p*V+v]
          && (ans_eject_i ? p == P - 1 : p < P - 1 && ans_legal_i[(p%(P-1))*V+:V] != '0)) begin
        f_ports[p] = 1'b1;
      end
    end
  end
  f_any   = 1'b0;  // a channel of one of these exists
  f_new   = 1'b0;  // and is free now and was not then
  f_take  = '0;
  f_again = 1'b0;
  f_waits = 1'b0;
  for (int p = 0; p < P; p = p + 1) begin
    for (int v = 0; v < V; v = v + 1) begin
      if (f_ports[p] && exists_i[p*V+v]) begin
        f_any = 1'b1;
        if (free_i[p*V+v] && !f_free2[p*V+v]) f_new = 1'b1;
      end
    end
  end
  f_drops = ans_valid_i && ans_drop_i;
  if (ans_valid_i && !ans_drop_i) begin
    if (ans_eject_i) begin
      for (int v = V - 1; v >= 0; v = v - 1) begin
        if (free_i[N+v]) f_take = C'(1) << (N + v);
      end
      f_again = f_take == '0 && f_free2[C-1:N] != '0;
      f_waits = f_take == '0 && !f_again;
    end else if (ans_take_i != '0) begin
      for (int c = 0; c < N; c = c + 1) if (ans_take_i[c] && free_i[c]) f_take[c] = 1'b1;
      f_again = f_take == '0;
    end else begin
      f_again = f_news2 || f_new || !f_any;
      f_waits = !f_again;
    end
  end
  f_takes = f_take != '0;
end

// WR-ASK, WR-VC, WR-NEWS
always_comb begin
  f_woken = '0;
  f_later = '0;
  for (int c = 0; c < C; c = c + 1) begin
    for (int o = 0; o < C; o = o + 1) begin
      if (f_wait[c] && f_for[c*P+o/V] && freed_i[o]) f_woken[c] = 1'b1;
      if (((f_wait[c] && f_for[c*P+o/V]) || (f_waits && f_asked2[c] && f_ports[o/V]))
          && given_i[o]) f_later[c] = 1'b1;
    end
    if (news_i && (f_wait[c] || (f_waits && f_asked2[c]))) f_later[c] = 1'b1;
  end
  f_later = f_later & ~f_woken;
  f_asks  = f_need | front_i | f_woken | (f_again ? f_asked2 : '0);
  f_ask   = f_pick(f_asks, f_last);
  f_left  = free_i & ~f_take;
end
assign f_answered = f_takes || f_drops ? f_asked2 : '0;

always_ff @(posedge clk_i) begin
  f_free1 <= f_left;
  f_free2 <= f_free1;
  for (int c = 0; c < C; c = c + 1) begin
    if (f_waits && f_asked2[c]) f_for[c*P+:P] <= f_ports;
    if (f_ask[c]) f_last <= F_CW'(c);
  end
  f_header <= (((f_header | front_i) & ~f_answered) | next_i);
  f_need   <= ((f_asks & ~f_ask) | next_i | f_later);
  f_wait   <= ((f_wait & ~f_woken) | (f_waits ? f_asked2 : '0)) & ~f_later;
  f_asked1 <= f_ask;
  f_asked2 <= f_asked1;
  f_news1  <= news_i;
  f_news2  <= f_news1 | news_i;
  f_sent   <= {f_sent[0], f_asks != '0};
  if (!rst_ni) begin
    {f_header, f_need, f_wait, f_asked1, f_asked2, f_sent, f_news1, f_news2} <= '0;
    f_last <= F_CW'(C - 1);
  end
end

always_comb begin
  if (rst_ni) begin
    assume (ans_valid_i == f_sent[1]);
    assume ((ans_take_i & (ans_take_i - N'(1))) == '0);
    for (int p = 0; p < P; p = p + 1) assume (exists_i[p*V+:V] == '0 || exists_i[p*V+:V] == '1);
    `F_GIVEN ((front_i & f_header) == '0);
    `F_GIVEN ((next_i & ((f_header | front_i) & ~f_answered)) == '0);
    assert (ask_o == f_ask && ask_free_o == f_left[N-1:0]);
    assert (grant_out_o == f_take && grant_o == (f_takes ? f_asked2 : '0));
    assert ((f_take & ~free_i) == '0 && (f_take & (f_take - C'(1))) == '0);
    assert (drop_o == (f_drops ? f_asked2 : '0));
    if (ans_valid_i) begin
      assert (dec_in_o == f_asked2);
      assert (dec_kind_o == (f_drops ? 3'd4 : f_again ? 3'd3 : f_waits ? 3'd2 : 3'd1));
    end
    // a header is in one state
    assert (f_header == (f_need | f_wait | f_asked1 | f_asked2));
    assert ((f_need & f_wait) == '0 && ((f_need | f_wait) & (f_asked1 | f_asked2)) == '0
            && (f_asked1 & f_asked2) == '0);
    // what makes it inductive
    assert (need_q == f_need && waiting_q == f_wait && in1_q == f_asked1 && in2_q == f_asked2);
    assert ((f_asked1 & (f_asked1 - C'(1))) == '0 && (f_asked2 & (f_asked2 - C'(1))) == '0);
    assert (f_sent[0] == (f_asked1 != '0) && f_sent[1] == (f_asked2 != '0));
    assert (!f_sent[0] || free1_q == f_free1);
    assert (!f_sent[1] || (free2_q == f_free2 && stale2_q == f_news2));
    assert (stale1_q == f_news1);
    assert (32'(f_last) < C);
    for (int c = 0; c < C; c = c + 1) begin
      assert (after_q[c] == (32'(f_last) < c && 32'(f_last) != C - 1));
      for (int p = 0; p < P; p = p + 1) assert (!f_wait[c] || wait_q[p][c] == f_for[c*P+p]);
    end
    `F_REACH (!(f_again && ans_take_i != '0));  // overtaken
    `F_REACH (!(f_woken != '0 && f_later != '0));
  end
end

`ifdef F_BOUND
wire [7:0]  f_c = $anyconst;
logic [7:0] f_before, f_others;
logic       f_waited, f_heard;
always_comb begin
  f_waited = 1'b0;
  f_heard  = 1'b0;
  for (int c = 0; c < C; c = c + 1) begin
    if (32'(f_c) == c) begin
      f_waited = f_asks[c];
      f_heard  = ask_o[c];
    end
  end
  f_before = (f_c > 8'(f_last)) ? f_c - 8'(f_last) - 8'd1 : f_c + 8'(C) - 8'(f_last) - 8'd1;
end
always_ff @(posedge clk_i) begin
  if (!rst_ni || !f_waited || f_heard) f_others <= '0;
  else if (ask_o != '0) f_others <= f_others + 8'd1;
end
always_comb begin
  assume (32'(f_c) < C);
  if (rst_ni) begin
    assert (32'(f_others) <= C - 1);
    assert (f_others == '0 || f_waited);
    assert (f_others == '0 || 32'(f_others) + 32'(f_before) <= C - 1);
    `F_REACH (!(32'(f_others) == C - 1));  // the bound is reached
  end
end
`endif
