// SPDX-License-Identifier: Apache-2.0
/// What an egress edge says about its own congestion in the ACK of a packet (FLOW-A-3;
/// docs/flow-blocks.md, ep_ack_type).
///
/// Latency: a packet of cycle t has its type in t+1. From EP_TH units in the FIFO on a packet is
/// told with a probability that grows up to 1 at EP_TH + 2^DRAW_W, where it becomes EP_SEVERE.
module ep_ack_type #(
  /// bits of a depth
  parameter DEPTH_W = 14,
  /// congested from this depth on
  parameter EP_TH = 64,
  /// bits of the draw, 1 to 11
  parameter DRAW_W = 7
) (
  input  logic               clk_i,
  input  logic               rst_ni,
`ifdef SELVAGE_BUGS
  /// deliberate faults; 0: the level is ignored, 1: the LFSR advances only for packets that are
  /// told, 2: severe one unit late, 3: one step of the LFSR a packet; static
  input  logic [3:0]         bug_i,
`endif
  /// first value of the LFSR, not 0; static
  input  logic [11:0]        seed_i,
  /// 0: every packet from EP_TH on is told; static
  input  logic               draw_i,
  /// a packet leaves the FIFO
  input  logic               req_i,
  /// U in the FIFO, this packet included
  input  logic [DEPTH_W-1:0] depth_i,
  /// congestion level of its flow at this switch
  input  logic [2:0]         level_i,
  output logic               rsp_o,
  /// 0 NORMAL, 1 EP_NEW, 2 EP_CONT, 3 EP_SEVERE; 0 without rsp_o
  output logic [2:0]         type_o
);
`include "flow_types.svh"
  localparam EpSev = EP_TH + (1 << DRAW_W);

  logic [11:0]      lfsr_q /* verilator public_flat_rd */;
  logic [11:0]      drawn;  // the LFSR after this packet
  logic [DEPTH_W:0] limit;
  logic             severe, told;
  logic [2:0]       answer;
  logic             advance;

  // 11 steps at once: two draws have no bit in common, and no factor of 4,095 divides 11
  always_comb begin
    drawn = {lfsr_q[10:0], lfsr_q[11] ^ lfsr_q[5] ^ lfsr_q[3] ^ lfsr_q[0]};
    for (int i = 1; i < 11; i = i + 1) begin
`ifdef SELVAGE_BUGS
      if (!bug_i[3])
`endif
      drawn = {drawn[10:0], drawn[11] ^ drawn[5] ^ drawn[3] ^ drawn[0]};
    end
  end

  assign limit = (DEPTH_W+1)'(EP_TH) + (draw_i ? (DEPTH_W+1)'(lfsr_q[DRAW_W-1:0]) : '0);
`ifdef SELVAGE_BUGS
  assign severe  = {1'b0, depth_i} >= (DEPTH_W+1)'(EpSev) + (DEPTH_W+1)'(bug_i[2]);
  assign advance = bug_i[1] ? told : 1'b1;
`else
  assign severe  = {1'b0, depth_i} >= (DEPTH_W+1)'(EpSev);
  assign advance = 1'b1;
`endif
  assign told    = severe | ({1'b0, depth_i} >= limit);

  always_comb begin
    answer = TypeNormal;
    if (severe) answer = TypeEpSevere;
    else if (told) answer = (level_i == 3'd0) ? TypeEpNew : TypeEpCont;
`ifdef SELVAGE_BUGS
    if (told && !severe && bug_i[0]) answer = TypeEpNew;
`endif
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      lfsr_q <= seed_i;
      rsp_o  <= 1'b0;
      type_o <= '0;
    end else begin
      rsp_o  <= req_i;
      type_o <= answer & {3{req_i}};
      if (req_i && advance) lfsr_q <= drawn;
    end
  end

  initial begin
    if (DRAW_W < 1 || DRAW_W > 11) $fatal(1, "ep_ack_type: DRAW_W");
    if (EpSev >= (1 << DEPTH_W)) $fatal(1, "ep_ack_type: EP_TH");
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(ep_lfsr_alive, lfsr_q != '0)
      `SELVAGE_ASSERT(ep_type_moves, !type_o[2])
      `SELVAGE_COVER(ep_spared, req_i && !told && {1'b0, depth_i} >= (DEPTH_W+1)'(EP_TH))
      `SELVAGE_COVER(ep_severe, req_i && severe)
    end
  end
endmodule
