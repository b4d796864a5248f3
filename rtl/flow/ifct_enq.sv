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

  assign r           = row_i;
  assign hole        = start_i - r.next;
  assign next_after  = start_i + POS_W'(len_i);
  assign queue_after = next_after - r.data;
  assign limit       = r.data + fc_ahead_i;

  assign open_o     = enq_i & (r.state == StFree);
  assign hole_o     = enq_i ? hole : '0;
  assign gap_o      = enq_i & (gap_i | (hole != '0));
  assign loss_o     = enq_i & (hole != '0) & ~gap_i & (EDGE == 0);
  assign loss_pos_o = loss_o ? r.next : '0;
  assign up_o       = enq_i & ~r.um & (queue_after >= fc_hi_i) & (EDGE == 0);
  assign up_pos_o   = up_o ? limit : '0;
  generate
    if (EDGE != 0) begin : gen_over
      assign over_o = enq_i & (queue_after > mqe_i[r.level*POS_W+:POS_W]);
    end else begin : gen_no_over
      /* verilator lint_off UNUSEDSIGNAL */
      logic unused;
      /* verilator lint_on UNUSEDSIGNAL */
      assign unused = ^mqe_i;
      assign over_o = 1'b0;
    end
  endgenerate

  always_comb begin
    w         = r;
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

  assign row_o = w;
endmodule
