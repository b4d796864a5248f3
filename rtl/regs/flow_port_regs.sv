// SPDX-License-Identifier: Apache-2.0
/// Registers of a port of a flow-channel switch (REG-1..REG-8; registers.md). Made by
/// scripts/registers from rtl/regs/flow_port.yaml and rtl/regs/flow_port_regs.sv.in.
///
/// An access is taken in cycle t, its response and what it has changed show in t+3 (reg_bus). A
/// write that breaks a rule gets an error and changes nothing but events.refused. Settings of a
/// group wait in their stage; its commit puts all of them into effect in one clock, or waits for
/// the idle input of a block whose setting changes.
/// Ties: an event of the clock that clears it stays set. A write of 0 to port.enable wins over the
/// end of the draining.
`include "bug.svh"
module flow_port_regs #(
  /// bits of a position, 7..11
  parameter int POS_W = 8,
  /// bits of a flow id, 1..11
  parameter int FLOW_ID_W = 6,
  /// ACKs of a frame, 2..48
  parameter int MAX = 48,
  /// bits of a row of the table, 65..160
  parameter int ROW_W = 127
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// deliberate faults; 0: rules of groups ignored, 1: no waiting for an idle block, 2: strobes
  /// ignored, 3: a snapshot leaves out the first counter, 4: a refused commit empties its stages;
  /// static
  `SELVAGE_BUG_PORT(bug_i, 5)
  input  logic              req_valid_i,
  output logic              req_ready_o,
  input  logic              req_write_i,
  input  logic [8:0]        req_addr_i,
  input  logic [31:0]       req_wdata_i,
  input  logic [3:0]        req_strb_i,
  output logic              rsp_valid_o,
  output logic [31:0]       rsp_rdata_o,
  output logic              rsp_error_o,
  /// nothing of the port is left: link, aggregator, input table; a row is not read either
  input  logic              link_idle_i,
  /// a change of settings that need it would do no harm in this cycle
  input  logic              agg_idle_i,
  input  logic              table_idle_i,
  /// commits that wait, by group
  output logic [5-1:0]        pending_o,
  /// the link is in use; pulses: from now on, no more
  output logic              enabled_o,
  output logic              link_up_o,
  output logic              link_down_o,
  /// settings
  output logic [9:0]        agg_t1_o,
  output logic [9:0]        agg_t2_o,
  output logic [9:0]        agg_t3_o,
  output logic [5:0]        agg_max_o,
  output logic [31:0]       agg_good0_o,
  output logic [15:0]       agg_good1_o,
  output logic [POS_W-1:0]  credit_on_o,
  output logic [POS_W-1:0]  credit_off_o,
  output logic [POS_W-1:0]  credit_headroom_o,
  output logic [3:0]        tick_o,
  output logic [15:0]       cooldown_o,
  output logic [15:0]       hold_up_o,
  output logic [15:0]       refresh_o,
  output logic [15:0]       expire_o,
  output logic [4:0]        recovery_acks_o,
  output logic              recovery_weighted_o,
  output logic [9:0]        unit_cycles_o,
  output logic [15:0]       injection_limit_o,
  output logic              redirect_here_o,
  output logic [13:0]       redirect_floor_o,
  output logic [7:0]        depth_gain_o,
  output logic [7:0]        growth_gain_o,
  output logic [13:0]       ep_congested_o,
  output logic [10:0]       ep_mask_o,
  output logic              ep_draws_o,
  output logic [31:0]       drain0_o,
  output logic [7:0]        drain1_o,
  output logic [8*POS_W-1:0] flow_limit_o,
  output logic [8*POS_W-1:0] queue_limit_o,
  /// counters
  input  logic [31:0] acks_taken_i,
  input  logic [31:0] acks_bad_i,
  input  logic [31:0] frames_i,
  input  logic [31:0] loads_i,
  input  logic [31:0] redirects_i,
  input  logic [31:0] injected_i,
  input  logic [31:0] holes_i,
  input  logic [31:0] losses_i,
  input  logic [31:0] stray_i,
  input  logic [31:0] moves_i,
  input  logic [31:0] rows_fixed_i,
  input  logic [31:0] rows_lost_i,
  /// a row of the table is read: request, until it is taken; the row is there, and stays
  output logic                 row_valid_o,
  output logic [FLOW_ID_W-1:0] row_id_o,
  input  logic                 row_ready_i,
  input  logic                 row_valid_i,
  input  logic [ROW_W-1:0]     row_i
);
  // ------------------------------------------------------------------- the access
  logic        act, write_act, write, legal, refuse, mapped;
  logic [8:0]  addr;
  logic [31:0] read, word, set_read;
  logic        set_mapped, set_legal;

  reg_bus #(
    .ADDR_W(9)
  ) i_bus (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .req_valid_i(req_valid_i),
    .req_ready_o(req_ready_o),
    .req_write_i(req_write_i),
    .req_addr_i (req_addr_i),
    .req_wdata_i(req_wdata_i),
    .req_strb_i (`SELVAGE_BUG(bug_i[2], req_strb_i, 4'b1111)),
    .rsp_valid_o(rsp_valid_o),
    .rsp_rdata_o(rsp_rdata_o),
    .rsp_error_o(rsp_error_o),
    .addr_o     (addr),
    .read_i     (read),
    .act_o      (act),
    .write_o    (write_act),
    .word_o     (word),
    .legal_i    (legal)
  );
  assign write  = act & write_act & legal;
  assign refuse = act & ~legal;

  logic [5-1:0] pending_q, rules, waits, idle, apply, revert;
  logic       enable_q, enable_d, enabled_d, row_busy, row_late_q, row_read_q, take;
  logic [2:0] events_q;
  logic [12*32-1:0] counter_q;
  logic [159:0] row_word;

  // ------------------------------------------------------------------- what a read sees
  always_comb begin
    read = '0;
    mapped = 1'b1;
    case (addr[8:2])
      7'h00: read = 32'(FLOW_ID_W) | (32'(POS_W) << 4) | (32'(MAX) << 8);
      7'h01: read = 32'(enable_q);
      7'h02: read = {21'd0, row_busy, enable_q & ~enabled_o, enabled_o, 3'd0, pending_q};
      7'h03: read = {29'd0, events_q} & {32{~write_act}};
      7'h04, 7'h05, 7'h06: read = '0;
      7'h70: read = 32'(row_id_o);
      default: begin
        read = set_read;
        mapped = set_mapped;
        for (int i = 0; i < 12; i = i + 1) begin
          if (addr[8:2] == 7'h60 + 7'(i)) begin
            read = 32'(counter_q[i*32+:32]);
            mapped = 1'b1;
          end
        end
        for (int i = 0; i < 5; i = i + 1) begin
          if (addr[8:2] == 7'h71 + 7'(i)) begin
            read = 32'(row_word[i*32+:32]);
            mapped = 1'b1;
          end
        end
      end
    endcase
  end

  // ------------------------------------------------------------------- what is legal
  always_comb begin
    legal = mapped;
    if (write_act) begin
      case (addr[8:2])
        7'h01: legal = (word & ~(32'h1)) == '0;
        7'h03: legal = (word & ~(32'h1 | (32'h1 << 1) | (32'h1 << 2))) == '0;
        7'h06: legal = (word & ~(32'h1)) == '0;
        7'h70: legal = (word & ~(((32'd1 << FLOW_ID_W) - 32'd1))) == '0 && !row_busy;
        7'h04: legal = (word >> 5) == '0 && (word[5-1:0] & (pending_q | ~rules)) == '0;
        7'h05: legal = (word >> 5) == '0 && (word[5-1:0] & pending_q) == '0;
        default: legal = set_mapped & set_legal;
      endcase
    end else if (addr[8:2] >= 7'h71 && (row_busy || !row_read_q)) begin
      legal = 1'b0;
    end
    if (addr[1:0] != 2'd0) legal = 1'b0;
  end

  // ------------------------------------------------------------------- commits
  always_comb begin
    take   = write && addr[8:2] == 7'h06 && word[0];
    revert = (write && addr[8:2] == 7'h05) ? word[5-1:0] : '0;
    `SELVAGE_BUG_IF(refuse && bug_i[4] && addr[8:2] == 7'h04, revert = word[5-1:0])
    apply  = pending_q & idle;
    if (write && addr[8:2] == 7'h04) apply = apply | (word[5-1:0] & ~waits);
    enable_d = enable_q;
    if (write && addr[8:2] == 7'h01) enable_d = word[0];
    enabled_d = enable_d & (enabled_o | (enable_q & link_idle_i & ~row_busy));
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pending_q <= '0;
      events_q  <= '0;
      {enable_q, enabled_o} <= 2'b11;
      {link_up_o, link_down_o} <= '0;
    end else begin
      pending_q <= (pending_q & ~idle)
                   | (word[5-1:0] & waits & {5{write && addr[8:2] == 7'h04}});
      events_q  <= (events_q & ~(word[2:0] & {3{write && addr[8:2] == 7'h03}}))
                   | {~enabled_o & enabled_d, (pending_q & idle) != '0, refuse};
      enable_q    <= enable_d;
      enabled_o   <= enabled_d;
      link_up_o   <= ~enabled_o & enabled_d;
      link_down_o <= enabled_o & ~enabled_d;
    end
  end
  assign pending_o = pending_q;

  // ------------------------------------------------------------------- settings
  flow_port_settings #(
    .POS_W(POS_W),
    .MAX  (MAX)
  ) i_settings (
    `SELVAGE_BUG_PIN(bug_i, bug_i[1:0])
    .addr_i   (addr[8:2]),
    .word_i   (word),
    .mapped_o (set_mapped),
    .read_o   (set_read),
    .legal_o  (set_legal),
    .write_i  (write & set_mapped),
    .pending_i(pending_q),
    .apply_i  (apply),
    .revert_i (revert),
    .rules_o  (rules),
    .waits_o  (waits),
    .idle_o   (idle),
    .*
  );

  // ------------------------------------------------------------------- counters, rows
  always_ff @(posedge clk_i) begin
    if (!rst_ni) counter_q <= '0;
    else if (take) begin
      counter_q <= {rows_lost_i, rows_fixed_i, moves_i, stray_i, losses_i, holes_i, injected_i,
                    redirects_i, loads_i, frames_i, acks_bad_i, acks_taken_i};
      `SELVAGE_BUG_IF(bug_i[3], counter_q[31:0] <= counter_q[31:0])
    end
  end

  assign row_busy = row_valid_o | row_late_q;
  assign row_word = 160'(row_i);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {row_valid_o, row_late_q, row_read_q} <= '0;
      row_id_o <= '0;
    end else begin
      row_valid_o <= (row_valid_o & ~row_ready_i) | (write && addr[8:2] == 7'h70);
      row_late_q  <= (row_valid_o & row_ready_i) | (row_late_q & ~row_valid_i);
      row_read_q  <= row_read_q | row_valid_i;
      if (write && addr[8:2] == 7'h70) row_id_o <= word[FLOW_ID_W-1:0];
    end
  end

  // ---------------------------------------------------------------- parameters, assertions
`include "assert.svh"
  `SELVAGE_RANGE(pos_w, POS_W >= 7 && POS_W <= 11,
                 "flow_port_regs: POS_W must be 7..11")
  `SELVAGE_RANGE(flow_id_w, FLOW_ID_W >= 1 && FLOW_ID_W <= 11,
                 "flow_port_regs: FLOW_ID_W must be 1..11")
  `SELVAGE_RANGE(max, MAX >= 2 && MAX <= 48,
                 "flow_port_regs: MAX must be 2..48")
  `SELVAGE_RANGE(row_w, ROW_W >= 65 && ROW_W <= 160,
                 "flow_port_regs: ROW_W must be 65..160")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(regs_one_link_event, !(link_up_o && link_down_o))
      `SELVAGE_COVER(regs_commit_waits, (pending_q & ~idle) != '0)
      `SELVAGE_COVER(regs_rule_broken, refuse && write_act && rules != '1)
    end
  end
endmodule
