// SPDX-License-Identifier: Apache-2.0
/// The tables of a port of a flow-channel switch: ifct and, with EDGE = 1, efct, else ofct, each on
/// a clock of its own (docs/reference/flow-port.md). Pins as in flow_port_blocks.
`include "bug.svh"
`include "ifct_widths.svh"
module flow_port_tables #(
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  parameter int EDGE = 0,
  /// check bits of a row, of each table; rows in memories
  parameter int ECC = 0,
  parameter int MACRO = 0,
  localparam MATCH_W = 32,
  localparam TS_W = 17,
  localparam VC_W = 2,
  localparam PORT_W = $clog2(N_PORTS),
  localparam ROW_W = `SELVAGE_IFCT_ROW_W
) (
  input  logic                 clk_i,
  /// also with the initialisation of the link
  input  logic                 rst_ni,
  /// deliberate fault: a table stands in the clock of its step; static
  `SELVAGE_BUG_PORT(bug_i, 1)
  input  logic                 gate_i,
  /* verilator lint_off UNUSEDSIGNAL */  // of the table that is not there, high bits of a time
  input  logic [39:0]          now_i,
  /* verilator lint_on UNUSEDSIGNAL */
  /// settings
  input  logic [POS_W-1:0]     credit_on_i,
  input  logic [POS_W-1:0]     credit_off_i,
  input  logic [POS_W-1:0]     credit_headroom_i,
  input  logic [3:0]           tick_i,
  input  logic [TS_W-1:0]      cooldown_i,
  input  logic [TS_W-1:0]      hold_up_i,
  input  logic [TS_W-1:0]      refresh_i,
  input  logic [TS_W-1:0]      expire_i,
  input  logic [4:0]           recovery_acks_i,
  input  logic                 recovery_weighted_i,
  input  logic [9:0]           unit_cycles_i,
  input  logic [15:0]          injection_limit_i,
  input  logic                 redirect_here_i,
  input  logic [8*POS_W-1:0]   flow_limit_i,
  input  logic [8*POS_W-1:0]   queue_limit_i,
  /// counters, a row that is read
  output logic [31:0]          inj_o,
  output logic [31:0]          holes_o,
  output logic [31:0]          losses_o,
  output logic [31:0]          stray_o,
  output logic [31:0]          moves_o,
  input  logic                 chk_peek_i,
  output logic                 chk_row_valid_o,
  output logic [ROW_W-1:0]     chk_row_o,
  /* verilator lint_off UNUSEDSIGNAL */  // of the table that is not there
`include "flow_port_table_pins.svh"
  /// CHK of ofct
  input  logic                 walk_valid_i,
  input  logic [FLOW_ID_W-1:0] walk_id_i,
  input  logic [1:0]           walk_kind_i
  /* verilator lint_on UNUSEDSIGNAL */
);
  // ------------------------------------------------------------------- clocks
  // A table works in the clocks of its inputs and of the step; a third one takes the answer away.
  // In memories the other table begins a clock later.
  logic       clk_ifct, clk_other, all;
  logic [1:0] on /* verilator public_flat_rd */;  // needs this cycle's clock: ifct, the other
  logic [1:0] step, late_q, answer_q;
  logic       last_q;

  assign step[0] = deq_valid_i | enq_valid_i | ack_valid_i | chk_valid_i;
  assign step[1] = (EDGE != 0) ? efct_valid_i | efct_ack_valid_i
                               : map_valid_i | rev_valid_i | walk_valid_i;
  always_ff @(posedge clk_i) begin
    late_q   <= step & {2{rst_ni}};
    answer_q <= late_q & {2{rst_ni}};
    last_q   <= answer_q[1] & rst_ni & (MACRO != 0);
  end
  assign all = ~rst_ni | ~gate_i;
  assign on  = step | `SELVAGE_BUG(bug_i[0], late_q, 2'd0) | answer_q | {last_q, 1'b0} | {2{all}};

  clock_gate i_clock (
    .clk_i(clk_i),
    .en_i (on[0]),
    .clk_o(clk_ifct)
  );
  clock_gate i_other_clock (
    .clk_i(clk_i),
    .en_i (on[1]),
    .clk_o(clk_other)
  );

  // ------------------------------------------------------------------- tables
  generate
    if (EDGE != 0) begin : gen_edge
      efct #(
        .FLOW_ID_W(FLOW_ID_W),
        .POS_W    (POS_W),
        .MATCH_W  (MATCH_W),
        .ECC      (ECC),
        .MACRO    (MACRO)
      ) i_efct (
        `SELVAGE_BUG_PIN(bug_i, 8'd0)
        .clk_i      (clk_other),
        .rst_ni     (rst_ni),
        .valid_i    (efct_valid_i),
        .key_i      (efct_key_i),
        .len_i      (efct_len_i),
        .ack_valid_i(efct_ack_valid_i),
        .ack_id_i   (efct_ack_id_i),
        .ack_pos_i  (efct_ack_pos_i),
        .valid_o    (efct_valid_o),
        .hit_o      (efct_hit_o),
        .alloc_o    (efct_alloc_o),
        .stall_o    (efct_stall_o),
        .window_o   (efct_window_o),
        .id_o       (efct_id_o),
        .start_o    (efct_start_o),
        .rel_valid_o(efct_rel_valid_o),
        .rel_id_o   (efct_rel_id_o),
        .kept_o     (efct_kept_o),
        .full_o     (efct_full_o),
        .pause_o    (efct_pause_o),
        .count_o    (efct_count_o),
        .stalls_o   (efct_stalls_o),
        .ecc_fixed_o(other_ecc_fixed_o[1:0]),
        .ecc_lost_o (other_ecc_lost_o[1:0])
      );
      assign {other_ecc_fixed_o[2], other_ecc_lost_o[2]} = '0;
      assign {map_valid_o, map_hit_o, map_alloc_o, map_stall_o, map_over_o} = '0;
      assign {map_oid_o, map_start_o, map_delta_o} = '0;
      assign {rev_valid_o, rev_port_o, rev_iid_o, rev_type_o, rev_delta_o} = '0;
      assign {rev_rel_valid_o, rev_rel_id_o} = '0;
      assign {ofct_chk_valid_o, ofct_chk_port_o, ofct_chk_iid_o, ofct_chk_type_o} = '0;
      assign {ofct_chk_delta_o, ofct_chk_rel_valid_o, ofct_chk_rel_id_o} = '0;
      assign {ofct_mark_valid_o, ofct_mark_id_o, ofct_mark_pos_o} = '0;
      assign {ofct_full_o, ofct_count_o} = '0;
      assign ofct_stalls_o = '0;
    end else begin : gen_link
      /* verilator lint_off PINCONNECTEMPTY */
      ofct #(
        .N_PORTS  (N_PORTS),
        .FLOW_ID_W(FLOW_ID_W),
        .POS_W    (POS_W),
        .ECC      (ECC),
        .MACRO    (MACRO)
      ) i_ofct (
        `SELVAGE_BUG_PIN(bug_i, 8'd0)
        .clk_i           (clk_other),
        .rst_ni          (rst_ni),
        .now_i           (now_i[31:0]),
        .stale_t_i       (ofct_stale_t_i),
        .expire_t_i      (expire_i),
        .chk_valid_i     (walk_valid_i),
        .chk_id_i        (walk_id_i),
        .chk_kind_i      (walk_kind_i),
        .chk_valid_o     (ofct_chk_valid_o),
        .chk_port_o      (ofct_chk_port_o),
        .chk_iid_o       (ofct_chk_iid_o),
        .chk_type_o      (ofct_chk_type_o),
        .chk_delta_o     (ofct_chk_delta_o),
        .chk_rel_valid_o (ofct_chk_rel_valid_o),
        .chk_rel_id_o    (ofct_chk_rel_id_o),
        .chk_mark_valid_o(ofct_mark_valid_o),
        .chk_mark_id_o   (ofct_mark_id_o),
        .chk_mark_pos_o  (ofct_mark_pos_o),
        .full_o          (ofct_full_o),
        .count_o         (ofct_count_o),
        .stalls_o        (ofct_stalls_o),
        .ecc_fixed_o     (other_ecc_fixed_o),
        .ecc_lost_o      (other_ecc_lost_o),
        .look_valid_o    (),  // nobody looks from outside
        .look_row_o      (),
        .chk_seen_o      (),
        .chk_seen_port_o (),
        .chk_seen_iid_o  (),
        .*
      );
      /* verilator lint_on PINCONNECTEMPTY */
      assign {efct_valid_o, efct_hit_o, efct_alloc_o, efct_stall_o, efct_window_o} = '0;
      assign {efct_id_o, efct_start_o, efct_rel_valid_o, efct_rel_id_o, efct_kept_o} = '0;
      assign {efct_full_o, efct_pause_o, efct_count_o} = '0;
      assign efct_stalls_o = '0;
    end
  endgenerate

  /* verilator lint_off PINCONNECTEMPTY */
  ifct #(
    .N_PORTS  (N_PORTS),
    .FLOW_ID_W(FLOW_ID_W),
    .POS_W    (POS_W),
    .VC_W     (VC_W),
    .EDGE     (EDGE),
    .ECC      (ECC),
    .MACRO    (MACRO)
  ) i_ifct (
    `SELVAGE_BUG_PIN(bug_i, 10'd0)
    .clk_i      (clk_ifct),
    .rst_ni     (rst_ni),
    .now_i      (now_i[31:0]),
    .mfe_i      (flow_limit_i),
    .mqe_i      (queue_limit_i),
    .rd_enable_i(redirect_here_i),
    .cool_t_i   (cooldown_i),
    .hold_t_i   (hold_up_i),
    .refresh_t_i(refresh_i),
    .expire_t_i (expire_i),
    .fc_hi_i    (credit_on_i),
    .fc_lo_i    (credit_off_i),
    .headroom_i (credit_headroom_i),
    .ep_rec_i   (recovery_acks_i),
    .ep_weigh_i (recovery_weighted_i),
    .unit_cyc_i (unit_cycles_i),
    .inj_limit_i(injection_limit_i),
    .taken_o    (),  // all of them: rows are not shared
    .ecc_fixed_o(ifct_ecc_fixed_o),
    .ecc_lost_o (ifct_ecc_lost_o),
    .deq_ready_o(),
    .look_row_o (),
    .levels_o   (),
    .live_o     (),
    .*
  );
  /* verilator lint_on PINCONNECTEMPTY */
endmodule
