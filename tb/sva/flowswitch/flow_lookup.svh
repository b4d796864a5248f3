// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Packets of five classes, in bursts, a table that is full now and then, some ACKs.
`ifdef SVA_ITEMS
  int here[8];
  always @(posedge clk_i) begin
    if (head_valid_i) here[head_tc_i] = here[head_tc_i] + 1;
    if (put_valid_o) here[put_tc_o] = here[put_tc_o] - 1;
  end
`else
if (!rst_ni) here = '{default: 0};
head_tc_i = 3'($urandom % 5);
head_valid_i = here[head_tc_i] < 7 && rst_ni && $urandom % (clocks % 256 < 128 ? 1 : 4) == 0;
head_len_i = 6'(1 + $urandom % 63);
if (!head_valid_i) {head_dest_i, head_tc_i, head_ordered_i, head_len_i, head_slot_i} = '0;
ans_stall_i = $urandom % 4 == 0;
ack_valid_i = $urandom % 4 == 0;
`endif
