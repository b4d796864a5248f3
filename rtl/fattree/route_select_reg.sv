// SPDX-License-Identifier: Apache-2.0
/// route_select between registers, for synthesis and timing only. Latency: 2 clocks.
`include "bug.svh"
module route_select_reg #(
  /// ports of the switch
  parameter int M = 8,
  /// levels of the tree
  parameter int N = 3,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam LW = $clog2(N)
) (
  input  logic            clk_i,
  `SELVAGE_BUG_PORT(bug_i, 3)
  input  logic [LW-1:0]   level_i,
  input  logic [N*DW-1:0] src_i,
  input  logic [N*DW-1:0] dst_i,
  input  logic            from_up_i,
  input  logic [H-1:0]    failed_i,
  input  logic [H*LW-1:0] ps_level_i,
  input  logic [H-1:0]    lft_bits_i,
  output logic            up_o,
  output logic            drop_o,
  output logic [DW-1:0]   port_o,
  output logic [H-1:0]    mask_o
);
  logic [LW-1:0]   level_q;
  logic [N*DW-1:0] src_q, dst_q;
  logic            from_up_q;
  logic [H-1:0]    failed_q, lft_bits_q;
  logic [H*LW-1:0] ps_level_q;
  logic            up, drop;
  logic [DW-1:0]   port;
  logic [H-1:0]    mask;

  route_select #(
    .M(M),
    .N(N)
  ) i_core (
    `SELVAGE_BUG_PIN(bug_i, bug_i)
    .level_i   (level_q),
    .src_i     (src_q),
    .dst_i     (dst_q),
    .from_up_i (from_up_q),
    .failed_i  (failed_q),
    .ps_level_i(ps_level_q),
    .lft_bits_i(lft_bits_q),
    .up_o      (up),
    .drop_o    (drop),
    .port_o    (port),
    .mask_o    (mask)
  );

  always_ff @(posedge clk_i) begin
    level_q    <= level_i;
    src_q      <= src_i;
    dst_q      <= dst_i;
    from_up_q  <= from_up_i;
    failed_q   <= failed_i;
    ps_level_q <= ps_level_i;
    lft_bits_q <= lft_bits_i;
    up_o       <= up;
    drop_o     <= drop;
    port_o     <= port;
    mask_o     <= mask;
  end
endmodule
