// SPDX-License-Identifier: Apache-2.0
/// A buffer of a wormhole router (WR-RX, WR-CUT, WR-DROP, WR-CRED, WR-DIE), included in a row of
/// flit_inputs under FORMAL. Beside the RTL stands the page's buffer: a list of flits {abort, tail,
/// data} as they came. What leaves is its first, it holds as many as the RTL counts and never more
/// than it has places (WH-BUF-2), and heads are known by their place.
/// With F_SENDER stands a sender with its credits at the far end of a link whose delays are any and
/// may change from edge to edge (WH-CRED-1): his credits, flits and credits under way and flits
/// held are together the places of the buffer. F_MORE more credits than places, and the proof has
/// to fail.
(* hierconn *) wire [$clog2(DEPTH+1)-1:0] \i_flits.held ;
(* hierconn *) wire \i_flits.f_runs ;
always_comb assert (\i_flits.f_runs == f_run);
localparam F_W = DATA_W + 2;
wire [UW-1:0] f_depth = depth_i[g*UW+:UW];

logic          f_in, f_abort, f_comes, f_out, f_tail;
logic          f_open, f_open_d;  // a packet has come in part
logic          f_mid, f_mid_d;    // the packet at the front has left in part
logic          f_drop;
logic [UW-1:0] f_count, f_count_d;

always_comb begin
  f_in       = rx_valid_i[Port] && ok_i[Port] && 32'(rx_vc_i[Port*VW+:VW]) == g % V && !wipe_i;
  f_abort    = f_open && !ok_i[Port] && dead_i[Port] && f_count < f_depth && !wipe_i;
  f_comes    = f_in || f_abort;
  f_out      = f_there[g] && (sent_i[g] || f_loses[g]);
  f_count_d  = f_count + UW'(f_comes) - UW'(f_out);
  f_open_d   = f_comes ? !(f_abort || rx_tail_i[Port]) : f_open;
  f_mid_d    = f_out ? !f_tail : f_mid;
end
assign f_there[g]  = (f_count != '0 || f_comes) && !wipe_i;
assign f_drops[g]  = f_drop || drop_i[g];
assign f_wrong[g]  = f_in && rx_head_i[Port] == f_open;
assign f_inside[g] = f_count_d != '0 || f_open_d || f_mid_d;

always_ff @(posedge clk_i) begin
  f_count <= rst_ni && !wipe_i ? f_count_d : '0;
  f_open  <= rst_ni && !wipe_i && f_open_d;
  f_mid   <= rst_ni && !wipe_i && f_mid_d;
  f_drop  <= rst_ni && !wipe_i && f_drops[g] && !(f_out && f_tail);
end

always_comb begin
  if (rst_ni) begin
    `F_GIVEN (!sent_i[g] || (f_there[g] && !used_o[g]));
    `F_GIVEN (!drop_i[g] || (f_count != '0 && !f_mid && !f_drop && !wipe_i));
    assert (f_count <= f_depth && f_count == count_q[g*UW+:UW]);
    assert (32'(f_count) == 32'(\i_flits.held ) && held_o[g] == (f_count != '0));
    assert (!f_abort || f_count < f_depth);
    assert (have_o[g] == f_there[g]);
    assert (!f_there[g] || head_o[g] == !f_mid);
    assert (credit_o[g] == (ok_i[Port] && f_out));
    assert (front_o[g] == (f_comes && f_count == '0 && !f_mid));
    assert (next_o[g] == (f_out && f_tail && f_count_d != '0));
    // what makes it inductive
    assert (fronted_q[g] == (f_count != '0 || f_mid));
    assert (header_q[g] == (f_count != '0 && !f_mid));
    assert (open_q[g] == f_open && drop_q[g] == f_drop);
    assert (!f_drop || fronted_q[g]);
    assert (!f_clear_last[Port] || (f_count == '0 && !f_open && !f_mid));
`ifdef F_WHOLE
    // shown for flit_inputs alone, of a sender that keeps to his credits
    assume (!f_in || f_count < f_depth);
`endif
  end
end

// ---------------------------------------------------------------------------------- flits
`ifdef F_RING
(* hierconn *) wire [DEPTH*F_W-1:0] \i_flits.f_fifo ;
logic [DEPTH*F_W-1:0]     f_flits;  // the next one at bit 0
logic [(DEPTH+1)*F_W-1:0] f_list;   // with the one that comes
always_comb begin
  f_list = {{F_W{1'b0}}, f_flits};
  for (int j = 0; j <= DEPTH; j = j + 1) begin
    if (32'(f_count) == j) begin
      f_list[j*F_W+:F_W] = {f_abort || (rx_abort_i[Port] && rx_tail_i[Port]),
                            f_abort || rx_tail_i[Port], rx_data_i[Port*DATA_W+:DATA_W]};
    end
  end
end
assign f_tail = f_list[DATA_W];
always_ff @(posedge clk_i) f_flits <= f_out ? f_list[DEPTH*F_W+F_W-1:F_W] : f_list[DEPTH*F_W-1:0];

always_comb begin
  if (rst_ni) begin
    // in their order, as they came
    assert (!f_there[g]
            || {abort_o[g], tail_o[g], data_o[g*DATA_W+:DATA_W]} == f_list[F_W-1:0]);
    // open: the last one here, or the last that left, is no tail
    assert (f_count != '0 || f_mid == f_open);
    for (int j = 0; j < DEPTH; j = j + 1) begin
      assert (32'(f_count) <= j || f_flits[j*F_W+:F_W] == \i_flits.f_fifo [j*F_W+:F_W]);
      assert (32'(f_count) != j + 1 || f_flits[j*F_W+DATA_W] == !f_open);
    end
    `F_REACH (!(32'(f_count) == DEPTH));  // it is full
    `F_REACH (!(f_out && f_comes && f_count == '0));  // one passes
    `F_REACH (!(f_abort && f_mid));  // a worm that has left in part is cut
  end
end
`else
assign f_tail = tail_o[g];
`endif

// ---------------------------------------------------------------------------------- the sender
`ifdef F_SENDER
localparam F_CW = UW + 2;
localparam [F_CW-1:0] F_EXTRA = `F_MORE;
wire [F_CW-1:0]  f_all = {2'b0, f_depth} + F_EXTRA;
wire [F_CW-1:0]  f_here = {2'b0, f_count};
wire             f_sends = $anyseq;  // a flit
wire             f_home = $anyseq;   // a credit comes home
logic [F_CW-1:0] f_credits, f_to_come, f_back;
always_ff @(posedge clk_i) begin
  if (!rst_ni || wipe_i || !ok_i[Port]) begin
    f_credits <= f_all;
    f_to_come <= '0;
    f_back    <= '0;
  end else begin
    f_credits <= f_credits + F_CW'(f_home) - F_CW'(f_sends);
    f_to_come <= f_to_come + F_CW'(f_sends) - F_CW'(f_in);
    f_back    <= f_back + F_CW'(f_out) - F_CW'(f_home);
  end
end
always_comb begin
  if (rst_ni) begin
    assume (!f_sends || f_credits != '0 || f_home);  // it counts in the edge in which it comes
    assume (!f_in || f_to_come != '0);
    assume (!f_home || f_back != '0);
    if (f_ok_last[Port]) begin
      assert (f_credits + f_to_come + f_here + f_back == f_all);
      assert (f_credits <= f_all && f_to_come <= f_all && f_back <= f_all);
    end else begin
      assert (f_credits == f_all && f_to_come == '0 && f_back == '0);
    end
  end
end
`endif
