// SPDX-License-Identifier: Apache-2.0
/// Rows of the ifct as whole words with check bits (row_store): what ifct_rows does with an array
/// for each field. Of each vector DEQ has the lowest part, then ENQ, ACK, CHK.
///
/// Ties: of several writes to a field of a row the last operation wins; for mark and hold ACK wins.
`include "bug.svh"
`include "ifct_widths.svh"
module ifct_words #(
  parameter int FLOW_ID_W = 6,
  parameter int PORT_W = 3,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  parameter int EDGE = 0,
  parameter int ECC = 2,
  parameter int MACRO = 0,
  `SELVAGE_IFCT_WIDTHS
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  `SELVAGE_BUG_PORT(bug_i, 2)
  /// the rows to read, not registered; in the next clock what was read
  input  logic [3:0]             read_i,
  input  logic [4*FLOW_ID_W-1:0] id_i,
  output logic [4*ROW_W-1:0]     row_o,
  output logic [3:0]             fixed_o,
  output logic [3:0]             lost_o,
  /// ACK and CHK name one row; what of it each writes, and with what
  input  logic                   same_ac_i,
  input  logic [4*SET_W-1:0]     set_i,
  input  logic [4*ROW_W-1:0]     new_i
);
`include "ifct_row.svh"

  /* verilator lint_off UNUSEDSIGNAL */  // two of its bits
  set_t ack_set;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [4*ROW_W-1:0] mask;
  assign ack_set = set_i[2*SET_W+:SET_W];

  genvar k;
  generate
    for (k = 0; k < 4; k = k + 1) begin : gen_mask
      set_t s;
      row_t m;
      logic yields;  // CHK, to ACK
      assign s = set_i[k*SET_W+:SET_W];
      assign yields = (k == 3) & same_ac_i;
      assign m = {  // in the order of row_t
        {2{s.state}}, s.ordered, s.forced, {3{s.level}}, {4{s.rec}}, s.um, s.dm, {VC_W{s.way}},
        {PORT_W{s.way}}, {POS_W{s.data}}, {POS_W{s.waits}}, {POS_W{s.flow}}, {POS_W{s.umlim}},
        {(POS_W + 1){s.slack}}, {TS_W{s.mark & ~(yields & ack_set.mark)}},
        {TS_W{s.hold & ~(yields & ack_set.hold)}}, {TS_W{s.dmt}}, {PACE_W{s.pace}}
      };
      assign mask[k*ROW_W+:ROW_W] = m;
    end
  endgenerate

  row_store #(
    .WIDTH(ROW_W),
    .DEPTH(1 << FLOW_ID_W),
    .OPS  (4),
    .ECC  (ECC),
    .MACRO(MACRO)
  ) i_store (
    `SELVAGE_BUG_PIN(bug_i, bug_i)
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .read_i (read_i),
    .id_i   (id_i),
    .row_o  (row_o),
    .fixed_o(fixed_o),
    .lost_o (lost_o),
    .mask_i (mask),
    .new_i  (new_i)
  );
endmodule
