// SPDX-License-Identifier: Apache-2.0
/// Third operation of an ifct step: an ACK came back (FLOW-A-9, A-19, A-21, A-26, C-6, C-8, D-4).
///
/// Combinational, on one row. row_o is row_i if nothing changes; stray_o: the row is FREE.
`include "bug.svh"
module ifct_ack #(
  parameter int PORT_W = 3,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  parameter int EDGE = 0,
  localparam PACE_W = (EDGE != 0) ? 21 : TS_W,
  localparam ROW_W = 13 + VC_W + PORT_W + 5 * POS_W + 3 * TS_W + PACE_W
) (
  /// deliberate faults; 0: REDIRECT without BLOCK, 1: LOSS advances ack, 2: the delta is not
  /// applied, 3: no release
  `SELVAGE_BUG_PORT(bug_i, 4)
  input  logic [ROW_W-1:0]  row_i,
  input  logic [TS_W-1:0]   tick_i,
  /// the port carries out redirects itself; cool-down after a move, least time between two steps
  input  logic              rd_enable_i,
  input  logic [TS_W-1:0]   cool_t_i,
  input  logic [TS_W-1:0]   hold_t_i,
  /// NORMAL ACKs at the full rate of the line for one level of recovery, 1 to 16
  input  logic [4:0]        ep_rec_i,
  /// at level L an ACK counts for what the line sends in the time, 2^(L-1); 0: each counts 1
  input  logic              ep_weigh_i,
  input  logic              valid_i,
  input  logic [2:0]        type_i,
  input  logic [POS_W-1:0]  delta_i,
  input  logic [PORT_W-1:0] port_i,
  input  logic [VC_W-1:0]   vc_i,
  output logic [ROW_W-1:0]  row_o,
  output logic              write_o,
  output logic              up_valid_o,
  output logic [2:0]        up_type_o,
  output logic [POS_W-1:0]  up_pos_o,
  output logic              rel_o,
  /// for the counters
  output logic              stray_o,
  output logic              loss_o,
  output logic              move_o,
  output logic [POS_W-1:0]  inj_o
);
`include "ifct_row.svh"

  row_t r, w;

  logic             live, moves;
  logic [POS_W-1:0] flow, left, d, ack_after;
  logic             flow_none, total_none;  // after a moving type
  logic             step_up;                // the level rises by one
  logic             take_over;              // the flow goes by the port of this ACK from now on
  logic             redirect;               // and is obeyed here
  logic [TS_W-1:0]  hold_ahead, cool_ahead; // top bit: the time has not passed
  logic [7:0]       recovered;              // with this ACK, worth what its level held back

  assign r = row_i;

  // Without valid_i nothing moves.
  always_comb begin
    {live, moves, flow, left, d, ack_after, flow_none, total_none} = '0;
    {step_up, take_over, redirect, recovered, hold_ahead, cool_ahead} = '0;
    {stray_o, loss_o, move_o, write_o, rel_o, inj_o, up_valid_o, up_type_o, up_pos_o} = '0;
    w = r;
    if (valid_i) begin
      hold_ahead = tick_i - hold_t_i - r.hold;
      cool_ahead = tick_i - cool_t_i - r.mark;
      live  = r.state != StFree;
      moves = ~type_i[2];
      flow  = r.data - r.ack;
      left  = r.dmlim - r.ack;
      d     = (delta_i < flow) ? delta_i : flow;
      `SELVAGE_BUG_IF(moves & bug_i[2], d = '0)
      ack_after  = r.ack + d;
      flow_none  = d == flow;
      total_none = r.next == ack_after;
      step_up    = (type_i == fabric_pkg::TypeEpNew) | ((type_i == fabric_pkg::TypeEpCont)
                                            & (r.level == 3'd0 || !hold_ahead[TS_W-1]));
      take_over  = (type_i == fabric_pkg::TypeEpNew) | (type_i == fabric_pkg::TypeEpSevere)
                   | ((type_i == fabric_pkg::TypeEpCont) & (r.level == 3'd0));
      redirect   = (type_i == fabric_pkg::TypeRedirect) & rd_enable_i
                   & (r.state == StRunning) & r.ordered
                   & (r.level == 3'd0) & (flow != '0) & ~cool_ahead[TS_W-1];
      recovered  = 8'(r.rec) + (ep_weigh_i ? 8'd1 << (r.level - 3'd1) : 8'd1);

      stray_o = ~live;
      loss_o  = live & (type_i == fabric_pkg::TypeLoss);
      move_o  = live & redirect;
      write_o = live;
      rel_o   = live & moves & total_none;
      `SELVAGE_BUG_IF(bug_i[3], rel_o = 1'b0)
      inj_o   = (EDGE != 0 && live && moves) ? d : '0;
      if (live) begin
        if (moves) up_valid_o = 1'b1;
        else if (EDGE == 0 && type_i == fabric_pkg::TypeRedirect)
          up_valid_o = ~rd_enable_i & (r.state == StRunning);
        else if (EDGE == 0 && type_i == fabric_pkg::TypeLoss) up_valid_o = 1'b1;
      end
      if (up_valid_o) begin
        up_type_o = type_i;
        up_pos_o  = moves ? ack_after : r.ack + delta_i;
      end

      if (moves) begin
        w.ack = ack_after;
        if (d > left) w.dm = 1'b0;
        if (type_i == fabric_pkg::TypeNormal) begin
          if (r.level != 3'd0) begin
            w.rec = recovered[3:0];
            if (recovered >= 8'(ep_rec_i)) begin
              w.rec   = '0;
              w.level = r.level - 3'd1;
            end
          end
        end else begin
          w.rec = '0;
          if (step_up && r.level != 3'd7) w.level = r.level + 3'd1;
          if (type_i == fabric_pkg::TypeEpSevere) w.level = 3'd7;
          if (step_up || type_i == fabric_pkg::TypeEpSevere) w.hold = tick_i;
          if (take_over) begin
            w.forced = 1'b1;
            w.fport  = port_i;
            w.fvc    = vc_i;
          end
        end
        if (w.level == 3'd0 && flow_none) w.forced = 1'b0;
        if (rel_o) begin
          w.state  = StFree;
          w.forced = 1'b0;
          w.level  = '0;
          w.rec    = '0;
          w.um     = 1'b0;
          w.dm     = 1'b0;
        end else if (flow_none && r.state == StBlock) begin
          w.state = StRunning;
          w.mark  = tick_i;
        end
      end else begin
        if (redirect) begin
          w.state = `SELVAGE_BUG(bug_i[0], StBlock, w.state);
        end
        `SELVAGE_BUG_IF(type_i == fabric_pkg::TypeLoss && bug_i[1], w.ack = ack_after)
        if (type_i == fabric_pkg::TypeCredit && r.ordered) begin
          w.dm    = 1'b1;
          w.dmlim = r.ack + delta_i;
          w.dmt   = tick_i;
        end
        if (type_i == fabric_pkg::TypeCreditOff) w.dm = 1'b0;
      end
    end
  end

  assign row_o = w;
endmodule
