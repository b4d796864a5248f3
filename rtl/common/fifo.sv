// SPDX-License-Identifier: Apache-2.0
/// Synchronous FIFO with a count and a flush.
///
/// Latency: what is pushed at edge t is the head after t if the FIFO was empty. data_o is the head,
/// without meaning while count_o is 0. Any DEPTH >= 1, powers of two or not.
/// Ties: a flush beats push and pop of the same clock. Push and pop together keep the count, also
/// at DEPTH. A push beyond DEPTH and a pop of nothing are errors of the user (assertions).
module fifo #(
  /// bits of an element
  parameter int WIDTH = 8,
  /// elements
  parameter int DEPTH = 8,
  localparam CW = $clog2(DEPTH + 1),
  localparam AW = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  /// forget everything
  input  logic             flush_i,
  input  logic             push_i,
  input  logic [WIDTH-1:0] data_i,
  input  logic             pop_i,
  /// head
  output logic [WIDTH-1:0] data_o,
  /// elements held
  output logic [CW-1:0]    count_o
);
  logic [WIDTH-1:0] mem_q[DEPTH];
  logic [AW-1:0]    read_q, write_q;
  logic [CW-1:0]    count_q;

  function automatic [AW-1:0] next(input [AW-1:0] at);
    next = (at == AW'(DEPTH - 1)) ? '0 : at + AW'(1);
  endfunction

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      read_q  <= '0;
      write_q <= '0;
      count_q <= '0;
    end else if (push_i || pop_i) begin
      if (push_i) write_q <= next(write_q);
      if (pop_i) read_q <= next(read_q);
      count_q <= count_q + CW'(push_i) - CW'(pop_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) mem_q[write_q] <= data_i;
  end

  assign data_o  = mem_q[read_q];
  assign count_o = count_q;

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni && !flush_i) begin
      `SELVAGE_ASSERT(fifo_no_overflow, !push_i || pop_i || count_q < CW'(DEPTH))
      `SELVAGE_ASSERT(fifo_no_underflow, !pop_i || count_q != '0)
      `SELVAGE_COVER(fifo_full, count_q == CW'(DEPTH))
    end
  end
endmodule
