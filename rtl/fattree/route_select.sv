// SPDX-License-Identifier: Apache-2.0
/// Route decision of one switch for one packet (FT-RS-1..5; paper 5.3), all steps in parallel.
///
/// Latency: combinational. lft_bits_i arrives last.
/// l_anc, the highest digit in which source and destination differ, is never encoded: above[L]
/// means "l_anc > L" and is all that the level tests of 5.3 need.
/// Policy: down when the packet came from above or level >= l_anc; else the preferred up port is
/// the destination digit of this level, then the next candidate in ascending order with
/// wrap-around; no candidate: drop. Dropped packets have port 0; packets going down have mask 0.
/// A preferred digit >= H, which no legal address has below the roots, is taken modulo
/// 2**clog2(H); if that is still >= H the lowest candidate is taken.
`include "bug.svh"
module route_select #(
  /// ports of the switch
  parameter int M = 8,
  /// levels of the tree
  parameter int N = 3,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N)
) (
  /// deliberate faults for demonstrations: [0] ignore the fault table, [1] preferred port from the
  /// source digit, [2] next = lowest candidate
  `SELVAGE_BUG_PORT(bug_i, 3)
  /// own level
  input  logic [LW-1:0]   level_i,
  /// source and destination address, digit i at [i*DW +: DW]
  input  logic [N*DW-1:0] src_i,
  input  logic [N*DW-1:0] dst_i,
  /// the packet came in by an up port
  input  logic            from_up_i,
  /// port states of the up ports
  input  logic [H-1:0]    failed_i,
  input  logic [H*LW-1:0] ps_level_i,
  /// up ports excluded by the link fault table; late
  input  logic [H-1:0]    lft_bits_i,
  /// the packet goes up
  output logic            up_o,
  /// the packet is dropped
  output logic            drop_o,
  /// switch port to take
  output logic [DW-1:0]   port_o,
  /// candidate up ports V
  output logic [H-1:0]    mask_o
);
  localparam LN = 1 << LW;

  // ---------------------------------------------------------------- step 1: up or down
  logic [N-1:0]  differ;
  logic [LN-1:0] above;  // above[L]: l_anc > L

  always_comb begin
    for (int i = 0; i < N; i = i + 1) begin
      differ[i] = src_i[i*DW+:DW] != dst_i[i*DW+:DW];
    end
    above = '0;
    for (int i = 0; i < N - 1; i = i + 1) above[i] = (differ >> (i + 1)) != '0;
  end

  assign up_o = ~from_up_i & above[level_i];

  // ------------------------------------------------------------- steps 2, 3: candidates
  logic [H-1:0] lft_bits;
  logic [H-1:0] usable;

  assign lft_bits = `SELVAGE_BUG(bug_i[0], lft_bits_i, {H{1'b0}});

  always_comb begin
    for (int k = 0; k < H; k = k + 1) begin
      usable[k] = ~(failed_i[k] & above[ps_level_i[k*LW+:LW]]);
    end
  end

  assign mask_o = usable & ~lft_bits & {H{up_o}};

  // -------------------------------------------------------- step 4: preferred, then next
  logic [DW-1:0] digit;  // destination digit of this level
  logic [HW-1:0] pref;
  logic [HW-1:0] pick;
  logic          pick_any;

  always_comb begin
    digit = '0;
    for (int i = 0; i < N; i = i + 1) begin
      digit = digit | (dst_i[i*DW+:DW] & {DW{level_i == LW'(i)}});
    end
  end

  always_comb begin
    pref = `SELVAGE_BUG(bug_i[1], digit[HW-1:0], HW'(src_i >> (32'(level_i) * DW)));
    // "next" becomes the lowest candidate once the preferred one is out
    `SELVAGE_BUG_IF(bug_i[2] && ((mask_o >> pref) & H'(1)) == '0, pref = '0)
  end

  /* verilator lint_off PINCONNECTEMPTY */
  wrap_pick #(
    .N(H)
  ) i_pick (
    .vec_i  (mask_o),
    .pref_i (pref),
    .any_o  (pick_any),
    .index_o(pick),
    .onehot_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // ------------------------------------------------------------------- step 5 and result
  assign drop_o = up_o & ~pick_any;

  always_comb begin
    port_o = digit;
    if (drop_o) port_o = '0;
    else if (up_o) port_o = DW'(H) + DW'(pick);
  end

`include "assert.svh"
  `SELVAGE_RANGE(m, M >= 4 && M <= 64 && M % 2 == 0, "route_select: M must be even, 4..64")
  `SELVAGE_RANGE(n, N >= 2 && N <= 6, "route_select: N must be 2..6")
endmodule
