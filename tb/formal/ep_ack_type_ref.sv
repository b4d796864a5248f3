// SPDX-License-Identifier: Apache-2.0
/// Specification of ep_ack_type: FLOW-A-3, the answer in the clock of its question.
/// flow-blocks.md says how the number is drawn: an LFSR of 12 bits, eleven steps a packet.
module ep_ack_type_ref #(
  parameter DEPTH_W = 14
) (
  input  logic               clk_i,
  input  logic               rst_i,
  input  logic [11:0]        seed_i,
  input  logic [DEPTH_W-1:0] th_i,
  input  logic [10:0]        mask_i,
  input  logic               draw_i,
  input  logic               valid_i,
  input  logic [DEPTH_W-1:0] depth_i,
  input  logic [2:0]         level_i,
  output logic               valid_o,
  output logic [2:0]         type_o
);
  logic [11:0] random, next;
  logic [10:0] part;
  logic [31:0] drawn;

  always_comb begin
    next = random;
    for (int i = 0; i < 11; i = i + 1) begin
      next = {next[10:0], next[11] ^ next[5] ^ next[3] ^ next[0]};
    end
    part  = random[10:0] & mask_i;
    drawn = draw_i ? 32'(part) : 32'd0;
    valid_o  = valid_i;
    type_o = 3'd0;
    if (valid_i) begin
      if (32'(depth_i) > 32'(th_i) + 32'(mask_i)) type_o = 3'd3;     // severe: always notified
      else if (32'(depth_i) < 32'(th_i) + drawn) type_o = 3'd0;      // spared
      else if (level_i == 3'd0) type_o = 3'd1;                       // new
      else type_o = 3'd2;                                            // continued
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) random <= seed_i;
    else if (valid_i) random <= next;
  end
endmodule

/// What ep_ack_type may be asked: a seed, a threshold, a mask of low bits; a packet is in its own depth.
module ep_ack_type_legal #(
  parameter DEPTH_W = 14
) (
  input  logic [11:0]        seed_i,
  input  logic [DEPTH_W-1:0] th_i,
  input  logic [10:0]        mask_i,
  input  logic               draw_i,
  input  logic               valid_i,
  input  logic [DEPTH_W-1:0] depth_i,
  input  logic [2:0]         level_i,
  output logic               legal_o
);
  assign legal_o = seed_i != 12'd0 && th_i != '0 && !(valid_i && depth_i == '0) && mask_i != 11'd0 &&
                   (mask_i & (mask_i + 11'd1)) == 11'd0;
endmodule
