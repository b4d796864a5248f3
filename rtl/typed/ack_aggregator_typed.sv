// SPDX-License-Identifier: Apache-2.0
/// ACK aggregator with ACKs as structs of fabric_pkg.
/// The module ack_aggregator, pin by pin: that file describes what it does and what the
/// other pins mean. For tools that read types as parameters.
`include "bug.svh"
module ack_aggregator_typed #(
  parameter int MAX = 48,
  parameter int DEPTH = 512,
  parameter int T_W = 10,
  parameter int TS_W = 40,
  localparam LW = $clog2(MAX + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  `SELVAGE_BUG_PORT(bug_i, 7)
  input  logic [T_W-1:0]          t1_i,
  input  logic [T_W-1:0]          t2_i,
  input  logic [T_W-1:0]          t3_i,
  input  logic [MAX-1:0]          good_i,
  input  logic [LW-1:0]           max_i,
  input  logic [TS_W-1:0]         now_i,
  input  logic                    ack_valid_i,
  input  fabric_pkg::parity_ack_t ack_data_i,
  output logic                    ack_ready_o,
  input  logic                    wire_idle_i,
  input  logic                    frame_ready_i,
  output logic                    frame_valid_o,
  output logic [LW-1:0]           frame_len_o,
  output logic                    fire_valid_o,
  output logic [LW-1:0]           fire_len_o,
  output logic [255:0]            word_data_o,
  output logic                    word_valid_o,
  output logic                    word_sof_o,
  output logic                    word_eof_o,
  output logic                    busy_o
);
  ack_aggregator #(
    .MAX(MAX),
    .DEPTH(DEPTH),
    .T_W(T_W),
    .TS_W(TS_W)
  ) i_flat (
    .*
  );
endmodule
