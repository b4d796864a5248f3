// SPDX-License-Identifier: Apache-2.0
/// The beats of an input buffer, in order, in a memory with registered read (FS-RD, FS-GAP).
///
/// Latency: a beat that is pushed at edge t is at data_o, if it is the next, after t, so it may
/// leave at t+1 at the earliest. data_o means nothing while any_o is 0.
/// Ties: a push and a pop of one edge are both carried out.
module beat_ring #(
  /// bits of a beat
  parameter int WIDTH = 66,
  /// beats
  parameter int DEPTH = 256,
  localparam AW = (DEPTH > 1) ? $clog2(DEPTH) : 1,
  localparam CW = $clog2(DEPTH + 1)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             push_i,
  input  logic [WIDTH-1:0] data_i,
  input  logic             pop_i,
  /// a beat is there, the next one
  output logic             any_o,
  output logic [WIDTH-1:0] data_o
);
  logic [AW-1:0]    read_q, write_q, read_next;
  logic [CW-1:0]    held_q  /* verilator public_flat_rd */;
  logic             any_q;
  logic             past_q;  // the next beat went past the memory, as there was none before it
  logic [WIDTH-1:0] past_data_q, stored;
  logic             alone;   // what is pushed is the next beat

  function automatic [AW-1:0] next_of(input [AW-1:0] at);
    next_of = (at == AW'(DEPTH - 1)) ? '0 : at + AW'(1);
  endfunction

  assign read_next = pop_i ? next_of(read_q) : read_q;
  assign alone     = push_i & (held_q == CW'(pop_i));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      read_q  <= '0;
      write_q <= '0;
      held_q  <= '0;
      any_q   <= 1'b0;
    end else if (push_i || pop_i) begin
      read_q <= read_next;
      if (push_i) write_q <= next_of(write_q);
      held_q <= held_q + CW'(push_i) - CW'(pop_i);
      any_q  <= push_i | (held_q != CW'(1));
    end
  end

  always_ff @(posedge clk_i) begin
    if (alone) past_data_q <= data_i;
    if (alone || pop_i) past_q <= alone;
  end

  ram_1r1w #(
    .WIDTH(WIDTH),
    .DEPTH(DEPTH)
  ) i_ram (
    .clk_i       (clk_i),
    .write_i     (push_i),
    .write_addr_i(write_q),
    .data_i      (data_i),
    .read_i      (pop_i & ~alone),
    .read_addr_i (read_next),
    .data_o      (stored)
  );

  assign any_o  = any_q;
  assign data_o = past_q ? past_data_q : stored;

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(ring_no_overflow, !push_i || held_q < CW'(DEPTH))
      `SELVAGE_ASSERT(ring_no_underflow, !pop_i || any_q)
      `SELVAGE_ASSERT(ring_any, any_q == (held_q != '0))
      `SELVAGE_COVER(ring_full, held_q == CW'(DEPTH))
    end
  end
endmodule
