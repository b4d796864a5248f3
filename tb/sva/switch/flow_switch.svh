// SPDX-License-Identifier: Apache-2.0
// Clocks: 200000
// Wave: 28
// Wave: sampled
// Pins: wire_sym_i wire_head_i wire_tail_i ask_valid_o ask_in_o route_valid_i route_ways_i grant_valid_o grant_out_o load_o msg_valid_i wire_sym_o wire_head_o wire_tail_o
// Ports of a host and of a switch. The host sends to the switch, and to itself; the switch, whose
// output is made of flow_tx and flow_gear, to the host: packets in its rows, ACKs for all that it
// is sent, messages; now and then nothing. Bit 0 of where to is the way, bit 1 the input. An input
// has its pages, and one is free when the last beat of its packet has left.
`ifdef SVA_ITEMS
  int          pages[2], left, some, units, tc;
  logic [71:0] going[2];            // headers of what leaves
  logic [2:0]  open;                // classes with XON of the switch
  logic        holds;
  logic [1:0]  asked_q[2];          // {a question, its way} of so many clocks before
  // The switch: what its wire takes next, its ACKs that wait, positions of its rows.
  logic [71:0] headers[$];
  int          counts[$], at[3];
  logic [25:0] acks[$];
  logic        far_put, far_ack, far_ready, far_head, far_tail, far_pull, far_any, far_last;
  logic        far_next, far_msg, far_frame, far_eof, beat_head, beat_tail;
  logic [2:0]  far_sym, beat_sym;
  logic [9:0]  far_beats;
  logic [21:0] far_said, far_says;
  logic [25:0] far_acks;
  logic [71:0] far_tag, far_header;
  logic [199:0] beat;
  logic [255:0] far_bytes, far_word;
  flow_tx #(.ENTRIES(16), .TAG_W(72), .MAX(6), .DEPTH(18)) i_far (
    .clk_i, .rst_ni, .bug_i('0), .init_i(1'b0), .t1_i(10'd10), .t2_i(10'd20), .t3_i(10'd40),
    .good_i(6'd4), .max_i(3'd5), .now_i(17'(now_i)), .ack_valid_i(far_ack), .ack_data_i(far_acks),
    .ack_ready_o(far_ready), .word_data_o(far_bytes), .word_valid_o(far_frame), .word_sof_o(),
    .word_eof_o(far_eof), .put_valid_i(far_put), .put_tag_i(far_tag), .put_len_i(6'd1),
    .put_beats_i(far_beats), .mark_valid_i(1'b0), .mark_tag_i('0), .xon_i(1'b1),
    .msg_valid_i(far_msg), .tx_sym_o(far_sym), .tx_head_o(far_head), .tx_tail_o(far_tail),
    .tx_tag_o(), .gone_len_o(), .depth_o(), .begin_o(), .begin_tag_o()
  );
  flow_gear i_wire (
    .clk_i, .rst_ni, .bug_i('0), .tx_sym_i(far_sym), .tx_head_i(far_head), .tx_tail_i(far_tail),
    .msg_i(far_said), .frame_valid_i(far_frame), .frame_eof_i(far_eof), .frame_word_i(far_bytes),
    .header_i(far_header), .header_pull_o(far_pull), .word_valid_i(far_any),
    .word_last_i(far_last), .word_i(far_word), .word_pull_o(far_next), .wire_sym_o(beat_sym),
    .wire_head_o(beat_head), .wire_tail_o(beat_tail), .wire_data_o(beat)
  );
  always @(posedge clk_i) begin
    asked_q[1] = asked_q[0];
    asked_q[0] = {ask_valid_o && rst_ni, ask_dest_o[0]};
    if (far_pull) void'(headers.pop_front());
    if (far_next) begin
      counts[0] = counts[0] - 1;
      if (counts[0] == 0) void'(counts.pop_front());
    end
    if (far_ack && far_ready) void'(acks.pop_front());
  end
`else
if (clocks % 1024 < 4 && clocks % 8192 < 4096) rst_ni = 1'b0;
{agg_t1_i, agg_t2_i, agg_t3_i, agg_good_i, agg_max_i} = {10'd10, 10'd20, 10'd40, 6'd4, 3'd5};
{credit_on_i, credit_off_i, credit_headroom_i, tick_i} = {6'd12, 6'd4, 6'd8, 4'd0};
{cooldown_i, hold_up_i, refresh_i, expire_i, stale_i} = {17'd64, 17'd32, 17'd256, 17'd1024, 17'd96};
{recovery_acks_i, recovery_weighted_i, unit_cycles_i} = {5'd4, 1'b1, 10'd10};
{injection_limit_i, flow_limit_i, queue_limit_i} = {16'd24, {8{6'd12}}, {8{6'd3}}};
{redirect_inside_i, redirects_i, redirect_floor_i} = {1'b0, 1'b1, 14'd4};
{depth_gain_i, growth_gain_i, aware_i, ep_congested_i} = {8'd16, 8'd16, 1'b1, 14'd6};
{ep_mask_i, ep_draws_i, pool_mark_i, wired_i, limit_i} = {11'd3, 1'b1, 14'd5, 2'b11, {2{14'd8}}};
{redirect_seed_i, ep_seed_i, drain_i} = {12'd38, 12'd1, 12'd38, 12'd1, {2{40'd20}}};
{min_i, max_i, full_i} = {{6{16'd0}}, 16'd6400, 16'd0, {8{16'd25600}}, 8'hff};
{weight_i, shift_i, sample_step_i, now_i} = {{8{3'd1}}, 4'd0, 16'd64, 40'(clocks)};
{dead_i, init_i, coming_i, msg_valid_i, far_msg, far_put} = '0;
if (!rst_ni) begin
  {pages[0], pages[1], left, asked_q[0], asked_q[1], open, holds} = '0;
  at = '{default: 0};
  headers.delete();
  counts.delete();
  acks.delete();
end
{changed_i, learns_i} = {$urandom % 256 == 0, $urandom % 256 == 0};
{route_valid_i, route_ways_i} = {asked_q[1][1], asked_q[1][0] ? 2'b10 : 2'b01};
// XON of the switch, a host that stalls, messages.
if ($urandom % 16 == 0) open[$urandom % 3] = $urandom % 2 == 0;
if ($urandom % 16 == 0) holds = $urandom % 4 == 0;
{xon_i, hold_i} = {5'd0, open, 8'hff, 1'b0, holds};
msg_valid_i[1] = rst_ni && $urandom % 64 == 0;
{far_said, far_msg, far_says} = {far_says, rst_ni && $urandom % 64 == 0, 22'($urandom)};
// What leaves: pages are free, the switch acknowledges.
for (int p = 0; p < 2; ++p) if (rst_ni && wire_sym_o[3*p+:3] == 3'd1) begin
  if (wire_head_o[p]) going[p] = wire_data_o[200*p+:72];
  units = (32'(going[p][13:0]) + 255) / 256;
  if (wire_tail_o[p]) begin
    pages[going[p][15]] = pages[going[p][15]] - units;
    far_acks = {4'd0, 11'(32'(going[p][60:50]) + units) & 11'd63, going[p][49:39]};
    if (p == 1) acks.push_back({^far_acks[24:0], far_acks[24:0]});
  end
end
far_ack = acks.size() != 0 && $urandom % (clocks % 2048 < 256 ? 64 : 4) == 0;
if (acks.size() != 0) far_acks = acks[0];
// A packet of the switch.
{tc, some} = {$urandom % 3, 1 + $urandom % ($urandom % 2 == 0 ? 600 : 50)};
units = (some + 255) / 256;
if (rst_ni && clocks % 1024 < 768 && xon_o[8+tc] && pages[1] + units <= 16 && $urandom % 16 == 0) begin
  pages[1] = pages[1] + units;
  {far_put, far_beats} = {1'b1, 10'((some + 33) / 25)};
  headers.push_back({11'd0, 11'(at[tc]), 11'(tc), 1'b0, tc != 0, 3'(tc), 20'd2, 14'(some)});
  counts.push_back((some + 31) / 32);
  at[tc] = (at[tc] + units) % 64;
end
{far_any, far_last} = {counts.size() != 0, counts.size() != 0 && counts[0] == 1};
far_header = headers.size() != 0 ? headers[0] : '0;
far_word = {8{$urandom}};
// Beats of the host.
{wire_sym_i, wire_head_i, wire_tail_i} = {beat_sym, 3'd0, beat_head, 1'b0, beat_tail, 1'b0};
wire_data_i[399:200] = beat;
{tc, some} = {$urandom % 3, 1 + $urandom % ($urandom % 2 == 0 ? 600 : 50)};
units = (some + 255) / 256;
if (rst_ni && left != 0) begin
  left = left - 1;
  {wire_sym_i[2:0], wire_tail_i[0]} = {3'd1, left == 0};
end else if (rst_ni && clocks % 1024 < 768 && xon_o[tc] && pages[0] + units <= 16 && $urandom % 8 == 0) begin
  pages[0] = pages[0] + units;
  left = (some + 33) / 25 - 1;
  {wire_sym_i[2:0], wire_head_i[0], wire_tail_i[0]} = {3'd1, 1'b1, left == 0};
  wire_data_i[71:0] = {34'd0, tc[0], 3'(tc), 18'($urandom % 2), 1'b0, $urandom % 4 != 0, 14'(some)};
end
`endif
