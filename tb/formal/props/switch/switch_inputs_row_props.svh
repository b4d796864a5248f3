// SPDX-License-Identifier: Apache-2.0
/// The ring of one input and what is counted of it, included in a row of switch_inputs under
/// FORMAL. f_rem: for each beat in the ring, the next one first, how many of its packet are left
/// from it on.
(* hierconn *) wire [UW-1:0] \i_beats.held ;
(* hierconn *) wire [$clog2(HEADERS+1)-1:0] \i_headers.held ;
(* hierconn *) wire \i_beats.f_runs ;
(* hierconn *) wire \i_headers.f_runs ;
(* hierconn *) wire [$clog2(HEADERS)-1:0] \i_headers.second ;
logic [UW-1:0] f_held_here;
logic [7:0]    f_headers;

assign f_held_here = \i_beats.held ;
assign f_headers   = 8'(\i_headers.held );
assign f_left[g*LEN_W+:LEN_W] = left_q;

always_comb begin
  assert (\i_beats.f_runs == f_run && \i_headers.f_runs == f_run);
  if (f_run) begin
    // FS-RX-1: beats held are those in the ring and those of its last packet that are still to come
    assert (f_used[g*32+:32] == 32'(f_held_here) + (in_q[g] ? 32'(left_q) : 32'd0));
    assert (f_used[g*32+:32] <= DEPTH);
    assert (!in_q[g] || (left_q != '0 && 32'(left_q) < DEPTH));
    assert ((f_headers != '0) == some[g]);
  end
end

// FS-IDLE: while quiet_o of the queue of headers stays what can be seen
logic [7:0]                   f_headers_last;
logic [$clog2(HEADERS)-1:0]   f_second_last;
logic [WAY_W:0]               f_way_last;
always_ff @(posedge clk_i) begin
  f_headers_last <= f_headers;
  f_second_last  <= \i_headers.second ;
  f_way_last     <= {many[g], way};
end
always_comb begin
  if (f_run && f_quiet) begin
    assert (f_headers == f_headers_last && \i_headers.second == f_second_last);
    assert (f_way_last[WAY_W] == many[g]);
`ifdef F_RING
    assert (!some[g] || way == f_way_last[WAY_W-1:0]);
`endif
  end
end

`ifndef F_RING
// what the proof with F_RING shows
always_comb begin
  assume (!f_run || f_busy[g] || !some[g] || any_o[g]);
  assume (!f_run || f_headers + 8'(f_busy[g]) <= 8'(f_held_here) + 8'(in_q[g]));
end
`else
(* hierconn *) wire [DEPTH*(DATA_W+2)-1:0] \i_beats.f_fifo ;
localparam F_W = DATA_W + 2;
logic [UW-1:0]          f_tails;
logic [DEPTH*F_W-1:0]   f_ring;
logic [DEPTH*LEN_W-1:0] f_rem;
logic [LEN_W-1:0]       f_now;  // as f_rem, of the beat that is written

assign f_ring = \i_beats.f_fifo ;
assign f_now  = in_q[g] ? left_q : len;
assign f_to_come[g*LEN_W+:LEN_W] = any_o[g] ? f_rem[0+:LEN_W] : left_q;

always_ff @(posedge clk_i) begin
  for (int j = 0; j < DEPTH; j = j + 1) begin
    if (write[g] && UW'(j) == f_held_here - UW'(pop[g])) f_rem[j*LEN_W+:LEN_W] <= f_now;
    else if (pop[g] && j + 1 < DEPTH) begin
      f_rem[j*LEN_W+:LEN_W] <= f_rem[((j + 1) % DEPTH)*LEN_W+:LEN_W];
    end
  end
end

always_comb begin
  f_tails = '0;
  for (int j = 0; j < DEPTH; j = j + 1) begin
    if (UW'(j) < f_held_here) f_tails = f_tails + UW'(f_ring[j*F_W+DATA_W]);
  end
end

always_comb begin
  if (f_run) begin
    // a header for each packet that has not begun to leave
    assert (f_headers + 8'(f_busy[g]) == 8'(f_tails) + 8'(in_q[g]));
    assert (f_busy[g] || !some[g] || any_o[g]);
    assert (f_headers + 8'(f_busy[g]) <= 8'(f_held_here) + 8'(in_q[g]));
    assert (!(in_q[g] && f_held_here == '0) || f_busy[g]);
    assert (f_busy[g] || f_held_here == '0 || f_rem[0+:LEN_W] == f_ring[WAY_W+:LEN_W]);
    for (int j = 0; j < DEPTH; j = j + 1) begin
      if (UW'(j) < f_held_here) begin
        assert (f_rem[j*LEN_W+:LEN_W] != '0 && 32'(f_rem[j*LEN_W+:LEN_W]) <= `F_LMAX);
        assert (f_ring[j*F_W+DATA_W] == (f_rem[j*LEN_W+:LEN_W] == LEN_W'(1)));
        if (UW'(j + 1) == f_held_here) begin
          assert (f_rem[j*LEN_W+:LEN_W] == (in_q[g] ? left_q + LEN_W'(1) : LEN_W'(1)));
        end else if (f_rem[j*LEN_W+:LEN_W] != LEN_W'(1)) begin
          assert (f_rem[((j+1)%DEPTH)*LEN_W+:LEN_W] == f_rem[j*LEN_W+:LEN_W] - LEN_W'(1));
        end else begin
          assert (f_rem[((j+1)%DEPTH)*LEN_W+:LEN_W] == f_ring[((j+1)%DEPTH)*F_W+WAY_W+:LEN_W]);
        end
      end
    end
  end
end
`endif
