// SPDX-License-Identifier: Apache-2.0
/// Planar adaptive routing (iPAR, ordered) of one header at a node of a 3-D mesh: its legal
/// channels and the one it takes (docs/reference/mesh-blocks.md, planar_route).
///
/// Latency: a header sampled at clock edge n is answered on the outputs from n+1 on. One a clock.
/// Ties: the lowest sub-network, in it x+, x-, y in plane xy; z+, z-, y in plane yz, or y first
/// with tie_i. free_i is as old as the header.
/// No state but the registers of inputs and outputs; only valid bits and answers have a reset.
`include "bug.svh"
module planar_route #(
  /// bits of a coordinate, 1..4
  parameter int CW = 4
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  /// deliberate faults; 0: turns by 180 degrees allowed, 1: the sub-network may fall, 2: reserve
  /// ignored, 3: tie_i ignored, 4: the destination is not safe when unsafe, 5: statuses same and
  /// mixed swapped in plane yz, 6: reserve whatever the line bits,
  /// 7: an unsafe source does not look for a safe neighbour, 8: the proxy is not given up when
  /// reached, 9: a proxy in x does not keep the header in plane xy; static
  `SELVAGE_BUG_PORT(bug_i, 10)
  /// there is a header
  input  logic            valid_i,
  /// this node and the destination, {z, y, x}
  input  logic [3*CW-1:0] here_i,
  input  logic [3*CW-1:0] dst_i,
  /// proxy: the neighbour of the destination in direction proxy_i - 1, which exists; 0: none
  input  logic [2:0]      proxy_i,
  /// port the header came by, 6: host
  input  logic [2:0]      in_port_i,
  /// sub-network it came by, 0 from the host
  input  logic [1:0]      sub_i,
  /// keep ways round in reserve
  input  logic            reserve_i,
  /// where nothing safe is left, healthy will do
  input  logic            fallback_i,
  /// plane yz: y before z
  input  logic            tie_i,
  /// no way in that direction: no node, a faulty one, or a dead link
  input  logic [5:0]      nb_down_i,
  /// statuses xy same, xy mixed, yz same, yz mixed of the neighbour in direction d at [4*d +: 4]
  input  logic [23:0]     nb_unsafe_i,
  /// statuses 0..3 of this node
  input  logic [3:0]      unsafe_i,
  /// line bits of this node, and of the neighbour in direction d at [6*d +: 6]
  input  logic [5:0]      line_i,
  input  logic [35:0]     nb_line_i,
  /// channels that can be given to a header now
  input  logic [11:0]     free_i,
  /// answer to a header; the other outputs are 0 without it
  output logic            valid_o,
  /// it is at its destination
  output logic            eject_o,
  /// no legal channel, whatever is free
  output logic            drop_o,
  /// it takes the channel {dir_o, vc_o} of sub-network sub_o and goes on with proxy_o; all are 0
  /// otherwise
  output logic            grant_o,
  output logic [2:0]      dir_o,
  output logic            vc_o,
  output logic [1:0]      sub_o,
  output logic [2:0]      proxy_o,
  /// legal channels, free or not; 0 with eject and drop
  output logic [11:0]     legal_o
);
  localparam [2:0] Host = 3'd6;

  // ---------------------------------------------------------------------- input registers
  logic            valid_q;
  logic [2:0]      zero, pos, neg, plus_one, minus_one;  // offsets of the target, {z, y, x}
  logic [1:0]      equal_up, equal_down;           // signs of {z, x} and of y
  logic [2:0]      proxy_q;                        // 0 if it was given up
  logic [5:0]      came_q;
  logic            from_host;
  logic [1:0]      sub_q;
  logic            reserve_q, fallback_q, tie_q;
  logic [5:0]      down_q;
  logic [3:0]      here_unsafe_q;
  /* verilator lint_off UNUSEDSIGNAL */
  logic [23:0]     unsafe_q;   // not: plane xy in z, yz in x
  logic [5:0]      line_q;     // not: the lines in y
  logic [35:0]     nb_line_q;  // not: lines along the step, and from one plane to the other
  /* verilator lint_on UNUSEDSIGNAL */
  logic [11:0]     free_q;

  always_ff @(posedge clk_i) valid_q <= rst_ni & valid_i;
  always_ff @(posedge clk_i) begin
    for (int d = 0; d < 6; d = d + 1) came_q[d] <= in_port_i == 3'(d);
    from_host  <= in_port_i == Host;
    sub_q      <= sub_i;
    reserve_q  <= reserve_i;
    fallback_q <= fallback_i;
    tie_q      <= tie_i;
    down_q     <= nb_down_i;
    unsafe_q   <= nb_unsafe_i;
    line_q     <= line_i;
    here_unsafe_q <= unsafe_i;
    nb_line_q  <= nb_line_i;
    free_q     <= free_i;
  end

  // in front of its registers, where the path is short
  planar_target #(
    .CW(CW)
  ) i_target (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .valid_i   (valid_i),
    `SELVAGE_BUG_PIN(bug_keep_i, bug_i[8])
    .here_i    (here_i),
    .dst_i     (dst_i),
    .proxy_i   (proxy_i),
    .zero_o     (zero),
    .pos_o      (pos),
    .neg_o      (neg),
    .plus_one_o (plus_one),
    .minus_one_o(minus_one),
    .equal_up_o  (equal_up),
    .equal_down_o(equal_down),
    .proxy_o    (proxy_q)
  );

  // ------------------------------------------------------------------- the six neighbours
  logic [5:0] healthy, last, came;
  logic [3:0] xy_same, xy_mixed;  // {y-, y+, x-, x+}
  logic [3:0] yz_same, yz_mixed;  // {y-, y+, z-, z+}
  logic       reserve, tie, searches;

  always_comb begin
    healthy   = ~down_q;
    came      = came_q;
    last      = {minus_one[2], plus_one[2], minus_one[1], plus_one[1], minus_one[0], plus_one[0]}
                & {{2{zero[0] & zero[1]}}, {2{zero[0] & zero[2]}}, {2{zero[1] & zero[2]}}};
    xy_same   = {unsafe_q[12], unsafe_q[8], unsafe_q[4], unsafe_q[0]};
    xy_mixed  = {unsafe_q[13], unsafe_q[9], unsafe_q[5], unsafe_q[1]};
    yz_same   = {unsafe_q[14], unsafe_q[10], unsafe_q[22], unsafe_q[18]};
    yz_mixed  = {unsafe_q[15], unsafe_q[11], unsafe_q[23], unsafe_q[19]};
    reserve   = reserve_q;
    tie       = tie_q;
    searches  = 1'b1;
    `SELVAGE_BUG_IF(bug_i[0], came = '0)
    `SELVAGE_BUG_IF(bug_i[2], reserve = 1'b0)
    `SELVAGE_BUG_IF(bug_i[3], tie = 1'b0)
    `SELVAGE_BUG_IF(bug_i[7], searches = 1'b0)
    `SELVAGE_BUG_IF(bug_i[4], last = '0)
    `SELVAGE_BUG_IF(bug_i[5], {yz_same, yz_mixed} = {yz_mixed, yz_same})
  end

  // ------------------------------------------------------------- lines that a channel leaves
  // by direction of y: lines toward y and b at the neighbours that the offsets point to
  logic [1:0] line_b, line_b_y, line_y_b;  // {yz, xy}

  // line d at neighbour n
  function automatic line_at(input [35:0] lines, input [2:0] n, input [2:0] d);
    line_at = lines[6'd6*{3'd0, n}+{3'd0, d}];
  endfunction

  always_comb begin
    line_b[0]   = neg[0] ? line_q[1] : line_q[0];
    line_b[1]   = neg[2] ? line_q[5] : line_q[4];
    line_b_y[0] = line_at(nb_line_q, {2'd0, neg[0]}, {2'd1, neg[1]});
    line_b_y[1] = line_at(nb_line_q, {2'd2, neg[2]}, {2'd1, neg[1]});
    line_y_b[0] = line_at(nb_line_q, {2'd1, neg[1]}, {2'd0, neg[0]});
    line_y_b[1] = line_at(nb_line_q, {2'd1, neg[1]}, {2'd2, neg[2]});
    `SELVAGE_BUG_IF(bug_i[6], {line_b, line_b_y, line_y_b} = '1)
  end

  // -------------------------------------------------------------------------- both planes
  logic [5:0] legal_xy, legal_yz;  // {y, b-, b+} of the odd sub-network, then of the even one
  logic       any_xy, any_yz, aside_xy, aside_yz;

  planar_plane #(
    .YZ(0)
  ) i_xy (
    `SELVAGE_BUG_PIN(bug_fall_i, bug_i[1])
    .enters_i     (from_host),
    .odd_i        (sub_q[0]),
    .entry_i      (from_host & zero[2] & searches),
    .here_same_i  (here_unsafe_q[0]),
    .here_mixed_i (here_unsafe_q[1]),
    .reserve_i    (reserve),
    .fallback_i   (fallback_q),
    .y_zero_i     (zero[1]),
    .y_pos_i      (pos[1]),
    .y_neg_i      (neg[1]),
    .y_minus_one_i(minus_one[1]),
    .b_zero_i     (zero[0]),
    .b_pos_i      (pos[0]),
    .b_neg_i      (neg[0]),
    .equal_up_i   (equal_up[0]),
    .equal_down_i (equal_down[0]),
    .b_last_i     ((plus_one[0] | minus_one[0]) & zero[2]),
    .line_b_i     (line_b[0]),
    .line_b_y_i   (line_b_y[0]),
    .line_y_b_i   (line_y_b[0]),
    .healthy_i    (healthy[3:0]),
    .same_i       (xy_same),
    .mixed_i      (xy_mixed),
    .last_i       (last[3:0]),
    .came_i       (came[3:0]),
    .legal_o      (legal_xy),
    .any_o        (any_xy),
    .aside_o      (aside_xy)
  );

  planar_plane #(
    .YZ(1)
  ) i_yz (
    `SELVAGE_BUG_PIN(bug_fall_i, bug_i[1])
    .enters_i     (~sub_q[1]),
    .odd_i        (sub_q[0]),
    .entry_i      (~sub_q[1] & searches),
    .here_same_i  (here_unsafe_q[2]),
    .here_mixed_i (here_unsafe_q[3]),
    .reserve_i    (reserve),
    .fallback_i   (fallback_q),
    .y_zero_i     (zero[1]),
    .y_pos_i      (pos[1]),
    .y_neg_i      (neg[1]),
    .y_minus_one_i(minus_one[1]),
    .b_zero_i     (zero[2]),
    .b_pos_i      (pos[2]),
    .b_neg_i      (neg[2]),
    .equal_up_i   (equal_up[1]),
    .equal_down_i (equal_down[1]),
    .b_last_i     (plus_one[2] | minus_one[2]),
    .line_b_i     (line_b[1]),
    .line_b_y_i   (line_b_y[1]),
    .line_y_b_i   (line_y_b[1]),
    .healthy_i    ({healthy[3:2], healthy[5:4]}),
    .same_i       (yz_same),
    .mixed_i      (yz_mixed),
    .last_i       ({last[3:2], last[5:4]}),
    .came_i       ({came[3:2], came[5:4]}),
    .legal_o      (legal_yz),
    .any_o        (any_yz),
    .aside_o      (aside_yz)
  );

  // ----------------------------------------------------------------------- plane, legal set
  logic       proxy_x, stay_xy, enters_yz, in_yz;

  always_comb begin
    proxy_x   = proxy_q == 3'd1 || proxy_q == 3'd2;
    `SELVAGE_BUG_IF(bug_i[9], proxy_x = 1'b0)
    // without x a header stays in xy only for its last dimension, y, where the sub-network fits,
    // or as the way on from its proxy is in x
    stay_xy   = zero[2] & (from_host | (sub_q[0] ? neg[1] : pos[1]));
    enters_yz = zero[0] & ~proxy_x & (~stay_xy | ~any_xy);  // the latter: second plane
    in_yz     = sub_q[1] | enters_yz;
  end

  // channels of a plane by their numbers
  function automatic [11:0] numbered(input yz, input [5:0] set);
    numbered = yz ? {set[4], set[1], set[3], set[0], set[5], 1'b0, set[2], 5'b0}
                  : {5'b0, set[5], 1'b0, set[2], set[4], set[1], set[3], set[0]};
  endfunction

  // ------------------------------------------------------------------------------- choice
  // in both planes at once: which of them it is comes last
  logic [5:0]  wanted_xy, wanted_yz, taken_xy, taken_yz;
  logic        found_xy, found_yz, found;
  logic [3:0]  channel_xy, channel_yz, channel;  // {direction, vc}
  logic        odd;                              // it is of the odd sub-network
  logic [11:0] legal;

  // the first of a set: the even sub-network before the odd one, in each b+, b-, y, or y first
  function automatic [5:0] first_of(input [5:0] set, input y_first);
    logic [1:0] y;
    y = {set[5], set[2]} & {2{y_first}};
    first_of = {set[5] & (y[1] | ~(set[3] | set[4])), set[4] & ~set[3] & ~y[1], set[3] & ~y[1],
                set[2] & (y[0] | ~(set[0] | set[1])), set[1] & ~set[0] & ~y[0], set[0] & ~y[0]};
    if (set[2:0] != '0) first_of[5:3] = '0;
  endfunction

  always_comb begin
    wanted_xy = legal_xy & {free_q[6], free_q[3], free_q[1], free_q[4], free_q[2], free_q[0]};
    wanted_yz = legal_yz & {free_q[7], free_q[11], free_q[9], free_q[5], free_q[10], free_q[8]};
    found_xy  = wanted_xy != '0;
    found_yz  = wanted_yz != '0;
    taken_xy  = first_of(wanted_xy, 1'b0);
    taken_yz  = first_of(wanted_yz, tie);
  end

  onehot_index #(
    .N(12)
  ) i_channel_xy (
    .onehot_i(numbered(1'b0, taken_xy)),
    .index_o (channel_xy)
  );

  onehot_index #(
    .N(12)
  ) i_channel_yz (
    .onehot_i(numbered(1'b1, taken_yz)),
    .index_o (channel_yz)
  );

  always_comb begin
    found   = in_yz ? found_yz : found_xy;
    channel = in_yz ? channel_yz : channel_xy;
    odd     = in_yz ? taken_yz[5:3] != '0 : taken_xy[5:3] != '0;
    legal   = in_yz ? numbered(1'b1, legal_yz) : numbered(1'b0, legal_xy);
  end

  // ------------------------------------------------------------------------------- answer
  // {valid, eject, drop, grant, proxy, direction, vc, sub-network, legal}
  localparam AW = 4 + 3 + 4 + 2 + 12;
  logic          arrived, none;
  logic [AW-1:0] answer_d, answer_q;

  always_comb begin
    arrived  = zero == '1;  // then nothing is legal
    none     = ~arrived & ~(in_yz ? any_yz : any_xy);
    answer_d = {valid_q, arrived, none, found, proxy_q & {3{found}}, channel,
                {in_yz & found, odd}, legal}
               & {AW{valid_q}};
  end
  // Reset at the register alone: a simulator works out nothing of the above for it.
  always_ff @(posedge clk_i) answer_q <= rst_ni ? answer_d : '0;
  assign {valid_o, eject_o, drop_o, grant_o, proxy_o, dir_o, vc_o, sub_o, legal_o} = answer_q;

  // ---------------------------------------------------------------- parameters, assertions
`include "assert.svh"
  `SELVAGE_RANGE(cw, CW >= 1 && CW <= 4, "planar_route: CW must be 1..4")
  localparam [11:0] Xy0 = 12'h015;  // channels of the four sub-networks
  localparam [11:0] Xy1 = 12'h04a;
  localparam [11:0] Yz2 = 12'h520;
  localparam [11:0] Yz3 = 12'ha80;

  logic        intact;  // no deliberate fault that breaks the order on purpose
  logic        cleared_q;  // the last edge was one of reset
  logic        eject_d, drop_d, grant_d, wait_d;
  logic [11:0] legal_d, take, back, down, below;

  always_comb begin
    intact = `SELVAGE_BUG(bug_i != '0, 1'b1, 1'b0);
    {eject_d, drop_d, grant_d} = answer_d[AW-2-:3];
    legal_d = answer_d[11:0];
    wait_d  = ~grant_d & (legal_d != '0);
    take    = 12'd1 << answer_d[17:14];
    for (int c = 0; c < 12; c = c + 1) begin
      back[c] = came_q[c/2];
      down[c] = down_q[c/2];
    end
    below = (sub_q > 2'd0 ? Xy0 : '0) | (sub_q > 2'd1 ? Xy1 : '0) | (sub_q > 2'd2 ? Yz2 : '0);
  end

  always_ff @(posedge clk_i) begin
    cleared_q <= ~rst_ni;
    `SELVAGE_ASSERT(planar_reset_clears, !rst_ni || !cleared_q || answer_q == '0)
    if (rst_ni && valid_q) begin
      // the caller's part
      `SELVAGE_ASSERT(planar_port_exists, from_host || came_q != '0)
      `SELVAGE_ASSERT(planar_host_has_no_sub, !from_host || sub_q == 2'd0)
      `SELVAGE_ASSERT(planar_x_is_done_in_yz, !intact || !sub_q[1] || (zero[0] && !proxy_x))
      // ours
      `SELVAGE_ASSERT(planar_one_answer,
                      2'(eject_d) + 2'(drop_d) + 2'(grant_d) + 2'(wait_d) == 2'd1)
      `SELVAGE_ASSERT(planar_legal_unless_eject_or_drop,
                      (legal_d == '0) == (eject_d || drop_d))
      `SELVAGE_ASSERT(planar_legal_is_healthy, (legal_d & down) == '0)
      `SELVAGE_ASSERT(planar_grant_is_legal_and_free,
                      !grant_d || (take & legal_d & free_q) != '0)
      `SELVAGE_ASSERT(planar_sub_has_channel, !grant_d || (take
                      & (answer_d[13] ? (answer_d[12] ? Yz3 : Yz2)
                                      : (answer_d[12] ? Xy1 : Xy0))) != '0)
      `SELVAGE_ASSERT(planar_never_back_in_own_tiers,
                      !intact || (in_yz ? aside_yz : aside_xy) || (legal_d & back) == '0)
      `SELVAGE_ASSERT(planar_sub_never_falls, !intact || (legal_d & below) == '0)
      `SELVAGE_ASSERT(planar_proxy_only_with_grant,
                      answer_d[AW-5-:3] == (grant_d ? proxy_q : 3'd0))
      `SELVAGE_ASSERT(planar_proxy_x_keeps_xy, !intact || !proxy_x || sub_q[1] || !in_yz)
      `SELVAGE_COVER(planar_waits, wait_d)
      `SELVAGE_COVER(planar_heads_for_proxy, grant_d && proxy_q != '0)
      `SELVAGE_COVER(planar_drops, drop_d)
      `SELVAGE_COVER(planar_second_plane, !sub_q[1] && zero[0] && stay_xy && in_yz && !drop_d)
      `SELVAGE_COVER(planar_back_in_another_sub, (legal_d & back) != '0)
    end
    if (rst_ni && !valid_o) begin
      `SELVAGE_ASSERT(planar_silent_without_header, answer_q[AW-2:0] == '0)
    end
  end
endmodule
