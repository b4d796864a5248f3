// SPDX-License-Identifier: Apache-2.0
/// The two register stages of a route decision around route_select (FT-RS-6): a request sampled at
/// one clock edge is decided on what the tables show after it, and the answer is registered at the
/// next edge. One request a clock. With REQ_REG = 0 all of a request but req_valid_i is read in the
/// clock after that edge, out of registers elsewhere.
/// idle_o: no undecided request inside. While req_valid_i is 0, too, a clock then only ends
/// gnt_valid_o. gnt_up/drop/port/mask keep their value while gnt_valid_o is 0.
`include "bug.svh"
module route_stage #(
  /// ports of the switch
  parameter int M = 8,
  /// levels of the tree
  parameter int N = 3,
  /// addresses have registers here
  parameter int REQ_REG = 1,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam LW = $clog2(N)
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  /// deliberate faults; static: [2:0] see route_select, [3] an answer comes a clock late, [4] of
  /// two requests in a row the second gets none
  `SELVAGE_BUG_PORT(bug_i, 5)
  input  logic [LW-1:0]   level_i,
  /// request, digit i of an address at [i*DW +: DW]
  input  logic            req_valid_i,
  input  logic            req_from_up_i,
  input  logic [N*DW-1:0] req_src_i,
  input  logic [N*DW-1:0] req_dst_i,
  /// what the tables say of it, in the clock in which lookup_valid_o asks (for digits 1.. of dst)
  output logic            lookup_valid_o,
  output logic [N*DW-1:DW] lookup_dst_o,
  input  logic [H-1:0]    failed_i,
  input  logic [H*LW-1:0] ps_level_i,
  input  logic [H-1:0]    lft_bits_i,
  /// a decision is present
  output logic            gnt_valid_o,
  output logic            gnt_up_o,
  output logic            gnt_drop_o,
  output logic [DW-1:0]   gnt_port_o,
  output logic [H-1:0]    gnt_mask_o,
  output logic            idle_o
);
  logic            req_q, from_up;
  logic [N*DW-1:0] src, dst;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) req_q <= 1'b0;
    else req_q <= req_valid_i;
  end
  generate
    if (REQ_REG != 0) begin : gen_registered
      logic            from_up_q;
      logic [N*DW-1:0] src_q, dst_q;
      always_ff @(posedge clk_i) begin
        if (req_valid_i) begin
          from_up_q <= req_from_up_i;
          src_q     <= req_src_i;
          dst_q     <= req_dst_i;
        end
      end
      assign {from_up, src, dst} = {from_up_q, src_q, dst_q};
    end else begin : gen_as_it_comes
      assign {from_up, src, dst} = {req_from_up_i, req_src_i, req_dst_i};
    end
  endgenerate

  assign lookup_valid_o = req_q;
  assign lookup_dst_o   = dst[N*DW-1:DW];

  logic          up, drop;
  logic [DW-1:0] pick;
  logic [H-1:0]  mask;

  route_select #(
    .M(M),
    .N(N)
  ) i_select (
    `SELVAGE_BUG_PIN(bug_i, bug_i[2:0])
    .level_i   (level_i),
    .src_i     (src),
    .dst_i     (dst),
    .from_up_i (from_up),
    .failed_i  (failed_i),
    .ps_level_i(ps_level_i),
    .lft_bits_i(lft_bits_i),
    .up_o      (up),
    .drop_o    (drop),
    .port_o    (pick),
    .mask_o    (mask)
  );

  logic late;  // a decision is still to be driven
  `SELVAGE_BUG_REG(req_late_q, 1, rst_ni & req_q)
  assign late = `SELVAGE_BUG(bug_i[3], 1'b0, req_late_q);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) gnt_valid_o <= 1'b0;
    else begin
      gnt_valid_o <= req_q;
      `SELVAGE_BUG_IF(bug_i[3], gnt_valid_o <= req_late_q)
      `SELVAGE_BUG_IF(bug_i[4] && !bug_i[3], gnt_valid_o <= req_q & ~gnt_valid_o)
    end
    if (req_q) begin
      gnt_up_o   <= up;
      gnt_drop_o <= drop;
      gnt_port_o <= pick;
      gnt_mask_o <= mask;
    end
  end

  assign idle_o = ~req_q & ~late;

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni && req_q) begin
      `SELVAGE_ASSERT(route_drop_iff_empty, drop == (up && mask == '0))
      `SELVAGE_ASSERT(route_down_has_no_mask, up || mask == '0)
      `SELVAGE_ASSERT(route_up_port, !(up && !drop) || pick >= DW'(H))
      `SELVAGE_ASSERT(route_up_port_in_mask,
                      !(up && !drop) || ((mask >> (pick - DW'(H))) & H'(1)) != '0)
      `SELVAGE_ASSERT(route_drop_port_zero, !drop || pick == '0)
      `SELVAGE_COVER(route_drop, drop)
      `SELVAGE_COVER(route_not_preferred, up && !drop && pick != DW'(H) + dst[DW-1:0])
    end
  end
endmodule
