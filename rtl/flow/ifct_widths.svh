// SPDX-License-Identifier: Apache-2.0
/// Widths of a row of the ifct, in the parameter list of its modules, behind PORT_W, POS_W, VC_W,
/// TS_W and EDGE: of `pace`, of row_t and of set_t (ifct_row.svh).
`ifndef SELVAGE_IFCT_WIDTHS_SVH
`define SELVAGE_IFCT_WIDTHS_SVH

`define SELVAGE_IFCT_PACE_W ((EDGE != 0) ? 21 : TS_W)
`define SELVAGE_IFCT_ROW_W (14 + VC_W + PORT_W + 5 * POS_W + 3 * TS_W + `SELVAGE_IFCT_PACE_W)

`define SELVAGE_IFCT_WIDTHS \
  localparam PACE_W = `SELVAGE_IFCT_PACE_W, \
  localparam ROW_W = `SELVAGE_IFCT_ROW_W, \
  localparam SET_W = 17

`endif
