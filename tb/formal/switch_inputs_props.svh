// SPDX-License-Identifier: Apache-2.0
/// What the proofs of the switch need to know of all inputs at once, included in switch_inputs
/// under FORMAL, before its rows.
///   f_busy     a packet of this input leaves, or drains
///   f_to_come  beats of that packet which have not left, with F_RING
///   f_left     beats of the packet that comes in which have not come
logic f_run = 1'b0;  // not in the first cycle, which is one of reset
logic f_runs;
assign f_runs = f_run;
always_ff @(posedge clk_i) f_run <= 1'b1;
logic [M-1:0]       f_busy;
logic [M*LEN_W-1:0] f_to_come;
logic [M*LEN_W-1:0] f_left;

assign f_busy = reading_q | sinking_q;

// FS-IDLE: while quiet_o nothing changes that has the clock of headers
logic           f_quiet = 1'b0;
logic [4*M-1:0] f_states;
logic [M*M-1:0] f_wants;
always_ff @(posedge clk_i) begin
  f_quiet  <= rst_ni & quiet_o;
  f_states <= {queued_q, routing_q, wants_q, drains_q};
  f_wants  <= want_q;
end

always_comb begin
  if (f_run) begin
    assert (!f_quiet || ({queued_q, routing_q, wants_q, drains_q} == f_states && want_q == f_wants));
    assert ((queued_q | routing_q | wants_q | drains_q) == some);
    assert (((queued_q & (routing_q | wants_q | drains_q)) | (routing_q & (wants_q | drains_q))
             | (wants_q & drains_q)) == '0);
    assert ((reading_q & sinking_q) == '0);
    for (int p = 0; p < M; p = p + 1) begin
      assert (!wants_q[p] || (want_q[p*M+:M] != '0
              && (want_q[p*M+:M] & (want_q[p*M+:M] - M'(1))) == '0));
    end
  end
end
