// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Parameters: N=2 ID_W=4 POS_W=8 DATA_W=8
// Output 0 is a host's. What is granted mostly goes; a MAP is stalled now and then.
`ifdef SVA_ITEMS
  int   age[2];
  logic to[2];
  always @(posedge clk_i) for (int i = 0; i < 2; ++i) begin
    if (leave_o[i] || abort_o[i]) age[i] = 0;
    if (age[i] != 0) age[i] = age[i] + 1;
    if (grant_valid_i[i]) {age[i], to[i]} = {32'd1, grant_out_i[i]};
  end
`else
if (!rst_ni) {age[0], age[1], to[0], to[1]} = '0;
{host_i, grant_valid_i, grant_out_i, grant_id_i, ans_go_i, ans_port_i} = {2'b01, 16'd0};
for (int i = 0; i < 2; ++i) begin
  grant_valid_i[i] = age[i] == 0 && rst_ni && $urandom % 4 == 0;
  if (grant_valid_i[i]) {grant_out_i[i], grant_id_i[i*4+:4]} = 5'($urandom);
  // the answer to its DEQ, to its second DEQ
  if (age[i] == 2) {ans_go_i[i], ans_port_i[i]} = {$urandom % 8 != 0, to[i] ^ ($urandom % 16 == 0)};
  if (age[i] == 6) {ans_go_i[i], ans_port_i[i]} = {1'b1, to[i]};
end
if (grant_valid_i == 2'b11 && grant_out_i[1] == grant_out_i[0]) begin
  {grant_valid_i[1], grant_out_i[1], grant_id_i[7:4]} = '0;
end
{map_stall_i, map_over_i} = {2'($urandom & $urandom), 2'($urandom)};
`endif
