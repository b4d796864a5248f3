// SPDX-License-Identifier: Apache-2.0
/// Specification of carry_select.
module carry_select_ref #(
  parameter W = 32,
  parameter GW = 8
) (
  input  logic [W-1:0] a_i,
  input  logic [W-1:0] b_i,
  output logic [W-1:0] sum_o
);
  assign sum_o = a_i + b_i;
endmodule
