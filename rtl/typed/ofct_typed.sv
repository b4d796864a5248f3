// SPDX-License-Identifier: Apache-2.0
/// Output flow channel table with messages as structs.
///   message_t  `SELVAGE_TYPEDEF_FLOW_MESSAGE(message_t, FLOW_ID_W, POS_W); the
///              position is a difference in what goes to an ifct
/// The module ofct, pin by pin: that file describes what it does and what the
/// other pins mean. For tools that read types as parameters.
`include "assert.svh"
`include "bug.svh"
module ofct_typed #(
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  parameter int TS_W = 17,
  parameter int ECC = 0,
  parameter int MACRO = 0,
  parameter type message_t = logic,
  localparam PORT_W = $clog2(N_PORTS),
  localparam ROWS = 1 << FLOW_ID_W,
  localparam CW = $clog2(ROWS + 1)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  `SELVAGE_BUG_PORT(bug_i, 8)
  input  logic [31:0]          now_i,
  input  logic [3:0]           tick_i,
  input  logic [TS_W-1:0]      stale_t_i,
  input  logic [TS_W-1:0]      expire_t_i,
  input  logic                 map_valid_i,
  input  logic [PORT_W-1:0]    map_port_i,
  input  logic [FLOW_ID_W-1:0] map_id_i,
  input  logic [5:0]           map_len_i,
  input  logic [POS_W-1:0]     map_hole_i,
  input  logic                 map_ordered_i,
  output logic                 map_valid_o,
  output logic                 map_hit_o,
  output logic                 map_alloc_o,
  output logic                 map_stall_o,
  output logic                 map_over_o,
  output logic [FLOW_ID_W-1:0] map_oid_o,
  output logic [POS_W-1:0]     map_start_o,
  output logic [POS_W-1:0]     map_delta_o,
  input  logic                 rev_valid_i,
  input  message_t             rev_message_i,
  output logic                 rev_valid_o,
  output logic [PORT_W-1:0]    rev_port_o,
  output message_t             rev_message_o,
  output logic                 rev_rel_valid_o,
  output logic [FLOW_ID_W-1:0] rev_rel_id_o,
  input  logic                 chk_valid_i,
  input  logic [FLOW_ID_W-1:0] chk_id_i,
  input  logic [1:0]           chk_kind_i,
  output logic                 chk_valid_o,
  output logic [PORT_W-1:0]    chk_port_o,
  output message_t             chk_message_o,
  output logic                 chk_rel_valid_o,
  output logic [FLOW_ID_W-1:0] chk_rel_id_o,
  output logic                 chk_mark_valid_o,
  output logic [FLOW_ID_W-1:0] chk_mark_id_o,
  output logic [POS_W-1:0]     chk_mark_pos_o,
  output logic                 full_o,
  output logic [CW-1:0]        count_o,
  output logic [31:0]          stalls_o,
  output logic [2:0]           ecc_fixed_o,
  output logic [2:0]           ecc_lost_o
);
  `SELVAGE_RANGE(message_t, $bits(message_t) == FLOW_ID_W + POS_W + 3
                 && $bits(rev_message_i.id) == FLOW_ID_W
                 && $bits(rev_message_i.position) == POS_W,
                 "message_t: fields of other widths")

  /* verilator lint_off PINCONNECTEMPTY */  // nobody looks from outside
  ofct #(
    .N_PORTS(N_PORTS),
    .FLOW_ID_W(FLOW_ID_W),
    .POS_W(POS_W),
    .TS_W(TS_W),
    .ECC(ECC),
    .MACRO(MACRO)
  ) i_flat (
    .rev_id_i   (rev_message_i.id),
    .rev_type_i (rev_message_i.kind),
    .rev_pos_i  (rev_message_i.position),
    .rev_iid_o  (rev_message_o.id),
    .rev_type_o (rev_message_o.kind),
    .rev_delta_o(rev_message_o.position),
    .chk_iid_o  (chk_message_o.id),
    .chk_type_o (chk_message_o.kind),
    .chk_delta_o(chk_message_o.position),
    .look_valid_o(),
    .look_row_o(),
    .chk_seen_o(),
    .chk_seen_port_o(),
    .chk_seen_iid_o(),
    .*
  );
  /* verilator lint_on PINCONNECTEMPTY */
endmodule
