// SPDX-License-Identifier: Apache-2.0
/// Executes one operation of the control plane after the other (control-plane.md, Operations
/// and Time of an operation).
///
/// Picked in cycle t, cycle by cycle:
///   t+1 (exec)  the tables are asked to write; link state does so at its end
///   t+2         the operation's own broadcast enters the output FIFOs, which have room since the
///               pick; then the next operation may be picked, if nothing follows
///   t+3         at its end the fault table is written; at level 0 nothing follows
///   t+4 (check) re-evaluation: marks lines, compares what children have to be told of the levels
///   t+5         is there anything to send? If not, the next operation may be picked
///   t+6 ...     its broadcasts, one a cycle, each when all its output FIFOs have room
/// A SYNCREQ marks in t+1, asks in t+2 whether there is anything to send, and sends from t+3 on.
/// At level 0 nothing is re-evaluated: the next operation may be picked in t+4 (statements), t+2.
/// idle_o is 1 in each cycle in which an operation may be picked; in the first of them after an
/// operation op_done_o is 1.
/// Order: DLFM or DLRM, then the lines whose condition changed, lowest first; a SYNCREQ is
/// answered by the advertised lines, then the DLFM. advertised is written with the last
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
  input  logic             pick_is_up_i,
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
  /// re-evaluation: mark lines by their condition; all up ports failed, and their greatest level
  output logic             check_o,
  input  logic             want_i,
  input  logic [LW-1:0]    want_level_i,
  /// mark the advertised lines
  output logic             visit_o,
  /// choose the next marked line; there is one
  output logic             next_o,
  input  logic             scan_more_i,
  /// the chosen line, and that it has been advertised
  input  logic [KW-1:0]    scan_key_i,
  input  logic             scan_cond_i,
  output logic             advertised_o,
  /// broadcast into the output FIFOs
  input  logic [M-1:0]     room_i,
  output logic [M-1:0]     push_o,
  output logic [MSGW-1:0]  push_msg_o
);
`include "typedef.svh"
  `SELVAGE_TYPEDEF_FAULT_MESSAGE(message_t, LW, KW, HW, SEQ_W)

  // ------------------------------------------------------------------------------- state
  logic            idle_q;    // nothing is under way; one of the following is 1 otherwise
  logic            exec_q;    // t+1
  logic            forward_q; // t+2 of an operation whose own broadcast is its last
  logic            second_q;  // t+2, t+3, t+4 of one that writes the fault table or is followed by
  logic            third_q;   // re-evaluation
  logic            check_q;
  logic            decide_q;  // is there anything to send?
  logic            send_q;
  logic            done_q;    // an operation was under way in the last cycle
  logic [3:0]      op_q;
  logic [DW-1:0]   port_q;
  logic [HW-1:0]   index_q;   // up port that it is about: a statement names one, else its own port
  message_t        msg_q;
  logic            is_up_q;
  logic [M-1:0]    forward_set_q;  // ports of the operation's own broadcast; 0 but in t+2
  message_t        forward_msg_q;
  logic            sync_q;         // a SYNCREQ is being answered
  logic            line_q;         // a line is chosen
  logic            level_q;        // a DLFM (level_holds_q) or DLRM is to be sent
  logic            level_holds_q;
  logic [LW-1:0]   level_value_q;
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
  assign index_o = index_q;
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
    visit_o       = 1'b0;
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
        fabric_pkg::OpSyncreq: visit_o = 1'b1;
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

  // of an operation that is picked
  message_t   pick_msg;
  logic       names_port;
  assign pick_msg   = pick_msg_i;
  assign names_port = pick_op_i == fabric_pkg::OpUlfm || pick_op_i == fabric_pkg::OpUlrm
                      || pick_op_i == fabric_pkg::OpDerf || pick_op_i == fabric_pkg::OpDerr;

  // what follows the writes
  logic statement;  // the fault table is written
  logic evaluate;

  assign statement = statement_o | derf_o | derr_o;
  assign evaluate  = ~leaf & (statement | dlfm_o | dlrm_o
                              | (is_up_q & (link_down_o | link_up_o)));

  // ------------------------------------------------------- broadcasts of the re-evaluation
  logic         level_change;
  logic [M-1:0] set_q;       // ports, while one is to be sent
  logic         line_bc;     // this one is about a line of the table
  logic         line_last;   // the last one about it
  logic         fire;
  logic         over;        // nothing is left to send
  message_t     bc_msg;

  assign check_o = check_q;

  always_comb begin
    level_change = want_i != dlfm_advertised_valid_q ||
                   (want_i && want_level_i != dlfm_advertised_q);
    `SELVAGE_BUG_IF(bug_i[2] && want_i && dlfm_advertised_valid_q, level_change = 1'b0)
  end

  assign line_bc = line_q & (sync_q | ~level_q);
  assign fire    = send_q & ((set_q & ~room_i) == '0);
  assign next_o  = decide_q | (fire & line_bc & line_last);
  assign over    = fire & (line_bc ? (line_last & ~scan_more_i & ~level_q) : ~line_q);

  always_comb begin
    bc_msg = '0;
    if (send_q) begin
      bc_msg.level = level_value_q;
      bc_msg.kind  = level_holds_q ? fabric_pkg::KindDlfm : fabric_pkg::KindDlrm;
      if (line_bc) begin
        bc_msg = {SEQ_W'(0), child(scan_key_i, DW'(kk_q), below),
                  (sync_q | scan_cond_i) ? fabric_pkg::KindDerf : fabric_pkg::KindDerr};
      end
    end
    // the last child: down ports 0..h-1 exist, h may be less than H
    line_last = 1'b1;
    for (int k = 0; k < H - 1; k = k + 1) begin
      if (kk_q == HW'(k)) line_last = ~down_i[k+1];
    end
  end

  assign push_o       = forward_set_q | (set_q & {M{fire}});
  assign push_msg_o   = send_q ? bc_msg : forward_msg_q;
  assign advertised_o = fire & line_bc & line_last & ~sync_q;
  assign idle_o       = idle_q | (decide_q & ~scan_more_i & ~level_q);
  assign busy_o       = ~idle_q | done_q;
  assign op_done_o    = done_q & idle_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      idle_q    <= 1'b1;
      exec_q    <= 1'b0;
      forward_q <= 1'b0;
      second_q  <= 1'b0;
      third_q   <= 1'b0;
      check_q   <= 1'b0;
      decide_q  <= 1'b0;
      send_q    <= 1'b0;
      done_q    <= 1'b0;
    end else begin
      idle_q    <= ~pick_i & (idle_o | forward_q | over | (third_q & leaf)
                              | (exec_q & ~statement & ~evaluate & ~visit_o & (forward_d == '0)));
      exec_q    <= pick_i;
      forward_q <= exec_q & ~evaluate & (forward_d != '0);
      second_q  <= statement | evaluate;
      third_q   <= second_q;
      check_q   <= third_q & ~leaf;
      decide_q  <= check_q | visit_o;
      send_q    <= (decide_q & ~idle_o) | (send_q & ~over);
      done_q    <= ~idle_o;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      forward_set_q           <= '0;
      sync_q                  <= 1'b0;
      line_q                  <= 1'b0;
      level_q                 <= 1'b0;
      kk_q                    <= '0;
      dlfm_advertised_valid_q <= 1'b0;
    end else begin
      forward_set_q <= forward_d;
      if (exec_q) sync_q <= visit_o;
      if (next_o) line_q <= scan_more_i;
      if (check_q) level_q <= level_change;
      else if (exec_q) level_q <= visit_o & dlfm_advertised_valid_q;
      else if (fire && !line_bc) level_q <= 1'b0;
      if (fire && line_bc) kk_q <= line_last ? '0 : kk_q + HW'(1);
      if (fire && !line_bc && !sync_q) dlfm_advertised_valid_q <= level_holds_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (idle_o) begin
      op_q    <= pick_op_i;
      port_q  <= pick_port_i;
      index_q <= names_port ? pick_msg.port : HW'(pick_port_i - DW'(H));
      msg_q   <= pick_msg;
      is_up_q <= pick_is_up_i;
    end
    if (exec_q) forward_msg_q <= forward_msg_d;
    set_q <= sync_q ? port_mask : down_i;
    if (check_q || exec_q) begin
      level_holds_q <= exec_q | want_i;
      level_value_q <= exec_q ? dlfm_advertised_q : want_level_i;
    end
    if (fire && !line_bc && !sync_q) dlfm_advertised_q <= level_value_q;
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(seq_pick_when_idle, !pick_i || idle_o)
      `SELVAGE_ASSERT(seq_own_level_derived, !(derf_o || derr_o) || own_level)
      `SELVAGE_ASSERT(seq_derived_from_above, !(exec_q && op_q >= fabric_pkg::OpDerf
                      && op_q <= fabric_pkg::OpDlrm) || is_up_q)
      `SELVAGE_ASSERT(seq_sync_from_below, !visit_o || !is_up_q)
      `SELVAGE_ASSERT(seq_forward_has_room, (forward_set_q & ~room_i) == '0)
      `SELVAGE_ASSERT(seq_one_state, 4'(idle_q) + 4'(exec_q) + 4'(forward_q) + 4'(second_q)
                      + 4'(third_q) + 4'(check_q) + 4'(decide_q) + 4'(send_q) == 4'd1)
      `SELVAGE_ASSERT(seq_sends_something, !send_q || line_q || level_q)
      `SELVAGE_COVER(seq_waits_for_room, send_q && !fire)
    end
  end
endmodule
