// SPDX-License-Identifier: Apache-2.0
/// The path of packets of a cut-through switch, all but who answers: pins, inputs, questions,
/// outputs (docs/reference/switch-rtl.md, FS-*). Around it stands a switch, which puts the answers.
///
/// Time, clocks and pins are those of fattree_switch. What goes to the control, and what it shows,
/// are registers: a message and a declaration of cycle t are at msg_*_o, down_o and up_o after
/// edge t; what it shows after edge t is on the wire after edge t+1.
/// Latency: the answer to the question at req_o is taken R edges later.
`include "bug.svh"
module switch_path #(
  /// ports; bits of a beat; of what a head says of its way, from bit 0; of its length, above that
  parameter int M = 8,
  parameter int DATA_W = 64,
  parameter int WAY_W = 18,
  parameter int LEN_W = 14,
  /// beats of an input buffer, packets in it at most
  parameter int DEPTH = 256,
  parameter int HEADERS = 257,
  /// cycles from question to answer
  parameter int R = 2,
  /// bits of a message, in the low bits of its beat
  parameter int MSG_W = 22,
  /// as switch_counters
  parameter int COUNTERS = 1,
  parameter int CNT_W = 32,
  localparam H = M / 2,
  localparam PW = $clog2(M),
  localparam UW = $clog2(DEPTH + 1)
) (
  input  logic                clk_i,
  input  logic                hdr_clk_i,
  input  logic                ctl_clk_i,
  input  logic                cnt_clk_i,
  input  logic                rst_ni,
  /// deliberate faults: [1:0] switch_request's, [4:2] switch_outputs', [9:5] switch_inputs', 10 the
  /// inputs are not wiped, 11 switch_counters', [13:12] and [16:15] switch_inputs', 14 a beat that
  /// comes behind a gap waits an edge, 17 a port is clear only if it is up, 18 behind an
  /// outage the level of before counts until XON comes, 19 switch_inputs'
  `SELVAGE_BUG_PORT(bug_i, 20)
  /// straps: there is no switch above this one; beats in a buffer with which its sender may still
  /// start packets
  input  logic                root_i,
  input  logic [UW-1:0]       xon_most_i,
  /// as fattree_switch
  input  logic [M-1:0]        rx_ok_i,
  input  logic [2*M-1:0]      rx_sym_i,
  input  logic [M-1:0]        rx_head_i,
  input  logic [M-1:0]        rx_tail_i,
  input  logic [M-1:0]        rx_bad_i,
  input  logic [M*DATA_W-1:0] rx_data_i,
  output logic [M-1:0]        rx_xon_o,
  input  logic [M-1:0]        tx_ok_i,
  output logic [2*M-1:0]      tx_sym_o,
  output logic [M-1:0]        tx_head_o,
  output logic [M-1:0]        tx_tail_o,
  output logic [M-1:0]        tx_bad_o,
  output logic [M*DATA_W-1:0] tx_data_o,
  input  logic [M-1:0]        tx_xon_i,
  input  logic [M-1:0]        link_down_i,
  input  logic [M-1:0]        link_up_i,
  input  logic [M-1:0]        link_init_i,
  output logic [M-1:0]        clear_o,
  input  logic                wipe_i,
  output logic [M-1:0]        dec_in_o,
  output logic [M-1:0]        dec_want_o,
  output logic [M-1:0]        drained_o,
  output logic [M-1:0]        malformed_o,
  /// counters, as switch_counters; messages that the control shows, for them
  input  logic [M-1:0]        count_msg_i,
  input  logic [PW-1:0]       cnt_port_i,
  input  logic [2:0]          cnt_sel_i,
  output logic [CNT_W-1:0]    cnt_o,
  /// to the control: messages, damaged or not, and declarations that have come; a question; in the
  /// clock after it: it is of an input from above, its way
  output logic [M-1:0]        msg_valid_o,
  output logic [M*MSG_W-1:0]  msg_data_o,
  output logic [M-1:0]        down_o,
  output logic [M-1:0]        up_o,
  output logic                req_valid_o,
  output logic                req_up_o,
  output logic [WAY_W-1:0]    req_way_o,
  /// from it: the answer; messages; it is at work, a declaration aside; it has nothing
  /// to do; no question is with it
  input  logic                gnt_valid_i,
  input  logic                gnt_drop_i,
  input  logic [PW-1:0]       gnt_port_i,
  input  logic [M-1:0]        msg_valid_i,
  input  logic [M*MSG_W-1:0]  msg_data_i,
  input  logic                work_i,
  input  logic                ctl_idle_i,
  input  logic                req_idle_i,
  output logic                idle_o,
  output logic                hdr_idle_o,
  output logic                ctl_idle_o
);
  // ------------------------------------------------------------------------------- pins in
  logic [M-1:0]        ok_q, low_q, message_q, head_q, tail_q, bad_q, down_q, up_q, beat;
  logic [M*DATA_W-1:0] data_q;
  logic [M-1:0]        xon_q;
  logic [M-1:0]        dead, dead_q;  // declared so, from this edge on, and before it
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
      root_q     <= root_i;
    end
  end
  always_ff @(posedge ctl_clk_i) begin
    if (!rst_ni) message_q <= '0;
    else for (int p = 0; p < M; p = p + 1) message_q[p] <= rx_sym_i[2*p+1];
    down_q <= rst_ni ? link_down_i : '0;
    up_q   <= rst_ni ? link_up_i : '0;
  end
  assign beat = low_q & ~message_q;

  `SELVAGE_BUG_REG(bug_q, 20, rst_ni ? bug_q : bug_i)
  `SELVAGE_BUG_REG(out_q, M, ~tx_ok_i | out_q & ~tx_xon_i)
  assign path_rst_n = rst_ni & ~wipe_q;
  assign dead = (dead_q | link_down_i) & ~link_up_i & {M{rst_ni}};
  always_ff @(posedge clk_i) begin
    dead_q <= dead;
    if (!rst_ni) begin
      xon_q  <= '1;
    end else begin
      xon_q  <= (tx_ok_i & tx_xon_i) | (~tx_ok_i & xon_q) | down_q | link_init_i
                | {M{wipe_q}} & ~tx_ok_i | `SELVAGE_BUG(bug_q[18], '0, out_q & xon_q);
    end
  end

  // ------------------------------------------------------------------------------- inputs
  logic [M-1:0]        ask, retry, asked, heard, answer, answer_want, answer_take;
  logic [M-1:0]        wanted, grant, pop, any, tail, bad;
  logic [M-1:0]        in_clear, in_idle, entered;
  logic [M*UW-1:0]     held;
  logic                in_quiet;
  logic [M*M-1:0]      want, late;  // rows of outputs
  logic [M*DATA_W-1:0] data;
  logic                answer_drop, answer_again;

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
    .rst_ni        (`SELVAGE_BUG(bug_q[10], path_rst_n, rst_ni)),
    `SELVAGE_BUG_PIN(bug_i, bug_q)
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
    .retry_o       (retry),
    .asked_i       (asked),
    .heard_i       (heard),
    .way_o         (req_way_o),
    .answer_i      (answer),
    .answer_drop_i (answer_drop),
    .answer_again_i(answer_again),
    .answer_want_i (answer_want),
    .dead_next_i   (dead),
    .wanted_o      (wanted),
    .want_o        (want),
    .late_o        (late),
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
    .quiet_o       (in_quiet),
    .entered_o     (entered),
    .held_o        (held)
  );

  // ------------------------------------------------------------------------------- questions
  logic requests_idle;

  switch_request #(
    .M(M),
    .R(R)
  ) i_request (
    .clk_i         (hdr_clk_i),
    .rst_ni        (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_q[1:0])
    .root_i        (root_q),
    .wipe_i        (wipe_q),
    .ask_i         (ask),
    .retry_i       (retry),
    .req_valid_o   (req_valid_o),
    .asked_o       (asked),
    .heard_o       (heard),
    .gnt_valid_i   (gnt_valid_i),
    .gnt_drop_i    (gnt_drop_i),
    .gnt_port_i    (gnt_port_i),
    .work_i        (work_i | (down_q | up_q) != '0),
    .dead_i        (dead_q),
    .answer_o      (answer),
    .answer_drop_o (answer_drop),
    .answer_again_o(answer_again),
    .answer_want_o (answer_want),
    .answer_take_o (answer_take),
    .idle_o        (requests_idle)
  );
  assign req_up_o = ~root_q & ((heard >> H) != '0);

  // ------------------------------------------------------------------------------- control
  always_comb begin
    msg_data_o = '0;
    if (message_q != '0) begin
      for (int p = 0; p < M; p = p + 1) msg_data_o[p*MSG_W+:MSG_W] = data_q[p*DATA_W+:MSG_W];
    end
  end
  assign msg_valid_o = message_q;
  assign down_o      = down_q;
  assign up_o        = up_q;
  assign ctl_idle_o  = ctl_idle_i & ((message_q | down_q | up_q) == '0);

  // ------------------------------------------------------------------------------- outputs
  logic [M-1:0] out_busy;

  `SELVAGE_BUG_REG(any_q, M, any)
  switch_outputs #(
    .M     (M),
    .DATA_W(DATA_W),
    .MSG_W (MSG_W)
  ) i_outputs (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_q[4:2])
    .wipe_i     (wipe_q),
    .xon_i      (xon_q),
    .msg_valid_i(msg_valid_i),
    .msg_data_i (msg_data_i),
    .wanted_i   (wanted),
    .want_i     (want),
    .late_i     (late),
    .take_i     (answer_take),
    .any_i      (any & `SELVAGE_BUG(bug_q[14], '1, any_q)),
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

  // ------------------------------------------------------------------------------- counters
  logic cnt_idle;
  switch_counters #(
    .M       (M),
    .COUNTERS(COUNTERS),
    .CNT_W   (CNT_W),
    .UW      (UW)
  ) i_counters (
    .clk_i      (clk_i),
    .cnt_clk_i  (cnt_clk_i),
    .rst_ni     (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_q[11])
    .sym_i      (tx_sym_o),
    .head_i     (tx_head_o),
    .msg_i      (count_msg_i),
    .drained_i  (drained_o),
    .malformed_i(malformed_o),
    .xon_i      (rx_xon_o),
    .entered_i  (entered),
    .held_i     (held),
    .port_i     (cnt_port_i),
    .sel_i      (cnt_sel_i),
    .cnt_o      (cnt_o),
    .idle_o     (cnt_idle)
  );

  // ------------------------------------------------------------------------------- for others
  assign clear_o    = in_clear & ~out_busy & `SELVAGE_BUG(bug_q[17], '1, ~dead_q);
  always_ff @(posedge hdr_clk_i) begin
    dec_in_o   <= path_rst_n ? answer : '0;
    dec_want_o <= answer_want;
  end
  assign hdr_idle_o = in_quiet & requests_idle & req_idle_i & ~gnt_valid_i & (dec_in_o == '0)
                      & ~wipe_q;
  assign idle_o     = hdr_idle_o & ctl_idle_o & cnt_idle
                      & ((~in_idle | out_busy | low_q) == '0)
                      & (tx_sym_o == '0) & ((tx_head_o | tx_tail_o | tx_bad_o) == '0);

`include "assert.svh"
  `SELVAGE_RANGE(headers, HEADERS >= DEPTH, "switch_path: HEADERS must be at least DEPTH")
  `SELVAGE_RANGE(len_w, LEN_W >= UW, "switch_path: LEN_W must hold a length of DEPTH")
  `SELVAGE_RANGE(data_w, DATA_W >= WAY_W + LEN_W && DATA_W >= MSG_W,
                 "switch_path: DATA_W must hold addresses and length, and a message")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(switch_grants_once, (grant & pop) == grant)
    end
  end

`ifdef FORMAL
`include "switch_path_props.svh"
`endif
endmodule
