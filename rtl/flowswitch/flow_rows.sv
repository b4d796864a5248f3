// SPDX-License-Identifier: Apache-2.0
/// The queues of packets of an input, one for each row of its table: lists through the first pages
/// of packets (FL-QUEUE; docs/reference/flow-switch.md).
///
/// Latency: as flow_queues has it.
/// Ties: of one edge what leaves goes before what is put in; a row of both is treated so.
`include "bug.svh"
module flow_rows #(
  /// pages of memory; bits of a row's number; of what is known of a packet
  parameter int PAGES = 64,
  parameter int ID_W = 6,
  parameter int ABOUT_W = 23,
  localparam AW = $clog2(PAGES)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// deliberate faults; 0: what is put in goes before what leaves; static
  `SELVAGE_BUG_PORT(bug_i, 1)
  /// a packet comes: its page, what is known of it
  input  logic               head_valid_i,
  input  logic [AW-1:0]      head_slot_i,
  input  logic [ABOUT_W-1:0] head_about_i,
  /// it is put into the queue of a row; the queue was empty
  input  logic               put_valid_i,
  input  logic [ID_W-1:0]    put_id_i,
  input  logic [AW-1:0]      put_slot_i,
  output logic               put_first_o,
  /// the first packet of a row is asked for; two cycles later: it, whether it leaves now, whether
  /// another one is behind it
  input  logic               ask_valid_i,
  input  logic [ID_W-1:0]    ask_id_i,
  output logic [AW-1:0]      first_slot_o,
  output logic [ABOUT_W-1:0] first_about_o,
  input  logic               leave_i,
  output logic               leave_more_o,
  /// in the cycle behind leave_more_o: the page of that other one
  output logic [AW-1:0]      next_slot_o
);
  localparam int ROWS = 1 << ID_W;

  logic [AW-1:0]   first_q[ROWS], last_q[ROWS];
  logic [ROWS-1:0] any_q;
  logic            late_q;       // the next one of a row comes out of the memory
  logic [ID_W-1:0] late_id_q;
  logic [ID_W-1:0] ask_id_q, id_q;
  logic [AW-1:0]   ask_slot_q, slot_q;
  logic            alone, empty, joins;

  // Whose first packet has been asked for: its page after an edge, what is known of it after two.
  always_ff @(posedge clk_i) begin
    if (ask_valid_i) begin
      ask_id_q   <= ask_id_i;
      ask_slot_q <= first_q[ask_id_i];
    end
    id_q   <= ask_id_q;
    slot_q <= ask_slot_q;
  end
  ram_1r1w #(
    .WIDTH(ABOUT_W),
    .DEPTH(PAGES)
  ) i_about (
    .clk_i       (clk_i),
    .write_i     (head_valid_i),
    .write_addr_i(head_slot_i),
    .data_i      (head_about_i),
    .read_i      (1'b1),
    .read_addr_i (ask_slot_q),
    .data_o      (first_about_o)
  );
  assign first_slot_o = slot_q;

  // A queue of one that leaves is empty for what is put in at the same edge.
  assign alone        = slot_q == last_q[id_q];
  assign leave_more_o = leave_i & ~alone;
  assign empty        = ~any_q[put_id_i] | (leave_i & alone & (put_id_i == id_q)
                                            & `SELVAGE_BUG(bug_i[0], 1'b1, 1'b0));
  assign put_first_o  = put_valid_i & empty;
  assign joins        = put_valid_i & ~empty;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      any_q  <= '0;
      late_q <= 1'b0;
    end else begin
      if (leave_i && alone) any_q[id_q] <= 1'b0;
      if (put_valid_i) any_q[put_id_i] <= 1'b1;
      late_q <= leave_more_o;
    end
    late_id_q <= id_q;
    if (late_q) first_q[late_id_q] <= next_slot_o;
    if (put_first_o) first_q[put_id_i] <= put_slot_i;
    if (put_valid_i) last_q[put_id_i] <= put_slot_i;
  end
  ram_1r1w #(
    .WIDTH(AW),
    .DEPTH(PAGES)
  ) i_behind (
    .clk_i       (clk_i),
    .write_i     (joins),
    .write_addr_i(last_q[put_id_i]),
    .data_i      (put_slot_i),
    .read_i      (leave_i),
    .read_addr_i (slot_q),
    .data_o      (next_slot_o)
  );

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(rows_leave_what_is_there, !leave_i || any_q[id_q])
      `SELVAGE_COVER(rows_one_out_one_in, leave_i && alone && put_valid_i && put_id_i == id_q)
      `SELVAGE_COVER(rows_late_and_put, late_q && put_valid_i && put_id_i == late_id_q)
    end
  end
endmodule
