// SPDX-License-Identifier: Apache-2.0
/// first_one between registers, for synthesis and timing only. Latency: 2 clocks.
module first_one_reg #(
  /// number of request lines
  parameter int N = 32,
  localparam IW = (N > 1) ? $clog2(N) : 1
) (
  input  logic          clk_i,
  input  logic [N-1:0]  vec_i,
  output logic          any_o,
  output logic [IW-1:0] index_o,
  output logic [N-1:0]  onehot_o
);
  logic [N-1:0]  vec_q;
  logic          any;
  logic [IW-1:0] index;
  logic [N-1:0]  onehot;

  first_one #(
    .N(N)
  ) i_core (
    .vec_i   (vec_q),
    .any_o   (any),
    .index_o (index),
    .onehot_o(onehot)
  );

  always_ff @(posedge clk_i) begin
    vec_q    <= vec_i;
    any_o    <= any;
    index_o  <= index;
    onehot_o <= onehot;
  end
endmodule
