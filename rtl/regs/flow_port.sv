// SPDX-License-Identifier: Apache-2.0
/// A port of a flow-channel switch: its blocks, whose static inputs are registers, with these
/// registers (REG-1..REG-8; docs/registers.md, docs/flow-port.md, docs/flow-blocks.md).
///
/// Each block's pins are its own, used in the same cycles. What is different: the aggregator is
/// not ready (push_ready_o) while a commit waits for it; a CHK waits for chk_ready_o, which is 0 in
/// the cycle in which a row is read out. While the link is not in use, ACKs are taken and dropped,
/// frames leave into nothing, no header may be loaded, and no packet mapped. With link_up_o what
/// belongs to the link is reset, for that cycle, and the walker goes back to SCAN; with link_down_o
/// it starts its rounds.
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
  /// frames that the unpacker holds
  parameter int BUFS = 2,
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
  output logic [POS_W-1:0]     chk_up_pos_o,
  /// efct, with EDGE = 1; else its outputs are 0
  input  logic                 efct_valid_i,
  input  logic [MATCH_W-1:0]   efct_key_i,
  input  logic [5:0]           efct_len_i,
  input  logic                 efct_ack_valid_i,
  input  logic [FLOW_ID_W-1:0] efct_ack_id_i,
  input  logic [POS_W-1:0]     efct_ack_pos_i,
  output logic                 efct_valid_o,
  output logic                 efct_hit_o,
  output logic                 efct_alloc_o,
  output logic                 efct_stall_o,
  output logic                 efct_window_o,
  output logic [FLOW_ID_W-1:0] efct_id_o,
  output logic [POS_W-1:0]     efct_start_o,
  output logic                 efct_rel_valid_o,
  output logic [FLOW_ID_W-1:0] efct_rel_id_o,
  output logic                 efct_kept_o,
  output logic                 efct_full_o,
  output logic                 efct_pause_o,
  output logic [FLOW_ID_W:0]   efct_count_o,
  output logic [31:0]          efct_stalls_o,
  /// ofct, with EDGE = 0; else its outputs are 0. Its CHK is what flow_walker asks for
  input  logic [TS_W-1:0]      ofct_stale_t_i,
  input  logic                 map_valid_i,
  input  logic [PORT_W-1:0]    map_port_i,
  input  logic [FLOW_ID_W-1:0] map_id_i,
  input  logic [5:0]           map_len_i,
  input  logic [POS_W-1:0]     map_hole_i,
  input  logic                 map_ordered_i,
  output logic                 map_valid_o,
  output logic                 map_hit_o,
  output logic                 map_alloc_o,
  output logic                 map_stall_o,
  output logic                 map_over_o,
  output logic [FLOW_ID_W-1:0] map_oid_o,
  output logic [POS_W-1:0]     map_start_o,
  output logic [POS_W-1:0]     map_delta_o,
  input  logic                 rev_valid_i,
  input  logic [FLOW_ID_W-1:0] rev_id_i,
  input  logic [2:0]           rev_type_i,
  input  logic [POS_W-1:0]     rev_pos_i,
  output logic                 rev_valid_o,
  output logic [PORT_W-1:0]    rev_port_o,
  output logic [FLOW_ID_W-1:0] rev_iid_o,
  output logic [2:0]           rev_type_o,
  output logic [POS_W-1:0]     rev_delta_o,
  output logic                 rev_rel_valid_o,
  output logic [FLOW_ID_W-1:0] rev_rel_id_o,
  output logic                 ofct_chk_valid_o,
  output logic [PORT_W-1:0]    ofct_chk_port_o,
  output logic [FLOW_ID_W-1:0] ofct_chk_iid_o,
  output logic [2:0]           ofct_chk_type_o,
  output logic [POS_W-1:0]     ofct_chk_delta_o,
  output logic                 ofct_chk_rel_valid_o,
  output logic [FLOW_ID_W-1:0] ofct_chk_rel_id_o,
  output logic                 ofct_mark_valid_o,
  output logic [FLOW_ID_W-1:0] ofct_mark_id_o,
  output logic [POS_W-1:0]     ofct_mark_pos_o,
  output logic                 ofct_full_o,
  output logic [FLOW_ID_W:0]   ofct_count_o,
  output logic [31:0]          ofct_stalls_o,
  /// ack_frame_unpacker
  input  logic [63:0]          rx_word_data_i,
  input  logic                 rx_word_valid_i,
  input  logic                 rx_word_sof_i,
  input  logic                 rx_word_eof_i,
  output logic                 rx_ack_valid_o,
  output logic [25:0]          rx_ack_data_o,
  output logic                 rx_frame_ok_o,
  output logic                 rx_frame_bad_o,
  /// least_loaded
  input  logic [3:0]           ask_shift_i,
  input  logic                 ask_valid_i,
  input  logic [N_PORTS-1:0]   ask_candidates_i,
  input  logic [N_PORTS-1:0]   ask_open_i,
  input  logic [N_PORTS-1:0]   ask_left_i,
  input  logic [N_PORTS*DEPTH_W-1:0] ask_load_i,
  output logic                 ask_valid_o,
  output logic                 ask_any_o,
  output logic [PORT_W-1:0]    ask_port_o
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
    .BUFS     (BUFS)
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

  always_ff @(posedge clk_i) begin
    if (!rst_ni) {acks_taken_q, acks_bad_q, frames_q} <= '0;
    else begin
      acks_taken_q <= acks_taken_q + 32'(taken);
      acks_bad_q   <= acks_bad_q + 32'(taken && ^push_data_i);
      frames_q     <= frames_q + 32'(fire_valid_o);
    end
  end

  // Rows of the input table in use, as the answers say; with no ENQ on its way there is no other.
  // The output table counts its own; with no MAP on its way there is no other.
  logic [FLOW_ID_W:0] used_q;
  logic               enq_late_q, map_late_q;
  always_ff @(posedge clk_i) begin
    if (!rst_n) {used_q, enq_late_q, map_late_q} <= '0;
    else begin
      used_q     <= used_q + (FLOW_ID_W+1)'(enq_open_o) - (FLOW_ID_W+1)'(ack_rel_o);
      enq_late_q <= enq_valid_i;
      map_late_q <= map_valid_i;
    end
  end
  assign table_idle = used_q == '0 && !enq_valid_i && !enq_late_q && !enq_valid_o
                      && ofct_count_o == '0 && !map_valid_i && !map_late_q;

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(port_rows_fit, 32'(used_q) <= 32'(1 << FLOW_ID_W))
      `SELVAGE_COVER(port_joins, link_up_o)
      `SELVAGE_COVER(port_holds, pending_o[2] && used_q != '0)
    end
  end
endmodule
