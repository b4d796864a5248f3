// SPDX-License-Identifier: Apache-2.0
/// One input: beats come in, its first header asks its way and waits (FS-RX-1..3, FS-XON, FS-NEXT,
/// FS-DROP, FS-DOWN).
///
/// Latency: what rx_* show is executed at the edge; a header may ask in the cycle in which it is
/// there. xon_o shows it after the edge.
/// A packet is as long as its header says: beats that a dead link or a sender keeps back are made
/// up, one an edge, and its tail is marked bad; beats beyond it, and such without a header, are
/// ignored. A packet that may go nowhere drains, a beat an edge.
/// Ties: none; a grant, a question and an answer of an edge concern different packets or states.
`include "bug.svh"
module switch_input #(
  /// outputs
  parameter int M = 8,
  /// bits of a beat
  parameter int DATA_W = 64,
  /// bits of what the header says of its way, from bit 0 of its beat; of its length, above them
  parameter int WAY_W = 18,
  parameter int LEN_W = 14,
  /// beats that the buffer holds, packets that it holds at most
  parameter int DEPTH = 256,
  parameter int HEADERS = 257,
  localparam UW = $clog2(DEPTH + 1),
  localparam HCW = $clog2(HEADERS + 1)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// deliberate faults: 0 XON late, 1 no fill, 2 what is cut is not marked, 3 a question
  /// only when nothing is read
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// the link is alive; a beat, its marks
  input  logic              rx_ok_i,
  input  logic              rx_beat_i,
  input  logic              rx_head_i,
  input  logic              rx_tail_i,
  input  logic              rx_bad_i,
  input  logic [DATA_W-1:0] rx_data_i,
  /// the link begins anew: what was coming in is not any more
  input  logic              init_i,
  /// static: beats held with which the sender may still start packets
  input  logic [UW-1:0]     xon_most_i,
  output logic              xon_o,
  /// a header asks; the first one that waits; it is heard at this edge
  output logic              ask_o,
  output logic [WAY_W-1:0]  way_o,
  input  logic              asked_i,
  /// the answer: drain; ask again; or the output, one-hot
  input  logic              answer_i,
  input  logic              answer_drop_i,
  input  logic              answer_again_i,
  input  logic [M-1:0]      answer_want_i,
  /// outputs that are declared dead
  input  logic [M-1:0]      dead_i,
  /// the output that the first header waits for; it begins to leave; a beat leaves
  output logic [M-1:0]      want_o,
  input  logic              grant_i,
  input  logic              pop_i,
  /// the next beat
  output logic              any_o,
  output logic              tail_o,
  output logic              bad_o,
  output logic [DATA_W-1:0] data_o,
  /// pulses: a packet has been drained; a beat came that was ignored or not what it should be
  output logic              drained_o,
  output logic              malformed_o,
  /// beats held
  output logic [UW-1:0]     used_o,
  /// nothing is coming in; nothing is inside
  output logic              clear_o,
  output logic              idle_o
);
  // ------------------------------------------------------------------------------- arrival
  logic             in_q    /* verilator public_flat_rd */;  // in a packet
  logic             cut_q;     // of which the rest is made up
  logic [LEN_W-1:0] left_q;
  logic             head, fits, write, cut, tail, bad;
  logic [LEN_W-1:0] len, left;
  logic             sound;     // the beat is one of the packet, and marked as it should be

  assign len   = rx_data_i[WAY_W+:LEN_W];
  assign fits  = len != '0 && len <= LEN_W'(DEPTH);
  assign head  = rx_ok_i & rx_beat_i & rx_head_i & fits & ~in_q;
  assign left  = in_q ? left_q : len;
  assign tail  = left == LEN_W'(1);
  assign sound = rx_ok_i & ~(rx_beat_i & in_q & rx_head_i) & ~(rx_beat_i & rx_tail_i & ~tail);
  assign cut   = in_q & (cut_q | `SELVAGE_BUG(bug_i[1], ~sound, 1'b0))
                 | head & rx_tail_i & ~tail;
  assign write = head | in_q & (cut | rx_ok_i & rx_beat_i);
  assign bad   = tail & `SELVAGE_BUG(bug_i[2], cut | rx_bad_i | ~rx_tail_i, 1'b0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || init_i) begin
      in_q  <= 1'b0;
      cut_q <= 1'b0;
    end else begin
      in_q  <= (in_q | head) & ~(write & tail);
      cut_q <= cut & ~tail;
    end
    if (write) left_q <= left - LEN_W'(1);
  end

  // ------------------------------------------------------------------------------- beats
  logic pop, drains, drained_q;
  beat_ring #(
    .WIDTH(DATA_W + 2),
    .DEPTH(DEPTH)
  ) i_ring (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .push_i(write),
    .data_i({bad, tail, rx_data_i}),
    .pop_i (pop),
    .any_o (any_o),
    .data_o({bad_o, tail_o, data_o})
  );

  // A packet counts whole from its header on (FAB-BUF).
  logic [UW-1:0] used_q  /* verilator public_flat_rd */;
  logic [UW-1:0] used;
  logic          xon;
  assign used = used_q + (head ? UW'(len) : '0);
  assign xon  = used <= xon_most_i;
  `SELVAGE_BUG_REG(xon_late_q, 1, xon)
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q <= '0;
      xon_o  <= 1'b1;
    end else begin
      used_q <= used - UW'(pop);
      xon_o  <= `SELVAGE_BUG(bug_i[0], xon, xon_late_q);
    end
  end

  // ------------------------------------------------------------------------------- headers
  localparam [2:0] FrontNone = 3'd0;
  localparam [2:0] FrontQueued = 3'd1;
  localparam [2:0] FrontRouting = 3'd2;
  localparam [2:0] FrontWants = 3'd3;
  localparam [2:0] FrontDrains = 3'd4;
  logic [2:0]       front_q  /* verilator public_flat_rd */;
  logic [M-1:0]     want_q;
  logic             reading_q;  // an output reads
  logic             sinking_q;  // a packet drains
  logic [HCW-1:0]   waiting;    // headers that have not begun to leave
  logic [WAY_W-1:0] first;
  logic             starts, sinks, leaves;

  /* verilator lint_off PINCONNECTEMPTY */
  fifo #(
    .WIDTH(WAY_W),
    .DEPTH(HEADERS)
  ) i_headers (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .flush_i(1'b0),
    .push_i (head),
    .data_i (rx_data_i[WAY_W-1:0]),
    .pop_i  (starts),
    .data_o (first),
    .any_o  (),
    .full_o (),
    .full_next_o(),
    .count_o(waiting)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  logic [M-1:0] wants;
  logic         lost;    // the output that it waits for has died
  logic         free;    // nothing of this input leaves
  assign free = ~reading_q & ~sinking_q;
  assign lost = front_q == FrontWants && (want_q & dead_i) != '0;
  always_comb begin
    wants = '0;
    if (front_q == FrontWants) wants = want_q & ~dead_i;
    if (answer_i && !answer_drop_i && !answer_again_i) wants = answer_want_i;
  end
  assign want_o = free ? wants : '0;
  assign sinks  = free & (front_q == FrontDrains || (answer_i && answer_drop_i));
  assign starts = grant_i | sinks;
  assign ask_o  = `SELVAGE_BUG(bug_i[3], 1'b1, free)
                  & (waiting == '0 ? head
                     : front_q == FrontQueued || lost || (answer_i && answer_again_i));
  assign way_o  = (waiting == '0) ? rx_data_i[WAY_W-1:0] : first;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) front_q <= FrontNone;
    else if (starts) front_q <= (waiting > HCW'(1) || head) ? FrontQueued : FrontNone;
    else if (ask_o) front_q <= asked_i ? FrontRouting : FrontQueued;
    else if (answer_i) front_q <= answer_drop_i ? FrontDrains : FrontWants;
    else if (waiting == '0 && head) front_q <= FrontQueued;
    if (answer_i) want_q <= answer_want_i;
  end

  // ------------------------------------------------------------------------------- departure
  assign drains = sinks | sinking_q;
  assign pop    = pop_i | drains & any_o;
  assign leaves = pop & tail_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      reading_q <= 1'b0;
      sinking_q <= 1'b0;
      drained_q <= 1'b0;
    end else begin
      reading_q <= (reading_q | grant_i) & ~leaves;
      sinking_q <= drains & ~leaves;
      drained_q <= drains & leaves;
    end
  end
  assign drained_o   = drained_q;
  assign malformed_o = rx_ok_i & rx_beat_i
                       & (in_q | head ? ~sound | tail & ~rx_tail_i : 1'b1);
  assign used_o      = used_q;
  assign clear_o     = ~in_q;
  assign idle_o      = ~in_q & ~any_o & (front_q == FrontNone) & ~drained_q
                       & ~(rx_ok_i & rx_beat_i);

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(input_buffer, 32'(used_q) + (head ? 32'(len) : 0) <= DEPTH)
      `SELVAGE_ASSERT(input_front, (front_q == FrontNone) == (waiting == '0))
      `SELVAGE_ASSERT(input_read_once, !grant_i || !sinks)
      `SELVAGE_ASSERT(input_answer, !answer_i || front_q == FrontRouting)
      `SELVAGE_COVER(input_made_up, in_q && cut)
      `SELVAGE_COVER(input_lost, lost)
      `SELVAGE_COVER(input_drains, sinks)
    end
  end
endmodule
