// SPDX-License-Identifier: Apache-2.0
/// A queue in a memory with registered read: the beats of an input buffer, its headers (FS-RD,
/// FS-GAP).
///
/// Latency: what is pushed at edge t is at data_o, if it is the next, after t, so that it may be
/// popped at t+1 at the earliest. data_o means nothing while any_o is 0.
/// Ties: a push and a pop of one edge are both carried out.
/// The two marks of an entry are pins of their own: a simulator then puts nothing together as long
/// as nothing is pushed.
`include "pick.svh"
module ram_queue #(
  /// bits of an entry, beside its marks
  parameter int WIDTH = 64,
  /// entries, two or more
  parameter int DEPTH = 256,
  localparam AW = $clog2(DEPTH),
  localparam CW = $clog2(DEPTH + 1)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             push_i,
  input  logic [WIDTH-1:0] data_i,
  input  logic             bad_i,
  input  logic             tail_i,
  input  logic             pop_i,
  /// one is there, the next one; there is another one behind it
  output logic             any_o,
  output logic             more_o,
  output logic [WIDTH-1:0] data_o,
  output logic             bad_o,
  output logic             tail_o
);
  /* verilator inline_module */
  logic [AW-1:0]    second_q, write_q;  // places of the one behind the next, and of one to come
  logic [CW-1:0]    held_q;
  logic             any_q;
  logic             past_q;  // the next one went past the memory, as there was none before it
  logic [WIDTH+1:0] past_data_q, stored;

  function automatic [AW-1:0] next_of(input [AW-1:0] at);
    next_of = (at == AW'(DEPTH - 1)) ? '0 : at + AW'(1);
  endfunction

  // Pops come late. What is pushed is alone if nothing else stays; kept is what has not left yet.
  function automatic alone(input pop, input one, input some);
    alone = `SELVAGE_PICK(1, pop, one, ~some);
  endfunction

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      second_q <= AW'(1);
      write_q  <= '0;
      held_q   <= '0;
      any_q    <= 1'b0;
    end else if (push_i || pop_i) begin
      second_q <= `SELVAGE_PICK(AW, pop_i, next_of(second_q), second_q);
      if (push_i) write_q <= next_of(write_q);
      held_q <= `SELVAGE_PICK(CW, pop_i, push_i ? held_q : held_q - CW'(1),
                              push_i ? held_q + CW'(1) : held_q);
      any_q  <= push_i | (held_q != CW'(1));
      past_q <= push_i & alone(pop_i, held_q == CW'(1), any_q) | past_q & ~pop_i;
      if (push_i && (!past_q || !any_q || pop_i)) past_data_q <= {bad_i, tail_i, data_i};
      `SELVAGE_ASSERT(queue_no_overflow, !push_i || held_q < CW'(DEPTH))
      `SELVAGE_ASSERT(queue_no_underflow, !pop_i || any_q)
      `SELVAGE_ASSERT(queue_any, any_q == (held_q != '0))
      `SELVAGE_COVER(queue_full, held_q == CW'(DEPTH))
    end
  end

  ram_1r1w #(
    .WIDTH(WIDTH + 2),
    .DEPTH(DEPTH)
  ) i_ram (
    .clk_i       (clk_i),
    .write_i     (push_i),
    .write_addr_i(write_q),
    .data_i      ({bad_i, tail_i, data_i}),
    .read_i      (pop_i),
    .read_addr_i (second_q),
    .data_o      (stored)
  );

  assign any_o  = any_q;
  assign more_o = held_q > CW'(1);
  assign data_o = past_q ? past_data_q[WIDTH-1:0] : stored[WIDTH-1:0];
  assign tail_o = past_q ? past_data_q[WIDTH] : stored[WIDTH];
  assign bad_o  = past_q ? past_data_q[WIDTH+1] : stored[WIDTH+1];

  `SELVAGE_RANGE(depth, DEPTH >= 2, "ram_queue: DEPTH must be at least 2")

`ifdef FORMAL
`include "ram_queue_props.svh"
`endif
endmodule
