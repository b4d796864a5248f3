// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of redirect_gen.
`include "sva.svh"
module redirect_gen_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  parameter int DEPTH_W = 14,
  parameter int RD_RW = 12,
  parameter int GAIN_W = 8,
  localparam PORT_W = (N_PORTS > 1) ? $clog2(N_PORTS) : 1,
  localparam FW = PORT_W + FLOW_ID_W + POS_W
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [DEPTH_W-1:0]   d0_i,
  input logic [GAIN_W-1:0]    kd_i,
  input logic [GAIN_W-1:0]    kg_i,
  input logic [RD_RW-1:0]     seed_i,
  input logic                 load_valid_i,
  input logic                 load_exempt_i,
  input logic [PORT_W-1:0]    load_port_i,
  input logic [FLOW_ID_W-1:0] load_id_i,
  input logic [POS_W-1:0]     load_delta_i,
  input logic                 redirect_valid_o,
  input logic [PORT_W-1:0]    redirect_port_o,
  input logic [FLOW_ID_W-1:0] redirect_id_o,
  input logic [POS_W-1:0]     redirect_delta_o,
  input logic [31:0]          loads_o,
  input logic [31:0]          redirects_o,
  input logic                 busy_o
);
  logic [FW-1:0] load, redirect;
  assign load     = {load_port_i, load_id_i, load_delta_i};
  assign redirect = {redirect_port_o, redirect_id_o, redirect_delta_o};

  `SELVAGE_PIN_LEGAL(m_seed, seed_i != '0)
  `SELVAGE_PIN_LEGAL(m_static, !$past(rst_ni) || $stable({d0_i, kd_i, kg_i, seed_i}))
  `SELVAGE_PIN(a_of_a_load, !redirect_valid_o || `SELVAGE_AGO3(load_valid_i))
  `SELVAGE_PIN(a_exempt_is_left_alone, !redirect_valid_o || !$past(load_exempt_i, 3))
  `SELVAGE_PIN(a_flow_of_the_load, redirect == (redirect_valid_o ? $past(load, 3) : '0))
  `SELVAGE_PIN(a_busy, busy_o == (`SELVAGE_AGO1(load_valid_i) || `SELVAGE_AGO2(load_valid_i)
                                  || redirect_valid_o))
  `SELVAGE_PIN_NEXT(a_loads, 1'b1, loads_o == $past(loads_o) + 32'(`SELVAGE_AGO2(load_valid_i)))
  `SELVAGE_PIN_NEXT(a_redirects, 1'b1, redirects_o == $past(redirects_o) + 32'(redirect_valid_o))
endmodule
bind redirect_gen redirect_gen_sva #(
  .N_PORTS  (N_PORTS),
  .FLOW_ID_W(FLOW_ID_W),
  .POS_W    (POS_W),
  .DEPTH_W  (DEPTH_W),
  .RD_RW    (RD_RW),
  .GAIN_W   (GAIN_W)
) i_sva (.*);
