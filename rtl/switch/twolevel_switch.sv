// SPDX-License-Identifier: Apache-2.0
/// A whole cut-through switch of the k-ary fat tree with two-level tables: input buffers, requests,
/// lookup, outputs, XON/XOFF (docs/reference/switch-rtl.md, FS-*).
///
/// Time, clocks and pins are those of fattree_switch, without fault messages: what comes as one is
/// ignored. ctl_clk_i is the clock of declarations. Answers come of twolevel_route, whose tables
/// are loaded by the pins load_*, a row an edge, for the questions behind it; while a row is at
/// the pins hdr_clk_i may not be left out.
/// Head beat: dst at [31:0], src at [63:32], length in beats in the LEN_W bits above that; what is
/// above is the user's, and passes as it is.
/// cnt_clk_i is that of reading counters.
/// Straps are sampled in reset, two clocks. Every pin feeds a register.
`include "bug.svh"
module twolevel_switch #(
  /// ports, even, 4..64
  parameter int K = 8,
  /// beats of an input buffer, packets in it at most
  parameter int DEPTH = 256,
  parameter int HEADERS = DEPTH + 1,
  /// bits of a length; of a beat
  parameter int LEN_W = 14,
  parameter int DATA_W = 128,
  /// cycles from question to answer
  parameter int R = 2,
  /// counters of ports, 1: there, 0: they read as 0; bits of one
  parameter int COUNTERS = 1,
  parameter int CNT_W = 32,
  localparam PW = $clog2(K),
  localparam RW = $clog2(K + 1),
  localparam UW = $clog2(DEPTH + 1),
  localparam WAY_W = 64
) (
  input  logic                clk_i,
  input  logic                hdr_clk_i,
  input  logic                ctl_clk_i,
  input  logic                cnt_clk_i,
  input  logic                rst_ni,
  /// deliberate faults: [4:0] twolevel_route's, [15:5] switch_path's, 16 the source is looked up,
  /// 17 the lowest bit of a length is not read, 18 an answer names the port beside,
  /// [27:19] switch_path's from 11 on
  `SELVAGE_BUG_PORT(bug_i, 28)
  /// straps: there is no switch above this one; beats in a buffer with which its sender may still
  /// start packets
  input  logic                core_i,
  input  logic [UW-1:0]       xon_most_i,
  /// write a row of the tables, as twolevel_route
  input  logic                load_valid_i,
  input  logic [RW-1:0]       load_row_i,
  input  logic                load_used_i,
  input  logic [31:0]         load_key_i,
  input  logic [31:0]         load_mask_i,
  input  logic                load_drop_i,
  input  logic [PW-1:0]       load_port_i,
  input  logic [31:0]         load_next_i,
  /// links: alive; what they bring: 0 nothing, 1 a beat, 2 a message, and its marks
  input  logic [K-1:0]        rx_ok_i,
  input  logic [2*K-1:0]      rx_sym_i,
  input  logic [K-1:0]        rx_head_i,
  input  logic [K-1:0]        rx_tail_i,
  input  logic [K-1:0]        rx_bad_i,
  input  logic [K*DATA_W-1:0] rx_data_i,
  output logic [K-1:0]        rx_xon_o,
  /// what goes out, never a message; the far end's XON, if tx_ok_i
  input  logic [K-1:0]        tx_ok_i,
  output logic [2*K-1:0]      tx_sym_o,
  output logic [K-1:0]        tx_head_o,
  output logic [K-1:0]        tx_tail_o,
  output logic [K-1:0]        tx_bad_o,
  output logic [K*DATA_W-1:0] tx_data_o,
  input  logic [K-1:0]        tx_xon_i,
  /// declarations, pulses for edge t, act at edge t+1; the link begins anew; nothing comes in or
  /// leaves
  input  logic [K-1:0]        link_down_i,
  input  logic [K-1:0]        link_up_i,
  input  logic [K-1:0]        link_init_i,
  output logic [K-1:0]        clear_o,
  /// pulse, like a beat of the cycle in which the switch dies
  input  logic                wipe_i,
  /// the answer of the last edge: for which input, and where to, one-hot, 0: nowhere
  output logic [K-1:0]        dec_in_o,
  output logic [K-1:0]        dec_want_o,
  /// counters: which, of which port; it, a clock of cnt_clk_i later
  input  logic [PW-1:0]       cnt_port_i,
  input  logic [2:0]          cnt_sel_i,
  output logic [CNT_W-1:0]    cnt_o,
  /// pulses: packets drained; beats that were ignored or not what they should be
  output logic [K-1:0]        drained_o,
  output logic [K-1:0]        malformed_o,
  output logic                idle_o,
  output logic                hdr_idle_o,
  output logic                ctl_idle_o
);
  // ------------------------------------------------------------------------------- packets
  logic                req, answered, drop, route_idle;
  logic [K-1:0]        message;
  /* verilator lint_off UNUSEDSIGNAL */
  logic [WAY_W-1:0]    way;  // only the destination is looked up
  /* verilator lint_on UNUSEDSIGNAL */
  logic [PW-1:0]       port, port_named;
  logic [K*DATA_W-1:0] rx_data;

  `SELVAGE_BUG_REG(bug_q, 28, rst_ni ? bug_q : bug_i)
  `SELVAGE_BUG_REG_ON(hdr_clk_i, bug_route_q, 5, rst_ni ? bug_route_q : bug_i[4:0])
  always_comb begin
    rx_data = rx_data_i;
    `SELVAGE_BUG_IF(bug_q[17], for (int p = 0; p < K; p = p + 1)
                    rx_data[p*DATA_W+WAY_W] = rx_data_i[p*DATA_W+WAY_W] & ~rx_head_i[p])
  end

  /* verilator lint_off PINCONNECTEMPTY */
  switch_path #(
    .M       (K),
    .DATA_W  (DATA_W),
    .WAY_W   (WAY_W),
    .LEN_W   (LEN_W),
    .DEPTH   (DEPTH),
    .HEADERS (HEADERS),
    .R       (R),
    .MSG_W   (1),
    .COUNTERS(COUNTERS),
    .CNT_W   (CNT_W)
  ) i_path (
    .clk_i      (clk_i),
    .hdr_clk_i  (hdr_clk_i),
    .ctl_clk_i  (ctl_clk_i),
    .cnt_clk_i  (cnt_clk_i),
    .rst_ni     (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, {bug_i[27:19], bug_i[15:5]})
    .root_i     (core_i),
    .xon_most_i (xon_most_i),
    .rx_ok_i    (rx_ok_i),
    .rx_sym_i   (rx_sym_i),
    .rx_head_i  (rx_head_i),
    .rx_tail_i  (rx_tail_i),
    .rx_bad_i   (rx_bad_i),
    .rx_data_i  (rx_data),
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
    .count_msg_i({K{1'b0}}),
    .cnt_port_i (cnt_port_i),
    .cnt_sel_i  (cnt_sel_i),
    .cnt_o      (cnt_o),
    .msg_valid_o(message),
    .msg_data_o (),
    .down_o     (),
    .up_o       (),
    .req_valid_o(req),
    .req_up_o   (),
    .req_way_o  (way),
    .gnt_valid_i(answered),
    .gnt_drop_i (drop),
    .gnt_port_i (port_named),
    .msg_valid_i({K{1'b0}}),
    .msg_data_i ({K{1'b0}}),
    .work_i     (1'b0),
    .ctl_idle_i (1'b1),
    .req_idle_i (route_idle),
    .idle_o     (idle_o),
    .hdr_idle_o (hdr_idle_o),
    .ctl_idle_o (ctl_idle_o)
  );

  // ------------------------------------------------------------------------------- tables
  twolevel_route #(
    .K      (K),
    .OUT_REG(0),
    .DST_REG(0)
  ) i_route (
    .clk_i       (hdr_clk_i),
    .rst_ni      (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_route_q)
    .load_valid_i(load_valid_i),
    .load_row_i  (load_row_i),
    .load_used_i (load_used_i),
    .load_key_i  (load_key_i),
    .load_mask_i (load_mask_i),
    .load_drop_i (load_drop_i),
    .load_port_i (load_port_i),
    .load_next_i (load_next_i),
    .valid_i     (req),
    .dst_i       (`SELVAGE_BUG(bug_q[16], way[31:0], way[63:32])),
    .valid_o     (answered),
    .hit_o       (),
    .drop_o      (drop),
    .row_o       (),
    .port_o      (port),
    .next_o      ()
  );
  /* verilator lint_on PINCONNECTEMPTY */
  assign port_named = `SELVAGE_BUG(bug_q[18], port, port ^ PW'(1));

  // Edges that a question or a row still needs.
  logic [1:0] under_way_q;
  always_ff @(posedge hdr_clk_i) begin
    under_way_q <= rst_ni ? {under_way_q[0], req | load_valid_i} : '0;
  end
  assign route_idle = under_way_q == '0;

`include "assert.svh"
  `SELVAGE_RANGE(data_w, DATA_W >= WAY_W + LEN_W,
                 "twolevel_switch: DATA_W must hold addresses and length")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(twolevel_switch_answer, !answered || under_way_q[1])
      `SELVAGE_COVER(twolevel_switch_goes_up, answered && !drop && port >= PW'(K / 2))
      `SELVAGE_COVER(twolevel_switch_goes_down, answered && !drop && port < PW'(K / 2))
      `SELVAGE_COVER(twolevel_switch_nowhere, answered && drop)
      `SELVAGE_COVER(twolevel_switch_message, message != '0)
    end
  end
endmodule
