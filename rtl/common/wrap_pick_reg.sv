// SPDX-License-Identifier: Apache-2.0
/// wrap_pick between registers, for synthesis and timing only. Latency: 2 clocks.
module wrap_pick_reg #(
  /// number of candidates
  parameter int N = 8,
  localparam IW = (N > 1) ? $clog2(N) : 1
) (
  input  logic          clk_i,
  input  logic [N-1:0]  vec_i,
  input  logic [IW-1:0] pref_i,
  output logic          any_o,
  output logic [IW-1:0] index_o
);
  logic [N-1:0]  vec_q;
  logic [IW-1:0] pref_q;
  logic          any;
  logic [IW-1:0] index;

  /* verilator lint_off PINCONNECTEMPTY */
  wrap_pick #(
    .N(N)
  ) i_core (
    .vec_i  (vec_q),
    .pref_i (pref_q),
    .any_o  (any),
    .index_o(index),
    .onehot_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  always_ff @(posedge clk_i) begin
    vec_q   <= vec_i;
    pref_q  <= pref_i;
    any_o   <= any;
    index_o <= index;
  end
endmodule
