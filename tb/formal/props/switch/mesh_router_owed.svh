// SPDX-License-Identifier: Apache-2.0
/// What the blocks of mesh_router owe each other, without planar_route and labels, which may say
/// anything, included in the module under FORMAL: what each counts on of the others (F_GIVEN in
/// flit_*_props.svh) is asserted here, for all 7 ports. This is no proof: scripts/formal_mesh looks
/// at the first edges behind a reset. All clocks run; pins are any, but for what is assumed there,
/// and here:
///   reset takes the first two cycles, no other; straps are static
///   an answer comes two edges after its question
///   a port declared dead has no channels from the next edge on, one declared up has them again
///   a link comes back when clear_o says so, and nothing is declared where there is no neighbour
/// And that a header is lost nowhere: a packet at a front has to ask, is being answered, waits,
/// holds an output channel or is dropped, one of these alone.
(* hierconn *) wire [C-1:0] \i_inputs.fronted_q ;
(* hierconn *) wire [C-1:0] \i_inputs.header_q ;
(* hierconn *) wire [C-1:0] \i_inputs.drop_q ;
(* hierconn *) wire [C-1:0] \i_request.f_header ;
(* hierconn *) wire [C-1:0] \i_outputs.f_holds ;
(* hierconn *) wire [C-1:0] \i_outputs.f_begun ;
(* hierconn *) wire [C*C-1:0] \i_outputs.f_holder ;
(* hierconn *) wire [P-1:0] \i_outputs.f_exists ;
logic [1:0]   f_run = 2'b0;
logic [5:0]   f_dead;
logic [P-1:0] f_clear_last;
always_ff @(posedge clk_i) begin
  f_run        <= {f_run[0], 1'b1};
  f_dead       <= rst_ni ? (f_dead | down_q) & ~up_q : '0;
  f_clear_last <= clear_o;
end
wire [5:0]      f_present = $anyconst;
wire [C*UW-1:0] f_depth = $anyconst;
wire [C*UW-1:0] f_full = $anyconst;
always_comb begin
  assume (rst_ni == f_run[1]);
  assert (f_run != 2'b10);
  assume (present_i == f_present && depth_i == f_depth && full_i == f_full);
  assume (dead == f_dead || !f_run[0]);
  assume (turn_i < 4'd14);
  for (int c = 0; c < C; c = c + 1) begin
    assume (depth_i[c*UW+:UW] != '0 && 32'(depth_i[c*UW+:UW]) <= DEPTH);
    assume (c >= C - V || full_i[c*UW+:UW] != '0);
  end
  if (rst_ni) begin
    for (int p = 0; p < P; p = p + 1) begin
      assume (p == 6 || !init_q[p%6] || f_clear_last[p]);
    end
    assume (((down_q | up_q) & ~present_q) == '0);
    assert (turn_q < 4'd14);
    // what makes it inductive
    for (int c = 0; c < C; c = c + 1) begin
      assert (depth_q[c*UW+:UW] != '0 && 32'(depth_q[c*UW+:UW]) <= DEPTH);
      assert (c >= C - V || full_q[c*UW+:UW] != '0);
    end
    assert ((\i_outputs.f_exists [5:0] ^ (present_q & ~f_dead)) == '0);
    // a packet at a front is in one state
    assert (\i_inputs.fronted_q == (\i_request.f_header | \i_outputs.f_holds | \i_inputs.drop_q ));
    assert ((\i_request.f_header & (\i_outputs.f_holds | \i_inputs.drop_q )) == '0
            && (\i_outputs.f_holds & \i_inputs.drop_q ) == '0);
    assert ((\i_request.f_header & ~\i_inputs.header_q ) == '0);
    for (int o = 0; o < C; o = o + 1) begin
      for (int i = 0; i < C; i = i + 1) begin
        assert (!\i_outputs.f_holder [o*C+i]
                || \i_inputs.header_q [i] == !\i_outputs.f_begun [o]);
      end
    end
  end
end
