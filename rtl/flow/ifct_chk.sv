// SPDX-License-Identifier: Apache-2.0
/// Last operation of an ifct step: the timers of a row, those of its credits (FLOW-D-4).
///
/// Combinational, on one row as the step before left it, and with what the operations of this step
/// have done to it. new_o has what set_o says; fields that mean nothing, in a row that is FREE, or
/// for lack of um or dm, may be written too. Where ACK sets mark or hold, that holds.
`include "pick.svh"
`include "ifct_widths.svh"
module ifct_chk #(
  parameter int PORT_W = 3,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  parameter int EDGE = 0,
  `SELVAGE_IFCT_WIDTHS
) (
  input  logic [ROW_W-1:0]  row_i,
  input  logic [TS_W-1:0]   tick_i,
  /// ticks; EDGE: pairs of cycles
  input  logic [PACE_W-1:0] pace_i,
  /// now less the time after which a CREDIT is sent again, and forgotten; the time is 0
  input  logic [TS_W-1:0]   refresh_at_i,
  input  logic [TS_W-1:0]   expire_at_i,
  input  logic              refresh_none_i,
  input  logic              expire_none_i,
  /// a metered flow's limit is so far ahead; with the units of DEQ
  input  logic [POS_W-1:0]  fc_ahead_i,
  input  logic [POS_W-1:0]  ahead_i,
  /// late, to this row: DEQ has taken its units, ended metering, sent a CREDIT (EDGE: set ready);
  /// ENQ has opened it, begun metering; ACK has released it, set its limit
  input  logic              took_i,
  input  logic              um_off_i,
  input  logic              paced_i,
  input  logic              open_i,
  input  logic              um_on_i,
  input  logic              rel_i,
  input  logic              dm_on_i,
  input  logic              valid_i,
  output logic [ROW_W-1:0]  new_o,
  output logic [SET_W-1:0]  set_o,
  /// a CREDIT
  output logic              up_valid_o,
  output logic [POS_W-1:0]  up_pos_o
);
`include "ifct_row.svh"

  localparam [PACE_W-1:0] AgedPace = PACE_W'(1) << (PACE_W - 2);

  /* verilator lint_off UNUSEDSIGNAL */  // no operation needs all fields, nor all of an age
  row_t r, w;
  logic [TS_W-1:0]   umt_ahead, dmt_ahead, mark_age, hold_age;
  logic [PACE_W-1:0] pace_age;
  /* verilator lint_on UNUSEDSIGNAL */
  set_t set;
  logic live, due, refresh;

  assign r = row_i;

  // Without valid_i nothing moves.
  always_comb begin
    {live, due, refresh, umt_ahead, dmt_ahead, mark_age, hold_age, pace_age} = '0;
    {up_valid_o, up_pos_o} = '0;
    w   = r;
    set = '0;
    if (valid_i) begin
      umt_ahead = refresh_at_i - TS_W'(r.pace);
      dmt_ahead = expire_at_i - r.dmt;
      live    = ((r.state != StFree) | open_i) & ~rel_i;
      due     = (EDGE == 0) & ((paced_i | um_on_i) ? refresh_none_i : ~umt_ahead[TS_W-1]);
      refresh = due & live & ((r.um & ~um_off_i) | um_on_i);
      // What is over stays over, although the bits come round (FLOW-A-32): 3 x 2^(TS_W-3) old. What
      // this step has set is not.
      mark_age = tick_i - r.mark;
      hold_age = tick_i - r.hold;
      pace_age = pace_i - r.pace;

      w.dm    = 1'b0;
      w.umlim = `SELVAGE_PICK(POS_W, took_i, r.data + ahead_i, r.data + fc_ahead_i);
      w.mark  = {tick_i[TS_W-1:TS_W-2] - 2'd1, tick_i[TS_W-3:0]};
      w.hold  = w.mark;
      w.pace  = pace_i;
      set.dm    = dm_on_i ? expire_none_i : ~dmt_ahead[TS_W-1];
      // What DEQ or ENQ have just written is the same.
      set.umlim = (EDGE == 0) & ~umt_ahead[TS_W-1];
      set.mark  = ~open_i & (mark_age[TS_W-1] | (&mark_age[TS_W-2:TS_W-3]));
      set.hold  = ~open_i & (hold_age[TS_W-1] | (&hold_age[TS_W-2:TS_W-3]));
      set.pace  = set.umlim | ((EDGE != 0) & ~open_i & ~paced_i & ~pace_age[PACE_W-1]
                               & (pace_age >= AgedPace));

      up_valid_o = refresh;
      up_pos_o   = refresh ? w.umlim : '0;
    end
  end

  assign new_o = w;
  assign set_o = set;
endmodule
