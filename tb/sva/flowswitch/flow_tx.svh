// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Packets of up to six beats, markers, ACKs now and then, messages, and a host that stalls.
`ifdef SVA_ITEMS
  int held;
  always @(posedge clk_i) held = held + 32'(put_valid_i) + 32'(mark_valid_i)
                                 - 32'(tx_head_o && tx_sym_o != 3'd3);
`else
if (!rst_ni) held = 0;
init_i = 1'b0;
{t1_i, t2_i, t3_i} = {10'd10, 10'd20, 10'd40};
{good_i, max_i, now_i} = {6'd4, 3'd5, 40'(clocks)};
put_valid_i = held < 6 && rst_ni && $urandom % 8 == 0;
mark_valid_i = held < 6 && rst_ni && $urandom % 16 == 0;
{put_len_i, put_beats_i} = {6'(1 + $urandom % 63), 10'(1 + $urandom % 6)};
if (!put_valid_i) {put_tag_i, put_len_i, put_beats_i} = '0;
if (!mark_valid_i) mark_tag_i = '0;
ack_valid_i = $urandom % (clocks % 512 < 256 ? 8 : 128) == 0;
if (!ack_valid_i) ack_data_i = '0;
xon_i = $urandom % 8 != 0;
msg_valid_i = $urandom % 16 == 0;
`endif
