// SPDX-License-Identifier: Apache-2.0
/// Carry-select adder: the sum of two numbers, without the carry out.
///
/// Combinational. Groups of GW bits are added with and without a carry from below; whether there is
/// one is a comparison of the bits below. That keeps the depth logarithmic: carries that are made
/// from one another become one chain over all bits in abc, as those of `+` do.
module carry_select #(
  parameter int W = 32,
  /// bits of a group
  parameter int GW = 8,
  localparam G = (W + GW - 1) / GW
) (
  input  logic [W-1:0] a_i,
  input  logic [W-1:0] b_i,
  output logic [W-1:0] sum_o
);
  genvar g;
  generate
    for (g = 0; g < G; g = g + 1) begin : gen_group
      localparam N = (W - GW * g < GW) ? W - GW * g : GW;
      logic         carry;
      logic [N-1:0] without, with_carry;
      if (g == 0) begin : gen_first
        assign carry = 1'b0;
      end else begin : gen_carry
        assign carry = a_i[GW*g-1:0] > ~b_i[GW*g-1:0];
      end
      assign without         = a_i[GW*g+:N] + b_i[GW*g+:N];
      assign with_carry      = a_i[GW*g+:N] + b_i[GW*g+:N] + N'(1);
      assign sum_o[GW*g+:N]  = carry ? with_carry : without;
    end
  endgenerate

`include "assert.svh"
  `SELVAGE_RANGE(w, W >= 1, "carry_select: W must be at least 1")
  `SELVAGE_RANGE(gw, GW >= 1, "carry_select: GW must be at least 1")
endmodule
