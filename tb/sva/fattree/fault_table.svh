// SPDX-License-Identifier: Apache-2.0
// Parameters: M=6 N=3 W=8
// One operation in a clock, then two clocks without one, and scans between them.
`ifdef SVA_ITEMS
  int unsigned pick, rest;
`else
{level_i, coord_i, rule_paper_i} = {2'd1, 6'd0, 1'b0};
line_en_i = 8'd15;
key_i = 6'($urandom % 8);
lookup_dst_i = 6'($urandom % 8);
bit_i = 2'($urandom % 3);
pick = $urandom % 16;
if (rest > 0) begin
  pick = 15;
  rest = rest - 1;
end else if (pick < 3) begin
  rest = 2;
end
{statement_i, derf_i, derr_i, forget_i} = pick < 4 ? 4'd8 >> pick : 4'd0;
{check_i, visit_i} = pick < 4 || pick == 15 ? 2'd0 : 2'(pick % 3);
next_i = pick > 3 && $urandom % 2 == 0;
advertised_i = 1'b0;
`endif
