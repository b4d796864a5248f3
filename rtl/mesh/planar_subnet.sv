// SPDX-License-Identifier: Apache-2.0
/// The channels of one sub-network for one header, tier by tier (mesh-blocks.md, directions,
/// safe, tiers), before the reserve.
///
/// Latency: combinational.
/// A sub-network has three directions, one bit each: {y of its sign, b-, b+}, where b is the
/// two-way dimension of its plane. All vectors of three bits are in this order.
module planar_subnet #(
  /// which one: XY+, XY-, YZ+, YZ-
  parameter int T = 0
) (
  /// it is among those to route in
  input  logic        own_i,
  /// it is among the others that the order allows; never together with own_i
  input  logic        other_i,
  /// where nothing safe is left, healthy will do
  input  logic        fallback_i,
  /// the header enters the plane here, and the destination lies in it
  input  logic        entry_i,
  /// statuses of the plane at this node
  input  logic        here_same_i,
  input  logic        here_mixed_i,
  /// signs of the offsets in y and b
  input  logic        y_zero_i,
  input  logic        y_pos_i,
  input  logic        y_neg_i,
  input  logic        b_zero_i,
  input  logic        b_pos_i,
  input  logic        b_neg_i,
  /// they are equal, 0 in y counted as the sign of the sub-network
  input  logic        equal_i,
  /// the neighbour is healthy, and so is the link to it
  input  logic [2:0]  healthy_i,
  /// statuses of the plane at the neighbour
  input  logic [2:0]  same_i,
  input  logic [2:0]  mixed_i,
  /// the neighbour is the destination
  input  logic [2:0]  last_i,
  /// the header came by this port
  input  logic [2:0]  came_i,
  /// tier k at [3*(k-1) +: 3], k = 1..6
  output logic [17:0] tier_o
);
  localparam Rises = T % 2 == 0;  // its y channel leads up

  logic       b_left, y_toward, search;
  logic [2:0] regular, detour, around;
  logic [2:0] unsafe, safe;
  logic [2:0] own_regular, second, other_any;

  always_comb begin
    b_left     = ~b_zero_i;
    y_toward   = Rises ? y_pos_i : y_neg_i;

    // a detour in y must be able to come back, so not in YZ-, the last of the order
    regular = {y_toward, b_neg_i, b_pos_i};
    detour  = y_toward ? {1'b0, ~b_neg_i, ~b_pos_i} : {b_left && T < 3, 2'b00};

    if (!b_left) begin
      unsafe = same_i & mixed_i;
      search = here_same_i & here_mixed_i;
    end else if (equal_i) begin
      unsafe = same_i;
      search = here_same_i;
    end else begin
      unsafe = mixed_i;
      search = here_mixed_i;
    end
    search = search & entry_i;
    safe = healthy_i & (last_i | ~unsafe);

    own_regular = {3{own_i}} & regular & ~came_i;
    // from an unsafe node any safe neighbour of the plane; without y and b it has arrived
    around      = {other_i, {2{own_i && T < 3 && b_left && y_zero_i}}};
    second      = (({3{own_i}} & detour) | ({3{search}} & around)) & ~came_i;
    other_any   = {3{other_i}} & (regular | detour);

    tier_o = {{other_any & healthy_i, second & healthy_i, own_regular & healthy_i}
              & {9{fallback_i}},
              other_any & safe, second & safe, own_regular & safe};
  end

`include "assert.svh"
  `SELVAGE_RANGE(t, T >= 0 && T <= 3, "planar_subnet: T must be 0..3")
endmodule
