// SPDX-License-Identifier: Apache-2.0
/// Packets of a host wait here for their flow id: a queue a class, one look-up a cycle, one of a
/// class at a time (FL-LOOK; docs/reference/flow-switch.md). Stands before efct.
///
/// Latency: a header of cycle t may be looked up in t: req_*_o are of the cycle, without a clock.
/// The answer comes two cycles later, as efct gives it, and acts in that cycle; put_*_o are of it.
/// Ties: classes in turn. A class whose look-up has met a full table or window waits for the answer
/// of a step in which efct had an ACK; that of its own step counts.
`include "bug.svh"
`include "turn.svh"
module flow_lookup #(
  /// packets of a class that wait, two or more
  parameter int DEPTH = 512,
  /// bits of a page's number, of a flow id, of a position
  parameter int SLOT_W = 12,
  parameter int ID_W = 6,
  parameter int POS_W = 8,
  localparam DEST_W = 20,
  localparam LEN_W = 6
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// deliberate faults; 0: the turn stays, 1: a class that waits asks again at once, 2: an ACK
  /// wakes nobody, 3: a class asks while it is in the table; static
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// a header: where to, class, order, units, page
  input  logic              head_valid_i,
  input  logic [DEST_W-1:0] head_dest_i,
  input  logic [2:0]        head_tc_i,
  input  logic              head_ordered_i,
  input  logic [LEN_W-1:0]  head_len_i,
  input  logic [SLOT_W-1:0] head_slot_i,
  /// an ACK goes to efct in this cycle
  input  logic              ack_valid_i,
  /// a look-up in efct: {ordered, class, where to}, units
  output logic              req_valid_o,
  output logic [23:0]       req_key_o,
  output logic [LEN_W-1:0]  req_len_o,
  /// its answer: the packet has to wait, or its id and start
  input  logic              ans_stall_i,
  input  logic [ID_W-1:0]   ans_id_i,
  input  logic [POS_W-1:0]  ans_start_i,
  /// to the input table
  output logic              put_valid_o,
  output logic [SLOT_W-1:0] put_slot_o,
  output logic [LEN_W-1:0]  put_len_o,
  output logic [2:0]        put_tc_o,
  output logic              put_ordered_o,
  output logic [ID_W-1:0]   put_id_o,
  output logic [POS_W-1:0]  put_start_o
);
  localparam int EW = DEST_W + 1 + LEN_W + SLOT_W;
  `SELVAGE_TURN(8)

  // ------------------------------------------------------------------------------- queues
  logic [7:0]    any, push, pop, comes;
  logic [EW-1:0] coming;
  logic [8*EW-1:0] stored;

  assign coming = {head_dest_i, head_ordered_i, head_len_i, head_slot_i};
  assign comes  = {7'd0, head_valid_i} << head_tc_i;

  flow_classes #(
    .WIDTH(EW),
    .DEPTH(DEPTH)
  ) i_classes (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .push_i(push),
    .data_i(coming),
    .pop_i (pop),
    .any_o (any),
    .data_o(stored)
  );

  // ------------------------------------------------------------------------------- who asks
  // The packet that is looked up stands before the queue of its class, until it has its id.
  logic [8*EW-1:0] held_q;
  logic [EW-1:0] entry, answered;
  logic [7:0]    holds_q, holds;
  logic [7:0]    asked_q, answer_q;  // whose look-up was given one and two cycles ago
  logic [7:0]    waits_q, waits;
  logic [7:0]    after_q, up, asks;
  logic [1:0]    acked_q;            // efct had an ACK one and two cycles ago
  logic [2:0]    tc, answer_tc;

  assign holds = holds_q & ~(answer_q & {8{~ans_stall_i}});
  assign waits = (waits_q | (answer_q & {8{ans_stall_i}}))
                 & ~{8{acked_q[1] & `SELVAGE_BUG(bug_i[2], 1'b1, 1'b0)}}
                 & {8{`SELVAGE_BUG(bug_i[1], 1'b1, 1'b0)}};
  assign up    = turn((holds | any | comes) & ~waits
                      & ~(asked_q & {8{`SELVAGE_BUG(bug_i[3], 1'b1, 1'b0)}}), after_q);
  assign asks  = up & ~(up << 1);
  assign pop   = asks & ~holds & any;
  assign push  = comes & ~(asks & ~holds & ~any);

  always_comb begin
    entry     = '0;
    answered  = '0;
    tc        = '0;
    answer_tc = '0;
    for (int c = 0; c < 8; c = c + 1) begin
      if (asks[c]) begin
        entry = holds[c] ? held_q[c*EW+:EW] : any[c] ? stored[c*EW+:EW] : coming;
        tc    = 3'(c);
      end
      if (answer_q[c]) begin
        answered  = held_q[c*EW+:EW];
        answer_tc = 3'(c);
      end
    end
  end

  assign req_valid_o = asks != '0;
  assign req_key_o   = {entry[SLOT_W+LEN_W], tc, entry[SLOT_W+LEN_W+1+:DEST_W]}
                       & {24{req_valid_o}};
  assign req_len_o   = entry[SLOT_W+:LEN_W];

  assign put_valid_o   = answer_q != '0 && !ans_stall_i;
  assign put_slot_o    = answered[SLOT_W-1:0];
  assign put_len_o     = answered[SLOT_W+:LEN_W];
  assign put_ordered_o = answered[SLOT_W+LEN_W];
  assign put_tc_o      = answer_tc;
  assign put_id_o      = ans_id_i;
  assign put_start_o   = ans_start_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      holds_q  <= '0;
      asked_q  <= '0;
      answer_q <= '0;
      waits_q  <= '0;
      acked_q  <= '0;
      after_q  <= '1;
    end else begin
      holds_q  <= holds | asks;
      asked_q  <= asks;
      answer_q <= asked_q;
      waits_q  <= waits;
      acked_q  <= {acked_q[0], ack_valid_i};
      if (asks != '0 && `SELVAGE_BUG(bug_i[0], 1'b1, 1'b0)) after_q <= up << 1;
    end
    for (int c = 0; c < 8; c = c + 1) begin
      if (asks[c]) held_q[c*EW+:EW] <= entry;
    end
  end

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(slot_w, SLOT_W >= 1, "flow_lookup: SLOT_W must be at least 1")
  `SELVAGE_RANGE(id_w, ID_W >= 1, "flow_lookup: ID_W must be at least 1")
  `SELVAGE_RANGE(pos_w, POS_W >= 1, "flow_lookup: POS_W must be at least 1")
  `SELVAGE_RANGE(depth, DEPTH >= 2, "flow_lookup: DEPTH must be at least 2")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(lookup_one_of_a_class,
                      (asked_q & answer_q) == '0 && (asks & asked_q) == '0)
      `SELVAGE_ASSERT(lookup_answer_is_held, (answer_q & ~holds_q) == '0)
      `SELVAGE_COVER(lookup_waits, waits != '0)
      `SELVAGE_COVER(lookup_past_the_queue, (comes & ~push) != '0)
      `SELVAGE_COVER(lookup_behind_its_answer, (asks & answer_q) != '0)
    end
  end
endmodule
