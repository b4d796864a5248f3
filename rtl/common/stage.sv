// SPDX-License-Identifier: Apache-2.0
/// A register that a parameter puts in or leaves out: out_o is in_i, with ON = 1 a clock later.
module stage #(
  parameter int WIDTH = 1,
  parameter int ON = 0
) (
  /* verilator lint_off UNUSEDSIGNAL */  // without the register
  input  logic             clk_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [WIDTH-1:0] in_i,
  output logic [WIDTH-1:0] out_o
);
  generate
    if (ON == 0) begin : gen_off
      assign out_o = in_i;
    end else begin : gen_on
      logic [WIDTH-1:0] out_q;
      always_ff @(posedge clk_i) out_q <= in_i;
      assign out_o = out_q;
    end
  endgenerate
endmodule
