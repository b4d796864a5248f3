// SPDX-License-Identifier: Apache-2.0
/// How long a header waits (FS-REQ, FS-NEXT, FS-ARB), included by switch_path_props.svh under
/// F_WAIT. Of an arbitrary input, f_w, the first header that has not begun to leave: f_t edges of
/// its wait at which nothing held it back. Held back: its output, free, has no XON; a message has
/// the beat, or the next beat has not come, at the output that it waits for, or at the one by
/// which the packet before it leaves. Then f_t is F_MOST at most:
///   M - 1 others ask before it, R edges to its answer (or the packet before it is longer), and
///   each of the M - 2 other inputs that may use its output goes before it once.
/// By a measure of what is before it, f_rank, that each edge lessens which does not hold it back.
/// Assumed besides: no answer drops, none names the own port or leads from above to above,
/// and nothing is declared or dies meanwhile. Shown by the proof with F_RING: a packet is as long
/// as its head says.
localparam F_BEFORE = (M - 1 + R > F_LMAX - 1) ? M - 1 + R : F_LMAX - 1;
localparam F_MOST = F_BEFORE + (M - 2) * F_LMAX;

(* hierconn *) wire [M-1:0] \i_inputs.queued_q ;
(* hierconn *) wire [M-1:0] \i_inputs.drains_q ;
(* hierconn *) wire [M-1:0] \i_inputs.sinking_q ;
(* hierconn *) wire [R*M-1:0] \i_request.f_asked ;

wire [PW-1:0] f_w = $anyconst;
logic [7:0]   f_t, f_ask, f_ahead, f_others, f_rank;
logic         f_holds;

function automatic [7:0] f_behind(input [PW-1:0] i, input [PW-1:0] first);  // places behind it
  f_behind = (i >= first) ? 8'(i) - 8'(first) : 8'(i) + 8'(M) - 8'(first);
endfunction

always_comb begin
  f_ask = '0;
  if (\i_inputs.queued_q [f_w]) f_ask = f_behind(f_w, f_next_asks) + 8'(R);
  for (int s = 0; s < R; s = s + 1) if (\i_request.f_asked [s*M+f_w]) f_ask = 8'(R - 1 - s);
  f_ahead   = '0;
  f_others = 8'((M - 2) * F_LMAX);
  f_holds  = 1'b0;
  for (int o = 0; o < M; o = o + 1) begin
    if (\i_outputs.busy_q [o] && \i_outputs.holder_q [o*M+f_w]) begin
      f_ahead  = 8'(f_togo_now[o*LEN_W+:LEN_W]);
      f_holds = msg_valid_i[o] || !any[f_w];
    end
    if (\i_inputs.f_wants [o*M+f_w]) begin
      f_holds = msg_valid_i[o] || (\i_outputs.busy_q [o] ? (\i_outputs.holder_q [o*M+:M] & any) == '0
                                                         : !xon_q[o]);
      if (\i_inputs.wants_q [f_w]) begin
        f_others = \i_outputs.busy_q [o] ? 8'(f_togo_now[o*LEN_W+:LEN_W]) : '0;
        for (int i = 0; i < M; i = i + 1) begin
          if (f_legal(i, o) && f_behind(PW'(i), f_next[o*PW+:PW])
                                         < f_behind(f_w, f_next[o*PW+:PW])) begin
            f_others = f_others + 8'(F_LMAX);
          end
        end
      end
    end
  end
  f_rank = ((f_ask > f_ahead) ? f_ask : f_ahead) + f_others;
end

always_ff @(posedge clk_i) begin
  if (!rst_ni || !\i_inputs.some [f_w] || grant[f_w]) f_t <= '0;
  else f_t <= f_t + 8'(!f_holds);
end

always_comb begin
  assume (!gnt_drop_i && (link_down_i | link_up_i | link_init_i) == '0 && !wipe_i);
  assume (32'(f_w) < M);
  if (rst_ni) begin
    for (int p = 0; p < M; p = p + 1) assume (!answer[p] || f_legal(p, 32'(gnt_port_i)));
    assert (32'(f_t) <= F_MOST);
    assert (!\i_inputs.some [f_w] || 32'(f_t) + 32'(f_rank) <= F_MOST);
    cover (32'(f_t) == F_MOST);  // the bound is reached
    // what makes it inductive
    assert ((\i_inputs.drains_q | \i_inputs.sinking_q | dead_q) == '0 && !wipe_q);
    for (int o = 0; o < M; o = o + 1) begin
      assume (!f_shows[o] || tx_tail_o[o] == (f_togo_now[o*LEN_W+:LEN_W] == '0));
      assume (!tx_head_o[o] || (f_says[o] != '0 && 32'(f_says[o]) <= F_LMAX));
      assert (!f_opens[o] || (f_togo_now[o*LEN_W+:LEN_W] != '0
              && 32'(f_togo_now[o*LEN_W+:LEN_W]) < F_LMAX));
      for (int i = 0; i < M; i = i + 1) begin
        assert (!\i_outputs.busy_q [o] || !\i_outputs.holder_q [o*M+i]
                || f_next[o*PW+:PW] == PW'((i + 1) % M));
      end
    end
  end
end
