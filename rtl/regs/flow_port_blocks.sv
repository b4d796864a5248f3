// SPDX-License-Identifier: Apache-2.0
/// All blocks of a port of a flow-channel switch, each on a clock of its own, which stands in the
/// cycles in which the block has nothing to do (docs/reference/flow-port.md).
///
/// The pins of a block are its own, used in the same cycles; flow_walker asks its ofct for CHK.
/// Settings are inputs here: flow_port has them in registers. With EDGE = 1, a port with a host,
/// there is an efct and no ofct. What belongs to the link (all but ep_ack_type, least_loaded and
/// flow_walker) is reset with link_up_i; link_down_i starts the walker's rounds.
`include "bug.svh"
`include "ifct_widths.svh"
module flow_port_blocks #(
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  /// 1: ingress edge
  parameter int EDGE = 0,
  /// ACKs of a frame, ACKs that wait, frames that the unpacker holds
  parameter int MAX = 48,
  parameter int DEPTH = 512,
  parameter int BUFS = DEPTH / (MAX < 31 ? MAX : 31) + 3,
  parameter int ECC = 0,
  parameter int MACRO = 0,
  localparam MATCH_W = 32,
  localparam TS_W = 17,
  localparam VC_W = 2,
  localparam DEPTH_W = 14,
  localparam PORT_W = $clog2(N_PORTS),
  localparam LW = $clog2(MAX + 1),
  localparam ROW_W = `SELVAGE_IFCT_ROW_W
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults of the clocks; 0: a table stands in the clock of its step, 1: the aggregator
  /// while ACKs wait, 2: the unpacker in the clock after a word, 3: redirect_gen while its answer
  /// shows; static
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// 0: all clocks run in every cycle; static
  input  logic                 gate_i,
  /// cycles, for all blocks
  input  logic [39:0]          now_i,
  /// first values of the LFSRs, not 0; static
  input  logic [11:0]          redirect_seed_i,
  input  logic [11:0]          ep_seed_i,
  input  logic                 link_up_i,
  input  logic                 link_down_i,
  /// settings, as the registers have them
  input  logic [9:0]           agg_t1_i, agg_t2_i, agg_t3_i,
  input  logic [MAX-1:0]       agg_good_i,
  input  logic [LW-1:0]        agg_max_i,
  input  logic [POS_W-1:0]     credit_on_i, credit_off_i, credit_headroom_i,
  input  logic [3:0]           tick_i,
  input  logic [TS_W-1:0]      cooldown_i, hold_up_i, refresh_i, expire_i,
  input  logic [4:0]           recovery_acks_i,
  input  logic                 recovery_weighted_i,
  input  logic [9:0]           unit_cycles_i,
  input  logic [15:0]          injection_limit_i,
  input  logic                 redirect_here_i,
  input  logic [DEPTH_W-1:0]   redirect_floor_i,
  input  logic [7:0]           depth_gain_i,
  input  logic [7:0]           growth_gain_i,
  input  logic [DEPTH_W-1:0]   ep_congested_i,
  input  logic [10:0]          ep_mask_i,
  input  logic                 ep_draws_i,
  input  logic [8*POS_W-1:0]   flow_limit_i,
  input  logic [8*POS_W-1:0]   queue_limit_i,
  input  logic [39:0]          drain_i,
  /// for the registers: what is under way, counters, a row that is read
  output logic                 push_busy_o,
  output logic                 redirect_busy_o,
  output logic                 walk_done_o,
  output logic [31:0]          loads_o, redirects_o, inj_o, holes_o, losses_o, stray_o, moves_o,
  input  logic                 chk_peek_i,
  output logic                 chk_row_valid_o,
  output logic [ROW_W-1:0]     chk_row_o,
`include "flow_port_pins.svh"
);
  logic rst_n;  // of what belongs to the link
  assign rst_n = rst_ni & ~link_up_i;

  // ------------------------------------------------------------------- clocks
  localparam int Redirect = 0, Ep = 1, Walker = 2, Aggregator = 3, Unpacker = 4, Choice = 5;
  logic [5:0] clk;
  logic [5:0] on /* verilator public_flat_rd */;  // needs this cycle's clock
  logic       rx_late_q, choosing, all;

  always_ff @(posedge clk_i) rx_late_q <= rx_word_valid_i & rst_n;

  assign all            = ~rst_n | ~gate_i;
  assign on[Redirect]   = all | sample_valid_i | load_valid_i
      | (redirect_busy_o & `SELVAGE_BUG(bug_i[3], 1'b1, ~redirect_valid_o));
  assign on[Ep]         = all | ep_valid_i | ep_valid_o;
  // SCAN shows the row of the cycle without a clock.
  assign on[Walker]     = all | link_up_i | link_down_i
      | ~(walk_done_o | (walk_valid_o & walk_kind_o == 2'd0));
  assign on[Aggregator] = all | push_valid_i | push_busy_o
      | `SELVAGE_BUG(bug_i[1], frame_len_o != '0, frame_valid_o);
  assign on[Unpacker]   = all | rx_word_valid_i | rx_ack_valid_o | rx_frame_ok_o | rx_frame_bad_o
      | (rx_late_q & `SELVAGE_BUG(bug_i[2], 1'b1, 1'b0));
  assign on[Choice]     = all | ask_valid_i | choosing;

  genvar b;
  generate
    for (b = 0; b < 6; b = b + 1) begin : gen_clock
      clock_gate i_gate (
        .clk_i(clk_i),
        .en_i (on[b]),
        .clk_o(clk[b])
      );
    end
  endgenerate

  // ------------------------------------------------------------------- blocks
  flow_port_tables #(
    .N_PORTS  (N_PORTS),
    .FLOW_ID_W(FLOW_ID_W),
    .POS_W    (POS_W),
    .EDGE     (EDGE),
    .ECC      (ECC),
    .MACRO    (MACRO)
  ) i_tables (
    `SELVAGE_BUG_PIN(bug_i, bug_i[0])
    .rst_ni      (rst_n),
    .walk_valid_i(walk_valid_o),
    .walk_id_i   (walk_id_o),
    .walk_kind_i (walk_kind_o),
    .*
  );

  redirect_gen #(
    .N_PORTS  (N_PORTS),
    .FLOW_ID_W(FLOW_ID_W),
    .POS_W    (POS_W),
    .DEPTH_W  (DEPTH_W)
  ) i_redirect (
    `SELVAGE_BUG_PIN(bug_i, 5'd0)
    .clk_i (clk[Redirect]),
    .rst_ni(rst_n),
    .d0_i  (redirect_floor_i),
    .kd_i  (depth_gain_i),
    .kg_i  (growth_gain_i),
    .seed_i(redirect_seed_i),
    .busy_o(redirect_busy_o),
    .*
  );

  /* verilator lint_off PINCONNECTEMPTY */
  ep_ack_type #(
    .DEPTH_W(DEPTH_W)
  ) i_ep (
    `SELVAGE_BUG_PIN(bug_i, 4'd0)
    .clk_i  (clk[Ep]),
    .seed_i (ep_seed_i),
    .th_i   (ep_congested_i),
    .mask_i (ep_mask_i),
    .draw_i (ep_draws_i),
    .valid_i(ep_valid_i),
    .depth_i(ep_depth_i),
    .level_i(ep_level_i),
    .valid_o(ep_valid_o),
    .type_o (ep_type_o),
    .answer_o(),
    .*
  );
  /* verilator lint_on PINCONNECTEMPTY */

  flow_walker #(
    .FLOW_ID_W(FLOW_ID_W)
  ) i_walker (
    `SELVAGE_BUG_PIN(bug_i, 4'd0)
    .clk_i      (clk[Walker]),
    .now_i      (now_i[FLOW_ID_W-1:0]),
    .down_i     (link_down_i),
    .up_i       (link_up_i),
    .drain_t_i  (drain_i),
    .chk_valid_o(walk_valid_o),
    .chk_id_o   (walk_id_o),
    .chk_kind_o (walk_kind_o),
    .done_o     (walk_done_o),
    .*
  );

  ack_aggregator #(
    .MAX  (MAX),
    .DEPTH(DEPTH)
  ) i_aggregator (
    `SELVAGE_BUG_PIN(bug_i, 7'd0)
    .clk_i      (clk[Aggregator]),
    .rst_ni     (rst_n),
    .t1_i       (agg_t1_i),
    .t2_i       (agg_t2_i),
    .t3_i       (agg_t3_i),
    .good_i     (agg_good_i),
    .max_i      (agg_max_i),
    .ack_valid_i(push_valid_i),
    .ack_data_i (push_data_i),
    .ack_ready_o(push_ready_o),
    .busy_o     (push_busy_o),
    .*
  );

  ack_frame_unpacker #(
    .MAX (MAX),
    .BUFS(BUFS)
  ) i_unpacker (
    `SELVAGE_BUG_PIN(bug_i, 6'd0)
    .clk_i       (clk[Unpacker]),
    .rst_ni      (rst_n),
    .word_data_i (rx_word_data_i),
    .word_valid_i(rx_word_valid_i),
    .word_sof_i  (rx_word_sof_i),
    .word_eof_i  (rx_word_eof_i),
    .ack_valid_o (rx_ack_valid_o),
    .ack_data_o  (rx_ack_data_o),
    .frame_ok_o  (rx_frame_ok_o),
    .frame_bad_o (rx_frame_bad_o)
  );

  least_loaded #(
    .N     (N_PORTS),
    .LOAD_W(DEPTH_W)
  ) i_choice (
    `SELVAGE_BUG_PIN(bug_i, 5'd0)
    .clk_i       (clk[Choice]),
    .floor_i     (redirect_floor_i),
    .shift_i     (ask_shift_i),
    .valid_i     (ask_valid_i),
    .candidates_i(ask_candidates_i),
    .open_i      (ask_open_i),
    .left_i      (ask_left_i),
    .load_i      (ask_load_i),
    .valid_o     (ask_valid_o),
    .any_o       (ask_any_o),
    .port_o      (ask_port_o),
    .busy_o      (choosing),
    .*
  );
endmodule
