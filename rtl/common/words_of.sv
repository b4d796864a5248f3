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
  logic [AW-1:0] first, second, addr;
  logic          found;
  always_comb begin
    first  = '0;
    second = '0;
    addr   = '0;
    for (int k = OPS - 1; k >= 0; k = k - 1) begin
      if (valid_i[k]) first = addr_i[k*AW+:AW];
    end
    found = 1'b0;
    for (int k = OPS - 1; k >= 0; k = k - 1) begin
      addr = addr_i[k*AW+:AW];
      second_o[k] = valid_i[k] & (addr != first);
      if (second_o[k]) begin
        second = addr;
        found  = 1'b1;
      end
    end
  end
  assign valid_o = {found, valid_i != '0};
  assign addr_o  = {second, first};
endmodule
