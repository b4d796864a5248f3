// SPDX-License-Identifier: Apache-2.0
// Parameters: N_PORTS=6 FLOW_ID_W=4 POS_W=8
// Full for a while, then empty for a while; an ACK says where its row is.
`ifdef SVA_ITEMS
  logic [7:0] sent[16];
  always @(negedge clk_i) if (map_hit_o || map_alloc_o) sent[map_oid_o] = map_start_o + 8'd1;
`else
map_port_i = 3'($urandom % 6);
{map_len_i, map_hole_i, map_ordered_i} = {6'd1, 8'd0, 1'($urandom)};
rev_type_i = $urandom % 8 == 0 ? 3'($urandom) : 3'd0;
rev_valid_i = $urandom % (clocks % 512 < 256 ? 8 : 1) == 0;
rev_pos_i = sent[rev_id_i];
chk_valid_i = $urandom % 8 == 0;
{now_i, tick_i, stale_t_i, expire_t_i} = {32'(clocks), 4'd0, 17'd64, 17'd64};
`endif
