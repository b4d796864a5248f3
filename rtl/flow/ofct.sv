// SPDX-License-Identifier: Apache-2.0
/// Output flow channel table of a port (FLOW-A-9, A-17..A-19, A-21, A-26, A-29, A-31, D-4;
/// docs/flow-blocks.md).
///
/// Inputs of cycle t are executed in t+1; answers and state show it in t+2.
/// Order in a step: MAP, REV, CHK, each on the row the one before left. A REV for a row that was
/// not valid before the step is stray, also if MAP allocates it in this step; a MAP for the row
/// that REV empties keeps it. chk_kind_i 3 does nothing.
/// A position is 0 until its row is first used (seen_q), so the arrays need no reset; positions
/// outlive the channel. {port_q, id_q} repeats the key for the way back.
`include "bug.svh"
module ofct #(
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  /// bits of a stamp
  parameter int TS_W = 17,
  localparam PORT_W = $clog2(N_PORTS),
  localparam ROWS = 1 << FLOW_ID_W,
  localparam CW = $clog2(ROWS + 1)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0: positions zeroed at allocation, 1: a stray ACK is not counted, 2: REV
  /// does not release, 3: map_start without the hole, 4: a limit is not noticed (no over stall),
  /// 5: REV does not see the MAP of its step; static
  `SELVAGE_BUG_PORT(bug_i, 6)
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
  output logic [31:0]          stalls_o
);
  /* verilator lint_off UNUSEDPARAM */
  localparam [TS_W-1:0] MostTicks = TS_W'(1) << (TS_W - 2);
  /* verilator lint_on UNUSEDPARAM */
  localparam UW = POS_W + 2;  // sums of extents and units that do not wrap


  // ------------------------------------------------------------------- input registers
  logic                 map_q, map_ordered_q, rev_q, chk_q;
  logic [PORT_W-1:0]    map_port_q;
  logic [FLOW_ID_W-1:0] map_id_q, rev_id_q, chk_id_q;
  logic [5:0]           map_len_q;
  logic [POS_W-1:0]     map_hole_q, rev_pos_q;
  logic [2:0]           rev_type_q;
  logic [1:0]           chk_kind_q;
  logic [TS_W-1:0]      tick_q, stale_t_q, expire_t_q;

  always_ff @(posedge clk_i) begin
    map_q         <= map_valid_i & rst_ni;
    rev_q         <= rev_valid_i & rst_ni;
    chk_q         <= chk_valid_i & rst_ni;
    map_ordered_q <= map_ordered_i;
    map_port_q    <= map_port_i;
    map_id_q      <= map_id_i;
    map_len_q     <= map_len_i;
    map_hole_q    <= map_hole_i;
    rev_id_q      <= rev_id_i;
    rev_type_q    <= rev_type_i;
    rev_pos_q     <= rev_pos_i;
    chk_id_q      <= chk_id_i;
    chk_kind_q    <= chk_kind_i;
    tick_q        <= TS_W'(now_i >> tick_i);
    stale_t_q     <= stale_t_i;
    expire_t_q    <= expire_t_i;
  end

  `SELVAGE_BUG_REG(bug_q, 6, bug_i)

  // ------------------------------------------------------------------- state
  logic [PORT_W-1:0]    port_q[ROWS] /* verilator public_flat_rd */;
  logic [FLOW_ID_W-1:0] id_q[ROWS]   /* verilator public_flat_rd */;
  logic [POS_W-1:0]     data_q[ROWS] /* verilator public_flat_rd */;
  logic [POS_W-1:0]     ack_q[ROWS]  /* verilator public_flat_rd */;
  logic [ROWS-1:0]      dm_q         /* verilator public_flat_rd */;
  logic [POS_W-1:0]     dmlim_q[ROWS]/* verilator public_flat_rd */;
  logic [TS_W-1:0]      dmt_q[ROWS]  /* verilator public_flat_rd */;
  logic [TS_W-1:0]      last_q[ROWS] /* verilator public_flat_rd */;
  logic [ROWS-1:0]      seen_q       /* verilator public_flat_rd */;
  logic [31:0]          stray_q      /* verilator public_flat_rd */;
  logic [31:0]          stalls_q     /* verilator public_flat_rd */;

  // ------------------------------------------------------------------- MAP
  logic                 cam_hit, hit, alloc, over, accept, stall;
  logic [FLOW_ID_W-1:0] oid;
  logic [ROWS-1:0]      valid;
  logic                 rev_clear, chk_clear;
  logic                 rev_moves, rev_empties;  // REV takes the row of the MAP to where it is
  logic [POS_W-1:0]     m_data, m_ack, m_extent, m_left;
  logic [UW-1:0]        units, m_after;
  logic [POS_W-1:0]     m_data_after;

  /* verilator lint_off PINCONNECTEMPTY */
  flow_cam #(
    .ROWS (ROWS),
    .KEY_W(PORT_W + FLOW_ID_W)
  ) i_cam (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, 2'b00)
    .valid_i   (map_q),
    .key_i     ({map_port_q, map_id_q}),
    .hit_o     (cam_hit),
    .alloc_o   (alloc),
    .id_o      (oid),
    .clr_a_valid_i (rev_clear),
    .clr_a_id_i(rev_id_q),
    .clr_b_valid_i (chk_clear),
    .clr_b_id_i(chk_id_q),
    .rows_o    (valid),
    .count_o   (count_o),
    .full_o    (full_o),
    .pause_o   ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // Without an operation nothing moves in its part.
  always_comb begin
    {units, m_data, m_ack, m_extent, m_left, m_after, m_data_after} = '0;
    {rev_empties, over, hit, accept, stall} = '0;
    if (map_q) begin
      units = UW'(map_hole_q) + UW'(map_len_q);
      if (`SELVAGE_BUG(bug_q[0], seen_q[oid], seen_q[oid] && !alloc)) begin
        m_data = data_q[oid];
        m_ack  = ack_q[oid];
      end
      m_extent     = m_data - m_ack;
      m_left       = dmlim_q[oid] - m_ack;
      m_after      = UW'(m_extent) + units;
      m_data_after = m_data + POS_W'(units);
      rev_empties  = rev_q & rev_moves & (rev_id_q == oid) & (rev_pos_q == m_data);
      over         = cam_hit & ~map_ordered_q & dm_q[oid] & (m_after > UW'(m_left))
                     & ~rev_empties;
      `SELVAGE_BUG_IF(bug_q[4], over = 1'b0)
      hit    = cam_hit & ~over;
      accept = hit | alloc;
      stall  = ~accept;
    end
  end
  assign rev_moves = ~rev_type_q[2];

  // ------------------------------------------------------------------- REV
  logic                 r_grows;   // MAP has added to the row
  logic                 r_valid, r_go, r_stray, r_set, r_drop, r_dm;
  logic [POS_W-1:0]     r_data, r_ack, r_delta, r_left;

  always_comb begin
    {r_grows, r_valid, r_go, r_stray, r_set, r_drop, r_dm, rev_clear} = '0;
    {r_data, r_ack, r_delta, r_left} = '0;
    if (rev_q) begin
      r_grows = hit & (oid == rev_id_q);
      `SELVAGE_BUG_IF(bug_q[5], r_grows = 1'b0)
      r_valid   = valid[rev_id_q];
      r_data    = r_grows ? m_data_after : data_q[rev_id_q];
      r_ack     = ack_q[rev_id_q];
      r_delta   = rev_pos_q - r_ack;
      r_left    = dmlim_q[rev_id_q] - r_ack;
      r_stray   = ~r_valid | (rev_moves & (r_delta > POS_W'(r_data - r_ack)));
      r_go      = ~r_stray;
      r_set     = r_go & (rev_type_q == fabric_pkg::TypeCredit);
      r_drop    = r_go & ((rev_type_q == fabric_pkg::TypeCreditOff)
                          | (rev_moves & dm_q[rev_id_q] & (r_delta > r_left)));
      r_dm      = r_set | (dm_q[rev_id_q] & ~r_drop);
      rev_clear = r_go & rev_moves & (rev_pos_q == r_data);
      `SELVAGE_BUG_IF(bug_q[2], rev_clear = 1'b0)
    end
  end

  // ------------------------------------------------------------------- CHK
  logic                 c_new;     // MAP has allocated the row in this step
  logic                 c_map;     // MAP has accepted a packet for it
  logic                 c_rev;     // REV has been for it
  logic                 c_valid, c_close, c_mark, c_expire, c_dm;
  logic [PORT_W-1:0]    c_port;
  logic [FLOW_ID_W-1:0] c_id;
  logic [POS_W-1:0]     c_data, c_ack;
  logic [TS_W-1:0]      c_last, c_dmt;
  logic [TS_W-1:0]      last_ahead, dmt_ahead;  // top bit: the time has not passed

  always_comb begin
    {c_map, c_new, c_rev, c_valid, c_close, c_mark, c_expire, c_dm, chk_clear} = '0;
    {c_port, c_id, c_data, c_ack, c_last, c_dmt, last_ahead, dmt_ahead} = '0;
    if (chk_q) begin
      c_map     = accept & (oid == chk_id_q);
      c_new     = alloc & c_map;
      c_rev     = r_go & (rev_id_q == chk_id_q);
      c_valid   = (valid[chk_id_q] & ~(rev_clear & c_rev)) | c_new;
      c_port    = c_new ? map_port_q : port_q[chk_id_q];
      c_id      = c_new ? map_id_q : id_q[chk_id_q];
      c_data    = c_map ? m_data_after : data_q[chk_id_q];
      c_ack     = c_new ? m_ack : (c_rev & rev_moves) ? rev_pos_q : ack_q[chk_id_q];
      c_dm      = c_rev ? r_dm : dm_q[chk_id_q] & ~c_new;
      c_last    = (c_map | (c_rev & rev_moves)) ? tick_q : last_q[chk_id_q];
      c_dmt     = (c_rev & r_set) ? tick_q : dmt_q[chk_id_q];
      c_close   = chk_kind_q == 2'd2;
      last_ahead = tick_q - stale_t_q - c_last;
      dmt_ahead  = tick_q - expire_t_q - c_dmt;
      c_mark    = c_valid & (chk_kind_q == 2'd0) & ~last_ahead[TS_W-1];
      c_expire  = c_valid & (chk_kind_q == 2'd0) & c_dm & ~dmt_ahead[TS_W-1];
      chk_clear = c_valid & c_close;
    end
  end

  // ------------------------------------------------------------------- state
  always_ff @(posedge clk_i) begin
    if (alloc) begin
      port_q[oid] <= map_port_q;
      id_q[oid]   <= map_id_q;
      ack_q[oid]  <= m_ack;
    end
    if (accept) begin
      data_q[oid] <= m_data_after;
      last_q[oid] <= tick_q;
    end
    if (r_go && rev_moves) begin
      ack_q[rev_id_q]  <= rev_pos_q;
      last_q[rev_id_q] <= tick_q;
    end
    if (r_set) begin
      dmlim_q[rev_id_q] <= rev_pos_q;
      dmt_q[rev_id_q]   <= tick_q;
    end
    if (chk_clear) ack_q[chk_id_q] <= c_data;
    if (c_mark) last_q[chk_id_q] <= tick_q;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      seen_q   <= '0;
      dm_q     <= '0;
      stray_q  <= '0;
      stalls_q <= '0;
    end else begin
      if (alloc) begin
        seen_q[oid] <= 1'b1;
        dm_q[oid]   <= 1'b0;
      end
      if (r_set || r_drop) dm_q[rev_id_q] <= r_set;
      if (c_expire) dm_q[chk_id_q] <= 1'b0;
      stray_q  <= `SELVAGE_BUG(bug_q[1], stray_q + 32'(r_stray), stray_q);
      stalls_q <= stalls_q + 32'(stall);
    end
  end

  // ------------------------------------------------------------------- answers
  logic c_out;
  assign c_out = c_valid & (c_close | (chk_kind_q == 2'd1));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      map_valid_o    <= 1'b0;
      map_hit_o    <= 1'b0;
      map_alloc_o  <= 1'b0;
      map_stall_o  <= 1'b0;
      map_over_o   <= 1'b0;
      map_oid_o    <= '0;
      map_start_o  <= '0;
      map_delta_o  <= '0;
      rev_valid_o        <= 1'b0;
      rev_port_o   <= '0;
      rev_iid_o    <= '0;
      rev_type_o   <= '0;
      rev_delta_o  <= '0;
      rev_rel_valid_o    <= 1'b0;
      rev_rel_id_o <= '0;
      chk_valid_o        <= 1'b0;
      chk_port_o   <= '0;
      chk_iid_o    <= '0;
      chk_type_o   <= '0;
      chk_delta_o  <= '0;
      chk_rel_valid_o    <= 1'b0;
      chk_rel_id_o <= '0;
      {chk_mark_valid_o, chk_mark_id_o, chk_mark_pos_o} <= '0;
    end else begin
      map_valid_o    <= map_q;
      map_hit_o    <= hit;
      map_alloc_o  <= alloc;
      map_stall_o  <= stall;
      map_over_o   <= over;
      map_oid_o    <= accept ? oid : '0;
      map_start_o  <= accept ? `SELVAGE_BUG(bug_q[3], m_data + map_hole_q, m_data) : '0;
      map_delta_o  <= accept ? m_extent + map_hole_q : '0;
      rev_valid_o        <= r_go;
      rev_port_o   <= r_go ? port_q[rev_id_q] : '0;
      rev_iid_o    <= r_go ? id_q[rev_id_q] : '0;
      rev_type_o   <= r_go ? rev_type_q : '0;
      rev_delta_o  <= (r_go && rev_type_q != fabric_pkg::TypeCreditOff) ? r_delta : '0;
      rev_rel_valid_o    <= rev_clear;
      rev_rel_id_o <= rev_clear ? rev_id_q : '0;
      chk_valid_o        <= c_out;
      chk_port_o   <= c_out ? c_port : '0;
      chk_iid_o    <= c_out ? c_id : '0;
      chk_type_o   <= (c_out & ~c_close) ? fabric_pkg::TypeLoss : fabric_pkg::TypeNormal;
      chk_delta_o  <= chk_clear ? c_data - c_ack : '0;
      chk_rel_valid_o    <= chk_clear;
      chk_rel_id_o <= chk_clear ? chk_id_q : '0;
      {chk_mark_valid_o, chk_mark_id_o, chk_mark_pos_o} <= c_mark ? {1'b1, chk_id_q, c_data} : '0;
    end
  end

  assign stalls_o = stalls_q;

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(flow_id_w, FLOW_ID_W >= 1 && FLOW_ID_W <= 16, "ofct: FLOW_ID_W must be 1..16")
  `SELVAGE_RANGE(pos_w, POS_W >= 6 && POS_W <= 15, "ofct: POS_W must be 6..15")
  `SELVAGE_RANGE(n_ports, N_PORTS >= 2 && N_PORTS <= 64, "ofct: N_PORTS must be 2..64")
  `SELVAGE_RANGE(ts_w, TS_W >= 6 && TS_W <= 17, "ofct: TS_W must be 6..17")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(ofct_times, stale_t_q <= MostTicks && expire_t_q <= MostTicks)
      `SELVAGE_ASSERT(ofct_len, !map_q || map_len_q != '0)
      `SELVAGE_ASSERT(ofct_window, !accept || m_after[UW-1:POS_W] == '0)
      `SELVAGE_ASSERT(ofct_live_row_holds_data, !hit || m_extent != '0)
      `SELVAGE_ASSERT(ofct_free_row_is_even, !alloc || m_extent == '0)
      `SELVAGE_ASSERT(ofct_map_answer, 2'(map_hit_o) + 2'(map_alloc_o) + 2'(map_stall_o)
                      == 2'(map_valid_o))
      `SELVAGE_COVER(ofct_over, over)
      `SELVAGE_COVER(ofct_kept, hit && rev_empties)
      `SELVAGE_COVER(ofct_chk_after_rev, c_valid && c_rev)
      `SELVAGE_COVER(ofct_chk_after_alloc, c_valid && c_new)
    end
  end
endmodule
