// SPDX-License-Identifier: Apache-2.0
/// The way left to what a header goes for: its destination, or the proxy that it carries, a
/// neighbour of the destination, until it is there (docs/reference/mesh-blocks.md, target).
///
/// Latency: one clock, one header a clock. The registers of the outputs have no reset.
/// The target is this node if and only if the destination is.
/// The way to the proxy is the way to the destination but for one step, so nothing is added up.
`include "bug.svh"
module planar_target #(
  /// bits of a coordinate
  parameter int CW = 4
) (
  input  logic            clk_i,
  /// these two are for assertions only
  input  logic            rst_ni,
  input  logic            valid_i,
  /// deliberate fault: the proxy is not given up when reached
  `SELVAGE_BUG_PORT(bug_keep_i, 1)
  /// this node and the destination, {z, y, x}
  input  logic [3*CW-1:0] here_i,
  input  logic [3*CW-1:0] dst_i,
  /// 0: none, p: the neighbour of the destination in direction p - 1, which exists
  input  logic [2:0]      proxy_i,
  /// offsets of the target from here, {z, y, x}: 0, above 0, below 0, 1, -1
  output logic [2:0]      zero_o,
  output logic [2:0]      pos_o,
  output logic [2:0]      neg_o,
  output logic [2:0]      plus_one_o,
  output logic [2:0]      minus_one_o,
  /// the signs of z and y, x and y are equal, 0 in y counted as above (up) and as below
  output logic [1:0]      equal_up_o,
  output logic [1:0]      equal_down_o,
  /// as proxy_i, from here on
  output logic [2:0]      proxy_o
);
  // ---------------------------------------------------------------------- the destination
  logic [2:0] pos, neg, plus_one, minus_one, plus_two, minus_two;
  logic [2:0] plus, minus;  // the proxy is one further, one less far

  genvar g;
  generate
    for (g = 0; g < 3; g = g + 1) begin : gen_offset
      assign plus[g]  = proxy_i == 3'(2 * g + 1);
      assign minus[g] = proxy_i == 3'(2 * g + 2);
      planar_offset #(
        .CW(CW)
      ) i_offset (
        .from_i     (here_i[CW*g+:CW]),
        .to_i       (dst_i[CW*g+:CW]),
        .pos_o      (pos[g]),
        .neg_o      (neg[g]),
        .plus_one_o (plus_one[g]),
        .minus_one_o(minus_one[g]),
        .plus_two_o (plus_two[g]),
        .minus_two_o(minus_two[g])
      );
    end
  endgenerate

  // ----------------------------------------------- the proxy, or the destination without one
  logic [2:0] zero, near_zero, near_pos, near_neg, near_plus_one, near_minus_one;
  logic       heads;  // for the proxy, if there is one

  always_comb begin
    zero           = ~(pos | neg);
    near_zero      = (plus & minus_one) | (minus & plus_one) | (~plus & ~minus & zero);
    near_pos       = (plus & ~neg) | (~plus & pos & ~(minus & plus_one));
    near_neg       = (minus & ~pos) | (~minus & neg & ~(plus & minus_one));
    near_plus_one  = (plus & zero) | (minus & plus_two) | (~plus & ~minus & plus_one);
    near_minus_one = (minus & zero) | (plus & minus_two) | (~plus & ~minus & minus_one);
    heads          = zero != '1 && near_zero != '1;
  end

  // ------------------------------------------------------------------------------- target
  logic [2:0] zero_d, pos_d, neg_d, plus_one_d, minus_one_d, proxy_d;
  logic [2:0] zero_q, pos_q, neg_q, plus_one_q, minus_one_q, proxy_q;
  logic [1:0] equal_up_d, equal_down_d, equal_up_q, equal_down_q;

  always_comb begin
    zero_d       = heads ? near_zero : zero;
    pos_d        = heads ? near_pos : pos;
    neg_d        = heads ? near_neg : neg;
    plus_one_d   = heads ? near_plus_one : plus_one;
    minus_one_d  = heads ? near_minus_one : minus_one;
    equal_up_d   = {pos_d[2], pos_d[0]} ^ {2{neg_d[1]}};
    equal_down_d = {pos_d[2], pos_d[0]} ~^ {2{pos_d[1]}};
    proxy_d      = heads ? proxy_i : '0;
    `SELVAGE_BUG_IF(bug_keep_i, proxy_d = proxy_i)
  end

  always_ff @(posedge clk_i) begin
    zero_q       <= zero_d;
    pos_q        <= pos_d;
    neg_q        <= neg_d;
    plus_one_q   <= plus_one_d;
    minus_one_q  <= minus_one_d;
    equal_up_q   <= equal_up_d;
    equal_down_q <= equal_down_d;
    proxy_q      <= proxy_d;
  end

  assign zero_o       = zero_q;
  assign pos_o        = pos_q;
  assign neg_o        = neg_q;
  assign plus_one_o   = plus_one_q;
  assign minus_one_o  = minus_one_q;
  assign equal_up_o   = equal_up_q;
  assign equal_down_o = equal_down_q;
  assign proxy_o      = proxy_q;

  // ---------------------------------------------------------------- parameters, assertions
`include "assert.svh"
  `SELVAGE_RANGE(cw, CW >= 1 && CW <= 4, "planar_target: CW must be 1..4")
  logic [2:0] low, high;  // the coordinate of the destination is 0, all ones

  always_comb begin
    for (int i = 0; i < 3; i = i + 1) begin
      low[i]  = dst_i[CW*i+:CW] == '0;
      high[i] = dst_i[CW*i+:CW] == '1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && valid_i) begin
      // the caller's part
      `SELVAGE_ASSERT(planar_proxy_is_direction, proxy_i <= 3'd6)
      `SELVAGE_ASSERT(planar_proxy_is_a_node, ((plus & high) | (minus & low)) == '0)
      // ours
      `SELVAGE_ASSERT(planar_proxy_kept_or_given_up, proxy_d == proxy_i || proxy_d == '0)
      `SELVAGE_ASSERT(planar_target_here_if_dst,
                      (zero_d == '1) == (dst_i == here_i))
      `SELVAGE_ASSERT(planar_one_sign, (zero_d ^ pos_d ^ neg_d) == '1
                      && (pos_d & neg_d) == '0)
      `SELVAGE_ASSERT(planar_one_is_signed,
                      (plus_one_d & ~pos_d) == '0 && (minus_one_d & ~neg_d) == '0)
      `SELVAGE_COVER(planar_reaches_proxy, proxy_i != '0 && near_zero == '1)
    end
  end
endmodule
