// SPDX-License-Identifier: Apache-2.0
/// The output table of a port of a flow-channel switch, with what gives it steps: MAPs of heads,
/// ACKs that come by the link, the walker; and what becomes of its answers: ACKs and redirects for
/// inputs, markers, heads that may have credit (docs/reference/flow-switch.md).
`include "bug.svh"
module flow_table #(
  parameter int N = 8,
  parameter int ID_W = 6,
  parameter int POS_W = 8,
  parameter int MAX = 48,
  parameter int BUFS = 19,
  localparam PW = $clog2(N),
  localparam TS_W = 17,
  localparam UNITS_W = 14,
  localparam EW = ID_W + 4 + POS_W,
  localparam HEAD_W = 72
) (
  input  logic                 clk_i,
  /// also with the initialisation of the link
  input  logic                 rst_ni,
  /// deliberate faults; 0: markers come a cycle late, 1: every row is looked at; static
  `SELVAGE_BUG_PORT(bug_i, 2)
  /// settings, as flow_settings has them
  input  logic [39:0]          now_i,
  input  logic [3:0]           tick_i,
  input  logic [TS_W-1:0]      expire_i,
  input  logic [TS_W-1:0]      stale_i,
  input  logic                 redirects_i,
  input  logic [UNITS_W-1:0]   redirect_floor_i,
  input  logic [7:0]           depth_gain_i,
  input  logic [7:0]           growth_gain_i,
  input  logic [11:0]          redirect_seed_i,
  input  logic [39:0]          drain_i,
  input  logic                 sample_valid_i,
  input  logic [2:0]           sample_slot_i,
  /// the link will be dead in the next cycle, is; nothing is in the FIFO; all rows are closed
  input  logic                 dead_i,
  input  logic                 walks_i,
  input  logic                 idle_i,
  output logic                 closed_o,
  /// words of a frame of ACKs
  input  logic                 frame_valid_i,
  input  logic                 frame_sof_i,
  input  logic                 frame_eof_i,
  input  logic [255:0]         frame_word_i,
  /// units that stand at the output, and that are granted or in its FIFO
  input  logic [UNITS_W-1:0]   load_i,
`include "flow_out_pins.svh"
  /// a marker for the FIFO
  output logic                 mark_o,
  output logic [HEAD_W-1:0]    header_o
);
  // ------------------------------------------------------------------------------- steps
  logic                   ack_valid;
  /* verilator lint_off UNUSEDSIGNAL */  // parity, ids and positions of large tables
  logic [25:0]            came;  // fabric_pkg::parity_ack_t
  logic                   frame_ok_unused, frame_bad_unused;
  /* verilator lint_on UNUSEDSIGNAL */
  ack_frame_unpacker #(.MAX(MAX), .BUFS(BUFS)) i_unpacker (
    `SELVAGE_BUG_PIN(bug_i, 6'd0)
    .rst_ni      (rst_ni),
    .word_data_i (frame_word_i),
    .word_valid_i(frame_valid_i),
    .word_sof_i  (frame_sof_i),
    .word_eof_i  (frame_eof_i),
    .ack_valid_o (ack_valid),
    .ack_data_o  (came),
    .frame_ok_o  (frame_ok_unused),
    .frame_bad_o (frame_bad_unused),
    .*
  );

  logic            walk, due, chk, done;
  logic [ID_W-1:0] walk_id;
  logic [1:0]      walk_kind;
  flow_walker #(.FLOW_ID_W(ID_W)) i_walker (
    `SELVAGE_BUG_PIN(bug_i, 4'd0)
    .rst_ni     (rst_ni),
    .now_i      (now_i[ID_W-1:0]),
    .down_i     (dead_i),
    .up_i       (1'b0),  // a reset
    .drain_t_i  (drain_i),
    .chk_valid_o(walk),
    .chk_id_o   (walk_id),
    .chk_kind_o (walk_kind),
    .done_o     (done),
    .*
  );

  // ------------------------------------------------------------------------------- the table
  localparam PORT_W = PW;
  localparam FLOW_ID_W = ID_W;
`include "ofct_row.svh"
  logic             ordered, map_valid, map_ordered_q, ordered_q, look_valid, chk_back, mark, seen;
  logic [5:0]       len;
  logic [POS_W-1:0] hole, delta, mark_pos;
  logic [ID_W-1:0]  mark_id, rev_iid, chk_iid;
  logic [2:0]       rev_type, chk_type;
  logic [POS_W-1:0] rev_delta, chk_delta;
  logic [ID_W:0]    count;
  logic [PW+ID_W-1:0] map_q, mapped_q;  // of the MAP that is answered
  /* verilator lint_off UNUSEDSIGNAL */   // its times
  out_row_t         look;
  /* verilator lint_on UNUSEDSIGNAL */
  assign {ordered, hole, len} = map_data_i;

  /* verilator lint_off PINCONNECTEMPTY */
  ofct #(.N_PORTS(N), .FLOW_ID_W(ID_W), .POS_W(POS_W), .LOOK(1)) i_ofct (
    `SELVAGE_BUG_PIN(bug_i, 8'd0)
    .rst_ni(rst_ni), .now_i(now_i[31:0]), .stale_t_i(stale_i), .expire_t_i(expire_i),
    .map_port_i(map_in_i), .map_len_i(len), .map_hole_i(hole), .map_ordered_i(ordered),
    .map_valid_o(map_valid), .map_hit_o(), .map_alloc_o(), .map_delta_o(delta),
    .rev_valid_i(ack_valid), .rev_id_i(came[ID_W-1:0]), .rev_type_i(came[24:22]),
    .rev_pos_i(came[11+:POS_W]), .rev_port_o(rev_in_o), .rev_iid_o(rev_iid),
    .rev_type_o(rev_type), .rev_delta_o(rev_delta), .rev_rel_valid_o(), .rev_rel_id_o(),
    .chk_valid_i(chk), .chk_id_i(walk_id), .chk_kind_i(walk_kind), .chk_valid_o(chk_back),
    .chk_port_o(chk_in_o), .chk_iid_o(chk_iid), .chk_type_o(chk_type), .chk_delta_o(chk_delta),
    .chk_rel_valid_o(), .chk_rel_id_o(), .chk_mark_valid_o(mark), .chk_mark_id_o(mark_id),
    .chk_mark_pos_o(mark_pos), .count_o(count), .stalls_o(), .ecc_fixed_o(), .ecc_lost_o(),
    .look_valid_o(look_valid), .look_row_o(look), .chk_seen_o(seen),
    .chk_seen_port_o(check_in_o), .chk_seen_iid_o(check_id_o), .*
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // A row is looked at in its cycle if a time of it is over.
  logic [TS_W-1:0] tick, last_age, dmt_age;  // top bit: the time has not passed
  assign tick     = TS_W'(now_i >> tick_i);
  assign last_age = tick - stale_i - look.last;
  assign dmt_age  = tick - expire_i - look.dmt;
  assign due      = look_valid & (~last_age[TS_W-1] | (look.dm & ~dmt_age[TS_W-1])
                                  | `SELVAGE_BUG(bug_i[1], 1'b0, 1'b1));
  assign chk      = walk & (walk_kind != 2'd0 || due);

  // ------------------------------------------------------------------------------- answers
  assign rev_o         = {1'b1, rev_iid, rev_type, rev_delta};
  assign chk_o         = {1'b1, chk_iid, chk_type, chk_delta};
  assign chk_valid_o   = chk_back;
  assign check_valid_o = seen & ~chk_back & ~mark & ~walks_i;
  assign closed_o      = done & count == '0 & idle_i & ~ack_valid;

  // A marker goes the way of a packet, and as long.
  localparam int WAY = 7;
  localparam int MarkW = POS_W + ID_W;
  logic [WAY:0]     mark_q;
  logic [MarkW-1:0] marker_q[WAY+1], marker;
  always_ff @(posedge clk_i) begin
    mark_q      <= rst_ni ? {mark_q[WAY-1:0], mark} : '0;
    marker_q[0] <= {mark_pos, mark_id};
    for (int k = 1; k <= WAY; k = k + 1) marker_q[k] <= marker_q[k-1];
  end
  assign mark_o   = `SELVAGE_BUG(bug_i[0], mark_q[WAY-1], mark_q[WAY]);
  assign marker   = `SELVAGE_BUG(bug_i[0], marker_q[WAY-1], marker_q[WAY]);
  assign header_o = {11'd0, 11'(marker[ID_W+:POS_W]), 11'(marker[ID_W-1:0]), 39'd0};

  // ------------------------------------------------------------------------------- redirects
  logic             load, redirect;
  logic [ID_W-1:0]  turn_id;
  logic [POS_W-1:0] turn_delta;
  always_ff @(posedge clk_i) begin
    {map_q, map_ordered_q}     <= {map_in_i, map_id_i, ordered};
    {mapped_q, ordered_q}      <= {map_q, map_ordered_q};
  end
  assign {level_in_o, level_id_o} = mapped_q;
  assign load = map_valid & ~map_stall_o;

  /* verilator lint_off PINCONNECTEMPTY */
  redirect_gen #(.N_PORTS(N), .FLOW_ID_W(ID_W), .POS_W(POS_W), .DEPTH_W(UNITS_W)) i_redirect (
    `SELVAGE_BUG_PIN(bug_i, 5'd0)
    .rst_ni(rst_ni), .d0_i(redirect_floor_i), .kd_i(depth_gain_i), .kg_i(growth_gain_i),
    .seed_i(redirect_seed_i), .slot_i(sample_slot_i), .depth_i(load_i), .load_valid_i(load),
    .load_exempt_i(~ordered_q | (level_i != '0) | ~redirects_i), .load_port_i(level_in_o),
    .load_id_i(level_id_o), .load_delta_i(delta), .redirect_valid_o(redirect),
    .redirect_port_o(turn_in_o), .redirect_id_o(turn_id), .redirect_delta_o(turn_delta),
    .loads_o(), .redirects_o(), .busy_o(), .*
  );
  /* verilator lint_on PINCONNECTEMPTY */
  assign turn_valid_o = redirect & redirects_i;
  assign turn_o       = {1'b0, turn_id, fabric_pkg::TypeRedirect, turn_delta};
endmodule
