// SPDX-License-Identifier: Apache-2.0
/// First operation of an ifct step: the head packet requests a port (FLOW-A-6, C-1, C-3, C-5, D-4).
///
/// Combinational, on one row. new_o has what set_o says.
`include "bug.svh"
`include "ifct_widths.svh"
module ifct_deq #(
  parameter int N_PORTS = 8,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  /// 1: ingress edge
  parameter int EDGE = 0,
  localparam PORT_W = $clog2(N_PORTS),
  localparam UW = POS_W + 2,
  `SELVAGE_IFCT_WIDTHS
) (
  /// deliberate fault: dequeue in BLOCK
  `SELVAGE_BUG_PORT(bug_i, 1)
  input  logic [ROW_W-1:0]   row_i,
  /// ticks; EDGE: pairs of cycles
  input  logic [PACE_W-1:0]  pace_i,
  /// level l at l*POS_W
  input  logic [8*POS_W-1:0] mfe_i,
  /// metering ends at fc_lo_i
  input  logic [POS_W-1:0]   fc_lo_i,
  /// the limit of the port is reached
  input  logic               inj_full_i,
  input  logic               valid_i,
  input  logic               peek_i,
  /// hole and packet; and how far a metered flow's limit is ahead; pairs of cycles on the line
  input  logic [UW-1:0]      units_i,
  input  logic [POS_W-1:0]   ahead_i,
  input  logic [PACE_W-1:0]  time_i,
  input  logic               any_i,
  input  logic [PORT_W-1:0]  port_i,
  input  logic [VC_W-1:0]    vc_i,
  input  logic [N_PORTS-1:0] mask_i,
  output logic [ROW_W-1:0]   new_o,
  output logic [SET_W-1:0]   set_o,
  output logic               go_o,
  output logic [2:0]         why_o,
  output logic [PORT_W-1:0]  port_o,
  output logic [VC_W-1:0]    vc_o,
  output logic               up_valid_o,
  output logic [2:0]         up_type_o,
  output logic [POS_W-1:0]   up_pos_o,
  /// the flow is moved; units have been taken; metering ends
  output logic               move_o,
  output logic               took_o,
  output logic               um_off_o
);
`include "ifct_row.svh"

  /* verilator lint_off UNUSEDSIGNAL */  // no operation needs all fields
  row_t r, w;
  /* verilator lint_on UNUSEDSIGNAL */
  set_t set;

  logic [POS_W-1:0]       limit, mfe;
  logic [(1<<PORT_W)-1:0] mask;
  logic                   follow, running, credit, low;
  logic [PACE_W-1:0]      ahead, start;
  logic [7:1]             no;  // reasons, by number

  assign r = row_i;

  // More than there is room for? In two halves: a comparison of all bits is one chain.
  localparam LO = UW / 2;
  function automatic logic beyond(input logic [UW-1:0] u, input logic [UW-1:0] room);
    beyond = (u[UW-1:LO] > room[UW-1:LO])
             | ((u[UW-1:LO] == room[UW-1:LO]) & (u[LO-1:0] > room[LO-1:0]));
  endfunction

  // Without valid_i nothing moves.
  always_comb begin
    {limit, mfe, mask, follow, running, ahead, start, no, credit, low} = '0;
    {why_o, go_o, port_o, vc_o, move_o, took_o, um_off_o, up_valid_o, up_type_o, up_pos_o} = '0;
    w   = r;
    set = '0;
    if (valid_i) begin
      for (int l = 0; l < 8; l = l + 1) begin
        mfe = mfe | (mfe_i[l*POS_W+:POS_W] & {POS_W{r.level == 3'(l)}});
      end
      ahead   = pace_i - r.pace;
      mask    = (1 << PORT_W)'(mask_i);
      follow  = (r.ordered | r.forced) & (r.flow != '0);
      running = r.state == StRunning;
      `SELVAGE_BUG_IF(bug_i && r.state == StBlock, running = 1'b1)
      no[1] = !running || beyond(units_i, UW'(r.waits));
      no[2] = EDGE != 0 && r.flow != '0 && r.flow >= mfe;
      no[3] = EDGE != 0 && inj_full_i;
      no[4] = EDGE != 0 && r.level >= 3'd2 && ahead[PACE_W-1];
      no[5] = r.ordered && r.dm && (r.slack[POS_W] || beyond(units_i, UW'(r.slack[POS_W-1:0])));
      no[6] = !follow && !any_i;
      no[7] = follow && !mask[r.fport];
      why_o = no[1] ? 3'd1 : no[2] ? 3'd2 : no[3] ? 3'd3 : no[4] ? 3'd4 : no[5] ? 3'd5
              : no[7] ? 3'd7 : no[6] ? 3'd6 : 3'd0;

      go_o   = no == '0;
      port_o = !go_o ? '0 : follow ? r.fport : port_i;
      vc_o   = !go_o ? '0 : follow ? r.fvc : vc_i;
      move_o = no[7] & (no[5:1] == '0) & ~peek_i;
      took_o = go_o & ~peek_i;
      limit  = r.data + ahead_i;
      start  = ahead[PACE_W-1] ? r.pace : pace_i;
      low    = POS_W'(r.waits - POS_W'(units_i)) <= fc_lo_i;
      um_off_o = (EDGE == 0) & took_o & r.um & low;
      credit   = (EDGE == 0) & took_o & r.um & ~low & (POS_W'(limit - r.umlim) >= POS_W'(8));

      up_valid_o = um_off_o | credit;
      up_type_o  = um_off_o ? fabric_pkg::TypeCreditOff : credit ? fabric_pkg::TypeCredit : '0;
      up_pos_o   = credit ? limit : '0;

      w.state = StBlock;
      w.data  = r.data + POS_W'(units_i);
      w.waits = r.waits - POS_W'(units_i);
      w.flow  = r.flow + POS_W'(units_i);
      w.slack = r.slack - (POS_W + 1)'(units_i);
      w.fport = follow ? r.fport : port_i;
      w.fvc   = follow ? r.fvc : vc_i;
      w.um    = 1'b0;
      w.umlim = limit;
      w.pace  = (EDGE != 0) ? start + (time_i << (r.level - 3'd2)) : pace_i;
      set.state = move_o;
      {set.data, set.waits, set.flow, set.slack, set.way} = {5{took_o}};
      set.um    = um_off_o;
      set.umlim = credit;
      set.pace  = (EDGE != 0) ? took_o & (r.level >= 3'd2) : credit;
    end
  end

  assign new_o = w;
  assign set_o = set;
endmodule
