// SPDX-License-Identifier: Apache-2.0
/// Messages of an input table for the other end of its link: up to COMES in a cycle; one a cycle
/// goes on, at once if none is before it (FL-UP; docs/reference/flow-switch.md).
module flow_ups #(
  /// messages that may come in a cycle, that are held, a power of two; bits of one
  parameter int COMES = 5,
  parameter int DEPTH = 64,
  parameter int WIDTH = 26,
  localparam AW = $clog2(DEPTH),
  localparam CW = $clog2(COMES + 1)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  /// the lowest goes first
  input  logic [COMES-1:0]       valid_i,
  input  logic [COMES*WIDTH-1:0] data_i,
  output logic                   valid_o,
  output logic [WIDTH-1:0]       data_o,
  input  logic                   pull_i
);
  logic [WIDTH-1:0] mem_q[DEPTH];
  logic [AW-1:0]    read_q, write_q;
  logic [AW:0]      held_q;
  logic [CW-1:0]    come;

  // Side by side, without gaps.
  logic [WIDTH-1:0] dense[COMES];
  always_comb begin
    come = '0;
    for (int k = 0; k < COMES; k = k + 1) dense[k] = '0;
    for (int k = 0; k < COMES; k = k + 1) begin
      if (valid_i[k]) begin
        dense[come] = data_i[k*WIDTH+:WIDTH];
        come        = come + CW'(1);
      end
    end
  end
  assign valid_o = held_q != '0 || come != '0;
  assign data_o  = (held_q != '0) ? mem_q[read_q] : dense[0];

  always_ff @(posedge clk_i) begin
    for (int k = 0; k < COMES; k = k + 1) begin
      if (CW'(k) < come) mem_q[write_q + AW'(k)] <= dense[k];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      read_q  <= '0;
      write_q <= '0;
      held_q  <= '0;
    end else begin
      read_q  <= read_q + AW'(pull_i);
      write_q <= write_q + AW'(come);
      held_q  <= held_q + (AW+1)'(come) - (AW+1)'(pull_i);
    end
  end

`include "assert.svh"
  `SELVAGE_RANGE(comes, COMES >= 2, "flow_ups: COMES must be at least 2")
  `SELVAGE_RANGE(depth, DEPTH > COMES && (DEPTH & (DEPTH - 1)) == 0,
                 "flow_ups: DEPTH must be a power of two above COMES")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(ups_fit, (AW+1)'(come) + held_q <= (AW+1)'(DEPTH) + (AW+1)'(pull_i))
      `SELVAGE_ASSERT(ups_pull_what_is_there, !pull_i || valid_o)
      `SELVAGE_COVER(ups_two, come > CW'(1))
    end
  end
endmodule
