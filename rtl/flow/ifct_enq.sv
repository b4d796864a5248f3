// SPDX-License-Identifier: Apache-2.0
/// Second operation of an ifct step: a packet has arrived, or a marker (FLOW-A-5, A-8, A-20, A-26,
/// A-31, D-4).
///
/// Combinational, on one row. A marker, of no units, is answered by a row that is FREE and else
/// changes nothing. With EDGE no message goes upstream.
`include "bug.svh"
module ifct_enq #(
  parameter int PORT_W = 3,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  parameter int EDGE = 0,
  localparam PACE_W = (EDGE != 0) ? 21 : TS_W,
  localparam ROW_W = 13 + VC_W + PORT_W + 5 * POS_W + 3 * TS_W + PACE_W
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
  /// deliberate fault: a marker is answered by a row with data too
  `SELVAGE_BUG_PORT(bug_i, 1)
  input  logic               valid_i,
  input  logic [POS_W-1:0]   start_i,
  input  logic [5:0]         len_i,
  input  logic               gap_i,
  input  logic               ordered_i,
  output logic [ROW_W-1:0]   row_o,
  output logic               write_o,
  /// with write_o: it was FREE
  output logic               was_free_o,
  output logic               open_o,
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

  row_t r, w;

  logic [POS_W-1:0] next_after, queue_after, limit, hole;
  logic             marker, answered, credit;

  assign r = row_i;

  // Without valid_i nothing moves.
  always_comb begin
    {hole, next_after, queue_after, limit, marker, answered, credit} = '0;
    {write_o, was_free_o, open_o, hole_o, gap_o, over_o, loss_valid_o, loss_pos_o} = '0;
    {up_valid_o, up_type_o, up_pos_o} = '0;
    w = r;
    if (valid_i) begin
      marker      = len_i == '0;
      was_free_o  = r.state == StFree;
      answered    = marker & was_free_o;
      `SELVAGE_BUG_IF(bug_i, answered = marker)
      write_o     = ~marker | answered;
      hole        = start_i - r.next;
      next_after  = start_i + POS_W'(len_i);
      queue_after = next_after - r.data;
      limit       = r.data + fc_ahead_i;

      open_o     = was_free_o & ~marker;
      hole_o     = write_o ? hole : '0;
      gap_o      = write_o & (gap_i | (hole != '0));
      over_o     = (EDGE != 0) & ~marker & (queue_after > mqe_i[r.level*POS_W+:POS_W]);
      loss_valid_o     = write_o & (hole != '0) & ~gap_i & (EDGE == 0);
      loss_pos_o = loss_valid_o ? r.next : '0;
      credit     = ~marker & ~r.um & (queue_after >= fc_hi_i) & (EDGE == 0);
      up_valid_o       = credit | (answered & (EDGE == 0));
      up_type_o  = credit ? fabric_pkg::TypeCredit : fabric_pkg::TypeNormal;
      up_pos_o   = credit ? limit : up_valid_o ? start_i : '0;

      if (answered) begin
        w.next = start_i;
        w.data = start_i;
        w.ack  = start_i;
      end else if (!marker) begin
        w.next    = next_after;
        w.ordered = ordered_i;  // after a loss the id may already serve another flow
        if (was_free_o) begin
          w.state = StRunning;
          w.mark  = {tick_i[TS_W-1:TS_W-2] - 2'd1, tick_i[TS_W-3:0]};  // no cool-down
          w.hold  = tick_i;
          if (EDGE != 0) w.pace = pace_i;
        end
        if (credit) begin
          w.um    = 1'b1;
          w.umlim = limit;
          w.pace  = pace_i;
        end
      end
    end
  end

  assign row_o = w;
endmodule
