// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of ep_ack_type.
`include "sva.svh"
module ep_ack_type_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int DEPTH_W = 14,
  localparam SW = ((DEPTH_W > 12) ? DEPTH_W : 12) + 1
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic [11:0]        seed_i,
  input logic [DEPTH_W-1:0] th_i,
  input logic [10:0]        mask_i,
  input logic               draw_i,
  input logic               valid_i,
  input logic [DEPTH_W-1:0] depth_i,
  input logic [2:0]         level_i,
  input logic               valid_o,
  input logic [2:0]         type_o
);
  logic severe;
  assign severe = SW'(depth_i) > SW'(th_i) + SW'(mask_i);

  `SELVAGE_PIN_LEGAL(m_seed, seed_i != '0)
  `SELVAGE_PIN_LEGAL(m_seed_stays, !$past(rst_ni) || $stable(seed_i))
  `SELVAGE_PIN(a_latency, valid_o == `SELVAGE_AGO1(valid_i))
  `SELVAGE_PIN(a_no_type_without, valid_o || type_o == '0)
  `SELVAGE_PIN_NEXT(a_normal_below, valid_i && depth_i < th_i, type_o == fabric_pkg::TypeNormal)
  `SELVAGE_PIN_NEXT(a_severe_above, valid_i && severe, type_o == fabric_pkg::TypeEpSevere)
  `SELVAGE_PIN_NEXT(a_severe_nowhere_else, !severe, type_o != fabric_pkg::TypeEpSevere)
  `SELVAGE_PIN_NEXT(a_notified_without_draw, valid_i && depth_i >= th_i && !draw_i, type_o != '0)
  `SELVAGE_PIN_NEXT(a_new_from_level_0, level_i == '0, type_o != fabric_pkg::TypeEpCont)
  `SELVAGE_PIN_NEXT(a_cont_above_level_0, level_i != '0, type_o != fabric_pkg::TypeEpNew)
endmodule
bind ep_ack_type ep_ack_type_sva #(.DEPTH_W(DEPTH_W)) i_sva (.*);
