// SPDX-License-Identifier: Apache-2.0
/// Stands for ifct_rows in the proof of a step: rows that may be anything (ifct_props.svh).
`include "ifct_widths.svh"
module ifct_rows #(
  parameter int FLOW_ID_W = 6,
  parameter int PORT_W = 3,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  parameter int EDGE = 0,
  localparam ROWS = 1 << FLOW_ID_W,
  `SELVAGE_IFCT_WIDTHS
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// of each operation: the row to read, not registered, and what was read; the row that was read
  /// before, what of it is written and with what
  input  logic                 deq_read_i,
  input  logic [FLOW_ID_W-1:0] deq_id_i,
  output logic [ROW_W-1:0]     deq_row_o,
  input  logic [FLOW_ID_W-1:0] deq_at_i,
  input  logic [SET_W-1:0]     deq_set_i,
  input  logic [ROW_W-1:0]     deq_new_i,
  input  logic                 enq_read_i,
  input  logic [FLOW_ID_W-1:0] enq_id_i,
  output logic [ROW_W-1:0]     enq_row_o,
  input  logic [FLOW_ID_W-1:0] enq_at_i,
  input  logic [SET_W-1:0]     enq_set_i,
  input  logic [ROW_W-1:0]     enq_new_i,
  input  logic                 ack_read_i,
  input  logic [FLOW_ID_W-1:0] ack_id_i,
  output logic [ROW_W-1:0]     ack_row_o,
  input  logic [FLOW_ID_W-1:0] ack_at_i,
  input  logic [SET_W-1:0]     ack_set_i,
  input  logic [ROW_W-1:0]     ack_new_i,
  input  logic                 chk_read_i,
  input  logic [FLOW_ID_W-1:0] chk_id_i,
  output logic [ROW_W-1:0]     chk_row_o,
  input  logic [FLOW_ID_W-1:0] chk_at_i,
  input  logic [SET_W-1:0]     chk_set_i,
  input  logic [ROW_W-1:0]     chk_new_i,
  /// with enq_set_i
  input  logic                 enq_write_i,
  /// show all of the row at chk_at_i, after the next edge
  input  logic                 peek_i,
  output logic [ROW_W-1:0]     peek_row_o
);
  (* anyseq *) logic [5*ROW_W-1:0] any;
  assign {deq_row_o, enq_row_o, ack_row_o, chk_row_o, peek_row_o} = any;
endmodule
