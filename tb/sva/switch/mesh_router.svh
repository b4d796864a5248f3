// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Pins: rx_valid_i rx_vc_i rx_head_i rx_tail_i credit_o dec_in_o dec_kind_o dec_out_o tx_valid_o tx_vc_o tx_head_o tx_tail_o credit_i
// The node in the middle of 27. Packets of its host to all others, of neighbours to it or straight
// on, as far as credits go; buffers of four flits. Links die and begin anew.
`ifdef SVA_ITEMS
  int         credits[14], left[14], far[14], gone[7], c, way;
  logic       first;
  logic [6:0] clear;
  always @(posedge clk_i) clear = clear_o;
  always @(posedge clk_i) for (int k = 0; k < 14; ++k) begin
    credits[k] = credits[k] + 32'(credit_o[k]);
    far[k] = far[k] + 32'(tx_valid_o[k/2] && tx_vc_o[k/2] == k[0]) - 32'(credit_i[k]);
  end
`else
{here_i, present_i, depth_i, full_i} = {12'h111, 6'h3f, {14{8'd4}}, {14{8'd4}}};
{reserve_i, free_at_tail_i, msg_takes_i, numbered_i} = '0;
turn_i = 4'(clocks % 14);
{link_ok_i, link_down_i, link_up_i, link_init_i, wipe_i} = {7'h7f, 19'd0};
{msg_valid_i, msg_bad_i, tx_resend_i} = '0;
{rx_valid_i, rx_vc_i, rx_head_i, rx_tail_i, rx_abort_i, rx_data_i} = '0;
for (int p = 0; p < 7; ++p) begin
  c = 2 * p + $urandom % 2;
  // a link dies, is declared dead, and begins anew when there is nothing left at it
  if (!rst_ni) gone[p] = 0;
  else if (gone[p] == 0 && p < 6 && $urandom % 2048 == 0) {gone[p], link_down_i[p]} = {32'd1, 1'b1};
  else if (gone[p] != 0) gone[p] = gone[p] + 1;
  if (gone[p] > 20 && clear[p]) begin
    {link_up_i[p], link_init_i[p], gone[p]} = {2'd3, 32'd0};
    {credits[2*p], credits[2*p+1], left[2*p], left[2*p+1], far[2*p], far[2*p+1]} = {32'd4, 32'd4, 128'd0};
  end
  link_ok_i[p] = gone[p] == 0;
  if (!rst_ni) {credits[2*p], credits[2*p+1], left[2*p], left[2*p+1], far[2*p], far[2*p+1]} = {32'd4, 32'd4, 128'd0};
  else if (gone[p] == 0 && !link_init_i[p] && credits[c] != 0 && (left[c] != 0 || $urandom % 8 == 0)) begin
    first = left[c] == 0;
    if (first) left[c] = 1 + $urandom % 4;
    credits[c] = credits[c] - 1;
    {rx_valid_i[p], rx_vc_i[p], rx_head_i[p], rx_tail_i[p]} = {1'b1, c[0], first, left[c] == 1};
    rx_data_i[p*64+:64] = {$urandom, $urandom};
    if (first) begin
      way = $urandom % 27;
      rx_data_i[p*64+:30] = {6'd0, 12'h111, 4'(way / 9), 4'(way / 3 % 3), 4'(way % 3)};
      if (p < 6) rx_data_i[p*64+:12] = 12'h111;
      if (p == 6 && way == 13) rx_data_i[p*64+:12] = 12'h112;
      // straight on: from x+ to x-, and so on
      if (p < 6 && way < 9) rx_data_i[p*64+4*(p/2)+:4] = p % 2 == 0 ? 4'd0 : 4'd2;
    end
    left[c] = left[c] - 1;
  end
  for (int v = 0; v < 2; ++v) credit_i[2*p+v] = rst_ni && gone[p] == 0 && far[2*p+v] > 0 && $urandom % 2 == 0;
end
`endif
