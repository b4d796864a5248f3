// SPDX-License-Identifier: Apache-2.0
/// Check bits of a word (FLOW-ECC-1): with them one flipped bit is corrected and two are detected.
///
/// Complexity: an exclusive or of about half of the word for each check bit. No clock.
`include "secded.svh"
module secded_enc #(
  /// bits of a word, 1 to 247
  parameter int WIDTH = 64,
  localparam CW = `SELVAGE_SECDED_W(WIDTH)
) (
  input  logic [WIDTH-1:0] data_i,
  output logic [CW-1:0]    check_o
);
  // Bits that check bit c counts; the last one makes the ones of the whole code word even.
  function automatic logic [WIDTH-1:0] counted(input int c);
    int place, ones;
    counted = '0;
    for (int i = 0; i < WIDTH; i = i + 1) begin
      place = `SELVAGE_SECDED_PLACE(i);
      ones  = 0;
      for (int b = 0; b < 8; b = b + 1) ones = ones + ((place >> b) & 1);
      counted[i] = (c == CW - 1) ? (ones & 1) == 0 : ((place >> c) & 1) != 0;
    end
  endfunction

  genvar c;
  generate
    for (c = 0; c < CW; c = c + 1) begin : gen_check
      localparam logic [WIDTH-1:0] Counted = counted(c);
      assign check_o[c] = ^(data_i & Counted);
    end
  endgenerate

`include "assert.svh"
  `SELVAGE_RANGE(width, WIDTH >= 1 && WIDTH <= 247, "secded_enc: WIDTH must be 1..247")
endmodule
