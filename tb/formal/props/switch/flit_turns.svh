// SPDX-License-Identifier: Apache-2.0
/// Of blocks that serve channels in turn, included in their properties: who is next, and what is
/// assumed where such a block is proved alone (F_ALONE).
localparam F_CW = $clog2(C);
// of those that ask the first behind the last, else the first of all
function automatic [C-1:0] f_pick(input [C-1:0] asks, input [F_CW-1:0] last);
  f_pick = '0;
  for (int c = C - 1; c >= 0; c = c - 1) if (asks[c]) f_pick = C'(1) << c;
  for (int c = C - 1; c >= 0; c = c - 1) begin
    if (asks[c] && 32'(last) < c) f_pick = C'(1) << c;
  end
endfunction
`ifdef F_ALONE
logic f_run = 1'b0;  // not in the first cycle, which is one of reset
always_ff @(posedge clk_i) f_run <= 1'b1;
always_comb assume (f_run || !rst_ni);
`ifdef SELVAGE_BUGS
always_comb assume (32'(bug_i) == `F_BUG);
`endif
`endif
