// SPDX-License-Identifier: Apache-2.0
/// fattree_control with a prober at every port that leads to a switch: the link events come from
/// link_probe instead of pins (FT-DET-1).
///
/// now_i: see link_probe. A probe that arrives (probe_i) is answered in the same cycle (answer_o);
/// over wires of latency d the prober's round trip is 2d + 1 cycles, since answer_i is sampled at
/// the end of its cycle.
/// Clocks: req_clk_i as in fattree_control. clk_i may be left out while idle_o holds, msg_valid_i
/// and answer_i are 0, and now_i has not reached the due_o of any port that leads to a switch;
/// probe_i is answered without a clock, msg_stop_i does not matter then.
`include "bug.svh"
module fattree_control_probed #(
  /// as in fattree_control
  parameter int M = 8,
  parameter int N = 3,
  parameter int W = 32,
  parameter int QI = 16,
  parameter int QO = 8,
  parameter int SEQ_W = 8,
  /// period_i, timeout_i, retries_i and TW of link_probe
  parameter int PERIOD = 1000,
  parameter int TIMEOUT = 100,
  parameter int RETRIES = 2,
  parameter int TW = 32,
  localparam RW = $clog2(RETRIES + 2),
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
  input  logic              req_clk_i,
  input  logic              rst_ni,
  /// deliberate faults, see fattree_control; see link_probe
  `SELVAGE_BUG_PORT(bug_i, 14)
  `SELVAGE_BUG_PORT(probe_bug_i, 5)
  /// straps, see fattree_control
  input  logic [LW-1:0]     level_i,
  input  logic [NW-1:0]     levels_i,
  input  logic [KW-1:0]     coord_i,
  input  logic [W-1:0]      line_en_i,
  input  logic [M-1:0]      port_en_i,
  input  logic              rule_paper_i,
  input  logic [CI-1:0]     xoff_i,
  /// time; first probe of port p at [p*TW +: TW] (strap); next event of port p
  input  logic [TW-1:0]     now_i,
  input  logic [M*TW-1:0]   phase_i,
  output logic [M*TW-1:0]   due_o,
  /// probes and answers, out and in
  output logic [M-1:0]      probe_o,
  output logic [M-1:0]      answer_o,
  input  logic [M-1:0]      probe_i,
  input  logic [M-1:0]      answer_i,
  /// links declared dead
  output logic [M-1:0]      dead_o,
  /// messages, requests, events: see fattree_control
  input  logic [M-1:0]      msg_valid_i,
  input  logic [M*MSGW-1:0] msg_data_i,
  output logic [M-1:0]      msg_stop_o,
  output logic [M-1:0]      msg_valid_o,
  output logic [M*MSGW-1:0] msg_data_o,
  input  logic [M-1:0]      msg_stop_i,
  input  logic              req_valid_i,
  input  logic              req_from_up_i,
  input  logic [N*DW-1:0]   req_src_i,
  input  logic [N*DW-1:0]   req_dst_i,
  output logic              gnt_valid_o,
  output logic              gnt_up_o,
  output logic              gnt_drop_o,
  output logic [DW-1:0]     gnt_port_o,
  output logic [H-1:0]      gnt_mask_o,
  output logic              overflow_o,
  output logic              op_done_o,
  output logic              idle_o,
  output logic              req_idle_o
);
  logic [M-1:0] probed_q;  // ports that lead to switches
  logic [M-1:0] down, up, busy;
  logic         idle;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) probed_q <= port_en_i & {{H{1'b1}}, {H{level_i != '0}}};
  end

  genvar p;
  generate
    for (p = 0; p < M; p = p + 1) begin : gen_port
      link_probe #(
        .TW(TW),
        .RW(RW)
      ) i_probe (
        .clk_i    (clk_i),
        .rst_ni   (rst_ni),
        `SELVAGE_BUG_PIN(bug_i, probe_bug_i)
        .enable_i (probed_q[p]),
        .phase_i  (phase_i[p*TW+:TW]),
        .period_i (TW'(PERIOD)),
        .timeout_i(TW'(TIMEOUT)),
        .retries_i(RW'(RETRIES)),
        .now_i    (now_i),
        .answer_i (answer_i[p]),
        .send_o   (probe_o[p]),
        .down_o   (down[p]),
        .up_o     (up[p]),
        .dead_o   (dead_o[p]),
        .due_o    (due_o[p*TW+:TW]),
        .busy_o   (busy[p])
      );
    end
  endgenerate

  assign answer_o = probe_i & probed_q;
  assign idle_o   = idle & (busy == '0);

  fattree_control #(
    .M(M),
    .N(N),
    .W(W),
    .QI(QI),
    .QO(QO),
    .SEQ_W(SEQ_W)
  ) i_control (
    .clk_i        (clk_i),
    .req_clk_i    (req_clk_i),
    .rst_ni       (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i)
    .level_i      (level_i),
    .levels_i     (levels_i),
    .coord_i      (coord_i),
    .line_en_i    (line_en_i),
    .port_en_i    (port_en_i),
    .rule_paper_i (rule_paper_i),
    .xoff_i       (xoff_i),
    .link_down_i  (down),
    .link_up_i    (up),
    .msg_valid_i  (msg_valid_i),
    .msg_data_i   (msg_data_i),
    .msg_stop_o   (msg_stop_o),
    .msg_valid_o  (msg_valid_o),
    .msg_data_o   (msg_data_o),
    .msg_stop_i   (msg_stop_i),
    .req_valid_i  (req_valid_i),
    .req_from_up_i(req_from_up_i),
    .req_src_i    (req_src_i),
    .req_dst_i    (req_dst_i),
    .gnt_valid_o  (gnt_valid_o),
    .gnt_up_o     (gnt_up_o),
    .gnt_drop_o   (gnt_drop_o),
    .gnt_port_o   (gnt_port_o),
    .gnt_mask_o   (gnt_mask_o),
    .overflow_o   (overflow_o),
    .op_done_o    (op_done_o),
    /* verilator lint_off PINCONNECTEMPTY */
    .work_o       (),
    /* verilator lint_on PINCONNECTEMPTY */
    .idle_o       (idle),
    .req_idle_o   (req_idle_o)
  );

`include "assert.svh"
  `SELVAGE_RANGE(tw, TW > $clog2(PERIOD + 1) && TW <= 64,
                 "fattree_control_probed: TW must hold twice PERIOD, in 64 bits at most")
  `SELVAGE_RANGE(period, PERIOD > (RETRIES + 1) * TIMEOUT,
                 "fattree_control_probed: PERIOD must be longer than all tries of a probe")
  `SELVAGE_RANGE(timeout, TIMEOUT >= 1, "fattree_control_probed: TIMEOUT must be at least 1")
  `SELVAGE_RANGE(retries, RETRIES >= 0, "fattree_control_probed: RETRIES must not be negative")
endmodule
