// SPDX-License-Identifier: Apache-2.0
/// Third operation of an ifct step: an ACK came back (FLOW-A-9, A-19, A-21, A-26, C-6, C-8, D-4).
///
/// Combinational, on one row as the step before left it; what depends on whether the DEQ of the
/// step has taken units from it is worked out for both. new_o has what set_o says. stray_o: the row
/// is FREE.
`include "bug.svh"
`include "pick.svh"
`include "ifct_widths.svh"
module ifct_ack #(
  parameter int PORT_W = 3,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  parameter int EDGE = 0,
  `SELVAGE_IFCT_WIDTHS
) (
  /// deliberate faults; 0: REDIRECT without BLOCK, 1: LOSS advances ack, 2: the delta is not
  /// applied, 3: no release
  `SELVAGE_BUG_PORT(bug_i, 4)
  input  logic [ROW_W-1:0]  row_i,
  /// now, and less the cool-down after a move, and less the least time between two steps up
  input  logic [TS_W-1:0]   tick_i,
  input  logic [TS_W-1:0]   cool_at_i,
  input  logic [TS_W-1:0]   hold_at_i,
  /// the port carries out redirects itself
  input  logic              rd_enable_i,
  /// NORMAL ACKs at the full rate of the line for one level of recovery, 1 to 16
  input  logic [4:0]        ep_rec_i,
  /// at level L an ACK counts for what the line sends in the time, 2^(L-1); 0: each counts 1
  input  logic              ep_weigh_i,
  /// late: DEQ has taken units_i from this row; it has blocked it
  input  logic              took_i,
  input  logic              moved_i,
  input  logic [POS_W-1:0]  units_i,
  /// ENQ has brought a packet to this row
  input  logic              enq_i,
  input  logic              enq_ordered_i,
  input  logic              valid_i,
  input  logic [2:0]        type_i,
  input  logic [POS_W-1:0]  delta_i,
  input  logic [PORT_W-1:0] port_i,
  input  logic [VC_W-1:0]   vc_i,
  output logic [ROW_W-1:0]  new_o,
  output logic [SET_W-1:0]  set_o,
  output logic              up_valid_o,
  output logic [2:0]        up_type_o,
  output logic [POS_W-1:0]  up_pos_o,
  output logic              rel_o,
  /// ack moves; everything sent is acknowledged then (late), else delta_i
  output logic              moves_o,
  output logic              all_o,
  /// for the counters
  output logic              stray_o,
  output logic              loss_o,
  output logic              move_o
);
`include "ifct_row.svh"

  /* verilator lint_off UNUSEDSIGNAL */  // no operation needs all fields
  row_t r, w;
  /* verilator lint_on UNUSEDSIGNAL */
  set_t set;

  logic             live, moves, block, ordered;
  logic [POS_W-1:0] delta, flow_grown, rest, left, ack_delta, data;
  logic             all;                    // flow is 0 after a moving type
  logic             behind;                 // and the limit is
  logic             empty;                  // nothing waits
  logic             step_up;                // the level rises by one
  logic             severe;
  logic             take_over;              // the flow goes by the port of this ACK from now on
  logic             redirect;               // and is obeyed here
  logic             calm;                   // the level is 0 after the ACK
  logic [TS_W-1:0]  hold_ahead, cool_ahead; // top bit: the time has not passed
  logic [7:0]       recovered;              // with this ACK, worth what its level held back
  logic             down;                   // enough for one level less
  logic             unblock;
  logic [2:0]       level;
  logic [3:0]       rec;

  assign r = row_i;

  // Without valid_i nothing moves.
  always_comb begin
    {live, moves, block, ordered, delta, flow_grown, rest, left, ack_delta, data, all} = '0;
    {behind, empty, step_up, severe, take_over, redirect, calm, hold_ahead, cool_ahead} = '0;
    {recovered, down, unblock, level, rec} = '0;
    {stray_o, loss_o, move_o, rel_o, up_valid_o, up_type_o, up_pos_o} = '0;
    w   = r;
    set = '0;
    if (valid_i) begin
      delta = delta_i;
      moves = ~type_i[2];
      `SELVAGE_BUG_IF(moves & bug_i[2], delta = '0)
      hold_ahead = hold_at_i - r.hold;
      cool_ahead = cool_at_i - r.mark;
      live    = (r.state != StFree) | enq_i;
      block   = moved_i | (r.state == StBlock);
      ordered = enq_i ? enq_ordered_i : r.ordered;

      flow_grown = r.flow + units_i;
      all        = `SELVAGE_PICK(1, took_i, delta >= flow_grown, delta >= r.flow);
      left       = r.slack[POS_W-1:0] + r.flow;  // dmlim - ack
      behind     = all ? r.slack[POS_W] | (took_i & ((POS_W + 1)'(units_i) > r.slack))
                       : delta > left;
      rest       = `SELVAGE_PICK(POS_W, took_i, flow_grown - delta, r.flow - delta);
      empty      = ~enq_i & `SELVAGE_PICK(1, took_i, r.waits == units_i, r.waits == '0);
      ack_delta  = r.data - r.flow + delta;
      data       = `SELVAGE_PICK(POS_W, took_i, r.data + units_i, r.data);

      severe     = type_i == fabric_pkg::TypeEpSevere;
      step_up    = (type_i == fabric_pkg::TypeEpNew) | ((type_i == fabric_pkg::TypeEpCont)
                                            & (r.level == 3'd0 || !hold_ahead[TS_W-1]));
      take_over  = (type_i == fabric_pkg::TypeEpNew) | severe
                   | ((type_i == fabric_pkg::TypeEpCont) & (r.level == 3'd0));
      redirect   = (type_i == fabric_pkg::TypeRedirect) & rd_enable_i
                   & (r.state == StRunning) & ~moved_i & ordered
                   & (r.level == 3'd0) & (took_i | (r.flow != '0)) & ~cool_ahead[TS_W-1];
      recovered  = 8'(r.rec) + (ep_weigh_i ? 8'd1 << (r.level - 3'd1) : 8'd1);
      down       = recovered >= 8'(ep_rec_i);

      stray_o = ~live;
      loss_o  = live & (type_i == fabric_pkg::TypeLoss);
      move_o  = live & redirect;
      rel_o   = live & moves & all & empty;
      `SELVAGE_BUG_IF(bug_i[3], rel_o = 1'b0)
      unblock = live & moves & all & ~rel_o & block;
      if (moves) up_valid_o = live;
      else if (EDGE == 0 && type_i == fabric_pkg::TypeRedirect)
        up_valid_o = live & ~rd_enable_i & ~block;
      else if (EDGE == 0 && type_i == fabric_pkg::TypeLoss) up_valid_o = live;
      up_type_o = up_valid_o ? type_i : '0;
      up_pos_o  = !up_valid_o ? '0 : (moves & all) ? data : ack_delta;

      // a moving type
      level = r.level;
      rec   = r.rec;
      if (type_i == fabric_pkg::TypeNormal) begin
        if (r.level != 3'd0) begin
          rec   = down ? '0 : recovered[3:0];
          level = r.level - {2'b00, down};
        end
      end else begin
        rec   = '0;
        level = severe ? 3'd7 : r.level + {2'b00, step_up & (r.level != 3'd7)};
      end
      calm = level == 3'd0;

      w.state  = rel_o ? StFree : unblock ? StRunning : StBlock;
      w.forced = take_over & ~(calm & all) & ~rel_o;
      w.level  = rel_o ? '0 : level;
      w.rec    = rel_o ? '0 : rec;
      w.um     = 1'b0;
      w.dm     = ~moves & (type_i == fabric_pkg::TypeCredit);
      w.fport  = port_i;
      w.fvc    = vc_i;
      w.flow   = all ? '0 : rest;
      w.slack  = `SELVAGE_PICK((POS_W + 1), took_i, {1'b0, delta} - {1'b0, flow_grown},
                               {1'b0, delta} - {1'b0, r.flow});
      {w.mark, w.hold, w.dmt} = {3{tick_i}};

      set.state  = rel_o | unblock | `SELVAGE_BUG(bug_i[0], move_o, 1'b0);
      set.flow   = live & (moves | `SELVAGE_BUG(bug_i[1], 1'b0, type_i == fabric_pkg::TypeLoss));
      {set.level, set.rec} = {2{live & moves}};
      set.forced = live & moves & (take_over | (calm & all) | rel_o);
      set.um     = rel_o;
      set.dm     = live & (moves ? behind | rel_o
                                 : (w.dm & ordered) | (type_i == fabric_pkg::TypeCreditOff));
      set.way    = live & moves & take_over;
      {set.slack, set.dmt} = {2{live & w.dm & ordered}};
      set.mark   = live & moves & all & block;  // means nothing in a row released
      set.hold   = live & moves & (step_up | severe);
    end
  end

  assign moves_o = live & moves;
  assign all_o   = all;
  assign new_o   = w;
  assign set_o   = set;
endmodule
