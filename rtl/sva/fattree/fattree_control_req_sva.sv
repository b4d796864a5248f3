// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of fattree_control, of its requests and decisions: their clock is
/// req_clk_i.
`include "sva.svh"
module fattree_control_req_sva #(
  parameter int M = 8,
  parameter int N = 3,
  parameter int REQ_REG = 1,
  localparam AGO = 1 + REQ_REG,  // addresses of a request were at the pins when its answer is
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam LW = $clog2(N)
) (
  input logic            clk_i,
  input logic            rst_ni,
  input logic [LW-1:0]   level_i,
  input logic [M-1:0]    port_en_i,
  input logic            req_valid_i,
  input logic            req_from_up_i,
  input logic [N*DW-1:0] req_src_i,
  input logic [N*DW-1:0] req_dst_i,
  input logic            gnt_valid_o,
  input logic            gnt_up_o,
  input logic            gnt_drop_o,
  input logic [DW-1:0]   gnt_port_o,
  input logic [H-1:0]    gnt_mask_o,
  input logic            req_idle_o
);
  logic            below;  // source and destination meet here or below
  logic [DW+1+H:0] decision;
  assign decision  = {gnt_up_o, gnt_drop_o, gnt_port_o, gnt_mask_o};
  assign below    = (req_src_i ^ req_dst_i) >> (32'(level_i) + 1) * DW == '0;

  `SELVAGE_PIN(a_latency, gnt_valid_o == `SELVAGE_AGO2(req_valid_i))
  `SELVAGE_PIN(a_idle, req_idle_o == !`SELVAGE_AGO1(req_valid_i))
  `SELVAGE_PIN_NEXT(a_decision_stays, 1'b1, gnt_valid_o || $stable(decision))
  `SELVAGE_PIN(a_never_up_again, !gnt_valid_o || !gnt_up_o || !$past(req_from_up_i, AGO))
  `SELVAGE_PIN(a_down_where_they_meet, !gnt_valid_o || !gnt_up_o || !$past(below, AGO))
  `SELVAGE_PIN(a_by_a_port, !gnt_valid_o || gnt_drop_o || port_en_i[gnt_port_o])
endmodule
bind fattree_control fattree_control_req_sva #(
  .M(M),
  .N(N),
  .REQ_REG(REQ_REG)
) i_req_sva (
  .clk_i(req_clk_i),
  .*
);
