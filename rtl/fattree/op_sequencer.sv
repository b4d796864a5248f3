// SPDX-License-Identifier: Apache-2.0
/// Executes one operation of the control plane after the other (docs/control-plane.md, Operations
/// and Time of an operation).
///
/// Picked in cycle t: in t+1 (exec) the tables are asked to write, at the end of it; from t+2 on
/// its broadcasts and those of the re-evaluation leave, one a cycle, each when all its output FIFOs
/// have room; the first cycle without a broadcast is idle_o again (t+2 if there is none), and in it
/// op_done_o is 1 and the next operation may be picked.
/// Order: the operation's own broadcast, or the answers to a SYNCREQ; then the DLFM or DLRM; then
/// the lines whose condition changed, lowest first. advertised is written with the last
/// broadcast of a line, dlfm_advertised with its broadcast.
`include "bug.svh"
module op_sequencer #(
  /// ports of the switch
  parameter int M = 8,
  /// levels of the tree
  parameter int N = 3,
  /// bits of a sequence number
  parameter int SEQ_W = 8,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam KW = (N - 1) * DW,
  localparam MSGW = 3 + LW + KW + HW + SEQ_W
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  /// deliberate faults: [0] ULFM not forwarded up, [1] case 1 to down ports only, [2] DLFM never
  /// sent again, [3] no SYNCREQ, [4] no RESYNC
  `SELVAGE_BUG_PORT(bug_i, 5)
  /// own level and name; ports that lead to switches; static, out of registers
  input  logic [LW-1:0]    level_i,
  input  logic [KW-1:0]    coord_i,
  input  logic [M-1:0]     up_i,
  input  logic [M-1:0]     down_i,
  /// an operation is picked: its code, port and message (message operations)
  input  logic             pick_i,
  input  logic [3:0]       pick_op_i,
  input  logic [DW-1:0]    pick_port_i,
  input  logic [MSGW-1:0]  pick_msg_i,
  /// may pick; pulse: an operation is over
  output logic             idle_o,
  output logic             busy_o,
  output logic             op_done_o,
  /// execution: port and message of the operation
  output logic [DW-1:0]    port_o,
  output logic [HW-1:0]    index_o,
  output logic             is_up_o,
  output logic [MSGW-1:0]  msg_o,
  /// link state
  output logic             link_down_o,
  output logic             link_up_o,
  output logic             dlfm_o,
  output logic             dlrm_o,
  input  logic             own_i,
  input  logic             dead_i,
  input  logic [SEQ_W-1:0] seq_i,
  /// fault table, and the RESYNC ids
  output logic             statement_o,
  output logic             derf_o,
  output logic             derr_o,
  output logic             forget_o,
  output logic             resync_o,
  /// re-evaluation
  output logic             check_o,
  input  logic             want_i,
  input  logic [LW-1:0]    want_level_i,
  output logic             visit_start_o,
  output logic             visit_o,
  output logic             visited_o,
  output logic             advertised_o,
  input  logic             scan_any_i,
  input  logic [KW-1:0]    scan_key_i,
  input  logic             scan_cond_i,
  /// broadcast into the output FIFOs
  input  logic [M-1:0]     room_i,
  output logic [M-1:0]     push_o,
  output logic [MSGW-1:0]  push_msg_o
);
`include "typedef.svh"
  `SELVAGE_TYPEDEF_FAULT_MESSAGE(message_t, LW, KW, HW, SEQ_W)

  // ------------------------------------------------------------------------------- state
  logic            busy_q;  // between pick and idle
  logic            exec_q;  // the cycle in which the tables are asked to write
  logic [3:0]      op_q;
  logic [DW-1:0]   port_q;
  message_t        msg_q;
  logic            is_up_q;
  logic [M-1:0]    forward_q;      // ports of the operation's own broadcast, none left: 0
  message_t        forward_msg_q;
  logic            sync_q;         // a SYNCREQ is being answered
  logic [HW-1:0]   kk_q;           // child within a line
  logic            dlfm_advertised_valid_q /* verilator public_flat_rd */;
  logic [LW-1:0]   dlfm_advertised_q       /* verilator public_flat_rd */;

  // ----------------------------------------------------------------------- name arithmetic
  logic [LW-1:0] below;      // level - 1
  logic          leaf;
  logic [M-1:0]  port_mask;

  assign below     = level_i - LW'(1);
  assign leaf      = level_i == '0;
  assign port_mask = M'(1) << port_q;

  // {port, key, level}: up port of the child that down port k leads to, of the switch called name
  function automatic [HW+KW+LW-1:0] child(input [KW-1:0] name, input [DW-1:0] k,
                                          input [LW-1:0] digit);
    logic [KW-1:0] key;
    logic [HW-1:0] up_index;
    begin
      key      = name;
      up_index = '0;
      for (int i = 0; i < N - 1; i = i + 1) begin
        if (digit == LW'(i)) begin
          up_index      = HW'(name[i*DW+:DW]);
          key[i*DW+:DW] = k;
        end
      end
      child = {up_index, key, digit};
    end
  endfunction

  // ------------------------------------------------------------- execution (cycle t+1)
  logic own_level;
  logic message_up, message_down;  // ports of a flooded message

  assign own_level = msg_q.level == level_i;

  assign port_o  = port_q;
  assign index_o = (op_q == fabric_pkg::OpUlfm || op_q == fabric_pkg::OpUlrm
                    || op_q == fabric_pkg::OpDerf || op_q == fabric_pkg::OpDerr)
                   ? msg_q.port : HW'(port_q - DW'(H));
  assign is_up_o = is_up_q;
  assign msg_o   = msg_q;

  always_comb begin
    link_down_o   = 1'b0;
    link_up_o     = 1'b0;
    dlfm_o        = 1'b0;
    dlrm_o        = 1'b0;
    statement_o   = 1'b0;
    derf_o        = 1'b0;
    derr_o        = 1'b0;
    forget_o      = 1'b0;
    resync_o      = 1'b0;
    visit_start_o = 1'b0;
    if (exec_q) begin
      case (op_q)
        fabric_pkg::OpLinkDown: link_down_o = 1'b1;
        fabric_pkg::OpLinkUp: begin
          link_up_o = 1'b1;
          forget_o  = is_up_q & own_i;
        end
        fabric_pkg::OpUlfm, fabric_pkg::OpUlrm: statement_o = own_level;
        fabric_pkg::OpDerf: derf_o = 1'b1;
        fabric_pkg::OpDerr: derr_o = 1'b1;
        fabric_pkg::OpDlfm: dlfm_o = is_up_q;
        fabric_pkg::OpDlrm: dlrm_o = is_up_q;
        fabric_pkg::OpResync: resync_o = 1'b1;
        fabric_pkg::OpSyncreq: visit_start_o = 1'b1;
        default: link_down_o = 1'b0;  // an announcement writes nothing here
      endcase
    end
  end

  // the operation's own broadcast
  logic [M-1:0]    forward_d;
  message_t        forward_msg_d;

  always_comb begin
    forward_d     = '0;
    forward_msg_d = msg_q;
    message_down  = 1'b0;
    message_up    = 1'b0;
    if (exec_q) begin
      case (op_q)
        fabric_pkg::OpLinkUp: begin
          if (is_up_q && own_i) begin
            forward_d     = port_mask;
            forward_msg_d      = '0;
            forward_msg_d.kind = fabric_pkg::KindSyncreq;
          end else if (!is_up_q && dead_i) begin
            forward_d     = up_i | down_i;
            forward_msg_d = {seq_i + SEQ_W'(1), child(coord_i, port_q, below),
                             fabric_pkg::KindResync};
          end
        end
        fabric_pkg::OpAnnounce: begin
          forward_d     = (up_i | down_i) & ~port_mask;
          forward_msg_d = {seq_i, child(coord_i, port_q, below),
                           dead_i ? fabric_pkg::KindUlfm : fabric_pkg::KindUlrm};
        end
        fabric_pkg::OpUlfm, fabric_pkg::OpUlrm: begin
          message_down = ~own_level;
          message_up   = ~own_level & ~is_up_q;
        end
        fabric_pkg::OpResync: begin
          message_down = 1'b1;
          message_up   = ~is_up_q;
        end
        default: message_down = 1'b0;
      endcase
      if (message_down) forward_d = down_i & ~port_mask;
      if (message_up) forward_d = (down_i | up_i) & ~port_mask;
      `SELVAGE_BUG_IF(bug_i[0] && message_up && op_q != fabric_pkg::OpResync,
          forward_d = forward_d & down_i)
      `SELVAGE_BUG_IF(bug_i[1] && op_q == fabric_pkg::OpAnnounce, forward_d = forward_d & down_i)
      `SELVAGE_BUG_IF(bug_i[3] && op_q == fabric_pkg::OpLinkUp && is_up_q, forward_d = '0)
      `SELVAGE_BUG_IF(bug_i[4] && op_q == fabric_pkg::OpLinkUp && !is_up_q, forward_d = '0)
    end
  end

  // -------------------------------------------------------------- broadcasts (from t+2 on)
  logic         after;       // broadcasting or done
  logic         want_change;
  logic [M-1:0] set;         // ports of this cycle's broadcast, 0: none
  logic         line_bc;     // it is about a line of the table
  logic         want_bc;     // it is the DLFM or DLRM of the re-evaluation
  logic         sync_end_bc; // it is the DLFM that ends the answer to a SYNCREQ
  logic         line_last;
  logic         fire;
  message_t        bc_msg;

  assign after   = busy_q & ~exec_q;
  assign visit_o = after & sync_q;
  assign check_o = after & ~sync_q & (forward_q == '0) & ~leaf;

  always_comb begin
    want_change = want_i != dlfm_advertised_valid_q ||
                  (want_i && want_level_i != dlfm_advertised_q);
    `SELVAGE_BUG_IF(bug_i[2] && want_i && dlfm_advertised_valid_q, want_change = 1'b0)
    set         = '0;
    line_bc     = 1'b0;
    want_bc     = 1'b0;
    sync_end_bc = 1'b0;
    bc_msg      = '0;
    if (after) begin
      if (forward_q != '0) begin
        set    = forward_q;
        bc_msg = forward_msg_q;
      end else if (check_o && want_change) begin
        set     = down_i;
        want_bc = 1'b1;
        bc_msg.level = want_level_i;
        bc_msg.kind  = want_i ? fabric_pkg::KindDlfm : fabric_pkg::KindDlrm;
      end else if (scan_any_i) begin
        set     = sync_q ? port_mask : down_i;
        line_bc = 1'b1;
        bc_msg  = {SEQ_W'(0), child(scan_key_i, DW'(kk_q), below),
                   scan_cond_i ? fabric_pkg::KindDerf : fabric_pkg::KindDerr};
      end else if (sync_q && dlfm_advertised_valid_q) begin
        set         = port_mask;
        sync_end_bc = 1'b1;
        bc_msg.level = dlfm_advertised_q;
        bc_msg.kind  = fabric_pkg::KindDlfm;
      end
    end
    fire      = (set != '0) & ((set & ~room_i) == '0);
    // the last child: down ports 0..h-1 exist, h may be less than H
    line_last = 1'b1;
    for (int k = 0; k < H - 1; k = k + 1) begin
      if (kk_q == HW'(k)) line_last = ~down_i[k+1];
    end
  end

  assign push_o     = set & {M{fire}};
  assign push_msg_o = bc_msg;
  assign advertised_o     = fire & line_bc & line_last & ~sync_q;
  assign visited_o  = fire & line_bc & line_last & sync_q;
  assign idle_o     = ~exec_q & (set == '0);
  assign busy_o     = busy_q;
  assign op_done_o  = after & (set == '0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q            <= 1'b0;
      exec_q            <= 1'b0;
      forward_q         <= '0;
      sync_q            <= 1'b0;
      kk_q              <= '0;
      dlfm_advertised_valid_q <= 1'b0;
    end else begin
      busy_q <= pick_i | ~idle_o;
      exec_q <= pick_i;
      if (exec_q) forward_q <= forward_d;
      else if (fire) forward_q <= '0;
      if (visit_start_o) sync_q <= 1'b1;
      else if (idle_o || (fire && sync_end_bc)) sync_q <= 1'b0;
      if (fire && line_bc) kk_q <= line_last ? '0 : kk_q + HW'(1);
      if (fire && want_bc) dlfm_advertised_valid_q <= want_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (pick_i) begin
      op_q    <= pick_op_i;
      port_q  <= pick_port_i;
      msg_q   <= pick_msg_i;
      is_up_q <= ((up_i >> pick_port_i) & M'(1)) != '0;
    end
    if (exec_q) forward_msg_q <= forward_msg_d;
    if (fire && want_bc) dlfm_advertised_q <= want_level_i;
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(seq_pick_when_idle, !pick_i || idle_o)
      `SELVAGE_ASSERT(seq_own_level_derived, !(derf_o || derr_o) || own_level)
      `SELVAGE_ASSERT(seq_derived_from_above, !(exec_q && op_q >= fabric_pkg::OpDerf
                      && op_q <= fabric_pkg::OpDlrm) || is_up_q)
      `SELVAGE_ASSERT(seq_sync_from_below, !visit_start_o || !is_up_q)
      `SELVAGE_COVER(seq_waits_for_room, set != '0 && !fire)
    end
  end
endmodule
