// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of fattree_switch.
`include "sva.svh"
module fattree_switch_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int M = 8,
  parameter int N = 3,
  parameter int W = 32,
  parameter int QI = 16,
  parameter int LEN_W = 14,
  parameter int DATA_W = (2 * N * $clog2(M) + LEN_W + 32 > 64) ? 128 : 64,
  parameter int DEPTH = 256,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam LW = $clog2(N),
  localparam NW = $clog2(N + 1),
  localparam KW = (N - 1) * DW,
  localparam CI = $clog2(QI + 1),
  localparam UW = $clog2(DEPTH + 1),
  localparam LEN_AT = 2 * N * DW
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic [LW-1:0]       level_i,
  input logic [NW-1:0]       levels_i,
  input logic [KW-1:0]       coord_i,
  input logic [W-1:0]        line_en_i,
  input logic [M-1:0]        port_en_i,
  input logic                rule_paper_i,
  input logic [CI-1:0]       xoff_i,
  input logic [UW-1:0]       xon_most_i,
  input logic                numbered_i,
  input logic                sideband_i,
  input logic [M-1:0]        rx_ok_i,
  input logic [2*M-1:0]      rx_sym_i,
  input logic [M-1:0]        rx_head_i,
  input logic [M-1:0]        rx_resend_o,
  input logic [M-1:0]        tx_msg_valid_o,
  input logic [M-1:0]        tx_ok_i,
  input logic [2*M-1:0]      tx_sym_o,
  input logic [M-1:0]        tx_head_o,
  input logic [M-1:0]        tx_tail_o,
  input logic [M-1:0]        tx_bad_o,
  input logic [M*DATA_W-1:0] tx_data_o,
  input logic [M-1:0]        tx_xon_i,
  input logic [M-1:0]        tx_stop_i,
  input logic [M-1:0]        link_down_i,
  input logic [M-1:0]        link_up_i,
  input logic [M-1:0]        link_init_i,
  input logic                wipe_i,
  input logic [M-1:0]        dec_in_o,
  input logic [M-1:0]        dec_want_o,
  input logic [M-1:0]        drained_o,
  input logic                idle_o
);
`include "switch/switch_packets.svh"
  // Ports that lead to switches.
  logic [M-1:0] switches;
  assign switches = port_en_i & {{H{1'b1}}, {H{level_i != '0}}};
  logic [M-1:0] none;  // nothing goes out
  always_comb begin
    for (int p = 0; p < M; p = p + 1) none[p] = tx_sym_o[2*p+:2] == 2'd0;
  end
  logic [3:0]   downs_q;
  logic [M-1:0] stopped;  // for so long that nothing is under way any more
  logic [M-1:0] stop1_q, stop2_q, stop3_q, stop4_q;
  assign stopped = stop2_q & stop3_q & stop4_q & {M{downs_q == '0}};
  always_ff @(posedge clk_i) begin
    downs_q <= rst_ni ? {downs_q[2:0], link_down_i != '0} : '1;
    {stop4_q, stop3_q, stop2_q, stop1_q} <= {stop3_q, stop2_q, stop1_q, tx_stop_i};
  end

  `SELVAGE_PIN_LEGAL(m_straps_are_static, !$past(rst_ni) || $stable({level_i, levels_i, coord_i,
      line_en_i, port_en_i, rule_paper_i, xoff_i, xon_most_i, numbered_i,
      sideband_i}))
  `SELVAGE_PIN_LEGAL(m_declarations_of_switches, ((link_down_i | link_up_i) & ~switches) == '0)
  `SELVAGE_PIN(a_symbol, (beats | message) == ~none)
  `SELVAGE_PIN(a_messages_by_one_way, (sideband_i ? message : tx_msg_valid_o) == '0)
  `SELVAGE_PIN(a_messages_to_switches, ((message | tx_msg_valid_o) & ~switches) == '0)
  `SELVAGE_PIN(a_messages_wait_when_stopped, ((message | tx_msg_valid_o) & stopped) == '0)
  `SELVAGE_PIN(a_never_up_again, !(dec_in_o[M-1:H] != '0 && dec_want_o[M-1:H] != '0))
  `SELVAGE_PIN(a_asks_again_if_numbered, numbered_i || rx_resend_o == '0)
endmodule
bind fattree_switch fattree_switch_sva #(
  .M     (M),
  .N     (N),
  .W     (W),
  .QI    (QI),
  .LEN_W (LEN_W),
  .DATA_W(DATA_W),
  .DEPTH (DEPTH)
) i_sva (.*);
