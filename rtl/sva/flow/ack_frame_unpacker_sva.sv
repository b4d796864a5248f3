// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of ack_frame_unpacker.
`include "sva.svh"
module ack_frame_unpacker_sva (
  input logic        clk_i,
  input logic        rst_ni,
  /* verilator lint_off UNUSEDSIGNAL */  // of a header, the number of its ACKs
  input logic [255:0] word_data_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input logic        word_valid_i,
  input logic        word_sof_i,
  input logic        word_eof_i,
  input logic        ack_valid_o,
  input logic [25:0] ack_data_o,
  input logic        frame_ok_o,
  input logic        frame_bad_o
);
  // ACKs of the last header, and those of good frames that have not come out.
  logic [5:0]  announced_q, judged_q, counted_q;
  logic [15:0] owed_q, owed;
  logic        begins;
  assign begins = word_valid_i && word_sof_i;
  assign owed   = owed_q + (frame_ok_o ? 16'(counted_q) : '0);
  always_ff @(posedge clk_i) begin
    if (begins) announced_q <= word_data_i[21:16];
    judged_q  <= begins ? word_data_i[21:16] : announced_q;
    counted_q <= judged_q;
    if (!rst_ni) owed_q <= '0;
    else owed_q <= owed - 16'(ack_valid_o);
  end

  `SELVAGE_PIN(a_one_verdict, !(frame_ok_o && frame_bad_o))
  `SELVAGE_PIN(a_good_at_eof, !frame_ok_o || `SELVAGE_AGO2(word_valid_i && word_eof_i))
  `SELVAGE_PIN(a_bad_by_a_word, !frame_bad_o || `SELVAGE_AGO2(word_valid_i))
  `SELVAGE_PIN(a_no_ack_without, ack_valid_o || ack_data_o == '0)
  `SELVAGE_PIN(a_parity, !(^ack_data_o))
  `SELVAGE_PIN(a_acks_of_good_frames, ack_valid_o == (owed != '0))
endmodule
bind ack_frame_unpacker ack_frame_unpacker_sva i_sva (.*);
