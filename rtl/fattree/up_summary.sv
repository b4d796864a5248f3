// SPDX-License-Identifier: Apache-2.0
/// What the states of the up ports mean together: PS of each (FT-PS-1, 2), what the children have
/// to be advertised (FT-MSG-7), and the tests of FT-MSG-6 that do not depend on the table's line.
///
/// Latency: combinational. Outputs for the route decision need route_i, the others check_i; they
/// are 0 without it.
/// Up ports that do not exist (up_en_i = 0) are failed with the own level for the route decision
/// and take part in nothing else.
`include "bug.svh"
module up_summary #(
  /// ports of the switch
  parameter int M = 8,
  /// levels of the tree
  parameter int N = 3,
  localparam H = M / 2,
  localparam LW = $clog2(N)
) (
  /// deliberate faults: [0] least instead of greatest level, [1] no level test, [2] <= for <
  `SELVAGE_BUG_PORT(bug_i, 3)
  input  logic [LW-1:0]   level_i,
  input  logic [H-1:0]    up_en_i,
  input  logic [H-1:0]    own_i,
  input  logic [H-1:0]    dlfm_i,
  input  logic [H*LW-1:0] dl_i,
  input  logic            route_i,
  input  logic            check_i,
  /// PS for the route decision
  output logic [H-1:0]    ps_failed_o,
  output logic [H*LW-1:0] ps_level_o,
  /// failed up ports
  output logic [H-1:0]    failed_o,
  /// all of them failed, and their greatest level
  output logic            want_o,
  output logic [LW-1:0]   want_level_o,
  /// failed with level < A, A = 0..N-1 at [A*H +: H]
  output logic [N*H-1:0]  below_o,
  /// A exceeds the level of every failed port
  output logic [N-1:0]    exceeds_o
);
  logic [N-1:0] has;  // a failed up port has that level

  always_comb begin
    ps_failed_o = '0;
    ps_level_o  = '0;
    if (route_i || check_i) begin
      ps_failed_o = own_i | dlfm_i | ~up_en_i;
      for (int j = 0; j < H; j = j + 1) begin
        ps_level_o[j*LW+:LW] = (own_i[j] | ~up_en_i[j]) ? level_i : dl_i[j*LW+:LW];
      end
    end
  end

  always_comb begin
    failed_o     = '0;
    want_o       = 1'b0;
    want_level_o = '0;
    below_o      = '0;
    exceeds_o    = '0;
    has          = '0;
    if (check_i) begin
      failed_o = (own_i | dlfm_i) & up_en_i;
      want_o   = (failed_o == up_en_i) & (up_en_i != '0);
      for (int a = 0; a < N; a = a + 1) begin
        for (int j = 0; j < H; j = j + 1) begin
          if (failed_o[j] && ps_level_o[j*LW+:LW] == LW'(a)) has[a] = 1'b1;
          below_o[a*H+j] = failed_o[j] & (ps_level_o[j*LW+:LW] < LW'(a));
          `SELVAGE_BUG_IF(bug_i[2], below_o[a*H+j] = failed_o[j] & (ps_level_o[j*LW+:LW] <= LW'(a)))
          `SELVAGE_BUG_IF(bug_i[1], below_o[a*H+j] = failed_o[j])
        end
      end
      for (int a = 0; a < N; a = a + 1) begin
        exceeds_o[a] = (has >> a) == '0;
        if (has[a]) want_level_o = LW'(a);
      end
      `SELVAGE_BUG_IF(bug_i[0],
          for (int a = N - 1; a >= 0; a = a - 1) if (has[a]) want_level_o = LW'(a))
      if (!want_o) want_level_o = '0;
    end
  end
endmodule
