// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_walker.
`include "sva.svh"
module flow_walker_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int FLOW_ID_W = 6
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [FLOW_ID_W-1:0] now_i,
  input logic                 down_i,
  input logic                 up_i,
  input logic                 chk_valid_o,
  input logic [FLOW_ID_W-1:0] chk_id_o,
  input logic [1:0]           chk_kind_o,
  input logic                 done_o
);
  localparam [FLOW_ID_W-1:0] Last = '1;
  logic scan, loss, closing;
  assign scan    = chk_valid_o && chk_kind_o == 2'd0;
  assign loss    = chk_valid_o && chk_kind_o == 2'd1;
  assign closing = chk_valid_o && chk_kind_o == 2'd2;

  `SELVAGE_PIN_LEGAL(m_one_event, !(down_i && up_i))
  `SELVAGE_PIN(a_kind_exists, chk_kind_o != 2'd3)
  `SELVAGE_PIN(a_no_kind_without, chk_valid_o || (chk_id_o == '0 && chk_kind_o == 2'd0))
  `SELVAGE_PIN(a_done_asks_nothing, !(done_o && chk_valid_o))
  `SELVAGE_PIN(a_row_of_the_cycle, !scan || chk_id_o == now_i)
  `SELVAGE_PIN_NEXT(a_scans, scan && !down_i, scan)
  `SELVAGE_PIN_NEXT(a_down, scan && down_i, loss && chk_id_o == '0)
  `SELVAGE_PIN_NEXT(a_whole_loss_round, loss && chk_id_o != Last,
                    loss && chk_id_o == $past(chk_id_o) + FLOW_ID_W'(1))
  `SELVAGE_PIN_NEXT(a_loss_round_ends, loss && chk_id_o == Last,
                    !done_o && (closing ? chk_id_o == '0 : !chk_valid_o))
  `SELVAGE_PIN_NEXT(a_whole_close_round, closing && chk_id_o != Last,
                    closing && chk_id_o == $past(chk_id_o) + FLOW_ID_W'(1))
  `SELVAGE_PIN_NEXT(a_close_round_ends, closing && chk_id_o == Last, done_o)
  `SELVAGE_PIN_NEXT(a_drains, !chk_valid_o && !done_o,
                    !done_o && (closing ? chk_id_o == '0 : !chk_valid_o))
  `SELVAGE_PIN_NEXT(a_done_until_up, done_o, $past(up_i) ? scan : done_o)
endmodule
bind flow_walker flow_walker_sva #(.FLOW_ID_W(FLOW_ID_W)) i_sva (.*);
