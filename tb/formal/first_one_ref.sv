// SPDX-License-Identifier: Apache-2.0
/// Specification of first_one in the plainest loop.
module first_one_ref #(
  parameter N = 8,
  localparam IW = (N > 1) ? $clog2(N) : 1
) (
  input  logic [N-1:0]  vec_i,
  output logic          any_o,
  output logic [IW-1:0] index_o,
  output logic [N-1:0]  onehot_o
);
  always_comb begin
    any_o    = 1'b0;
    index_o  = '0;
    onehot_o = '0;
    for (int i = 0; i < N; i = i + 1) begin
      if (!any_o && vec_i[i]) begin
        any_o       = 1'b1;
        index_o     = IW'(i);
        onehot_o[i] = 1'b1;
      end
    end
  end
endmodule
