// SPDX-License-Identifier: Apache-2.0
/// Synchronous FIFO with a count and a flush.
///
/// Latency: what is pushed at edge t is the head after t if the FIFO was empty. data_o is the head,
/// without meaning while any_o is 0. Any DEPTH >= 1, powers of two or not. any_o, full_o and
/// count_o are registers. With HEAD so is data_o, which is a clock late after a pop: it has no
/// meaning in the next clock, in which nothing may be popped. What it will be is at under_o then.
/// Ties: a flush beats push and pop of the same clock. Push and pop together keep the count, also
/// at DEPTH. A push beyond DEPTH and a pop of nothing are errors of the user (assertions).
module fifo #(
  /// bits of an element
  parameter int WIDTH = 8,
  /// elements
  parameter int DEPTH = 8,
  /// 1: the head is a register
  parameter int HEAD = 0,
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
  /// with HEAD: an element has been under the head popped last; it, else 0
  output logic             uncovers_o,
  output logic [WIDTH-1:0] under_o,
  /// it holds something; it is full; it will be after the edge
  output logic             any_o,
  output logic             full_o,
  output logic             full_next_o,
  /// elements held
  output logic [CW-1:0]    count_o
);
`include "assert.svh"
  `SELVAGE_RANGE(width, WIDTH >= 1, "fifo: WIDTH must be at least 1")
  `SELVAGE_RANGE(depth, DEPTH >= 1, "fifo: DEPTH must be at least 1")
  `SELVAGE_RANGE(head_reg, HEAD == 0 || HEAD == 1, "fifo: HEAD must be 0 or 1")
  logic [WIDTH-1:0] mem_q[DEPTH];
  logic [AW-1:0]    read_q, write_q;
  logic [CW-1:0]    count_q;
  logic             any_q, full_q;
  logic [CW-1:0]    popped, stays;  // the next count with and without a pop, which may come late

  assign popped = push_i ? count_q : count_q - CW'(1);
  assign stays  = push_i ? count_q + CW'(1) : count_q;

  function automatic [AW-1:0] next_of(input [AW-1:0] at);
    next_of = (at == AW'(DEPTH - 1)) ? '0 : at + AW'(1);
  endfunction

  always_comb begin
    full_next_o = (full_q & (push_i | ~pop_i))
                  | ((count_q == CW'(DEPTH - 1)) & push_i & ~pop_i);
    if (flush_i) full_next_o = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      read_q  <= '0;
      write_q <= '0;
      count_q <= '0;
      any_q   <= 1'b0;
    end else begin
      if (push_i) write_q <= next_of(write_q);
      if (pop_i) read_q <= next_of(read_q);
      count_q <= pop_i ? popped : stays;
      any_q   <= pop_i ? (push_i | (count_q != CW'(1))) : (push_i | any_q);
    end
    full_q <= rst_ni & full_next_o;
  end

  always_ff @(posedge clk_i) begin
    if (push_i) mem_q[write_q] <= data_i;
  end

  generate
    if (HEAD != 0) begin : gen_head
      logic             popped_q;
      logic [WIDTH-1:0] head_q;
      always_ff @(posedge clk_i) begin
        popped_q <= rst_ni & pop_i;
        if (push_i && !any_q) head_q <= data_i;
        else if (uncovers_o) head_q <= under_o;
      end
      assign data_o     = head_q;
      assign uncovers_o = popped_q & any_q;
      always_comb begin
        under_o = '0;
        if (uncovers_o) under_o = mem_q[read_q];
      end
      always_ff @(posedge clk_i) begin
        if (rst_ni) begin
          `SELVAGE_ASSERT(fifo_head_is_late, !pop_i || !popped_q)
        end
      end
    end else begin : gen_no_head
      assign data_o     = mem_q[read_q];
      assign uncovers_o = 1'b0;
      assign under_o    = '0;
    end
  endgenerate

  assign any_o   = any_q;
  assign full_o  = full_q;
  assign count_o = count_q;

  always_ff @(posedge clk_i) begin
    if (rst_ni && !flush_i) begin
      `SELVAGE_ASSERT(fifo_no_overflow, !push_i || pop_i || count_q < CW'(DEPTH))
      `SELVAGE_ASSERT(fifo_no_underflow, !pop_i || count_q != '0)
      `SELVAGE_ASSERT(fifo_flags, any_q == (count_q != '0) && full_q == (count_q == CW'(DEPTH)))
      `SELVAGE_COVER(fifo_full, full_q)
    end
  end
`ifdef FORMAL
`include "fifo_state.svh"
`endif
endmodule
