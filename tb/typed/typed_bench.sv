// SPDX-License-Identifier: Apache-2.0
// The typed tops beside the modules they wrap: the same random inputs, field by field on one side
// and as the bits that docs/ names on the other, and in every clock the same outputs. Prints the
// clocks compared, or which tops differ. Run by scripts/lint.
`include "bug.svh"
`include "typedef.svh"

package bench_types;
  // fattree_control: M = 8, N = 3; ifct, ofct: FLOW_ID_W = 4, POS_W = 8; planar_route: CW = 3
  `SELVAGE_TYPEDEF_FAULT_MESSAGE(message_t, 2, 6, 2, 8)
  `SELVAGE_TYPEDEF_FATTREE_HEADER(fattree_header_t, 3, 3)
  `SELVAGE_TYPEDEF_SWITCH_BEAT(beat_t, 64)
  `SELVAGE_TYPEDEF_SWITCH_HEAD(head_t, 3, 2, 14, 64)
  `SELVAGE_TYPEDEF_PLANAR_HEADER(planar_header_t, 3)
  `SELVAGE_TYPEDEF_FLOW_HEADER(flow_header_t, 4, 8)
  `SELVAGE_TYPEDEF_FLOW_MESSAGE(flow_message_t, 4, 8)
endpackage

module control_pair (input logic clk_i, rst_ni, input logic [255:0] r, output logic differ_o);
  localparam int MSGW = 21;
  bench_types::message_t [7:0] in, out;
  logic [8*MSGW-1:0] flat_in, flat_out;
  logic [7:0] valid, valid_t, valid_f, stop_t, stop_f;
  bench_types::fattree_header_t header;
  logic gnt_t, gnt_f, up_t, up_f, drop_t, drop_f, req;
  logic [2:0] port_t, port_f;
  logic [3:0] mask_t, mask_f;
  logic [4:0] done_t, done_f;

  always_comb begin
    valid = r[7:0] & r[15:8] & r[23:16];
    req = r[24];
    for (int p = 0; p < 8; p++) begin
      in[p].kind  = r[32+p+:3];
      in[p].level = 2'(r[48+p]);
      in[p].key   = r[60+2*p+:6];
      in[p].port  = r[90+p+:2];
      in[p].seq   = r[110+p+:8];
      flat_in[p*MSGW+:MSGW] = {r[110+p+:8], r[90+p+:2], r[60+2*p+:6], 2'(r[48+p]), r[32+p+:3]};
    end
    header.src = r[140+:9];
    header.dst = r[150+:9];
  end

  `define CONTROL(side) \
    i_``side ( \
      `SELVAGE_BUG_PIN(bug_i, '0) \
      .clk_i, .req_clk_i(clk_i), .rst_ni, .level_i(2'd1), .levels_i(2'd3), .coord_i(6'o25), \
      .line_en_i('1), .port_en_i('1), .rule_paper_i(1'b0), .xoff_i(5'd10), \
      .link_down_i(r[167:160] & r[175:168] & r[183:176] & r[191:184]), \
      .link_up_i(r[199:192] & r[207:200] & r[215:208] & r[223:216]), \
      .msg_valid_i(valid), .msg_stop_o(stop_``side), .msg_valid_o(valid_``side), .msg_stop_i('0), \
      .req_valid_i(req), .req_from_up_i(r[25]), .gnt_valid_o(gnt_``side), .gnt_up_o(up_``side), \
      .gnt_drop_o(drop_``side), .gnt_port_o(port_``side), .gnt_mask_o(mask_``side), \
      .overflow_o(done_``side[0]), .op_done_o(done_``side[1]), .idle_o(done_``side[2]), \
      .req_idle_o(done_``side[3]), .work_o(done_``side[4]),
  fattree_control_typed #(.message_t(bench_types::message_t),
                          .header_t(bench_types::fattree_header_t)) `CONTROL(t)
    .msg_data_i(in), .msg_data_o(out), .req_header_i(header));
  fattree_control `CONTROL(f)
    .msg_data_i(flat_in), .msg_data_o(flat_out), .req_src_i(r[140+:9]), .req_dst_i(r[150+:9]));

  always_comb begin
    differ_o = {valid_t, stop_t, gnt_t, up_t, drop_t, port_t, mask_t, done_t} !=
               {valid_f, stop_f, gnt_f, up_f, drop_f, port_f, mask_f, done_f};
    for (int p = 0; p < 8; p++) begin
      if (valid_t[p] && {out[p].seq, out[p].port, out[p].key, out[p].level, out[p].kind} !=
          flat_out[p*MSGW+:MSGW]) differ_o = 1'b1;
    end
  end
endmodule

// Packets of 1 to 8 beats to any of the 16 hosts of a 4P3T, as XON allows; messages between them,
// declarations.
module switch_pair (input logic clk_i, rst_ni, input logic [255:0] r, output logic differ_o);
  bench_types::beat_t [3:0] in, out;
  bench_types::head_t head;
  logic [7:0] sym_in, sym_f;
  logic [3:0] head_in, tail_in, bad_in, head_f, tail_f, bad_f, xon_t, xon_f;
  logic [3:0] moved = '0, messages = '0;
  logic [4*64-1:0] data_in, data_f;
  logic [60:0] t = '0, f = '0;
  logic [15:0] cnt_t, cnt_f;
  logic [2:0] left_q[4] = '{default: '0};

  always_comb begin
    for (int p = 0; p < 4; p++) begin
      head = '{rest: 38'(r[12*p+:12]), length: 14'(r[100+3*p+:3]) + 14'd1, src: 6'(r[130+p+:4]),
               dst: {1'b0, r[140+p], 1'b0, r[150+p], r[160+2*p+:2]}};
      in[p]      = '{data: {32'(p), r[8*p+:32]}, bad: 1'b0, tail: 1'b0, head: 1'b0, sym: 2'd0};
      in[p].head = left_q[p] == '0 && xon_t[p] && r[p] && r[p+20];
      in[p].sym  = (in[p].head || left_q[p] != '0) ? 2'd1 :
                   (!t[p] && r[p+60] && r[p+70] && r[p+80]) ? 2'd2 : 2'd0;
      if (in[p].head) in[p].data = head;
      in[p].tail = in[p].sym == 2'd1 && (in[p].head ? head.length == 14'd1 : left_q[p] == 3'd1);
      in[p].bad  = in[p].tail && r[p+40] && r[p+50];
      {sym_in[2*p+:2], head_in[p], tail_in[p]} = {in[p].sym, in[p].head, in[p].tail};
      {bad_in[p], data_in[64*p+:64]} = {in[p].bad, in[p].data};
    end
  end
  always_ff @(posedge clk_i) begin
    for (int p = 0; p < 4; p++) begin
      if (in[p].head) left_q[p] <= r[100+3*p+:3];
      else if (left_q[p] != '0) left_q[p] <= left_q[p] - 3'd1;
    end
  end

  `define SWITCH_SIZES .M(4), .W(4), .QI(6), .DEPTH(32), .HEADERS(33), .COPIES(4), .CNT_W(16)
  `define SWITCH(side) \
    i_``side ( \
      `SELVAGE_BUG_PIN(bug_i, '0) \
      .clk_i, .hdr_clk_i(clk_i), .ctl_clk_i(clk_i), .cnt_clk_i(clk_i), .rst_ni, .level_i(2'd1), \
      .levels_i(2'd3), .coord_i(4'b0101), .line_en_i('1), .port_en_i('1), .rule_paper_i(1'b0), \
      .xoff_i(3'd2), .xon_most_i(6'd16), .numbered_i(1'b0), .sideband_i(1'b0), .rx_ok_i('1), \
      .rx_xon_o(xon_``side), .rx_stop_o(side[3:0]), .rx_resend_o(side[15:12]), .rx_number_o(), \
      .rx_msg_valid_i('0), .rx_msg_bad_i('0), .rx_msg_data_i('0), .tx_msg_valid_o(), \
      .tx_msg_data_o(), .tx_ok_i('1), .tx_xon_i(r[203:200] | r[213:210]), .tx_stop_i('0), \
      .tx_resend_i('0), .tx_number_i('0), \
      .link_down_i(r[223:220] & r[227:224] & r[231:228] & r[235:232] & r[251:248]), \
      .link_up_i(r[239:236] & r[243:240] & r[247:244] & r[255:252]), .link_init_i('0), \
      .clear_o(side[19:16]), .wipe_i(1'b0), .dec_in_o(side[27:24]), \
      .dec_want_o(side[35:32]), .cnt_port_i(r[1:0]), .cnt_sel_i(r[5:3]), .cnt_o(cnt_``side), \
      .drained_o(side[43:40]), .malformed_o(side[51:48]), .overflow_o(side[56]), \
      .op_done_o(side[57]), .idle_o(side[58]), .hdr_idle_o(side[59]), .ctl_idle_o(side[60]),
  /* verilator lint_off PINCONNECTEMPTY */
  fattree_switch_typed #(`SWITCH_SIZES, .beat_t(bench_types::beat_t)) `SWITCH(t)
    .rx_beat_i(in), .tx_beat_o(out));
  fattree_switch #(`SWITCH_SIZES) `SWITCH(f)
    .rx_sym_i(sym_in), .rx_head_i(head_in), .rx_tail_i(tail_in), .rx_bad_i(bad_in),
    .rx_data_i(data_in), .tx_sym_o(sym_f), .tx_head_o(head_f), .tx_tail_o(tail_f),
    .tx_bad_o(bad_f), .tx_data_o(data_f));
  /* verilator lint_on PINCONNECTEMPTY */

  always_comb begin
    differ_o = t != f || xon_t != xon_f || cnt_t != cnt_f;
    for (int p = 0; p < 4; p++) begin
      if ({out[p].sym, out[p].head, out[p].tail, out[p].bad, out[p].data} !=
          {sym_f[2*p+:2], head_f[p], tail_f[p], bad_f[p], data_f[64*p+:64]}) differ_o = 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    moved <= moved | tail_f;
    for (int p = 0; p < 4; p++) messages[p] <= messages[p] | (rst_ni && sym_f[2*p+:2] == 2'd2);
  end
  final begin
    if (moved != '1 || messages == '0)
      $fatal(1, "switch_pair: no packet has left by some port, or no message by any");
  end
endmodule

module ack_pair (input logic clk_i, rst_ni, input logic [255:0] r, output logic differ_o);
  fabric_pkg::parity_ack_t in, out_t;
  logic [25:0] bits, out_f;
  logic [24:0] ack;
  logic [255:0] word_t, word_f;
  logic [6:0] at_t, at_f;  // ready, valid, sof, eof, fire, frame_valid, busy
  logic [2:0] end_t, end_f;
  logic valid_t, valid_f;
  logic [2:0] len_t, len_f, fire_t, fire_f;
  logic [39:0] now = '0;

  always_ff @(posedge clk_i) now <= now + 40'd1;
  always_comb begin
    ack         = r[24:0];
    in.id       = r[10:0];
    in.position = r[21:11];
    in.kind     = r[24:22];
    in.parity   = ^ack;
    bits        = {^ack, ack};
  end
  `define AGGREGATOR(name, side, ack_data) \
    name #(.MAX(6), .DEPTH(18)) i_``side ( \
      `SELVAGE_BUG_PIN(bug_i, '0) \
      .clk_i, .rst_ni, .t1_i(10'd4), .t2_i(10'd9), .t3_i(10'd20), .good_i(6'b001100), \
      .max_i(3'd6), \
      .now_i(now), .ack_valid_i(r[25]), .ack_data_i(ack_data), .ack_ready_o(at_``side[0]), \
      .wire_idle_i(r[26]), .frame_ready_i(r[27]), .frame_valid_o(at_``side[1]), \
      .frame_len_o(len_``side), .fire_valid_o(at_``side[2]), .fire_len_o(fire_``side), \
      .word_data_o(word_``side), .word_valid_o(at_``side[3]), .word_sof_o(at_``side[4]), \
      .word_eof_o(at_``side[5]), .busy_o(at_``side[6]));
  `define UNPACKER(name, side, ack_data) \
    name #(.MAX(6)) i_un_``side ( \
      `SELVAGE_BUG_PIN(bug_i, '0) \
      .clk_i, .rst_ni, .word_data_i(word_f), .word_valid_i(at_f[3]), .word_sof_i(at_f[4]), \
      .word_eof_i(at_f[5]), .ack_valid_o(valid_``side), .ack_data_o(ack_data), \
      .frame_ok_o(end_``side[0]), .frame_bad_o(end_``side[1]));
  `AGGREGATOR(ack_aggregator_typed, t, in)
  `AGGREGATOR(ack_aggregator, f, bits)
  `UNPACKER(ack_frame_unpacker_typed, t, out_t)
  `UNPACKER(ack_frame_unpacker, f, out_f)
  assign end_t[2] = valid_t;
  assign end_f[2] = valid_f;
  assign differ_o = {word_t, at_t, end_t, len_t, fire_t} != {word_f, at_f, end_f, len_f, fire_f} ||
                    {out_t.parity, out_t.kind, out_t.position, out_t.id} != out_f;
endmodule

module planar_pair (input logic clk_i, rst_ni, input logic [255:0] r, output logic differ_o);
  bench_types::planar_header_t header;
  logic [24:0] t, f;

  always_comb begin
    header.dst   = r[8:0];
    header.proxy = r[15:13];
    header.sub   = r[10:9];
    header.tie   = r[11];
  end
  `define PLANAR(side) \
    i_``side ( \
      `SELVAGE_BUG_PIN(bug_i, '0) \
      .clk_i, .rst_ni, .valid_i(r[12]), .here_i(r[24:16]), .in_port_i(3'd6), .reserve_i(r[25]), \
      .fallback_i(r[26]), .nb_down_i(r[32:27] & r[38:33]), .nb_unsafe_i(r[62:39] & r[86:63]), \
      .unsafe_i(r[90:87] & r[94:91]), .line_i(r[100:95]), .nb_line_i(r[136:101]), \
      .free_i(r[148:137]), .valid_o(side[0]), .eject_o(side[1]), .drop_o(side[2]), \
      .grant_o(side[3]), .dir_o(side[6:4]), .vc_o(side[7]), .sub_o(side[9:8]), \
      .proxy_o(side[12:10]), .legal_o(side[24:13]),
  planar_route_typed #(.CW(3), .header_t(bench_types::planar_header_t)) `PLANAR(t)
    .header_i(header));
  planar_route #(.CW(3)) `PLANAR(f)
    .dst_i(r[8:0]), .proxy_i(r[15:13]), .sub_i(r[10:9]), .tie_i(r[11]));
  assign differ_o = t != f;
endmodule

module ifct_pair (input logic clk_i, rst_ni, input logic [255:0] r, output logic differ_o);
  bench_types::flow_header_t header;
  bench_types::flow_message_t ack, deq_t, enq_t, up_t;
  logic [14:0] deq_f, enq_f, up_f;  // {kind, position, id}
  logic [63:0] t, f;
  logic [126:0] row_t, row_f;
  logic [159:0] counts_t, counts_f;
  logic [3:0]   taken_t, taken_f;
  logic [39:0] now = '0;

  always_ff @(posedge clk_i) now <= now + 40'd1;
  always_comb begin
    header.id      = 4'(r[1:0]);
    header.start   = r[11:4];
    header.len     = {4'd0, r[13:12]} + 6'd1;
    header.gap     = r[14];
    header.ordered = r[15];
    ack.id         = 4'(r[17:16]);
    ack.kind       = r[20:18];
    ack.position   = 8'(r[22:21]);
  end
  `define IFCT(side) \
    i_``side ( \
      `SELVAGE_BUG_PIN(bug_i, '0) \
      .clk_i, .rst_ni, .now_i(now[31:0]), .tick_i(4'd1), .mfe_i({8{8'd32}}), \
      .mqe_i({8{8'd32}}), .rd_enable_i(1'b1), \
      .cool_t_i(17'd20), .hold_t_i(17'd20), .refresh_t_i(17'd50), .expire_t_i(17'd90), \
      .fc_hi_i(8'd64), .fc_lo_i(8'd16), .headroom_i(8'd40), .ep_rec_i(5'd4), .ep_weigh_i(1'b1), \
      .unit_cyc_i(10'd1), .inj_limit_i(16'd512), .taken_o(taken_``side), .deq_valid_i(r[23]), .deq_peek_i(r[24]), \
      .deq_id_i(4'(r[26:25])), .deq_len_i(6'd2), .deq_hole_i(8'd0), .deq_any_i(r[27]), \
      .deq_port_i(r[30:28]), .deq_vc_i(r[32:31]), .deq_mask_i(r[40:33]), .deq_valid_o(side[0]), \
      .deq_go_o(side[1]), .deq_why_o(side[4:2]), .deq_port_o(side[7:5]), .deq_vc_o(side[9:8]), \
      .deq_up_valid_o(side[10]), .enq_valid_i(r[41]), .enq_valid_o(side[11]), \
      .enq_open_o(side[12]), .enq_hole_o(side[20:13]), .enq_gap_o(side[21]), \
      .enq_over_o(side[22]), \
      .enq_loss_valid_o(side[23]), .enq_loss_id_o(side[27:24]), .enq_loss_pos_o(side[35:28]), \
      .enq_up_valid_o(side[36]), .ack_valid_i(r[42]), .ack_port_i(r[45:43]), .ack_vc_i(r[47:46]), \
      .ack_up_valid_o(side[37]), .ack_rel_o(side[38]), \
      .ack_block_o(side[52]), .chk_valid_i(r[48]), .chk_peek_i(r[51]), \
      .chk_row_valid_o(side[53]), .chk_row_o(row_``side), \
      .ecc_fixed_o(side[57:54]), .ecc_lost_o(side[61:58]), \
      .inj_o(counts_``side[31:0]), .holes_o(counts_``side[63:32]), \
      .losses_o(counts_``side[95:64]), .stray_o(counts_``side[127:96]), \
      .moves_o(counts_``side[159:128]), \
      .chk_id_i(4'(r[50:49])), .chk_up_valid_o(side[39]), .chk_up_id_o(side[43:40]), \
      .chk_up_pos_o(side[51:44]),
  ifct_typed #(.FLOW_ID_W(4), .POS_W(8), .header_t(bench_types::flow_header_t),
               .message_t(bench_types::flow_message_t)) `IFCT(t)
    .enq_header_i(header), .ack_message_i(ack), .deq_up_o(deq_t), .enq_up_o(enq_t),
    .ack_up_o(up_t));
  /* verilator lint_off PINCONNECTEMPTY */  // nobody looks from outside
  ifct #(.FLOW_ID_W(4), .POS_W(8)) `IFCT(f)
    .deq_ready_o(), .look_row_o(), .levels_o(), .live_o(),
    .enq_id_i(4'(r[1:0])), .enq_start_i(r[11:4]), .enq_len_i({4'd0, r[13:12]} + 6'd1),
    .enq_gap_i(r[14]), .enq_ordered_i(r[15]), .ack_id_i(4'(r[17:16])), .ack_type_i(r[20:18]),
    .ack_delta_i(8'(r[22:21])), .deq_up_id_o(deq_f[3:0]), .deq_up_type_o(deq_f[14:12]),
    .deq_up_pos_o(deq_f[11:4]), .enq_up_id_o(enq_f[3:0]), .enq_up_type_o(enq_f[14:12]),
    .enq_up_pos_o(enq_f[11:4]), .ack_up_id_o(up_f[3:0]), .ack_up_type_o(up_f[14:12]),
    .ack_up_pos_o(up_f[11:4]));
  /* verilator lint_on PINCONNECTEMPTY */
  assign t[63:62] = '0;
  assign f[63:62] = '0;
  assign differ_o = t != f || row_t != row_f || counts_t != counts_f || taken_t != taken_f ||
                    {deq_t.kind, deq_t.position, deq_t.id} != deq_f ||
                    {enq_t.kind, enq_t.position, enq_t.id} != enq_f ||
                    {up_t.kind, up_t.position, up_t.id} != up_f;
endmodule

module ofct_pair (input logic clk_i, rst_ni, input logic [255:0] r, output logic differ_o);
  bench_types::flow_message_t rev, rev_t, chk_t;
  logic [14:0] rev_f, chk_f;  // {kind, position, id}
  logic [99:0] t, f;
  logic [39:0] now = '0;

  always_ff @(posedge clk_i) now <= now + 40'd1;
  always_comb begin
    rev.id       = 4'(r[1:0]);
    rev.kind     = r[4:2];
    rev.position = 8'(r[8:5]);
  end
  `define OFCT(side) \
    i_``side ( \
      `SELVAGE_BUG_PIN(bug_i, '0) \
      .clk_i, .rst_ni, .now_i(now[31:0]), .tick_i(4'd1), .stale_t_i(17'd40), \
      .expire_t_i(17'd80), \
      .map_valid_i(r[9]), .map_port_i(r[12:10]), .map_id_i(4'(r[13])), .map_len_i(6'd1), \
      .map_hole_i(8'd0), .map_ordered_i(r[14]), .map_valid_o(side[0]), .map_hit_o(side[1]), \
      .map_alloc_o(side[2]), .map_stall_o(side[3]), .map_over_o(side[4]), .map_oid_o(side[8:5]), \
      .map_start_o(side[16:9]), .map_delta_o(side[24:17]), .rev_valid_i(r[15]), \
      .rev_valid_o(side[25]), .rev_port_o(side[28:26]), .rev_rel_valid_o(side[29]), \
      .rev_rel_id_o(side[33:30]), .chk_valid_i(r[16]), .chk_id_i(r[20:17]), .chk_kind_i(r[22:21]), \
      .chk_valid_o(side[34]), .chk_port_o(side[37:35]), .chk_rel_valid_o(side[38]), \
      .chk_rel_id_o(side[42:39]), .chk_mark_valid_o(side[43]), .chk_mark_id_o(side[47:44]), \
      .chk_mark_pos_o(side[55:48]), .full_o(side[56]), .count_o(side[61:57]), \
      .stalls_o(side[93:62]), .ecc_fixed_o(side[96:94]), .ecc_lost_o(side[99:97]),
  ofct_typed #(.FLOW_ID_W(4), .POS_W(8), .message_t(bench_types::flow_message_t)) `OFCT(t)
    .rev_message_i(rev), .rev_message_o(rev_t), .chk_message_o(chk_t));
  /* verilator lint_off PINCONNECTEMPTY */
  ofct #(.FLOW_ID_W(4), .POS_W(8)) `OFCT(f)
    .look_valid_o(), .look_row_o(), .chk_seen_o(), .chk_seen_port_o(), .chk_seen_iid_o(),
    .rev_id_i(4'(r[1:0])), .rev_type_i(r[4:2]), .rev_pos_i(8'(r[8:5])), .rev_iid_o(rev_f[3:0]),
    .rev_type_o(rev_f[14:12]), .rev_delta_o(rev_f[11:4]), .chk_iid_o(chk_f[3:0]),
    .chk_type_o(chk_f[14:12]), .chk_delta_o(chk_f[11:4]));
  /* verilator lint_on PINCONNECTEMPTY */
  assign differ_o = t != f || {rev_t.kind, rev_t.position, rev_t.id} != rev_f ||
                    {chk_t.kind, chk_t.position, chk_t.id} != chk_f;
endmodule

module typed_bench;
  localparam int Clocks = 20000;
  logic clk = 1'b0, rst_n = 1'b0;
  logic [255:0] r;
  logic [5:0] differ, seen = '0;

  control_pair i_control (.clk_i(clk), .rst_ni(rst_n), .r, .differ_o(differ[0]));
  ack_pair     i_ack     (.clk_i(clk), .rst_ni(rst_n), .r, .differ_o(differ[1]));
  planar_pair  i_planar  (.clk_i(clk), .rst_ni(rst_n), .r, .differ_o(differ[2]));
  ifct_pair    i_ifct    (.clk_i(clk), .rst_ni(rst_n), .r, .differ_o(differ[3]));
  ofct_pair    i_ofct    (.clk_i(clk), .rst_ni(rst_n), .r, .differ_o(differ[4]));
  switch_pair  i_switch  (.clk_i(clk), .rst_ni(rst_n), .r, .differ_o(differ[5]));

  initial begin
    for (int n = 0; n < Clocks; n++) begin
      for (int w = 0; w < 8; w++) r[32*w+:32] = $urandom;
      rst_n = n >= 4;
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      #1 if (rst_n) seen |= differ;
    end
    if (seen != '0) begin
      $display("typed tops: %b (switch ofct ifct planar ack control) differ", seen);
      $fatal(1);
    end
    $display("typed tops: %0d clocks, no difference", Clocks);
    $finish;
  end
endmodule
