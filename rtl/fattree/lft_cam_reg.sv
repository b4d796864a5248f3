// SPDX-License-Identifier: Apache-2.0
/// lft_cam between registers, for synthesis and timing only. Latency of a lookup: 2 clocks.
module lft_cam_reg #(
  /// ports of the switch
  parameter M = 8,
  /// levels of the tree
  parameter N = 3,
  /// lines
  parameter W = 32,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam KW = (N - 1) * DW
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [LW-1:0]    level_i,
  input  logic [W-1:0]     line_en_i,
  input  logic             clear_i,
  input  logic             insert_i,
  input  logic [KW-1:0]    insert_key_i,
  input  logic [HW-1:0]    insert_bit_i,
  input  logic             lookup_i,
  input  logic [N*DW-1:DW] lookup_dst_i,
  output logic [H-1:0]     lookup_bits_o,
  output logic             overflow_o
);
  logic [W-1:0]     line_en_q;
  logic             clear_q, insert_q, lookup_q;
  logic [KW-1:0]    insert_key_q;
  logic [HW-1:0]    insert_bit_q;
  logic [N*DW-1:DW] lookup_dst_q;
  logic [H-1:0]     lookup_bits;

  lft_cam #(
    .M(M),
    .N(N),
    .W(W)
  ) i_core (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .level_i      (level_i),
    .line_en_i    (line_en_q),
    .clear_i      (clear_q),
    .insert_i     (insert_q),
    .insert_key_i (insert_key_q),
    .insert_bit_i (insert_bit_q),
    .lookup_i     (lookup_q),
    .lookup_dst_i (lookup_dst_q),
    .lookup_bits_o(lookup_bits),
    .overflow_o   (overflow_o)
  );

  always_ff @(posedge clk_i) begin
    line_en_q     <= line_en_i;
    clear_q       <= clear_i;
    insert_q      <= insert_i;
    insert_key_q  <= insert_key_i;
    insert_bit_q  <= insert_bit_i;
    lookup_q      <= lookup_i;
    lookup_dst_q  <= lookup_dst_i;
    lookup_bits_o <= lookup_bits;
  end
endmodule
