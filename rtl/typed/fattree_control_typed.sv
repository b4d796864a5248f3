// SPDX-License-Identifier: Apache-2.0
/// Control plane of a fat-tree switch with messages and headers as structs.
///   message_t  `SELVAGE_TYPEDEF_FAULT_MESSAGE(message_t, LW, KW, HW, SEQ_W)
///   header_t   `SELVAGE_TYPEDEF_FATTREE_HEADER(header_t, N, DW)
/// The module fattree_control, pin by pin: that file describes what it does and what the
/// other pins mean. For tools that read types as parameters.
`include "assert.svh"
`include "bug.svh"
module fattree_control_typed #(
  parameter int M = 8,
  parameter int N = 3,
  parameter int W = 32,
  parameter int QI = 16,
  parameter int QO = 8,
  parameter int SEQ_W = 8,
  parameter type message_t = logic,
  parameter type header_t = logic,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam NW = $clog2(N + 1),
  localparam KW = (N - 1) * DW,
  localparam CI = $clog2(QI + 1),
  localparam MSGW = 3 + LW + KW + HW + SEQ_W
) (
  input  logic             clk_i,
  input  logic             req_clk_i,
  input  logic             rst_ni,
  `SELVAGE_BUG_PORT(bug_i, 14)
  input  logic [LW-1:0]    level_i,
  input  logic [NW-1:0]    levels_i,
  input  logic [KW-1:0]    coord_i,
  input  logic [W-1:0]     line_en_i,
  input  logic [M-1:0]     port_en_i,
  input  logic             rule_paper_i,
  input  logic [CI-1:0]    xoff_i,
  input  logic [M-1:0]     link_down_i,
  input  logic [M-1:0]     link_up_i,
  input  logic [M-1:0]     msg_valid_i,
  input  message_t [M-1:0] msg_data_i,
  output logic [M-1:0]     msg_stop_o,
  output logic [M-1:0]     msg_valid_o,
  output message_t [M-1:0] msg_data_o,
  input  logic [M-1:0]     msg_stop_i,
  input  logic             req_valid_i,
  input  logic             req_from_up_i,
  input  header_t          req_header_i,
  output logic             gnt_valid_o,
  output logic             gnt_up_o,
  output logic             gnt_drop_o,
  output logic [DW-1:0]    gnt_port_o,
  output logic [H-1:0]     gnt_mask_o,
  output logic             overflow_o,
  output logic             op_done_o,
  output logic             work_o,
  output logic             idle_o,
  output logic             req_idle_o
);
  `SELVAGE_RANGE(message_t, $bits(message_t) == MSGW
                 && $bits(msg_data_i[0].seq) == SEQ_W
                 && $bits(msg_data_i[0].port) == HW
                 && $bits(msg_data_i[0].key) == KW
                 && $bits(msg_data_i[0].level) == LW,
                 "message_t: fields of other widths")
  `SELVAGE_RANGE(header_t, $bits(header_t) == 2 * N * DW
                 && $bits(req_header_i.src) == N * DW,
                 "header_t: fields of other widths")

  fattree_control #(
    .M(M),
    .N(N),
    .W(W),
    .QI(QI),
    .QO(QO),
    .SEQ_W(SEQ_W)
  ) i_flat (
    .req_src_i(req_header_i.src),
    .req_dst_i(req_header_i.dst),
    .*
  );
endmodule
