// SPDX-License-Identifier: Apache-2.0
/// Settings of a port of a flow-channel switch: a part of flow_port_regs (registers.md). Made
/// by scripts/registers from rtl/regs/flow_port.yaml and rtl/regs/flow_port_settings.sv.in.
///
/// read_o, mapped_o and legal_o answer addr_i and word_i in the same cycle; write_i, apply_i and
/// revert_i act at its end. A setting of a group is written into its stage, which apply_i puts
/// into effect and revert_i takes back.
`include "bug.svh"
module flow_port_settings #(
  parameter int POS_W = 8,
  parameter int MAX = 48
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// deliberate faults; 0: rules ignored, 1: no waiting for an idle block; static
  `SELVAGE_BUG_PORT(bug_i, 2)
  /// word of the access; what a write would make of it
  input  logic [6:0]  addr_i,
  input  logic [31:0] word_i,
  /// it is a setting; its present word; the write breaks no rule
  output logic        mapped_o,
  output logic [31:0] read_o,
  output logic        legal_o,
  input  logic        write_i,
  /// by group: a commit waits; stages take effect; they are taken back
  input  logic [5-1:0]  pending_i,
  input  logic [5-1:0]  apply_i,
  input  logic [5-1:0]  revert_i,
  /// by group: no rule is broken; a commit would have to wait; it need not any more
  output logic [5-1:0]  rules_o,
  output logic [5-1:0]  waits_o,
  output logic [5-1:0]  idle_o,
  input  logic        agg_idle_i,
  input  logic        table_idle_i,
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
  output logic [8*POS_W-1:0] queue_limit_o
);
  logic [9:0] agg_t1_stage_q;
  logic [9:0] agg_t2_stage_q;
  logic [9:0] agg_t3_stage_q;
  logic [5:0] agg_max_stage_q;
  logic [31:0] agg_good0_stage_q;
  logic [15:0] agg_good1_stage_q;
  logic [POS_W-1:0] credit_on_stage_q;
  logic [POS_W-1:0] credit_off_stage_q;
  logic [POS_W-1:0] credit_headroom_stage_q;
  logic [3:0] tick_stage_q;
  logic [15:0] cooldown_stage_q;
  logic [15:0] hold_up_stage_q;
  logic [15:0] refresh_stage_q;
  logic [15:0] expire_stage_q;
  logic [13:0] ep_congested_stage_q;
  logic [10:0] ep_mask_stage_q;
  logic [0:0] ep_draws_stage_q;
  logic [31:0] drain0_stage_q;
  logic [7:0] drain1_stage_q;

  // ------------------------------------------------------------------- what a read sees
  always_comb begin
    read_o = '0;
    mapped_o = 1'b1;
    case (addr_i)
      7'h08: read_o = 32'(agg_t1_stage_q);
      7'h09: read_o = 32'(agg_t2_stage_q);
      7'h0a: read_o = 32'(agg_t3_stage_q);
      7'h0b: read_o = 32'(agg_max_stage_q);
      7'h0c: read_o = 32'(agg_good0_stage_q);
      7'h0d: read_o = 32'(agg_good1_stage_q);
      7'h10: read_o = 32'(credit_on_stage_q);
      7'h11: read_o = 32'(credit_off_stage_q);
      7'h12: read_o = 32'(credit_headroom_stage_q);
      7'h14: read_o = 32'(tick_stage_q);
      7'h15: read_o = 32'(cooldown_stage_q);
      7'h16: read_o = 32'(hold_up_stage_q);
      7'h17: read_o = 32'(refresh_stage_q);
      7'h18: read_o = 32'(expire_stage_q);
      7'h1c: read_o = 32'(recovery_acks_o) | (32'(recovery_weighted_o) << 8);
      7'h1d: read_o = 32'(unit_cycles_o);
      7'h1e: read_o = 32'(injection_limit_o);
      7'h1f: read_o = 32'(redirect_here_o);
      7'h20: read_o = 32'(redirect_floor_o);
      7'h21: read_o = 32'(depth_gain_o) | (32'(growth_gain_o) << 8);
      7'h24: read_o = 32'(ep_congested_stage_q);
      7'h25: read_o = 32'(ep_mask_stage_q) | (32'(ep_draws_stage_q) << 16);
      7'h28: read_o = 32'(drain0_stage_q);
      7'h29: read_o = 32'(drain1_stage_q);
      default: begin
        mapped_o = 1'b0;
        for (int i = 0; i < 8; i = i + 1) begin
          if (addr_i == 7'h40 + 7'(i)) begin
            read_o = 32'(flow_limit_o[i*POS_W+:POS_W]);
            mapped_o = 1'b1;
          end
        end
        for (int i = 0; i < 8; i = i + 1) begin
          if (addr_i == 7'h48 + 7'(i)) begin
            read_o = 32'(queue_limit_o[i*POS_W+:POS_W]);
            mapped_o = 1'b1;
          end
        end
      end
    endcase
  end

  // ------------------------------------------------------------------- what is legal
  always_comb begin
    rules_o = '1;
    // aggregator_timers_ascend
    if (!((18'(agg_t1_stage_q) < 18'(agg_t2_stage_q))
          && (18'(agg_t2_stage_q) < 18'(agg_t3_stage_q)))) rules_o[0] = 1'b0;
    // credit_off_at_most_on
    if (!((18'(credit_off_stage_q) <= 18'(credit_on_stage_q)))) rules_o[1] = 1'b0;
    // credit_renewed_before_expiry
    if (!((18'(refresh_stage_q) < 18'(expire_stage_q)))) rules_o[2] = 1'b0;
    // endpoint_severe_in_range
    if (!((18'(ep_congested_stage_q) + 18'(ep_mask_stage_q) < 18'd16383))) rules_o[3] = 1'b0;
    `SELVAGE_BUG_IF(bug_i[0], rules_o = '1)
    {waits_o, idle_o} = '0;
    if (agg_max_stage_q != agg_max_o) waits_o[0] = !agg_idle_i;
    idle_o[0] = agg_idle_i;
    if (tick_stage_q != tick_o) waits_o[2] = !table_idle_i;
    idle_o[2] = table_idle_i;
    `SELVAGE_BUG_IF(bug_i[1], waits_o = '0)
  end

  always_comb begin
    legal_o = 1'b0;
    case (addr_i)
      7'h08: legal_o = (word_i & ~(32'h3ff)) == '0 && word_i[0+:10] != '0 && !pending_i[0];
      7'h09: legal_o = (word_i & ~(32'h3ff)) == '0 && word_i[0+:10] != '0 && !pending_i[0];
      7'h0a: legal_o = (word_i & ~(32'h3ff)) == '0 && word_i[0+:10] != '0 && !pending_i[0];
      7'h0b: legal_o = (word_i & ~(32'h3f)) == '0 && word_i[0+:6] != '0 && word_i[0+:6] <= 6'(MAX)
              && !pending_i[0];
      7'h0c: legal_o = !pending_i[0];
      7'h0d: legal_o = (word_i & ~(32'hffff)) == '0 && !pending_i[0];
      7'h10: legal_o = (word_i & ~(((32'd1 << POS_W) - 32'd1))) == '0 && word_i[0+:POS_W] != '0
              && !pending_i[1];
      7'h11: legal_o = (word_i & ~(((32'd1 << POS_W) - 32'd1))) == '0 && !pending_i[1];
      7'h12: legal_o = (word_i & ~(((32'd1 << POS_W) - 32'd1))) == '0 && !pending_i[1];
      7'h14: legal_o = (word_i & ~(32'hf)) == '0 && !pending_i[2];
      7'h15: legal_o = (word_i & ~(32'hffff)) == '0 && word_i[0+:16] <= 16'd32768 && !pending_i[2];
      7'h16: legal_o = (word_i & ~(32'hffff)) == '0 && word_i[0+:16] <= 16'd32768 && !pending_i[2];
      7'h17: legal_o = (word_i & ~(32'hffff)) == '0 && word_i[0+:16] != '0
              && word_i[0+:16] <= 16'd32768 && !pending_i[2];
      7'h18: legal_o = (word_i & ~(32'hffff)) == '0 && word_i[0+:16] != '0
              && word_i[0+:16] <= 16'd32768 && !pending_i[2];
      7'h1c: legal_o = (word_i & ~(32'h1f | (32'h1 << 8))) == '0 && word_i[0+:5] != '0
              && word_i[0+:5] <= 5'd16;
      7'h1d: legal_o = (word_i & ~(32'h3ff)) == '0 && word_i[0+:10] != '0
              && word_i[0+:10] <= 10'd260;
      7'h1e: legal_o = (word_i & ~(32'hffff)) == '0 && word_i[0+:16] != '0;
      7'h1f: legal_o = (word_i & ~(32'h1)) == '0;
      7'h20: legal_o = (word_i & ~(32'h3fff)) == '0;
      7'h21: legal_o = (word_i & ~(32'hff | (32'hff << 8))) == '0;
      7'h24: legal_o = (word_i & ~(32'h3fff)) == '0 && word_i[0+:14] != '0 && !pending_i[3];
      7'h25: legal_o = (word_i & ~(32'h7ff | (32'h1 << 16))) == '0 && word_i[0+:11] != '0
              && (word_i[0+:11] & (word_i[0+:11] + 11'd1)) == '0 && !pending_i[3];
      7'h28: legal_o = !pending_i[4];
      7'h29: legal_o = (word_i & ~(32'hff)) == '0 && !pending_i[4];
      7'h40, 7'h41, 7'h42, 7'h43, 7'h44, 7'h45, 7'h46, 7'h47:
        legal_o = (word_i & ~(((32'd1 << POS_W) - 32'd1))) == '0 && word_i[0+:POS_W] != '0;
      7'h48, 7'h49, 7'h4a, 7'h4b, 7'h4c, 7'h4d, 7'h4e, 7'h4f:
        legal_o = (word_i & ~(((32'd1 << POS_W) - 32'd1))) == '0 && word_i[0+:POS_W] != '0;
      default: legal_o = 1'b0;
    endcase
  end

  // ------------------------------------------------------------------- registers
  always_ff @(posedge clk_i) begin
    if (apply_i[0]) {agg_t1_o, agg_t2_o, agg_t3_o, agg_max_o, agg_good0_o, agg_good1_o} <=
      {agg_t1_stage_q, agg_t2_stage_q, agg_t3_stage_q, agg_max_stage_q, agg_good0_stage_q,
        agg_good1_stage_q};
    if (revert_i[0]) {agg_t1_stage_q, agg_t2_stage_q, agg_t3_stage_q, agg_max_stage_q,
        agg_good0_stage_q, agg_good1_stage_q} <=
      {agg_t1_o, agg_t2_o, agg_t3_o, agg_max_o, agg_good0_o, agg_good1_o};
    if (apply_i[1]) {credit_on_o, credit_off_o, credit_headroom_o} <=
      {credit_on_stage_q, credit_off_stage_q, credit_headroom_stage_q};
    if (revert_i[1]) {credit_on_stage_q, credit_off_stage_q, credit_headroom_stage_q} <=
      {credit_on_o, credit_off_o, credit_headroom_o};
    if (apply_i[2]) {tick_o, cooldown_o, hold_up_o, refresh_o, expire_o} <=
      {tick_stage_q, cooldown_stage_q, hold_up_stage_q, refresh_stage_q, expire_stage_q};
    if (revert_i[2]) {tick_stage_q, cooldown_stage_q, hold_up_stage_q, refresh_stage_q,
        expire_stage_q} <=
      {tick_o, cooldown_o, hold_up_o, refresh_o, expire_o};
    if (apply_i[3]) {ep_congested_o, ep_mask_o, ep_draws_o} <=
      {ep_congested_stage_q, ep_mask_stage_q, ep_draws_stage_q};
    if (revert_i[3]) {ep_congested_stage_q, ep_mask_stage_q, ep_draws_stage_q} <=
      {ep_congested_o, ep_mask_o, ep_draws_o};
    if (apply_i[4]) {drain0_o, drain1_o} <=
      {drain0_stage_q, drain1_stage_q};
    if (revert_i[4]) {drain0_stage_q, drain1_stage_q} <=
      {drain0_o, drain1_o};
    if (write_i && addr_i == 7'h08) agg_t1_stage_q <= word_i[0+:10];
    if (write_i && addr_i == 7'h09) agg_t2_stage_q <= word_i[0+:10];
    if (write_i && addr_i == 7'h0a) agg_t3_stage_q <= word_i[0+:10];
    if (write_i && addr_i == 7'h0b) agg_max_stage_q <= word_i[0+:6];
    if (write_i && addr_i == 7'h0c) agg_good0_stage_q <= word_i;
    if (write_i && addr_i == 7'h0d) agg_good1_stage_q <= word_i[0+:16];
    if (write_i && addr_i == 7'h10) credit_on_stage_q <= word_i[0+:POS_W];
    if (write_i && addr_i == 7'h11) credit_off_stage_q <= word_i[0+:POS_W];
    if (write_i && addr_i == 7'h12) credit_headroom_stage_q <= word_i[0+:POS_W];
    if (write_i && addr_i == 7'h14) tick_stage_q <= word_i[0+:4];
    if (write_i && addr_i == 7'h15) cooldown_stage_q <= word_i[0+:16];
    if (write_i && addr_i == 7'h16) hold_up_stage_q <= word_i[0+:16];
    if (write_i && addr_i == 7'h17) refresh_stage_q <= word_i[0+:16];
    if (write_i && addr_i == 7'h18) expire_stage_q <= word_i[0+:16];
    if (write_i && addr_i == 7'h1c) recovery_acks_o <= word_i[0+:5];
    if (write_i && addr_i == 7'h1c) recovery_weighted_o <= word_i[8];
    if (write_i && addr_i == 7'h1d) unit_cycles_o <= word_i[0+:10];
    if (write_i && addr_i == 7'h1e) injection_limit_o <= word_i[0+:16];
    if (write_i && addr_i == 7'h1f) redirect_here_o <= word_i[0];
    if (write_i && addr_i == 7'h20) redirect_floor_o <= word_i[0+:14];
    if (write_i && addr_i == 7'h21) depth_gain_o <= word_i[0+:8];
    if (write_i && addr_i == 7'h21) growth_gain_o <= word_i[8+:8];
    if (write_i && addr_i == 7'h24) ep_congested_stage_q <= word_i[0+:14];
    if (write_i && addr_i == 7'h25) ep_mask_stage_q <= word_i[0+:11];
    if (write_i && addr_i == 7'h25) ep_draws_stage_q <= word_i[16];
    if (write_i && addr_i == 7'h28) drain0_stage_q <= word_i;
    if (write_i && addr_i == 7'h29) drain1_stage_q <= word_i[0+:8];
    for (int i = 0; i < 8; i = i + 1) begin
      if (write_i && addr_i == 7'h40 + 7'(i))
        flow_limit_o[i*POS_W+:POS_W] <= word_i[0+:POS_W];
    end
    for (int i = 0; i < 8; i = i + 1) begin
      if (write_i && addr_i == 7'h48 + 7'(i))
        queue_limit_o[i*POS_W+:POS_W] <= word_i[0+:POS_W];
    end
    if (!rst_ni) begin
      {agg_t1_o, agg_t1_stage_q} <= {2{10'd30}};
      {agg_t2_o, agg_t2_stage_q} <= {2{10'd60}};
      {agg_t3_o, agg_t3_stage_q} <= {2{10'd90}};
      {agg_max_o, agg_max_stage_q} <= {2{6'(MAX)}};
      {agg_good0_o, agg_good0_stage_q} <= {2{32'd2770946368}};
      {agg_good1_o, agg_good1_stage_q} <= {2{16'd38052}};
      {credit_on_o, credit_on_stage_q} <= {2{POS_W'((64 >> POS_W == 0) ? 64 : (1 << POS_W) - 1)}};
      {credit_off_o, credit_off_stage_q} <= {2{POS_W'(16)}};
      {credit_headroom_o, credit_headroom_stage_q} <= {2{POS_W'(40)}};
      {tick_o, tick_stage_q} <= {2{4'd0}};
      {cooldown_o, cooldown_stage_q} <= {2{16'd4500}};
      {hold_up_o, hold_up_stage_q} <= {2{16'd2000}};
      {refresh_o, refresh_stage_q} <= {2{16'd10000}};
      {expire_o, expire_stage_q} <= {2{16'd30000}};
      recovery_acks_o <= 5'd16;
      recovery_weighted_o <= 1'd1;
      unit_cycles_o <= 10'd10;
      injection_limit_o <= 16'd512;
      redirect_here_o <= 1'd0;
      redirect_floor_o <= 14'd32;
      depth_gain_o <= 8'd1;
      growth_gain_o <= 8'd4;
      {ep_congested_o, ep_congested_stage_q} <= {2{14'd64}};
      {ep_mask_o, ep_mask_stage_q} <= {2{11'd127}};
      {ep_draws_o, ep_draws_stage_q} <= {2{1'd1}};
      {drain0_o, drain0_stage_q} <= {2{32'd0}};
      {drain1_o, drain1_stage_q} <= {2{8'd0}};
      flow_limit_o[0*POS_W+:POS_W] <= POS_W'((256 >> POS_W == 0) ? 256 : (1 << POS_W) - 1);
      flow_limit_o[1*POS_W+:POS_W] <= POS_W'((128 >> POS_W == 0) ? 128 : (1 << POS_W) - 1);
      flow_limit_o[2*POS_W+:POS_W] <= POS_W'((64 >> POS_W == 0) ? 64 : (1 << POS_W) - 1);
      flow_limit_o[3*POS_W+:POS_W] <= POS_W'(36);
      flow_limit_o[4*POS_W+:POS_W] <= POS_W'(36);
      flow_limit_o[5*POS_W+:POS_W] <= POS_W'(36);
      flow_limit_o[6*POS_W+:POS_W] <= POS_W'(36);
      flow_limit_o[7*POS_W+:POS_W] <= POS_W'(36);
      queue_limit_o[0*POS_W+:POS_W] <= POS_W'((128 >> POS_W == 0) ? 128 : (1 << POS_W) - 1);
      queue_limit_o[1*POS_W+:POS_W] <= POS_W'((64 >> POS_W == 0) ? 64 : (1 << POS_W) - 1);
      queue_limit_o[2*POS_W+:POS_W] <= POS_W'(36);
      queue_limit_o[3*POS_W+:POS_W] <= POS_W'(36);
      queue_limit_o[4*POS_W+:POS_W] <= POS_W'(36);
      queue_limit_o[5*POS_W+:POS_W] <= POS_W'(36);
      queue_limit_o[6*POS_W+:POS_W] <= POS_W'(36);
      queue_limit_o[7*POS_W+:POS_W] <= POS_W'(36);
    end
  end

  // ------------------------------------------------------------------- assertions
`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(settings_commit_or_revert, (apply_i & revert_i) == '0)
      `SELVAGE_ASSERT(settings_write_legal, !write_i || (mapped_o && legal_o))
      `SELVAGE_ASSERT(settings_aggregator_timers_ascend, (18'(agg_t1_o) < 18'(agg_t2_o))
          && (18'(agg_t2_o) < 18'(agg_t3_o)))
      `SELVAGE_ASSERT(settings_credit_off_at_most_on, (18'(credit_off_o) <= 18'(credit_on_o)))
      `SELVAGE_ASSERT(settings_credit_renewed_before_expiry, (18'(refresh_o) < 18'(expire_o)))
      `SELVAGE_ASSERT(settings_endpoint_severe_in_range,
          (18'(ep_congested_o) + 18'(ep_mask_o) < 18'd16383))
    end
  end
endmodule
