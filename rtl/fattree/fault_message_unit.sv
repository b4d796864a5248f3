// SPDX-License-Identifier: Apache-2.0
/// Fault message unit of one switch: link events and messages in, table writes and messages out
/// (docs/reference/control-plane.md, Operations and Cycle by cycle).
///
///   links -> port_queues -> message_pick -> op_sequencer -> link_state, fault_table (outside)
///                ^                              |
///                +--------- broadcasts ---------+
///
/// A link event waits in a register per port. A second event of the same kind changes nothing; a
/// LINK_DOWN takes back a LINK_UP that still waits (the link is dead again) and empties both FIFOs
/// of its port when it arrives; a LINK_UP leaves a waiting LINK_DOWN in place and is executed after
/// it.
/// Timing: see op_sequencer and port_queues.
`include "bug.svh"
module fault_message_unit #(
  /// ports of the switch
  parameter int M = 8,
  /// levels of the tree
  parameter int N = 3,
  /// messages in an input FIFO, in an output FIFO
  parameter int QI = 16,
  parameter int QO = 8,
  /// bits of a sequence number
  parameter int SEQ_W = 8,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam KW = (N - 1) * DW,
  localparam CI = $clog2(QI + 1),
  localparam MSGW = 3 + LW + KW + HW + SEQ_W
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// deliberate faults, see op_sequencer
  `SELVAGE_BUG_PORT(bug_i, 5)
  /// own level and name; ports that lead to switches; static, out of registers
  input  logic [LW-1:0]     level_i,
  input  logic [KW-1:0]     coord_i,
  input  logic [M-1:0]      up_i,
  input  logic [M-1:0]      down_i,
  /// XOFF level, see port_queues; static
  input  logic [CI-1:0]     xoff_i,
  /// link events, pulses
  input  logic [M-1:0]      link_down_i,
  input  logic [M-1:0]      link_up_i,
  /// messages, see port_queues
  input  logic [M-1:0]      msg_valid_i,
  input  logic [M*MSGW-1:0] msg_data_i,
  output logic [M-1:0]      msg_stop_o,
  output logic [M-1:0]      msg_valid_o,
  output logic [M*MSGW-1:0] msg_data_o,
  input  logic [M-1:0]      msg_stop_i,
  /// to and from the tables, see op_sequencer, link_state and fault_table
  output logic [DW-1:0]     op_port_o,
  output logic [HW-1:0]     op_index_o,
  output logic              op_is_up_o,
  output logic [LW-1:0]     op_level_o,
  output logic [KW-1:0]     op_key_o,
  output logic [SEQ_W-1:0]  op_seq_o,
  output logic              op_dead_o,
  output logic              link_down_o,
  output logic              link_up_o,
  output logic              dlfm_o,
  output logic              dlrm_o,
  output logic              resync_o,
  output logic [M-1:0]      announced_o,
  input  logic              own_i,
  input  logic              dead_i,
  input  logic [SEQ_W-1:0]  seq_i,
  input  logic [M-1:0]      announce_i,
  output logic              statement_o,
  output logic              derf_o,
  output logic              derr_o,
  output logic              forget_o,
  output logic              check_o,
  input  logic              want_i,
  input  logic [LW-1:0]     want_level_i,
  output logic              visit_o,
  output logic              next_o,
  input  logic              scan_more_i,
  input  logic [KW-1:0]     scan_key_i,
  input  logic              scan_cond_i,
  output logic              advertised_o,
  /// pulse: an operation is over
  output logic              op_done_o,
  /// nothing in any FIFO, no work pending, op_done_o has been shown
  output logic              idle_o,
  /// something in a FIFO, work pending or an operation under way; the tables may change yet
  output logic              work_o
);
`include "typedef.svh"
  `SELVAGE_TYPEDEF_FAULT_MESSAGE(message_t, LW, KW, HW, SEQ_W)

  // ------------------------------------------------------------------------- link events
  logic [M-1:0] down_q /* verilator public_flat_rd */;
  logic [M-1:0] up_q   /* verilator public_flat_rd */;
  logic [M-1:0] take_down, take_up, take_head, take_announce;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      down_q <= '0;
      up_q   <= '0;
    end else begin
      down_q <= (down_q & ~take_down) | (link_down_i & (up_i | down_i));
      up_q   <= (up_q & ~take_up & ~link_down_i) | (link_up_i & (up_i | down_i));
    end
  end

  // ------------------------------------------------------------------------------- queues
  logic [M-1:0]    head, next, next_sync, under_sync, room, push;
  logic [M-1:0]    look;
  logic [MSGW-1:0] looked, push_msg;
  message_t        msg;
  logic [DW-1:0]   pick_port;
  logic            queues_empty, room_down, room_all;

  port_queues #(
    .M(M),
    .MSGW(MSGW),
    .QI(QI),
    .QO(QO)
  ) i_queues (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .up_i       (up_i),
    .down_i     (down_i),
    .xoff_i     (xoff_i),
    .msg_valid_i(msg_valid_i),
    .msg_data_i (msg_data_i),
    .msg_stop_o (msg_stop_o),
    .msg_valid_o(msg_valid_o),
    .msg_data_o (msg_data_o),
    .msg_stop_i (msg_stop_i),
    .head_o     (head),
    .next_o     (next),
    .next_sync_o(next_sync),
    .under_sync_o(under_sync),
    .take_i     (take_head),
    .look_i     (look),
    .looked_o   (looked),
    .room_o     (room),
    .room_down_o(room_down),
    .room_all_o (room_all),
    .push_i     (push),
    .push_data_i(push_msg),
    .clear_i    (link_down_i & (up_i | down_i)),
    .empty_o    (queues_empty)
  );

  // --------------------------------------------------------------------------------- pick
  logic       pick, pick_is_up, seq_idle, seq_busy, from_head;
  logic [3:0] pick_op, event_op;

  message_pick #(
    .M(M)
  ) i_pick (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .up_i           (up_i),
    .down_i         (down_i),
    .idle_i         (seq_idle),
    .link_down_i    (down_q),
    .link_up_i      (up_q),
    .next_i         (next),
    .next_sync_i    (next_sync),
    .under_sync_i   (under_sync),
    .announce_i     (announce_i),
    .room_i         (room),
    .room_down_i    (room_down),
    .room_all_i     (room_all),
    .pick_o         (pick),
    .port_o         (pick_port),
    .is_up_o        (pick_is_up),
    .head_o         (look),
    .from_head_o    (from_head),
    .event_o        (event_op),
    .take_down_o    (take_down),
    .take_up_o      (take_up),
    .take_head_o    (take_head),
    .take_announce_o(take_announce)
  );

  assign pick_op = from_head ? {1'b0, looked[2:0]} : event_op;

  // ----------------------------------------------------------------------------- operation
  logic resync;

  op_sequencer #(
    .M(M),
    .N(N),
    .SEQ_W(SEQ_W)
  ) i_seq (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i)
    .level_i      (level_i),
    .coord_i      (coord_i),
    .up_i         (up_i),
    .down_i       (down_i),
    .pick_i       (pick),
    .pick_op_i    (pick_op),
    .pick_port_i  (pick_port),
    .pick_is_up_i (pick_is_up),
    .pick_msg_i   (looked),
    .idle_o       (seq_idle),
    .busy_o       (seq_busy),
    .op_done_o    (op_done_o),
    .port_o       (op_port_o),
    .index_o      (op_index_o),
    .is_up_o      (op_is_up_o),
    .msg_o        (msg),
    .link_down_o  (link_down_o),
    .link_up_o    (link_up_o),
    .dlfm_o       (dlfm_o),
    .dlrm_o       (dlrm_o),
    .own_i        (own_i),
    .dead_i       (dead_i),
    .seq_i        (seq_i),
    .statement_o  (statement_o),
    .derf_o       (derf_o),
    .derr_o       (derr_o),
    .forget_o     (forget_o),
    .resync_o     (resync),
    .check_o      (check_o),
    .want_i       (want_i),
    .want_level_i (want_level_i),
    .visit_o      (visit_o),
    .next_o       (next_o),
    .scan_more_i  (scan_more_i),
    .scan_key_i   (scan_key_i),
    .scan_cond_i  (scan_cond_i),
    .advertised_o (advertised_o),
    .room_i       (room),
    .push_o       (push),
    .push_msg_o   (push_msg)
  );

  // an id is everything of the message but its kind
  resync_seen #(
    .WIDTH(MSGW - 3)
  ) i_seen (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .see_i (resync),
    .id_i  ({msg.seq, msg.port, msg.key, msg.level}),
    .new_o (resync_o)
  );

  assign announced_o = take_announce;
  assign op_dead_o   = msg.kind == fabric_pkg::KindUlfm;
  assign op_level_o  = msg.level;
  assign op_key_o    = msg.key;
  assign op_seq_o    = msg.seq;
  assign work_o      = ~queues_empty | ~seq_idle | ((down_q | up_q | announce_i) != '0);
  assign idle_o      = ~work_o & ~seq_busy;

`include "assert.svh"
  `SELVAGE_RANGE(m, M >= 4 && M <= 64 && M % 2 == 0, "fault_message_unit: M must be even, 4..64")
  `SELVAGE_RANGE(n, N >= 2 && N <= 6, "fault_message_unit: N must be 2..6")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(unit_takes_a_head, (take_head & ~head) == '0)
      `SELVAGE_ASSERT(unit_serves_every_head, !seq_idle || !room_all || head == '0 || pick)
    end
  end
`ifdef FORMAL
`include "fault_message_unit_props.svh"
`endif
endmodule
