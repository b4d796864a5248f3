// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Wave: 99
// Parameters: N=2 ID_W=2 UNITS_W=8
// Parameters: N=4 ID_W=2 UNITS_W=10
// Pins: ask_valid_i ask_out_i ask_tc_i ask_id_i ask_len_i done_i abort_i drops_i soon_i xoff_i gone_len_i grant_valid_o grant_out_o grant_tc_o grant_id_o ahead_o load_o
// Heads of all inputs in two classes, one of which has half of a link; what is granted leaves its
// queue some clocks later, or comes to nothing, and its FIFO after that. An output dies rarely.
`ifdef SVA_ITEMS
  localparam int N = $bits(ask_valid_i), PW = $clog2(N), UW = $bits(limit_i) / N;
  logic [3:0]    stands[N];
  logic [PW-1:0] at[N][4], held_out[N];
  int            len[N][4], age[N], held_len[N], row, gone[N], wait_for[N];
  always @(posedge clk_i) for (int i = 0; i < N; ++i) begin
    for (int r = 0; r < 4; ++r) if (clear_i[at[i][r]]) stands[i][r] = 1'b0;
    if (ask_valid_i[i]) begin
      stands[i][ask_id_i[i*2+:2]] = 1'b1;
      at[i][ask_id_i[i*2+:2]] = ask_out_i[i*PW+:PW];
      len[i][ask_id_i[i*2+:2]] = 32'(ask_len_i[i*6+:6]);
    end
    if (grant_valid_o[i]) begin
      stands[i][grant_id_o[i*2+:2]] = 1'b0;
      {age[i], held_out[i], held_len[i]} = {32'd1, grant_out_o[i*PW+:PW], len[i][grant_id_o[i*2+:2]]};
    end
  end
`else
if (!rst_ni) for (int i = 0; i < N; ++i) {stands[i], age[i], gone[i]} = '0;
{min_i, max_i, full_i, weight_i} = {128'd0, 96'd0, 16'd12800, 16'd0, 8'hfd, 24'd1};
{limit_i, host_i} = {{N{UW'(64)}}, N'(2)};
{ask_valid_i, ask_out_i, ask_tc_i, ask_id_i, ask_len_i, ask_bytes_i} = '0;
{done_i, abort_i, drops_i, gone_len_i} = '0;
for (int i = 0; i < N; ++i) begin
  if (age[i] != 0) begin
    age[i] = age[i] + 1;
    done_i[i] = age[i] > 2 && gone[held_out[i]] == 0 && $urandom % 2 == 0;
    abort_i[i] = age[i] > 2 && !done_i[i] && $urandom % 8 == 0;
    if (done_i[i]) {gone[held_out[i]], wait_for[held_out[i]]} = {held_len[i], $urandom % 8};
    if (done_i[i] || abort_i[i]) age[i] = 0;
  end
  drops_i[i] = age[i] == 0 && $urandom % 8 == 0;
  row = $urandom % 4;
  if (rst_ni && !stands[i][row] && $urandom % 3 == 0) begin
    {ask_valid_i[i], ask_out_i[i*PW+:PW], ask_tc_i[i*3+:3]} = {1'b1, PW'($urandom), 3'($urandom % 2)};
    {ask_id_i[i*2+:2], ask_len_i[i*6+:6]} = {2'(row), 6'd1};
    if (ask_tc_i[i*3+:3] == 3'd0) ask_len_i[i*6+:6] = 6'(1 + $urandom % 28);
    ask_bytes_i[i*14+:14] = {ask_len_i[i*6+:6], 8'd0} - 14'($urandom % 256);
  end
end
for (int o = 0; o < N; ++o) begin
  if (gone[o] != 0 && wait_for[o] == 0) {gone_len_i[o*6+:6], gone[o]} = {6'(gone[o]), 32'd0};
  else if (gone[o] != 0) wait_for[o] = wait_for[o] - 1;
end
{soon_i, soon_host_i} = {N'($urandom | $urandom), N'($urandom | $urandom)};
for (int o = 0; o < N; ++o) begin
  xoff_i[o*8+:8] = {6'd0, 2'($urandom & $urandom & $urandom)};
  clear_i[o] = $urandom % 128 == 0;
end
`endif
