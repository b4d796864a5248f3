// SPDX-License-Identifier: Apache-2.0
/// Input flow channel table of a port (FLOW-A-4..A-9, A-15, A-16, A-19..A-21, A-26, A-31, C-1, C-3,
/// C-5, C-6, C-8, D-4; docs/reference/flow-blocks.md).
///
/// Inputs of cycle t, the static ones too, are executed in t+1; answers and state show it in t+2.
/// Order in a step: DEQ, ENQ, ACK, CHK, in ifct_deq, ifct_enq, ifct_ack, ifct_chk (FLOW-A-16); all
/// work at once, on rows as the step before left them (ifct_rows), and choose late by what those
/// before them in the step do to the same row. Sums of inputs, and which operations name one row,
/// are found in the clock of the inputs.
/// ECC or MACRO not 0: rows are words (ifct_words, FLOW-ECC-1..4), and an operation on a row that
/// is lost is refused. MACRO = 2: two rows a step, so an operation may have to wait (ifct_turns).
`include "bug.svh"
`include "pick.svh"
`include "ifct_widths.svh"
module ifct #(
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  /// bits of a stamp
  parameter int TS_W = 17,
  /// 1: ingress edge
  parameter int EDGE = 0,
  /// check bits of a row; 0: none, 1: a parity, 2: SECDED
  parameter int ECC = 0,
  /// 1: rows in memories ram_1r1w, of which a step has four; 2: two
  parameter int MACRO = 0,
  /// 1: rows are looked at from outside; they are in arrays
  parameter int LOOK = 0,
  localparam PORT_W = $clog2(N_PORTS),
  localparam ROWS = 1 << FLOW_ID_W,
  localparam UW = POS_W + 2,
  `SELVAGE_IFCT_WIDTHS
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0..3: ifct_ack's, 4: dequeue in BLOCK, 5: ACK sees no DEQ or ENQ,
  /// 6: ifct_enq's, 7 and 8: row_store's, 9: ifct_turns'; static
  /* verilator lint_off UNUSEDSIGNAL */  // those of rows that are words
  `SELVAGE_BUG_PORT(bug_i, 10)
  /* verilator lint_on UNUSEDSIGNAL */
  /// cycles, modulo 2^32; static: stamps and times below are in ticks of 2^tick_i cycles (A-32)
  input  logic [31:0]          now_i,
  input  logic [3:0]           tick_i,
  /// static: limits by level, level l at l*POS_W
  input  logic [8*POS_W-1:0]   mfe_i,
  input  logic [8*POS_W-1:0]   mqe_i,
  /// static: redirects carried out here? times in ticks, 2^(TS_W-2) at most
  input  logic                 rd_enable_i,
  input  logic [TS_W-1:0]      cool_t_i,
  input  logic [TS_W-1:0]      hold_t_i,
  input  logic [TS_W-1:0]      refresh_t_i,
  input  logic [TS_W-1:0]      expire_t_i,
  /// static: credits, NORMALs for a level (1 to 16; weighed?), cycles of a unit, injection limit
  input  logic [POS_W-1:0]     fc_hi_i,
  input  logic [POS_W-1:0]     fc_lo_i,
  input  logic [POS_W-1:0]     headroom_i,
  input  logic [4:0]           ep_rec_i,
  input  logic                 ep_weigh_i,
  input  logic [9:0]           unit_cyc_i,  // 260 at most
  input  logic [15:0]          inj_limit_i,
  /// of DEQ (the lowest), ENQ, ACK, CHK: taken in this cycle; one that is not stays until it is
  output logic [3:0]           taken_o,
  /// DEQ: the head packet requests an output; the least loaded candidate, legal live ports
  input  logic                 deq_valid_i,
  input  logic                 deq_peek_i,
  input  logic [FLOW_ID_W-1:0] deq_id_i,
  input  logic [5:0]           deq_len_i,
  input  logic [POS_W-1:0]     deq_hole_i,
  input  logic                 deq_any_i,
  input  logic [PORT_W-1:0]    deq_port_i,
  input  logic [VC_W-1:0]      deq_vc_i,
  input  logic [N_PORTS-1:0]   deq_mask_i,
  output logic                 deq_valid_o,
  output logic                 deq_go_o,
  output logic [2:0]           deq_why_o,
  output logic [PORT_W-1:0]    deq_port_o,
  output logic [VC_W-1:0]      deq_vc_o,
  output logic                 deq_up_valid_o,
  output logic [FLOW_ID_W-1:0] deq_up_id_o,
  output logic [2:0]           deq_up_type_o,
  output logic [POS_W-1:0]     deq_up_pos_o,
  /// ENQ: a packet has arrived, or a marker, of length 0
  input  logic                 enq_valid_i,
  input  logic [FLOW_ID_W-1:0] enq_id_i,
  input  logic [POS_W-1:0]     enq_start_i,
  input  logic [5:0]           enq_len_i,
  input  logic                 enq_gap_i,
  input  logic                 enq_ordered_i,
  output logic                 enq_valid_o,
  output logic                 enq_open_o,
  output logic [POS_W-1:0]     enq_hole_o,
  output logic                 enq_gap_o,
  output logic                 enq_over_o,
  output logic                 enq_loss_valid_o,
  output logic [FLOW_ID_W-1:0] enq_loss_id_o,
  output logic [POS_W-1:0]     enq_loss_pos_o,
  output logic                 enq_up_valid_o,
  output logic [FLOW_ID_W-1:0] enq_up_id_o,
  output logic [2:0]           enq_up_type_o,
  output logic [POS_W-1:0]     enq_up_pos_o,
  /// ACK: one came back, by the port and virtual channel given
  input  logic                 ack_valid_i,
  input  logic [FLOW_ID_W-1:0] ack_id_i,
  input  logic [2:0]           ack_type_i,
  input  logic [POS_W-1:0]     ack_delta_i,
  input  logic [PORT_W-1:0]    ack_port_i,
  input  logic [VC_W-1:0]      ack_vc_i,
  output logic                 ack_up_valid_o,
  output logic [FLOW_ID_W-1:0] ack_up_id_o,
  output logic [2:0]           ack_up_type_o,
  output logic [POS_W-1:0]     ack_up_pos_o,
  output logic                 ack_rel_o,
  /// a REDIRECT was carried out
  output logic                 ack_block_o,
  /// CHK: look at the timers of a row; peek: only show it
  input  logic                 chk_valid_i,
  input  logic                 chk_peek_i,
  input  logic [FLOW_ID_W-1:0] chk_id_i,
  output logic                 chk_up_valid_o,
  output logic [FLOW_ID_W-1:0] chk_up_id_o,
  output logic [POS_W-1:0]     chk_up_pos_o,
  /// the row that was last peeked at, as the step before left it, and a pulse with it
  output logic                 chk_row_valid_o,
  output logic [ROW_W-1:0]     chk_row_o,
  output logic [31:0]          inj_o,
  output logic [31:0]          holes_o,
  output logic [31:0]          losses_o,
  output logic [31:0]          stray_o,
  output logic [31:0]          moves_o,
  /// of the rows of DEQ, ENQ, ACK, CHK, with the answer: one bit was corrected; row lost, refused
  output logic [3:0]           ecc_fixed_o,
  output logic [3:0]           ecc_lost_o,
  /// with LOOK: `pace` of DEQ's row, with the answer; row now_i mod ROWS, all levels, one is in use
  output logic [PACE_W-1:0]    deq_ready_o,
  output logic [ROW_W-1:0]     look_row_o,
  output logic [3*ROWS-1:0]    levels_o,
  output logic                 live_o
);
  // ------------------------------------------------------------------- now less a time
  logic [TS_W-1:0]   tick;
  logic [4*TS_W-1:0] times, older;  // expire, refresh, hold, cool; the complement of now less them
  assign tick  = TS_W'(now_i >> tick_i);
  assign times = {expire_t_i, refresh_t_i, hold_t_i, cool_t_i};
  genvar t;
  generate
    for (t = 0; t < 4; t = t + 1) begin : gen_older
      carry_select #(.W(TS_W)) i_older (
        .a_i(~tick), .b_i(times[t*TS_W+:TS_W]), .sum_o(older[t*TS_W+:TS_W])
      );
    end
  endgenerate

  // ------------------------------------------------------------------- input registers
  logic                 deq_q, deq_peek_q, deq_any_q, enq_q, enq_mark_q, enq_gap_q, enq_ordered_q;
  logic                 ack_q, chk_q, chk_peek_q;
  logic [FLOW_ID_W-1:0] deq_id_q, enq_id_q, ack_id_q, chk_id_q;
  logic                 same_de_q, same_da_q, same_dc_q, same_ea_q, same_ec_q, same_ac_q;
  logic [UW-1:0]        units;                     // of the head packet and the hole before it
  logic [POS_W-1:0]     ahead_q;                   // and fc_ahead
  logic [PACE_W-1:0]    deq_time_q;                // pairs of cycles on the line
  logic [POS_W-1:0]     enq_start_q, enq_next_q, enq_less_q, ack_delta_q;  // less: by units
  logic [PORT_W-1:0]    deq_port_q, ack_port_q;
  logic [VC_W-1:0]      deq_vc_q, ack_vc_q;
  logic [N_PORTS-1:0]   deq_mask_q;
  logic [2:0]           ack_type_q;
  logic [8*POS_W-1:0]   mfe_q, mqe_q;
  logic                 rd_enable_q, ep_weigh_q, refresh_none_q, expire_none_q;
  logic [PACE_W-1:0]    pace_q;                    // ticks; EDGE: pairs of cycles
  logic [TS_W-1:0]      tick_q, cool_at_q, hold_at_q, refresh_at_q, expire_at_q;  // at: now less it
  logic [POS_W-1:0]     fc_hi_q, fc_lo_q, fc_ahead_q;
  logic [4:0]           ep_rec_q;
  logic [15:0]          inj_limit_q;
  always_ff @(posedge clk_i) begin
    {deq_peek_q, deq_any_q, deq_port_q, deq_vc_q} <= {deq_peek_i, deq_any_i, deq_port_i, deq_vc_i};
    {deq_mask_q, deq_id_q} <= {deq_mask_i, deq_id_i};
    units         <= UW'(deq_hole_i) + UW'(deq_len_i);
    ahead_q       <= deq_hole_i + POS_W'(deq_len_i) + fc_hi_i + headroom_i;
    deq_time_q    <= (EDGE != 0) ? PACE_W'(deq_len_i) * PACE_W'(unit_cyc_i) : '0;
    {enq_id_q, enq_start_q} <= {enq_id_i, enq_start_i};
    enq_next_q    <= enq_start_i + POS_W'(enq_len_i);
    enq_less_q    <= enq_start_i + POS_W'(enq_len_i) - deq_hole_i - POS_W'(deq_len_i);
    {enq_mark_q, enq_gap_q, enq_ordered_q} <= {enq_len_i == '0, enq_gap_i, enq_ordered_i};
    {ack_id_q, ack_type_q, ack_delta_q} <= {ack_id_i, ack_type_i, ack_delta_i};
    {ack_port_q, ack_vc_q} <= {ack_port_i, ack_vc_i};
    {chk_id_q, chk_peek_q} <= {chk_id_i, chk_peek_i};
    {same_de_q, same_da_q} <= {deq_id_i == enq_id_i, deq_id_i == ack_id_i};
    {same_dc_q, same_ea_q} <= {deq_id_i == chk_id_i, enq_id_i == ack_id_i};
    {same_ec_q, same_ac_q} <= {enq_id_i == chk_id_i, ack_id_i == chk_id_i};
    {mfe_q, mqe_q} <= {mfe_i, mqe_i};
    tick_q        <= tick;
    pace_q        <= PACE_W'((EDGE != 0) ? now_i >> 1 : now_i >> tick_i);
    {expire_at_q, refresh_at_q, hold_at_q, cool_at_q} <= ~older;
    {refresh_none_q, expire_none_q} <= {refresh_t_i == '0, expire_t_i == '0};
    {fc_hi_q, fc_lo_q, fc_ahead_q} <= {fc_hi_i, fc_lo_i, fc_hi_i + headroom_i};
    {rd_enable_q, ep_rec_q, ep_weigh_q} <= {rd_enable_i, ep_rec_i, ep_weigh_i};
    {inj_limit_q, chk_q, ack_q, enq_q, deq_q} <= {inj_limit_i, taken_o & {4{rst_ni}}};
  end
  `SELVAGE_BUG_REG(bug_q, 7, bug_i[6:0])

  // ------------------------------------------------------------------- who is taken
  generate
    if (MACRO == 2) begin : gen_turns
      ifct_turns #(
        .FLOW_ID_W(FLOW_ID_W)
      ) i_turns (
        `SELVAGE_BUG_PIN(bug_i, bug_i[9])
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .valid_i({chk_valid_i, ack_valid_i, enq_valid_i, deq_valid_i}),
        .id_i   ({chk_id_i, ack_id_i, enq_id_i, deq_id_i}),
        .taken_o(taken_o)
      );
    end else begin : gen_all
      assign taken_o = {chk_valid_i, ack_valid_i, enq_valid_i, deq_valid_i};
    end
  endgenerate

  // ------------------------------------------------------------------- rows
  logic [ROW_W-1:0] d_row, e_row, a_row, c_row;  // as left by the step before
  logic [ROW_W-1:0] d_new, e_new, a_new, c_new;
  logic [SET_W-1:0] d_bits, e_bits, a_bits, c_bits;
  logic             e_write;

  logic [3:0]       fixed, lost;                 // DEQ, ENQ, ACK, CHK
  logic             deq, enq, ack, chk;          // not refused

  generate
    if (ECC == 0 && MACRO == 0) begin : gen_fields
      ifct_rows #(
        .FLOW_ID_W(FLOW_ID_W), .PORT_W(PORT_W), .POS_W(POS_W), .VC_W(VC_W), .TS_W(TS_W),
        .EDGE(EDGE), .LOOK(LOOK)
      ) i_rows (
        .clk_i(clk_i), .rst_ni(rst_ni), .deq_read_i(deq_valid_i), .deq_id_i(deq_id_i),
        .deq_row_o(d_row), .deq_at_i(deq_id_q), .deq_set_i(d_bits), .deq_new_i(d_new),
        .enq_read_i(enq_valid_i), .enq_id_i(enq_id_i), .enq_row_o(e_row), .enq_at_i(enq_id_q),
        .enq_set_i(e_bits), .enq_new_i(e_new), .ack_read_i(ack_valid_i), .ack_id_i(ack_id_i),
        .ack_row_o(a_row), .ack_at_i(ack_id_q), .ack_set_i(a_bits), .ack_new_i(a_new),
        .chk_read_i(chk_valid_i), .chk_id_i(chk_id_i), .chk_row_o(c_row), .chk_at_i(chk_id_q),
        .chk_set_i(c_bits), .chk_new_i(c_new), .enq_write_i(e_write),
        .peek_i(chk_q & chk_peek_q), .peek_row_o(chk_row_o), .look_id_i(now_i[FLOW_ID_W-1:0]),
        .look_row_o(look_row_o), .levels_o(levels_o), .live_o(live_o)
      );
      assign {fixed, lost} = '0;
    end else begin : gen_words
      ifct_words #(
        .FLOW_ID_W(FLOW_ID_W), .PORT_W(PORT_W), .POS_W(POS_W), .VC_W(VC_W), .TS_W(TS_W),
        .EDGE(EDGE), .ECC(ECC), .MACRO(MACRO)
      ) i_rows (
        .clk_i(clk_i), .rst_ni(rst_ni), `SELVAGE_BUG_PIN(bug_i, bug_i[8:7])
        .read_i(taken_o),
        .id_i({chk_id_i, ack_id_i, enq_id_i, deq_id_i}), .row_o({c_row, a_row, e_row, d_row}),
        .fixed_o(fixed), .lost_o(lost), .same_ac_i(same_ac_q),
        .set_i({c_bits, a_bits, e_bits, d_bits}), .new_i({c_new, a_new, e_new, d_new})
      );
      always_ff @(posedge clk_i) begin
        if (chk_q && chk_peek_q) chk_row_o <= c_row;
      end
      logic unused;
      assign unused = e_write;
      assign {look_row_o, levels_o, live_o} = '0;
    end
  endgenerate
  assign {chk, ack, enq, deq} = {chk_q & ~chk_peek_q, ack_q, enq_q, deq_q} & ~lost;

`include "ifct_row.svh"
  // ------------------------------------------------------------------- the operations
  logic              d_go, d_up, d_move, d_took, d_um_off, inj_full, e_holed;
  logic              e_open, e_um_on, e_gap, e_over, e_loss, e_up;
  logic              a_up, a_rel, a_moves, a_all, a_stray, a_loss, a_move, c_up;
  logic [2:0]        d_why, d_up_type, e_up_type, a_up_type;
  logic [PORT_W-1:0] d_port;
  logic [VC_W-1:0]   d_vc;
  logic [POS_W-1:0]  d_up_pos, e_hole, e_loss_pos, e_up_pos, a_up_pos, c_up_pos;
  /* verilator lint_off UNUSEDSIGNAL */  // what of them others ask for
  set_t d_set, e_set, a_set;
  row_t a_left, a_read, d_read;
  /* verilator lint_on UNUSEDSIGNAL */
  assign d_set  = d_bits;
  assign e_set  = e_bits;
  assign a_set  = a_bits;
  assign a_left = a_new;
  assign e_holed = e_hole != '0;
  assign a_read = a_row;
  assign d_read = d_row;

  // ACK sees DEQ and ENQ.
  wire see = `SELVAGE_BUG(bug_q[5], 1'b1, 1'b0);

  ifct_deq #(
    .N_PORTS(N_PORTS), .POS_W(POS_W), .VC_W(VC_W), .TS_W(TS_W), .EDGE(EDGE)
  ) i_deq (
    `SELVAGE_BUG_PIN(bug_i, bug_q[4])
    .row_i(d_row), .pace_i(pace_q), .mfe_i(mfe_q), .fc_lo_i(fc_lo_q), .inj_full_i(inj_full),
    .valid_i(deq), .peek_i(deq_peek_q), .units_i(units), .ahead_i(ahead_q), .time_i(deq_time_q),
    .any_i(deq_any_q), .port_i(deq_port_q), .vc_i(deq_vc_q), .mask_i(deq_mask_q), .new_o(d_new),
    .set_o(d_bits), .go_o(d_go), .why_o(d_why), .port_o(d_port), .vc_o(d_vc), .up_valid_o(d_up),
    .up_type_o(d_up_type), .up_pos_o(d_up_pos), .move_o(d_move), .took_o(d_took),
    .um_off_o(d_um_off)
  );

  ifct_enq #(
    .PORT_W(PORT_W), .POS_W(POS_W), .VC_W(VC_W), .TS_W(TS_W), .EDGE(EDGE)
  ) i_enq (
    `SELVAGE_BUG_PIN(bug_i, bug_q[6])
    .row_i(e_row), .tick_i(tick_q), .pace_i(pace_q), .mqe_i(mqe_q), .fc_hi_i(fc_hi_q),
    .fc_ahead_i(fc_ahead_q), .took_i(d_took & same_de_q), .um_off_i(d_um_off & same_de_q),
    .ahead_i(ahead_q), .less_i(enq_less_q), .valid_i(enq), .start_i(enq_start_q),
    .next_i(enq_next_q), .marker_i(enq_mark_q), .gap_i(enq_gap_q), .ordered_i(enq_ordered_q),
    .new_o(e_new), .set_o(e_bits), .write_o(e_write), .open_o(e_open), .um_on_o(e_um_on),
    .hole_o(e_hole), .gap_o(e_gap), .over_o(e_over), .loss_valid_o(e_loss),
    .loss_pos_o(e_loss_pos), .up_valid_o(e_up), .up_type_o(e_up_type), .up_pos_o(e_up_pos)
  );

  ifct_ack #(
    .PORT_W(PORT_W), .POS_W(POS_W), .VC_W(VC_W), .TS_W(TS_W), .EDGE(EDGE)
  ) i_ack (
    `SELVAGE_BUG_PIN(bug_i, bug_q[3:0])
    .row_i(a_row), .tick_i(tick_q), .cool_at_i(cool_at_q), .hold_at_i(hold_at_q),
    .rd_enable_i(rd_enable_q), .ep_rec_i(ep_rec_q), .ep_weigh_i(ep_weigh_q),
    .took_i(d_took & same_da_q & see), .moved_i(d_move & same_da_q & see),
    .units_i(POS_W'(units)), .enq_i(enq & ~enq_mark_q & same_ea_q & see),
    .enq_ordered_i(enq_ordered_q), .valid_i(ack), .type_i(ack_type_q), .delta_i(ack_delta_q),
    .port_i(ack_port_q), .vc_i(ack_vc_q), .new_o(a_new), .set_o(a_bits), .up_valid_o(a_up),
    .up_type_o(a_up_type), .up_pos_o(a_up_pos), .rel_o(a_rel), .moves_o(a_moves), .all_o(a_all),
    .stray_o(a_stray), .loss_o(a_loss), .move_o(a_move)
  );

  ifct_chk #(
    .PORT_W(PORT_W), .POS_W(POS_W), .VC_W(VC_W), .TS_W(TS_W), .EDGE(EDGE)
  ) i_chk (
    .row_i(c_row), .tick_i(tick_q), .pace_i(pace_q), .refresh_at_i(refresh_at_q),
    .expire_at_i(expire_at_q), .refresh_none_i(refresh_none_q), .expire_none_i(expire_none_q),
    .fc_ahead_i(fc_ahead_q), .ahead_i(ahead_q), .took_i(d_took & same_dc_q),
    .um_off_i(d_um_off & same_dc_q), .paced_i(d_set.pace & same_dc_q),
    .open_i(e_open & same_ec_q), .um_on_i(e_um_on & same_ec_q), .rel_i(a_rel & same_ac_q),
    .dm_on_i(a_set.dm & a_left.dm & same_ac_q), .valid_i(chk),
    .new_o(c_new), .set_o(c_bits), .up_valid_o(c_up), .up_pos_o(c_up_pos)
  );

  // ------------------------------------------------------------------- counters and answers
  logic [31:0] inj_q   /* verilator public_flat_rd */;
  logic [31:0] holes_q /* verilator public_flat_rd */;
  logic [31:0] losses_q/* verilator public_flat_rd */;
  logic [31:0] stray_q /* verilator public_flat_rd */;
  logic [31:0] moves_q /* verilator public_flat_rd */;
  ifct_counts #(
    .POS_W(POS_W), .EDGE(EDGE)
  ) i_counts (
    .clk_i(clk_i), .rst_ni(rst_ni), .inj_limit_i(inj_limit_q), .took_i(d_took), .units_i(units),
    .moves_i(a_moves), .all_i(a_all), .same_i(same_da_q & see), .delta_i(ack_delta_q),
    .flow_i(a_read.flow), .hole_i(e_holed), .loss_i(a_loss), .stray_i(a_stray),
    .deq_move_i(d_move), .ack_move_i(a_move), .inj_o(inj_q), .inj_full_o(inj_full),
    .holes_o(holes_q), .losses_o(losses_q), .stray_o(stray_q), .moves_o(moves_q)
  );

  // Data are 0 without their valid bit.
  always_ff @(posedge clk_i) begin
    {deq_valid_o, deq_go_o, deq_why_o, deq_port_o, deq_vc_o} <=
        rst_ni ? {deq_q, d_go, d_why | {2'b00, lost[0]}, d_port, d_vc} : '0;
    {deq_up_valid_o, deq_up_id_o, deq_up_type_o, deq_up_pos_o} <=
        (rst_ni & d_up) ? {1'b1, deq_id_q, d_up_type, d_up_pos} : '0;
    {enq_valid_o, enq_open_o, enq_hole_o, enq_gap_o, enq_over_o} <=
        rst_ni ? {enq, e_open, e_hole, e_gap, e_over} : '0;
    {enq_loss_valid_o, enq_loss_id_o, enq_loss_pos_o} <=
        (rst_ni & e_loss) ? {1'b1, enq_id_q, e_loss_pos} : '0;
    {enq_up_valid_o, enq_up_id_o, enq_up_type_o, enq_up_pos_o} <=
        (rst_ni & e_up) ? {1'b1, enq_id_q, e_up_type, e_up_pos} : '0;
    {ack_up_valid_o, ack_up_id_o, ack_up_type_o, ack_up_pos_o} <=
        (rst_ni & a_up) ? {1'b1, ack_id_q, a_up_type, a_up_pos} : '0;
    {chk_up_valid_o, chk_up_id_o, chk_up_pos_o} <= rst_ni & c_up ? {1'b1, chk_id_q, c_up_pos} : '0;
    deq_ready_o <= (rst_ni & (LOOK != 0)) ? d_read.pace : '0;
    {ack_rel_o, ack_block_o} <= {2{rst_ni}} & {a_rel, a_move};
    chk_row_valid_o <= rst_ni & chk_q & chk_peek_q;
    {ecc_fixed_o, ecc_lost_o} <= rst_ni ? {fixed, lost} : '0;
  end
  assign {inj_o, holes_o, losses_o} = {inj_q, holes_q, losses_q};
  assign {stray_o, moves_o} = {stray_q, moves_q};
`include "assert.svh"
  `SELVAGE_RANGE(n_ports, N_PORTS >= 2 && VC_W >= 1, "ifct: N_PORTS must be >= 2, VC_W >= 1")
  `SELVAGE_RANGE(edge, EDGE == 0 || EDGE == 1, "ifct: EDGE must be 0 or 1")
  `SELVAGE_RANGE(macro, MACRO >= 0 && MACRO <= 2, "ifct: MACRO must be 0..2")
  `SELVAGE_RANGE(look, LOOK == 0 || (ECC == 0 && MACRO == 0), "ifct: LOOK needs rows in arrays")
  `SELVAGE_RANGE(flow_id_w, FLOW_ID_W >= 1 && FLOW_ID_W <= 16, "ifct: FLOW_ID_W must be 1..16")
  `SELVAGE_RANGE(pos_w, POS_W >= 6 && POS_W <= 15, "ifct: POS_W must be 6..15")
  `SELVAGE_RANGE(ecc, ECC >= 0 && ECC <= 2, "ifct: ECC must be 0..2")
  `SELVAGE_RANGE(ts_w, TS_W >= 6 && TS_W <= 17, "ifct: TS_W must be 6..17")
  localparam [TS_W-1:0] Most = TS_W'(1) << (TS_W - 2);
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(ifct_times, TS_W'(tick_q - cool_at_q) <= Most
                      && TS_W'(tick_q - hold_at_q) <= Most && TS_W'(tick_q - refresh_at_q) <= Most
                      && TS_W'(tick_q - expire_at_q) <= Most && deq_time_q <= PACE_W'(63 * 260))
    end
  end
`ifdef FORMAL
`include "ifct_props.svh"
`endif
endmodule
