// SPDX-License-Identifier: Apache-2.0
/// Second operation of an ifct step: a packet has arrived (FLOW-A-5, A-8, A-20, A-26, D-4).
///
/// Combinational, on one row, which is always written. With EDGE no message goes upstream.
module ifct_enq #(
  parameter PORT_W = 3,
  parameter POS_W = 8,
  parameter VC_W = 2,
  parameter TS_W = 40,
  parameter EDGE = 0,
  localparam ROW_W = 13 + VC_W + PORT_W + 5 * POS_W + 6 * TS_W
) (
  input  logic [ROW_W-1:0]   row_i,
  input  logic [TS_W-1:0]    now_i,
  /// level l at l*POS_W
  input  logic [8*POS_W-1:0] mqe_i,
  /// metering begins at fc_hi_i, its limit is fc_ahead_i ahead
  input  logic [POS_W-1:0]   fc_hi_i,
  input  logic [POS_W-1:0]   fc_ahead_i,
  input  logic               enq_i,
  input  logic [POS_W-1:0]   start_i,
  input  logic [5:0]         len_i,
  input  logic               gap_i,
  input  logic               ordered_i,
  output logic [ROW_W-1:0]   row_o,
  output logic               open_o,
  /// with the packet
  output logic [POS_W-1:0]   hole_o,
  output logic               gap_o,
  output logic               over_o,
  /// LOSS, CREDIT
  output logic               loss_o,
  output logic [POS_W-1:0]   loss_pos_o,
  output logic               up_o,
  output logic [POS_W-1:0]   up_pos_o
);
`include "ifct_row.svh"

  row_t r, w;

  logic [POS_W-1:0] next_after, queue_after, limit, hole;

  assign r = row_i;

  // Without enq_i nothing moves.
  always_comb begin
    {hole, next_after, queue_after, limit} = '0;
    {open_o, hole_o, gap_o, over_o, loss_o, loss_pos_o, up_o, up_pos_o} = '0;
    w = r;
    if (enq_i) begin
      hole        = start_i - r.next;
      next_after  = start_i + POS_W'(len_i);
      queue_after = next_after - r.data;
      limit       = r.data + fc_ahead_i;

      open_o     = r.state == StFree;
      hole_o     = hole;
      gap_o      = gap_i | (hole != '0);
      over_o     = (EDGE != 0) & (queue_after > mqe_i[r.level*POS_W+:POS_W]);
      loss_o     = (hole != '0) & ~gap_i & (EDGE == 0);
      loss_pos_o = loss_o ? r.next : '0;
      up_o       = ~r.um & (queue_after >= fc_hi_i) & (EDGE == 0);
      up_pos_o   = up_o ? limit : '0;

      w.next    = next_after;
      w.ordered = ordered_i;  // after a loss the id may already serve another flow
      if (r.state == StFree) begin
        w.state = StRunning;
        w.last  = now_i;
        w.mark  = now_i;
        w.ready = now_i;
        w.hold  = now_i;
      end
      if (up_o) begin
        w.um    = 1'b1;
        w.umlim = limit;
        w.umt   = now_i;
      end
    end
  end

  assign row_o = w;
endmodule
