// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Parameters: PAGES=16 WORD_W=16 ID_W=2
// Packets of up to twelve words, one at a time; each is put into the queue of its row some clocks
// later; a row is asked for and its first packet leaves, unless another one is being read.
`ifdef SVA_ITEMS
  int         words, pages, here[4], asked1, asked2, rest[4];
  logic [3:0] came[$];
  logic       want;
  assign leave_i = want && read_ready_o;
  always @(posedge clk_i) if (rst_ni) begin
    if (head_valid_i) came.push_back(head_slot_o);
    if (put_valid_i) here[put_id_i] = here[put_id_i] + 1;
    if (leave_i) here[asked2] = here[asked2] - 1;
    if (leave_i) rest[asked2] = 4;
    {asked2, asked1} = {asked1, ask_valid_i ? 32'(ask_id_i) : 32'd4};
    pages = 32'(used_o) + 32'(head_valid_i);
  end
`else
if (!rst_ni) begin
  {words, pages, here[0], here[1], here[2], here[3]} = '0;
  {rest[0], rest[1], rest[2], rest[3], asked1, asked2} = {128'd0, 32'd4, 32'd4};
end
mark_i = 14'd20;
head_valid_i = rst_ni && words == 0 && pages < 14 && $urandom % 6 == 0;
head_tc_i = 3'($urandom % 2);
head_bytes_i = 14'(1 + $urandom % 384);
head_len_i = 6'((32'(head_bytes_i) + 255) / 256 + $urandom % 8);
if (head_valid_i) words = (32'(head_bytes_i) + 31) / 32;
else {head_tc_i, head_len_i, head_bytes_i} = '0;
word_valid_i = words != 0 && $urandom % 4 != 0;
if (word_valid_i) words = words - 1;
else word_i = '0;
put_valid_i = came.size() != 0 && $urandom % 2 == 0;
put_id_i = '0;
put_slot_i = '0;
if (put_valid_i) {put_id_i, put_slot_i} = {2'($urandom), came.pop_front()};
for (int r = 0; r < 4; ++r) if (rest[r] != 0) rest[r] = rest[r] - 1;
ask_id_i = 2'($urandom);
ask_valid_i = here[ask_id_i] != 0 && rest[ask_id_i] == 0 && asked1 != 32'(ask_id_i) && asked2 != 32'(ask_id_i);
want = asked2 != 4;
`endif
