// SPDX-License-Identifier: Apache-2.0
/// Unpacker of frames of ACKs with ACKs as structs of fabric_pkg.
/// The module ack_frame_unpacker, pin by pin: that file describes what it does and what the
/// other pins mean. For tools that read types as parameters.
`include "bug.svh"
module ack_frame_unpacker_typed #(
  parameter int MAX = 48,
  parameter int BUFS = 2
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  `SELVAGE_BUG_PORT(bug_i, 6)
  input  logic [255:0]            word_data_i,
  input  logic                    word_valid_i,
  input  logic                    word_sof_i,
  input  logic                    word_eof_i,
  output logic                    ack_valid_o,
  output fabric_pkg::parity_ack_t ack_data_o,
  output logic                    frame_ok_o,
  output logic                    frame_bad_o
);
  ack_frame_unpacker #(
    .MAX(MAX),
    .BUFS(BUFS)
  ) i_flat (
    .*
  );
endmodule
