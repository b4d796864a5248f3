// SPDX-License-Identifier: Apache-2.0
// Wave: 28
// Wave: sampled
// Pins: wire_sym_i wire_head_i ask_valid_o ask_in_o ask_dest_o route_valid_o route_ways_o link_down_i msg_valid_i msg_valid_o msg_stop_i grant_valid_o
// A leaf with two hosts, who send to all eight; nobody acknowledges what leaves, so it is reset
// before long. Links die; messages of the roots are of the other leaves.
`ifdef SVA_ITEMS
  int         left[2], some;
  logic [3:0] gone;
  logic [2:0] kind;
`else
if (clocks % 512 < 4) rst_ni = 1'b0;
{level_i, levels_i, coord_i, line_en_i} = {1'd0, 2'd2, 2'd0, 4'hf};
{rule_paper_i, xoff_i, route_wait_i} = {1'b0, 5'd4, 1'b0};
{agg_t1_i, agg_t2_i, agg_t3_i, agg_good_i, agg_max_i} = {10'd10, 10'd20, 10'd40, 6'd4, 3'd5};
{credit_on_i, credit_off_i, credit_headroom_i, tick_i} = {6'd12, 6'd4, 6'd8, 4'd0};
{cooldown_i, hold_up_i, refresh_i, expire_i, stale_i} = {17'd64, 17'd32, 17'd256, 17'd1024, 17'd600};
{recovery_acks_i, recovery_weighted_i, unit_cycles_i} = {5'd4, 1'b1, 10'd10};
{injection_limit_i, flow_limit_i, queue_limit_i} = {16'd24, {8{6'd12}}, {8{6'd3}}};
{redirect_inside_i, redirects_i, redirect_floor_i} = {1'b0, 1'b1, 14'd4};
{depth_gain_i, growth_gain_i, aware_i, ep_congested_i} = {8'd16, 8'd16, 1'b1, 14'd6};
{ep_mask_i, ep_draws_i, pool_mark_i, wired_i, limit_i} = {11'd3, 1'b1, 14'd5, 4'hf, {4{14'd8}}};
{redirect_seed_i, ep_seed_i, drain_i} = {{4{12'd38}}, {4{12'd1}}, {4{40'd20}}};
{min_i, max_i, full_i} = {128'd0, {8{16'd25600}}, 8'hff};
{weight_i, shift_i, sample_step_i, now_i} = {24'd0, 4'd0, 16'd64, 40'(clocks)};
{link_down_i, link_up_i, link_init_i, msg_valid_i, wire_sym_i, wire_head_i, wire_tail_i} = '0;
{xon_i, hold_i, msg_stop_i} = {32'hffff_ffff, 4'd0, msg_stop_i & 4'($urandom) & 4'hc};
if (!rst_ni) {gone, left[0], left[1]} = '0;
else begin
  if ($urandom % 256 == 0) link_down_i = 4'b0100 << ($urandom % 2) & ~gone;
  gone = gone | link_down_i;
  msg_valid_i = 4'($urandom) & 4'($urandom) & 4'hc & ~gone & ~msg_stop_o;
end
// Statements of the leaves beside this one, levels that do not hold any more.
for (int p = 0; p < 4; ++p) begin
  kind = $urandom % 4 == 0 ? fabric_pkg::KindDlrm : $urandom % 2 == 0 ? fabric_pkg::KindDerf : fabric_pkg::KindDerr;
  msg_data_i[15*p+:15] = {8'($urandom), p[0], 2'(1 + $urandom % 3), 1'd0, kind};
end
for (int p = 0; p < 2; ++p) begin
  some = 1 + $urandom % 600;
  if (rst_ni && left[p] != 0) begin
    left[p] = left[p] - 1;
    {wire_sym_i[3*p+:3], wire_tail_i[p]} = {3'd1, left[p] == 0};
  end else if (rst_ni && xon_o[8*p] && $urandom % 16 == 0) begin
    left[p] = (some + 33) / 25 - 1;
    {wire_sym_i[3*p+:3], wire_head_i[p], wire_tail_i[p]} = {3'd1, 1'b1, left[p] == 0};
    wire_data_i[200*p+:72] = {35'd0, 3'd0, 20'($urandom % 8), 14'(some)};
  end
end
`endif
