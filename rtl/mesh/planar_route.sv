// SPDX-License-Identifier: Apache-2.0
/// Routing of a header in a 3-D mesh with faults, by planes (iPAR with ordered sub-networks): the
/// legal channels, and the one that it takes (docs/mesh-blocks.md, planar_route).
///
/// Latency: inputs sampled at clock edge n, outputs (registers) change at edge n+1. One header a
/// clock; nothing is remembered.
/// Channel c = 2 * direction + vc; sub-networks 0..3 = XY+, XY-, YZ+, YZ-, three channels each.
/// Ties: ascending sub-network; within one x or z before y, or y first with tie_i in plane yz.
module planar_route #(
  /// bits of a coordinate, 1..4
  parameter CW = 4
) (
  input  logic            clk_i,
  input  logic            rst_ni,
`ifdef SELVAGE_BUGS
  /// deliberate faults; 0: turns by 180 degrees allowed, 1: the sub-network may fall, 2: reserve
  /// ignored, 3: tie_i ignored, 4: the destination is not safe when unsafe, 5: statuses same and
  /// mixed swapped in plane yz; static
  input  logic [5:0]      bug_i,
`endif
  input  logic            valid_i,
  /// this node and the destination, {z, y, x}
  input  logic [3*CW-1:0] here_i,
  input  logic [3*CW-1:0] dst_i,
  /// port the header came by, 6: host
  input  logic [2:0]      in_port_i,
  /// sub-network it came by
  input  logic [1:0]      sub_i,
  /// keep the last y hop of YZ- in reserve
  input  logic            reserve_i,
  /// where nothing safe is left, healthy will do
  input  logic            fallback_i,
  /// plane yz: y before z
  input  logic            tie_i,
  /// no way in that direction: no node, a faulty one, or a dead link
  input  logic [5:0]      nb_down_i,
  /// statuses xy same, xy mixed, yz same, yz mixed of the neighbour in direction d at [4*d +: 4]
  input  logic [23:0]     nb_unsafe_i,
  /// channels that can be given to a header now
  input  logic [11:0]     free_i,
  output logic            valid_o,
  output logic            eject_o,
  output logic            drop_o,
  output logic            grant_o,
  output logic [2:0]      dir_o,
  output logic            vc_o,
  output logic [1:0]      sub_o,
  /// legal channels, free or not
  output logic [11:0]     legal_o
);
  // ---------------------------------------------------------------------- input registers
  logic            valid_q, reserve_q, fallback_q, tie_q;
  logic [3*CW-1:0] here_q, dst_q;
  logic [2:0]      in_port_q;
  logic [1:0]      sub_q;
  logic [5:0]      nb_down_q;
  /* verilator lint_off UNUSEDSIGNAL */  // in x only the statuses of plane xy, in z of yz
  logic [23:0]     nb_unsafe_q;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [11:0]     free_q;

  always_ff @(posedge clk_i) begin
    valid_q     <= rst_ni & valid_i;
    here_q      <= here_i;
    dst_q       <= dst_i;
    in_port_q   <= in_port_i;
    sub_q       <= sub_i;
    reserve_q   <= reserve_i;
    fallback_q  <= fallback_i;
    tie_q       <= tie_i;
    nb_down_q   <= nb_down_i;
    nb_unsafe_q <= nb_unsafe_i;
    free_q      <= free_i;
  end

  // ------------------------------------------------------------------------------ offsets
  // Per dimension: the destination lies in + direction, in - direction, right here, one step ahead.
  logic [2:0] plus, minus, zero, next_plus, next_minus;
  genvar i, t;
  generate
    for (i = 0; i < 3; i = i + 1) begin : gen_dim
      logic [CW:0] here, dst;
      assign here          = {1'b0, here_q[i*CW+:CW]};
      assign dst           = {1'b0, dst_q[i*CW+:CW]};
      assign plus[i]       = dst > here;
      assign minus[i]      = dst < here;
      assign zero[i]       = dst == here;
      assign next_plus[i]  = dst == here + (CW+1)'(1);
      assign next_minus[i] = dst + (CW+1)'(1) == here;
    end
  endgenerate

  logic       ex_zero, ey_plus, ey_minus, ez_zero, host;
  logic [5:0] came, near;  // by direction: the port it came by; the neighbour is the destination
  always_comb begin
    ex_zero  = zero[0];
    ey_plus  = plus[1];
    ey_minus = minus[1];
    ez_zero  = zero[2];
    host     = in_port_q == 3'd6;
    came     = 6'(8'd1 << in_port_q);
    near     = {next_minus[2] & zero[1] & zero[0], next_plus[2] & zero[1] & zero[0],
                zero[2] & next_minus[1] & zero[0], zero[2] & next_plus[1] & zero[0],
                zero[2] & zero[1] & next_minus[0], zero[2] & zero[1] & next_plus[0]};
`ifdef SELVAGE_BUGS
    if (bug_i[0]) came = '0;
    if (bug_i[4]) near = '0;
`endif
  end

  // --------------------------------------------------------------- plane and sub-networks
  logic       in_xy, enters;
  logic [3:0] own, other;
  always_comb begin
    in_xy  = ~sub_q[1]
             & (~ex_zero | (ez_zero & (host | (sub_q == 2'd0 && ey_plus)
                                       | (sub_q == 2'd1 && ey_minus))));
    enters = host | ~sub_q[1];
    own    = '0;
    other  = '0;
    if (in_xy) begin
      own[0]   = host ? ~ey_minus : sub_q == 2'd0;
      own[1]   = host ? ~ey_plus : sub_q == 2'd1;
      other[0] = ~own[0] & (sub_q == 2'd0);
      other[1] = ~own[1];
    end else begin
      own[2]   = enters ? ~ey_minus : sub_q == 2'd2;
      own[3]   = enters ? ~ey_plus : sub_q == 2'd3 || ey_minus;
      other[2] = ~own[2] & (sub_q != 2'd3);
      other[3] = ~own[3];
    end
`ifdef SELVAGE_BUGS
    if (bug_i[1]) other = (in_xy ? 4'b0011 : 4'b1100) & ~own;
`endif
  end

  // bad by the status of the quadrant, or by both when the offset names none
  function automatic unsafe(input [1:0] status, input none, input mixed);
    unsafe = none ? &status : status[mixed];
  endfunction

  // ------------------------------------------------ by sub-network: its directions b+, b-, y
  logic [11:0] own_regular, own_detour, others, safe, healthy;
  generate
    for (t = 0; t < 4; t = t + 1) begin : gen_sub
      localparam YZ = t / 2;            // plane yz
      localparam DP = 4 * YZ;           // direction b+; b- is the next
      localparam DY = 2 + t % 2;        // direction y
      localparam CP = 2 * DP + t % 2;   // their channels
      localparam CM = CP + 2;
      localparam CY = 2 * DY + YZ;
      logic       b_plus, b_minus, b_zero, toward_y, mixed;
      logic [2:0] regular, detour, is_up, is_safe, back;  // {y, b-, b+}
      logic [5:0] status;                                 // {mixed, same} of each

      assign b_plus   = plus[2*YZ];
      assign b_minus  = minus[2*YZ];
      assign b_zero   = zero[2*YZ];
      assign toward_y = (t % 2 == 0) ? ey_plus : ey_minus;
      // signs of e_b and e_y differ; e_y = 0 has the sub-network's sign
`ifdef SELVAGE_BUGS
      assign mixed    = b_plus ^ ((t % 2 == 0) ? ~ey_minus : ey_plus) ^ (bug_i[5] && YZ == 1);
`else
      assign mixed    = b_plus ^ ((t % 2 == 0) ? ~ey_minus : ey_plus);
`endif

      assign regular = {toward_y, b_minus, b_plus};
      assign detour  = toward_y ? {1'b0, ~b_minus, ~b_plus} : {~b_zero, 2'b00};
      assign is_up   = ~{nb_down_q[DY], nb_down_q[DP+1], nb_down_q[DP]};
      assign back    = {came[DY], came[DP+1], came[DP]};
      assign status  = {nb_unsafe_q[4*DY+2*YZ+:2], nb_unsafe_q[4*(DP+1)+2*YZ+:2],
                        nb_unsafe_q[4*DP+2*YZ+:2]};
      assign is_safe = is_up & ({near[DY], near[DP+1], near[DP]}
                                | ~{unsafe(status[5:4], b_zero, mixed),
                                    unsafe(status[3:2], b_zero, mixed),
                                    unsafe(status[1:0], b_zero, mixed)});

      assign {own_regular[CY], own_regular[CM], own_regular[CP]} = regular & ~back & {3{own[t]}};
      assign {own_detour[CY], own_detour[CM], own_detour[CP]} = detour & ~back & {3{own[t]}};
      assign {others[CY], others[CM], others[CP]} = (regular | detour) & {3{other[t]}};
      assign {safe[CY], safe[CM], safe[CP]} = is_safe;
      assign {healthy[CY], healthy[CM], healthy[CP]} = is_up;
    end
  endgenerate

  // -------------------------------------------------------------------------------- tiers
  logic [11:0] tier_1, tier_2, tier_3, tier_4, tier_5, tier_6, legal;
  logic        last_y, eject;

  // the last y hop of YZ- waits while a z hop of YZ- is there
  function automatic [11:0] spare(input [11:0] tier, input keep);
    spare = tier;
    if (keep && (tier[9] || tier[11])) spare[7] = 1'b0;
  endfunction

  always_comb begin
    eject  = &zero;
    last_y = reserve_q & next_minus[1] & ~ez_zero;
`ifdef SELVAGE_BUGS
    if (bug_i[2]) last_y = 1'b0;
`endif
    tier_1 = spare(own_regular & safe, last_y);
    tier_2 = own_detour & safe;
    tier_3 = others & safe;
    tier_4 = spare(own_regular & healthy, last_y);
    tier_5 = own_detour & healthy;
    tier_6 = others & healthy;
    legal  = '0;
    if (!eject) begin
      if (tier_1 != '0) legal = tier_1;
      else if (tier_2 != '0) legal = tier_2;
      else if (tier_3 != '0) legal = tier_3;
      else if (!fallback_q) legal = '0;
      else if (tier_4 != '0) legal = tier_4;
      else if (tier_5 != '0) legal = tier_5;
      else legal = tier_6;
    end
  end

  // ------------------------------------------------------------------------------- choice
  // Channels in the order of preference (only one plane's can be legal), and back.
  logic [11:0] wanted, ordered, chosen_at, chosen;
  logic        any, y_first;
  logic [3:0]  unused_index;
  logic [2:0]  dir;
  logic        vc;
  logic [1:0]  sub;

  always_comb begin
    y_first = tie_q;
`ifdef SELVAGE_BUGS
    if (bug_i[3]) y_first = 1'b0;
`endif
    wanted  = legal & free_q;
    ordered = y_first ? {wanted[11], wanted[9], wanted[7], wanted[10], wanted[8], wanted[5],
                         wanted[6], wanted[3], wanted[1], wanted[4], wanted[2], wanted[0]}
                      : {wanted[7], wanted[11], wanted[9], wanted[5], wanted[10], wanted[8],
                         wanted[6], wanted[3], wanted[1], wanted[4], wanted[2], wanted[0]};
  end

  /* verilator lint_off UNUSEDSIGNAL */  // the one-hot is what is needed
  first_one #(
    .N(12)
  ) i_first (
    .vec_i   (ordered),
    .any_o   (any),
    .index_o (unused_index),
    .onehot_o(chosen_at)
  );
  /* verilator lint_on UNUSEDSIGNAL */

  always_comb begin
    {chosen[6], chosen[3], chosen[1], chosen[4], chosen[2], chosen[0]} = chosen_at[5:0];
    if (y_first) {chosen[11], chosen[9], chosen[7], chosen[10], chosen[8], chosen[5]} =
        chosen_at[11:6];
    else {chosen[7], chosen[11], chosen[9], chosen[5], chosen[10], chosen[8]} = chosen_at[11:6];
    dir = {|chosen[11:8], |chosen[7:4], (|chosen[11:10]) | (|chosen[7:6]) | (|chosen[3:2])};
    vc  = chosen[1] | chosen[3] | chosen[5] | chosen[7] | chosen[9] | chosen[11];
    sub = {chosen[5] | chosen[7] | (|chosen[11:8]),
           chosen[1] | chosen[3] | (|chosen[7:6]) | chosen[9] | chosen[11]};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !valid_q) begin
      valid_o <= 1'b0;
      eject_o <= 1'b0;
      drop_o  <= 1'b0;
      grant_o <= 1'b0;
      dir_o   <= '0;
      vc_o    <= 1'b0;
      sub_o   <= '0;
      legal_o <= '0;
    end else begin
      valid_o <= 1'b1;
      eject_o <= eject;
      drop_o  <= ~eject & (legal == '0);
      grant_o <= any;
      dir_o   <= dir;
      vc_o    <= vc;
      sub_o   <= sub;
      legal_o <= legal;
    end
  end

  // ---------------------------------------------------------------- parameters, assertions
  initial begin
    if (CW < 1 || CW > 4) $fatal(1, "planar_route: CW must be 1..4");
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni && valid_q) begin
      `SELVAGE_ASSERT(planar_one_plane, (legal & 12'h05F) == '0 || (legal & 12'hFA0) == '0)
      `SELVAGE_ASSERT(planar_chosen_legal, (chosen & ~(legal & free_q)) == '0)
      `SELVAGE_ASSERT(planar_one_chosen, (chosen & (chosen - 12'd1)) == '0)
      `SELVAGE_ASSERT(planar_sub_never_falls, !any || sub >= sub_q)
      `SELVAGE_ASSERT(planar_no_turn_back, !any || sub != sub_q || 3'(dir) != in_port_q)
      `SELVAGE_COVER(planar_drop, !eject && legal == '0)
      `SELVAGE_COVER(planar_wait, legal != '0 && !any)
      `SELVAGE_COVER(planar_reserve, last_y && (own_regular & safe & 12'hA80) == 12'hA80)
      `SELVAGE_COVER(planar_fallback, legal == tier_6 && legal != '0 && tier_3 == '0)
    end
  end
endmodule
