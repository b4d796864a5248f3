// SPDX-License-Identifier: Apache-2.0
/// What is assumed of the pins of fault_message_unit: static ones of a tree with f_h up ports; one event of a link a
/// cycle; messages of kinds that may come that way; tables that announce down ports alone and mark no line where there
/// are no up ports; and senders whose messages go on for F_HEARS cycles after a stop is shown. Included by fault_message_unit_props.svh.
// ------------------------------------------------------------------------------ static inputs
(* anyconst *) logic [DW-1:0] f_h;  // up ports of a switch
logic [LW-1:0] f_level;
logic [KW-1:0] f_coord;
logic [M-1:0]  f_up_ports, f_down_ports, f_ports;

function automatic [M-1:0] f_lowest(input int n);
  f_lowest = '0;
  for (int p = 0; p < M; p = p + 1) f_lowest[p] = p < n;
endfunction
always_ff @(posedge clk_i) begin
  f_run        <= 1'b1;
  f_level      <= level_i;
  f_coord      <= coord_i;
  f_up_ports   <= up_i;
  f_down_ports <= down_i;
end
always_comb begin
  f_ports = up_i | down_i;
  assume (rst_ni == f_run);
`ifdef SELVAGE_BUGS
  assume (bug_i == 5'(`F_BUG));
`endif
  assume (f_h != '0 && 32'(f_h) <= H && 32'(level_i) < N);
  assume (up_i == '0 || up_i == f_lowest(32'(f_h)) << H);  // a root has none
  assume (up_i != '0 || level_i != '0);
  assume (down_i == ((level_i == '0) ? '0 : f_lowest((up_i == '0) ? 2 * 32'(f_h) : 32'(f_h))));
  assume (32'(xoff_i) == QI - 2 * F_D - 2);
  assume (!f_run || (level_i == f_level && coord_i == f_coord && up_i == f_up_ports && down_i == f_down_ports));
end

// -------------------------------------------------------------------------------- environment
// Who may send what: one hop down, one hop up, flooded.
function automatic f_legal(input from_up, input [MSGW-1:0] msg);
  case (msg[2:0])
    F_SYNCREQ: f_legal = !from_up;
    F_DERF, F_DERR: f_legal = from_up && msg[3+:LW] == level_i;
    F_DLFM, F_DLRM: f_legal = from_up;
    default: f_legal = 1'b1;
  endcase
endfunction
always_comb begin
  assume ((link_down_i & link_up_i) == '0);
  assume ((announce_i & ~down_i) == '0);
  assume (up_i != '0 || !scan_more_i);  // nobody tells a root of a line
  for (int p = 0; p < M; p = p + 1) begin
    assume (!msg_valid_i[p] || !f_ports[p] || f_legal(up_i[p], msg_data_i[p*MSGW+:MSGW]));
    assume (!msg_valid_i[p] || !f_told[p*F_HEARS+F_HEARS-1]);
  end
end
