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
  /* verilator inline_module */  // so that a queue of many that has nothing to do costs a test
  // A pop comes late: the next place and the entries held are what stands in the registers, or the
  // one behind it and one less if there was a pop in the edge before.
  logic [AW-1:0]    second_q, second;   // place of the one behind the next
  logic [CW-1:0]    held_q, held;
  logic             popped_q;
  logic [AW-1:0]    write_q, last_q;    // places of one to come, and of the last that came
  logic             any_q;
  logic             past_q;  // the one that came in the edge before is the next; it is read now
  logic [WIDTH+1:0] last_data_q, stored;

  function automatic [AW-1:0] next_of(input [AW-1:0] at);
    next_of = (at == AW'(DEPTH - 1)) ? '0 : at + AW'(1);
  endfunction

  assign second = popped_q ? next_of(second_q) : second_q;
  assign held   = held_q - CW'(popped_q);

  // What is pushed is alone if nothing else stays.
  function automatic alone(input pop, input one, input some);
    alone = `SELVAGE_PICK(1, pop, one, ~some);
  endfunction

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      second_q <= AW'(1);
      write_q  <= '0;
      held_q   <= '0;
      popped_q <= 1'b0;
      any_q    <= 1'b0;
      past_q   <= 1'b0;
    end else if (push_i || pop_i || popped_q || past_q) begin
      second_q <= second;
      held_q   <= held + CW'(push_i);
      popped_q <= pop_i;
      if (push_i || pop_i) any_q <= push_i | (held != CW'(1));
      past_q <= push_i & alone(pop_i, held == CW'(1), any_q);
      if (push_i) begin
        write_q     <= next_of(write_q);
        last_q      <= write_q;
        last_data_q <= {bad_i, tail_i, data_i};
      end
      `SELVAGE_ASSERT(queue_no_overflow, !push_i || held < CW'(DEPTH))
      `SELVAGE_ASSERT(queue_no_underflow, !pop_i || any_q)
      `SELVAGE_ASSERT(queue_any, any_q == (held != '0))
      `SELVAGE_ASSERT(queue_past, !past_q || held == CW'(1))
      `SELVAGE_COVER(queue_full, held == CW'(DEPTH))
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
    .read_i      (pop_i | past_q),
    .read_addr_i (past_q ? last_q : second),
    .data_o      (stored)
  );

  assign any_o  = any_q;
  assign more_o = held > CW'(1);
  assign data_o = past_q ? last_data_q[WIDTH-1:0] : stored[WIDTH-1:0];
  assign tail_o = past_q ? last_data_q[WIDTH] : stored[WIDTH];
  assign bad_o  = past_q ? last_data_q[WIDTH+1] : stored[WIDTH+1];

  `SELVAGE_RANGE(depth, DEPTH >= 2, "ram_queue: DEPTH must be at least 2")

`ifdef FORMAL
`include "ram_queue_props.svh"
`endif
endmodule
