// SPDX-License-Identifier: Apache-2.0
/// Which traffic class goes first at an output: one with tokens of its guaranteed rate, then the
/// one that is behind by weight; none without tokens of its largest rate (FL-RATE, FLOW-D-2;
/// docs/reference/flow-switch.md).
///
/// Latency: what is shown in a cycle is of all grants before it; a grant of cycle t counts in t+1.
/// Tokens are in 1/1024 bytes, at most 2048 bytes; a debt of the guaranteed rate ends at 2^31.
/// lead is how far a class is before the one that was served last, in 1/64 bytes by weight.
`include "bug.svh"
module flow_rates (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// deliberate faults; 0: guaranteed rates do not count, 1: largest rates do not count, 2: weights
  /// do not count, 3: who is served does not fall behind; static
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// by class, static: tokens a cycle of the guaranteed and of the largest rate (0: 0 bytes, 25600:
  /// the link); the largest rate is the link's; weight as a power of two, 0 to 6
  input  logic [127:0] min_i,
  input  logic [127:0] max_i,
  input  logic [7:0]   full_i,
  input  logic [23:0]  weight_i,
  /// a grant of this cycle: class, bytes with the overhead
  input  logic         grant_i,
  input  logic [2:0]   tc_i,
  input  logic [14:0]  bytes_i,
  /// classes that may go
  output logic [7:0]   open_o,
  /// bit a*8+b: class a goes before class b
  output logic [63:0]  before_o
);
  localparam int TW = 32;
  localparam signed [TW-1:0] Most = 32'sd2097152;      // 2048 bytes
  localparam signed [TW-1:0] Least = -32'sd2147483647 - 32'sd1;
  localparam int LW = 21;

  logic signed [TW-1:0] min_q[8], max_q[8];
  logic [LW-1:0]        lead_q[8];

  // Tokens after a cycle: what was spent, and what comes, within bounds. 34 bits hold the sum.
  function automatic signed [TW-1:0] tokens(
      input signed [TW-1:0] held, input [24:0] spent, input [15:0] come);
    logic signed [TW+1:0] sum;
    sum = (TW+2)'(held) - $signed({9'b0, spent}) + $signed({18'b0, come});
    if (sum > (TW+2)'(Most)) tokens = Most;
    else if (sum < (TW+2)'(Least)) tokens = Least;
    else tokens = sum[TW-1:0];
  endfunction

  logic [7:0]    below;
  logic [LW-1:0] lead_of, step;
  logic [24:0]   cost;
  logic [2:0]    weight;

  always_comb begin
    for (int c = 0; c < 8; c = c + 1) begin
      below[c]  = `SELVAGE_BUG(bug_i[0], 1'b1, 1'b0) & (min_i[c*16+:16] != '0)
                  & (min_q[c] > 32'sd0);
      open_o[c] = full_i[c] | (max_q[c] > 32'sd0) | `SELVAGE_BUG(bug_i[1], 1'b0, 1'b1);
    end
  end
  always_comb begin
    before_o = '0;
    for (int a = 0; a < 8; a = a + 1) begin
      for (int b = 0; b < 8; b = b + 1) begin
        if (a != b) begin
          before_o[a*8+b] = (below[a] != below[b]) ? below[a]
                            : (a < b) ? lead_q[a] <= lead_q[b] : lead_q[a] < lead_q[b];
        end
      end
    end
  end

  assign lead_of = lead_q[tc_i];
  assign weight  = weight_i[tc_i*3+:3];
  assign step    = {bytes_i, 6'b0} >> `SELVAGE_BUG(bug_i[2], weight, 3'd0);
  assign cost    = {bytes_i, 10'b0};

  always_ff @(posedge clk_i) begin
    for (int c = 0; c < 8; c = c + 1) begin
      if (!rst_ni) begin
        min_q[c]  <= '0;
        max_q[c]  <= '0;
        lead_q[c] <= '0;
      end else begin
        min_q[c] <= tokens(min_q[c], (grant_i && tc_i == 3'(c)) ? cost : '0, min_i[c*16+:16]);
        max_q[c] <= tokens(max_q[c], (grant_i && tc_i == 3'(c)) ? cost : '0, max_i[c*16+:16]);
        if (grant_i) begin
          if (tc_i == 3'(c)) lead_q[c] <= `SELVAGE_BUG(bug_i[3], step, '0);
          else lead_q[c] <= (lead_q[c] > lead_of) ? lead_q[c] - lead_of : '0;
        end
      end
    end
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      for (int c = 0; c < 8; c = c + 1) begin
        `SELVAGE_ASSERT(rates_within_the_link, min_i[c*16+:16] <= 16'd25600
                                               && max_i[c*16+:16] <= 16'd25600)
        `SELVAGE_ASSERT(rates_weight, weight_i[c*3+:3] <= 3'd6)
        `SELVAGE_ASSERT(rates_tokens, min_q[c] <= Most && max_q[c] <= Most)
      end
      `SELVAGE_ASSERT(rates_grant_open, !grant_i || open_o[tc_i])
      `SELVAGE_COVER(rates_held, ~&open_o)
      `SELVAGE_COVER(rates_guaranteed, |below && ~&below)
    end
  end
endmodule
