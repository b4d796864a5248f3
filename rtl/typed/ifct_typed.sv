// SPDX-License-Identifier: Apache-2.0
/// Input flow channel table with headers and messages as structs.
///   header_t   `SELVAGE_TYPEDEF_FLOW_HEADER(header_t, FLOW_ID_W, POS_W)
///   message_t  `SELVAGE_TYPEDEF_FLOW_MESSAGE(message_t, FLOW_ID_W, POS_W); in ack_message_i the
///              position is a difference
/// The module ifct, pin by pin: that file describes what it does and what the
/// other pins mean. For tools that read types as parameters.
`include "assert.svh"
`include "bug.svh"
`include "ifct_widths.svh"
module ifct_typed #(
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  parameter int EDGE = 0,
  parameter int ECC = 0,
  parameter int MACRO = 0,
  parameter type header_t = logic,
  parameter type message_t = logic,
  localparam PORT_W = $clog2(N_PORTS),
  localparam ROW_W = `SELVAGE_IFCT_ROW_W
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  `SELVAGE_BUG_PORT(bug_i, 10)
  input  logic [31:0]          now_i,
  input  logic [3:0]           tick_i,
  input  logic [8*POS_W-1:0]   mfe_i,
  input  logic [8*POS_W-1:0]   mqe_i,
  input  logic                 rd_enable_i,
  input  logic [TS_W-1:0]      cool_t_i,
  input  logic [TS_W-1:0]      hold_t_i,
  input  logic [TS_W-1:0]      refresh_t_i,
  input  logic [TS_W-1:0]      expire_t_i,
  input  logic [POS_W-1:0]     fc_hi_i,
  input  logic [POS_W-1:0]     fc_lo_i,
  input  logic [POS_W-1:0]     headroom_i,
  input  logic [4:0]           ep_rec_i,
  input  logic                 ep_weigh_i,
  input  logic [9:0]           unit_cyc_i,
  input  logic [15:0]          inj_limit_i,
  output logic [3:0]           taken_o,
  input  logic                 deq_valid_i,
  input  logic                 deq_peek_i,
  input  logic [FLOW_ID_W-1:0] deq_id_i,
  input  logic [5:0]           deq_len_i,
  input  logic [POS_W-1:0]     deq_hole_i,
  input  logic                 deq_any_i,
  input  logic [PORT_W-1:0]    deq_port_i,
  input  logic [VC_W-1:0]      deq_vc_i,
  input  logic [N_PORTS-1:0]   deq_mask_i,
  output logic                 deq_valid_o,
  output logic                 deq_go_o,
  output logic [2:0]           deq_why_o,
  output logic [PORT_W-1:0]    deq_port_o,
  output logic [VC_W-1:0]      deq_vc_o,
  output logic                 deq_up_valid_o,
  output message_t             deq_up_o,
  input  logic                 enq_valid_i,
  input  header_t              enq_header_i,
  output logic                 enq_valid_o,
  output logic                 enq_open_o,
  output logic [POS_W-1:0]     enq_hole_o,
  output logic                 enq_gap_o,
  output logic                 enq_over_o,
  output logic                 enq_loss_valid_o,
  output logic [FLOW_ID_W-1:0] enq_loss_id_o,
  output logic [POS_W-1:0]     enq_loss_pos_o,
  output logic                 enq_up_valid_o,
  output message_t             enq_up_o,
  input  logic                 ack_valid_i,
  input  message_t             ack_message_i,
  input  logic [PORT_W-1:0]    ack_port_i,
  input  logic [VC_W-1:0]      ack_vc_i,
  output logic                 ack_up_valid_o,
  output message_t             ack_up_o,
  output logic                 ack_rel_o,
  output logic                 ack_block_o,
  input  logic                 chk_valid_i,
  input  logic                 chk_peek_i,
  input  logic [FLOW_ID_W-1:0] chk_id_i,
  output logic                 chk_up_valid_o,
  output logic [FLOW_ID_W-1:0] chk_up_id_o,
  output logic [POS_W-1:0]     chk_up_pos_o,
  output logic                 chk_row_valid_o,
  output logic [ROW_W-1:0]     chk_row_o,
  output logic [31:0]          inj_o,
  output logic [31:0]          holes_o,
  output logic [31:0]          losses_o,
  output logic [31:0]          stray_o,
  output logic [31:0]          moves_o,
  output logic [3:0]           ecc_fixed_o,
  output logic [3:0]           ecc_lost_o
);
  `SELVAGE_RANGE(header_t, $bits(header_t) == FLOW_ID_W + POS_W + 8
                 && $bits(enq_header_i.id) == FLOW_ID_W
                 && $bits(enq_header_i.start) == POS_W
                 && $bits(enq_header_i.len) == 6,
                 "header_t: fields of other widths")
  `SELVAGE_RANGE(message_t, $bits(message_t) == FLOW_ID_W + POS_W + 3
                 && $bits(ack_message_i.id) == FLOW_ID_W
                 && $bits(ack_message_i.position) == POS_W,
                 "message_t: fields of other widths")

  /* verilator lint_off PINCONNECTEMPTY */  // nobody looks from outside
  ifct #(
    .N_PORTS(N_PORTS),
    .FLOW_ID_W(FLOW_ID_W),
    .POS_W(POS_W),
    .VC_W(VC_W),
    .TS_W(TS_W),
    .EDGE(EDGE),
    .ECC(ECC),
    .MACRO(MACRO)
  ) i_flat (
    .enq_id_i     (enq_header_i.id),
    .enq_start_i  (enq_header_i.start),
    .enq_len_i    (enq_header_i.len),
    .enq_gap_i    (enq_header_i.gap),
    .enq_ordered_i(enq_header_i.ordered),
    .deq_up_id_o  (deq_up_o.id),
    .deq_up_type_o(deq_up_o.kind),
    .deq_up_pos_o (deq_up_o.position),
    .enq_up_id_o  (enq_up_o.id),
    .enq_up_type_o(enq_up_o.kind),
    .enq_up_pos_o (enq_up_o.position),
    .ack_id_i     (ack_message_i.id),
    .ack_type_i   (ack_message_i.kind),
    .ack_delta_i  (ack_message_i.position),
    .ack_up_id_o  (ack_up_o.id),
    .ack_up_type_o(ack_up_o.kind),
    .ack_up_pos_o (ack_up_o.position),
    .deq_ready_o(),
    .look_row_o(),
    .levels_o(),
    .live_o(),
    .*
  );
  /* verilator lint_on PINCONNECTEMPTY */
endmodule
