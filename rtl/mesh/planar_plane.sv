// SPDX-License-Identifier: Apache-2.0
/// The legal channels of one header in one plane: sub-networks, tiers, reserve
/// (docs/reference/mesh-blocks.md, planar_route, the rule).
///
/// Latency: combinational.
/// y is the one-way dimension of the plane, b (x in plane xy, z in plane yz) the two-way one. The
/// four directions are {y-, y+, b-, b+}; channels are {y, b-, b+} of the odd sub-network above
/// the same three of the even one.
`include "bug.svh"
module planar_plane #(
  /// 0: plane xy, 1: plane yz
  parameter int YZ = 0
) (
  /// deliberate fault: the sub-network may fall
  `SELVAGE_BUG_PORT(bug_fall_i, 1)
  /// the header is not in this plane yet, so the sign of y chooses
  input  logic       enters_i,
  /// else it came by the odd sub-network of this plane
  input  logic       odd_i,
  /// the header enters the plane here, and the destination lies in it
  input  logic       entry_i,
  /// statuses of the plane at this node
  input  logic       here_same_i,
  input  logic       here_mixed_i,
  input  logic       reserve_i,
  input  logic       fallback_i,
  /// offsets
  input  logic       y_zero_i,
  input  logic       y_pos_i,
  input  logic       y_neg_i,
  input  logic       y_minus_one_i,
  input  logic       b_zero_i,
  input  logic       b_pos_i,
  input  logic       b_neg_i,
  /// b has the sign of y, 0 in y counted as above, and as below
  input  logic       equal_up_i,
  input  logic       equal_down_i,
  /// |e_b| = 1, and no other dimension is left after this plane
  input  logic       b_last_i,
  /// a fault on the line toward b from here, toward y from the neighbour toward b, toward b from
  /// the neighbour toward y
  input  logic       line_b_i,
  input  logic       line_b_y_i,
  input  logic       line_y_b_i,
  /// neighbours: healthy, their statuses of the plane, which is the destination
  input  logic [3:0] healthy_i,
  input  logic [3:0] same_i,
  input  logic [3:0] mixed_i,
  input  logic [3:0] last_i,
  /// the header came by this port
  input  logic [3:0] came_i,
  output logic [5:0] legal_o,
  /// there are some
  output logic       any_o,  // early
  /// they are of a sub-network that is not the header's own (tiers 3 and 6)
  output logic       aside_o
);
  // ------------------------------------------------------------------- sub-networks {odd, even}
  logic [1:0] own, other;
  logic       even_allowed;  // the order still allows the even one

  always_comb begin
    own          = enters_i ? {~y_pos_i, ~y_neg_i} : {odd_i | (YZ == 1 && y_neg_i), ~odd_i};
    even_allowed = enters_i | ~odd_i;
    `SELVAGE_BUG_IF(bug_fall_i, even_allowed = 1'b1)
    // nothing leads up from YZ-
    other = ~own & {!(YZ == 1 && y_pos_i), even_allowed};
  end

  // ------------------------------------------------------------------------- candidates by tier
  logic [17:0] even_tiers, odd_tiers;

  planar_subnet #(
    .T(2 * YZ)
  ) i_even (
    .own_i     (own[0]),
    .other_i   (other[0]),
    .fallback_i(fallback_i),
    .entry_i   (entry_i),
    .here_same_i (here_same_i),
    .here_mixed_i(here_mixed_i),
    .y_zero_i  (y_zero_i),
    .y_pos_i   (y_pos_i),
    .y_neg_i   (y_neg_i),
    .b_zero_i  (b_zero_i),
    .b_pos_i   (b_pos_i),
    .b_neg_i   (b_neg_i),
    .equal_i   (equal_up_i),
    .healthy_i (healthy_i[2:0]),
    .same_i    (same_i[2:0]),
    .mixed_i   (mixed_i[2:0]),
    .last_i    (last_i[2:0]),
    .came_i    (came_i[2:0]),
    .tier_o    (even_tiers)
  );

  planar_subnet #(
    .T(2 * YZ + 1)
  ) i_odd (
    .own_i     (own[1]),
    .other_i   (other[1]),
    .fallback_i(fallback_i),
    .entry_i   (entry_i),
    .here_same_i (here_same_i),
    .here_mixed_i(here_mixed_i),
    .y_zero_i  (y_zero_i),
    .y_pos_i   (y_pos_i),
    .y_neg_i   (y_neg_i),
    .b_zero_i  (b_zero_i),
    .b_pos_i   (b_pos_i),
    .b_neg_i   (b_neg_i),
    .equal_i   (equal_down_i),
    .healthy_i ({healthy_i[3], healthy_i[1:0]}),
    .same_i    ({same_i[3], same_i[1:0]}),
    .mixed_i   ({mixed_i[3], mixed_i[1:0]}),
    .last_i    ({last_i[3], last_i[1:0]}),
    .came_i    ({came_i[3], came_i[1:0]}),
    .tier_o    (odd_tiers)
  );

  // --------------------------------------------------------------------- the first that is there
  logic [5:0] safe_kept, healthy_kept;  // tiers 1 and 4 without the reserve
  logic [5:0] any;                      // bit k: there is something in tier k + 1

  planar_reserve i_reserve_safe (
    .enable_i     (reserve_i),
    .y_zero_i     (y_zero_i),
    .y_minus_one_i(y_minus_one_i),
    .b_zero_i     (b_zero_i),
    .b_last_i     (b_last_i),
    .line_b_i     (line_b_i),
    .line_b_y_i   (line_b_y_i),
    .line_y_b_i   (line_y_b_i),
    .tier_i       ({odd_tiers[2:0], even_tiers[2:0]}),
    .kept_o       (safe_kept)
  );

  planar_reserve i_reserve_healthy (
    .enable_i     (reserve_i),
    .y_zero_i     (y_zero_i),
    .y_minus_one_i(y_minus_one_i),
    .b_zero_i     (b_zero_i),
    .b_last_i     (b_last_i),
    .line_b_i     (line_b_i),
    .line_b_y_i   (line_b_y_i),
    .line_y_b_i   (line_y_b_i),
    .tier_i       ({odd_tiers[11:9], even_tiers[11:9]}),
    .kept_o       (healthy_kept)
  );

  always_comb begin
    for (int k = 0; k < 6; k = k + 1) begin
      any[k] = {odd_tiers[3*k+:3], even_tiers[3*k+:3]} != '0;
    end
    any_o   = any != '0;
    aside_o = 1'b0;
    if (any[0]) legal_o = safe_kept;
    else if (any[1]) legal_o = {odd_tiers[5:3], even_tiers[5:3]};
    else if (any[2]) begin
      legal_o = {odd_tiers[8:6], even_tiers[8:6]};
      aside_o = 1'b1;
    end else if (any[3]) legal_o = healthy_kept;
    else if (any[4]) legal_o = {odd_tiers[14:12], even_tiers[14:12]};
    else begin
      legal_o = {odd_tiers[17:15], even_tiers[17:15]};
      aside_o = any[5];
    end
  end

`include "assert.svh"
  `SELVAGE_RANGE(yz, YZ == 0 || YZ == 1, "planar_plane: YZ must be 0 or 1")
endmodule
