// SPDX-License-Identifier: Apache-2.0
/// Whole switch of a fat tree with beats as structs.
///   beat_t  `SELVAGE_TYPEDEF_SWITCH_BEAT(beat_t, DATA_W); the data of a beat that begins a packet:
///           `SELVAGE_TYPEDEF_SWITCH_HEAD(head_t, N, DW, LEN_W, DATA_W)
/// The module fattree_switch, pin by pin: that file describes what it does and what the
/// other pins mean. For tools that read types as parameters.
`include "assert.svh"
`include "bug.svh"
module fattree_switch_typed #(
  parameter int M = 8,
  parameter int N = 3,
  parameter int W = 32,
  parameter int QI = 16,
  parameter int QO = 8,
  parameter int SEQ_W = 8,
  parameter int DEPTH = 256,
  parameter int HEADERS = DEPTH + 1,
  parameter int LEN_W = 14,
  parameter int DATA_W = (2 * N * $clog2(M) + LEN_W + 32 > 64) ? 128 : 64,
  parameter int R = 2,
  parameter int COPIES = 64,
  parameter int COUNTERS = 1,
  parameter int CNT_W = 32,
  parameter type beat_t = logic,
  localparam NB = $clog2(COPIES) + 1,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam NW = $clog2(N + 1),
  localparam KW = (N - 1) * DW,
  localparam CI = $clog2(QI + 1),
  localparam UW = $clog2(DEPTH + 1),
  localparam MSGW = 3 + LW + KW + HW + SEQ_W,
  localparam WIRE_W = NB + MSGW
) (
  input  logic                clk_i,
  input  logic                hdr_clk_i,
  input  logic                ctl_clk_i,
  input  logic                cnt_clk_i,
  input  logic                rst_ni,
  `SELVAGE_BUG_PORT(bug_i, 37)
  input  logic [LW-1:0]       level_i,
  input  logic [NW-1:0]       levels_i,
  input  logic [KW-1:0]       coord_i,
  input  logic [W-1:0]        line_en_i,
  input  logic [M-1:0]        port_en_i,
  input  logic                rule_paper_i,
  input  logic [CI-1:0]       xoff_i,
  input  logic [UW-1:0]       xon_most_i,
  input  logic                numbered_i,
  input  logic                sideband_i,
  input  logic [M-1:0]        rx_ok_i,
  input  beat_t [M-1:0]       rx_beat_i,
  output logic [M-1:0]        rx_xon_o,
  output logic [M-1:0]        rx_stop_o,
  output logic [M-1:0]        rx_resend_o,
  output logic [M*NB-1:0]     rx_number_o,
  input  logic [M-1:0]        rx_msg_valid_i,
  input  logic [M-1:0]        rx_msg_bad_i,
  input  logic [M*WIRE_W-1:0] rx_msg_data_i,
  output logic [M-1:0]        tx_msg_valid_o,
  output logic [M*WIRE_W-1:0] tx_msg_data_o,
  input  logic [M-1:0]        tx_ok_i,
  output beat_t [M-1:0]       tx_beat_o,
  input  logic [M-1:0]        tx_xon_i,
  input  logic [M-1:0]        tx_stop_i,
  input  logic [M-1:0]        tx_resend_i,
  input  logic [M*NB-1:0]     tx_number_i,
  input  logic [M-1:0]        link_down_i,
  input  logic [M-1:0]        link_up_i,
  input  logic [M-1:0]        link_init_i,
  output logic [M-1:0]        clear_o,
  input  logic                wipe_i,
  output logic [M-1:0]        dec_in_o,
  output logic [M-1:0]        dec_want_o,
  input  logic [DW-1:0]       cnt_port_i,
  input  logic [2:0]          cnt_sel_i,
  output logic [CNT_W-1:0]    cnt_o,
  output logic [M-1:0]        drained_o,
  output logic [M-1:0]        malformed_o,
  output logic                overflow_o,
  output logic                op_done_o,
  output logic                idle_o,
  output logic                hdr_idle_o,
  output logic                ctl_idle_o
);
  `SELVAGE_RANGE(beat_t, $bits(beat_t) == DATA_W + 5
                 && $bits(rx_beat_i[0].data) == DATA_W
                 && $bits(rx_beat_i[0].sym) == 2,
                 "beat_t: fields of other widths")

  logic [2*M-1:0]      rx_sym_i, tx_sym_o;
  logic [M-1:0]        rx_head_i, rx_tail_i, rx_bad_i, tx_head_o, tx_tail_o, tx_bad_o;
  logic [M*DATA_W-1:0] rx_data_i, tx_data_o;
  always_comb begin
    for (int p = 0; p < M; p = p + 1) begin
      rx_sym_i[2*p+:2]           = rx_beat_i[p].sym;
      rx_head_i[p]               = rx_beat_i[p].head;
      rx_tail_i[p]               = rx_beat_i[p].tail;
      rx_bad_i[p]                = rx_beat_i[p].bad;
      rx_data_i[p*DATA_W+:DATA_W] = rx_beat_i[p].data;
      tx_beat_o[p].sym           = tx_sym_o[2*p+:2];
      tx_beat_o[p].head          = tx_head_o[p];
      tx_beat_o[p].tail          = tx_tail_o[p];
      tx_beat_o[p].bad           = tx_bad_o[p];
      tx_beat_o[p].data          = tx_data_o[p*DATA_W+:DATA_W];
    end
  end

  fattree_switch #(
    .M(M),
    .N(N),
    .W(W),
    .QI(QI),
    .QO(QO),
    .SEQ_W(SEQ_W),
    .DEPTH(DEPTH),
    .HEADERS(HEADERS),
    .LEN_W(LEN_W),
    .DATA_W(DATA_W),
    .R(R),
    .COPIES(COPIES),
    .COUNTERS(COUNTERS),
    .CNT_W(CNT_W)
  ) i_flat (
    .*
  );
endmodule
