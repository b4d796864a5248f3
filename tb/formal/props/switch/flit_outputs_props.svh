// SPDX-License-Identifier: Apache-2.0
/// The output channels of a wormhole router (WR-CRED, WR-SA, WR-TX, WR-VC, WR-MSG, WR-INIT,
/// WR-DIE), included in flit_outputs under FORMAL, with the assertions of the allocator in it.
/// Flits, credits, messages, declarations, deaths and answers are any, but for what is assumed:
///   WH-CRED-1  a credit comes only for a flit that was sent and whose credit is not home:
///              flit_inputs gives one for each flit that leaves it
///   WR-INIT    a link comes back when it is clear at this end and this end has declared it dead;
///              it is declared dead when it is, and up when it has come back; that of the host
///              lives
///   WR-DIE     a node dies with all its links but that of the host
/// What other blocks of the router owe (F_GIVEN): a channel is taken that is free, by a header that
/// stands at a front and holds none; a flit behind a tail is a head, another one is none.
///   f_holder  rows of output channels: the input channel that holds it, from the answer to the
///             tail
///   f_begun   its head has left; f_open, f_from: on the wire a worm is under way, and whose
///   f_away    flits sent whose credits are not home, where credits are counted
localparam F_UW = UW + 2;
logic [C*C-1:0]    f_holder, f_now, f_from;
logic [P*C-1:0]    f_by;    // by port: the input channel whose flit leaves
logic [C-1:0]      f_goes, f_ends, f_shown, f_begun, f_open, f_counted, f_holds, f_twice;
logic [C*F_UW-1:0] f_away;
logic [C-1:0]      f_home;  // a credit comes
logic [P*C-1:0]    f_want;  // by port: input channels with a flit for a channel that may send
logic [C-1:0]      f_held;  // input channels that hold an output channel
logic              f_wiped; // the node died at the last edge
logic [P-1:0]      f_ok_last, f_clear_last, f_exists, f_anew, f_after, f_all_exist;

always_comb begin
  f_holds = '0;
  f_twice = '0;
  f_want  = '0;
  f_held  = '0;
  for (int o = 0; o < C; o = o + 1) begin
    f_now[o*C+:C] = grant_out_i[o] ? grant_i : f_holder[o*C+:C];
    f_goes[o]     = (sent_o & f_now[o*C+:C]) != '0;
    f_ends[o]     = (sent_o & tail_i & f_now[o*C+:C]) != '0;
    f_shown[o]    = tx_valid_o[o/V] && 32'(tx_vc_o[(o/V)*VW+:VW]) == o % V;
    f_counted[o]  = full_i[o*UW+:UW] != '0;
    f_home[o]     = credit_i[o] && ok_i[o/V];
    f_held        = f_held | f_now[o*C+:C];
    if (!taken_i[o/V] && (!ok_i[o/V] || !f_counted[o] || init_i[o/V] || f_home[o]
                          || 32'(f_away[o*F_UW+:F_UW]) < 32'(full_i[o*UW+:UW]))) begin
      f_want[(o/V)*C+:C] = f_want[(o/V)*C+:C] | (f_now[o*C+:C] & have_i);
    end
    f_twice       = f_twice | (f_holds & f_holder[o*C+:C]);
    f_holds       = f_holds | f_holder[o*C+:C];
  end
  for (int p = 0; p < P; p = p + 1) begin
    f_by[p*C+:C] = '0;
    f_after[p]   = 1'b0;  // a channel of it is held after this edge
    for (int v = 0; v < V; v = v + 1) begin
      f_by[p*C+:C] = f_by[p*C+:C] | (f_now[(p*V+v)*C+:C] & sent_o);
      if (f_now[(p*V+v)*C+:C] != '0 && !f_ends[p*V+v] && !wipe_i) f_after[p] = 1'b1;
    end
    f_all_exist[p] = f_exists[p] || p == P - 1;
  end
end

always_ff @(posedge clk_i) begin
  f_ok_last    <= rst_ni ? ok_i : '1;
  f_clear_last <= rst_ni ? clear_o : '1;
  f_wiped      <= rst_ni & wipe_i;
  f_exists     <= (f_exists & ~down_i) | up_i;
  f_anew       <= rst_ni ? (f_anew | init_i) & ~up_i : '0;
  for (int o = 0; o < C; o = o + 1) begin
    if (!rst_ni || wipe_i || f_ends[o]) f_holder[o*C+:C] <= '0;
    else f_holder[o*C+:C] <= f_now[o*C+:C];
    if (!rst_ni || wipe_i || grant_out_i[o] || f_goes[o]) begin
      f_begun[o] <= rst_ni && !wipe_i && f_goes[o] && !f_ends[o];
    end
    if (!rst_ni || wipe_i || !ok_i[o/V]) f_open[o] <= 1'b0;
    else if (f_shown[o]) f_open[o] <= !tx_tail_o[o/V];
    if (f_shown[o] && tx_head_o[o/V]) f_from[o*C+:C] <= f_by[(o/V)*C+:C];
    if (!rst_ni || !ok_i[o/V]) f_away[o*F_UW+:F_UW] <= '0;
    else f_away[o*F_UW+:F_UW] <= f_away[o*F_UW+:F_UW] + F_UW'(f_shown[o] && f_counted[o])
                                                      - F_UW'(f_home[o]);
  end
end

// ---------------------------------------------------------------------------------- assumptions
`ifndef F_WHOLE
logic f_run = 1'b0;  // not in the first cycle, which is one of reset, the only one
always_ff @(posedge clk_i) f_run <= 1'b1;
wire [C*UW-1:0] f_full = $anyconst;
wire            f_at_tail = $anyconst;
always_comb begin
  assume (rst_ni == f_run);
  assume (full_i == f_full && free_at_tail_i == f_at_tail);
end
`ifdef SELVAGE_BUGS
always_comb assume (32'(bug_i) == `F_BUG);
`endif
`endif
always_comb begin
  assume (!init_i[P-1] && !up_i[P-1] && !down_i[P-1] && !taken_i[P-1] && ok_i[P-1]);
  if (!rst_ni) begin
    for (int o = 0; o < C; o = o + 1) assume (exists_i[o] == f_all_exist[o/V]);
    assume ((up_i | down_i) == '0);
  end else begin
    assume (!wipe_i || ok_i[P-2:0] == '0);
    assume ((up_i & down_i) == '0);
    for (int p = 0; p < P; p = p + 1) begin
      `F_GIVEN (used_i[p*V+:V] == '0 || used_i[p*V+:V] == '1);
    end
    for (int p = 0; p < P - 1; p = p + 1) begin
      assume (ok_i[p] && !f_ok_last[p] ? init_i[p] : !init_i[p]);
      assume (!init_i[p] || (f_clear_last[p] && !f_exists[p] && !down_i[p] && !up_i[p]));
      assume (!down_i[p] || (!ok_i[p] && f_exists[p]));
      assume (!up_i[p] || (!f_exists[p] && f_anew[p]));
    end
    for (int o = 0; o < C; o = o + 1) begin
      assume (!f_home[o] || f_away[o*F_UW+:F_UW] != '0);
      `F_GIVEN (exists_i[o] == f_all_exist[o/V]);
      `F_GIVEN (o >= C - V || f_counted[o]);  // only hosts take everything
      for (int i = 0; i < C; i = i + 1) begin
        `F_GIVEN (!f_holder[o*C+i] || !have_i[i] || head_i[i] == !f_begun[o]);
      end
    end
    `F_GIVEN ((grant_i & (grant_i - C'(1))) == '0 && (grant_out_i & (grant_out_i - C'(1))) == '0);
    `F_GIVEN ((grant_i == '0) == (grant_out_i == '0));
    `F_GIVEN ((grant_out_i & ~free_o) == '0);
    `F_GIVEN ((grant_i & ~(have_i & head_i)) == '0 && (grant_i & f_holds) == '0);
    `F_GIVEN (!wipe_i || (have_i == '0 && grant_i == '0));
  end
end

// ---------------------------------------------------------------------------------- what is shown
always_comb begin
  if (rst_ni) begin
    assert ((sent_o & ~have_i) == '0 && (sent_o & used_i) == '0 && (sent_o & ~f_held) == '0);
    for (int p = 0; p < P; p = p + 1) begin
      // WR-SA, WR-MSG: one flit of an input port, one to an output port, none beside a message
      assert ((sent_o[p*V+:V] & (sent_o[p*V+:V] - V'(1))) == '0);
      assert ((f_by[p*C+:C] & (f_by[p*C+:C] - C'(1))) == '0);
      assert (!taken_i[p] || f_by[p*C+:C] == '0);
      // WR-SA, WR-CRED: offered is every flit whose channel may send, and no other
      assert (want[p*S+:C] == f_want[p*C+:C]);
      // WR-TX
      assert (tx_valid_o[p] == (ok_i[p] && f_by[p*C+:C] != '0));
      if (tx_valid_o[p]) begin
        assert (tx_head_o[p] == ((f_by[p*C+:C] & head_i) != '0));
        assert (tx_tail_o[p] == ((f_by[p*C+:C] & tail_i) != '0));
        assert (tx_abort_o[p] == ((f_by[p*C+:C] & abort_i) != '0));
`ifdef F_DATA
        for (int i = 0; i < C; i = i + 1) begin
          if (f_by[p*C+i]) begin
            for (int b = 0; b < DATA_W; b = b + 1) begin
              if (tx_head_o[p] && b >= HDR_AT && b < HDR_AT + HW) begin
                assert (tx_data_o[p*DATA_W+b] == hdr_i[i*8+(b+8-HDR_AT)%8]);
              end else begin
                assert (tx_data_o[p*DATA_W+b] == data_i[i*DATA_W+b]);
              end
            end
          end
        end
`endif
      end
      assert (clear_o[p] == !f_after[p]);
    end
    for (int o = 0; o < C; o = o + 1) begin
      assert (f_shown[o] == (ok_i[o/V] && f_goes[o]));
      // a worm holds its channel from head to tail: no flit of another one is among its flits
      assert (!f_shown[o] || tx_head_o[o/V] == !f_open[o]);
      assert (!f_shown[o] || tx_head_o[o/V] || f_by[(o/V)*C+:C] == f_from[o*C+:C]);
      // WR-CRED: none leaves without a credit, and credits and flits away are what there are
      assert (!f_shown[o] || !f_counted[o] || f_home[o]
              || 32'(f_away[o*F_UW+:F_UW]) < 32'(full_i[o*UW+:UW]));
      assert (credits_q[o*UW+:UW] <= full_i[o*UW+:UW]);
      assert (!f_ok_last[o/V] || 32'(credits_q[o*UW+:UW]) + 32'(f_away[o*F_UW+:F_UW])
                                 == 32'(full_i[o*UW+:UW]));
      // WR-VC: a channel is free, closing, or held by one; what is free has all its credits
      assert (!(free_q[o] && closing_q[o]) && (o < C - V || !closing_q[o]));
      assert (!f_wiped || !f_all_exist[o/V] || free_q[o]);  // WR-DIE
      assert (f_holder[o*C+:C] == '0 || !(free_q[o] || closing_q[o]));
      assert (!f_all_exist[o/V] || free_q[o] || closing_q[o] || f_holder[o*C+:C] != '0);
      assert (f_all_exist[o/V] || !(free_q[o] || closing_q[o]));
      assert (o >= C - V || free_at_tail_i || !free_q[o] || f_away[o*F_UW+:F_UW] == '0);
      assert (!closing_q[o] || (f_ok_last[o/V] && f_away[o*F_UW+:F_UW] != '0));
      assert (free_o[o] == (free_q[o] || (closing_q[o] && exists_i[o]
              && (!ok_i[o/V] || (f_home[o] && 32'(f_away[o*F_UW+:F_UW]) == 1)))));
      assert (given_o[o] == (f_ends[o] && (o >= C - V || !ok_i[o/V] || free_at_tail_i)));
      // what makes it inductive
      assert (some_q[o] == (credits_q[o*UW+:UW] != '0) && all_q[o] == !f_counted[o]);
      assert (owner_q[o*S+:S] == S'(f_holder[o*C+:C]));
      assert ((f_holder[o*C+:C] & (f_holder[o*C+:C] - C'(1))) == '0);
      assert (!f_begun[o] || f_holder[o*C+:C] != '0);
      assert (f_open[o] == (f_ok_last[o/V] && f_begun[o]));
      assert (!f_open[o] || f_from[o*C+:C] == f_holder[o*C+:C]);
      assert (!f_clear_last[o/V] || f_holder[o*C+:C] == '0);
      assert (f_all_exist[o/V] || f_away[o*F_UW+:F_UW] == '0);
      assert (f_all_exist[o/V] || !f_ok_last[o/V] || f_holder[o*C+:C] == '0);
      assert (!f_anew[o/V] || (f_holder[o*C+:C] == '0 && !f_all_exist[o/V]));
      `F_REACH (!(f_shown[o] && f_counted[o] && f_home[o] && credits_q[o*UW+:UW] == '0));
    end
    assert (f_twice == '0);
    assert (f_ok_last[P-1]);
    `F_REACH (!(f_ends == C'(5) && f_shown == C'(5)));  // two tails at an edge
  end
end
