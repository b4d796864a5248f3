// SPDX-License-Identifier: Apache-2.0
// Parameters: N=2 DEPTH=8 CYCLES=16 ID_W=2 POS_W=3
// Parameters: N=4 DEPTH=8 CYCLES=16 ID_W=4 POS_W=8
// Wave: sampled
// Pins: host_i rev_valid_i rev_i chk_valid_i chk_i turn_valid_i turn_i drop_valid_i drop_i free_i comes_i ack_valid_o ack_out_o ack_o ack_pull_i
// Hosts at output 0, of four outputs also at 1; some ACKs at a time, of which a few wait.
`ifdef SVA_ITEMS
  int   here;
  logic want;
  localparam int N = $bits(rev_valid_i), EW = $bits(drop_i);
  assign ack_pull_i = want && ack_valid_o;
  always @(posedge clk_i) here = here + $countones({rev_valid_i, chk_valid_i, turn_valid_i})
                                 + 32'(drop_valid_i) - 32'(ack_pull_i);
`else
if (!rst_ni) here = 0;
host_i = N'(N > 2 ? 3 : 1);
if (here > 2 || !rst_ni || $urandom % 2 != 0) {rev_valid_i, chk_valid_i, turn_valid_i, drop_valid_i} = '0;
if ($urandom % 2 == 0) {chk_valid_i, turn_valid_i} = '0;
{chk_valid_i, turn_valid_i} = {chk_valid_i & ~host_i, turn_valid_i & ~host_i};
for (int o = 0; o < N; ++o) begin
  if (!rev_valid_i[o]) rev_i[o*EW+:EW] = '0;
  if (!chk_valid_i[o]) chk_i[o*EW+:EW] = '0;
  if (!turn_valid_i[o]) turn_i[o*EW+:EW] = '0;
end
if (!drop_valid_i) drop_i = '0;
want = $urandom % 4 != 0;
`endif
