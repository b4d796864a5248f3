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
/// comes in and, with numbered_i, no RESEND, no link_init_i, and rx_ok_i is as it was.
/// wipe_i: the switch dies (FS-DIE). Inputs, questions and outputs are as after a reset; what ports
/// know of the far end, and the control plane, live on.
/// sideband_i: fault messages have pins of their own, *_msg_*, a number above each, and take no
/// beat (FS-SIDE); what comes as symbol 2 is nothing then. Without it those pins are nothing.
/// cnt_clk_i, another clk_i on a pin of its own, reads counters (switch_counters), and may be left
/// out while nobody reads.
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
  parameter int HEADERS = DEPTH + 1,
  /// bits of a length; of a beat, which holds 32 more than addresses and length
  parameter int LEN_W = 14,
  parameter int DATA_W = (2 * N * $clog2(M) + LEN_W + 32 > 64) ? 128 : 64,
  /// cycles from question to answer
  parameter int R = 2,
  /// messages of each port that may have to leave once more
  parameter int COPIES = 64,
  /// counters of ports, 1: there, 0: they read as 0; bits of one
  parameter int COUNTERS = 1,
  parameter int CNT_W = 32,
  localparam NB = $clog2(COPIES) + 1,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam NW = $clog2(N + 1),
  localparam KW = (N - 1) * DW,
  localparam CI = $clog2(QI + 1),
  localparam UW = $clog2(DEPTH + 1),
  localparam WAY_W = 2 * N * DW,
  localparam MSGW = 3 + LW + KW + HW + SEQ_W,
  localparam WIRE_W = NB + MSGW
) (
  input  logic                clk_i,
  input  logic                hdr_clk_i,
  input  logic                ctl_clk_i,
  input  logic                cnt_clk_i,
  input  logic                rst_ni,
  /// deliberate faults: [13:0] fattree_control's, [24:14] switch_path's, [26:25] message_link's, 27
  /// a message that leaves by pins of its own takes a beat, too, [36:28] switch_path's from 11
  /// on
  `SELVAGE_BUG_PORT(bug_i, 37)
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
  /// strap: links number fault messages, since they damage or lose some
  input  logic                numbered_i,
  /// strap: fault messages have pins of their own
  input  logic                sideband_i,
  /// links: alive; what they bring: 0 nothing, 1 a beat, 2 a message, and its marks
  input  logic [M-1:0]        rx_ok_i,
  input  logic [2*M-1:0]      rx_sym_i,
  input  logic [M-1:0]        rx_head_i,
  input  logic [M-1:0]        rx_tail_i,
  input  logic [M-1:0]        rx_bad_i,
  input  logic [M*DATA_W-1:0] rx_data_i,
  output logic [M-1:0]        rx_xon_o,
  output logic [M-1:0]        rx_stop_o,
  /// RESEND: a message is missing, the number of the one that is waited for
  output logic [M-1:0]        rx_resend_o,
  output logic [M*NB-1:0]     rx_number_o,
  /// with sideband_i: fault messages, damaged or not; those that go out
  input  logic [M-1:0]        rx_msg_valid_i,
  input  logic [M-1:0]        rx_msg_bad_i,
  input  logic [M*WIRE_W-1:0] rx_msg_data_i,
  output logic [M-1:0]        tx_msg_valid_o,
  output logic [M*WIRE_W-1:0] tx_msg_data_o,
  /// what goes out; the far end's XON, if tx_ok_i, and stop for messages
  input  logic [M-1:0]        tx_ok_i,
  output logic [2*M-1:0]      tx_sym_o,
  output logic [M-1:0]        tx_head_o,
  output logic [M-1:0]        tx_tail_o,
  output logic [M-1:0]        tx_bad_o,
  output logic [M*DATA_W-1:0] tx_data_o,
  input  logic [M-1:0]        tx_xon_i,
  input  logic [M-1:0]        tx_stop_i,
  input  logic [M-1:0]        tx_resend_i,
  input  logic [M*NB-1:0]     tx_number_i,
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
  /// counters: which, of which port; it, a clock of cnt_clk_i later
  input  logic [DW-1:0]       cnt_port_i,
  input  logic [2:0]          cnt_sel_i,
  output logic [CNT_W-1:0]    cnt_o,
  /// pulses: packets drained; beats that were ignored or not what they should be; a fault was lost
  output logic [M-1:0]        drained_o,
  output logic [M-1:0]        malformed_o,
  output logic                overflow_o,
  output logic                op_done_o,
  output logic                idle_o,
  output logic                hdr_idle_o,
  output logic                ctl_idle_o
);
  // ------------------------------------------------------------------------------- packets
  logic              req, from_up, gnt_valid, gnt_up, gnt_drop, req_idle, ctl_idle, ctl_work;
  logic              work;  // of FS-DEC, declarations aside
  logic [M-1:0]      down, up;
  logic [M-1:0]      msg_in, msg_out, stop;             // at the control
  logic [M*MSGW-1:0] msg_in_data, msg_out_data;
  logic [M-1:0]      wire_in, wire_out;                 // at the wires, number in front
  logic [M-1:0]      beat_in, beat_out;                 // of them, those that take beats
  logic [M*WIRE_W-1:0] wire_out_data, beat_in_data;
  logic [M*NB-1:0]   number_out;
  logic [M*MSGW-1:0] sent;
  logic              link_idle, side_idle;
  logic [WAY_W-1:0]  req_way;
  logic [DW-1:0]     gnt_port;

  assign work   = ctl_work | (msg_in != '0);

  switch_path #(
    .M       (M),
    .DATA_W  (DATA_W),
    .WAY_W   (WAY_W),
    .LEN_W   (LEN_W),
    .DEPTH   (DEPTH),
    .HEADERS (HEADERS),
    .R       (R),
    .MSG_W   (WIRE_W),
    .COUNTERS(COUNTERS),
    .CNT_W   (CNT_W)
  ) i_path (
    .clk_i      (clk_i),
    .hdr_clk_i  (hdr_clk_i),
    .ctl_clk_i  (ctl_clk_i),
    .cnt_clk_i  (cnt_clk_i),
    .rst_ni     (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, {bug_i[36:28], bug_i[24:14]})
    .root_i     (NW'(level_i) + NW'(1) == levels_i),
    .xon_most_i (xon_most_i),
    .rx_ok_i    (rx_ok_i),
    .rx_sym_i   (rx_sym_i),
    .rx_head_i  (rx_head_i),
    .rx_tail_i  (rx_tail_i),
    .rx_bad_i   (rx_bad_i),
    .rx_data_i  (rx_data_i),
    .rx_xon_o   (rx_xon_o),
    .tx_ok_i    (tx_ok_i),
    .tx_sym_o   (tx_sym_o),
    .tx_head_o  (tx_head_o),
    .tx_tail_o  (tx_tail_o),
    .tx_bad_o   (tx_bad_o),
    .tx_data_o  (tx_data_o),
    .tx_xon_i   (tx_xon_i),
    .link_down_i(link_down_i),
    .link_up_i  (link_up_i),
    .link_init_i(link_init_i),
    .clear_o    (clear_o),
    .wipe_i     (wipe_i),
    .dec_in_o   (dec_in_o),
    .dec_want_o (dec_want_o),
    .drained_o  (drained_o),
    .malformed_o(malformed_o),
    .count_msg_i(wire_out),
    .cnt_port_i (cnt_port_i),
    .cnt_sel_i  (cnt_sel_i),
    .cnt_o      (cnt_o),
    .msg_valid_o(beat_in),
    .msg_data_o (beat_in_data),
    .down_o     (down),
    .up_o       (up),
    .req_valid_o(req),
    .req_up_o   (from_up),
    .req_way_o  (req_way),
    .gnt_valid_i(gnt_valid),
    .gnt_drop_i (gnt_drop),
    .gnt_port_i (gnt_port),
    .msg_valid_i(beat_out),
    .msg_data_i (wire_out_data),
    .work_i     (work),
    .ctl_idle_i (ctl_idle & link_idle & side_idle),
    .req_idle_i (req_idle),
    .idle_o     (idle_o),
    .hdr_idle_o (hdr_idle_o),
    .ctl_idle_o (ctl_idle_o)
  );

  // ------------------------------------------------------------------------------- wires
  logic                sideband_q, numbered_q;
  logic [M-1:0]        side_q;  // come by pins of their own
  logic [M*WIRE_W-1:0] side_data_q;
  logic [M-1:0]        pin_bad;
  logic [M*NB-1:0]     pin_number;

  `SELVAGE_BUG_REG(bug_q, 1, rst_ni ? bug_q : bug_i[27])
  always_ff @(posedge ctl_clk_i) begin
    side_q         <= (rst_ni && sideband_q) ? rx_msg_valid_i : '0;
    tx_msg_valid_o <= (rst_ni && sideband_q) ? wire_out : '0;
    if (sideband_q && rx_msg_valid_i != '0) side_data_q <= rx_msg_data_i;
    if (sideband_q && wire_out != '0) tx_msg_data_o <= wire_out_data;
    if (!rst_ni) begin
      sideband_q <= sideband_i;
      numbered_q <= numbered_i;
    end
  end
  assign side_idle = (side_q | tx_msg_valid_o) == '0;
  assign wire_in   = sideband_q ? side_q : beat_in;
  assign beat_out  = (sideband_q & `SELVAGE_BUG(bug_q, 1'b1, 1'b0)) ? '0 : wire_out;

  always_comb begin
    {pin_bad, pin_number} = '0;
    if (numbered_q) begin
      pin_bad = sideband_q ? rx_msg_bad_i : rx_bad_i;
      for (int p = 0; p < M; p = p + 1) begin
        pin_number[p*NB+:NB] = sideband_q ? rx_msg_data_i[p*WIRE_W+MSGW+:NB]
                                          : rx_data_i[p*DATA_W+MSGW+:NB];
      end
    end
  end

  // ------------------------------------------------------------------------------- messages
  always_comb begin
    {msg_in_data, wire_out_data} = '0;
    if (wire_in != '0) begin
      for (int p = 0; p < M; p = p + 1) begin
        msg_in_data[p*MSGW+:MSGW] = sideband_q ? side_data_q[p*WIRE_W+:MSGW]
                                               : beat_in_data[p*WIRE_W+:MSGW];
      end
    end
    if (wire_out != '0) begin
      for (int p = 0; p < M; p = p + 1) begin
        wire_out_data[p*WIRE_W+:WIRE_W] = {number_out[p*NB+:NB], sent[p*MSGW+:MSGW]};
      end
    end
  end

  message_link #(
    .M        (M),
    .MSG_W    (MSGW),
    .COPIES   (COPIES),
    .PIN_W    (NB),
    .NUMBER_AT(0)
  ) i_link (
    .clk_i       (ctl_clk_i),
    .rst_ni      (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i[26:25])
    .numbered_i  (numbered_i),
    .ok_i        (rx_ok_i),
    .init_i      (link_init_i),
    .down_i      (down),
    .up_i        (up),
    .pin_bad_i   (pin_bad),
    .pin_data_i  (pin_number),
    .rx_valid_i  (wire_in),
    .rx_taken_o  (msg_in),
    .rx_resend_o (rx_resend_o),
    .rx_number_o (rx_number_o),
    .tx_resend_i (tx_resend_i),
    .tx_number_i (tx_number_i),
    .stop_i      (tx_stop_i),
    .stop_o      (stop),
    .msg_valid_i (msg_out),
    .msg_data_i  (msg_out_data),
    .msg_valid_o (wire_out),
    .msg_data_o  (sent),
    .msg_number_o(number_out),
    .idle_o      (link_idle)
  );

  // ------------------------------------------------------------------------------- control plane
  /* verilator lint_off PINCONNECTEMPTY */
  fattree_control #(
    .M    (M),
    .N    (N),
    .W    (W),
    .QI   (QI),
    .QO   (QO),
    .SEQ_W(SEQ_W),
    .REQ_REG(0)
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
    .link_down_i  (down),
    .link_up_i    (up),
    .msg_valid_i  (msg_in),
    .msg_data_i   (msg_in_data),
    .msg_stop_o   (rx_stop_o),
    .msg_valid_o  (msg_out),
    .msg_data_o   (msg_out_data),
    .msg_stop_i   (stop),
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

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(switch_up_port, !gnt_valid || gnt_drop || !gnt_up || gnt_port >= DW'(H))
      if (tx_msg_valid_o != '0) begin
        for (int p = 0; p < M; p = p + 1) begin
          `SELVAGE_COVER(switch_beside_beat, tx_msg_valid_o[p] && tx_sym_o[2*p])
        end
      end
    end
  end
endmodule
