// SPDX-License-Identifier: Apache-2.0
/// The blocks of a port of a flow-channel switch whose static inputs are registers, with these
/// registers: ack_aggregator, redirect_gen, ep_ack_type, ifct and the walker of its output table
/// (REG-1..REG-8; docs/registers.md, docs/flow-blocks.md).
///
/// Each block's pins are its own, used in the same cycles. What is different: the aggregator is
/// not ready (push_ready_o) while a commit waits for it; a CHK waits for chk_ready_o, which is 0 in
/// the cycle in which a row is read out. While the link is not in use, ACKs are taken and dropped,
/// frames leave into nothing, and no header may be loaded. With link_up_o ifct, aggregator and
/// redirect_gen are reset, for that cycle, and the walker goes back to SCAN; with link_down_o it
/// starts its rounds.
`include "bug.svh"
module flow_port #(
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  /// 1: ingress edge
  parameter int EDGE = 0,
  /// ACKs of a frame, ACKs that wait
  parameter int MAX = 48,
  parameter int DEPTH = 512,
  localparam VC_W = 2,
  localparam DEPTH_W = 14,
  localparam PORT_W = $clog2(N_PORTS),
  localparam LW = $clog2(MAX + 1)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults, those of flow_port_regs; static
  `SELVAGE_BUG_PORT(bug_i, 5)
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
  /// ack_aggregator
  input  logic                 push_valid_i,
  input  logic [25:0]          push_data_i,
  output logic                 push_ready_o,
  input  logic                 wire_idle_i,
  input  logic                 frame_ready_i,
  output logic                 frame_valid_o,
  output logic [LW-1:0]        frame_len_o,
  output logic                 fire_valid_o,
  output logic [LW-1:0]        fire_len_o,
  output logic [63:0]          word_data_o,
  output logic                 word_valid_o,
  output logic                 word_sof_o,
  output logic                 word_eof_o,
  /// redirect_gen
  input  logic                 sample_valid_i,
  input  logic [2:0]           slot_i,
  input  logic [DEPTH_W-1:0]   depth_i,
  input  logic                 load_valid_i,
  input  logic                 load_exempt_i,
  input  logic [PORT_W-1:0]    load_port_i,
  input  logic [FLOW_ID_W-1:0] load_id_i,
  input  logic [POS_W-1:0]     load_delta_i,
  output logic                 redirect_valid_o,
  output logic [PORT_W-1:0]    redirect_port_o,
  output logic [FLOW_ID_W-1:0] redirect_id_o,
  output logic [POS_W-1:0]     redirect_delta_o,
  /// ep_ack_type
  input  logic                 ep_valid_i,
  input  logic [DEPTH_W-1:0]   ep_depth_i,
  input  logic [2:0]           ep_level_i,
  output logic                 ep_valid_o,
  output logic [2:0]           ep_type_o,
  /// flow_walker
  output logic                 walk_valid_o,
  output logic [FLOW_ID_W-1:0] walk_id_o,
  output logic [1:0]           walk_kind_o,
  /// ifct
  input  logic                 deq_valid_i,
  input  logic                 deq_peek_i,
  input  logic [FLOW_ID_W-1:0] deq_id_i,
  input  logic [5:0]           deq_len_i,
  input  logic [POS_W-1:0]     deq_hole_i,
  input  logic                 deq_any_i,
  input  logic [PORT_W-1:0]    deq_port_i,
  input  logic [VC_W-1:0]      deq_vc_i,
  input  logic [N_PORTS-1:0]   deq_mask_i,
  output logic                 deq_valid_o,
  output logic                 deq_go_o,
  output logic [2:0]           deq_why_o,
  output logic [PORT_W-1:0]    deq_port_o,
  output logic [VC_W-1:0]      deq_vc_o,
  output logic                 deq_up_valid_o,
  output logic [FLOW_ID_W-1:0] deq_up_id_o,
  output logic [2:0]           deq_up_type_o,
  output logic [POS_W-1:0]     deq_up_pos_o,
  input  logic                 enq_valid_i,
  input  logic [FLOW_ID_W-1:0] enq_id_i,
  input  logic [POS_W-1:0]     enq_start_i,
  input  logic [5:0]           enq_len_i,
  input  logic                 enq_gap_i,
  input  logic                 enq_ordered_i,
  output logic                 enq_valid_o,
  output logic                 enq_open_o,
  output logic [POS_W-1:0]     enq_hole_o,
  output logic                 enq_gap_o,
  output logic                 enq_over_o,
  output logic                 enq_loss_valid_o,
  output logic [FLOW_ID_W-1:0] enq_loss_id_o,
  output logic [POS_W-1:0]     enq_loss_pos_o,
  output logic                 enq_up_valid_o,
  output logic [FLOW_ID_W-1:0] enq_up_id_o,
  output logic [2:0]           enq_up_type_o,
  output logic [POS_W-1:0]     enq_up_pos_o,
  input  logic                 ack_valid_i,
  input  logic [FLOW_ID_W-1:0] ack_id_i,
  input  logic [2:0]           ack_type_i,
  input  logic [POS_W-1:0]     ack_delta_i,
  input  logic [PORT_W-1:0]    ack_port_i,
  input  logic [VC_W-1:0]      ack_vc_i,
  output logic                 ack_up_valid_o,
  output logic [FLOW_ID_W-1:0] ack_up_id_o,
  output logic [2:0]           ack_up_type_o,
  output logic [POS_W-1:0]     ack_up_pos_o,
  output logic                 ack_rel_o,
  output logic                 ack_block_o,
  input  logic                 chk_valid_i,
  input  logic [FLOW_ID_W-1:0] chk_id_i,
  output logic                 chk_ready_o,
  output logic                 chk_up_valid_o,
  output logic [FLOW_ID_W-1:0] chk_up_id_o,
  output logic [POS_W-1:0]     chk_up_pos_o
);
  localparam TS_W = 17;
  localparam ROW_W = 14 + VC_W + PORT_W + 5 * POS_W + 3 * TS_W + ((EDGE != 0) ? 21 : TS_W);

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
    `SELVAGE_BUG_PIN(bug_i, bug_i)
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
    .row_valid_o  (row_valid),
    .row_id_o     (row_id),
    .row_ready_i  (~link_up_o),
    .row_valid_i  (row_there),
    .row_i        (row),
    .*
  );
  assign rst_n = rst_ni & ~link_up_o;

  // ------------------------------------------------------------------- frames of ACKs
  logic offered, taken;
  assign push_ready_o = (agg_ready & ~pending_o[0] & ~link_up_o) | ~enabled_o;
  assign offered      = push_valid_i & ~pending_o[0] & ~link_up_o & enabled_o;
  assign taken        = offered & agg_ready;
  assign agg_idle     = frame_len_o == '0;

  ack_aggregator #(
    .MAX  (MAX),
    .DEPTH(DEPTH)
  ) i_aggregator (
    `SELVAGE_BUG_PIN(bug_i, 6'd0)
    .rst_ni       (rst_n),
    .t1_i         (agg_t1_o),
    .t2_i         (agg_t2_o),
    .t3_i         (agg_t3_o),
    .good_i       (MAX'({agg_good1_o, agg_good0_o})),
    .max_i        (LW'(agg_max_o)),
    .ack_valid_i  (offered),
    .ack_data_i   (push_data_i),
    .ack_ready_o  (agg_ready),
    .frame_ready_i(frame_ready_i | (~enabled_o & ~agg_busy)),
    .busy_o       (agg_busy),
    .*
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) {acks_taken_q, acks_bad_q, frames_q} <= '0;
    else begin
      acks_taken_q <= acks_taken_q + 32'(taken);
      acks_bad_q   <= acks_bad_q + 32'(taken && ^push_data_i);
      frames_q     <= frames_q + 32'(fire_valid_o);
    end
  end

  // ------------------------------------------------------------------- congestion
  redirect_gen #(
    .N_PORTS  (N_PORTS),
    .FLOW_ID_W(FLOW_ID_W),
    .POS_W    (POS_W),
    .DEPTH_W  (DEPTH_W)
  ) i_redirect (
    `SELVAGE_BUG_PIN(bug_i, 5'd0)
    .rst_ni     (rst_n),
    .d0_i       (redirect_floor_o),
    .kd_i       (depth_gain_o),
    .kg_i       (growth_gain_o),
    .seed_i     (redirect_seed_i),
    .loads_o    (loads),
    .redirects_o(redirects),
    .busy_o     (redirecting),
    .*
  );

  ep_ack_type #(
    .DEPTH_W(DEPTH_W)
  ) i_ep (
    `SELVAGE_BUG_PIN(bug_i, 4'd0)
    .seed_i (ep_seed_i),
    .th_i   (ep_congested_o),
    .mask_i (ep_mask_o),
    .draw_i (ep_draws_o),
    .valid_i(ep_valid_i),
    .depth_i(ep_depth_i),
    .level_i(ep_level_i),
    .valid_o(ep_valid_o),
    .type_o (ep_type_o),
    .*
  );

  flow_walker #(
    .FLOW_ID_W(FLOW_ID_W)
  ) i_walker (
    `SELVAGE_BUG_PIN(bug_i, 4'd0)
    .down_i     (link_down_o),
    .up_i       (link_up_o),
    .drain_t_i  ({drain1_o, drain0_o}),
    .chk_valid_o(walk_valid_o),
    .chk_id_o   (walk_id_o),
    .chk_kind_o (walk_kind_o),
    .done_o     (walked),
    .*
  );

  // ------------------------------------------------------------------- input table
  // Rows in use, as the answers say; with no ENQ on its way there is no other.
  logic [FLOW_ID_W:0] used_q;
  logic               enq_late_q;
  always_ff @(posedge clk_i) begin
    if (!rst_n) {used_q, enq_late_q} <= '0;
    else begin
      used_q     <= used_q + (FLOW_ID_W+1)'(enq_open_o) - (FLOW_ID_W+1)'(ack_rel_o);
      enq_late_q <= enq_valid_i;
    end
  end
  assign table_idle  = used_q == '0 && !enq_valid_i && !enq_late_q && !enq_valid_o;
  assign chk_ready_o = ~row_valid;

  ifct #(
    .N_PORTS  (N_PORTS),
    .FLOW_ID_W(FLOW_ID_W),
    .POS_W    (POS_W),
    .VC_W     (VC_W),
    .EDGE     (EDGE)
  ) i_ifct (
    `SELVAGE_BUG_PIN(bug_i, 7'd0)
    .rst_ni      (rst_n),
    .now_i       (now_i[31:0]),
    .tick_i      (tick_o),
    .mfe_i       (flow_limit_o),
    .mqe_i       (queue_limit_o),
    .rd_enable_i (redirect_here_o),
    .cool_t_i    (TS_W'(cooldown_o)),
    .hold_t_i    (TS_W'(hold_up_o)),
    .refresh_t_i (TS_W'(refresh_o)),
    .expire_t_i  (TS_W'(expire_o)),
    .fc_hi_i     (credit_on_o),
    .fc_lo_i     (credit_off_o),
    .headroom_i  (credit_headroom_o),
    .ep_rec_i    (recovery_acks_o),
    .ep_weigh_i  (recovery_weighted_o),
    .unit_cyc_i  (unit_cycles_o),
    .inj_limit_i (injection_limit_o),
    .chk_valid_i (chk_valid_i | row_valid),
    .chk_peek_i  (row_valid),
    .chk_id_i    (row_valid ? row_id : chk_id_i),
    .chk_row_valid_o(row_there),
    .chk_row_o   (row),
    .inj_o       (injected),
    .holes_o     (holes),
    .losses_o    (losses),
    .stray_o     (stray),
    .moves_o     (moves),
    .*
  );

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(port_rows_fit, 32'(used_q) <= 32'(1 << FLOW_ID_W))
      `SELVAGE_COVER(port_joins, link_up_o)
      `SELVAGE_COVER(port_holds, pending_o[2] && used_q != '0)
    end
  end
endmodule
