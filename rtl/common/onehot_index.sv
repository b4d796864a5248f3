// SPDX-License-Identifier: Apache-2.0
/// Number of the line that is 1 in a one-hot vector; the OR of the numbers if several are, 0 if
/// none.
///
/// Latency: combinational, one OR tree a bit. Any N >= 1.
module onehot_index #(
  /// lines
  parameter int N = 8,
  localparam IW = (N > 1) ? $clog2(N) : 1
) (
  input  logic [N-1:0]  onehot_i,
  output logic [IW-1:0] index_o
);
  localparam P = 1 << IW;

  genvar b;
  generate
    for (b = 0; b < IW; b = b + 1) begin : gen_bit
      localparam S = 1 << b;
      localparam [P-1:0] Mask = {(P / (2 * S)){{S{1'b1}}, {S{1'b0}}}};  // lines with bit b
      assign index_o[b] = |(P'(onehot_i) & Mask);
    end
  endgenerate

`include "assert.svh"
  `SELVAGE_RANGE(n, N >= 1, "onehot_index: N must be at least 1")
endmodule
