// SPDX-License-Identifier: Apache-2.0
/// Contract of switch_path (docs/reference/switch-rtl.md, FS-*), included in the module under
/// FORMAL, with the assertions of all that is in it. All clocks run. Links, beats, messages,
/// declarations, deaths and answers are any, but for what is assumed:
///   reset       the first cycle is one of reset, no other
///   FS-DEC      an answer comes two edges after its question, and at no other; it may be any
///   FS-XON      who sends to an input begins a packet only if he was told XON: he hears it F_D
///               cycles late at most, and his beats take F_D at most. So a head comes only if XON
///               was shown after one of the 2 F_D edges before. How late may change at will
///   FAB-LEN-2   the mark leaves room for what can start meanwhile; F_L: length of all packets, 0:
///               any up to F_LMAX
///   FS-INIT     a link comes back when it is clear at this end, and its sender begins nothing
///               before he has heard the level that is said anew: the page says by what rules.
///               With F_AT_ONCE he counts XON as given and begins: then the proof has to fail
localparam F_D = `F_D;
localparam F_L = `F_L;
localparam F_LMAX = (F_L != 0) ? F_L : `F_LMAX;
localparam F_ENOUGH = (F_L != 0) ? (2 * F_D + F_L - 1) / F_L * F_L : F_LMAX + 2 * F_D - 1;
localparam F_MARGIN = F_ENOUGH - `F_LESS;  // F_LESS is not 0 where the proof has to fail

(* hierconn *) wire \i_inputs.f_runs ;
(* hierconn *) wire [M-1:0] \i_inputs.in_q ;
(* hierconn *) wire [M-1:0] \i_inputs.cut_q ;
(* hierconn *) wire [M*LEN_W-1:0] \i_inputs.f_left ;
(* hierconn *) wire [M-1:0] \i_inputs.write ;
(* hierconn *) wire [M-1:0] \i_inputs.tail ;
(* hierconn *) wire [M-1:0] \i_inputs.bad ;
(* hierconn *) wire [M-1:0] \i_inputs.reading_q ;
(* hierconn *) wire [M-1:0] \i_inputs.routing_q ;
(* hierconn *) wire [M-1:0] \i_inputs.some ;
(* hierconn *) wire [M*32-1:0] \i_inputs.f_used ;
(* hierconn *) wire [M*LEN_W-1:0] \i_inputs.f_to_come ;
(* hierconn *) wire [M-1:0] \i_inputs.f_asks ;
(* hierconn *) wire [M*M-1:0] \i_inputs.f_wants ;
(* hierconn *) wire [M-1:0] \i_inputs.wants_q ;
(* hierconn *) wire [M*M-1:0] \i_inputs.want_q ;
(* hierconn *) wire [M-1:0] \i_request.asked_o ;
(* hierconn *) wire [M-1:0] \i_request.after_q ;
(* hierconn *) wire [M*M-1:0] \i_outputs.after_q ;
(* hierconn *) wire [M-1:0] \i_outputs.busy_q ;
(* hierconn *) wire [M-1:0] \i_outputs.f_held ;
(* hierconn *) wire [M*M-1:0] \i_outputs.holder_q ;
(* hierconn *) wire [M*M-1:0] \i_outputs.reads ;
(* hierconn *) wire [M-1:0] \i_outputs.begins ;
(* hierconn *) wire [M-1:0] \i_request.f_under_way ;
(* hierconn *) wire [1:0] \i_request.sent_q ;

// ---------------------------------------------------------------------------------- assumptions
logic       f_run = 1'b0;
logic [1:0] f_sent;
always_ff @(posedge clk_i) begin
  f_run  <= 1'b1;
  f_sent <= rst_ni ? {f_sent[0], req_valid_o} : '0;
end
always_comb begin
  assume (rst_ni == f_run);
  assume (32'(xon_most_i) == DEPTH - F_MARGIN);
  assume (!rst_ni || gnt_valid_i == f_sent[1]);
end
`ifdef SELVAGE_BUGS
// In the one cycle of reset, too, the others are not there.
always_comb assume (32'(bug_i) == `F_BUG && 32'(bug_q) == `F_BUG);
`endif

// ---------------------------------------------------------------------------------- arrivals
// As the page has them: FS-RX-1, FS-RX-2, FS-RX-3.
localparam F_AW = 8;
`ifdef F_AT_ONCE
localparam [F_AW-1:0] F_ANEW = 1;
`else
localparam [F_AW-1:0] F_ANEW = 100;
`endif
logic [M-1:0]       f_in, f_cut;
logic [M*LEN_W-1:0] f_left;
logic [M-1:0]       f_first, f_breaks, f_writes, f_last;
logic [LEN_W-1:0]   f_len[M];
logic [LEN_W-1:0]   f_rest[M];  // beats of its packet from this one on
logic [M*F_AW-1:0]  f_ago, f_age;     // edges since XON was shown last
logic [M*F_AW-1:0]  f_came, f_since;  // beats of packets that have begun behind it
logic [M-1:0]       f_xon;

always_comb begin
  for (int p = 0; p < M; p = p + 1) begin
    f_len[p]    = data_q[p*DATA_W+WAY_W+:LEN_W];
    f_first[p]  = ok_q[p] && beat[p] && head_q[p] && !f_in[p] && f_len[p] != '0
                  && 32'(f_len[p]) <= DEPTH;
    f_rest[p]   = f_in[p] ? f_left[p*LEN_W+:LEN_W] : f_len[p];
    f_last[p]   = f_rest[p] == LEN_W'(1);
    f_breaks[p] = (f_in[p] && (!ok_q[p] || (beat[p] && head_q[p])))
                  || ((f_in[p] || f_first[p]) && ok_q[p] && beat[p] && tail_q[p] && !f_last[p]);
    f_writes[p] = f_first[p] || (f_in[p] && (f_cut[p] || f_breaks[p] || (ok_q[p] && beat[p])));
    f_age[p*F_AW+:F_AW]   = rx_xon_o[p] ? F_AW'(1) : f_ago[p*F_AW+:F_AW];
    f_since[p*F_AW+:F_AW] = rx_xon_o[p] ? '0 : f_came[p*F_AW+:F_AW];
  end
end
always_ff @(posedge clk_i) begin
  for (int p = 0; p < M; p = p + 1) begin
    if (!path_rst_n) begin
      f_in[p]  <= 1'b0;
      f_cut[p] <= 1'b0;
    end else begin
      f_in[p]  <= (f_in[p] || f_first[p]) && !(f_writes[p] && f_last[p]) && !link_init_i[p];
      f_cut[p] <= (f_cut[p] || f_breaks[p]) && !f_last[p] && !link_init_i[p];
    end
    f_left[p*LEN_W+:LEN_W] <= f_rest[p] - LEN_W'(f_writes[p]);
    f_ago[p*F_AW+:F_AW]    <= !path_rst_n ? F_AW'(1) : link_init_i[p] ? F_ANEW
                              : f_age[p*F_AW+:F_AW] + F_AW'(32'(f_age[p*F_AW+:F_AW]) < 100);
    f_came[p*F_AW+:F_AW]   <= !path_rst_n ? '0
                              : f_since[p*F_AW+:F_AW] + (f_first[p] ? F_AW'(f_len[p]) : '0);
    f_xon[p]               <= !path_rst_n
                              || \i_inputs.f_used [p*32+:32] + (f_first[p] ? 32'(f_len[p]) : 0)
                                 <= 32'(xon_most_q);
  end
end
always_comb begin
  assert (\i_inputs.f_runs == f_run);
  if (rst_ni) begin
    assert (32'(xon_most_q) == DEPTH - F_MARGIN);
    for (int p = 0; p < M; p = p + 1) begin
      assume (!f_first[p] || 32'(f_age[p*F_AW+:F_AW]) <= 2 * F_D);                    // FS-XON
      assume (!f_first[p] || ((F_L == 0) ? 32'(f_len[p]) <= F_LMAX : 32'(f_len[p]) == F_L));
      assume (!link_init_i[p] || (clear_o[p] && !ok_q[p]));                           // FS-INIT
      // FS-RX-1..3: what is written of what comes
      assert (f_in[p] == \i_inputs.in_q [p] && f_cut[p] == \i_inputs.cut_q [p]);
      assert (!f_cut[p] || f_in[p]);
      assert (!f_in[p] || f_left[p*LEN_W+:LEN_W] == \i_inputs.f_left [p*LEN_W+:LEN_W]);
      assert (f_writes[p] == \i_inputs.write [p]);
      assert (!f_writes[p] || f_last[p] == \i_inputs.tail [p]);
      assert (!f_writes[p] || \i_inputs.bad [p] == (f_last[p]
              && (f_cut[p] || f_breaks[p] || bad_q[p] || !tail_q[p])));
      assert (malformed_o[p] == (ok_q[p] && beat[p]
              && ((!f_in[p] && !f_first[p]) || f_breaks[p] || (f_last[p] && !tail_q[p]))));
      // FS-XON, and that there is room for all that may come
      assert (rx_xon_o[p] == f_xon[p]);
      assert (!f_first[p] || \i_inputs.f_used [p*32+:32] + 32'(f_len[p]) <= DEPTH);
      assert (\i_inputs.f_used [p*32+:32] <= 32'(xon_most_q) + 32'(f_since[p*F_AW+:F_AW]));
      assert (32'(f_since[p*F_AW+:F_AW]) <= F_ENOUGH);
      assert (F_L == 0 || 32'(f_since[p*F_AW+:F_AW]) % ((F_L == 0) ? 1 : F_L) == 0);
      assert (32'(f_since[p*F_AW+:F_AW]) < 32'(f_age[p*F_AW+:F_AW])
              + (f_in[p] ? 32'(f_left[p*LEN_W+:LEN_W]) : 0));
      assert (f_age[p*F_AW+:F_AW] != '0 && 32'(f_age[p*F_AW+:F_AW]) <= 100);
      assert (!f_in[p] || (f_left[p*LEN_W+:LEN_W] != '0
              && 32'(f_left[p*LEN_W+:LEN_W]) < F_LMAX));
    end
  end
end

// ---------------------------------------------------------------------------------- turns
// FS-REQ and FS-ARB: of those that ask, or want an output, the first at or behind the one behind
// the last that was heard.
logic [PW-1:0]   f_next_asks;
logic [M*PW-1:0] f_next;
logic [M-1:0]    f_heard, f_may;  // f_may: XON counts as given
logic [M*M-1:0]  f_winner;

function automatic [M-1:0] f_pick(input [M-1:0] asks, input [PW-1:0] first);
  f_pick = '0;
  for (int k = M - 1; k >= 0; k = k - 1) begin
    if (asks[(32'(first)+k)%M]) f_pick = M'(1) << ((32'(first) + k) % M);
  end
endfunction
always_comb begin
  f_heard  = f_pick(\i_inputs.f_asks , f_next_asks);
  f_winner = '0;
  for (int o = 0; o < M; o = o + 1) begin
    f_winner[o*M+:M] = f_pick(\i_inputs.f_wants [o*M+:M], f_next[o*PW+:PW]);
  end
end
always_ff @(posedge clk_i) begin
  for (int i = 0; i < M; i = i + 1) begin
    if (f_heard[i]) f_next_asks <= PW'((i + 1) % M);
    for (int o = 0; o < M; o = o + 1) begin
      if (\i_outputs.begins [o] && f_winner[o*M+i]) f_next[o*PW+:PW] <= PW'((i + 1) % M);
    end
  end
  if (!path_rst_n) begin
    f_next_asks <= '0;
    f_next      <= '0;
  end
end
always_comb begin
  if (rst_ni) begin
    assert (\i_request.asked_o == f_heard);
    for (int i = 0; i < M; i = i + 1) begin
      assert (\i_request.after_q [i] == (f_next_asks != '0 && 32'(f_next_asks) <= i));
    end
    for (int o = 0; o < M; o = o + 1) begin
      assert (\i_outputs.begins [o] == (f_winner[o*M+:M] != '0 && !\i_outputs.busy_q [o]
                                         && !msg_valid_i[o] && f_may[o]));
      assert (!\i_outputs.begins [o] || \i_outputs.reads [o*M+:M] == f_winner[o*M+:M]);
      for (int i = 0; i < M; i = i + 1) begin
        assert (\i_outputs.after_q [o*M+i] == (f_next[o*PW+:PW] != '0 && 32'(f_next[o*PW+:PW]) <= i));
      end
    end
  end
end

// ---------------------------------------------------------------------------------- departures
// What the last edge had: XON counted as given, a message, the switch's death.
logic [M-1:0]       f_may_last, f_message_last;
logic               f_wiped_last;
logic [M*MSG_W-1:0] f_message;
logic [M-1:0]       f_open, f_opens;   // a packet is under way on the wire: before, behind what is shown
logic [M*LEN_W-1:0] f_togo, f_togo_now;  // its beats behind the one that is shown
logic [M-1:0]       f_shows;
logic [LEN_W-1:0]   f_says[M];

always_comb begin
  for (int o = 0; o < M; o = o + 1) begin
    f_says[o]  = tx_data_o[o*DATA_W+WAY_W+:LEN_W];
    f_shows[o] = tx_sym_o[2*o+:2] == 2'd1;
    f_opens[o] = (f_open[o] || tx_head_o[o]) && !tx_tail_o[o];
    f_togo_now[o*LEN_W+:LEN_W] = (tx_head_o[o] ? f_says[o] : f_togo[o*LEN_W+:LEN_W]) - LEN_W'(f_shows[o]);
  end
end
always_ff @(posedge clk_i) begin
  f_may          <= !rst_ni ? '1 : (tx_ok_i & tx_xon_i) | (~tx_ok_i & f_may) | down_q | link_init_i
                                   | ({M{wipe_q}} & ~tx_ok_i);
  f_may_last     <= f_may;
  f_message_last <= rst_ni ? msg_valid_i : '0;
  f_message      <= msg_data_i;
  f_wiped_last   <= !path_rst_n;
  f_open         <= path_rst_n ? f_opens : '0;
  f_togo         <= f_togo_now;
end

function automatic logic f_legal(input int i, input int o);
  f_legal = i != o && (root_q || i < H || o < H);
endfunction
always_comb begin
  if (rst_ni) begin
    // one input an output, one output an input, none its own, from above never above
    assert (\i_outputs.f_held == \i_inputs.reading_q );
    for (int o = 0; o < M; o = o + 1) begin
      for (int i = 0; i < M; i = i + 1) begin
        assert (!\i_inputs.wants_q [i] || !\i_inputs.want_q [i*M+o] || f_legal(i, o));  // FS-DEC
        if (\i_outputs.busy_q [o] || \i_outputs.begins [o]) begin
          assert (!\i_outputs.reads [o*M+i] || f_legal(i, o));
          for (int k = 0; k < M; k = k + 1) begin
            assert (k == o || !(\i_outputs.busy_q [k] || \i_outputs.begins [k])
                    || !(\i_outputs.reads [o*M+i] && \i_outputs.reads [k*M+i]));
            assert (k == i || !(\i_outputs.reads [o*M+i] && \i_outputs.reads [o*M+k]));
          end
`ifdef F_RING
          assert (!\i_outputs.busy_q [o] || !\i_outputs.holder_q [o*M+i]
                  || f_togo_now[o*LEN_W+:LEN_W] == \i_inputs.f_to_come [i*LEN_W+:LEN_W]);
`endif
        end
      end
      // FS-DOWN, FS-ARB, FS-MSG
      assert (!\i_outputs.begins [o] || !dead_q[o]);
      assert (!tx_head_o[o] || (f_may_last[o] && !f_message_last[o]));
      assert ((tx_sym_o[2*o+:2] == 2'd2) == f_message_last[o] && tx_sym_o[2*o+:2] != 2'd3);
      assert (!f_message_last[o] || tx_data_o[o*DATA_W+:MSG_W] == f_message[o*MSG_W+:MSG_W]);
      // what is on the wire is packets, as long as their heads say (FS-RX-1)
      assert (!(tx_head_o[o] || tx_tail_o[o] || tx_bad_o[o]) || f_shows[o]);
      assert (!tx_bad_o[o] || tx_tail_o[o]);
      assert (!f_shows[o] || tx_head_o[o] == !f_open[o]);
`ifdef F_RING
      assert (!tx_head_o[o] || (f_says[o] != '0 && 32'(f_says[o]) <= F_LMAX));
      assert (!f_shows[o] || tx_tail_o[o] == (f_togo_now[o*LEN_W+:LEN_W] == '0));
`endif
      // FS-DIE
      assert (!f_wiped_last || (\i_inputs.f_used == '0 && f_in == '0 && rx_xon_o == '1
              && (f_shows | f_opens) == '0));
      // what makes it inductive
      assert (xon_q[o] == f_may[o]);
      assert (f_opens[o] == \i_outputs.busy_q [o]);
    end
    cover (\i_inputs.f_used [31:0] == DEPTH);  // the bound is reached
    assert (\i_request.f_under_way == \i_inputs.routing_q );
    assert (\i_request.sent_q == f_sent);
  end
end
`ifdef F_WAIT
`include "switch_wait_props.svh"
`endif
