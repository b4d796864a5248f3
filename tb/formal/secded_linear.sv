// SPDX-License-Identifier: Apache-2.0
/// secded_enc is linear: y_o is 0 for all words. So what secded_dec makes of flips does not depend
/// on the word, and secded_props of the word 0 speaks of all words.
module secded_linear #(
  parameter int WIDTH = 16,
  localparam CW = (WIDTH > 120) ? 9 : (WIDTH > 57) ? 8 : (WIDTH > 26) ? 7 : (WIDTH > 11) ? 6 : 5
) (
  input  logic [WIDTH-1:0] a_i,
  input  logic [WIDTH-1:0] b_i,
  output logic [CW-1:0]    y_o
);
  logic [CW-1:0] a, b, both;

  secded_enc #(.WIDTH(WIDTH)) i_a (.data_i(a_i), .check_o(a));
  secded_enc #(.WIDTH(WIDTH)) i_b (.data_i(b_i), .check_o(b));
  secded_enc #(.WIDTH(WIDTH)) i_both (.data_i(a_i ^ b_i), .check_o(both));
  assign y_o = a ^ b ^ both;
endmodule
