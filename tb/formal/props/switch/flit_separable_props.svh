// SPDX-License-Identifier: Apache-2.0
/// Separable allocation (WR-SA, WH-SA-3), included in flit_separable under FORMAL: the page's
/// words, and how long a request waits. Assumed as in flit_serial_props.svh (F_WANTS).
///   f_read    the channel of an input port by which it was read last
///   f_last    the input channel that an output served last
///   f_choice  of each input port the channel that it chooses; f_grant: rows of outputs, who is
///             served
/// F_BOUND: of an arbitrary input channel: while it asks, each of its port's other channels is
/// served once at most (a packet that is dropped may read the port as often as it has flits); while
/// it is what its port chooses for an output, that output serves C - V others at most, which are
/// those of other ports.
`include "flit_turns.svh"
localparam F_VW = (V > 1) ? $clog2(V) : 1;
logic [P*F_CW-1:0] f_last;
logic [P*F_VW-1:0] f_read;
logic [P*C-1:0]    f_grant;
logic [C-1:0]      f_asked, f_twice, f_choice;

function automatic [V-1:0] f_pick_of_port(input [V-1:0] asks, input [F_VW-1:0] last);
  f_pick_of_port = '0;
  for (int v = V - 1; v >= 0; v = v - 1) if (asks[v]) f_pick_of_port = V'(1) << v;
  for (int v = V - 1; v >= 0; v = v - 1) begin
    if (asks[v] && 32'(last) < v) f_pick_of_port = V'(1) << v;
  end
endfunction

always_comb begin
  f_asked = '0;
  f_twice = '0;
  f_grant = '0;
  for (int o = 0; o < P; o = o + 1) begin
    f_twice         = f_twice | (f_asked & want_i[o*S+:C]);
    f_asked         = f_asked | want_i[o*S+:C];
    f_grant[o*C+:C] = want_i[o*S+:C] & sent_o;
  end
  for (int p = 0; p < P; p = p + 1) begin
    f_choice[p*V+:V] = f_pick_of_port(f_asked[p*V+:V] & ~used_i[p*V+:V], f_read[p*F_VW+:F_VW]);
  end
end
always_ff @(posedge clk_i) begin
  for (int p = 0; p < P; p = p + 1) begin
    for (int c = 0; c < C; c = c + 1) begin
      if (f_grant[p*C+c]) f_last[p*F_CW+:F_CW] <= F_CW'(c);
    end
    for (int v = 0; v < V; v = v + 1) begin
      if (sent_o[p*V+v]) f_read[p*F_VW+:F_VW] <= F_VW'(v);
    end
  end
  if (!rst_ni) begin
    f_last <= '0;  // channel 0, behind which all channels of the other ports are
    for (int p = 0; p < P; p = p + 1) f_read[p*F_VW+:F_VW] <= F_VW'(p == 0 ? 0 : V - 1);
  end
end

always_comb begin
  if (rst_ni) begin
    `F_WANTS (f_twice == '0);
    assert ((sent_o & ~f_asked) == '0 && (sent_o & used_i) == '0);
    for (int p = 0; p < P; p = p + 1) begin
      `F_WANTS (used_i[p*V+:V] == '0 || used_i[p*V+:V] == '1);
      // one flit of an input port, one to an output port
      assert ((sent_o[p*V+:V] & (sent_o[p*V+:V] - V'(1))) == '0);
      assert ((f_grant[p*C+:C] & (f_grant[p*C+:C] - C'(1))) == '0);
      // of what ports choose the first behind the last
      assert (f_grant[p*C+:C] == f_pick(want_i[p*S+:C] & f_choice, f_last[p*F_CW+:F_CW]));
      // what makes it inductive
      assert (32'(f_last[p*F_CW+:F_CW]) < C && 32'(f_read[p*F_VW+:F_VW]) < V);
      for (int c = 0; c < C; c = c + 1) begin
        assert (after_q[p*S+c] == (32'(f_last[p*F_CW+:F_CW]) < c));
      end
      for (int v = 0; v < V; v = v + 1) begin
        assert (behind_q[p*V+v] == (32'(f_read[p*F_VW+:F_VW]) < v)
                || (behind_q[p*V+:V] == '1 && 32'(f_read[p*F_VW+:F_VW]) == V - 1));
      end
    end
  end
end

`ifdef F_BOUND
wire [7:0]       f_c = $anyconst;
logic            f_wants, f_chosen, f_sent, f_serves, f_beside;
logic [F_CW-1:0] f_turn_of;
logic [7:0]      f_in_port, f_before;   // others that come before it: of its port, of its output
logic [7:0]      f_reads, f_others;     // while it asked; while it was chosen
logic [7:0]      f_o, f_o_last;         // the output that it asks for
function automatic [7:0] f_behind(input [7:0] c);  // places behind the first whose turn it is
  f_behind = (c > 8'(f_turn_of)) ? c - 8'(f_turn_of) - 8'd1 : c + 8'(C) - 8'(f_turn_of) - 8'd1;
endfunction
always_comb begin
  f_wants   = 1'b0;
  f_chosen  = 1'b0;
  f_sent    = 1'b0;
  f_serves  = 1'b0;
  f_beside  = 1'b0;
  f_turn_of = '0;
  f_o       = '0;
  f_in_port = '0;
  for (int c = 0; c < C; c = c + 1) begin
    if (32'(f_c) == c) begin
      f_chosen  = f_choice[c];
      f_sent    = sent_o[c];
      f_in_port = 8'(c % V) - 8'(f_read[(c/V)*F_VW+:F_VW]) - 8'd1;
      if (32'(f_read[(c/V)*F_VW+:F_VW]) >= c % V) f_in_port = f_in_port + 8'(V);
      for (int v = 0; v < V; v = v + 1) begin
        if (v != c % V && sent_o[c/V*V+v]) f_beside = 1'b1;
      end
      for (int o = 0; o < P; o = o + 1) begin
        if (want_i[o*S+c]) begin
          f_wants   = 1'b1;
          f_o       = 8'(o);
          f_turn_of = f_last[o*F_CW+:F_CW];
          f_serves  = f_grant[o*C+:C] != '0;
        end
      end
    end
  end
  f_before = '0;
  for (int c = 0; c < C; c = c + 1) begin
    if (c / V != 32'(f_c) / V && f_behind(8'(c)) < f_behind(f_c)) f_before = f_before + 8'd1;
  end
end
always_ff @(posedge clk_i) begin
  f_o_last <= f_o;
  if (!rst_ni || !f_wants || f_sent) f_reads <= '0;
  else f_reads <= f_reads + 8'(f_beside);
  if (!rst_ni || !f_chosen || f_sent) f_others <= '0;
  else f_others <= (f_o == f_o_last ? f_others : 8'd0) + 8'(f_serves);
end
always_comb begin
  assume (32'(f_c) < C);
  if (rst_ni) begin
    assert (!f_chosen || f_serves);
    assert (32'(f_reads) <= V - 1);
    assert (f_reads == '0 || !f_wants || 32'(f_reads) + 32'(f_in_port) <= V - 1);
    assert (32'(f_others) <= C - V);
    assert (f_others == '0 || !f_chosen || f_o != f_o_last || 32'(f_others) + 32'(f_before) <= C - V);
    `F_REACH (!(32'(f_others) == C - V && 32'(f_reads) == V - 1));  // both bounds are reached
  end
end
`endif
