// SPDX-License-Identifier: Apache-2.0
/// What the proofs of the switch need to know of all inputs at once, included in switch_inputs
/// under FORMAL, before its rows.
///   f_busy     a packet of this input leaves, or drains
///   f_to_come  beats of that packet which have not left, with F_RING
///   f_asks     headers that may ask (FS-REQ, FS-DEC): queued; come where none waits; their output is
///              declared dead; their answer is stale
///   f_wants    rows of outputs: inputs that wait for it, not read (FS-DEC, FS-ARB)
///   f_left     beats of the packet that comes in which have not come
///   f_used     beats held
logic f_run = 1'b0;  // not in the first cycle, which is one of reset
logic f_runs;
assign f_runs = f_run;
always_ff @(posedge clk_i) f_run <= 1'b1;
logic [M-1:0]       f_busy;
logic [M*LEN_W-1:0] f_to_come;
logic [M*LEN_W-1:0] f_left;
logic [M*32-1:0]    f_used;
logic [M-1:0]       f_dead;  // outputs that are declared dead
always_ff @(posedge clk_i) f_dead <= dead_next_i;
always_comb begin
  for (int p = 0; p < M; p = p + 1) f_used[p*32+:32] = used_q[p*32+:32] - 32'(left_late_q[p]);
end

assign f_busy = reading_q | sinking_q;

logic [M-1:0]   f_asks;
logic [M*M-1:0] f_wants;
always_comb begin
  f_asks  = queued_q | (head & ~some) | (answer_i & {M{answer_again_i}});
  f_wants = '0;
  for (int p = 0; p < M; p = p + 1) begin
    for (int o = 0; o < M; o = o + 1) begin
      if (wants_q[p] && want_q[p*M+o] && f_dead[o]) f_asks[p] = 1'b1;
      f_wants[o*M+p] = o != p && !f_busy[p]
                       && ((wants_q[p] && want_q[p*M+o] && !f_dead[o])
                           || (answer_i[p] && !answer_drop_i && !answer_again_i && answer_want_i[o]));
    end
  end
end

// FS-IDLE: while quiet_o nothing changes that has the clock of headers
logic           f_quiet = 1'b0;
logic [4*M-1:0] f_states;
logic [M*M-1:0] f_for;
always_ff @(posedge clk_i) begin
  f_quiet  <= rst_ni & quiet_o;
  f_states <= {queued_q, routing_q, wants_q, drains_q};
  f_for    <= want_q;
end

always_comb begin
  if (f_run) begin
    assert (!f_quiet || ({queued_q, routing_q, wants_q, drains_q} == f_states && want_q == f_for));
    assert ((queued_q | routing_q | wants_q | drains_q) == some);
    assert (((queued_q & (routing_q | wants_q | drains_q)) | (routing_q & (wants_q | drains_q))
             | (wants_q & drains_q)) == '0);
    assert ((reading_q & sinking_q) == '0);
    assert (waits_q == (wants_q & ~gone_q & ~f_busy));
    for (int p = 0; p < M; p = p + 1) begin
      assert (gone_q[p] == ((want_q[p*M+:M] & f_dead) != '0));
      assert (!wants_q[p] || (want_q[p*M+:M] != '0
              && (want_q[p*M+:M] & (want_q[p*M+:M] - M'(1))) == '0));
    end
  end
end
