// SPDX-License-Identifier: Apache-2.0
/// What a router of the mesh knows of its neighbours: statuses, line bits and epoch (WR-CTL,
/// WR-NEWS), behind links that number messages if they damage some (FS-AGAIN).
///
/// Time: messages are at the pins at edge t like flits; those that leave in t follow from that
/// without a clock. down_i, up_i are declarations of cycle t behind edge t, link_ok_i and
/// link_init_i are pins.
/// ctl_clk_i, of the labels, may be left out while ctl_idle_o.
`include "bug.svh"
module router_control #(
  /// bits of an epoch; messages of each port that may have to leave once more
  parameter int EW = 32,
  parameter int COPIES = 64,
  localparam MSGW = EW + 12,
  localparam NB = $clog2(COPIES) + 1
) (
  input  logic              clk_i,
  input  logic              ctl_clk_i,
  input  logic              rst_ni,
  /// deliberate faults: [5:0] mcc_label's, [9:6] label_epoch's, [11:10] message_link's
  `SELVAGE_BUG_PORT(bug_i, 12)
  /// directions with a neighbour (constant); strap: messages have numbers
  input  logic [5:0]        present_i,
  input  logic              numbered_i,
  input  logic [5:0]        link_ok_i,
  input  logic [5:0]        link_init_i,
  input  logic [5:0]        down_i,
  input  logic [5:0]        up_i,
  /// messages of neighbours, with their numbers, and whether they are damaged; those to them
  input  logic [5:0]        msg_valid_i,
  input  logic [5:0]        msg_bad_i,
  input  logic [6*MSGW-1:0] msg_i,
  input  logic [6*NB-1:0]   msg_number_i,
  output logic [5:0]        msg_valid_o,
  output logic [6*MSGW-1:0] msg_o,
  output logic [6*NB-1:0]   msg_number_o,
  /// RESEND, and from which number on
  output logic [5:0]        rx_resend_o,
  output logic [6*NB-1:0]   rx_number_o,
  input  logic [5:0]        tx_resend_i,
  input  logic [6*NB-1:0]   tx_number_i,
  /// what msg_valid_o was before the last edge
  output logic [5:0]        sent_o,
  /// as mesh_labels
  output logic              news_o,
  output logic [5:0]        dead_o,
  output logic [35:0]       nb_bad_o,
  output logic [35:0]       nb_line_o,
  output logic [3:0]        unsafe_o,
  output logic [5:0]        line_o,
  output logic              idle_o,
  output logic              ctl_idle_o
);
  logic [5:0]        valid_q, taken, stop, valid;
  logic [6*MSGW-1:0] msg_q;
  logic [MSGW-1:0]   msg;
  logic [6*MSGW-1:0] msgs;
  logic              quiet, labels_idle, link_idle;

  always_ff @(posedge clk_i) begin
    valid_q <= rst_ni ? msg_valid_i : '0;
    sent_o  <= rst_ni ? msg_valid_o : '0;
    if (msg_valid_i != '0) msg_q <= msg_i;
  end

  mesh_labels #(
    .EW(EW)
  ) i_labels (
    .clk_i      (ctl_clk_i),
    .rst_ni     (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i[9:0])
    .present_i  (present_i),
    .link_down_i(down_i),
    .link_up_i  (up_i),
    .msg_valid_i(taken),
    .msg_i      (msg_q),
    .stop_i     (stop),
    .msg_valid_o(valid),
    .msg_o      (msg),
    .news_o     (news_o),
    .dead_o     (dead_o),
    .nb_bad_o   (nb_bad_o),
    .nb_line_o  (nb_line_o),
    .unsafe_o   (unsafe_o),
    .line_o     (line_o),
    .idle_o     (labels_idle)
  );

  always_comb begin
    msgs = '0;
    if (valid != '0) msgs = {6{msg}};
  end

  message_link #(
    .M        (6),
    .MSG_W    (MSGW),
    .COPIES   (COPIES),
    .LATE     (0),
    .PIN_W    (NB),
    .NUMBER_AT(0)
  ) i_link (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i[11:10])
    .numbered_i  (numbered_i),
    .ok_i        (link_ok_i),
    .init_i      (link_init_i),
    .down_i      (down_i),
    .up_i        (up_i),
    .pin_bad_i   (msg_bad_i),
    .pin_data_i  (msg_number_i),
    .rx_valid_i  (valid_q),
    .rx_taken_o  (taken),
    .rx_resend_o (rx_resend_o),
    .rx_number_o (rx_number_o),
    .tx_resend_i (tx_resend_i),
    .tx_number_i (tx_number_i),
    .stop_i      (6'd0),
    .stop_o      (stop),
    .msg_valid_i (valid),
    .msg_data_i  (msgs),
    .msg_valid_o (msg_valid_o),
    .msg_data_o  (msg_o),
    .msg_number_o(msg_number_o),
    .idle_o      (link_idle)
  );

  assign quiet      = (valid_q | down_i | up_i) == '0;
  assign ctl_idle_o = labels_idle & quiet;
  assign idle_o     = ctl_idle_o & link_idle & (sent_o == '0);

`include "assert.svh"
  `SELVAGE_RANGE(ew, EW >= 2, "router_control: EW must be at least 2")
  `SELVAGE_RANGE(copies, COPIES >= 2 && (COPIES & (COPIES - 1)) == 0,
                 "router_control: COPIES must be a power of two")
endmodule
