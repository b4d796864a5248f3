// SPDX-License-Identifier: Apache-2.0
/// Control plane and route selection of one m-port n-tree switch with repair of links
/// (docs/reference/control-plane.md; routing: FT-RS-1..6).
///
/// Messages: see port_queues for the cycle of each signal and typedef.svh for the bits of a
/// message: {seq[SEQ_W], port[HW], key[KW], level[LW], kind[3]}.
/// Links of LAT cycles, 2*LAT + 4 <= QI: a message that is at msg_valid_o in cycle t is at the far
/// msg_valid_i in cycle t + LAT. msg_stop_o in cycle t+1 is the stop of the page at the end of
/// cycle t; sampled at the far msg_stop_i at the end of cycle t + LAT (LAT - 1 cycles on the way)
/// it acts from the cycle after on. One cycle more on the way is harmless. A dead link carries
/// neither: 0 at msg_valid_i and msg_stop_i.
/// Requests: one a clock. req_* sampled at the edge that begins a cycle are looked up in that
/// cycle, with all writes that took effect up to and including that edge; gnt_* hold the answer in
/// the next cycle. gnt_up/drop/port/mask keep their value while gnt_valid_o is 0. With REQ_REG = 0
/// only req_valid_i has a register here: the other pins of a request are read a cycle later.
/// Ports: switch port p < H leads down, port H + j is up port j; at a root all lead down. Ports
/// with port_en_i = 0 do not exist: a smaller tree (m' ports, h' = m'/2) on a bigger build has down
/// ports 0..h'-1 (a root 0..m'-1) and up ports H..H+h'-1; address digits are padded with zeros
/// above. At level 0 down ports lead to hosts, which take no part in this.
/// Straps are sampled in reset: set them before it ends, and hold reset for two clocks.
/// Clocks: req_clk_i is clk_i on a pin of its own, so that each can be gated. clk_i may be left out
/// while idle_o (no message, no event inside) and link_down_i, link_up_i, msg_valid_i are 0;
/// msg_stop_i does not matter then. req_clk_i may be left out while req_idle_o (no undecided
/// request inside) holds and req_valid_i is 0; gnt_valid_o, too, then stays what it is.
/// Public state (Verilator): i_links own_q, dlfm_q, dl_q, dead_q, ever_q, seq_q, announce_q; i_lft
/// valid_q, key_q, direct_q, derived_q, known_q, seq_q {line, up port}, advertised_q; i_unit.i_seq
/// dlfm_advertised_valid_q, dlfm_advertised_q; i_unit.i_seen valid_q, id_q; i_unit down_q, up_q.
`include "bug.svh"
module fattree_control #(
  /// ports of the switch, even, 4..64
  parameter int M = 8,
  /// levels of the tree, 2..6
  parameter int N = 3,
  /// lines of the link fault table
  parameter int W = 32,
  /// messages in an input FIFO, in an output FIFO
  parameter int QI = 16,
  parameter int QO = 8,
  /// bits of a sequence number
  parameter int SEQ_W = 8,
  /// addresses of a request have registers here
  parameter int REQ_REG = 1,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam NW = $clog2(N + 1),
  localparam KW = (N - 1) * DW,
  localparam CI = $clog2(QI + 1),
  localparam MSGW = 3 + LW + KW + HW + SEQ_W
) (
  input  logic              clk_i,
  /// the same clock, for the registers of requests and decisions
  input  logic              req_clk_i,
  input  logic              rst_ni,
  /// deliberate faults; static: [2:0] see route_select, [3] ULFM not forwarded up, [4] case 1 to
  /// down ports only, [5] DLFM carries the least level, [6] PS taken without the level test,
  /// [7] <= for < in it, [8] DLFM never sent again, [9] repair clears direct and derived,
  /// [10] no SYNCREQ, [11] no RESYNC, [12] a decision comes a clock late, [13] of two
  /// requests in a row the second gets none
  `SELVAGE_BUG_PORT(bug_i, 14)
  /// straps: own level; levels of the tree; own name, digit i at [i*DW +: DW]
  input  logic [LW-1:0]     level_i,
  input  logic [NW-1:0]     levels_i,
  input  logic [KW-1:0]     coord_i,
  /// straps: lines of the fault table that may be used, ports that exist, printed rule
  input  logic [W-1:0]      line_en_i,
  input  logic [M-1:0]      port_en_i,
  input  logic              rule_paper_i,
  /// strap: messages an input FIFO may hold without asking for a stop, QI - 2*LAT - 2
  input  logic [CI-1:0]     xoff_i,
  /// link events by port, pulses
  input  logic [M-1:0]      link_down_i,
  input  logic [M-1:0]      link_up_i,
  /// messages in, port p at [p*MSGW +: MSGW], and stop towards their sender
  input  logic [M-1:0]      msg_valid_i,
  input  logic [M*MSGW-1:0] msg_data_i,
  output logic [M-1:0]      msg_stop_o,
  /// messages out, and stop from their receiver
  output logic [M-1:0]      msg_valid_o,
  output logic [M*MSGW-1:0] msg_data_o,
  input  logic [M-1:0]      msg_stop_i,
  /// request: route a packet, digit i of an address at [i*DW +: DW]
  input  logic              req_valid_i,
  input  logic              req_from_up_i,
  input  logic [N*DW-1:0]   req_src_i,
  input  logic [N*DW-1:0]   req_dst_i,
  /// a decision is present
  output logic              gnt_valid_o,
  output logic              gnt_up_o,
  output logic              gnt_drop_o,
  output logic [DW-1:0]     gnt_port_o,
  output logic [H-1:0]      gnt_mask_o,
  /// pulse: the table was full and a fault was lost
  output logic              overflow_o,
  /// pulse: an operation is over, the tables are settled
  output logic              op_done_o,
  /// the tables may change yet by what is inside; idle_o rises a clock later after an operation
  output logic              work_o,
  /// clk_i, req_clk_i may be left out
  output logic              idle_o,
  output logic              req_idle_o
);
  // ------------------------------------------------------------------------------- straps
  logic [LW-1:0] level_q;
  logic [KW-1:0] coord_q;
  logic [W-1:0]  line_en_q;
  logic          paper_q;
  logic [CI-1:0] xoff_q;
  logic [M-1:0]  up_q;    // ports that lead up; that lead down to switches
  logic [M-1:0]  down_q;
  logic          root;

  assign root = NW'(level_i) + NW'(1) == levels_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      level_q   <= level_i;
      coord_q   <= coord_i;
      line_en_q <= line_en_i;
      paper_q   <= rule_paper_i;
      xoff_q    <= xoff_i;
      up_q      <= root ? '0 : {port_en_i[M-1:H], {H{1'b0}}};
      down_q    <= port_en_i & {{H{root}}, {H{1'b1}}} & {M{level_i != '0}};
    end
  end

  `SELVAGE_BUG_REG(bug_q, 14, rst_ni ? bug_q : bug_i)

  // -------------------------------------------------------------------------- message unit
  logic [DW-1:0]    port;
  logic [HW-1:0]    index;
  logic             is_up, msg_dead;
  logic [LW-1:0]    msg_level;
  logic [KW-1:0]    msg_key, scan_key;
  logic [SEQ_W-1:0] msg_seq, seq;
  logic             link_down, link_up, dlfm, dlrm, resync, own, dead;
  logic [M-1:0]     announced, announce;
  logic             statement, derf, derr, forget;
  logic             check, want, visit, next, advertised, scan_more, scan_cond;
  logic [LW-1:0]    want_level;

  fault_message_unit #(
    .M(M),
    .N(N),
    .QI(QI),
    .QO(QO),
    .SEQ_W(SEQ_W)
  ) i_unit (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, {bug_q[11:10], bug_q[8], bug_q[4:3]})
    .level_i      (level_q),
    .coord_i      (coord_q),
    .up_i         (up_q),
    .down_i       (down_q),
    .xoff_i       (xoff_q),
    .link_down_i  (link_down_i),
    .link_up_i    (link_up_i),
    .msg_valid_i  (msg_valid_i),
    .msg_data_i   (msg_data_i),
    .msg_stop_o   (msg_stop_o),
    .msg_valid_o  (msg_valid_o),
    .msg_data_o   (msg_data_o),
    .msg_stop_i   (msg_stop_i),
    .op_port_o    (port),
    .op_index_o   (index),
    .op_is_up_o   (is_up),
    .op_level_o   (msg_level),
    .op_key_o     (msg_key),
    .op_seq_o     (msg_seq),
    .op_dead_o    (msg_dead),
    .link_down_o  (link_down),
    .link_up_o    (link_up),
    .dlfm_o       (dlfm),
    .dlrm_o       (dlrm),
    .resync_o     (resync),
    .announced_o  (announced),
    .own_i        (own),
    .dead_i       (dead),
    .seq_i        (seq),
    .announce_i   (announce),
    .statement_o  (statement),
    .derf_o       (derf),
    .derr_o       (derr),
    .forget_o     (forget),
    .check_o      (check),
    .want_i       (want),
    .want_level_i (want_level),
    .visit_o      (visit),
    .next_o       (next),
    .scan_more_i  (scan_more),
    .scan_key_i   (scan_key),
    .scan_cond_i  (scan_cond),
    .advertised_o (advertised),
    .op_done_o    (op_done_o),
    .idle_o       (idle_o),
    .work_o       (work_o)
  );

  // ------------------------------------------------------------------------------- tables
  logic [H-1:0]    own_all, dlfm_all, ps_failed, lft_bits;
  logic [H*LW-1:0] dl_all, ps_level;
  logic [N*H-1:0]  below;
  logic            links_changed_q;  // at the last edge
  logic            lookup;
  logic [N*DW-1:DW] lookup_dst;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) links_changed_q <= 1'b1;
    else links_changed_q <= link_down | link_up | dlfm | dlrm;
  end

  link_state #(
    .M(M),
    .N(N),
    .SEQ_W(SEQ_W)
  ) i_links (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .link_down_i (link_down),
    .link_up_i   (link_up),
    .is_up_i     (is_up),
    .port_i      (port),
    .index_i     (index),
    .dlfm_i      (dlfm),
    .dlrm_i      (dlrm),
    .dlfm_level_i(msg_level),
    .resync_i    (resync),
    .announced_i (announced),
    .own_o       (own),
    .dead_o      (dead),
    .seq_o       (seq),
    .announce_o  (announce),
    .read_i      (lookup | links_changed_q),
    .own_all_o   (own_all),
    .dlfm_all_o  (dlfm_all),
    .dl_all_o    (dl_all)
  );

  up_summary #(
    .M(M),
    .N(N)
  ) i_summary (
    .clk_i       (clk_i),
    `SELVAGE_BUG_PIN(bug_i, bug_q[7:5])
    .level_i     (level_q),
    .up_en_i     (up_q[M-1:H]),
    .own_i       (own_all),
    .dlfm_i      (dlfm_all),
    .dl_i        (dl_all),
    .route_i     (lookup),
    .update_i    (links_changed_q),
    .rule_paper_i(paper_q),
    .ps_failed_o (ps_failed),
    .ps_level_o  (ps_level),
    .want_o      (want),
    .want_level_o(want_level),
    .below_o     (below)
  );

  fault_table #(
    .M(M),
    .N(N),
    .W(W),
    .SEQ_W(SEQ_W)
  ) i_lft (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    `SELVAGE_BUG_PIN(bug_shared_i, bug_q[9])
    .level_i      (level_q),
    .coord_i      (coord_q),
    .line_en_i    (line_en_q),
    .rule_paper_i (paper_q),
    .statement_i  (statement),
    .dead_i       (msg_dead),
    .derf_i       (derf),
    .derr_i       (derr),
    .forget_i     (forget),
    .key_i        (msg_key),
    .bit_i        (index),
    .seq_i        (msg_seq),
    .check_i      (check),
    .below_i      (below),
    .visit_i      (visit),
    .next_i       (next),
    .scan_more_o  (scan_more),
    .scan_key_o   (scan_key),
    .scan_cond_o  (scan_cond),
    .advertised_i (advertised),
    .lookup_valid_i (lookup),
    .lookup_dst_i (lookup_dst),
    .lookup_bits_o(lft_bits),
    .overflow_o   (overflow_o)
  );

  // ----------------------------------------------------------------------------- decision
  route_stage #(
    .M(M),
    .N(N),
    .REQ_REG(REQ_REG)
  ) i_route (
    .clk_i        (req_clk_i),
    .rst_ni       (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, {bug_q[13:12], bug_q[2:0]})
    .level_i      (level_q),
    .req_valid_i  (req_valid_i),
    .req_from_up_i(req_from_up_i),
    .req_src_i    (req_src_i),
    .req_dst_i    (req_dst_i),
    .lookup_valid_o (lookup),
    .lookup_dst_o (lookup_dst),
    .failed_i     (ps_failed),
    .ps_level_i   (ps_level),
    .lft_bits_i   (lft_bits),
    .gnt_valid_o  (gnt_valid_o),
    .gnt_up_o     (gnt_up_o),
    .gnt_drop_o   (gnt_drop_o),
    .gnt_port_o   (gnt_port_o),
    .gnt_mask_o   (gnt_mask_o),
    .idle_o       (req_idle_o)
  );

  // ---------------------------------------------------------------- parameters, assertions
`include "assert.svh"
  `SELVAGE_RANGE(seq_w, SEQ_W >= 2, "fattree_control: SEQ_W must be at least 2")
  `SELVAGE_RANGE(req_reg, REQ_REG == 0 || REQ_REG == 1, "fattree_control: REQ_REG must be 0 or 1")
  `SELVAGE_RANGE(m, M >= 4 && M <= 64 && M % 2 == 0, "fattree_control: M must be even, 4..64")
  `SELVAGE_RANGE(n, N >= 2 && N <= 6, "fattree_control: N must be 2..6")
  `SELVAGE_RANGE(w, W >= 1, "fattree_control: W must be at least 1")
  logic quiet, quiet_q;  // idle and nothing comes in
  assign quiet = idle_o & ((link_down_i | link_up_i | msg_valid_i) == '0);
  always_ff @(posedge clk_i) begin
    quiet_q <= rst_ni & quiet;
    if (rst_ni) begin
      `SELVAGE_ASSERT(control_quiet_stays_idle, !quiet_q || (idle_o && !op_done_o && !overflow_o))
      `SELVAGE_ASSERT(control_idle_sends_nothing, !idle_o || (msg_valid_o | msg_stop_o) == '0)
      `SELVAGE_ASSERT(control_idle_writes_nothing, !idle_o || !(link_down || link_up || dlfm || dlrm
                      || resync || statement || derf || derr || forget || advertised))
    end
  end
endmodule
