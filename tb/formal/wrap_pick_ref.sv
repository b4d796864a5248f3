// SPDX-License-Identifier: Apache-2.0
/// Specification of wrap_pick: walk once round from the preferred candidate (FT-RS-4).
module wrap_pick_ref #(
  parameter N = 8,
  localparam IW = (N > 1) ? $clog2(N) : 1
) (
  input  logic [N-1:0]  vec_i,
  input  logic [IW-1:0] pref_i,
  output logic          any_o,
  output logic [IW-1:0] index_o,
  output logic [N-1:0]  onehot_o
);
  always_comb begin
    any_o   = 1'b0;
    index_o = '0;
    for (int i = 0; i < N; i = i + 1) begin  // from the preferred one to the end
      if (!any_o && i >= {1'b0, pref_i} && vec_i[i]) begin
        any_o   = 1'b1;
        index_o = IW'(i);
      end
    end
    for (int i = 0; i < N; i = i + 1) begin  // then from 0
      if (!any_o && vec_i[i]) begin
        any_o   = 1'b1;
        index_o = IW'(i);
      end
    end
  end
  assign onehot_o = any_o ? N'(1) << index_o : '0;
endmodule
