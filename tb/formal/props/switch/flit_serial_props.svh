// SPDX-License-Identifier: Apache-2.0
/// Serial allocation (WR-SA), included in flit_serial under FORMAL: the page's words, output by
/// output, and how long a request waits. Requests, the order and ports that are read are any, but
/// for what is assumed where it is proved alone (F_WANTS): an input channel wants one output at
/// most, and ports are read with all their channels. Resets may come at any edge.
///   f_last   the input channel that an output served last
///   f_grant  rows of outputs: the input channel that it serves in this edge
///   f_early  rows of outputs: channels of ports that are read before its turn comes, drops
///            included
/// F_BOUND: of an arbitrary input channel and output: while the one wants the other, and its port
/// is not read before the turn of that output comes, that output serves C - 1 others at most. There
/// is no bound without that: an output passes over a channel whose port is read (F_PASSED: it is
/// shown that one may stand for 2 C grants of its output, with turns as they come).
`include "flit_turns.svh"
logic [P*F_CW-1:0] f_last;
logic [P*C-1:0]    f_grant, f_early;
logic [C-1:0]      f_asked, f_twice;

function automatic [C-1:0] f_ports(input [C-1:0] channels);
  for (int p = 0; p < P; p = p + 1) f_ports[p*V+:V] = {V{channels[p*V+:V] != '0}};
endfunction
// places in the order of this edge
function automatic [7:0] f_place(input [7:0] port);
  if (turn_i[0]) f_place = (8'(turn_i[PW:1]) >= port) ? 8'(turn_i[PW:1]) - port
                                                      : 8'(turn_i[PW:1]) + 8'(P) - port;
  else f_place = (port >= 8'(turn_i[PW:1])) ? port - 8'(turn_i[PW:1])
                                            : port + 8'(P) - 8'(turn_i[PW:1]);
endfunction

always_comb begin
  f_asked = '0;
  f_twice = '0;
  f_grant = '0;
  f_early = {P{used_i}};
  for (int o = 0; o < P; o = o + 1) begin
    f_twice           = f_twice | (f_asked & want_i[o*S+:C]);
    f_asked           = f_asked | want_i[o*S+:C];
    f_grant[o*C+:C] = want_i[o*S+:C] & sent_o;
  end
  for (int o = 0; o < P; o = o + 1) begin
    for (int k = 0; k < P; k = k + 1) begin
      if (f_place(8'(k)) < f_place(8'(o))) begin
        f_early[o*C+:C] = f_early[o*C+:C] | f_ports(f_grant[k*C+:C]);
      end
    end
  end
end
always_ff @(posedge clk_i) begin
  for (int o = 0; o < P; o = o + 1) begin
    if (!rst_ni) f_last[o*F_CW+:F_CW] <= '0;
    else begin
      for (int c = 0; c < C; c = c + 1) begin
        if (f_grant[o*C+c]) f_last[o*F_CW+:F_CW] <= F_CW'(c);
      end
    end
  end
end

always_comb begin
  if (rst_ni) begin
    assume (32'(turn_i) < 2 * P);
    `F_WANTS (f_twice == '0);
    assert ((sent_o & ~f_asked) == '0 && (sent_o & used_i) == '0);
    for (int p = 0; p < P; p = p + 1) begin
      `F_WANTS (used_i[p*V+:V] == '0 || used_i[p*V+:V] == '1);
      // one flit of an input port, one to an output port
      assert ((sent_o[p*V+:V] & (sent_o[p*V+:V] - V'(1))) == '0);
      assert ((f_grant[p*C+:C] & (f_grant[p*C+:C] - C'(1))) == '0);
      // of those whose port is not read yet the first behind the last
      assert (f_grant[p*C+:C] == f_pick(want_i[p*S+:C] & ~f_early[p*C+:C], f_last[p*F_CW+:F_CW]));
      // what makes it inductive
      assert (32'(f_last[p*F_CW+:F_CW]) < C);
      for (int c = 0; c < C; c = c + 1) begin
        assert (after_q[p*S+c] == (32'(f_last[p*F_CW+:F_CW]) < c));
      end
    end
  end
end

`ifdef F_BOUND
wire [7:0]       f_o = $anyconst;
wire [7:0]       f_c = $anyconst;
logic            f_wants, f_stands, f_sent, f_serves;
logic [F_CW-1:0] f_turn_of;
logic [7:0]      f_before;         // others that come before it in the turn of its output
logic [7:0]      f_others, f_all;  // served while it stood; while it wanted
always_comb begin
  f_wants   = 1'b0;
  f_stands  = 1'b0;
  f_sent    = 1'b0;
  f_serves  = 1'b0;
  f_turn_of = '0;
  for (int o = 0; o < P; o = o + 1) begin
    if (32'(f_o) == o) begin
      f_turn_of = f_last[o*F_CW+:F_CW];
      f_serves  = f_grant[o*C+:C] != '0;
      for (int c = 0; c < C; c = c + 1) begin
        if (32'(f_c) == c) begin
          f_wants  = want_i[o*S+c];
          f_stands = want_i[o*S+c] && !f_early[o*C+c];
          f_sent   = f_grant[o*C+c];
        end
      end
    end
  end
  f_before = (f_c > 8'(f_turn_of)) ? f_c - 8'(f_turn_of) - 8'd1
                                   : f_c + 8'(C) - 8'(f_turn_of) - 8'd1;
end
always_ff @(posedge clk_i) begin
  if (!rst_ni || !f_stands || f_sent) f_others <= '0;
  else f_others <= f_others + 8'(f_serves);
  if (!rst_ni || !f_wants || f_sent) f_all <= '0;
  else if (32'(f_all) < 4 * C) f_all <= f_all + 8'(f_serves);
end
`ifdef F_PASSED
logic [7:0] f_now = '0;
always_ff @(posedge clk_i) f_now <= (32'(f_now) == 2 * P - 1) ? 8'd0 : f_now + 8'd1;
always_comb begin
  assume (8'(turn_i) == f_now && used_i == '0 && rst_ni == f_run);
  `F_REACH (!(32'(f_all) == 2 * C));
end
`else
always_comb begin
  assume (32'(f_o) < P && 32'(f_c) < C);
  if (rst_ni) begin
    assert (!f_stands || f_serves);
    assert (32'(f_others) <= C - 1);
    assert (!f_stands || 32'(f_others) + 32'(f_before) <= C - 1);
    `F_REACH (!(32'(f_others) == C - 1));  // the bound is reached
  end
end
`endif
`endif
