// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of twolevel_switch.
`include "sva.svh"
module twolevel_switch_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int K = 8,
  parameter int DEPTH = 256,
  parameter int LEN_W = 14,
  parameter int DATA_W = 128,
  localparam M = K,
  localparam PW = $clog2(K),
  localparam RW = $clog2(K + 1),
  localparam UW = $clog2(DEPTH + 1),
  localparam LEN_AT = 64
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                core_i,
  input logic [UW-1:0]       xon_most_i,
  input logic                load_valid_i,
  input logic [RW-1:0]       load_row_i,
  input logic                load_used_i,
  input logic                load_drop_i,
  input logic [PW-1:0]       load_port_i,
  input logic [K-1:0]        rx_ok_i,
  input logic [2*K-1:0]      rx_sym_i,
  input logic [K-1:0]        rx_head_i,
  input logic [K-1:0]        tx_ok_i,
  input logic [2*K-1:0]      tx_sym_o,
  input logic [K-1:0]        tx_head_o,
  input logic [K-1:0]        tx_tail_o,
  input logic [K-1:0]        tx_bad_o,
  input logic [K*DATA_W-1:0] tx_data_o,
  input logic [K-1:0]        tx_xon_i,
  input logic [K-1:0]        link_down_i,
  input logic [K-1:0]        link_up_i,
  input logic [K-1:0]        link_init_i,
  input logic                wipe_i,
  input logic [K-1:0]        dec_in_o,
  input logic [K-1:0]        dec_want_o,
  input logic [K-1:0]        drained_o,
  input logic                idle_o
);
`include "switch/switch_packets.svh"
  // Ports that some row may ever have named.
  logic [K-1:0] named_q, names;
  assign names = K'(load_valid_i && load_row_i <= RW'(K) && load_used_i && !load_drop_i)
                 << load_port_i;
  always_ff @(posedge clk_i) named_q <= rst_ni ? named_q | names : '0;

  `SELVAGE_PIN_LEGAL(m_straps_are_static, !$past(rst_ni) || $stable({core_i, xon_most_i}))
  `SELVAGE_PIN(a_no_messages, message == '0)
  `SELVAGE_PIN(a_where_a_row_says, dec_in_o == '0 || (dec_want_o & ~named_q) == '0)
endmodule
bind twolevel_switch twolevel_switch_sva #(
  .K     (K),
  .DEPTH (DEPTH),
  .LEN_W (LEN_W),
  .DATA_W(DATA_W)
) i_sva (.*);
