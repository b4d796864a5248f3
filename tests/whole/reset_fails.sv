// SPDX-License-Identifier: Apache-2.0
/// A switch that prints much and then fails in reset.
module reset_fails (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic [1:0]   level_i,
  input  logic [3:0]   coord_i,
  input  logic [3:0]   rx_ok_i,
  input  logic [7:0]   rx_sym_i,
  input  logic [3:0]   rx_head_i,
  input  logic [3:0]   rx_tail_i,
  input  logic [3:0]   rx_bad_i,
  input  logic [255:0] rx_data_i,
  output logic [3:0]   rx_xon_o,
  output logic [7:0]   tx_sym_o,
  output logic [3:0]   tx_head_o,
  output logic [3:0]   tx_tail_o,
  output logic [3:0]   tx_bad_o,
  output logic [255:0] tx_data_o,
  input  logic [3:0]   tx_xon_i,
  output logic [3:0]   clear_o
);
  initial begin
    for (int i = 0; i < 200; i = i + 1) $display("line %0d of a long report on nothing at all", i);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) $error("the clock runs in reset");
  end
  assign rx_xon_o  = '1;
  assign clear_o   = '1;
  assign tx_sym_o  = '0;
  assign tx_head_o = '0;
  assign tx_tail_o = '0;
  assign tx_bad_o  = '0;
  assign tx_data_o = '0;
  logic unused;
  assign unused = ^{level_i, coord_i, rx_ok_i, rx_sym_i, rx_head_i, rx_tail_i, rx_bad_i, rx_data_i, tx_xon_i};
endmodule
