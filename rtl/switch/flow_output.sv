// SPDX-License-Identifier: Apache-2.0
/// The way out of a port of a flow-channel switch: FIFO, words of the crossbar, the wire; behind
/// it the output table (flow_table), or ACKs for what a host is sent
/// (docs/reference/flow-switch.md). Pins as in flow_switch_port.
`include "bug.svh"
module flow_output #(
  parameter int N = 8,
  parameter int EDGE = 0,
  parameter int ID_W = 6,
  parameter int POS_W = 8,
  parameter int MAX = 48,
  parameter int DEPTH = 512,
  parameter int BUFS = DEPTH / (MAX < 31 ? MAX : 31) + 3,
  parameter int MSG_W = 22,
  localparam PW = $clog2(N),
  localparam TS_W = 17,
  localparam UNITS_W = 14,
  localparam EW = ID_W + 4 + POS_W,
  localparam HEAD_W = 72,
  localparam BEAT_W = 200
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0: markers come a cycle late, 1: every row is looked at; static
  /* verilator lint_off UNUSEDSIGNAL */  // those of the input, and of the other kind of output
  `SELVAGE_BUG_PORT(bug_i, 2)
`include "flow_settings.svh"
  input  logic [11:0]          redirect_seed_i,
  input  logic [11:0]          ep_seed_i,
  input  logic [39:0]          drain_i,
  input  logic                 sample_valid_i,
  input  logic [2:0]           sample_slot_i,
  input  logic                 dead_i,
  input  logic                 walks_i,
  input  logic                 frame_valid_i,
  input  logic                 frame_sof_i,
  input  logic                 frame_eof_i,
  input  logic [255:0]         frame_word_i,
`include "flow_out_pins.svh"
  input  logic [UNITS_W-1:0]   load_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic                 init_i,
  output logic                 closed_o,
  output logic [2:0]           wire_sym_o,
  output logic                 wire_head_o,
  output logic                 wire_tail_o,
  output logic [BEAT_W-1:0]    wire_data_o,
  input  logic                 hold_i,
  input  logic                 msg_valid_i,
  input  logic [MSG_W-1:0]     msg_i,
  input  logic                 up_valid_i,
  input  logic [25:0]          up_i,
  output logic                 up_ready_o,
  input  logic                 put_valid_i,
  input  logic [PW-1:0]        put_in_i,
  input  logic [ID_W-1:0]      put_id_i,
  input  logic [POS_W-1:0]     put_units_i,
  input  logic [HEAD_W-1:0]    put_header_i,
  input  logic [N-1:0]         words_valid_i,
  input  logic [N-1:0]         words_last_i,
  input  logic [N*256-1:0]     words_i,
  output logic                 free_o,
  output logic                 comes_o,
  output logic [5:0]           gone_len_o
);
  // ------------------------------------------------------------------------------- the FIFO
  localparam int XBAR = 5;  // cycles from a queue into the FIFO, two more from CHK
  // Packets of one unit each; to a switch 64 of them, and markers, which have no units: of each of
  // 64 rows three, if a row gives none within 600 cycles of the last, as long as 64 units and the
  // longest packet before them take.
  localparam int Entries = (EDGE != 0) ? 512 : 256;
  localparam int Words = (EDGE != 0) ? 8 * 512 + 512 : 8 * 64 + 512;  // and a packet more
  localparam int Most = (EDGE != 0) ? 2 : MAX;  // ACKs of a frame: a host is sent none
  localparam int TagW = HEAD_W + PW + ID_W + POS_W;
  logic [TagW-1:0]   tag_q[XBAR];
  logic [XBAR-1:0]   comes_q;
  logic [PW-1:0]     put_in;
  logic [HEAD_W-1:0] mark_header;
  logic              put, mark;
  /* verilator lint_off UNUSEDSIGNAL */
  logic [HEAD_W-1:0] put_header;
  logic [TagW-1:0]   tag, begin_tag;
  logic [ID_W-1:0]   put_id_unused;
  logic [POS_W-1:0]  put_units_unused;
  logic              begins;
  /* verilator lint_on UNUSEDSIGNAL */
  always_ff @(posedge clk_i) begin
    comes_q  <= rst_ni ? {comes_q[XBAR-2:0], put_valid_i} : '0;
    tag_q[0] <= {put_units_i, put_id_i, put_in_i, put_header_i};
    for (int k = 1; k < XBAR; k = k + 1) tag_q[k] <= tag_q[k-1];
  end
  assign put     = comes_q[XBAR-1];
  assign {put_units_unused, put_id_unused, put_in, put_header} = tag_q[XBAR-1];
  assign comes_o = put | mark;

  logic [2:0]   tx_sym;
  logic         tx_head, tx_tail, word_valid, word_sof_unused, word_eof;
  logic [255:0] word;
  logic [UNITS_W-1:0] depth;
  assign free_o = tx_tail;

  flow_tx #(
    .ENTRIES(Entries), .UNITS_W(UNITS_W), .TAG_W(TagW),
    .MAX(Most), .DEPTH((EDGE != 0) ? 2 : DEPTH)
  ) i_tx (
    `SELVAGE_BUG_PIN(bug_i, 6'd0)
    .t1_i       (agg_t1_i),
    .t2_i       (agg_t2_i),
    .t3_i       (agg_t3_i),
    .good_i     (agg_good_i[Most-1:0]),
    .max_i      ((EDGE != 0) ? $clog2(Most+1)'(Most) : $clog2(Most+1)'(agg_max_i)),
    .ack_valid_i(up_valid_i),
    .ack_data_i (up_i),
    .ack_ready_o(up_ready_o),
    .word_data_o(word),
    .word_valid_o(word_valid),
    .word_sof_o (word_sof_unused),
    .word_eof_o (word_eof),
    .put_valid_i(put),
    .put_tag_i  (tag_q[XBAR-1]),
    .put_len_i  (fabric_pkg::packet_units(put_header[13:0])),
    .put_beats_i(fabric_pkg::packet_beats(put_header[13:0])),
    .mark_valid_i(mark),
    .mark_tag_i (TagW'(mark_header)),
    .xon_i      (~hold_i),
    .tx_sym_o   (tx_sym),
    .tx_head_o  (tx_head),
    .tx_tail_o  (tx_tail),
    .tx_tag_o   (tag),
    .depth_o    (depth),
    .begin_o    (begins),
    .begin_tag_o(begin_tag),
    .*
  );

  // ------------------------------------------------------------------------------- the wire
  localparam logic [2:0] Packet = 3'd1, Marker = 3'd2;
  logic              header_pull, header_push, cross_valid, cross_last, cross_pull;
  logic [HEAD_W-1:0] header;
  logic [255:0]      crossed;
  logic [MSG_W-1:0]  msg_q;
  /* verilator lint_off UNUSEDSIGNAL */
  logic              uncovers_unused, any_unused, full_unused, full_next_unused;
  logic [HEAD_W-1:0] under_unused;
  logic [3:0]        count_unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign header_push = tx_head & (tx_sym == Packet || tx_sym == Marker);
  always_ff @(posedge clk_i) msg_q <= msg_i;

  fifo #(.WIDTH(HEAD_W), .DEPTH(8)) i_headers (
    .flush_i    (1'b0),
    .push_i     (header_push),
    .data_i     (tag[HEAD_W-1:0]),
    .pop_i      (header_pull),
    .data_o     (header),
    .uncovers_o (uncovers_unused),
    .under_o    (under_unused),
    .any_o      (any_unused),
    .full_o     (full_unused),
    .full_next_o(full_next_unused),
    .count_o    (count_unused),
    .*
  );

  flow_cross #(.N(N), .DEPTH(Words), .PACKETS(Entries)) i_cross (
    `SELVAGE_BUG_PIN(bug_i, 1'd0)
    .word_valid_i(words_valid_i),
    .word_last_i (words_last_i),
    .word_i      (words_i),
    .put_valid_i (put),
    .put_in_i    (put_in),
    .word_valid_o(cross_valid),
    .word_last_o (cross_last),
    .word_o      (crossed),
    .word_pull_i (cross_pull),
    .*
  );

  flow_gear #(.MSG_W(MSG_W)) i_gear (
    `SELVAGE_BUG_PIN(bug_i, 3'd0)
    .tx_sym_i     (tx_sym),
    .tx_head_i    (tx_head),
    .tx_tail_i    (tx_tail),
    .msg_i        (msg_q),
    .frame_valid_i(word_valid),
    .frame_eof_i  (word_eof),
    .frame_word_i (word),
    .header_i     (header),
    .header_pull_o(header_pull),
    .word_valid_i (cross_valid),
    .word_last_i  (cross_last),
    .word_i       (crossed),
    .word_pull_o  (cross_pull),
    .*
  );

  // ------------------------------------------------------------------------------- its end
  generate
    if (EDGE != 0) begin : gen_host
      logic [2:0] kind, kind_unused, answer;
      logic       valid_unused;
      logic [POS_W-1:0] units;
      logic [HEAD_W-1:0] header_unused;
      assign {units, level_id_o, level_in_o, header_unused} = begin_tag;
      assign kind = aware_i ? answer : fabric_pkg::TypeNormal;
      ep_ack_type #(.DEPTH_W(UNITS_W)) i_ep (
        `SELVAGE_BUG_PIN(bug_i, 4'd0)
        .seed_i  (ep_seed_i),
        .th_i    (ep_congested_i),
        .mask_i  (ep_mask_i),
        .draw_i  (ep_draws_i),
        .valid_i (begins & aware_i),
        .depth_i (depth),
        .valid_o (valid_unused),
        .type_o  (kind_unused),
        .answer_o(answer),
        .*
      );
      assign {rev_valid_o, rev_in_o} = {begins, level_in_o};
      assign rev_o = {1'b0, level_id_o, kind, units};
      assign {chk_valid_o, chk_in_o, chk_o, turn_valid_o, turn_in_o, turn_o} = '0;
      assign {check_valid_o, check_in_o, check_id_o, full_o, mark, mark_header} = '0;
      assign {map_stall_o, map_over_o, map_oid_o, map_start_o} = '0;
      assign closed_o = depth == '0;
    end else begin : gen_table
      flow_table #(
        .N(N), .ID_W(ID_W), .POS_W(POS_W), .MAX(MAX), .BUFS(BUFS)
      ) i_table (
        `SELVAGE_BUG_PIN(bug_i, bug_i)
        .rst_ni  (rst_ni & ~init_i),
        .idle_i  (depth == '0),
        .mark_o  (mark),
        .header_o(mark_header),
        .*
      );
    end
  endgenerate
endmodule
