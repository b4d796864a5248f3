// SPDX-License-Identifier: Apache-2.0
/// Ports of the inputs of a wormhole router (WR-DROP, WR-RX, WR-INIT), included in flit_inputs
/// under FORMAL before its buffers, each of which includes flit_inputs_row_props.svh. Flits, marks,
/// data, deaths of links and of the node, and declarations are any, but for what is assumed:
///   WR-INIT  a link comes back when it is clear at this end
///   WR-DIE   a node dies with all its links but that of the host
/// What other blocks of the router owe is assumed where the inputs are proved alone, and proved in
/// the router (F_GIVEN): what is sent is there, of a port that is not read, and a header is dropped
/// that stands at a front.
logic [C-1:0] f_there;   // there is a flit, those that come included
logic [C-1:0] f_drops;   // its packet is dropped
logic [C-1:0] f_loses;   // and loses a flit
logic [C-1:0] f_wrong;   // what comes is not marked as it should be
logic [C-1:0] f_inside;  // something of a packet is here after this edge
logic [P-1:0] f_ok_last, f_clear_last;

always_comb begin
  f_loses = '0;
  for (int p = 0; p < P; p = p + 1) begin
    for (int v = V - 1; v >= 0; v = v - 1) begin
      if (f_drops[p*V+v] && f_there[p*V+v]) f_loses[p*V+:V] = V'(1) << v;
    end
  end
end
always_ff @(posedge clk_i) begin
  f_ok_last    <= rst_ni ? ok_i : '1;
  f_clear_last <= rst_ni ? clear_o : '1;
end

logic f_run = 1'b0;  // not in the first cycle, which is one of reset
always_ff @(posedge clk_i) f_run <= 1'b1;
`ifndef F_WHOLE
wire [C*UW-1:0] f_depths = $anyconst;
always_comb begin
  assume (rst_ni == f_run);
  assume (depth_i == f_depths);
end
`ifdef SELVAGE_BUGS
always_comb assume (32'(bug_i) == `F_BUG);
`endif
`endif

always_comb begin
  if (rst_ni) begin
    assert (f_run);
    assume (!wipe_i || ok_i[P-2:0] == '0);
    for (int p = 0; p < P; p = p + 1) begin
      assume (!ok_i[p] || f_ok_last[p] || f_clear_last[p]);
      // WR-DROP: the port counts as read, one flit of it is lost
      assert (used_o[p*V+:V] == {V{f_loses[p*V+:V] != '0}});
      assert (!wipe_i || f_loses[p*V+:V] == '0);
      // WR-RX, WR-INIT
      assert (malformed_o[p] == (f_wrong[p*V+:V] != '0));
      assert (clear_o[p] == (wipe_i || f_inside[p*V+:V] == '0));
    end
    for (int c = 0; c < C; c = c + 1) begin
      `F_GIVEN (depth_i[c*UW+:UW] != '0 && 32'(depth_i[c*UW+:UW]) <= DEPTH);
    end
  end
end
