// SPDX-License-Identifier: Apache-2.0
/// Which operations of a step an ifct takes whose memories have two rows a step (MACRO = 2,
/// FLOW-A-25; docs/reference/flow-blocks.md, The store of rows).
///
/// DEQ, ENQ and ACK in turn, then CHK, which comes first once it has waited for seven cycles: each
/// goes if its row is one of those before it, or the second. So of DEQ, ENQ and ACK none waits for
/// more than one cycle, CHK for no more than seven. taken_o in the cycle of the inputs.
`include "bug.svh"
module ifct_turns #(
  parameter int FLOW_ID_W = 6
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  /// deliberate fault: always DEQ first; static
  `SELVAGE_BUG_PORT(bug_i, 1)
  /// DEQ (the lowest), ENQ, ACK, CHK
  input  logic [3:0]             valid_i,
  input  logic [4*FLOW_ID_W-1:0] id_i,
  output logic [3:0]             taken_o
);
  logic [1:0] first_q /* verilator public_flat_rd */;   // of DEQ, ENQ, ACK
  logic [2:0] waited_q /* verilator public_flat_rd */;  // cycles of CHK
  `SELVAGE_BUG_REG(bug_q, 1, bug_i)

  logic [15:0] same;  // operations a and b name one row, at 4*a + b
  always_comb begin
    for (int a = 0; a < 4; a = a + 1) begin
      for (int b = 0; b < 4; b = b + 1) begin
        same[4*a+b] = id_i[a*FLOW_ID_W+:FLOW_ID_W] == id_i[b*FLOW_ID_W+:FLOW_ID_W];
      end
    end
  end

  // In every order there is, from the lowest two bits on; which of them, is said last.
  localparam [47:0] Orders = {8'b01_00_10_11, 8'b00_10_01_11, 8'b10_01_00_11,   // CHK before
                              8'b11_01_00_10, 8'b11_00_10_01, 8'b11_10_01_00};  // CHK behind
  logic [3:0] go[6];
  logic [1:0] k;
  logic       full, met;  // two rows are taken; that of k is among them
  always_comb begin
    k    = '0;
    full = 1'b0;
    met  = 1'b0;
    for (int o = 0; o < 6; o = o + 1) begin
      go[o] = '0;
      for (int n = 0; n < 4; n = n + 1) begin
        k    = Orders[8*o+2*n+:2];
        full = 1'b0;
        met  = 1'b0;
        for (int a = 0; a < 4; a = a + 1) begin
          met = met | (go[o][a] & same[{k, 2'(a)}]);
          for (int b = 0; b < 4; b = b + 1) begin
            full = full | (go[o][a] & go[o][b] & ~same[4*a+b]);
          end
        end
        go[o][k] = valid_i[k] & (~full | met);
      end
    end
  end

  logic [1:0] first, next;
  logic       late;  // CHK comes first
  assign first = `SELVAGE_BUG(bug_q, first_q, 2'd0);
  assign late  = waited_q == '1;
  always_comb begin
    taken_o = '0;
    for (int f = 0; f < 3; f = f + 1) begin
      if (first == 2'(f)) taken_o = late ? go[f+3] : go[f];
    end
  end

  // The first in turn that was not taken is the next to be first. Who is first is always taken.
  logic [2:0] left;
  assign left = valid_i[2:0] & ~taken_o[2:0];
  always_comb begin
    next = first_q;
    for (int f = 0; f < 3; f = f + 1) begin
      if (first_q == 2'(f)) begin
        if (left[(f+1)%3]) next = 2'((f + 1) % 3);
        else if (left[(f+2)%3]) next = 2'((f + 2) % 3);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {first_q, waited_q} <= '0;
    else begin
      first_q  <= next;
      waited_q <= (valid_i[3] & ~taken_o[3]) ? waited_q + 3'd1 : '0;
    end
  end

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  logic [2:0] left_q;
  always_ff @(posedge clk_i) begin
    left_q <= left & {3{rst_ni}};
    if (rst_ni) begin
      `SELVAGE_ASSERT(ifct_turns_two, (valid_i & (valid_i - 4'd1)) == '0
                      || (taken_o & (taken_o - 4'd1)) != '0)
      `SELVAGE_ASSERT(ifct_turns_one_cycle, (left_q & left) == '0)
    end
  end
`ifdef FORMAL
`include "ifct_turns_props.svh"
`endif
endmodule
