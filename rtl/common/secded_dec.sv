// SPDX-License-Identifier: Apache-2.0
/// The word that secded_enc has made check bits for, after flips of stored bits (FLOW-ECC-1).
///
/// One flip, of the word or of a check bit: fixed_o, data_o is the word. Two: lost_o. Three or more
/// are taken for one, or are lost: with an odd number lost_o if no bit stands where they point to.
/// Complexity: an exclusive or of half of the word, then an AND a bit. No clock.
`include "secded.svh"
module secded_dec #(
  /// bits of a word, 1 to 247
  parameter int WIDTH = 64,
  localparam CW = `SELVAGE_SECDED_W(WIDTH)
) (
  input  logic [WIDTH-1:0] data_i,
  input  logic [CW-1:0]    check_i,
  output logic [WIDTH-1:0] data_o,
  output logic             fixed_o,
  output logic             lost_o
);
  localparam [CW-2:0] Last = (CW - 1)'(`SELVAGE_SECDED_PLACE(WIDTH - 1));

  logic [CW-1:0]    check, wrong;
  logic             odd;
  logic [CW-2:0]    place;
  logic [WIDTH-1:0] flip;

  secded_enc #(
    .WIDTH(WIDTH)
  ) i_enc (
    .data_i (data_i),
    .check_o(check)
  );

  assign wrong = check ^ check_i;
  assign odd   = ^wrong;
  assign place = wrong[CW-2:0];

  genvar i;
  generate
    for (i = 0; i < WIDTH; i = i + 1) begin : gen_bit
      localparam [CW-2:0] Place = (CW - 1)'(`SELVAGE_SECDED_PLACE(i));
      assign flip[i] = odd & (place == Place);
    end
  endgenerate

  assign data_o  = data_i ^ flip;
  /* verilator lint_off CMPCONST */  // with some widths every place has a bit
  assign fixed_o = odd & (place <= Last);
  /* verilator lint_on CMPCONST */
  assign lost_o  = (wrong != '0) & ~fixed_o;

`include "assert.svh"
  `SELVAGE_RANGE(width, WIDTH >= 1 && WIDTH <= 247, "secded_dec: WIDTH must be 1..247")
endmodule
