// SPDX-License-Identifier: Apache-2.0
/// What a header goes for: its destination, or the proxy that it carries, a neighbour of the
/// destination, until it is there (docs/mesh-blocks.md, target).
///
/// Latency: one clock, one header a clock. The registers of the outputs have no reset.
/// The target is this node if and only if the destination is.
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
  output logic [3*CW-1:0] target_o,
  /// likewise, from here on
  output logic [2:0]      proxy_o
);
  logic [2:0]      plus, minus;  // {z, y, x}
  logic [3*CW-1:0] near;         // the proxy, or the destination if there is none

  genvar g;
  generate
    for (g = 0; g < 3; g = g + 1) begin : gen_near
      assign plus[g]  = proxy_i == 3'(2 * g + 1);
      assign minus[g] = proxy_i == 3'(2 * g + 2);
      assign near[CW*g+:CW] = dst_i[CW*g+:CW] + (CW'(plus[g]) | {CW{minus[g]}});
    end
  endgenerate

  logic            heads;  // for the proxy, if there is one
  logic [3*CW-1:0] target_d, target_q;
  logic [2:0]      proxy_d, proxy_q;

  always_comb begin
    heads    = here_i != dst_i && here_i != near;
    target_d = heads ? near : dst_i;
    proxy_d  = heads ? proxy_i : '0;
    `SELVAGE_BUG_IF(bug_keep_i, proxy_d = proxy_i)
  end

  always_ff @(posedge clk_i) begin
    target_q <= target_d;
    proxy_q  <= proxy_d;
  end

  assign target_o = target_q;
  assign proxy_o  = proxy_q;

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
      `SELVAGE_ASSERT(planar_target_here_if_dst, (target_d == here_i) == (dst_i == here_i))
      `SELVAGE_COVER(planar_reaches_proxy, proxy_i != '0 && here_i == near)
    end
  end
endmodule
