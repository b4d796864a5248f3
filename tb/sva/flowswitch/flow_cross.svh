// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Parameters: N=4 DEPTH=8 PACKETS=4 WORD_W=4
// Pins: word_valid_i word_last_i word_i put_valid_i put_in_i word_valid_o word_last_o word_o word_pull_i
// Packets of one to four words; each is noted before, with or behind its words.
`ifdef SVA_ITEMS
  int words[4], left[4], noted[4], packets;
  logic want;
  assign word_pull_i = want && word_valid_o;
  always @(posedge clk_i) begin
    for (int i = 0; i < 4; ++i) words[i] = words[i] + 32'(word_valid_i[i]);
    packets = packets + 32'(put_valid_i) - 32'(word_pull_i && word_last_o);
    if (word_pull_i) words[i_block.in] = words[i_block.in] - 1;
  end
`else
if (!rst_ni) {words[0], words[1], words[2], words[3], packets} = '0;
if (!rst_ni) {left[0], left[1], left[2], left[3], noted[0], noted[1], noted[2], noted[3]} = '0;
want = $urandom % 4 != 0;
{put_valid_i, put_in_i} = '0;
for (int i = 0; i < 4; ++i) begin
  word_valid_i[i] = words[i] < 7 && $urandom % 6 == 0 && (left[i] != 0 || noted[i] < 2);
  if (word_valid_i[i] && left[i] == 0) begin
    left[i] = 1 + $urandom % 4;
    noted[i] = noted[i] + 1;
  end
  if (word_valid_i[i]) left[i] = left[i] - 1;
  word_last_i[i] = word_valid_i[i] && left[i] == 0;
  if (!word_valid_i[i]) word_i[i*4+:4] = '0;
  if (!put_valid_i && noted[i] > 0 && packets < 3 && $urandom % 2 == 0) begin
    {put_valid_i, put_in_i} = {1'b1, 2'(i)};
    noted[i] = noted[i] - 1;
  end
end
`endif
