// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Parameters: MSG_W=16
// Parameters: MSG_W=16 DELAY=4
// Packets of 1 to 100 bytes, markers, frames of up to 12 ACKs, messages between their beats.
`ifdef SVA_ITEMS
  int left, kind, some;
`else
if (!rst_ni) left = 0;
{wire_sym_i, wire_head_i, wire_tail_i} = '0;
if (rst_ni && $urandom % 6 == 0) wire_sym_i = 3'd4;
else if (rst_ni && left != 0) begin
  left = left - 1;
  {wire_sym_i, wire_tail_i} = {3'(kind), left == 0};
end else if (rst_ni && $urandom % 3 != 0) begin
  kind = 1 + $urandom % 3;
  some = $urandom % 3 == 0 ? 1 : 1 + $urandom % (kind == 1 ? 100 : 12);
  left = kind == 1 ? (some + 33) / 25 - 1 : 0;
  if (kind == 3) left = (8 * ((9 + (25 * some + 7) / 8 + 7) / 8) + 24) / 25 - 1;
  {wire_sym_i, wire_head_i, wire_tail_i} = {3'(kind), 1'b1, left == 0};
  if (kind == 3) wire_data_i[21:16] = 6'(some);
  else wire_data_i[13:0] = 14'(some);
end
if (wire_sym_i == 3'd0) wire_data_i = '0;
`endif
