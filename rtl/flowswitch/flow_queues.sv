// SPDX-License-Identifier: Apache-2.0
/// The buffer of an input of a flow-channel switch: units of each class and XON for its sender, a
/// queue of packets for each row of the input table, and the pages that hold them (FL-POOL,
/// FL-QUEUE, FL-PAGE, FL-READ; docs/reference/flow-switch.md).
///
/// Latency: a packet that is put into a queue at edge t may be asked for at t+1; what is asked for
/// in cycle t, the first packet of a row, is shown in t+2, in which it may leave; the one behind it
/// may be asked for two cycles after that. Its words follow as flow_pages has it. xon_o shows after
/// edge t what came and left at it.
/// Ties: of one edge what leaves goes before what is put in; a row of both is treated so.
`include "bug.svh"
module flow_queues #(
  /// pages of memory; bits of a word, an eighth of one
  parameter int PAGES = 64,
  parameter int WORD_W = 256,
  /// bits of a row's number, of a count of units
  parameter int ID_W = 6,
  parameter int UNITS_W = 14,
  localparam AW = $clog2(PAGES),
  localparam CW = $clog2(PAGES + 1),
  localparam LEN_W = 6,
  localparam BYTES_W = 14,
  localparam COUNT_W = 10
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// deliberate faults; 0: XOFF one unit late, 1: what leaves is free when it has been read,
  /// 2: what is put in goes before what leaves, 3, 4: flow_pages; static
  `SELVAGE_BUG_PORT(bug_i, 5)
  /// most units of a class with which its sender may go on; static
  input  logic [UNITS_W-1:0] mark_i,
  /// the header of a packet: class, units, bytes; its page, by which it is known
  input  logic               head_valid_i,
  input  logic [2:0]         head_tc_i,
  input  logic [LEN_W-1:0]   head_len_i,
  input  logic [BYTES_W-1:0] head_bytes_i,
  output logic [AW-1:0]      head_slot_o,
  /// the next word of the packet that comes
  input  logic               word_valid_i,
  input  logic [WORD_W-1:0]  word_i,
  /// it is put into the queue of a row (ENQ); the queue was empty
  input  logic               put_valid_i,
  input  logic [ID_W-1:0]    put_id_i,
  input  logic [AW-1:0]      put_slot_i,
  output logic               put_first_o,
  /// the first packet of a row is asked for (DEQ)
  input  logic               ask_valid_i,
  input  logic [ID_W-1:0]    ask_id_i,
  /// two cycles later: it, and whether it leaves now; another one is behind it
  output logic [AW-1:0]      first_slot_o,
  output logic [2:0]         first_tc_o,
  output logic [LEN_W-1:0]   first_len_o,
  output logic [BYTES_W-1:0] first_bytes_o,
  input  logic               leave_i,
  output logic               leave_more_o,
  /// in the cycle behind leave_more_o: that other one
  output logic [AW-1:0]      next_slot_o,
  /// words of what has left
  output logic               word_valid_o,
  output logic               word_last_o,
  output logic [WORD_W-1:0]  word_o,
  output logic               read_ready_o,
  /// by class: its sender may go on; units held
  output logic [7:0]         xon_o,
  output logic [8*UNITS_W-1:0] units_o,
  /// pages in use
  output logic [CW-1:0]      used_o
);
  localparam int EW = 3 + LEN_W + BYTES_W;

  function automatic [COUNT_W-1:0] packet_words(input [BYTES_W-1:0] bytes);
    packet_words = COUNT_W'(((BYTES_W+1)'(bytes) + (BYTES_W+1)'(31)) >> 5);
  endfunction

  // ------------------------------------------------------------------------------- units
  logic             free_valid;  // units are free
  logic [2:0]       free_tc;
  logic [LEN_W-1:0] free_len;

  logic [8*UNITS_W-1:0] units_q;
  always_comb begin
    units_o = units_q;
    for (int c = 0; c < 8; c = c + 1) begin
      if (head_valid_i && head_tc_i == 3'(c)) begin
        units_o[c*UNITS_W+:UNITS_W] = units_o[c*UNITS_W+:UNITS_W] + UNITS_W'(head_len_i);
      end
      if (free_valid && free_tc == 3'(c)) begin
        units_o[c*UNITS_W+:UNITS_W] = units_o[c*UNITS_W+:UNITS_W] - UNITS_W'(free_len);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      units_q <= '0;
      xon_o   <= '1;
    end else begin
      units_q <= units_o;
      for (int c = 0; c < 8; c = c + 1) begin
        xon_o[c] <= units_o[c*UNITS_W+:UNITS_W]
                    <= `SELVAGE_BUG(bug_i[0], mark_i, mark_i + UNITS_W'(1));
      end
    end
  end

  // ------------------------------------------------------------------------------- queues
  logic [AW-1:0] first_slot;
  assign first_slot_o = first_slot;

  flow_rows #(
    .PAGES  (PAGES),
    .ID_W   (ID_W),
    .ABOUT_W(EW)
  ) i_rows (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i[2])
    .head_valid_i (head_valid_i),
    .head_slot_i  (head_slot_o),
    .head_about_i ({head_tc_i, head_len_i, head_bytes_i}),
    .put_valid_i  (put_valid_i),
    .put_id_i     (put_id_i),
    .put_slot_i   (put_slot_i),
    .put_first_o  (put_first_o),
    .ask_valid_i  (ask_valid_i),
    .ask_id_i     (ask_id_i),
    .first_slot_o (first_slot),
    .first_about_o({first_tc_o, first_len_o, first_bytes_o}),
    .leave_i      (leave_i),
    .leave_more_o (leave_more_o),
    .next_slot_o  (next_slot_o)
  );

  // ------------------------------------------------------------------------------- pages
  flow_pages #(
    .PAGES (PAGES),
    .WORD_W(WORD_W)
  ) i_pages (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i[4:3])
    .head_valid_i(head_valid_i),
    .head_words_i(packet_words(head_bytes_i)),
    .slot_o      (head_slot_o),
    .word_valid_i(word_valid_i),
    .word_i      (word_i),
    .read_valid_i(leave_i),
    .read_slot_i (first_slot),
    .read_words_i(packet_words(first_bytes_o)),
    .word_valid_o(word_valid_o),
    .word_last_o (word_last_o),
    .word_o      (word_o),
    .read_ready_o(read_ready_o),
    .used_o      (used_o)
  );

  `SELVAGE_BUG_REG(read_q, 3 + LEN_W, leave_i ? {first_tc_o, first_len_o} : read_q)
  assign free_valid = `SELVAGE_BUG(bug_i[1], leave_i, word_last_o);
  assign {free_tc, free_len} = `SELVAGE_BUG(bug_i[1], {first_tc_o, first_len_o}, read_q);

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(pages, PAGES >= 2, "flow_queues: PAGES must be at least 2")
  `SELVAGE_RANGE(word_w, WORD_W >= 1, "flow_queues: WORD_W must be at least 1")
  `SELVAGE_RANGE(id_w, ID_W >= 1, "flow_queues: ID_W must be at least 1")
  `SELVAGE_RANGE(units_w, UNITS_W > LEN_W, "flow_queues: UNITS_W must hold two lengths")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(queues_units_of_bytes,
                      !head_valid_i || (head_len_i != '0 && head_bytes_i != '0
                      && (BYTES_W+1)'(head_bytes_i) <= {1'b0, head_len_i, 8'b0}))
      for (int c = 0; c < 8; c = c + 1) begin
        `SELVAGE_ASSERT(queues_units, !units_q[c*UNITS_W+UNITS_W-1])
      end
      `SELVAGE_COVER(queues_xoff, xon_o != '1)
    end
  end
endmodule
