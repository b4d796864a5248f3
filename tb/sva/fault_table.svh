// SPDX-License-Identifier: Apache-2.0
// Parameters: M=6 N=3 W=8
// One operation in a clock, and scans between them; what a scan finds is advertised or visited.
`ifdef SVA_ITEMS
  int unsigned pick;
`else
{level_i, coord_i, rule_paper_i} = {2'd1, 6'd0, 1'b0};
{line_en_i, up_en_i} = {8'd15, 3'h7};
key_i = 6'($urandom % 8);
lookup_dst_i = 6'($urandom % 8);
bit_i = 2'($urandom % 3);
pick = $urandom % 16;
{statement_i, derf_i, derr_i, forget_i} = 4'd8 >> pick;
{check_i, visit_i} = pick < 6 ? 2'd0 : 2'(pick % 3);
advertised_i = 1'b0;
visited_i = 1'b0;
`endif
