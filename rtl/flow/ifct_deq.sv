// SPDX-License-Identifier: Apache-2.0
/// First operation of an ifct step: the head packet requests a port (FLOW-A-6, C-1, C-3, C-5, D-4).
///
/// Combinational, on one row. row_o is row_i unless write_o.
`include "bug.svh"
module ifct_deq #(
  parameter int N_PORTS = 8,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  /// 1: ingress edge
  parameter int EDGE = 0,
  localparam PORT_W = $clog2(N_PORTS),
  localparam PACE_W = (EDGE != 0) ? 21 : TS_W,
  localparam ROW_W = 13 + VC_W + PORT_W + 5 * POS_W + 3 * TS_W + PACE_W,
  localparam UW = POS_W + 2
) (
  /// deliberate fault: dequeue in BLOCK
  `SELVAGE_BUG_PORT(bug_i, 1)
  input  logic [ROW_W-1:0]   row_i,
  /// ticks; EDGE: pairs of cycles
  input  logic [PACE_W-1:0]  pace_i,
  /// level l at l*POS_W
  input  logic [8*POS_W-1:0] mfe_i,
  /// metering ends at fc_lo_i, its limit is fc_ahead_i ahead
  input  logic [POS_W-1:0]   fc_lo_i,
  input  logic [POS_W-1:0]   fc_ahead_i,
  /// cycles of a unit on the line
  input  logic [9:0]         unit_cyc_i,
  /// injected by the port and not acknowledged, and its limit
  input  logic [31:0]        inj_i,
  input  logic [15:0]        inj_limit_i,
  input  logic               valid_i,
  input  logic               peek_i,
  input  logic [5:0]         len_i,
  input  logic [POS_W-1:0]   hole_i,
  input  logic               any_i,
  input  logic [PORT_W-1:0]  port_i,
  input  logic [VC_W-1:0]    vc_i,
  input  logic [N_PORTS-1:0] mask_i,
  output logic [ROW_W-1:0]   row_o,
  output logic               write_o,
  output logic               go_o,
  output logic [2:0]         why_o,
  output logic [PORT_W-1:0]  port_o,
  output logic [VC_W-1:0]    vc_o,
  output logic               up_valid_o,
  output logic [2:0]         up_type_o,
  output logic [POS_W-1:0]   up_pos_o,
  /// the flow is moved; units injected
  output logic               move_o,
  output logic [POS_W-1:0]   inj_o
);
`include "ifct_row.svh"

  row_t r, w;

  logic [POS_W-1:0]         queue, flow, left, data_after, queue_after, limit;
  logic [UW-1:0]            u;
  logic [(1<<PORT_W)-1:0]   mask;
  logic                     follow, running;
  logic [PACE_W-1:0]        ahead, start;

  assign r = row_i;

  // Without valid_i nothing moves.
  always_comb begin
    {queue, flow, left, u, mask, follow, running} = '0;
    {why_o, go_o, port_o, vc_o, move_o, write_o, inj_o, up_valid_o, up_type_o, up_pos_o} = '0;
    {data_after, queue_after, limit, ahead, start} = '0;
    w = r;
    if (valid_i) begin
      ahead   = pace_i - r.pace;
      queue   = r.next - r.data;
      flow    = r.data - r.ack;
      left    = r.dmlim - r.ack;
      u       = UW'(hole_i) + UW'(len_i);
      mask    = (1 << PORT_W)'(mask_i);
      follow  = (r.ordered | r.forced) & (flow != '0);
      running = r.state == StRunning;
      `SELVAGE_BUG_IF(bug_i && r.state == StBlock, running = 1'b1)
      if (!running || u > UW'(queue)) why_o = 3'd1;
      else if (EDGE != 0 && flow != '0 && flow >= mfe_i[r.level*POS_W+:POS_W]) why_o = 3'd2;
      else if (EDGE != 0 && inj_i != '0 && inj_i >= 32'(inj_limit_i)) why_o = 3'd3;
      else if (EDGE != 0 && r.level >= 3'd2 && ahead[PACE_W-1]) why_o = 3'd4;
      else if (r.ordered && r.dm && UW'(flow) + u > UW'(left)) why_o = 3'd5;
      else if (follow && !mask[r.fport]) why_o = 3'd7;
      else if (!follow && !any_i) why_o = 3'd6;

      go_o        = why_o == 3'd0;
      port_o      = !go_o ? '0 : follow ? r.fport : port_i;
      vc_o        = !go_o ? '0 : follow ? r.fvc : vc_i;
      move_o      = (why_o == 3'd7) & ~peek_i;
      write_o     = move_o | (go_o & ~peek_i);
      inj_o       = (EDGE != 0 && go_o && !peek_i) ? POS_W'(u) : '0;
      data_after  = r.data + POS_W'(u);
      queue_after = r.next - data_after;
      limit       = data_after + fc_ahead_i;
      start       = ahead[PACE_W-1] ? r.pace : pace_i;

      if (move_o) begin
        w.state = StBlock;
      end else if (go_o && !peek_i) begin
        w.data  = data_after;
        w.fport = port_o;
        w.fvc   = vc_o;
        if (EDGE != 0) begin
          if (r.level >= 3'd2) begin
            w.pace = start + ((PACE_W'(len_i) * PACE_W'(unit_cyc_i)) << (r.level - 3'd2));
          end
        end else if (r.um) begin
          if (queue_after <= fc_lo_i) begin
            w.um      = 1'b0;
            up_valid_o      = 1'b1;
            up_type_o = fabric_pkg::TypeCreditOff;
          end else if (POS_W'(limit - r.umlim) >= POS_W'(8)) begin
            w.umlim   = limit;
            w.pace    = pace_i;
            up_valid_o      = 1'b1;
            up_type_o = fabric_pkg::TypeCredit;
            up_pos_o  = limit;
          end
        end
      end
    end
  end

  assign row_o = w;
endmodule
