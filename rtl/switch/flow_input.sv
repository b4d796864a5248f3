// SPDX-License-Identifier: Apache-2.0
/// The way in of a port of a flow-channel switch: beats that come, look-ups of a host's packets,
/// steps of the input table, messages for the other end (docs/reference/flow-switch.md). Pins as in
/// flow_switch_port.
`include "bug.svh"
`include "ifct_widths.svh"
module flow_input #(
  parameter int N = 8,
  parameter int HOSTS = 0,
  parameter int EDGE = 0,
  parameter int ID_W = 6,
  parameter int POS_W = 8,
  parameter int PAGES = 2783,
  parameter int MAX = 48,
  parameter int MSG_W = 22,
  localparam PW = $clog2(N),
  localparam PORT_W = PW,
  localparam int R = 1 << ID_W,
  localparam AW = $clog2(PAGES),
  localparam TS_W = 17,
  localparam VC_W = 2,
  localparam PACE_W = `SELVAGE_IFCT_PACE_W,
  localparam ROW_W = `SELVAGE_IFCT_ROW_W,
  localparam UNITS_W = 14,
  localparam DEST_W = 20,
  localparam EW = ID_W + 4 + POS_W,
  localparam HEAD_W = 72,
  localparam BEAT_W = 200
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0: every row is looked at, 1: what ACK says goes before what ENQ says;
  /// static
  `SELVAGE_BUG_PORT(bug_i, 2)
  /* verilator lint_off UNUSEDSIGNAL */  // those of the output, high bits of a time
`include "flow_settings.svh"
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [2:0]           wire_sym_i,
  input  logic                 wire_head_i,
  input  logic                 wire_tail_i,
  input  logic [BEAT_W-1:0]    wire_data_i,
  output logic                 msg_valid_o,
  output logic [MSG_W-1:0]     msg_o,
  output logic                 frame_valid_o,
  output logic                 frame_sof_o,
  output logic                 frame_eof_o,
  output logic [255:0]         frame_word_o,
  input  logic                 walks_i,
  input  logic                 init_i,
  output logic                 live_o,
  output logic [3*R-1:0]       levels_o,
  /// a header of a packet, {ordered, class, where to} and bytes, its page; the next word
  output logic                 header_valid_o,
  output logic [DEST_W+3:0]    header_flow_o,
  output logic [13:0]          header_bytes_o,
  input  logic [AW-1:0]        header_slot_i,
  output logic                 rx_valid_o,
  output logic [255:0]         rx_o,
  /// the head of a row has its turn: what it gives; whose head is granted, flow_leads
  input  logic                 pick_valid_i,
  input  logic [ID_W-1:0]      pick_id_i,
  input  logic                 pick_drop_i,
  input  logic                 pick_block_i,
  input  logic [N-1:0]         pick_mask_i,
  input  logic                 pick_any_i,
  input  logic [PW-1:0]        pick_port_i,
  input  logic                 grant_valid_i,
  input  logic [PW-1:0]        grant_out_i,
  input  logic [ID_W-1:0]      grant_id_i,
  input  logic [PW-1:0]        lead_out_i,
  input  logic                 take_i,
  input  logic                 leave_i,
  input  logic                 abort_i,
  input  logic                 soon_host_i,
  output logic                 drops_o,
  /// the next ACK: it has come by a link, row, type, units; its output
  input  logic                 ack_valid_i,
  input  logic [EW-1:0]        ack_i,
  input  logic [PW-1:0]        ack_out_i,
  output logic                 ack_pull_o,
  /// the step: a DEQ, of which kind; of its row: ports that it may have, bytes, hole; the packet
  output logic                 deq_valid_o,
  output logic [1:0]           deq_kind_o,
  output logic [ID_W-1:0]      deq_id_o,
  output logic                 deq_drop_o,
  input  logic [N-1:0]         deq_mask_i,
  input  logic [13:0]          deq_bytes_i,
  input  logic [POS_W-1:0]     deq_hole_i,
  output logic [AW-1:0]        enq_slot_o,
  /// the answer, two cycles later: to a DEQ, whether it was a drop, its row, units with the hole
  output logic                 ans_valid_o,
  output logic                 ans_go_o,
  output logic [2:0]           ans_why_o,
  output logic [PW-1:0]        ans_port_o,
  output logic [PACE_W-1:0]    ans_ready_o,
  output logic                 ans_drop_o,
  output logic [ID_W-1:0]      ans_id_o,
  output logic [POS_W-1:0]     ans_units_o,
  /// a packet comes into the queue of a row; ACK and CHK have acted on a row
  output logic                 put_valid_o,
  output logic [ID_W-1:0]      put_id_o,
  output logic [AW-1:0]        put_slot_o,
  output logic [POS_W-1:0]     put_hole_o,
  output logic                 put_gap_o,
  output logic                 over_o,
  output logic                 acked_valid_o,
  output logic [ID_W-1:0]      acked_id_o,
  output logic [PW-1:0]        acked_out_o,
  output logic                 acked_far_o,
  output logic                 acked_block_o,
  output logic                 acked_rel_o,
  output logic                 looked_valid_o,
  output logic [ID_W-1:0]      looked_id_o,
  /// a message for the other end
  output logic                 up_valid_o,
  output logic [25:0]          up_o,
  /* verilator lint_off UNUSEDSIGNAL */  // a host has none
  input  logic                 up_ready_i
  /* verilator lint_on UNUSEDSIGNAL */
);
  localparam logic [N-1:0] Hosts = N'(HOSTS);

  // ------------------------------------------------------------------------------- the wire
  /* verilator lint_off UNUSEDSIGNAL */  // spare bits, those of a host's header, of large tables
  logic              mark_valid;
  logic [HEAD_W-1:0] header;
  logic              last_unused;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [5:0]        len;
  assign header_bytes_o = header[13:0];
  assign header_flow_o  = header[37:14];
  assign len            = fabric_pkg::packet_units(header[13:0]);

  // Packets and markers come a cycle later than ACKs, which have their unpacker to pass.
  logic              head_now, mark_now, word_now;
  logic [HEAD_W-1:0] header_now;
  logic [255:0]      rx_now;
  flow_rx #(.DELAY((EDGE != 0) ? 4 : 0), .MSG_W(MSG_W)) i_rx (
    `SELVAGE_BUG_PIN(bug_i, 3'd0)
    .head_valid_o(head_now),
    .mark_valid_o(mark_now),
    .header_o    (header_now),
    .word_valid_o(word_now),
    .word_last_o (last_unused),
    .word_o      (rx_now),
    .*
  );
  always_ff @(posedge clk_i) begin
    {header_valid_o, mark_valid, rx_valid_o} <= {head_now, mark_now, word_now} & {3{rst_ni}};
    {header, rx_o} <= {header_now, rx_now};
  end

  // ------------------------------------------------------------------------------- tables
  localparam int StepW = 2 + AW + POS_W + 6 + 1;  // marker, gap, page, start, units, order
  logic              put, rst_n;                  // rst_n: of what belongs to the link
  logic [ID_W-1:0]   put_id;
  logic [StepW-1:0]  put_data, enq_data;
  logic              back_valid, back_ready;
  /* verilator lint_off UNUSEDSIGNAL */           // of it a host's table needs little
  logic [25:0]       back;
  /* verilator lint_on UNUSEDSIGNAL */
  assign rst_n = rst_ni & ~init_i;

  generate
    if (EDGE != 0) begin : gen_edge
      logic             req, stall, put_ordered;
      logic [23:0]      key;
      logic [5:0]       req_len, put_len;
      logic [ID_W-1:0]  ans_id;
      logic [POS_W-1:0] ans_start, put_start;
      logic [AW-1:0]    put_slot;
      /* verilator lint_off UNUSEDSIGNAL */
      logic [2:0]       put_tc_unused;
      /* verilator lint_on UNUSEDSIGNAL */

      flow_lookup #(.SLOT_W(AW), .ID_W(ID_W), .POS_W(POS_W)) i_lookup (
        `SELVAGE_BUG_PIN(bug_i, 4'd0)
        .head_valid_i  (header_valid_o),
        .head_dest_i   (header[33:14]),
        .head_tc_i     (header[36:34]),
        .head_ordered_i(header[37]),
        .head_len_i    (len),
        .head_slot_i   (header_slot_i),
        .ack_valid_i   (back_valid),
        .req_valid_o   (req),
        .req_key_o     (key),
        .req_len_o     (req_len),
        .ans_stall_i   (stall),
        .ans_id_i      (ans_id),
        .ans_start_i   (ans_start),
        .put_valid_o   (put),
        .put_slot_o    (put_slot),
        .put_len_o     (put_len),
        .put_tc_o      (put_tc_unused),
        .put_ordered_o (put_ordered),
        .put_id_o      (put_id),
        .put_start_o   (put_start),
        .*
      );
      assign put_data = {2'b00, put_slot, put_start, put_len, put_ordered};

      /* verilator lint_off PINCONNECTEMPTY */
      efct #(.FLOW_ID_W(ID_W), .POS_W(POS_W)) i_efct (
        `SELVAGE_BUG_PIN(bug_i, 8'd0)
        .rst_ni     (rst_n),
        .valid_i    (req),
        .key_i      ({8'd0, key}),
        .len_i      (req_len),
        .ack_valid_i(back_valid),
        .ack_id_i   (back[ID_W-1:0]),
        .ack_pos_i  (back[11+:POS_W]),
        .stall_o    (stall),
        .id_o       (ans_id),
        .start_o    (ans_start),
        .valid_o(), .hit_o(), .alloc_o(), .window_o(), .rel_valid_o(), .rel_id_o(), .kept_o(),
        .full_o(), .pause_o(), .count_o(), .stalls_o(), .ecc_fixed_o(), .ecc_lost_o(),
        .*
      );
      /* verilator lint_on PINCONNECTEMPTY */
      assign back_ready = 1'b1;
      assign {up_valid_o, up_o} = '0;
    end else begin : gen_link
      assign put      = header_valid_o | mark_valid;
      assign put_id   = header[39+:ID_W];
      assign put_data = {mark_valid, header[38] & ~mark_valid, header_slot_i, header[50+:POS_W],
                         mark_valid ? 6'd0 : len, header[37] & ~mark_valid};
      assign back_ready = up_ready_i;
      assign {up_valid_o, up_o} = {back_valid, back};
    end
  endgenerate

  // ------------------------------------------------------------------------------- steps
  localparam int PickW = 2 + PW + N;  // it blocks, there is a way, which, those it may have
  logic             enq, chk, chk_pull, marker, gap, deq_block, deq_any;
  logic [ID_W-1:0]  enq_id, chk_id;
  logic [PickW-1:0] deq_data;
  logic [N-1:0]     deq_own, deq_mask;
  logic [PW-1:0]    own, deq_port;
  logic [POS_W-1:0] enq_start;
  logic [5:0]       enq_len, deq_len;
  logic             enq_ordered;

  // A sender may have 64 packets of a beat, and a marker of each row.
  flow_steps #(.DEPTH(128), .ID_W(ID_W), .DATA_W(StepW), .PICK_W(PickW)) i_steps (
    `SELVAGE_BUG_PIN(bug_i, 5'd0)
    .put_valid_i (put),
    .put_id_i    (put_id),
    .put_data_i  (put_data),
    .grant_host_i(Hosts[grant_out_i]),
    .free_i      (leave_i | abort_i),
    .pick_data_i ({pick_block_i, pick_any_i | pick_drop_i, pick_port_i & {PW{pick_any_i}},
                   pick_mask_i}),
    .soon_i      (soon_host_i),
    .ack_id_i    (ack_i[POS_W+3+:ID_W]),
    .chk_valid_i (chk),
    .chk_id_i    (chk_id),
    .chk_pull_o  (chk_pull),
    .deq_data_o  (deq_data),
    .enq_valid_o (enq),
    .enq_id_o    (enq_id),
    .enq_data_o  (enq_data),
    .*
  );
  assign {marker, gap, enq_slot_o, enq_start, enq_len, enq_ordered} = enq_data;
  assign deq_len = fabric_pkg::packet_units(deq_bytes_i);

  // Of a head that is granted the output counts; its second DEQ takes it whatever has happened.
  assign own     = grant_valid_i ? grant_out_i : lead_out_i;
  assign deq_own = N'(1) << own;
  always_comb begin
    {deq_block, deq_any, deq_port, deq_mask} = deq_data;
    if (deq_kind_o != 2'd0) begin
      deq_mask  = deq_mask_i | (deq_own & {N{deq_kind_o == 2'd3}});
      deq_port  = own;
      deq_any   = deq_mask[own];
      deq_block = 1'b0;
    end
  end

  // ------------------------------------------------------------------------------- ifct
  logic             loss, up_d, up_e, up_a, up_c;
  logic [2:0]       up_d_type, up_e_type, up_a_type;
  logic [POS_W-1:0] loss_pos, up_d_pos, up_e_pos, up_a_pos, up_c_pos;
  logic [ID_W-1:0]  loss_id, up_d_id, up_e_id, up_a_id, up_c_id;
  logic [ROW_W-1:0] look_row;

  /* verilator lint_off PINCONNECTEMPTY */
  ifct #(.N_PORTS(N), .FLOW_ID_W(ID_W), .POS_W(POS_W), .EDGE(EDGE), .LOOK(1)) i_ifct (
    `SELVAGE_BUG_PIN(bug_i, 10'd0)
    .rst_ni(rst_n), .now_i(now_i[31:0]), .mfe_i(flow_limit_i), .mqe_i(queue_limit_i),
    .rd_enable_i((EDGE != 0) | redirect_inside_i), .cool_t_i(cooldown_i), .hold_t_i(hold_up_i),
    .refresh_t_i(refresh_i), .expire_t_i(expire_i), .fc_hi_i(credit_on_i),
    .fc_lo_i(credit_off_i), .headroom_i(credit_headroom_i), .ep_rec_i(recovery_acks_i),
    .ep_weigh_i(recovery_weighted_i), .unit_cyc_i(unit_cycles_i),
    .inj_limit_i(injection_limit_i), .taken_o(),
    .deq_valid_i(deq_valid_o), .deq_peek_i((deq_kind_o == 2'd2)
                                   | ((deq_kind_o == 2'd0) & ~deq_drop_o & ~deq_block)),
    .deq_id_i(deq_id_o), .deq_len_i(deq_len), .deq_any_i(deq_any), .deq_port_i(deq_port),
    .deq_vc_i(VC_W'(0)), .deq_mask_i(deq_mask), .deq_valid_o(ans_valid_o), .deq_go_o(ans_go_o),
    .deq_why_o(ans_why_o), .deq_port_o(ans_port_o), .deq_vc_o(), .deq_up_valid_o(up_d),
    .deq_up_id_o(up_d_id), .deq_up_type_o(up_d_type), .deq_up_pos_o(up_d_pos),
    .enq_valid_i(enq), .enq_id_i(enq_id), .enq_start_i(enq_start), .enq_len_i(enq_len),
    .enq_gap_i(gap), .enq_ordered_i(enq_ordered), .enq_valid_o(), .enq_open_o(),
    .enq_hole_o(put_hole_o), .enq_gap_o(put_gap_o), .enq_over_o(over_o), .enq_loss_valid_o(loss),
    .enq_loss_id_o(loss_id), .enq_loss_pos_o(loss_pos), .enq_up_valid_o(up_e),
    .enq_up_id_o(up_e_id), .enq_up_type_o(up_e_type), .enq_up_pos_o(up_e_pos),
    .ack_valid_i(ack_pull_o), .ack_id_i(ack_i[POS_W+3+:ID_W]), .ack_type_i(ack_i[POS_W+:3]),
    .ack_delta_i(ack_i[POS_W-1:0]), .ack_port_i(ack_out_i), .ack_vc_i(VC_W'(0)),
    .ack_up_valid_o(up_a), .ack_up_id_o(up_a_id), .ack_up_type_o(up_a_type),
    .ack_up_pos_o(up_a_pos), .ack_rel_o(acked_rel_o), .ack_block_o(acked_block_o),
    .chk_valid_i(chk_pull), .chk_peek_i(1'b0), .chk_id_i(chk_id), .chk_up_valid_o(up_c),
    .chk_up_id_o(up_c_id), .chk_up_pos_o(up_c_pos), .chk_row_valid_o(), .chk_row_o(), .inj_o(),
    .holes_o(), .losses_o(), .stray_o(), .moves_o(), .ecc_fixed_o(), .ecc_lost_o(),
    .deq_ready_o(ans_ready_o), .look_row_o(look_row), .*
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // What an operation was about, with its answer.
  localparam int LaterW = 5 + 4 * ID_W + POS_W + AW + PW;
  logic [LaterW-1:0] later, later_q, answered_q;
  assign later = {deq_drop_o, enq & ~marker, ack_pull_o, chk_pull, ack_i[EW-1], deq_id_o, enq_id,
                  ack_i[POS_W+3+:ID_W], chk_id, deq_hole_i + POS_W'(deq_len), enq_slot_o,
                  ack_out_i};
  always_ff @(posedge clk_i) begin
    later_q    <= rst_ni ? later : '0;
    answered_q <= rst_ni ? later_q : '0;
  end
  assign {ans_drop_o, put_valid_o, acked_valid_o, looked_valid_o, acked_far_o, ans_id_o, put_id_o,
          acked_id_o, looked_id_o, ans_units_o, put_slot_o, acked_out_o} = answered_q;

  // ------------------------------------------------------------------------------- looks
  logic [TS_W-1:0]   tick;
  logic [PACE_W-1:0] pace;
  logic              refresh, due, waits_q;
  logic [ID_W-1:0]   waits_id_q;
`include "ifct_row.svh"
  /* verilator lint_off UNUSEDSIGNAL */  // what a look would write
  row_t              row;
  set_t              sets;
  logic [ROW_W-1:0]  new_unused;
  logic [POS_W-1:0]  pos_unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign tick = TS_W'(now_i >> tick_i);
  assign pace = PACE_W'((EDGE != 0) ? now_i >> 1 : now_i >> tick_i);
  assign row  = look_row;
  ifct_chk #(.PORT_W(PORT_W), .POS_W(POS_W), .VC_W(VC_W), .TS_W(TS_W), .EDGE(EDGE)) i_look (
    .row_i(look_row), .tick_i(tick), .pace_i(pace), .refresh_at_i(tick - refresh_i),
    .expire_at_i(tick - expire_i), .refresh_none_i(1'b0), .expire_none_i(1'b0),
    .fc_ahead_i(POS_W'(0)), .ahead_i(POS_W'(0)), .took_i(1'b0), .um_off_i(1'b0), .paced_i(1'b0),
    .open_i(1'b0), .um_on_i(1'b0), .rel_i(1'b0), .dm_on_i(1'b0), .valid_i(1'b1),
    .new_o(new_unused), .set_o(sets),
    .up_valid_o(refresh), .up_pos_o(pos_unused)
  );
  assign due = (row.state != StFree)
               & (refresh | (sets.dm & row.dm) | sets.mark | sets.hold | ((EDGE != 0) & sets.pace)
                  | `SELVAGE_BUG(bug_i[0], 1'b0, 1'b1));
  assign chk    = waits_q | due;
  assign chk_id = waits_q ? waits_id_q : now_i[ID_W-1:0];
  always_ff @(posedge clk_i) begin
    waits_q    <= rst_n & chk & ~chk_pull;
    waits_id_q <= chk_id;
  end

  // ------------------------------------------------------------------------------- messages
  logic [4:0]   says, kinds;
  logic [5*26-1:0] said;
  function automatic [25:0] message(input [2:0] kind, input [POS_W-1:0] pos, input [ID_W-1:0] id);
    message = {^{kind, pos, id}, kind, 11'(pos), 11'(id)};  // as parity_ack_t
  endfunction
  assign said = {message(fabric_pkg::TypeCredit, up_c_pos, up_c_id),
                 message(up_a_type, up_a_pos, up_a_id), message(up_e_type, up_e_pos, up_e_id),
                 message(fabric_pkg::TypeLoss, loss_pos, loss_id),
                 message(up_d_type, up_d_pos, up_d_id)};
  // A host is told of nothing: its edge table hears of what is acknowledged.
  assign kinds = (EDGE == 0) ? '1 : ~{1'b1, up_a_type[2], up_e_type[2], 1'b1, up_d_type[2]};
  assign says  = {up_c, up_a, up_e, loss, up_d} & kinds & {5{~walks_i}};
  logic [4:0]      turned;  // as they go
  logic [5*26-1:0] told;
  assign turned = `SELVAGE_BUG(bug_i[1], says, {says[4], says[2:1], says[3], says[0]});
  assign told   = `SELVAGE_BUG(bug_i[1], said, {said[104+:26], said[26+:52], said[78+:26],
                                         said[25:0]});
  flow_ups i_ups (
    .rst_ni (rst_n),
    .valid_i(turned),
    .data_i (told),
    .valid_o(back_valid),
    .data_o (back),
    .pull_i (back_valid & back_ready),
    .*
  );
endmodule
