// SPDX-License-Identifier: Apache-2.0
/// What waits in a port of a flow-channel switch: the buffer of its input, the heads of its queues,
/// ACKs that come back to it (docs/reference/flow-switch.md). Pins as in flow_switch_port.
`include "bug.svh"
`include "ifct_widths.svh"
module flow_buffer #(
  parameter int N = 8,
  parameter int HOSTS = 0,
  parameter int EDGE = 0,
  parameter int ID_W = 6,
  parameter int POS_W = 8,
  parameter int PAGES = 2783,
  localparam PW = $clog2(N),
  localparam int R = 1 << ID_W,
  localparam AW = $clog2(PAGES),
  localparam TS_W = 17,
  localparam PACE_W = `SELVAGE_IFCT_PACE_W,
  localparam UNITS_W = 14,
  localparam DEST_W = 20,
  localparam EW = ID_W + 4 + POS_W,
  localparam HEAD_W = 72
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /* verilator lint_off UNUSEDSIGNAL */  // high bits, what only an edge needs
  /// deliberate faults; 0: an ACK that has come by a link is one of this switch, 1: rows know all
  /// of ports, 2: bandwidth comes a cycle late; static
  `SELVAGE_BUG_PORT(bug_i, 3)
  input  logic [39:0]          now_i,
  input  logic [PACE_W-1:0]    ans_ready_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [UNITS_W-1:0]   pool_mark_i,
  output logic [7:0]           xon_o,
  output logic                 pause_o,
  output logic [23:0]          pause_key_o,
`include "flow_head_pins.svh"
  /// flow_input: what comes
  input  logic                 header_valid_i,
  input  logic [DEST_W+3:0]    header_flow_i,
  input  logic [13:0]          header_bytes_i,
  output logic [AW-1:0]        header_slot_o,
  input  logic                 rx_valid_i,
  input  logic [255:0]         rx_i,
  /// its steps
  output logic                 pick_drop_o,
  output logic                 pick_block_o,
  output logic [N-1:0]         pick_mask_o,
  output logic                 ack_valid_o,
  output logic [EW-1:0]        ack_o,
  output logic [PW-1:0]        ack_out_o,
  input  logic                 ack_pull_i,
  input  logic                 deq_valid_i,
  input  logic [1:0]           deq_kind_i,
  input  logic [ID_W-1:0]      deq_id_i,
  input  logic                 deq_drop_i,
  output logic [N-1:0]         deq_mask_o,
  output logic [13:0]          deq_bytes_o,
  output logic [POS_W-1:0]     deq_hole_o,
  input  logic [AW-1:0]        enq_slot_i,
  /// their answers
  input  logic                 ans_valid_i,
  input  logic                 ans_go_i,
  input  logic [2:0]           ans_why_i,
  input  logic [PW-1:0]        ans_port_i,
  input  logic                 ans_drop_i,
  input  logic [ID_W-1:0]      ans_id_i,
  input  logic [POS_W-1:0]     ans_units_i,
  input  logic                 put_valid_i,
  input  logic [ID_W-1:0]      put_id_i,
  input  logic [AW-1:0]        put_slot_i,
  input  logic [POS_W-1:0]     put_hole_i,
  input  logic                 put_gap_i,
  input  logic                 over_i,
  input  logic                 acked_valid_i,
  input  logic [ID_W-1:0]      acked_id_i,
  input  logic [PW-1:0]        acked_out_i,
  input  logic                 acked_far_i,
  input  logic                 acked_block_i,
  input  logic                 acked_rel_i,
  input  logic                 looked_valid_i,
  input  logic [ID_W-1:0]      looked_id_i
);
  localparam logic [N-1:0] Hosts = N'(HOSTS);
  localparam int BytesW = 14;

  // ------------------------------------------------------------------------------- the buffer
  logic               put_first, more, drops;  // a packet is dropped
  logic [AW-1:0]      first_slot, next_slot;
  logic [BytesW-1:0]  first_bytes;
  logic [ID_W-1:0]    gone_id;
  /* verilator lint_off UNUSEDSIGNAL */
  logic [2:0]         first_tc_unused;
  logic [5:0]         first_len_unused;
  logic               ready_unused;
  logic [8*UNITS_W-1:0] units_unused;
  logic [$clog2(PAGES+1)-1:0] used_unused;
  logic               deq_unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign drops   = ans_valid_i & ans_drop_i & ans_go_i;
  assign gone_id = drops ? ans_id_i : lead_id_i;

  flow_queues #(.PAGES(PAGES), .WORD_W(256), .ID_W(ID_W), .UNITS_W(UNITS_W)) i_queues (
    `SELVAGE_BUG_PIN(bug_i, 5'd0)
    .mark_i       (pool_mark_i),
    .head_valid_i (header_valid_i),
    .head_tc_i    (header_flow_i[DEST_W+:3]),
    .head_len_i   (fabric_pkg::packet_units(header_bytes_i)),
    .head_bytes_i (header_bytes_i),
    .head_slot_o  (header_slot_o),
    .word_valid_i (rx_valid_i),
    .word_i       (rx_i),
    .put_first_o  (put_first),
    .ask_valid_i  (lead_ask_i | deq_drop_i),
    .ask_id_i     (deq_drop_i ? deq_id_i : lead_ask_id_i),
    .first_slot_o (first_slot),
    .first_tc_o   (first_tc_unused),
    .first_len_o  (first_len_unused),
    .first_bytes_o(first_bytes),
    .leave_i      (leave_i | drops),
    .leave_more_o (more),
    .next_slot_o  (next_slot),
    .read_ready_o (ready_unused),
    .units_o      (units_unused),
    .used_o       (used_unused),
    .*
  );

  flow_soon #(.SLOT_W(AW)) i_soon (
    .head_valid_i (header_valid_i),
    .head_slot_i  (header_slot_o),
    .head_bytes_i (header_bytes_i),
    .leave_i      (leave_i | drops),
    .leave_slot_i (first_slot),
    .leave_bytes_i(first_bytes),
    .*
  );

  // For whom the words are that are read: a word shows two cycles after its edge.
  logic [PW:0] for_q[3];  // for an output at all
  always_ff @(posedge clk_i) begin
    if (leave_i || drops) for_q[0] <= {leave_i, lead_out_i};
    for_q[1] <= for_q[0];
    for_q[2] <= for_q[1];
  end
  assign {word_for_valid_o, word_for_o} = for_q[2];

  // ------------------------------------------------------------------------------- heads
  logic [DEST_W+3:0]      put_flow, lead_flow;
  logic [BytesW+POS_W:0]  lead_about;
  logic [POS_W-1:0]       lead_hole;
  logic [5:0]             lead_len;
  flow_firsts #(.PAGES(PAGES), .ID_W(ID_W), .POS_W(POS_W)) i_firsts (
    .head_valid_i(header_valid_i),
    .head_slot_i (header_slot_o),
    .head_flow_i (header_flow_i),
    .head_bytes_i(header_bytes_i),
    .enq_flow_o  (put_flow),
    .put_first_i (put_first),
    .more_i      (more),
    .more_id_i   (gone_id),
    .next_slot_i (next_slot),
    .head_id_i   (head_id_o),
    .lead_flow_o (lead_flow),
    .lead_about_o(lead_about),
    .*
  );
  assign lead_hole = lead_about[BytesW+:POS_W];
  assign lead_len  = fabric_pkg::packet_units(lead_about[BytesW-1:0]);
  assign data_o    = {lead_flow[DEST_W+3], lead_hole, lead_len};
  assign leave_units_o  = lead_hole + POS_W'(lead_len);
  assign leave_header_o = {11'd0, 11'(start_i), 11'(oid_i), lead_about[BytesW+POS_W], lead_flow,
                           lead_about[BytesW-1:0]};
  assign pause_o     = (EDGE != 0) & over_i;
  assign pause_key_o = put_flow;

  // A row's ways are of all that is known of ports, unless more is known since it has asked; the
  // port that a REDIRECT from beyond has made its flow leave.
  logic [R-1:0] knew_q, wakes;
  logic [N-1:0] left_q[R];
  logic [N-1:0] left_now;
  logic         leaves_way, far;
  assign far        = acked_far_i | `SELVAGE_BUG(bug_i[0], 1'b0, 1'b1);
  assign leaves_way = acked_valid_i & (acked_block_i | acked_rel_i);
  assign left_now   = (far & acked_block_i & ~acked_rel_i) ? N'(1) << acked_out_i : '0;
  assign pick_left_o = (leaves_way && acked_id_i == pick_id_i) ? left_now : left_q[pick_id_i];
  always_ff @(posedge clk_i) begin
    knew_q <= (knew_q | (R'(ask_valid_i) << ask_id_i)) & ~{R{learns_i}};
    for (int r = 0; r < R; r = r + 1) begin
      if (!rst_ni || (leaves_way && acked_id_i == ID_W'(r))) left_q[r] <= rst_ni ? left_now : '0;
    end
  end

  generate
    if (EDGE != 0) begin : gen_wakes
      localparam logic [2:0] WhyBandwidth = 3'd4;
      flow_wakes #(.ID_W(ID_W), .PACE_W(PACE_W)) i_wakes (
        .now_i  (`SELVAGE_BUG(bug_i[2], now_i[PACE_W:0], now_i[PACE_W:0] - (PACE_W+1)'(1))),
        .valid_i(ans_valid_i & (ans_why_i == WhyBandwidth)),
        .id_i   (ans_id_i),
        .ready_i(ans_ready_i),
        .wake_o (wakes),
        .*
      );
    end else begin : gen_none
      assign wakes = '0;
    end
  endgenerate

  logic [R-1:0] routing_unused, choosing_unused, standing_unused, led_unused, waiting_unused;
  flow_fronts #(.N(N), .ID_W(ID_W), .EDGE(EDGE)) i_fronts (
    `SELVAGE_BUG_PIN(bug_i, 8'd0)
    .init_i     (inits_i),
    .again_id_i (lead_id_i),
    .more_i     (more),
    .knew_i     (knew_q[ans_id_i] | `SELVAGE_BUG(bug_i[1], 1'b0, 1'b1)),
    .put_tc_i   (put_flow[DEST_W+:3]),
    .chk_valid_i(looked_valid_i),
    .chk_id_i   (looked_id_i),
    .time_i     (wakes),
    .routing_o  (routing_unused),
    .choosing_o (choosing_unused),
    .standing_o (standing_unused),
    .led_o      (led_unused),
    .waiting_o  (waiting_unused),
    .*
  );

  // ------------------------------------------------------------------------------- ACKs
  // Of a dead output each row has an ACK, one a cycle; several may die at once.
  flow_acks #(.N(N), .DEPTH(R), .ID_W(ID_W), .POS_W(POS_W + 1)) i_acks (
    `SELVAGE_BUG_PIN(bug_i, 4'd0)
    .host_i      (Hosts),
    .drop_valid_i(drops),
    .drop_i      ({1'b0, ans_id_i, fabric_pkg::TypeNormal, ans_units_i}),
    .*
  );
endmodule
