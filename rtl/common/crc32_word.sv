// SPDX-License-Identifier: Apache-2.0
/// One word through the register of the IEEE CRC-32 (reflected, polynomial 0x04C11DB7), byte 0
/// first: crc_o is the register after a word of zeros but for data_i, from 0; with BEHIND, after
/// that many bits of zeros more, which is what a part of a longer word adds to its register.
///
/// Latency: combinational, one XOR tree per bit of the result, whose masks are constants.
/// How: the register is linear in what it held before and in the word, and what it held is as good
/// as that, XORed into the first 32 bits of the word. So a whole word takes the register from c to
/// crc_o of data_i = word ^ c. A word that ends earlier: shift it, the register with it, up to the
/// end of the word; zeros in front of a message do not move a register of 0.
module crc32_word #(
  /// bits of a word; at least 32, but for a part of one
  parameter int W = 64,
  /// bits of zeros behind it
  parameter int BEHIND = 0
) (
  /// without it crc_o is 0
  input  logic         en_i,
  input  logic [W-1:0] data_i,
  output logic [31:0]  crc_o
);
  localparam logic [31:0] Poly = 32'hEDB88320;  // reflected

  // bit i of row b: whether bit i of a word is in bit b of the register after it
  function automatic [32*W-1:0] rows_of_word();
    logic [31:0] c;
    c = Poly;
    for (int i = 0; i < BEHIND; i = i + 1) c = {1'b0, c[31:1]} ^ (c[0] ? Poly : 32'h0);
    for (int i = W - 1; i >= 0; i = i - 1) begin
      for (int b = 0; b < 32; b = b + 1) rows_of_word[b*W+i] = c[b];
      c = {1'b0, c[31:1]} ^ (c[0] ? Poly : 32'h0);
    end
  endfunction
  localparam logic [32*W-1:0] Rows = rows_of_word();

  always_comb begin
    crc_o = '0;
    if (en_i) begin
      for (int b = 0; b < 32; b = b + 1) crc_o[b] = ^(data_i & Rows[b*W+:W]);
    end
  end

`include "assert.svh"
  `SELVAGE_RANGE(w, W >= 1, "crc32_word: W must be at least 1")
  `SELVAGE_RANGE(behind, BEHIND >= 0, "crc32_word: BEHIND must not be negative")
endmodule
