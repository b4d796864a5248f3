// SPDX-License-Identifier: Apache-2.0
/// A port of a switch of flow channels: its input with tables, buffer and heads (flow_input), its
/// output with FIFO and wire (flow_output); what an input has to say to the other end leaves by the
/// output of its port (docs/reference/flow-switch.md).
`include "bug.svh"
`include "ifct_widths.svh"
module flow_switch_port #(
  /// ports; those with a host behind them, as bits; 1: this one
  parameter int N = 8,
  parameter int HOSTS = 0,
  parameter int EDGE = 0,
  parameter int ID_W = 6,
  parameter int POS_W = 8,
  parameter int PAGES = 2783,
  parameter int MAX = 48,
  parameter int DEPTH = 512,
  parameter int BUFS = DEPTH / (MAX < 31 ? MAX : 31) + 3,
  parameter int MSG_W = 22,
  localparam PW = $clog2(N),
  localparam int R = 1 << ID_W,
  localparam AW = $clog2(PAGES),
  localparam TS_W = 17,
  localparam PACE_W = `SELVAGE_IFCT_PACE_W,
  localparam UNITS_W = 14,
  localparam DEST_W = 20,
  localparam EW = ID_W + 4 + POS_W,
  localparam HEAD_W = 72,
  localparam BEAT_W = 200
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0: an ACK that has come by a link is one of this switch, 1: markers come a
  /// cycle late, 2: every row is looked at, 3: rows know all of ports, 4: bandwidth comes a cycle
  /// late, 5: what ACK says goes before what ENQ says; static
  `SELVAGE_BUG_PORT(bug_i, 6)
`include "flow_settings.svh"
  input  logic [11:0]          redirect_seed_i,
  input  logic [11:0]          ep_seed_i,
  input  logic [39:0]          drain_i,
  input  logic                 sample_valid_i,
  input  logic [2:0]           sample_slot_i,
  /// the wire
  input  logic [2:0]           wire_sym_i,
  input  logic                 wire_head_i,
  input  logic                 wire_tail_i,
  input  logic [BEAT_W-1:0]    wire_data_i,
  output logic [2:0]           wire_sym_o,
  output logic                 wire_head_o,
  output logic                 wire_tail_o,
  output logic [BEAT_W-1:0]    wire_data_o,
  output logic [7:0]           xon_o,
  input  logic                 hold_i,
  output logic                 pause_o,
  output logic [23:0]          pause_key_o,
  input  logic                 msg_valid_i,
  input  logic [MSG_W-1:0]     msg_i,
  output logic                 msg_valid_o,
  output logic [MSG_W-1:0]     msg_o,
  /// the link: declared dead in the next cycle, in this one; until it is initialised; initialised
  input  logic                 dead_i,
  input  logic                 walks_i,
  input  logic                 init_i,
  output logic                 rest_o,
`include "flow_head_pins.svh"
  /// of the input's steps and table
  input  logic                 pick_any_i,
  input  logic [PW-1:0]        pick_port_i,
  output logic                 drops_o,
  input  logic [PW-1:0]        grant_out_i,
  output logic                 ans_go_o,
  output logic [PW-1:0]        ans_port_o,
  input  logic                 take_i,
  input  logic                 abort_i,
  output logic [3*R-1:0]       levels_o,
  /// a packet for this output: its input, row there, units with the hole, header; words of inputs
  input  logic                 put_valid_i,
  input  logic [PW-1:0]        put_in_i,
  input  logic [ID_W-1:0]      put_id_i,
  input  logic [POS_W-1:0]     put_units_i,
  input  logic [HEAD_W-1:0]    put_header_i,
  input  logic [N-1:0]         words_valid_i,
  input  logic [N-1:0]         words_last_i,
  input  logic [N*256-1:0]     words_i,
`include "flow_out_pins.svh"
  /// its load; its wire has become free, something comes into its FIFO, units that have left
  input  logic [UNITS_W-1:0]   load_i,
  output logic                 free_o,
  output logic                 comes_o,
  output logic [5:0]           gone_len_o
);
  // ------------------------------------------------------------------------------- the way in
  logic               up_valid, up_ready, live, closed;
  logic [25:0]        up;
  logic               frame_valid, frame_sof, frame_eof, header_valid, rx_valid;
  logic [255:0]       frame_word, rx;
  logic [DEST_W+3:0]  header_flow;
  logic [13:0]        header_bytes, deq_bytes;
  logic [AW-1:0]      header_slot, enq_slot, put_slot;
  logic               pick_drop, pick_block, soon_host, ack_valid, ack_pull, deq_valid, deq_drop;
  logic [N-1:0]       pick_mask, deq_mask;
  logic [EW-1:0]      back;
  logic [PW-1:0]      ack_out, ans_port, acked_out;
  logic [1:0]         deq_kind;
  logic [ID_W-1:0]    deq_id, ans_id, put_id, acked_id, looked_id;
  logic [POS_W-1:0]   deq_hole, ans_units, put_hole;
  logic               ans_valid, ans_go, ans_drop, put_valid, put_gap, over, acked_valid;
  logic               acked_far, acked_block, acked_rel, looked_valid;
  logic [2:0]         ans_why;
  logic [PACE_W-1:0]  ans_ready;
  assign ans_go_o    = ans_go;
  assign ans_port_o  = ans_port;
  assign soon_host_o = soon_host;

  flow_input #(
    .N(N), .HOSTS(HOSTS), .EDGE(EDGE), .ID_W(ID_W), .POS_W(POS_W), .PAGES(PAGES), .MAX(MAX),
    .MSG_W(MSG_W)
  ) i_input (
    `SELVAGE_BUG_PIN(bug_i, {bug_i[5], bug_i[2]})
    .frame_valid_o(frame_valid), .frame_sof_o(frame_sof), .frame_eof_o(frame_eof),
    .frame_word_o(frame_word), .live_o(live), .header_valid_o(header_valid),
    .header_flow_o(header_flow), .header_bytes_o(header_bytes), .header_slot_i(header_slot),
    .rx_valid_o(rx_valid), .rx_o(rx), .pick_drop_i(pick_drop), .pick_block_i(pick_block),
    .pick_mask_i(pick_mask), .soon_host_i(soon_host), .ack_valid_i(ack_valid), .ack_i(back),
    .ack_out_i(ack_out), .ack_pull_o(ack_pull), .deq_valid_o(deq_valid), .deq_kind_o(deq_kind),
    .deq_id_o(deq_id), .deq_drop_o(deq_drop), .deq_mask_i(deq_mask), .deq_bytes_i(deq_bytes),
    .deq_hole_i(deq_hole), .enq_slot_o(enq_slot), .ans_valid_o(ans_valid), .ans_go_o(ans_go),
    .ans_why_o(ans_why), .ans_port_o(ans_port), .ans_ready_o(ans_ready), .ans_drop_o(ans_drop),
    .ans_id_o(ans_id), .ans_units_o(ans_units), .put_valid_o(put_valid), .put_id_o(put_id),
    .put_slot_o(put_slot), .put_hole_o(put_hole), .put_gap_o(put_gap), .over_o(over),
    .acked_valid_o(acked_valid), .acked_id_o(acked_id), .acked_out_o(acked_out),
    .acked_far_o(acked_far), .acked_block_o(acked_block), .acked_rel_o(acked_rel),
    .looked_valid_o(looked_valid), .looked_id_o(looked_id), .up_valid_o(up_valid), .up_o(up),
    .up_ready_i(up_ready), .*
  );

  flow_buffer #(
    .N(N), .HOSTS(HOSTS), .EDGE(EDGE), .ID_W(ID_W), .POS_W(POS_W), .PAGES(PAGES)
  ) i_buffer (
    `SELVAGE_BUG_PIN(bug_i, {bug_i[4:3], bug_i[0]})
    .header_valid_i(header_valid), .header_flow_i(header_flow), .header_bytes_i(header_bytes),
    .header_slot_o(header_slot), .rx_valid_i(rx_valid), .rx_i(rx), .pick_drop_o(pick_drop),
    .pick_block_o(pick_block), .pick_mask_o(pick_mask), .soon_host_o(soon_host),
    .ack_valid_o(ack_valid), .ack_o(back), .ack_out_o(ack_out), .ack_pull_i(ack_pull),
    .deq_valid_i(deq_valid), .deq_kind_i(deq_kind), .deq_id_i(deq_id), .deq_drop_i(deq_drop),
    .deq_mask_o(deq_mask), .deq_bytes_o(deq_bytes), .deq_hole_o(deq_hole), .enq_slot_i(enq_slot),
    .ans_valid_i(ans_valid), .ans_go_i(ans_go), .ans_why_i(ans_why), .ans_port_i(ans_port),
    .ans_ready_i(ans_ready), .ans_drop_i(ans_drop), .ans_id_i(ans_id), .ans_units_i(ans_units),
    .put_valid_i(put_valid), .put_id_i(put_id), .put_slot_i(put_slot), .put_hole_i(put_hole),
    .put_gap_i(put_gap), .over_i(over), .acked_valid_i(acked_valid), .acked_id_i(acked_id),
    .acked_out_i(acked_out), .acked_far_i(acked_far), .acked_block_i(acked_block),
    .acked_rel_i(acked_rel), .looked_valid_i(looked_valid), .looked_id_i(looked_id), .*
  );

  // ------------------------------------------------------------------------------- the way out
  flow_output #(
    .N(N), .EDGE(EDGE), .ID_W(ID_W), .POS_W(POS_W), .MAX(MAX), .DEPTH(DEPTH), .BUFS(BUFS),
    .MSG_W(MSG_W)
  ) i_output (
    `SELVAGE_BUG_PIN(bug_i, bug_i[2:1])
    .up_valid_i(up_valid), .up_i(up), .up_ready_o(up_ready), .closed_o(closed),
    .frame_valid_i(frame_valid), .frame_sof_i(frame_sof), .frame_eof_i(frame_eof),
    .frame_word_i(frame_word), .*
  );
  assign rest_o = closed & ~live & ~up_valid;
endmodule
