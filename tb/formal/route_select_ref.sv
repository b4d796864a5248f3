// SPDX-License-Identifier: Apache-2.0
/// Specification of route_select: the text of FT-RS-1..5, one sentence after the other.
/// Cut where the block is cut: the candidate mask first, then the walk from the preferred port.
module route_select_ref #(
  parameter M = 8,
  parameter N = 3,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N)
) (
  input  logic [LW-1:0]   level_i,
  input  logic [N*DW-1:0] src_i,
  input  logic [N*DW-1:0] dst_i,
  input  logic            from_up_i,
  input  logic [H-1:0]    failed_i,
  input  logic [H*LW-1:0] ps_level_i,
  input  logic [H-1:0]    lft_bits_i,
  output logic            up_o,
  output logic            drop_o,
  output logic [DW-1:0]   port_o,
  output logic [H-1:0]    mask_o
);
  logic [LW-1:0] l_anc;
  logic [DW-1:0] digit;

  always_comb begin
    // FT-RS-1: the highest digit in which source and destination differ
    l_anc = '0;
    for (int i = 0; i < N; i = i + 1) begin
      if (src_i[i*DW+:DW] != dst_i[i*DW+:DW]) l_anc = LW'(i);
    end
    digit = '0;
    for (int i = 0; i < N; i = i + 1) if (level_i == LW'(i)) digit = dst_i[i*DW+:DW];
    up_o = !(from_up_i || level_i >= l_anc);
    // FT-RS-2, FT-RS-3: candidates
    mask_o = '0;
    for (int k = 0; k < H; k = k + 1) begin
      if (up_o) mask_o[k] = 1'b1;
      if (failed_i[k] && ps_level_i[k*LW+:LW] < l_anc) mask_o[k] = 1'b0;
      if (lft_bits_i[k]) mask_o[k] = 1'b0;
    end
    // FT-RS-4: the preferred port, else the next in ascending order with wrap-around;
    // FT-RS-5: nothing left, drop
    drop_o = 1'b0;
    port_o = digit;
    if (up_o) begin
      drop_o = 1'b1;
      port_o = '0;
      for (int k = 0; k < H; k = k + 1) begin
        if (drop_o && k >= {1'b0, digit[HW-1:0]} && mask_o[k]) begin
          drop_o = 1'b0;
          port_o = DW'(H + k);
        end
      end
      for (int k = 0; k < H; k = k + 1) begin
        if (drop_o && mask_o[k]) begin
          drop_o = 1'b0;
          port_o = DW'(H + k);
        end
      end
    end
  end
endmodule

/// What route_select may be asked: a level of the tree, and digits of addresses.
module route_select_legal #(
  parameter M = 8,
  parameter N = 3,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam LW = $clog2(N)
) (
  input  logic [LW-1:0]   level_i,
  input  logic [N*DW-1:0] src_i,
  input  logic [N*DW-1:0] dst_i,
  input  logic            from_up_i,
  input  logic [H-1:0]    failed_i,
  input  logic [H*LW-1:0] ps_level_i,
  input  logic [H-1:0]    lft_bits_i,
  output logic            legal_o
);
  always_comb begin
    legal_o = {1'b0, level_i} < (LW+1)'(N);
    for (int i = 0; i < N; i = i + 1) begin
      if ({1'b0, src_i[i*DW+:DW]} >= (DW+1)'((i + 1 == N) ? M : H)) legal_o = 1'b0;
      if ({1'b0, dst_i[i*DW+:DW]} >= (DW+1)'((i + 1 == N) ? M : H)) legal_o = 1'b0;
    end
    for (int k = 0; k < H; k = k + 1) begin
      if ({1'b0, ps_level_i[k*LW+:LW]} >= (LW+1)'(N)) legal_o = 1'b0;
    end
  end
endmodule
