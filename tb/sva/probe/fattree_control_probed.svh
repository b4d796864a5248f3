// SPDX-License-Identifier: Apache-2.0
// Parameters: M=4 N=3 W=8 PERIOD=64 TIMEOUT=10
// A leaf switch; its far ends answer now and then.
{level_i, levels_i, coord_i, rule_paper_i, xoff_i} = {2'd0, 2'd3, 4'd0, 1'b0, 5'd10};
{line_en_i, port_en_i, msg_valid_i, msg_stop_i, phase_i} = {8'hff, 4'hf, 4'd0, 4'd0, {4{32'd50}}};
now_i = 32'(clocks) + 1;
