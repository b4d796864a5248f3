// SPDX-License-Identifier: Apache-2.0
// Parameters: M=4 N=2 W=4 DEPTH=16 HEADERS=17
// Wave: sampled
// Pins: rx_sym_i rx_head_i rx_tail_i rx_xon_o dec_in_o dec_want_o tx_sym_o tx_head_o tx_tail_o tx_xon_i drained_o idle_o clear_o
// A leaf switch with two hosts; senders begin while they have XON. Links lose what is on them for
// some clocks, one above dies and comes back, fault messages come from above, the switch dies.
`ifdef SVA_ITEMS
  int         left[4], outage[4], out, gone;
  logic       first;
  logic [3:0] clear;
  always @(posedge clk_i) clear = clear_o;
`else
{level_i, levels_i, coord_i, line_en_i, port_en_i} = {1'd0, 2'd2, 2'd0, 4'hf, 4'hf};
{rule_paper_i, xoff_i, xon_most_i, numbered_i, sideband_i} = {1'b0, 5'd10, 5'd6, 2'd0};
if (!rst_ni) {left[0], left[1], left[2], left[3], outage[0], outage[1], outage[2], outage[3], gone} = '0;
{link_down_i, link_up_i, link_init_i, tx_resend_i, wipe_i} = {16'd0, rst_ni && $urandom % 2048 == 0};
{rx_sym_i, rx_head_i, rx_tail_i, rx_bad_i, rx_data_i} = '0;
for (int p = 0; p < 4; ++p) begin
  first = left[p] == 0;
  if (rst_ni && (first ? rx_xon_o[p] && $urandom % 6 == 0 : 1'b1)) begin
    if (first) left[p] = 1 + $urandom % 4;
    {rx_sym_i[2*p+:2], rx_head_i[p], rx_tail_i[p]} = {2'd1, first, left[p] == 1};
    rx_data_i[p*64+:64] = first ? {32'($urandom), 10'd0, 14'(left[p]), 4'd0, 1'b0, 1'($urandom), 1'b0, 1'($urandom)}
                                : {32'($urandom), 32'($urandom)};
    // to the other host, to another leaf
    if (first && p < 2) rx_data_i[p*64+:4] = $urandom % 2 == 0 ? {2'd0, 2'(1 - p)} : {2'(1 + $urandom % 3), 2'($urandom % 2)};
    left[p] = left[p] - 1;
  end else if (rst_ni && p > 1 && first && !rx_stop_o[p] && $urandom % 64 == 0) begin
    {rx_sym_i[2*p+:2], rx_data_i[p*64+:64]} = {2'd2, 32'd0, 32'($urandom)};
  end
  // an outage that nobody declares
  if (outage[p] == 0 && $urandom % 1024 == 0) outage[p] = 1 + $urandom % 16;
  else if (outage[p] != 0) outage[p] = outage[p] - 1;
  {rx_ok_i[p], tx_ok_i[p]} = outage[p] == 0 ? 2'b11 : 2'b00;
end
// the link of port 3: declared dead, back when there is nothing left at it
if (gone == 0 && rst_ni && $urandom % 16 == 0) {gone, link_down_i[3]} = {32'd1, 1'b1};
else if (gone != 0) begin
  gone = gone + 1;
  if (gone > 4 && clear[3] && left[3] == 0) {gone, link_init_i[3], link_up_i[3]} = {32'd0, 2'b11};
  else {rx_ok_i[3], tx_ok_i[3]} = '0;
end
tx_xon_i = 4'($urandom | $urandom | $urandom);
tx_stop_i = $urandom % 16 == 0 ? tx_stop_i : {4{clocks[5]}};
`endif
