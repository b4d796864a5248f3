// SPDX-License-Identifier: Apache-2.0
/// Takes bytes of zeros at the end of a message out of the register of the IEEE CRC-32 again: what
/// crc32_word makes of a last word that holds less than its W bits becomes the register behind its
/// last byte.
///
/// Latency: product_o is combinational, a product of the register with a constant of the number of
/// zeros; crc_o is combinational in the product that is given back, which may have been registered.
/// How: a byte of zeros multiplies the register by x^8 modulo the polynomial, so it is multiplied
/// by x^-8 for each: by a constant that factor_o looks up, from where the message ends.
module crc32_back #(
  /// bytes of a word, a power of 2
  parameter int BYTES = 32,
  localparam int PW = $clog2(BYTES)
) (
  /// place of the byte behind the message in its last word; 0: the word is full
  input  logic [PW-1:0] end_i,
  output logic [31:0]   factor_o,
  /// without it product_o is 0
  input  logic          en_i,
  input  logic [31:0]   factor_i,
  input  logic [31:0]   crc_i,
  output logic [63:0]   product_o,
  input  logic [63:0]   product_i,
  output logic [31:0]   crc_o
);
  localparam logic [31:0] Poly = 32'hEDB88320;  // reflected: bit 31 is that of x^0

  // x^(-8 z) for z bytes of zeros behind place e, bits reversed, at [32*e+:32]
  function automatic [32*BYTES-1:0] factors();
    logic [31:0] c;
    c = 32'h80000000;
    for (int z = 0; z < BYTES; z = z + 1) begin
      for (int b = 0; b < 32; b = b + 1) factors[32*((BYTES-z)%BYTES)+b] = c[31-b];
      for (int i = 0; i < 8; i = i + 1) c = c[31] ? {c[30:0] ^ Poly[30:0], 1'b1} : {c[30:0], 1'b0};
    end
  endfunction
  localparam logic [32*BYTES-1:0] Factors = factors();

  // Bit q of the product: all pairs of bits whose numbers add up to q - 1.
  logic [93:0] wide;
  logic [31:0] high;
  always_comb begin
    factor_o  = Factors[{end_i, 5'b00000}+:32];
    wide      = {31'h0, factor_i, 31'h0};
    product_o = '0;
    if (en_i) begin
      for (int q = 0; q < 63; q = q + 1) product_o[q+1] = ^(crc_i & wide[62-q+:32]);
    end
    crc_o = product_i[63:32] ^ high;
  end
  crc32_word #(
    .W(32)
  ) i_high (
    .en_i  (1'b1),
    .data_i(product_i[31:0]),
    .crc_o (high)
  );

`include "assert.svh"
  `SELVAGE_RANGE(bytes, BYTES >= 2 && (BYTES & (BYTES - 1)) == 0,
                 "crc32_back: BYTES must be a power of two, 2 or more")
endmodule
