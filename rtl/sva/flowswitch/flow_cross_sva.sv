// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_cross (FL-XBAR).
`include "sva.svh"
module flow_cross_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N = 8,
  parameter int DEPTH = 512,
  parameter int PACKETS = 64,
  parameter int WORD_W = 256,
  localparam PW = $clog2(N),
  localparam DW = $clog2(DEPTH),
  localparam KW = $clog2(PACKETS)
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic [N-1:0]        word_valid_i,
  input logic [N-1:0]        word_last_i,
  input logic [N*WORD_W-1:0] word_i,
  input logic                put_valid_i,
  input logic [PW-1:0]       put_in_i,
  input logic                word_valid_o,
  input logic                word_last_o,
  input logic [WORD_W-1:0]   word_o,
  input logic                word_pull_i
);
  // Packets that are here in their order, and the words of each input, as they came.
  logic [PW-1:0]     order_q[PACKETS];
  logic [WORD_W:0]   words_q[N][DEPTH];
  logic [KW:0]       packets_q, put_q, got_q;
  logic [DW:0]       here_q[N], in_q[N], out_q[N];
  logic [PW-1:0]     first;
  logic              ends, any;
  logic [N-1:0]      full, pulled;
  logic [WORD_W:0]   next;

  function automatic [DW:0] next_word(input [DW:0] at);
    next_word = at == (DW+1)'(DEPTH - 1) ? '0 : at + (DW+1)'(1);
  endfunction
  function automatic [KW:0] next_packet(input [KW:0] at);
    next_packet = at == (KW+1)'(PACKETS - 1) ? '0 : at + (KW+1)'(1);
  endfunction

  assign first  = order_q[got_q[KW-1:0]];
  assign any    = here_q[first] != '0;
  assign next   = words_q[first][out_q[first][DW-1:0]];
  assign ends   = word_pull_i && word_last_o;
  assign pulled = N'(word_pull_i) << first;
  always_comb begin
    for (int i = 0; i < N; i = i + 1) full[i] = here_q[i] == (DW+1)'(DEPTH);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {packets_q, put_q, got_q} <= '0;
      for (int i = 0; i < N; i = i + 1) {here_q[i], in_q[i], out_q[i]} <= '0;
    end else begin
      packets_q <= packets_q + (KW+1)'(put_valid_i) - (KW+1)'(ends);
      if (put_valid_i) put_q <= next_packet(put_q);
      if (ends) got_q <= next_packet(got_q);
      for (int i = 0; i < N; i = i + 1) begin
        here_q[i] <= here_q[i] + (DW+1)'(word_valid_i[i]) - (DW+1)'(pulled[i]);
        if (word_valid_i[i]) in_q[i] <= next_word(in_q[i]);
        if (pulled[i]) out_q[i] <= next_word(out_q[i]);
      end
    end
    if (put_valid_i) order_q[put_q[KW-1:0]] <= put_in_i;
    for (int i = 0; i < N; i = i + 1) begin
      if (word_valid_i[i]) words_q[i][in_q[i][DW-1:0]] <= {word_last_i[i],
                                                           word_i[i*WORD_W+:WORD_W]};
    end
  end

  `SELVAGE_PIN_LEGAL(m_words_fit, (word_valid_i & full & ~pulled) == '0)
  `SELVAGE_PIN_LEGAL(m_packets_fit, !put_valid_i || packets_q < (KW+1)'(PACKETS) || ends)
  `SELVAGE_PIN(a_word_of_a_packet, !word_valid_o || packets_q != '0)
  `SELVAGE_PIN(a_word_of_the_first, packets_q == '0 || word_valid_o == any)
  `SELVAGE_PIN(a_words_in_order, !word_valid_o || {word_last_o, word_o} == next)
  `SELVAGE_PIN_NEXT(a_stays_until_pulled, word_valid_o && !word_pull_i,
                    word_valid_o && $stable({word_last_o, word_o}))
endmodule
bind flow_cross flow_cross_sva #(
  .N      (N),
  .DEPTH  (DEPTH),
  .PACKETS(PACKETS),
  .WORD_W (WORD_W)
) i_sva (.*);
