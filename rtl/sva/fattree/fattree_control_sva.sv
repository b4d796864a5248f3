// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of fattree_control.
`include "sva.svh"
module fattree_control_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int M = 8,
  parameter int N = 3,
  parameter int W = 32,
  parameter int QI = 16,
  parameter int SEQ_W = 8,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam NW = $clog2(N + 1),
  localparam KW = (N - 1) * DW,
  localparam CI = $clog2(QI + 1),
  localparam MSGW = 3 + LW + KW + HW + SEQ_W
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic [LW-1:0]     level_i,
  input logic [NW-1:0]     levels_i,
  input logic [KW-1:0]     coord_i,
  input logic [W-1:0]      line_en_i,
  input logic [M-1:0]      port_en_i,
  input logic              rule_paper_i,
  input logic [CI-1:0]     xoff_i,
  input logic [M-1:0]      link_down_i,
  input logic [M-1:0]      link_up_i,
  input logic [M-1:0]      msg_valid_i,
  input logic [M-1:0]      msg_valid_o,
  input logic [M*MSGW-1:0] msg_data_o,
  input logic [M-1:0]      msg_stop_i,
  input logic [M-1:0]      msg_stop_o
);
  // Ports that lead to switches.
  logic [M-1:0] switches;
  assign switches = port_en_i & {{H{1'b1}}, {H{level_i != '0}}};

  `SELVAGE_PIN_LEGAL(m_straps_are_static, !$past(rst_ni)
      || $stable({level_i, levels_i, coord_i, line_en_i, port_en_i, rule_paper_i, xoff_i}))
  `SELVAGE_PIN_LEGAL(m_level, NW'(level_i) < levels_i)
  `SELVAGE_PIN_LEGAL(m_events_of_switches, ((link_down_i | link_up_i) & ~switches) == '0)
  `SELVAGE_PIN_LEGAL(m_messages_of_switches, (msg_valid_i & ~switches) == '0)
  `SELVAGE_PIN(a_messages_to_switches, (msg_valid_o & ~switches) == '0)
  `SELVAGE_PIN(a_stops_of_switches, (msg_stop_o & ~switches) == '0)
  `SELVAGE_PIN_NEXT(a_waits_when_stopped, link_down_i == '0,
                    (msg_valid_o & $past(msg_stop_i)) == '0)
  // A bit a port: of a sample of 1,905 bits the code of Verilator 5.006 does not compile.
  logic [M-1:0] shows;
  for (genvar p = 0; p < M; p = p + 1) begin : gen_port
    assign shows[p] = msg_data_o[p*MSGW+:MSGW] != '0;
  end
  `SELVAGE_PIN(a_no_message_without, (shows & ~msg_valid_o) == '0)
endmodule
bind fattree_control fattree_control_sva #(
  .M    (M),
  .N    (N),
  .W    (W),
  .QI   (QI),
  .SEQ_W(SEQ_W)
) i_sva (.*);
