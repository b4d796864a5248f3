// SPDX-License-Identifier: Apache-2.0
/// The inputs: beats come in, the first header of each asks its way and waits (FS-RX-1..3, FS-XON,
/// FS-NEXT, FS-DROP, FS-DOWN). Bit p of a vector is input p, in dead_next_i and wants output p; a
/// row of a matrix is an input.
///
/// Latency: what rx_* show is executed at the edge; a header may ask in the cycle in which it is
/// there. xon_o shows it after the edge.
/// A packet is as long as its header says: beats that a dead link or a sender keeps back are made
/// up, one an edge, and its tail is marked bad; beats beyond it, and such without a header, are
/// ignored. A packet that may go nowhere drains, a beat an edge.
/// Ties: none; a grant, a question and an answer of an edge concern different packets or states.
`include "bug.svh"
`include "pick.svh"
module switch_inputs #(
  /// ports
  parameter int M = 8,
  /// bits of a beat
  parameter int DATA_W = 64,
  /// bits of what the header says of its way, from bit 0 of its beat; of its length, above them
  parameter int WAY_W = 18,
  parameter int LEN_W = 14,
  /// beats that a buffer holds, packets that it holds at most
  parameter int DEPTH = 256,
  parameter int HEADERS = 257,
  localparam UW = $clog2(DEPTH + 1)
) (
  input  logic                clk_i,
  /// the same clock, for what is kept of headers: may be left out while quiet_o
  input  logic                hdr_clk_i,
  input  logic                rst_ni,
  /// deliberate faults, all of switch_path's, so that a simulator puts none together: 5 XON late, 6
  /// no fill, 7 what is cut is not marked, 8 a question only when nothing is read, 9 a packet that
  /// begins to leave is nothing for quiet_o, 12 a packet is a beat longer than its header says, 13
  /// a bubble behind a tail, 15 what drains loses a beat every other edge, 16 headers that wait do
  /// not hear that their output has died, 19 a reset leaves a beat in the count of each buffer
  /* verilator lint_off UNUSEDSIGNAL */
  `SELVAGE_BUG_PORT(bug_i, 20)
  /* verilator lint_on UNUSEDSIGNAL */
  /// from registers: the links are alive; beats, input p's at [p*DATA_W +: DATA_W], their marks
  input  logic [M-1:0]        rx_ok_i,
  input  logic [M-1:0]        rx_beat_i,
  input  logic [M-1:0]        rx_head_i,
  input  logic [M-1:0]        rx_tail_i,
  input  logic [M-1:0]        rx_bad_i,
  input  logic [M*DATA_W-1:0] rx_data_i,
  /// links begin anew: what was coming in is not any more
  input  logic [M-1:0]        init_i,
  /// static: beats held with which a sender may still start packets
  input  logic [UW-1:0]       xon_most_i,
  output logic [M-1:0]        xon_o,
  /// headers ask; the one whose answer is there would, if that is to ask again; the one that is
  /// heard at this edge; the one that was at the last, and its way
  output logic [M-1:0]        ask_o,
  output logic [M-1:0]        retry_o,
  input  logic [M-1:0]        asked_i,
  input  logic [M-1:0]        heard_i,
  output logic [WAY_W-1:0]    way_o,
  /// whose answer is there: drain; ask again; or the output, one-hot, to which it has a way
  input  logic [M-1:0]        answer_i,
  input  logic                answer_drop_i,
  input  logic                answer_again_i,
  input  logic [M-1:0]        answer_want_i,
  /// outputs that are declared dead from this edge on
  input  logic [M-1:0]        dead_next_i,
  /// outputs that first headers wait for; who waits for them, rows of outputs; who does besides, if
  /// its answer of this edge names that output, and it lives; these begin to leave; beats leave
  output logic [M-1:0]        wanted_o,
  output logic [M*M-1:0]      want_o,
  output logic [M*M-1:0]      late_o,
  input  logic [M-1:0]        grant_i,
  input  logic [M-1:0]        pop_i,
  /// the next beats
  output logic [M-1:0]        any_o,
  output logic [M-1:0]        tail_o,
  output logic [M-1:0]        bad_o,
  output logic [M*DATA_W-1:0] data_o,
  /// pulses: a packet has been drained; a beat came that was ignored or not what it should be
  output logic [M-1:0]        drained_o,
  output logic [M-1:0]        malformed_o,
  /// nothing is coming in; nothing is inside; nothing happens to a header
  output logic [M-1:0]        clear_o,
  output logic [M-1:0]        idle_o,
  output logic                quiet_o,
  /// to count: a head came at the last edge; beats held with it, of these inputs
  output logic [M-1:0]        entered_o,
  output logic [M*UW-1:0]     held_o
);
`include "assert.svh"
  // ------------------------------------------------------------------------------- arrival
  logic [M-1:0] in_q;     // in a packet
  logic [M-1:0] cut_q;    // of which the rest is made up
  logic [M-1:0] first, head, single;  // a beat begins a packet; one that fits; that is one beat
  logic [M-1:0] ends;     // one beat is left
  logic [M-1:0] write, cut, tail, bad, room;
  logic [M-1:0] pop;      // a beat leaves
  logic [M-1:0] sound;    // the beat is one of the packet, and marked as it should be

  assign first = rx_ok_i & rx_beat_i & rx_head_i & ~in_q;
  always_comb begin
    head   = '0;
    single = '0;
    for (int p = 0; p < M; p = p + 1) begin
      if (first[p]) begin
        head[p]   = rx_data_i[p*DATA_W+WAY_W+:LEN_W] != '0
                    && rx_data_i[p*DATA_W+WAY_W+:LEN_W] <= LEN_W'(DEPTH);
        single[p] = rx_data_i[p*DATA_W+WAY_W+:LEN_W] == LEN_W'(1);
      end
    end
  end
  assign tail  = (in_q & ends) | single;
  assign sound = rx_ok_i & ~(rx_beat_i & in_q & rx_head_i) & ~(rx_beat_i & rx_tail_i & ~tail);
  assign cut   = in_q & (cut_q | `SELVAGE_BUG(bug_i[6], ~sound, '0)) | head & rx_tail_i & ~tail;
  assign write = head | in_q & (cut | rx_ok_i & rx_beat_i);
  assign bad   = tail & `SELVAGE_BUG(bug_i[7], cut | rx_bad_i | ~rx_tail_i, '0);
  assign malformed_o = rx_ok_i & rx_beat_i & (~(in_q | head) | ~sound | tail & ~rx_tail_i);

  // A packet counts whole from its header on (FAB-BUF). XON stays unless a header comes.
  // Beats held are used_q without those of left_late_q, which left in the edge before.
  logic [M*32-1:0] used_q  /* verilator public_flat_rd */;
  logic [M-1:0]    left_late_q  /* verilator public_flat_rd */;
  logic [M-1:0]    room_q, changes;
  assign changes = head | ~room_q;
  // That a header is one that fits comes late.
  function automatic [UW-1:0] used_next(input [UW-1:0] used, input [UW-1:0] len,
                                        input enters, input left);
    used_next = `SELVAGE_PICK(UW, enters, used + len - UW'(left), used - UW'(left));
  endfunction
  always_comb begin
    room = room_q;
    for (int p = 0; p < M; p = p + 1) begin
      if (changes[p]) begin
        room[p] = used_next(used_q[p*32+:UW], rx_data_i[p*DATA_W+WAY_W+:UW],
                            head[p], left_late_q[p]) <= xon_most_i;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    left_late_q <= rst_ni ? pop : '0;
    for (int p = 0; p < M; p = p + 1) begin
      if (!rst_ni) begin
        used_q[p*32+:32] <= `SELVAGE_BUG(bug_i[19], '0, 32'd1);
      end else if (head[p] || left_late_q[p]) begin
        used_q[p*32+:32] <= 32'(used_next(used_q[p*32+:UW], rx_data_i[p*DATA_W+WAY_W+:UW],
                                          head[p], left_late_q[p]));
        `SELVAGE_ASSERT(input_buffer, !head[p] || used_q[p*32+:32] - 32'(left_late_q[p])
                        + 32'(rx_data_i[p*DATA_W+WAY_W+:LEN_W]) <= DEPTH)
      end
    end
  end
  always_ff @(posedge clk_i) entered_o <= rst_ni ? head : '0;
  always_comb begin
    held_o = '0;
    if (entered_o != '0) begin
      for (int p = 0; p < M; p = p + 1) begin
        if (entered_o[p]) held_o[p*UW+:UW] = used_q[p*32+:UW] - UW'(left_late_q[p]);
      end
    end
  end
  `SELVAGE_BUG_REG(late_q, M, room_q)
  assign xon_o = `SELVAGE_BUG(bug_i[5], room_q, late_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      in_q   <= '0;
      cut_q  <= '0;
      room_q <= '1;
    end else begin
      in_q   <= (in_q | head) & ~(write & tail) & ~init_i;
      cut_q  <= cut & ~tail & ~init_i;
      room_q <= room;
    end
  end

  // ------------------------------------------------------------------------------- headers
  // The first header is queued, routing, wants an output or drains; none of these: there is none.
  logic [M-1:0] queued_q, routing_q, wants_q, drains_q;
  logic [M-1:0] reading_q;   // an output reads
  logic [M-1:0] sinking_q;   // a packet drains
  logic [M-1:0] drained_q;
  logic [M-1:0] some, many;  // headers wait that have not begun to leave: one or more, two or more
  logic [M-1:0] free;        // nothing of this input leaves
  logic [M-1:0] gone_q, gone, lost;  // the output has died; the first header waits for it
  logic [M-1:0] drop;        // the answer is to drain
  logic [M-1:0] ask;         // asks, also once more
  logic [M-1:0] waits_q;     // the first header waits for an output, and nothing leaves
  logic [M*M-1:0] want_q;    // rows: for this one
  logic [M-1:0] starts, sinks, sink, stays, leaves, wants;

  `SELVAGE_BUG_REG(ended_q, M, leaves)
  assign free    = ~reading_q & ~sinking_q & `SELVAGE_BUG(bug_i[13], '1, ~ended_q);
  assign lost    = wants_q & gone_q;
  assign drop    = answer_i & {M{answer_drop_i}};
  assign sinks   = free & (drains_q | drop);
  assign starts  = grant_i | sinks;
  assign ask_o   = `SELVAGE_BUG(bug_i[8], '1, free) & (head & ~some | queued_q | lost);
  assign retry_o = `SELVAGE_BUG(bug_i[8], '1, free) & answer_i;
  assign ask     = ask_o | (retry_o & {M{answer_again_i}});
  assign stays   = ~(starts | ask_o | answer_i);
  assign quiet_o = (head | `SELVAGE_BUG(bug_i[9], starts, '0) | ask_o | answer_i) == '0;

  always_comb begin
    gone = '0;
    if (`SELVAGE_BUG(bug_i[16], dead_next_i, '0) != '0) begin
      for (int p = 0; p < M; p = p + 1) begin
        gone[p] = (`SELVAGE_PICK(M, answer_i[p], answer_want_i, want_q[p*M+:M])
                   & dead_next_i) != '0;
      end
    end
  end
  assign wants = ~starts & ~ask & answer_i & ~drop | stays & wants_q;
  always_ff @(posedge clk_i) gone_q <= gone;

  // An answer never names the input's own port (switch_request): the diagonal is left out.
  always_comb begin
    wanted_o = '0;
    want_o   = '0;
    late_o   = '0;
    for (int p = 0; p < M; p = p + 1) begin
      if (waits_q[p]) begin
        for (int o = 0; o < M; o = o + 1) begin
          if (o != p) begin
            want_o[o*M+p] = want_q[p*M+o];
            wanted_o[o]   = wanted_o[o] | want_o[o*M+p];
          end
        end
      end
    end
    if (answer_i != '0) begin
      for (int p = 0; p < M; p = p + 1) begin
        if (answer_i[p] && free[p]) begin
          for (int o = 0; o < M; o = o + 1) begin
            if (o != p) late_o[o*M+p] = 1'b1;
          end
        end
      end
    end
  end

  always_ff @(posedge hdr_clk_i) begin
    for (int p = 0; p < M; p = p + 1) begin
      if (answer_i[p]) want_q[p*M+:M] <= answer_want_i;
    end
    if (!rst_ni) begin
      queued_q  <= '0;
      routing_q <= '0;
      wants_q   <= '0;
      drains_q  <= '0;
    end else begin
      queued_q  <= starts & (many | head) | ~starts & ask & ~asked_i
                   | stays & (queued_q | head & ~some);
      routing_q <= ~starts & asked_i | stays & routing_q;
      wants_q   <= wants;
      drains_q  <= ~starts & drop | stays & drains_q;
    end
  end

  // ------------------------------------------------------------------------------- departure
  assign sink   = sinks | sinking_q;
  `SELVAGE_BUG_REG(even_q, 1, ~even_q & rst_ni)
  assign pop    = pop_i | sink & any_o & `SELVAGE_BUG(bug_i[15], '1, {M{even_q}});
  assign leaves = pop & tail_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      reading_q <= '0;
      sinking_q <= '0;
      drained_q <= '0;
      waits_q   <= '0;
    end else begin
      reading_q <= (reading_q | grant_i) & ~leaves;
      sinking_q <= sink & ~leaves;
      drained_q <= sink & leaves;
      // A state of headers, but a packet that has left is nothing for hdr_clk_i. A register, since
      // the longest path of a switch begins with it.
      waits_q   <= wants & ~gone & (~(reading_q | sinking_q) | leaves)
                   & `SELVAGE_BUG(bug_i[13], '1, ~leaves);
    end
  end
  assign drained_o = drained_q;
  assign clear_o   = ~in_q;
  assign idle_o    = ~(in_q | any_o | some | drained_q | rx_ok_i & rx_beat_i);

  // ------------------------------------------------------------------------------- rows
  // Slots of whole words, which a simulator moves at once.
  localparam SLOT = (WAY_W + 31) / 32 * 32;
  logic [M*SLOT-1:0] ways;  // of first headers
`ifdef FORMAL
`include "switch_inputs_props.svh"
`endif
  genvar g;
  generate
    for (g = 0; g < M; g = g + 1) begin : gen_row
      logic [LEN_W-1:0]  len, left_q;
      logic [WAY_W-1:0]  way;
      logic [DATA_W-1:0] data;
      assign data = rx_data_i[g*DATA_W+:DATA_W];
      assign len  = data[WAY_W+:LEN_W];

      always_ff @(posedge clk_i) begin
        if (write[g]) begin
          left_q <= (in_q[g] ? left_q : len) - `SELVAGE_BUG(bug_i[12], LEN_W'(1), LEN_W'(in_q[g]));
        end
      end
      assign ends[g] = left_q == LEN_W'(1);

      /* verilator lint_off PINCONNECTEMPTY */
      ram_queue #(
        .WIDTH(DATA_W),
        .DEPTH(DEPTH)
      ) i_beats (
        .clk_i (clk_i),
        .rst_ni(rst_ni),
        .push_i(write[g]),
        .data_i(data),
        .bad_i (bad[g]),
        .tail_i(tail[g]),
        .pop_i (pop[g]),
        .any_o (any_o[g]),
        .more_o(),
        .data_o(data_o[g*DATA_W+:DATA_W]),
        .bad_o (bad_o[g]),
        .tail_o(tail_o[g])
      );

      ram_queue #(
        .WIDTH(WAY_W),
        .DEPTH(HEADERS)
      ) i_headers (
        .clk_i (hdr_clk_i),
        .rst_ni(rst_ni),
        .push_i(head[g]),
        .data_i(data[WAY_W-1:0]),
        .bad_i (1'b0),
        .tail_i(1'b0),
        .pop_i (starts[g]),
        .any_o (some[g]),
        .more_o(many[g]),
        .data_o(way),
        .bad_o (),
        .tail_o()
      );
      /* verilator lint_on PINCONNECTEMPTY */
      assign ways[g*SLOT+:SLOT] = SLOT'(way);
`ifdef FORMAL
`include "switch_inputs_row_props.svh"
`endif
    end
  endgenerate

  always_comb begin
    way_o = '0;
    for (int p = 0; p < M; p = p + 1) begin
      if (heard_i[p]) way_o = way_o | ways[p*SLOT+:WAY_W];
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(input_front, (queued_q | routing_q | wants_q | drains_q) == some)
      `SELVAGE_ASSERT(input_waits, waits_q == (free & wants_q & ~gone_q))
      `SELVAGE_ASSERT(input_front_once, ((queued_q & (routing_q | wants_q | drains_q))
                      | (routing_q & (wants_q | drains_q)) | (wants_q & drains_q)) == '0)
      `SELVAGE_ASSERT(input_read_once, (grant_i & sinks) == '0)
      `SELVAGE_ASSERT(input_heard, (heard_i & ~routing_q) == '0)
      `SELVAGE_ASSERT(input_answer, (answer_i & ~routing_q) == '0)
      `SELVAGE_COVER(input_made_up, (in_q & cut) != '0)
      `SELVAGE_COVER(input_lost, lost != '0)
      `SELVAGE_COVER(input_drains, sinks != '0)
    end
  end
endmodule
