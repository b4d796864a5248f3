// SPDX-License-Identifier: Apache-2.0
/// A whole cut-through switch of an m-port n-tree: input buffers, requests, control plane, outputs,
/// XON/XOFF, fault messages that take beats (docs/reference/switch-rtl.md, FS-*).
///
/// Time: edge t executes cycle t. It takes what rx_* brought in t (registers loaded at edge t-1)
/// and loads what is on tx_* after it. A head on tx_* after edge t is executed at the far edge t+d:
/// d-2 cycles on the way from tx_* to rx_*; likewise rx_xon_o to tx_xon_i. d >= 2.
/// Ports: as fattree_control; port p of M at [p*W +: W]. An input never sends to its own output,
/// and what comes from above never goes up again.
/// Head beat: dst at [N*DW-1:0], src above it, length in beats in the LEN_W bits above that; what
/// is above is the user's, and passes as it is.
/// Clocks: hdr_clk_i, for what is kept of headers, and ctl_clk_i, for the control plane, are clk_i
/// on pins of their own. clk_i may be left out while idle_o and nothing comes in and no pin
/// changes; hdr_clk_i while hdr_idle_o; ctl_clk_i while ctl_idle_o and no message, no declaration
/// comes in.
/// wipe_i: the switch dies (FS-DIE). Inputs, questions and outputs are as after a reset; what ports
/// know of the far end, and the control plane, live on.
/// Straps are sampled in reset, two clocks. Every pin feeds a register.
`include "bug.svh"
module fattree_switch #(
  /// ports, levels of the tree, lines of the link fault table
  parameter int M = 8,
  parameter int N = 3,
  parameter int W = 32,
  /// messages in an input FIFO, in an output FIFO; bits of a sequence number
  parameter int QI = 16,
  parameter int QO = 8,
  parameter int SEQ_W = 8,
  /// beats of an input buffer, packets in it at most
  parameter int DEPTH = 256,
  parameter int HEADERS = 257,
  /// bits of a length; of a beat, which holds 32 more than addresses and length
  parameter int LEN_W = 14,
  parameter int DATA_W = (2 * N * $clog2(M) + LEN_W + 32 > 64) ? 128 : 64,
  /// cycles from question to answer
  parameter int R = 2,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam NW = $clog2(N + 1),
  localparam KW = (N - 1) * DW,
  localparam CI = $clog2(QI + 1),
  localparam UW = $clog2(DEPTH + 1),
  localparam WAY_W = 2 * N * DW,
  localparam MSGW = 3 + LW + KW + HW + SEQ_W
) (
  input  logic                clk_i,
  input  logic                hdr_clk_i,
  input  logic                ctl_clk_i,
  input  logic                rst_ni,
  /// deliberate faults: [13:0] fattree_control's, [15:14] switch_request's, [18:16]
  /// switch_outputs', [23:19] switch_inputs', 24 the inputs are not wiped
  `SELVAGE_BUG_PORT(bug_i, 25)
  /// straps: as fattree_control
  input  logic [LW-1:0]       level_i,
  input  logic [NW-1:0]       levels_i,
  input  logic [KW-1:0]       coord_i,
  input  logic [W-1:0]        line_en_i,
  input  logic [M-1:0]        port_en_i,
  input  logic                rule_paper_i,
  input  logic [CI-1:0]       xoff_i,
  /// strap: beats in a buffer with which its sender may still start packets
  input  logic [UW-1:0]       xon_most_i,
  /// links: alive; what they bring: 0 nothing, 1 a beat, 2 a message, and its marks
  input  logic [M-1:0]        rx_ok_i,
  input  logic [2*M-1:0]      rx_sym_i,
  input  logic [M-1:0]        rx_head_i,
  input  logic [M-1:0]        rx_tail_i,
  input  logic [M-1:0]        rx_bad_i,
  input  logic [M*DATA_W-1:0] rx_data_i,
  output logic [M-1:0]        rx_xon_o,
  output logic [M-1:0]        rx_stop_o,
  /// what goes out; the far end's XON, if tx_ok_i, and stop for messages
  input  logic [M-1:0]        tx_ok_i,
  output logic [2*M-1:0]      tx_sym_o,
  output logic [M-1:0]        tx_head_o,
  output logic [M-1:0]        tx_tail_o,
  output logic [M-1:0]        tx_bad_o,
  output logic [M*DATA_W-1:0] tx_data_o,
  input  logic [M-1:0]        tx_xon_i,
  input  logic [M-1:0]        tx_stop_i,
  /// declarations, pulses for edge t, act at edge t+1; the link begins anew; nothing comes in or
  /// leaves
  input  logic [M-1:0]        link_down_i,
  input  logic [M-1:0]        link_up_i,
  input  logic [M-1:0]        link_init_i,
  output logic [M-1:0]        clear_o,
  /// pulse, like a beat of the cycle in which the switch dies
  input  logic                wipe_i,
  /// the control's answer of the last edge: for which input, and where to, one-hot, 0: nowhere
  output logic [M-1:0]        dec_in_o,
  output logic [M-1:0]        dec_want_o,
  /// pulses: packets drained; beats that were ignored or not what they should be; a fault was lost
  output logic [M-1:0]        drained_o,
  output logic [M-1:0]        malformed_o,
  output logic                overflow_o,
  output logic                op_done_o,
  output logic                idle_o,
  output logic                hdr_idle_o,
  output logic                ctl_idle_o
);
  // ------------------------------------------------------------------------------- pins in
  logic [M-1:0]        ok_q, low_q, message_q, head_q, tail_q, bad_q, down_q, up_q, beat;
  logic [M*DATA_W-1:0] data_q;
  logic [M-1:0]        xon_q, dead_q, dead;
  logic [UW-1:0]       xon_most_q;
  logic                root_q, wipe_q, path_rst_n;

  always_ff @(posedge clk_i) begin
    wipe_q <= rst_ni & wipe_i;
    low_q <= '0;
    for (int p = 0; p < M; p = p + 1) begin
      if (rst_ni && rx_sym_i[2*p]) low_q[p] <= 1'b1;
    end
    ok_q   <= rx_ok_i;
    head_q <= rx_head_i;
    tail_q <= rx_tail_i;
    bad_q  <= rx_bad_i;
    data_q <= rx_data_i;
    if (!rst_ni) begin
      xon_most_q <= xon_most_i;
      root_q     <= NW'(level_i) + NW'(1) == levels_i;
    end
  end
  always_ff @(posedge ctl_clk_i) begin
    if (!rst_ni) message_q <= '0;
    else for (int p = 0; p < M; p = p + 1) message_q[p] <= rx_sym_i[2*p+1];
    down_q <= rst_ni ? link_down_i : '0;
    up_q   <= rst_ni ? link_up_i : '0;
  end
  assign beat = low_q & ~message_q;

  `SELVAGE_BUG_REG(bug_q, 25, rst_ni ? bug_q : bug_i)
  assign path_rst_n = rst_ni & ~wipe_q;
  assign dead = (dead_q | down_q) & ~up_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      dead_q <= '0;
      xon_q  <= '1;
    end else begin
      dead_q <= dead;
      xon_q  <= (tx_ok_i & tx_xon_i) | (~tx_ok_i & xon_q) | down_q | link_init_i
                | {M{wipe_q}} & ~tx_ok_i;
    end
  end

  // ------------------------------------------------------------------------------- inputs
  logic [M-1:0]        ask, asked, answer, answer_want, wanted, grant, pop, any, tail, bad;
  logic [M-1:0]        in_clear, in_idle;
  logic                in_quiet;
  logic [M*M-1:0]      want;  // rows of outputs
  logic [M*DATA_W-1:0] data;
  logic                answer_drop, answer_again;
  logic [WAY_W-1:0]    req_way;

  switch_inputs #(
    .M      (M),
    .DATA_W (DATA_W),
    .WAY_W  (WAY_W),
    .LEN_W  (LEN_W),
    .DEPTH  (DEPTH),
    .HEADERS(HEADERS)
  ) i_inputs (
    .clk_i         (clk_i),
    .hdr_clk_i     (hdr_clk_i),
    .rst_ni        (`SELVAGE_BUG(bug_q[24], path_rst_n, rst_ni)),
    `SELVAGE_BUG_PIN(bug_i, bug_q[23:19])
    .root_i        (root_q),
    .rx_ok_i       (ok_q),
    .rx_beat_i     (beat),
    .rx_head_i     (head_q),
    .rx_tail_i     (tail_q),
    .rx_bad_i      (bad_q),
    .rx_data_i     (data_q),
    .init_i        (link_init_i),
    .xon_most_i    (xon_most_q),
    .xon_o         (rx_xon_o),
    .ask_o         (ask),
    .asked_i       (asked),
    .way_o         (req_way),
    .answer_i      (answer),
    .answer_drop_i (answer_drop),
    .answer_again_i(answer_again),
    .answer_want_i (answer_want),
    .dead_i        (dead),
    .wanted_o      (wanted),
    .want_o        (want),
    .grant_i       (grant),
    .pop_i         (pop),
    .any_o         (any),
    .tail_o        (tail),
    .bad_o         (bad),
    .data_o        (data),
    .drained_o     (drained_o),
    .malformed_o   (malformed_o),
    .clear_o       (in_clear),
    .idle_o        (in_idle),
    .quiet_o       (in_quiet)
  );

  // ------------------------------------------------------------------------------- questions
  logic             req, from_up, gnt_valid, gnt_up, gnt_drop, requests_idle, req_idle;
  logic             work;  // of FS-DEC
  logic [DW-1:0]    gnt_port;

  assign from_up = ~root_q & ((asked >> H) != '0);

  switch_request #(
    .M(M),
    .R(R)
  ) i_request (
    .clk_i         (hdr_clk_i),
    .rst_ni        (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_q[15:14])
    .wipe_i        (wipe_q),
    .ask_i         (ask),
    .req_valid_o   (req),
    .asked_o       (asked),
    .gnt_valid_i   (gnt_valid),
    .gnt_drop_i    (gnt_drop),
    .gnt_port_i    (gnt_port),
    .work_i        (work),
    .dead_i        (dead),
    .answer_o      (answer),
    .answer_drop_o (answer_drop),
    .answer_again_o(answer_again),
    .answer_want_o (answer_want),
    .idle_o        (requests_idle)
  );

  // ------------------------------------------------------------------------------- control plane
  logic [M-1:0]      msg_out;
  logic [M*MSGW-1:0] msg_in_data, msg_out_data;
  logic              ctl_idle, ctl_work;

  always_comb begin
    for (int p = 0; p < M; p = p + 1) msg_in_data[p*MSGW+:MSGW] = data_q[p*DATA_W+:MSGW];
  end

  /* verilator lint_off PINCONNECTEMPTY */
  fattree_control #(
    .M    (M),
    .N    (N),
    .W    (W),
    .QI   (QI),
    .QO   (QO),
    .SEQ_W(SEQ_W)
  ) i_control (
    .clk_i        (ctl_clk_i),
    .req_clk_i    (hdr_clk_i),
    .rst_ni       (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i[13:0])
    .level_i      (level_i),
    .levels_i     (levels_i),
    .coord_i      (coord_i),
    .line_en_i    (line_en_i),
    .port_en_i    (port_en_i),
    .rule_paper_i (rule_paper_i),
    .xoff_i       (xoff_i),
    .link_down_i  (down_q),
    .link_up_i    (up_q),
    .msg_valid_i  (message_q),
    .msg_data_i   (msg_in_data),
    .msg_stop_o   (rx_stop_o),
    .msg_valid_o  (msg_out),
    .msg_data_o   (msg_out_data),
    .msg_stop_i   (tx_stop_i),
    .req_valid_i  (req),
    .req_from_up_i(from_up),
    .req_src_i    (req_way[WAY_W-1:N*DW]),
    .req_dst_i    (req_way[N*DW-1:0]),
    .gnt_valid_o  (gnt_valid),
    .gnt_up_o     (gnt_up),
    .gnt_drop_o   (gnt_drop),
    .gnt_port_o   (gnt_port),
    .gnt_mask_o   (),
    .overflow_o   (overflow_o),
    .op_done_o    (op_done_o),
    .work_o       (ctl_work),
    .idle_o       (ctl_idle),
    .req_idle_o   (req_idle)
  );
  /* verilator lint_on PINCONNECTEMPTY */
  assign ctl_idle_o = ctl_idle & ((message_q | down_q | up_q) == '0);
  assign work       = ctl_work | ((message_q | down_q | up_q) != '0);

  // ------------------------------------------------------------------------------- outputs
  logic [M-1:0] out_busy;

  switch_outputs #(
    .M     (M),
    .DATA_W(DATA_W),
    .MSG_W (MSGW)
  ) i_outputs (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_q[18:16])
    .wipe_i     (wipe_q),
    .xon_i      (xon_q),
    .msg_valid_i(msg_out),
    .msg_data_i (msg_out_data),
    .wanted_i   (wanted),
    .want_i     (want),
    .any_i      (any),
    .tail_i     (tail),
    .bad_i      (bad),
    .data_i     (data),
    .grant_o    (grant),
    .pop_o      (pop),
    .tx_sym_o   (tx_sym_o),
    .tx_head_o  (tx_head_o),
    .tx_tail_o  (tx_tail_o),
    .tx_bad_o   (tx_bad_o),
    .tx_data_o  (tx_data_o),
    .busy_o     (out_busy)
  );

  // ------------------------------------------------------------------------------- for others
  assign clear_o    = in_clear & ~out_busy;
  always_ff @(posedge hdr_clk_i) begin
    dec_in_o   <= path_rst_n ? answer : '0;
    dec_want_o <= answer_want;
  end
  assign hdr_idle_o = in_quiet & requests_idle & req_idle & ~gnt_valid & (dec_in_o == '0)
                      & ~wipe_q;
  assign idle_o     = hdr_idle_o & ctl_idle_o & ((~in_idle | out_busy | low_q) == '0)
                      & (tx_sym_o == '0) & ((tx_head_o | tx_tail_o | tx_bad_o) == '0);

`include "assert.svh"
  `SELVAGE_RANGE(data_w, DATA_W >= WAY_W + LEN_W && DATA_W >= MSGW,
                 "fattree_switch: DATA_W must hold addresses and length, and a message")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(switch_up_port, !gnt_valid || gnt_drop || !gnt_up || gnt_port >= DW'(H))
      `SELVAGE_ASSERT(switch_grants_once, (grant & pop) == grant)
    end
  end
endmodule
