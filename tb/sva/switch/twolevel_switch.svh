// SPDX-License-Identifier: Apache-2.0
// Parameters: K=4 DEPTH=16 HEADERS=17
// Wave: sampled
// Pins: rx_sym_i rx_head_i rx_tail_i rx_xon_o dec_in_o dec_want_o tx_sym_o tx_head_o tx_tail_o tx_xon_i drained_o idle_o clear_o
// A switch above which there is none, whose first row drops some addresses. Senders begin while
// they have XON. Links lose what is on them, one dies and comes back, the switch dies.
`ifdef SVA_ITEMS
  int         left[4], outage[4], gone, row;
  logic       first;
  logic [3:0] clear;
  always @(posedge clk_i) clear = clear_o;
`else
{core_i, xon_most_i} = {1'b1, 5'd6};
if (!rst_ni) {left[0], left[1], left[2], left[3], outage[0], outage[1], outage[2], outage[3], gone} = '0;
row = clocks < 32 ? 32'(clocks) % 5 : $urandom % 5;
if (row == 4 && clocks < 4000) row = 0;  // nothing leads to port 3 yet
{load_valid_i, load_row_i, load_used_i} = {rst_ni && (clocks < 32 || $urandom % 64 == 0), 3'(row), 1'b1};
{load_key_i, load_mask_i} = row == 0 ? {32'h80000000, 32'h80000000} : {32'(row - 1), 32'd3};
{load_drop_i, load_port_i} = row == 0 ? 3'd4 : 3'(row - 1);
{link_down_i, link_up_i, link_init_i, wipe_i} = {12'd0, rst_ni && $urandom % 2048 == 0};
{rx_sym_i, rx_head_i, rx_tail_i, rx_bad_i, rx_data_i} = '0;
for (int p = 0; p < 4; ++p) begin
  first = left[p] == 0;
  if (rst_ni && clocks > 32 && (first ? rx_xon_o[p] && $urandom % 6 == 0 : 1'b1)) begin
    if (first) left[p] = 1 + $urandom % 4;
    {rx_sym_i[2*p+:2], rx_head_i[p], rx_tail_i[p]} = {2'd1, first, left[p] == 1};
    rx_data_i[p*128+:128] = {$urandom, $urandom, $urandom, $urandom};
    if (first) rx_data_i[p*128+64+:14] = 14'(left[p]);
    if (first) rx_data_i[p*128+:32] = {1'($urandom % 16 == 0), 29'd0, 2'(p + 1 + $urandom % 3)};
    left[p] = left[p] - 1;
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
`endif
