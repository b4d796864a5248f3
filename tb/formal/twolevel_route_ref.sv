// SPDX-License-Identifier: Apache-2.0
/// Specification of twolevel_route: F-TAB-3, the answer in the clock of its question. The lowest row
/// that matches answers; a lookup sees every row written before it and none written with it.
module twolevel_route_ref #(
  parameter K = 8,
  localparam R = K + 1,
  localparam PW = $clog2(K),
  localparam RW = $clog2(R)
) (
  input  logic          clk_i,
  input  logic          rst_i,
  input  logic          load_valid_i,
  input  logic [RW-1:0] load_row_i,
  input  logic          load_used_i,
  input  logic [31:0]   load_key_i,
  input  logic [31:0]   load_mask_i,
  input  logic          load_drop_i,
  input  logic [PW-1:0] load_port_i,
  input  logic [31:0]   load_next_i,
  input  logic          valid_i,
  input  logic [31:0]   dst_i,
  output logic          valid_o,
  output logic          hit_o,
  output logic          drop_o,
  output logic [RW-1:0] row_o,
  output logic [PW-1:0] port_o,
  output logic [31:0]   next_o
);
  logic [R-1:0]    used, drop;
  logic [R*32-1:0] key, mask, hop;  // row r at [32*r +: 32]
  logic [R*PW-1:0] port;

  always_comb begin
    valid_o = valid_i;
    hit_o   = 1'b0;
    drop_o  = valid_i;
    row_o   = '0;
    port_o  = '0;
    next_o  = '0;
    for (int r = 0; r < R; r = r + 1) begin
      if (valid_i && !hit_o && used[r] && (dst_i & mask[32*r+:32]) == (key[32*r+:32] & mask[32*r+:32]))
      begin
        hit_o  = 1'b1;
        drop_o = drop[r];
        row_o  = RW'(r);
        if (!drop[r]) begin
          port_o = port[PW*r+:PW];
          next_o = hop[32*r+:32];
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    for (int r = 0; r < R; r = r + 1) begin
      if (rst_i) used[r] <= 1'b0;
      else if (load_valid_i && load_row_i == RW'(r)) begin
        used[r]         <= load_used_i;
        drop[r]         <= load_drop_i;
        key[32*r+:32]   <= load_key_i;
        mask[32*r+:32]  <= load_mask_i;
        hop[32*r+:32]   <= load_next_i;
        port[PW*r+:PW]  <= load_port_i;
      end
    end
  end
endmodule

/// What twolevel_route may be asked: a row leads to a port.
module twolevel_route_legal #(
  parameter K = 8,
  localparam PW = $clog2(K),
  localparam RW = $clog2(K + 1)
) (
  input  logic          load_valid_i,
  input  logic [RW-1:0] load_row_i,
  input  logic          load_used_i,
  input  logic [31:0]   load_key_i,
  input  logic [31:0]   load_mask_i,
  input  logic          load_drop_i,
  input  logic [PW-1:0] load_port_i,
  input  logic [31:0]   load_next_i,
  input  logic          valid_i,
  input  logic [31:0]   dst_i,
  output logic          legal_o
);
  assign legal_o = {1'b0, load_port_i} < (PW+1)'(K);
endmodule
