// SPDX-License-Identifier: Apache-2.0
// Parameters: M=8 N=3 W=8
// A switch in the middle of a tree; few messages and events; two ports do not exist.
{level_i, levels_i, coord_i, rule_paper_i, xoff_i} = {2'd1, 2'd3, 6'd0, 1'b0, 5'd10};
{line_en_i, port_en_i} = {8'hff, 8'h77};
link_down_i = link_down_i & port_en_i & 8'($urandom) & 8'($urandom);
link_up_i = link_up_i & port_en_i & 8'($urandom) & 8'($urandom);
msg_valid_i = msg_valid_i & port_en_i & ~msg_stop_o & 8'($urandom) & 8'($urandom);
msg_stop_i = msg_stop_i & 8'($urandom);
req_src_i = {3'($urandom % 3), 3'($urandom % 3), 3'($urandom % 3)};
req_dst_i = {3'($urandom % 3), 3'($urandom % 3), 3'($urandom % 3)};
if ($urandom % 2 == 0) req_dst_i[8:6] = req_src_i[8:6];
