// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Parameters: MSG_W=16
// Packets of 1 to 100 bytes, markers, frames of a few words, messages between their beats.
`ifdef SVA_ITEMS
  int         left, kind, frame_left, frame_wait, frame_next, words, bytes;
  int         counts[$];    // words of packets that are to be taken
  logic [13:0] lengths[$];  // bytes of packets, 0 of a marker, whose headers are to be taken
  always @(posedge clk_i) if (rst_ni) begin
    if (header_pull_o) void'(lengths.pop_front());
    if (word_pull_o) begin
      counts[0] = counts[0] - 1;
      if (counts[0] == 0) void'(counts.pop_front());
    end
  end
`else
if (!rst_ni) {left, kind, frame_left, frame_wait} = '0;
{tx_sym_i, tx_head_i, tx_tail_i, msg_i} = '0;
if (rst_ni && $urandom % 6 == 0) {tx_sym_i, msg_i} = {3'd4, 16'($urandom)};
else if (rst_ni && left != 0) begin
  left = left - 1;
  {tx_sym_i, tx_tail_i} = {3'(kind), left == 0};
end else if (rst_ni && $urandom % 3 != 0) begin
  kind = 1 + $urandom % 3;
  bytes = 1 + $urandom % (kind == 1 ? 100 : 12);
  left = kind == 1 ? (bytes + 33) / 25 - 1 : kind == 3 ? (bytes * 8 + 24) / 25 - 1 : 0;
  {tx_sym_i, tx_head_i, tx_tail_i} = {3'(kind), 1'b1, left == 0};
  if (kind != 3) lengths.push_back(kind == 1 ? 14'(bytes) : 14'd0);
  if (kind == 1) counts.push_back((bytes + 31) / 32);
  if (kind == 3) {frame_wait, frame_next} = {32'd4, (bytes * 8 + 31) / 32};
end
// The words of a frame come one a clock, four clocks behind its first beat.
{frame_valid_i, frame_eof_i} = '0;
if (frame_left != 0) begin
  frame_left = frame_left - 1;
  {frame_valid_i, frame_eof_i} = {1'b1, frame_left == 0};
end
if (frame_wait != 0) begin
  frame_wait = frame_wait - 1;
  if (frame_wait == 0) frame_left = frame_next;
end
header_i[13:0] = lengths.size() != 0 ? lengths[0] : 14'd0;
{word_valid_i, word_last_i} = {counts.size() != 0, counts.size() != 0 && counts[0] == 1};
`endif
