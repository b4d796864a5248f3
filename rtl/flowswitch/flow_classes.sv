// SPDX-License-Identifier: Apache-2.0
/// Eight queues of packets, one a class (FL-LOOK; docs/reference/flow-switch.md). Class c has bit
/// c, its next one [c*WIDTH +: WIDTH].
///
/// Latency: as ram_queue.
/// Ties: pushes and pops of one edge are all carried out.
module flow_classes #(
  /// bits of a packet, packets of a class
  parameter int WIDTH = 39,
  parameter int DEPTH = 512
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [7:0]         push_i,
  input  logic [WIDTH-1:0]   data_i,
  input  logic [7:0]         pop_i,
  output logic [7:0]         any_o,
  output logic [8*WIDTH-1:0] data_o
);
  /* verilator lint_off UNUSEDSIGNAL */  // marks of the queues
  logic [7:0] more_unused, bad_unused, tail_unused;
  /* verilator lint_on UNUSEDSIGNAL */

  genvar g;
  generate
    for (g = 0; g < 8; g = g + 1) begin : gen_class
      ram_queue #(
        .WIDTH(WIDTH),
        .DEPTH(DEPTH)
      ) i_queue (
        .clk_i (clk_i),
        .rst_ni(rst_ni),
        .push_i(push_i[g]),
        .data_i(data_i),
        .bad_i (1'b0),
        .tail_i(1'b0),
        .pop_i (pop_i[g]),
        .any_o (any_o[g]),
        .more_o(more_unused[g]),
        .data_o(data_o[g*WIDTH+:WIDTH]),
        .bad_o (bad_unused[g]),
        .tail_o(tail_unused[g])
      );
    end
  endgenerate
endmodule
