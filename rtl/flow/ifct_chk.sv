// SPDX-License-Identifier: Apache-2.0
/// Last operation of an ifct step: the timers of a row, those of its credits (FLOW-D-4).
///
/// Combinational, on one row. row_o is row_i if no timer has run out.
module ifct_chk #(
  parameter int PORT_W = 3,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 40,
  parameter int EDGE = 0,
  localparam ROW_W = 13 + VC_W + PORT_W + 5 * POS_W + 5 * TS_W
) (
  input  logic [ROW_W-1:0] row_i,
  input  logic [TS_W-1:0]  now_i,
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

  row_t r, w;

  logic [POS_W-1:0] limit;
  logic             refresh, expire;

  assign r = row_i;

  // Without valid_i nothing moves.
  always_comb begin
    {limit, refresh, expire} = '0;
    {write_o, up_valid_o, up_pos_o} = '0;
    w = r;
    if (valid_i) begin
      limit   = r.data + fc_ahead_i;
      refresh = (EDGE == 0) & (r.state != StFree) & r.um & (now_i - r.umt >= refresh_t_i);
      expire  = r.dm & (now_i - r.dmt >= expire_t_i);

      write_o  = refresh | expire;
      up_valid_o     = refresh;
      up_pos_o = refresh ? limit : '0;

      if (refresh) begin
        w.umlim = limit;
        w.umt   = now_i;
      end
      if (expire) w.dm = 1'b0;
    end
  end

  assign row_o = w;
endmodule
