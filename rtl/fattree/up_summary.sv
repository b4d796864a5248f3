// SPDX-License-Identifier: Apache-2.0
/// What the states of the up ports mean together: PS of each (FT-PS-1, 2), what the children have
/// to be advertised (FT-MSG-7), and the tests of FT-MSG-6 that do not depend on the table's line.
///
/// Latency: what the route decision needs is combinational, and 0 without route_i. The rest is
/// registered: of the states after an edge behind the next one, if update_i is 1 between the two.
/// Up ports that do not exist (up_en_i = 0) are failed with the own level for the route decision
/// and do not count for any line.
`include "bug.svh"
module up_summary #(
  /// ports of the switch
  parameter int M = 8,
  /// levels of the tree
  parameter int N = 3,
  localparam H = M / 2,
  localparam LW = $clog2(N)
) (
  input  logic            clk_i,
  /// deliberate faults: [0] least instead of greatest level, [1] no level test, [2] <= for <
  `SELVAGE_BUG_PORT(bug_i, 3)
  input  logic [LW-1:0]   level_i,
  input  logic [H-1:0]    up_en_i,
  input  logic [H-1:0]    own_i,
  input  logic [H-1:0]    dlfm_i,
  input  logic [H*LW-1:0] dl_i,
  input  logic            route_i,
  /// the states have changed
  input  logic            update_i,
  /// printed rule; static
  input  logic            rule_paper_i,
  /// PS for the route decision
  output logic [H-1:0]    ps_failed_o,
  output logic [H*LW-1:0] ps_level_o,
  /// all up ports failed, and their greatest level
  output logic            want_o,
  output logic [LW-1:0]   want_level_o,
  /// up ports that do not count for a line with A = 0..N-1, at [A*H +: H]: failed with level < A,
  /// by the printed rule failed if A exceeds the level of every failed port
  output logic [N*H-1:0]  below_o
);
  logic [H-1:0]    failed;
  logic [N-1:0]    has;      // a failed up port has that level
  logic            want;
  logic [LW-1:0]   want_level;
  logic [N*H-1:0]  below;

  always_comb begin
    ps_failed_o = '0;
    ps_level_o  = '0;
    if (route_i || update_i) begin
      ps_failed_o = own_i | dlfm_i | ~up_en_i;
      for (int j = 0; j < H; j = j + 1) begin
        ps_level_o[j*LW+:LW] = (own_i[j] | ~up_en_i[j]) ? level_i : dl_i[j*LW+:LW];
      end
    end
  end

  always_comb begin
    failed     = '0;
    want       = 1'b0;
    want_level = '0;
    below      = '0;
    has        = '0;
    if (update_i) begin
      failed = (own_i | dlfm_i) & up_en_i;
      want   = (failed == up_en_i) & (up_en_i != '0);
      for (int a = 0; a < N; a = a + 1) begin
        for (int j = 0; j < H; j = j + 1) begin
          if (failed[j] && ps_level_o[j*LW+:LW] == LW'(a)) has[a] = 1'b1;
          below[a*H+j] = failed[j] & (ps_level_o[j*LW+:LW] < LW'(a));
          `SELVAGE_BUG_IF(bug_i[2], below[a*H+j] = failed[j] & (ps_level_o[j*LW+:LW] <= LW'(a)))
          `SELVAGE_BUG_IF(bug_i[1], below[a*H+j] = failed[j])
        end
      end
      for (int a = 0; a < N; a = a + 1) begin
        if (has[a]) want_level = LW'(a);
        if (rule_paper_i) below[a*H+:H] = failed & {H{(has >> a) == '0}};
        below[a*H+:H] = below[a*H+:H] | ~up_en_i;
      end
      `SELVAGE_BUG_IF(bug_i[0],
          for (int a = N - 1; a >= 0; a = a - 1) if (has[a]) want_level = LW'(a))
      if (!want) want_level = '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (update_i) begin
      want_o       <= want;
      want_level_o <= want_level;
      below_o      <= below;
    end
  end
endmodule
