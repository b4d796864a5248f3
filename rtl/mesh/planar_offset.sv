// SPDX-License-Identifier: Apache-2.0
/// What routing has to know of the way left in one dimension, e = to - from.
///
/// Latency: combinational. Any CW >= 1. e = 0 is neither pos_o nor neg_o.
module planar_offset #(
  /// bits of a coordinate
  parameter int CW = 4
) (
  input  logic [CW-1:0] from_i,
  input  logic [CW-1:0] to_i,
  /// e > 0
  output logic          pos_o,
  /// e < 0
  output logic          neg_o,
  /// e = 1
  output logic          plus_one_o,
  /// e = -1
  output logic          minus_one_o,
  /// e = 2, e = -2
  output logic          plus_two_o,
  output logic          minus_two_o
);
  logic [CW:0] diff;

  assign diff        = {1'b0, to_i} - {1'b0, from_i};
  assign neg_o       = diff[CW];
  assign pos_o       = ~diff[CW] & (to_i != from_i);
  assign plus_one_o  = diff == (CW+1)'(1);
  assign minus_one_o = diff == '1;
  assign plus_two_o  = CW > 1 && diff == (CW+1)'(2);
  assign minus_two_o = CW > 1 && diff == {{CW{1'b1}}, 1'b0};

`include "assert.svh"
  `SELVAGE_RANGE(cw, CW >= 1, "planar_offset: CW must be at least 1")
endmodule
