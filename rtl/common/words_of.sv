// SPDX-License-Identifier: Apache-2.0
/// The two words that the operations of a clock name: the first is that of the lowest operation,
/// the second the one that differs from it. No clock.
///
/// No operation names a third.
module words_of #(
  parameter int AW = 6,
  parameter int OPS = 4
) (
  input  logic [OPS-1:0]    valid_i,
  input  logic [OPS*AW-1:0] addr_i,
  output logic [1:0]        valid_o,
  output logic [2*AW-1:0]   addr_o,
  /// the operation names the second
  output logic [OPS-1:0]    second_o
);
  // Addresses are compared beside the choice, since valid_i comes late.
  logic [OPS*OPS-1:0] differ;  // those of a and b, at OPS*a + b
  logic [OPS-1:0]     first, second, against;  // the lowest of either word; where k differs from it
  always_comb begin
    for (int a = 0; a < OPS; a = a + 1) begin
      for (int b = 0; b < OPS; b = b + 1) begin
        differ[OPS*a+b] = addr_i[a*AW+:AW] != addr_i[b*AW+:AW];
      end
    end
  end
  assign first  = valid_i & (~valid_i + OPS'(1));
  assign second = second_o & (~second_o + OPS'(1));
  always_comb begin
    for (int k = 0; k < OPS; k = k + 1) begin
      against = differ[OPS*k+:OPS];
      second_o[k] = valid_i[k] & ((first & against) != '0);
    end
  end
  always_comb begin
    addr_o = '0;
    for (int k = 0; k < OPS; k = k + 1) begin
      addr_o = addr_o | ({addr_i[k*AW+:AW], addr_i[k*AW+:AW]} & {{AW{second[k]}}, {AW{first[k]}}});
    end
  end
  assign valid_o = {second_o != '0, valid_i != '0};

`include "assert.svh"
  `SELVAGE_RANGE(ops, OPS >= 1, "words_of: OPS must be at least 1")
endmodule
