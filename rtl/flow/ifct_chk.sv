// SPDX-License-Identifier: Apache-2.0
/// Last operation of an ifct step: the timers of a row, those of its credits (FLOW-D-4).
///
/// Combinational, on one row. row_o is row_i if no timer has run out.
module ifct_chk #(
  parameter int PORT_W = 3,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  parameter int EDGE = 0,
  localparam PACE_W = (EDGE != 0) ? 21 : TS_W,
  localparam ROW_W = 13 + VC_W + PORT_W + 5 * POS_W + 3 * TS_W + PACE_W
) (
  input  logic [ROW_W-1:0] row_i,
  input  logic [TS_W-1:0]  tick_i,
  /// ticks; EDGE: pairs of cycles
  input  logic [PACE_W-1:0] pace_i,
  /// CREDIT sent again after, forgotten after
  input  logic [TS_W-1:0]  refresh_t_i,
  input  logic [TS_W-1:0]  expire_t_i,
  /// a metered flow's limit is so far ahead
  input  logic [POS_W-1:0] fc_ahead_i,
  input  logic             valid_i,
  output logic [ROW_W-1:0] row_o,
  output logic             write_o,
  /// a CREDIT
  output logic             up_valid_o,
  output logic [POS_W-1:0] up_pos_o
);
`include "ifct_row.svh"

  localparam [TS_W-1:0] AgedTicks = TS_W'(3) << (TS_W - 3);
  localparam [PACE_W-1:0] AgedPace = PACE_W'(1) << (PACE_W - 2);

  row_t r, w;

  logic [POS_W-1:0] limit;
  logic             refresh, expire, age_mark, age_hold, age_pace;
  logic [TS_W-1:0]  umt_ahead, dmt_ahead, mark_age, hold_age, aged;
  logic [PACE_W-1:0] pace_age;

  assign r = row_i;

  // Without valid_i nothing moves.
  always_comb begin
    {limit, refresh, expire, age_mark, age_hold, age_pace} = '0;
    {umt_ahead, dmt_ahead, mark_age, hold_age, aged, pace_age} = '0;
    {write_o, up_valid_o, up_pos_o} = '0;
    w = r;
    if (valid_i) begin
      limit   = r.data + fc_ahead_i;
      umt_ahead = tick_i - refresh_t_i - TS_W'(r.pace);
      dmt_ahead = tick_i - expire_t_i - r.dmt;
      refresh = (EDGE == 0) & (r.state != StFree) & r.um & ~umt_ahead[TS_W-1];
      expire  = r.dm & ~dmt_ahead[TS_W-1];
      // What is over stays over, although the bits come round (FLOW-A-32).
      aged     = {tick_i[TS_W-1:TS_W-2] - 2'd1, tick_i[TS_W-3:0]};
      mark_age = tick_i - r.mark;
      hold_age = tick_i - r.hold;
      pace_age = pace_i - r.pace;
      age_mark = (r.state != StFree) & (mark_age >= AgedTicks);
      age_hold = (r.state != StFree) & (hold_age >= AgedTicks);
      age_pace = (r.state != StFree) & (EDGE != 0) & ~pace_age[PACE_W-1]
                 & (pace_age >= AgedPace);

      write_o  = refresh | expire | age_mark | age_hold | age_pace;
      up_valid_o     = refresh;
      up_pos_o = refresh ? limit : '0;

      if (refresh) begin
        w.umlim = limit;
        w.pace  = pace_i;
      end
      if (expire) w.dm = 1'b0;
      if (age_mark) w.mark = aged;
      if (age_hold) w.hold = aged;
      if (age_pace) w.pace = pace_i;
    end
  end

  assign row_o = w;
endmodule
