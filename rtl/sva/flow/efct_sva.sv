// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of efct.
`include "sva.svh"
module efct_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  localparam ROWS = 1 << FLOW_ID_W,
  localparam CW = $clog2(ROWS + 1)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 valid_i,
  input logic [5:0]           len_i,
  input logic                 ack_valid_i,
  input logic [FLOW_ID_W-1:0] ack_id_i,
  input logic                 valid_o,
  input logic                 hit_o,
  input logic                 alloc_o,
  input logic                 stall_o,
  input logic                 window_o,
  input logic [FLOW_ID_W-1:0] id_o,
  input logic [POS_W-1:0]     start_o,
  input logic                 rel_valid_o,
  input logic [FLOW_ID_W-1:0] rel_id_o,
  input logic                 kept_o,
  input logic                 full_o,
  input logic                 pause_o,
  input logic [CW-1:0]        count_o,
  input logic [31:0]          stalls_o
);
  `SELVAGE_PIN_LEGAL(m_length, !valid_i || len_i != '0)
  `SELVAGE_PIN(a_latency, valid_o == `SELVAGE_AGO2(valid_i))
  `SELVAGE_PIN(a_no_row_without, hit_o || alloc_o || (id_o == '0 && start_o == '0))
  `SELVAGE_PIN(a_window_is_a_stall, !window_o || stall_o)
  `SELVAGE_PIN(a_release_by_ack, !(rel_valid_o || kept_o) || `SELVAGE_AGO2(ack_valid_i))
  `SELVAGE_PIN(a_release_row, rel_id_o == (rel_valid_o ? $past(ack_id_i, 2) : '0))
  `SELVAGE_PIN(a_kept_by_hit, !kept_o || (hit_o && !rel_valid_o && id_o == $past(ack_id_i, 2)))
  `SELVAGE_PIN(a_full, full_o == (count_o == CW'(ROWS)))
  `SELVAGE_PIN_NEXT(a_count, 1'b1, count_o == $past(count_o) + CW'(alloc_o) - CW'(rel_valid_o))
  `SELVAGE_PIN_NEXT(a_alloc_while_room, full_o, !alloc_o)
  `SELVAGE_PIN_NEXT(a_stall_when_full, !full_o, !stall_o || window_o)
  `SELVAGE_PIN_NEXT(a_pause, 1'b1,
                    pause_o == (full_o && ($past(pause_o) || (stall_o && !window_o))))
  `SELVAGE_PIN_NEXT(a_stalls, 1'b1, stalls_o == $past(stalls_o) + 32'(stall_o))
endmodule
bind efct efct_sva #(.FLOW_ID_W(FLOW_ID_W), .POS_W(POS_W)) i_sva (.*);
