// SPDX-License-Identifier: Apache-2.0
/// IEEE CRC-32 (reflected, polynomial 0x04C11DB7) over the lowest 0..8 bytes of a 64-bit word, byte
/// 0 first. crc_i and crc_o are the register, without the final inversion; start with all ones.
///
/// Latency: combinational, a byte shifter and one XOR tree per bit of the result.
/// How: zeros in front of a message do not move a register of 0. So the register is folded into
/// the first bytes, these are shifted up to the end of the word, and the linear map of a whole word
/// does the rest, whatever the number of bytes; with fewer than four, the register's rest passes.
module crc32_word (
  /// 0: crc_o is not looked at, and 0: the XOR trees rest
  input  logic        en_i,
  input  logic [31:0] crc_i,
  input  logic [63:0] data_i,
  /// bytes that count, 0..8
  input  logic [3:0]  bytes_i,
  output logic [31:0] crc_o
);
  localparam logic [31:0] Poly = 32'hEDB88320;  // reflected

  // which bits of a word are in bit b of the register after it
  function automatic [63:0] taps(input [4:0] b);
    logic [31:0] c;
    c = Poly;
    taps = '0;
    for (int i = 63; i >= 0; i = i - 1) begin
      taps[i] = c[b];
      c = {1'b0, c[31:1]} ^ (c[0] ? Poly : 32'h0);
    end
  endfunction

  logic [63:0] folded, x;
  logic [31:0] passed;

  always_comb begin
    folded = data_i ^ {32'h0, crc_i};
    x      = folded << {4'd8 - bytes_i, 3'b000};
    passed = crc_i >> {bytes_i, 3'b000};  // nothing from four bytes on
  end

  genvar b;
  generate
    for (b = 0; b < 32; b = b + 1) begin : gen_bit
      localparam logic [63:0] Taps = taps(5'(b));
      always_comb begin
        crc_o[b] = 1'b0;
        if (en_i) crc_o[b] = passed[b] ^ (^(x & Taps));
      end
    end
  endgenerate
endmodule
