// SPDX-License-Identifier: Apache-2.0
/// How an egress edge reports its own congestion in the ACK of a packet (FLOW-A-3;
/// docs/reference/flow-blocks.md, ep_ack_type).
///
/// Latency: a packet of cycle t has its type in t+1. From th_i units in the FIFO on a packet is
/// notified with a probability that grows up to 1 at th_i + mask_i + 1, where it becomes EP_SEVERE.
`include "bug.svh"
module ep_ack_type #(
  /// bits of a depth
  parameter int DEPTH_W = 14
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// deliberate faults; 0: the level is ignored, 1: the LFSR advances only for packets that are
  /// notified, 2: severe one unit late, 3: one step of the LFSR a packet; static
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// first value of the LFSR, not 0; static
  input  logic [11:0]        seed_i,
  /// congested from this depth on; may change in any cycle, as the next two
  input  logic [DEPTH_W-1:0] th_i,
  /// bits of the LFSR that are drawn, 1 to 11 ones from bit 0 on
  input  logic [10:0]        mask_i,
  /// 0: every packet from th_i on is notified
  input  logic               draw_i,
  /// a packet leaves the FIFO
  input  logic               valid_i,
  /// U in the FIFO, this packet included
  input  logic [DEPTH_W-1:0] depth_i,
  /// congestion level of its flow at this switch
  input  logic [2:0]         level_i,
  output logic               valid_o,
  /// 0 NORMAL, 1 EP_NEW, 2 EP_CONT, 3 EP_SEVERE; 0 without valid_o
  output logic [2:0]         type_o,
  /// what type_o will be, in the cycle of the packet
  output logic [2:0]         answer_o
);
  localparam LimitW = ((DEPTH_W > 12) ? DEPTH_W : 12) + 1;

  logic [11:0]       lfsr_q /* verilator public_flat_rd */;
  logic [11:0]       drawn;  // the LFSR after this packet
  logic [10:0]       part;   // of it that is drawn
  logic [LimitW-1:0] depth, limit, sev;
  logic              severe, notified;
  logic              advance;

  // 11 steps at once: two draws have no bit in common, and no factor of 4,095 divides 11. Row b:
  // the bits of the LFSR whose parity is bit b after `steps` steps.
  function automatic [12*12-1:0] rows_of(input int steps);
    logic [143:0] r;
    r = '0;
    for (int b = 0; b < 12; b = b + 1) r[13*b] = 1'b1;
    for (int i = 0; i < steps; i = i + 1) begin
      r = {r[131:0], r[12*11+:12] ^ r[12*5+:12] ^ r[12*3+:12] ^ r[11:0]};
    end
    rows_of = r;
  endfunction
  localparam logic [12*12-1:0] Rows = rows_of(11);

  always_comb begin
    for (int b = 0; b < 12; b = b + 1) drawn[b] = ^(lfsr_q & Rows[12*b+:12]);
    `SELVAGE_BUG_IF(bug_i[3], drawn = {lfsr_q[10:0], ^(lfsr_q & 12'h829)})
  end

  assign depth = LimitW'(depth_i);
  assign sev   = LimitW'(th_i) + LimitW'(mask_i) + LimitW'(1);
  assign part  = lfsr_q[10:0] & mask_i & {11{draw_i}};
  assign limit = LimitW'(th_i) + LimitW'(part);
  assign severe  = `SELVAGE_BUG(bug_i[2], depth >= sev, depth > sev);
  assign advance = `SELVAGE_BUG(bug_i[1], 1'b1, notified);
  assign notified    = severe | (depth >= limit);

  always_comb begin
    answer_o = fabric_pkg::TypeNormal;
    if (severe) answer_o = fabric_pkg::TypeEpSevere;
    else if (notified) answer_o = (level_i == '0) ? fabric_pkg::TypeEpNew : fabric_pkg::TypeEpCont;
    `SELVAGE_BUG_IF(notified && !severe && bug_i[0], answer_o = fabric_pkg::TypeEpNew)
    answer_o = answer_o & {3{valid_i}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      lfsr_q <= seed_i;
      valid_o  <= 1'b0;
      type_o <= '0;
    end else begin
      valid_o  <= valid_i;
      type_o <= answer_o;
      if (valid_i && advance) lfsr_q <= drawn;
    end
  end

`include "assert.svh"
  `SELVAGE_RANGE(depth_w, DEPTH_W >= 1, "ep_ack_type: DEPTH_W must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(ep_lfsr_alive, lfsr_q != '0)
      `SELVAGE_ASSERT(ep_type_moves, !type_o[2])
      `SELVAGE_ASSERT(ep_mask_is_low_bits, mask_i[0] && (mask_i & (mask_i + 11'd1)) == '0)
      `SELVAGE_COVER(ep_spared, valid_i && !notified && depth_i >= th_i)
      `SELVAGE_COVER(ep_severe, valid_i && severe)
    end
  end
endmodule
