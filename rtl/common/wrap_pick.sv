// SPDX-License-Identifier: Apache-2.0
/// Preferred-then-next selection: the first candidate at or after the preferred one, in
/// ascending order with wrap-around (FT-RS-4).
///
/// Latency: combinational, O(log N) levels. Any N >= 1.
/// Method: the doubled vector {V, V at or above preferred} goes into one first-one tree.
/// Each half is padded to a power of two, so the low index bits are the answer for any N.
/// Policy: pref_i >= N (possible only if N is no power of two) means "no preference": the
/// lowest candidate is taken. No candidate: any_o = 0, index_o = 0, onehot_o = 0.
module wrap_pick #(
  /// number of candidates
  parameter int N = 8,
  localparam IW = (N > 1) ? $clog2(N) : 1
) (
  /// candidates; late
  input  logic [N-1:0]  vec_i,
  /// preferred candidate; early
  input  logic [IW-1:0] pref_i,
  /// some candidate exists
  output logic          any_o,
  /// the chosen candidate
  output logic [IW-1:0] index_o,
  /// the same, one-hot
  output logic [N-1:0]  onehot_o
);
  localparam P = 1 << IW;

  logic [P-1:0]   vec;
  logic [P-1:0]   at_or_above;
  /* verilator lint_off UNUSEDSIGNAL */  // which half it came from does not matter
  logic [IW:0]    index;
  logic           any_unused;
  logic [2*P-1:0] onehot;
  /* verilator lint_on UNUSEDSIGNAL */

  assign vec         = P'(vec_i);
  assign at_or_above = {P{1'b1}} << pref_i;

  first_one #(
    .N(2 * P)
  ) i_first (
    .vec_i   ({vec, vec & at_or_above}),
    .any_o   (any_unused),
    .index_o (index),
    .onehot_o(onehot)
  );

  assign any_o    = |vec_i;
  assign index_o  = index[IW-1:0];
  assign onehot_o = onehot[N-1:0] | onehot[P+:N];

`include "assert.svh"
  `SELVAGE_RANGE(n, N >= 1, "wrap_pick: N must be at least 1")
endmodule
