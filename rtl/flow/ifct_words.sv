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

  set_t deq_set, enq_set, ack_set, raw_set, chk_set;
  assign {raw_set, ack_set, enq_set, deq_set} = set_i;
  // CHK yields to ACK.
  always_comb begin
    chk_set = raw_set;
    chk_set.mark = raw_set.mark & ~(same_ac_i & ack_set.mark);
    chk_set.hold = raw_set.hold & ~(same_ac_i & ack_set.hold);
  end

`define SELVAGE_IFCT_MASK(s) {  /* in the order of row_t */ \
    {2{s.state}}, s.ordered, s.forced, {3{s.level}}, {4{s.rec}}, s.um, s.dm, {VC_W{s.way}}, \
    {PORT_W{s.way}}, {POS_W{s.data}}, {POS_W{s.waits}}, {POS_W{s.flow}}, {POS_W{s.umlim}}, \
    {(POS_W + 1){s.slack}}, {TS_W{s.mark}}, {TS_W{s.hold}}, {TS_W{s.dmt}}, {PACE_W{s.pace}}}
  logic [4*ROW_W-1:0] mask;
  assign mask = {`SELVAGE_IFCT_MASK(chk_set), `SELVAGE_IFCT_MASK(ack_set),
                 `SELVAGE_IFCT_MASK(enq_set), `SELVAGE_IFCT_MASK(deq_set)};
`undef SELVAGE_IFCT_MASK

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
