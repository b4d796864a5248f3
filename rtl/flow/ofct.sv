// SPDX-License-Identifier: Apache-2.0
/// Output flow channel table of a port (FLOW-A-9, A-17..A-19, A-21, A-26, A-29, A-31, D-4;
/// docs/reference/flow-blocks.md).
///
/// Inputs of cycle t are executed in t+1; answers and state show it in t+2.
/// Order in a step: MAP, REV, CHK, each on the row the one before left. A REV for a row that was
/// not valid before the step is stray, also if MAP allocates it in this step; a MAP for the row
/// that REV empties keeps it. chk_kind_i 3 does nothing.
/// Positions outlive the channel. What REV and CHK do is worked out for a row (ofct_rows) that MAP
/// has left alone and for one that it has added to.
/// ECC = 2: rows have check bits (FLOW-ECC-1..4), an operation on a row that is lost is refused.
/// MACRO = 1: rows in memories ram_1r1w; inputs of cycle t, now_i too, are then executed in t+2,
/// and all is one cycle later.
`include "bug.svh"
`include "pick.svh"
module ofct #(
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  /// bits of a stamp
  parameter int TS_W = 17,
  /// check bits of a row; 0: none, 1: a parity, 2: SECDED
  parameter int ECC = 0,
  parameter int MACRO = 0,
  /// 1: rows are looked at from outside; they are in arrays
  parameter int LOOK = 0,
  localparam PORT_W = $clog2(N_PORTS),
  localparam ROWS = 1 << FLOW_ID_W,
  localparam CW = $clog2(ROWS + 1),
  localparam ROW_W = PORT_W + FLOW_ID_W + 3 * POS_W + 2 * TS_W + 2
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0: positions zeroed at allocation, 1: a stray ACK is not counted, 2: REV
  /// does not release, 3: map_start without the hole, 4: a limit is not noticed (no over stall),
  /// 5: REV does not see the MAP of its step, 6 and 7: row_store's; static
  `SELVAGE_BUG_PORT(bug_i, 8)
  /// cycles, modulo 2^32; static: stamps and times are in ticks of 2^tick_i cycles (A-32); timers
  /// of a marker and of a limit, 2^(TS_W-2) ticks at most
  input  logic [31:0]          now_i,
  input  logic [3:0]           tick_i,
  input  logic [TS_W-1:0]      stale_t_i,
  input  logic [TS_W-1:0]      expire_t_i,
  /// MAP: a packet leaves by this port
  input  logic                 map_valid_i,
  input  logic [PORT_W-1:0]    map_port_i,
  input  logic [FLOW_ID_W-1:0] map_id_i,
  input  logic [5:0]           map_len_i,
  input  logic [POS_W-1:0]     map_hole_i,
  input  logic                 map_ordered_i,
  output logic                 map_valid_o,
  output logic                 map_hit_o,
  output logic                 map_alloc_o,
  output logic                 map_stall_o,
  /// with stall: the limit is why
  output logic                 map_over_o,
  /// outgoing id, header position, delta for a REDIRECT; on hit and alloc
  output logic [FLOW_ID_W-1:0] map_oid_o,
  output logic [POS_W-1:0]     map_start_o,
  output logic [POS_W-1:0]     map_delta_o,
  /// REV: an ACK received by this port
  input  logic                 rev_valid_i,
  input  logic [FLOW_ID_W-1:0] rev_id_i,
  input  logic [2:0]           rev_type_i,
  input  logic [POS_W-1:0]     rev_pos_i,
  output logic                 rev_valid_o,
  output logic [PORT_W-1:0]    rev_port_o,
  output logic [FLOW_ID_W-1:0] rev_iid_o,
  output logic [2:0]           rev_type_o,
  output logic [POS_W-1:0]     rev_delta_o,
  output logic                 rev_rel_valid_o,
  output logic [FLOW_ID_W-1:0] rev_rel_id_o,
  /// CHK: 0 timers, 1 link died, 2 close
  input  logic                 chk_valid_i,
  input  logic [FLOW_ID_W-1:0] chk_id_i,
  input  logic [1:0]           chk_kind_i,
  output logic                 chk_valid_o,
  output logic [PORT_W-1:0]    chk_port_o,
  output logic [FLOW_ID_W-1:0] chk_iid_o,
  output logic [2:0]           chk_type_o,
  output logic [POS_W-1:0]     chk_delta_o,
  output logic                 chk_rel_valid_o,
  output logic [FLOW_ID_W-1:0] chk_rel_id_o,
  /// a marker for the link: outgoing id, header position
  output logic                 chk_mark_valid_o,
  output logic [FLOW_ID_W-1:0] chk_mark_id_o,
  output logic [POS_W-1:0]     chk_mark_pos_o,
  /// state: no row free, valid rows, steps with a stall
  output logic                 full_o,
  output logic [CW-1:0]        count_o,
  output logic [31:0]          stalls_o,
  /// of the rows of MAP, REV, CHK, with the answer: one bit was corrected; row lost, refused
  output logic [2:0]           ecc_fixed_o,
  output logic [2:0]           ecc_lost_o,
  /// with LOOK: row now_i mod ROWS, whether it is in use; the row of CHK likewise, with the answer
  output logic                 look_valid_o,
  output logic [ROW_W-1:0]     look_row_o,
  output logic                 chk_seen_o,
  output logic [PORT_W-1:0]    chk_seen_port_o,
  output logic [FLOW_ID_W-1:0] chk_seen_iid_o
);
  /* verilator lint_off UNUSEDPARAM */
  localparam [TS_W-1:0] MostTicks = TS_W'(1) << (TS_W - 2);
  /* verilator lint_on UNUSEDPARAM */
  localparam UW = POS_W + 2;  // sums of extents and units that do not wrap
  localparam SW = POS_W + 1;  // difference of two extents, signed

  // ------------------------------------------------------------------- input registers
  logic                 map_q, map_ordered_q, rev_q, chk_q;
  logic [PORT_W-1:0]    map_port_q;
  logic [FLOW_ID_W-1:0] map_id_q, rev_id_q, chk_id_q;
  logic [UW-1:0]        units;                            // of the packet and the hole before it
  logic [POS_W-1:0]     map_hole_q, rev_pos_q, rev_less_q;  // less: by units
  logic [2:0]           rev_type_q;
  logic [1:0]           chk_kind_q;
  logic                 same_q, rev_round_q;              // REV and CHK name one row; less is > pos
  logic [TS_W-1:0]      tick_q, stale_at_q, expire_at_q;  // now, and less the time
  logic                 stale_none_q, expire_none_q;      // the time is 0

  // Inputs, with memories of the cycle before: keys have been compared meanwhile.
  logic                 in_map, in_rev, in_chk, in_map_ordered;
  logic [31:0]          in_now;
  logic [PORT_W-1:0]    in_map_port;
  logic [FLOW_ID_W-1:0] in_map_id, in_rev_id, in_chk_id;
  logic [5:0]           in_map_len;
  logic [POS_W-1:0]     in_map_hole, in_rev_pos;
  logic [2:0]           in_rev_type;
  logic [1:0]           in_chk_kind;

  stage #(.WIDTH(4), .ON(MACRO)) i_in_valid (
    .clk_i(clk_i),
    .in_i ({map_ordered_i, {map_valid_i, rev_valid_i, chk_valid_i} & {3{rst_ni}}}),
    .out_o({in_map_ordered, in_map, in_rev, in_chk})
  );
  stage #(.WIDTH(32), .ON(MACRO)) i_in_now (.clk_i(clk_i), .in_i(now_i), .out_o(in_now));
  stage #(.WIDTH(PORT_W + 3 * FLOW_ID_W + 11 + 2 * POS_W), .ON(MACRO)) i_in (
    .clk_i(clk_i),
    .in_i ({map_port_i, map_id_i, map_len_i, map_hole_i, rev_id_i, rev_type_i, rev_pos_i,
            chk_id_i, chk_kind_i}),
    .out_o({in_map_port, in_map_id, in_map_len, in_map_hole, in_rev_id, in_rev_type, in_rev_pos,
            in_chk_id, in_chk_kind})
  );

  logic [TS_W-1:0] before_stale, before_expire;  // complements of now less a time
  wire  [TS_W-1:0] tick = TS_W'(in_now >> tick_i);
  carry_select #(.W(TS_W)) i_stale (.a_i(~tick), .b_i(stale_t_i), .sum_o(before_stale));
  carry_select #(.W(TS_W)) i_expire (.a_i(~tick), .b_i(expire_t_i), .sum_o(before_expire));
  always_ff @(posedge clk_i) begin
    {map_q, rev_q, chk_q} <= {in_map, in_rev, in_chk} & {3{rst_ni}};
    {map_ordered_q, map_port_q, map_id_q} <= {in_map_ordered, in_map_port, in_map_id};
    {map_hole_q, units} <= {in_map_hole, UW'(in_map_hole) + UW'(in_map_len)};
    {rev_id_q, rev_type_q, rev_pos_q} <= {in_rev_id, in_rev_type, in_rev_pos};
    rev_less_q    <= in_rev_pos - in_map_hole - POS_W'(in_map_len);
    rev_round_q   <= UW'(in_rev_pos) < UW'(in_map_hole) + UW'(in_map_len);
    {chk_id_q, chk_kind_q, same_q} <= {in_chk_id, in_chk_kind, in_rev_id == in_chk_id};
    {tick_q, stale_at_q, expire_at_q} <= {tick, ~before_stale, ~before_expire};
    {stale_none_q, expire_none_q} <= {stale_t_i == '0, expire_t_i == '0};
  end

  `SELVAGE_BUG_REG(bug_q, 6, bug_i[5:0])
  // ------------------------------------------------------------------- state
`include "ofct_row.svh"
  /* verilator lint_off UNUSEDSIGNAL */  // no operation needs all of its row
  out_row_t             m_row, r_row, c_row;           // rows of MAP, REV, CHK
  logic                 even;
  /* verilator lint_on UNUSEDSIGNAL */
  out_row_t             m_new, r_new, c_left;          // what they write
  logic [31:0]          stray_q      /* verilator public_flat_rd */;
  logic [31:0]          stalls_q     /* verilator public_flat_rd */;

  // ------------------------------------------------------------------- MAP
  logic                 cam_hit, hit, alloc, over, accept, stall;
  logic [FLOW_ID_W-1:0] oid, hit_id, free_id;
  logic [4*FLOW_ID_W-1:0] cand;           // with memories: rows it may have, which it has, without
  logic [3:0]           pick, pick_clr;   // a release by REV and with it
  logic [ROWS-1:0]      valid;
  logic                 rev_clear, chk_clear, chk_free, chk_leaves;  // leaves: unless REV did so
  logic                 rev_moves, rev_empties;  // REV takes the row of the MAP to where it is
  logic                 r_even;                  // MAP aside, the pos of REV is where data is
  logic                 new_row;                 // the row allocated can be used
  logic [POS_W-1:0]     m_data, m_extent, m_data_after, f_data, free_data;
  logic [2:0]           fixed, lost;             // MAP, REV, CHK
  /* verilator lint_off PINCONNECTEMPTY */
  flow_cam #(
    .ROWS (ROWS),
    .KEY_W(PORT_W + FLOW_ID_W),
    .EARLY(MACRO)
  ) i_cam (
    .clk_i(clk_i), .rst_ni(rst_ni),
    `SELVAGE_BUG_PIN(bug_i, 2'b00)
    .valid_i(map_valid_i), .key_i({map_port_i, map_id_i}), .hit_o(cam_hit), .alloc_o(alloc),
    .stall_o(), .hit_id_o(hit_id), .free_id_o(free_id), .cand_o(cand), .pick_o(pick),
    .pick_clr_o(pick_clr), .clr_a_valid_i(rev_clear), .clr_a_id_i(rev_id_q),
    .clr_b_valid_i(chk_leaves), .clr_b_id_i(chk_id_q), .rows_o(valid),
    .count_o(count_o), .full_o(full_o), .pause_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // Do so many units not fit under the limit? In two halves: a comparison of all bits is one chain.
  localparam LO = UW / 2;
  function automatic logic beyond(input logic [UW-1:0] u, input logic [SW-1:0] slack);
    logic [UW-1:0] room;
    room   = UW'(slack[POS_W-1:0]);
    beyond = slack[SW-1] | (u[UW-1:LO] > room[UW-1:LO])
             | ((u[UW-1:LO] == room[UW-1:LO]) & (u[LO-1:0] > room[LO-1:0]));
  endfunction

  // Is pos not one of the positions from ack to data, round the wrap?
  function automatic logic astray(input logic [POS_W-1:0] pos, ack, data);
    astray = (ack <= data) ? (pos < ack) | (pos > data) : (pos < ack) & (pos > data);
  endfunction

  assign rev_moves = ~rev_type_q[2];
  assign oid       = cam_hit ? hit_id : free_id;
  assign f_data    = `SELVAGE_BUG(bug_q[0], free_data, '0);
  assign new_row   = alloc & ~lost[0];

  // Without an operation nothing moves in its part.
  always_comb begin
    {m_data, m_extent, m_data_after} = '0;
    {rev_empties, over, hit, accept, stall} = '0;
    if (map_q) begin
      if (cam_hit) begin
        m_data   = m_row.data;
        m_extent = m_row.data - m_row.ack;
      end else m_data = f_data;
      m_data_after = m_data + POS_W'(units);
      rev_empties  = rev_q & rev_moves & (rev_id_q == hit_id) & r_even;
      over         = cam_hit & ~map_ordered_q & m_row.dm & beyond(units, m_row.slack)
                     & ~rev_empties & ~lost[0];
      `SELVAGE_BUG_IF(bug_q[4], over = 1'b0)
      hit    = cam_hit & ~over & ~lost[0];
      accept = hit | new_row;
      stall  = ~accept;
    end
  end

  // ------------------------------------------------------------------- rows
  logic             r_moved, r_set, r_dm, r_keep, c_stale, c_forget;
  logic [POS_W-1:0] c_data;
  logic [SW-1:0]    r_limit, m_slack;
  assign m_slack = m_row.slack - SW'(units);  // in the concatenation Yosys makes it a bit wider
  always_comb begin
    {r_new, c_left} = '0;
    m_new = {map_port_q, map_id_q, m_data_after, m_data, 1'b0, m_slack, {TS_W{1'b0}}, tick_q};
    {r_new.ack, r_new.dm, r_new.slack} = {rev_pos_q, r_set | r_keep, r_limit};
    {r_new.dmt, r_new.last} = {2{tick_q}};
    {c_left.ack, c_left.last} = {c_data, tick_q};
  end

  ofct_rows #(
    .FLOW_ID_W(FLOW_ID_W), .PORT_W(PORT_W), .POS_W(POS_W), .TS_W(TS_W), .ECC(ECC),
    .MACRO(MACRO), .LOOK(LOOK)
  ) i_rows (
    .clk_i(clk_i), .rst_ni(rst_ni), `SELVAGE_BUG_PIN(bug_i, bug_i[7:6])
    .map_read_i(map_q), .map_named_i(cam_hit | alloc), .cand_i(cand), .pick_i(pick),
    .pick_clr_i(pick_clr), .clr_i(rev_clear), .map_id_i(oid), .hit_id_i(hit_id),
    .free_id_i(free_id), .map_row_o(m_row), .free_data_o(free_data), .map_alloc_i(new_row),
    .map_accept_i(accept), .map_hit_i(hit), .map_new_i(m_new), .rev_read_i(in_rev),
    .rev_id_i(in_rev_id), .rev_row_o(r_row), .rev_at_i(rev_id_q), .rev_moved_i(r_moved),
    .rev_set_i(r_set), .rev_dm_i(r_dm), .rev_new_i(r_new), .chk_read_i(in_chk),
    .chk_id_i(in_chk_id), .chk_row_o(c_row), .chk_at_i(chk_id_q), .chk_clear_i(chk_clear),
    .chk_stale_i(c_stale), .chk_forget_i(c_forget), .chk_new_i(c_left), .fixed_o(fixed),
    .lost_o(lost), .even_o(even), .look_id_i(now_i[FLOW_ID_W-1:0]), .look_row_o(look_row_o)
  );
  assign look_valid_o = (LOOK != 0) & valid[now_i[FLOW_ID_W-1:0]];

  // ------------------------------------------------------------------- REV
  logic             r_go, r_stray, r_grows, r_added;  // MAP adds to the row, and pos is of that
  logic             r_off, r_last;           // pos is not of the row; the last of what MAP adds
  logic [POS_W-1:0] r_delta, r_rest;

  always_comb begin
    {r_grows, r_go, r_moved, r_stray, r_added, r_set, r_dm, r_keep, r_even, rev_clear} = '0;
    {r_delta, r_rest, r_limit, r_off, r_last} = '0;
    if (rev_q && !lost[1]) begin
      r_delta   = rev_pos_q - r_row.ack;
      r_off     = astray(rev_pos_q, r_row.ack, r_row.data);
      r_even    = rev_pos_q == r_row.data;
      r_last    = rev_less_q == r_row.data;
      r_added   = rev_round_q ? (rev_less_q <= r_row.data) | (r_row.data < rev_pos_q)
                              : (rev_less_q <= r_row.data) & (r_row.data < rev_pos_q);
      r_grows   = cam_hit & (hit_id == rev_id_q) & ~lost[0]
                  & (map_ordered_q | ~r_row.dm | ~beyond(units, r_row.slack)
                     | (rev_moves & r_even));
      `SELVAGE_BUG_IF(bug_q[5], r_grows = 1'b0)
      r_stray   = ~valid[rev_id_q] | (rev_moves & r_off & ~(r_grows & r_added));
      r_go      = ~r_stray;
      r_moved   = r_go & rev_moves;
      r_rest    = `SELVAGE_PICK(POS_W, r_grows, r_row.data - rev_less_q,
                                r_row.data - rev_pos_q);
      // pos - ack less what is between data and ack: below 0 if pos is behind data
      r_limit   = {`SELVAGE_PICK(1, r_grows, ~r_off | (r_added & ~r_last), ~r_off & ~r_even),
                   `SELVAGE_PICK(POS_W, r_grows, rev_less_q - r_row.data,
                                 rev_pos_q - r_row.data)};
      r_set     = valid[rev_id_q] & (rev_type_q == fabric_pkg::TypeCredit);
      r_keep    = rev_moves & r_row.dm
                  & ~astray(rev_pos_q, r_row.ack, r_row.data + r_row.slack[POS_W-1:0]);
      r_dm      = r_set | (r_go & (rev_moves | (rev_type_q == fabric_pkg::TypeCreditOff)));
      rev_clear = r_moved & `SELVAGE_PICK(1, r_grows, r_last, r_even);
      `SELVAGE_BUG_IF(bug_q[2], rev_clear = 1'b0)
    end
  end

  // ------------------------------------------------------------------- CHK
  logic                 c_new, c_hit;         // in this step MAP has allocated the row, added to it
  logic                 c_touched;            // either has moved it
  logic                 c_valid, c_close, c_mark;
  logic [POS_W-1:0]     c_ext;
  logic [TS_W-1:0]      last_ahead, dmt_ahead;  // top bit: the time has not passed

  always_comb begin
    {c_new, c_hit, c_touched, c_valid, c_mark, c_stale, c_forget, chk_clear} = '0;
    c_close = chk_kind_q == 2'd2;
    {c_data, c_ext, last_ahead, dmt_ahead} = '0;
    if (chk_q && !lost[2]) begin
      c_new     = new_row & (free_id == chk_id_q);
      c_hit     = hit & (hit_id == chk_id_q);
      c_touched = c_new | c_hit | (r_moved & same_q);
      c_valid   = (valid[chk_id_q] & ~(rev_clear & same_q)) | c_new;
      c_data    = ({POS_W{c_new}} & (f_data + POS_W'(units)))
                  | ({POS_W{c_hit}} & (c_row.data + POS_W'(units)))
                  | ({POS_W{~c_new & ~c_hit}} & c_row.data);
      c_ext     = (r_moved & same_q) ? r_rest : c_new ? POS_W'(units)
                  : `SELVAGE_PICK(POS_W, c_hit, c_row.data - c_row.ack + POS_W'(units),
                                  c_row.data - c_row.ack);
      last_ahead = stale_at_q - c_row.last;
      dmt_ahead  = expire_at_q - c_row.dmt;
      // Written whether the row is valid, or dm is 1, or not: it means nothing then.
      c_stale   = (chk_kind_q == 2'd0) & ~last_ahead[TS_W-1];
      c_forget  = (chk_kind_q == 2'd0) & ((r_set & same_q) ? expire_none_q : ~dmt_ahead[TS_W-1]);
      c_mark    = c_valid & (c_touched ? (chk_kind_q == 2'd0) & stale_none_q : c_stale);
      chk_clear = c_valid & c_close;
    end
    // Of a row that is lost nobody can be told.
    chk_leaves = chk_q & c_close & (valid[chk_id_q] | c_new
                                    | (lost[2] & alloc & (free_id == chk_id_q)));
    chk_free   = chk_clear | (chk_leaves & lost[2]);
  end

  // ------------------------------------------------------------------- counters
  wire counted = `SELVAGE_BUG(bug_q[1], r_stray, 1'b0);
  event_counter i_stray (.one_i(counted), .two_i(1'b0), .count_o(stray_q), .*);
  event_counter i_stalls (.one_i(stall), .two_i(1'b0), .count_o(stalls_q), .*);

  // ------------------------------------------------------------------- answers
  wire c_out = c_valid & (c_close | (chk_kind_q == 2'd1));
  wire [PORT_W+FLOW_ID_W-1:0] c_whose = c_new ? {map_port_q, map_id_q} : {c_row.port, c_row.id};

  // Data are 0 without their valid bit.
  always_ff @(posedge clk_i) begin
    {map_valid_o, map_hit_o, map_alloc_o, map_stall_o, map_over_o} <=
        rst_ni ? {map_q, hit, new_row, stall, over} : '0;
    map_oid_o   <= (rst_ni & accept) ? oid : '0;
    map_start_o <= (rst_ni & accept) ? `SELVAGE_BUG(bug_q[3], m_data + map_hole_q, m_data) : '0;
    map_delta_o <= (rst_ni & accept) ? m_extent + map_hole_q : '0;
    {rev_valid_o, rev_port_o, rev_iid_o, rev_type_o} <=
        (rst_ni & r_go) ? {1'b1, r_row.port, r_row.id, rev_type_q} : '0;
    rev_delta_o <= (rst_ni & r_go & (rev_type_q != fabric_pkg::TypeCreditOff)) ? r_delta : '0;
    {rev_rel_valid_o, rev_rel_id_o} <= (rst_ni & rev_clear) ? {1'b1, rev_id_q} : '0;
    {chk_valid_o, chk_port_o, chk_iid_o} <= (rst_ni & c_out) ? {1'b1, c_whose} : '0;
    {chk_seen_o, chk_seen_port_o, chk_seen_iid_o} <=
        ((LOOK != 0) & rst_ni & c_valid & ~chk_clear) ? {1'b1, c_whose} : '0;
    chk_type_o  <= (rst_ni & c_out & ~c_close) ? fabric_pkg::TypeLoss : fabric_pkg::TypeNormal;
    chk_delta_o <= (rst_ni & chk_clear) ? c_ext : '0;
    {chk_rel_valid_o, chk_rel_id_o} <= (rst_ni & chk_free) ? {1'b1, chk_id_q} : '0;
    {chk_mark_valid_o, chk_mark_id_o, chk_mark_pos_o} <=
        (rst_ni & c_mark) ? {1'b1, chk_id_q, c_data} : '0;
    {ecc_fixed_o, ecc_lost_o} <= rst_ni ? {fixed, lost} : '0;
  end
  assign stalls_o = stalls_q;

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(flow_id_w, FLOW_ID_W >= 1 && FLOW_ID_W <= 16, "ofct: FLOW_ID_W must be 1..16")
  `SELVAGE_RANGE(pos_w, POS_W >= 6 && POS_W <= 15, "ofct: POS_W must be 6..15")
  `SELVAGE_RANGE(n_ports, N_PORTS >= 2 && N_PORTS <= 64, "ofct: N_PORTS must be 2..64")
  `SELVAGE_RANGE(ecc, ECC >= 0 && ECC <= 2, "ofct: ECC must be 0..2")
  `SELVAGE_RANGE(macro, MACRO == 0 || MACRO == 1, "ofct: MACRO must be 0 or 1")
  `SELVAGE_RANGE(look, LOOK == 0 || (ECC == 0 && MACRO == 0), "ofct: LOOK needs rows in arrays")
  `SELVAGE_RANGE(ts_w, TS_W >= 6 && TS_W <= 17, "ofct: TS_W must be 6..17")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(ofct_times, TS_W'(tick_q - stale_at_q) <= MostTicks
                      && TS_W'(tick_q - expire_at_q) <= MostTicks)
      `SELVAGE_ASSERT(ofct_len, !map_q || units > UW'(map_hole_q))
      `SELVAGE_ASSERT(ofct_window, !accept || UW'(m_extent) + units < (UW'(1) << POS_W))
      `SELVAGE_ASSERT(ofct_live_row_holds_data, !hit || m_extent != '0)
      `SELVAGE_ASSERT(ofct_free_row_is_even,
                      !new_row || even)
      `SELVAGE_ASSERT(ofct_map_answer, 2'(map_hit_o) + 2'(map_alloc_o) + 2'(map_stall_o)
                      == 2'(map_valid_o))
      `SELVAGE_COVER(ofct_over, over)
      `SELVAGE_COVER(ofct_kept, hit && rev_empties)
      `SELVAGE_COVER(ofct_chk_after_rev, c_valid && r_go && same_q)
      `SELVAGE_COVER(ofct_chk_after_alloc, c_valid && c_new)
    end
  end
endmodule
