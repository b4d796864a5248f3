// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of twolevel_route.
`include "sva.svh"
module twolevel_route_sva #(
  parameter int K = 8,
  parameter int OUT_REG = 1,
  localparam LAT = 2 + OUT_REG,
  localparam R = K + 1,
  localparam PW = $clog2(K),
  localparam RW = $clog2(R)
) (
  input logic          clk_i,
  input logic          rst_ni,
  input logic          load_valid_i,
  input logic [RW-1:0] load_row_i,
  input logic          load_used_i,
  input logic          load_drop_i,
  input logic          valid_i,
  input logic          valid_o,
  input logic          hit_o,
  input logic          drop_o,
  input logic [RW-1:0] row_o,
  input logic [PW-1:0] port_o,
  input logic [31:0]   next_o
);
  // Rows in use, and of these the ones that drop, as a lookup sampled at this edge finds them.
  logic [R-1:0] used_q, drops_q, row;
  assign row = R'(1) << load_row_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) used_q <= '0;
    else if (load_valid_i) begin
      used_q  <= (used_q & ~row) | (row & {R{load_used_i}});
      drops_q <= (drops_q & ~row) | (row & {R{load_drop_i}});
    end
  end

  `SELVAGE_PIN(a_latency, valid_o == ($past(rst_ni && valid_i, LAT) && $past(rst_ni, LAT - 1)
                                      && $past(rst_ni)))
  `SELVAGE_PIN(a_zero_without, valid_o || {hit_o, drop_o, row_o, port_o, next_o} == '0)
  `SELVAGE_PIN(a_miss_drops, !valid_o || hit_o || (drop_o && row_o == '0))
  `SELVAGE_PIN(a_drop_names_nothing, !drop_o || {port_o, next_o} == '0)
  `SELVAGE_PIN(a_hits_rows_in_use, !hit_o || (($past(used_q, LAT) >> row_o) & R'(1)) != '0)
  `SELVAGE_PIN(a_drops_as_loaded,
               !hit_o || drop_o == ((($past(drops_q, LAT) >> row_o) & R'(1)) != '0))
endmodule
bind twolevel_route twolevel_route_sva #(.K(K), .OUT_REG(OUT_REG)) i_sva (.*);
