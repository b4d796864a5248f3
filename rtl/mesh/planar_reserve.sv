// SPDX-License-Identifier: Apache-2.0
/// Takes out of a tier what is better kept for going round a fault later (mesh-blocks.md,
/// reserve). Never empties it.
///
/// Latency: combinational.
/// Channels: {y, b-, b+} of the odd sub-network above the same three of the even one.
module planar_reserve (
  input  logic       enable_i,
  /// e_y = 0, e_y = -1
  input  logic       y_zero_i,
  input  logic       y_minus_one_i,
  /// e_b = 0
  input  logic       b_zero_i,
  /// |e_b| = 1, and no other dimension is left after this plane
  input  logic       b_last_i,
  /// a fault on the line toward b from here, toward y from the neighbour toward b, toward b from
  /// the neighbour toward y
  input  logic       line_b_i,
  input  logic       line_b_y_i,
  input  logic       line_y_b_i,
  input  logic [5:0] tier_i,
  output logic [5:0] kept_o
);
  localparam [5:0] Odd = 6'b111000;
  localparam [5:0] Y   = 6'b100100;

  logic [5:0] out;

  always_comb begin
    out = '0;
    if (y_zero_i) begin
      if (line_b_i && (tier_i & ~Odd) != '0) out = Odd;
    end else if (b_zero_i) begin
      out = '0;
    end else if (b_last_i) begin
      if (line_b_y_i && (tier_i & Y) != '0) out = ~Y;
    end else if (y_minus_one_i) begin
      if (line_y_b_i && (tier_i & ~Y) != '0) out = Y;
    end
    kept_o = tier_i & ~(out & {6{enable_i}});
  end
endmodule
