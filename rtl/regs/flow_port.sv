// SPDX-License-Identifier: Apache-2.0
/// A port of a flow-channel switch: its blocks, whose static inputs are registers, with these
/// registers (REG-1..REG-8; registers.md, flow-port.md, flow-blocks.md).
///
/// Each block's pins are its own, used in the same cycles; with MACRO = 1 efct and ofct answer a
/// cycle later. What is different: the aggregator is not ready (push_ready_o) while a commit waits
/// for it; a CHK waits for chk_ready_o, which is 0 in the cycle in which a row is read out. While
/// the link is not in use, ACKs are taken and dropped, frames leave into nothing, no header may be
/// loaded, and no packet mapped. With link_up_o what belongs to the link is reset, for that cycle,
/// and the walker goes back to SCAN; with link_down_o it starts its rounds.
`include "bug.svh"
`include "ifct_widths.svh"
module flow_port #(
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  /// 1: ingress edge
  parameter int EDGE = 0,
  /// ACKs of a frame, ACKs that wait
  parameter int MAX = 48,
  parameter int DEPTH = 512,
  /// frames that the unpacker holds: enough for a t1 of 30 or more, a shorter one needs more
  parameter int BUFS = DEPTH / (MAX < 31 ? MAX : 31) + 3,
  /// check bits of a row of the tables; 0: none, 1: a parity, 2: SECDED
  parameter int ECC = 0,
  /// 1: the tables' rows are in memories ram_1r1w; efct and ofct answer a clock later
  parameter int MACRO = 0,
  localparam MATCH_W = 32,
  localparam TS_W = 17,
  localparam VC_W = 2,
  localparam DEPTH_W = 14,
  localparam PORT_W = $clog2(N_PORTS),
  localparam LW = $clog2(MAX + 1)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults, from 0 on those of flow_port_regs, from 5 on of flow_port_blocks; static
  `SELVAGE_BUG_PORT(bug_i, 9)
  /// 0: the clocks of all blocks run in every cycle; static
  input  logic                 gate_i,
  /// cycles, for all blocks
  input  logic [39:0]          now_i,
  /// first values of the LFSRs, not 0; static
  input  logic [11:0]          redirect_seed_i,
  input  logic [11:0]          ep_seed_i,
  /// the bus of the registers
  input  logic                 req_valid_i,
  output logic                 req_ready_o,
  input  logic                 req_write_i,
  input  logic [8:0]           req_addr_i,
  input  logic [31:0]          req_wdata_i,
  input  logic [3:0]           req_strb_i,
  output logic                 rsp_valid_o,
  output logic [31:0]          rsp_rdata_o,
  output logic                 rsp_error_o,
  /// the link is in use; pulses for the switch's control plane
  output logic                 enabled_o,
  output logic                 link_up_o,
  output logic                 link_down_o,
  /// commits that wait, by group; while times is one no row of the table may be opened
  output logic [4:0]           pending_o,
  /// the CHK of this cycle is taken; else a row is read
  output logic                 chk_ready_o,
`include "flow_port_pins.svh"
);
  localparam ROW_W = `SELVAGE_IFCT_ROW_W;

  // ------------------------------------------------------------------- registers
  logic [9:0]           agg_t1_o, agg_t2_o, agg_t3_o, unit_cycles_o;
  /* verilator lint_off UNUSEDSIGNAL */  // a smaller MAX has fewer bits
  logic [5:0]           agg_max_o;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [31:0]          agg_good0_o, drain0_o;
  logic [15:0]          agg_good1_o, cooldown_o, hold_up_o, refresh_o, expire_o, injection_limit_o;
  logic [POS_W-1:0]     credit_on_o, credit_off_o, credit_headroom_o;
  logic [3:0]           tick_o;
  logic [4:0]           recovery_acks_o;
  logic                 recovery_weighted_o, redirect_here_o, ep_draws_o;
  logic [DEPTH_W-1:0]   redirect_floor_o, ep_congested_o;
  logic [7:0]           depth_gain_o, growth_gain_o, drain1_o;
  logic [10:0]          ep_mask_o;
  logic [8*POS_W-1:0]   flow_limit_o, queue_limit_o;
  logic [31:0]          acks_taken_q, acks_bad_q, frames_q, loads, redirects;
  logic [31:0]          rows_fixed_q, rows_lost_q;
  logic [31:0]          injected, holes, losses, stray, moves;
  logic                 row_valid, row_there, agg_idle, table_idle, agg_busy, agg_ready;
  logic                 walked, redirecting;
  logic [FLOW_ID_W-1:0] row_id;
  logic [ROW_W-1:0]     row;
  logic                 rst_n;  // of what belongs to the link

  flow_port_regs #(
    .POS_W    (POS_W),
    .FLOW_ID_W(FLOW_ID_W),
    .MAX      (MAX),
    .ROW_W    (ROW_W)
  ) i_regs (
    `SELVAGE_BUG_PIN(bug_i, bug_i[4:0])
    .link_idle_i  (walked & agg_idle & ~agg_busy & table_idle & ~redirecting),
    .agg_idle_i   (agg_idle),
    .table_idle_i (table_idle),
    .acks_taken_i (acks_taken_q),
    .acks_bad_i   (acks_bad_q),
    .frames_i     (frames_q),
    .loads_i      (loads),
    .redirects_i  (redirects),
    .injected_i   (injected),
    .holes_i      (holes),
    .losses_i     (losses),
    .stray_i      (stray),
    .moves_i      (moves),
    .rows_fixed_i (rows_fixed_q),
    .rows_lost_i  (rows_lost_q),
    .row_valid_o  (row_valid),
    .row_id_o     (row_id),
    .row_ready_i  (~link_up_o),
    .row_valid_i  (row_there),
    .row_i        (row),
    .*
  );
  assign rst_n = rst_ni & ~link_up_o;

  // ------------------------------------------------------------------- blocks
  logic offered, taken;
  assign push_ready_o = (agg_ready & ~pending_o[0] & ~link_up_o) | ~enabled_o;
  assign offered      = push_valid_i & ~pending_o[0] & ~link_up_o & enabled_o;
  assign taken        = offered & agg_ready;
  assign agg_idle     = frame_len_o == '0;
  assign chk_ready_o  = ~row_valid;

  flow_port_blocks #(
    .N_PORTS  (N_PORTS),
    .FLOW_ID_W(FLOW_ID_W),
    .POS_W    (POS_W),
    .EDGE     (EDGE),
    .MAX      (MAX),
    .DEPTH    (DEPTH),
    .BUFS     (BUFS),
    .ECC      (ECC),
    .MACRO    (MACRO)
  ) i_blocks (
    `SELVAGE_BUG_PIN(bug_i, bug_i[8:5])
    .link_up_i          (link_up_o),
    .link_down_i        (link_down_o),
    .agg_t1_i           (agg_t1_o),
    .agg_t2_i           (agg_t2_o),
    .agg_t3_i           (agg_t3_o),
    .agg_good_i         (MAX'({agg_good1_o, agg_good0_o})),
    .agg_max_i          (LW'(agg_max_o)),
    .credit_on_i        (credit_on_o),
    .credit_off_i       (credit_off_o),
    .credit_headroom_i  (credit_headroom_o),
    .tick_i             (tick_o),
    .cooldown_i         (TS_W'(cooldown_o)),
    .hold_up_i          (TS_W'(hold_up_o)),
    .refresh_i          (TS_W'(refresh_o)),
    .expire_i           (TS_W'(expire_o)),
    .recovery_acks_i    (recovery_acks_o),
    .recovery_weighted_i(recovery_weighted_o),
    .unit_cycles_i      (unit_cycles_o),
    .injection_limit_i  (injection_limit_o),
    .redirect_here_i    (redirect_here_o),
    .redirect_floor_i   (redirect_floor_o),
    .depth_gain_i       (depth_gain_o),
    .growth_gain_i      (growth_gain_o),
    .ep_congested_i     (ep_congested_o),
    .ep_mask_i          (ep_mask_o),
    .ep_draws_i         (ep_draws_o),
    .flow_limit_i       (flow_limit_o),
    .queue_limit_i      (queue_limit_o),
    .drain_i            ({drain1_o, drain0_o}),
    .push_busy_o        (agg_busy),
    .redirect_busy_o    (redirecting),
    .walk_done_o        (walked),
    .loads_o            (loads),
    .redirects_o        (redirects),
    .inj_o              (injected),
    .holes_o            (holes),
    .losses_o           (losses),
    .stray_o            (stray),
    .moves_o            (moves),
    .push_valid_i       (offered),
    .push_ready_o       (agg_ready),
    .frame_ready_i      (frame_ready_i | (~enabled_o & ~agg_busy)),
    .chk_valid_i        (chk_valid_i | row_valid),
    .chk_peek_i         (row_valid),
    .chk_id_i           (row_valid ? row_id : chk_id_i),
    .chk_row_valid_o    (row_there),
    .chk_row_o          (row),
    .*
  );

  function automatic logic [31:0] ones(input logic [6:0] bits);
    ones = '0;
    for (int i = 0; i < 7; i = i + 1) ones = ones + 32'(bits[i]);
  endfunction

  always_ff @(posedge clk_i) begin
    if (!rst_ni) {acks_taken_q, acks_bad_q, frames_q, rows_fixed_q, rows_lost_q} <= '0;
    else begin
      acks_taken_q <= acks_taken_q + 32'(taken);
      acks_bad_q   <= acks_bad_q + 32'(taken && ^push_data_i);
      frames_q     <= frames_q + 32'(fire_valid_o);
      rows_fixed_q <= rows_fixed_q + ones({ifct_ecc_fixed_o, other_ecc_fixed_o});
      rows_lost_q  <= rows_lost_q + ones({ifct_ecc_lost_o, other_ecc_lost_o});
    end
  end

  // Rows of the input table in use, as the answers say; with no ENQ on its way there is no other.
  // The output table counts its own; with no MAP on its way there is no other.
  logic [FLOW_ID_W:0] used_q;
  logic               enq_late_q, map_late_q, map_last_q;
  always_ff @(posedge clk_i) begin
    if (!rst_n) {used_q, enq_late_q, map_late_q, map_last_q} <= '0;
    else begin
      used_q     <= used_q + (FLOW_ID_W+1)'(enq_open_o) - (FLOW_ID_W+1)'(ack_rel_o);
      enq_late_q <= enq_valid_i;
      map_late_q <= map_valid_i;
      map_last_q <= map_late_q & (MACRO != 0);
    end
  end
  assign table_idle = used_q == '0 && !enq_valid_i && !enq_late_q && !enq_valid_o
                      && ofct_count_o == '0 && !map_valid_i && !map_late_q && !map_last_q;

`include "assert.svh"
  `SELVAGE_RANGE(edge, EDGE == 0 || EDGE == 1, "flow_port: EDGE must be 0 or 1")
  `SELVAGE_RANGE(macro, MACRO == 0 || MACRO == 1, "flow_port: MACRO must be 0 or 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(port_rows_fit, 32'(used_q) <= 32'(1 << FLOW_ID_W))
      `SELVAGE_COVER(port_joins, link_up_o)
      `SELVAGE_COVER(port_holds, pending_o[2] && used_q != '0)
    end
  end
endmodule
