// SPDX-License-Identifier: Apache-2.0
// Full for a while, then empty for a while; an ACK says what its row is at.
`ifdef SVA_ITEMS
  logic [7:0] sent[16];
  always @(negedge clk_i) if (hit_o || alloc_o) sent[id_o] = start_o + 8'd1;
`else
{key_i, len_i} = {$urandom % 24, 6'd1};
ack_valid_i = $urandom % (clocks % 512 < 256 ? 8 : 1) == 0;
ack_pos_i = sent[ack_id_i];
`endif
