// SPDX-License-Identifier: Apache-2.0
/// First-one finder: the lowest-numbered 1 of a vector, as a binary tree.
///
/// Latency: combinational, O(log N) levels. Any N >= 1, powers of two or not.
/// Policy: the lowest index wins; no 1 at all gives any_o = 0, index_o = 0, onehot_o = 0.
///
/// How it is written: one generate scope per tree level (no vector feeds itself). A node of
/// level l covers 2**l leaves and lives at the bit position of its first leaf; the other
/// positions of a level are constant 0 and vanish in synthesis. So a level is a handful of
/// word operations in simulation and a plain tree in gates.
module first_one #(
  /// number of request lines
  parameter int N = 8,
  localparam IW = (N > 1) ? $clog2(N) : 1
) (
  /// request lines
  input  logic [N-1:0]  vec_i,
  /// some line is 1
  output logic          any_o,
  /// lowest line that is 1
  output logic [IW-1:0] index_o,
  /// the same line, one-hot
  output logic [N-1:0]  onehot_o
);
  localparam LV = $clog2(N);
  localparam P = 1 << LV;

  genvar l, b;
  /* verilator lint_off UNUSEDSIGNAL */  // only the positions of a level's own nodes are read
  generate
    // upwards: node has a 1; index of the first 1 inside the node (0 when it has none)
    for (l = 0; l <= LV; l = l + 1) begin : gen_up
      logic [P-1:0] any;
      if (l == 0) begin : gen_leaf
        assign any = P'(vec_i);
      end else begin : gen_node
        localparam S = 1 << (l - 1);
        localparam [P-1:0] Mask = {(P / (2 * S)){{(2 * S - 1){1'b0}}, 1'b1}};
        assign any = (gen_up[l-1].any | (gen_up[l-1].any >> S)) & Mask;
        for (b = 0; b < l; b = b + 1) begin : gen_bit
          logic [P-1:0] idx;
          if (b == l - 1) begin : gen_new
            assign idx = (gen_up[l-1].any >> S) & ~gen_up[l-1].any & Mask;
          end else begin : gen_old
            assign idx = (gen_up[l-1].gen_node.gen_bit[b].idx
                          | ((gen_up[l-1].gen_node.gen_bit[b].idx >> S)
                             & ~gen_up[l-1].any)) & Mask;
          end
        end
      end
    end

    // downwards: the chosen node of every level, the root first
    for (l = 0; l <= LV; l = l + 1) begin : gen_down
      logic [P-1:0] sel;
      if (l == LV) begin : gen_root
        assign sel = gen_up[l].any;
      end else begin : gen_node
        localparam S = 1 << l;
        assign sel = (gen_down[l+1].sel & gen_up[l].any)
                     | ((gen_down[l+1].sel & ~gen_up[l].any) << S);
      end
    end

    if (N == 1) begin : gen_single
      assign index_o = 1'b0;
    end else begin : gen_index
      for (b = 0; b < IW; b = b + 1) begin : gen_bit
        assign index_o[b] = gen_up[LV].gen_node.gen_bit[b].idx[0];
      end
    end
  endgenerate

  /* verilator lint_on UNUSEDSIGNAL */

  assign any_o    = gen_up[LV].any[0];
  assign onehot_o = gen_down[0].sel[N-1:0];

`include "assert.svh"
  `SELVAGE_RANGE(n, N >= 1, "first_one: N must be at least 1")
endmodule
