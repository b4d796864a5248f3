// SPDX-License-Identifier: Apache-2.0
/// Last operation of an ifct step: the timers of a row (FLOW-A-19, A-27, A-28, D-4).
///
/// Combinational, on one row. row_o is row_i if no timer has run out.
module ifct_chk #(
  parameter PORT_W = 3,
  parameter POS_W = 8,
  parameter VC_W = 2,
  parameter TS_W = 40,
  parameter EDGE = 0,
  localparam ROW_W = 13 + VC_W + PORT_W + 5 * POS_W + 6 * TS_W
) (
  input  logic [ROW_W-1:0] row_i,
  input  logic [TS_W-1:0]  now_i,
  /// longest BLOCK; silence before a row is stale; CREDIT sent again after, forgotten after
  input  logic [TS_W-1:0]  block_t_i,
  input  logic [TS_W-1:0]  stale_t_i,
  input  logic [TS_W-1:0]  refresh_t_i,
  input  logic [TS_W-1:0]  expire_t_i,
  /// a metered flow's limit is so far ahead
  input  logic [POS_W-1:0] fc_ahead_i,
  input  logic             chk_i,
  output logic [ROW_W-1:0] row_o,
  output logic             write_o,
  output logic             up_o,
  output logic [2:0]       up_type_o,
  output logic [POS_W-1:0] up_pos_o,
  output logic             rel_o,
  /// for the counters
  output logic             loss_o,
  output logic [POS_W-1:0] inj_o
);
`include "flow_types.svh"
`include "ifct_row.svh"

  row_t r, w;

  logic [POS_W-1:0] flow, limit;
  logic             in_state, idle;  // too long in this state, without activity
  logic             flush, finish, refresh, expire;

  assign r = row_i;

  // Without chk_i nothing moves.
  always_comb begin
    {flow, limit, in_state, idle, flush, finish, refresh, expire} = '0;
    {rel_o, loss_o, inj_o, write_o, up_o, up_type_o, up_pos_o} = '0;
    w = r;
    if (chk_i) begin
      flow     = r.data - r.ack;
      limit    = r.data + fc_ahead_i;
      in_state = now_i - r.mark >= ((r.state == StBlock) ? block_t_i : stale_t_i);
      idle     = now_i - r.last >= stale_t_i;
      flush    = ((r.state == StBlock) & in_state)
                 | ((r.state == StRunning) & (flow != '0) & idle);
      finish   = (r.state == StFlush) & in_state;
      refresh  = ~flush & ~finish & (EDGE == 0) & (r.state != StFree) & r.um
                 & (now_i - r.umt >= refresh_t_i);
      expire   = r.dm & (now_i - r.dmt >= expire_t_i);

      rel_o     = finish & (r.next == r.data);
      loss_o    = flush;
      inj_o     = (EDGE != 0 && finish) ? flow : '0;
      write_o   = flush | finish | refresh | expire;
      up_o      = (flush & (EDGE == 0)) | finish | refresh;
      up_type_o = (flush & (EDGE == 0)) ? TypeLoss : refresh ? TypeCredit : TypeNormal;
      up_pos_o  = (flush & (EDGE == 0)) ? r.ack : finish ? r.data : refresh ? limit : '0;

      if (flush) begin
        w.state = StFlush;
        w.mark  = now_i;
      end
      if (refresh) begin
        w.umlim = limit;
        w.umt   = now_i;
      end
      if (expire) w.dm = 1'b0;
      if (finish) begin
        w.ack   = r.data;
        w.dm    = 1'b0;
        w.state = StRunning;
        w.mark  = now_i;
        w.last  = now_i;
        if (r.level == 3'd0) w.forced = 1'b0;
        if (rel_o) begin
          w.state  = StFree;
          w.mark   = r.mark;
          w.last   = r.last;
          w.forced = 1'b0;
          w.level  = '0;
          w.rec    = '0;
          w.um     = 1'b0;
        end
      end
    end
  end

  assign row_o = w;
endmodule
