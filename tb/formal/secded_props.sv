// SPDX-License-Identifier: Apache-2.0
/// Any word goes through secded_enc; one bit of the code word flips or none, then another or none;
/// secded_dec has to say so (FLOW-ECC-1).
module secded_props #(
  parameter int WIDTH = 16,
  localparam CW = (WIDTH > 120) ? 9 : (WIDTH > 57) ? 8 : (WIDTH > 26) ? 7 : (WIDTH > 11) ? 6 : 5,
  localparam WW = WIDTH + CW
) (
  input logic [WIDTH-1:0] data_i,
  /// the bits that flip; WW: none
  input logic [7:0]       first_i,
  input logic [7:0]       second_i
);
  logic [CW-1:0]    check;
  logic [WW-1:0]    one, two, flips;
  logic [WIDTH-1:0] data;
  logic             fixed, lost;

  secded_enc #(.WIDTH(WIDTH)) i_enc (.data_i(data_i), .check_o(check));
  assign one   = (first_i < WW) ? WW'(1) << first_i : '0;
  assign two   = (second_i < WW) ? WW'(1) << second_i : '0;
  assign flips = one ^ two;
  secded_dec #(.WIDTH(WIDTH)) i_dec (
    .data_i(data_i ^ flips[WIDTH-1:0]), .check_i(check ^ flips[WW-1:WIDTH]),
    .data_o(data), .fixed_o(fixed), .lost_o(lost)
  );

  logic none, single;
  assign none   = flips == '0;
  assign single = (one == '0) != (two == '0);
  always_comb begin
    assert (!none || (data == data_i && !fixed && !lost));
    assert (!single || (data == data_i && fixed && !lost));
    assert (none || single || (!fixed && lost && data == (data_i ^ flips[WIDTH-1:0])));
  end
endmodule
