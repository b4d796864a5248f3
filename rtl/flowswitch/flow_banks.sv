// SPDX-License-Identifier: Apache-2.0
/// A queue of words for each input (FL-XBAR; docs/reference/flow-switch.md). Input i has bit i, its
/// word [i*WORD_W +: WORD_W].
///
/// Latency: as ram_queue.
/// Ties: pushes and pops of one edge are all carried out.
module flow_banks #(
  /// inputs; words of one; bits of a word
  parameter int N = 8,
  parameter int DEPTH = 512,
  parameter int WORD_W = 256
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [N-1:0]        push_i,
  input  logic [N-1:0]        last_i,
  input  logic [N*WORD_W-1:0] data_i,
  input  logic [N-1:0]        pop_i,
  output logic [N-1:0]        any_o,
  output logic [N-1:0]        last_o,
  output logic [N*WORD_W-1:0] data_o
);
  /* verilator lint_off UNUSEDSIGNAL */  // marks of the queues
  logic [N-1:0] more_unused, bad_unused;
  /* verilator lint_on UNUSEDSIGNAL */

  genvar g;
  generate
    for (g = 0; g < N; g = g + 1) begin : gen_input
      ram_queue #(
        .WIDTH(WORD_W),
        .DEPTH(DEPTH)
      ) i_queue (
        .clk_i (clk_i),
        .rst_ni(rst_ni),
        .push_i(push_i[g]),
        .data_i(data_i[g*WORD_W+:WORD_W]),
        .bad_i (1'b0),
        .tail_i(last_i[g]),
        .pop_i (pop_i[g]),
        .any_o (any_o[g]),
        .more_o(more_unused[g]),
        .data_o(data_o[g*WORD_W+:WORD_W]),
        .bad_o (bad_unused[g]),
        .tail_o(last_o[g])
      );
    end
  endgenerate
endmodule
