// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of ofct.
`include "sva.svh"
module ofct_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  localparam PORT_W = $clog2(N_PORTS),
  localparam ROWS = 1 << FLOW_ID_W,
  localparam CW = $clog2(ROWS + 1)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 map_valid_i,
  input logic [PORT_W-1:0]    map_port_i,
  input logic [5:0]           map_len_i,
  input logic                 map_valid_o,
  input logic                 map_hit_o,
  input logic                 map_alloc_o,
  input logic                 map_stall_o,
  input logic                 map_over_o,
  input logic [FLOW_ID_W-1:0] map_oid_o,
  input logic [POS_W-1:0]     map_start_o,
  input logic [POS_W-1:0]     map_delta_o,
  input logic                 rev_valid_i,
  input logic [FLOW_ID_W-1:0] rev_id_i,
  input logic [2:0]           rev_type_i,
  input logic                 rev_valid_o,
  input logic [PORT_W-1:0]    rev_port_o,
  input logic [FLOW_ID_W-1:0] rev_iid_o,
  input logic [2:0]           rev_type_o,
  input logic [POS_W-1:0]     rev_delta_o,
  input logic                 rev_rel_valid_o,
  input logic [FLOW_ID_W-1:0] rev_rel_id_o,
  input logic                 chk_valid_i,
  input logic [FLOW_ID_W-1:0] chk_id_i,
  input logic [1:0]           chk_kind_i,
  input logic                 chk_valid_o,
  input logic [PORT_W-1:0]    chk_port_o,
  input logic [FLOW_ID_W-1:0] chk_iid_o,
  input logic [2:0]           chk_type_o,
  input logic [POS_W-1:0]     chk_delta_o,
  input logic                 chk_rel_valid_o,
  input logic [FLOW_ID_W-1:0] chk_rel_id_o,
  input logic                 chk_mark_valid_o,
  input logic [FLOW_ID_W-1:0] chk_mark_id_o,
  input logic [POS_W-1:0]     chk_mark_pos_o,
  input logic                 full_o,
  input logic [CW-1:0]        count_o,
  input logic [31:0]          stalls_o
);
  `SELVAGE_PIN_LEGAL(m_length, !map_valid_i || map_len_i != '0)
  `SELVAGE_PIN_LEGAL(m_port, !map_valid_i || 32'(map_port_i) < N_PORTS)
  // MAP
  `SELVAGE_PIN(a_map_latency, map_valid_o == `SELVAGE_AGO2(map_valid_i))
  `SELVAGE_PIN(a_map_no_row_without, map_hit_o || map_alloc_o
                                     || {map_oid_o, map_start_o, map_delta_o} == '0)
  `SELVAGE_PIN(a_map_over_is_a_stall, !map_over_o || map_stall_o)
  `SELVAGE_PIN_NEXT(a_map_alloc_while_room, full_o, !map_alloc_o)
  `SELVAGE_PIN_NEXT(a_map_stall_when_full, !full_o, !map_stall_o || map_over_o)
  // REV
  `SELVAGE_PIN(a_rev_latency, !rev_valid_o || `SELVAGE_AGO2(rev_valid_i))
  `SELVAGE_PIN(a_rev_zero_without, rev_valid_o
                                   || {rev_port_o, rev_iid_o, rev_delta_o, rev_rel_valid_o} == '0)
  `SELVAGE_PIN(a_rev_type, rev_type_o == (rev_valid_o ? $past(rev_type_i, 2) : '0))
  `SELVAGE_PIN(a_rev_releases_by_moving, !rev_rel_valid_o || !rev_type_o[2])
  `SELVAGE_PIN(a_rev_release_row, rev_rel_id_o == (rev_rel_valid_o ? $past(rev_id_i, 2) : '0))
  // CHK
  `SELVAGE_PIN(a_chk_latency, !(chk_valid_o || chk_mark_valid_o) || `SELVAGE_AGO2(chk_valid_i))
  `SELVAGE_PIN(a_chk_zero_without, chk_valid_o || {chk_port_o, chk_iid_o, chk_type_o, chk_delta_o,
                                                   chk_rel_valid_o} == '0)
  `SELVAGE_PIN(a_chk_loss, !chk_valid_o
               || chk_type_o == ($past(chk_kind_i, 2) == 2'd1 ? fabric_pkg::TypeLoss
                                                              : fabric_pkg::TypeNormal))
  `SELVAGE_PIN(a_chk_closes, chk_rel_valid_o == (chk_valid_o && $past(chk_kind_i, 2) == 2'd2))
  `SELVAGE_PIN(a_chk_release_row, chk_rel_id_o == (chk_rel_valid_o ? $past(chk_id_i, 2) : '0))
  `SELVAGE_PIN(a_marks_by_timer, !chk_mark_valid_o || $past(chk_kind_i, 2) == 2'd0)
  `SELVAGE_PIN(a_mark_row, chk_mark_id_o == (chk_mark_valid_o ? $past(chk_id_i, 2) : '0))
  `SELVAGE_PIN(a_mark_zero_without, chk_mark_valid_o || chk_mark_pos_o == '0)
  // state
  `SELVAGE_PIN(a_full, full_o == (count_o == CW'(ROWS)))
  `SELVAGE_PIN_NEXT(a_count, 1'b1, count_o == $past(count_o) + CW'(map_alloc_o)
                                              - CW'(rev_rel_valid_o) - CW'(chk_rel_valid_o))
  `SELVAGE_PIN_NEXT(a_stalls, 1'b1, stalls_o == $past(stalls_o) + 32'(map_stall_o))
endmodule
bind ofct ofct_sva #(.N_PORTS(N_PORTS), .FLOW_ID_W(FLOW_ID_W), .POS_W(POS_W)) i_sva (.*);
