// SPDX-License-Identifier: Apache-2.0
/// Second operation of an ifct step: a packet has arrived, or a marker (FLOW-A-5, A-8, A-20, A-26,
/// A-31, D-4).
///
/// Combinational, on one row as the step before left it; what depends on whether the DEQ of the
/// step has taken units from it is worked out for both. new_o has what set_o says. A marker, of no
/// units, is answered by a row that is FREE and else changes nothing. With EDGE no message goes
/// upstream.
`include "bug.svh"
`include "pick.svh"
`include "ifct_widths.svh"
module ifct_enq #(
  parameter int PORT_W = 3,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  parameter int EDGE = 0,
  `SELVAGE_IFCT_WIDTHS
) (
  input  logic [ROW_W-1:0]   row_i,
  input  logic [TS_W-1:0]    tick_i,
  /// ticks; EDGE: pairs of cycles
  input  logic [PACE_W-1:0]  pace_i,
  /// level l at l*POS_W
  input  logic [8*POS_W-1:0] mqe_i,
  /// metering begins at fc_hi_i, its limit is fc_ahead_i ahead
  input  logic [POS_W-1:0]   fc_hi_i,
  input  logic [POS_W-1:0]   fc_ahead_i,
  /// late: DEQ has taken its units from this row, or ended metering; ahead, less: fc_ahead_i plus
  /// and next_i less these
  input  logic               took_i,
  input  logic               um_off_i,
  input  logic [POS_W-1:0]   ahead_i,
  input  logic [POS_W-1:0]   less_i,
  /// deliberate fault: a marker is answered by a row with data too
  `SELVAGE_BUG_PORT(bug_i, 1)
  input  logic               valid_i,
  input  logic [POS_W-1:0]   start_i,
  /// start plus length; the length is 0
  input  logic [POS_W-1:0]   next_i,
  input  logic               marker_i,
  input  logic               gap_i,
  input  logic               ordered_i,
  output logic [ROW_W-1:0]   new_o,
  output logic [SET_W-1:0]   set_o,
  output logic               write_o,
  output logic               open_o,
  /// metering begins
  output logic               um_on_o,
  /// with the packet
  output logic [POS_W-1:0]   hole_o,
  output logic               gap_o,
  output logic               over_o,
  /// LOSS; CREDIT, NORMAL for a marker
  output logic               loss_valid_o,
  output logic [POS_W-1:0]   loss_pos_o,
  output logic               up_valid_o,
  output logic [2:0]         up_type_o,
  output logic [POS_W-1:0]   up_pos_o
);
`include "ifct_row.svh"

  /* verilator lint_off UNUSEDSIGNAL */  // no operation needs all fields
  row_t r, w;
  /* verilator lint_on UNUSEDSIGNAL */
  set_t set;

  logic [POS_W-1:0] next, hole, limit, mqe, queue_here, queue_less;
  logic             was_free, answered, reached;

  assign r = row_i;

  // Without valid_i nothing moves.
  always_comb begin
    {next, hole, limit, mqe, queue_here, queue_less, was_free, answered, reached} = '0;
    {write_o, open_o, um_on_o, hole_o, gap_o, over_o, loss_valid_o, loss_pos_o} = '0;
    {up_valid_o, up_type_o, up_pos_o} = '0;
    w   = r;
    set = '0;
    if (valid_i) begin
      for (int l = 0; l < 8; l = l + 1) begin
        mqe = mqe | (mqe_i[l*POS_W+:POS_W] & {POS_W{r.level == 3'(l)}});
      end
      was_free = r.state == StFree;
      answered = marker_i & was_free;
      `SELVAGE_BUG_IF(bug_i, answered = marker_i)
      write_o    = ~marker_i | answered;
      next       = r.data + r.waits;
      hole       = start_i - r.data - r.waits;
      queue_here = next_i - r.data;
      queue_less = less_i - r.data;
      limit      = `SELVAGE_PICK(POS_W, took_i, r.data + ahead_i, r.data + fc_ahead_i);
      reached    = `SELVAGE_PICK(1, took_i, queue_less >= fc_hi_i, queue_here >= fc_hi_i);

      open_o  = was_free & ~marker_i;
      hole_o  = write_o ? hole : '0;
      gap_o   = write_o & (gap_i | (hole != '0));
      over_o  = (EDGE != 0) & ~marker_i
                & `SELVAGE_PICK(1, took_i, queue_less > mqe, queue_here > mqe);
      um_on_o = ~marker_i & (~r.um | um_off_i) & reached & (EDGE == 0);
      loss_valid_o = write_o & (hole != '0) & ~gap_i & (EDGE == 0);
      loss_pos_o   = loss_valid_o ? next : '0;
      up_valid_o   = um_on_o | (answered & (EDGE == 0));
      up_type_o    = um_on_o ? fabric_pkg::TypeCredit : fabric_pkg::TypeNormal;
      up_pos_o     = um_on_o ? limit : up_valid_o ? start_i : '0;

      w.state   = marker_i ? r.state : StRunning;
      w.ordered = ordered_i;  // after a loss the id may already serve another flow
      w.data    = answered ? start_i : r.data;
      w.waits   = answered ? '0 : `SELVAGE_PICK(POS_W, took_i, queue_less, queue_here);
      w.flow    = '0;
      w.um      = um_on_o;
      w.umlim   = limit;
      w.pace    = pace_i;
      w.mark    = {tick_i[TS_W-1:TS_W-2] - 2'd1, tick_i[TS_W-3:0]};  // no cool-down
      w.hold    = tick_i;
      // what they have been since the release, or never
      {w.forced, w.level, w.rec, w.dm} = '0;

      set.ordered = ~marker_i;
      set.waits   = write_o;
      {set.state, set.forced, set.level, set.rec, set.dm} = {5{was_free}};
      {set.data, set.flow} = {2{answered | was_free}};
      {set.mark, set.hold} = {2{open_o}};
      set.um    = um_on_o | was_free;
      set.umlim = um_on_o;
      set.pace  = um_on_o | ((EDGE != 0) & open_o);
    end
  end

  assign new_o = w;
  assign set_o = set;
endmodule
