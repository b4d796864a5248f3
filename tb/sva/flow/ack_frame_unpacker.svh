// SPDX-License-Identifier: Apache-2.0
// Frames of an ack_aggregator, now and then one with a wrong bit.
`ifdef SVA_ITEMS
  logic        frame, ready, busy;
  logic [25:0] ack;
  logic [255:0] word;
  logic        word_valid, word_sof, word_eof;
  always @(negedge clk_i) ack = {^ack[24:0], 25'($urandom)};
  always @(negedge clk_i) ready = !busy && clocks % 8 == 0;
  ack_aggregator #(
    .MAX  (6),
    .DEPTH(18)
  ) i_source (
    .clk_i,
    .rst_ni,
    .bug_i        ('0),
    .t1_i         (10'd1),
    .t2_i         (10'd20),
    .t3_i         (10'd40),
    .good_i       ('1),
    .max_i        (3'd6),
    .now_i        (40'(clocks)),
    .ack_valid_i  (clocks % 4 == 0),
    .ack_data_i   ({^ack[24:0], ack[24:0]}),
    .ack_ready_o  (),
    .wire_idle_i  (1'b1),
    .frame_ready_i(ready),
    .frame_valid_o(frame),
    .frame_len_o  (),
    .fire_valid_o (),
    .fire_len_o   (),
    .word_data_o  (word),
    .word_valid_o (word_valid),
    .word_sof_o   (word_sof),
    .word_eof_o   (word_eof),
    .busy_o       (busy)
  );
`else
word_data_i = word ^ (256'($urandom % 16 == 0) << ($urandom % 256));
{word_valid_i, word_sof_i, word_eof_i} = {word_valid, word_sof, word_eof};
`endif
