// SPDX-License-Identifier: Apache-2.0
/// ACKs on their way back to an input: what the outputs' tables, their redirect generators, the
/// FIFOs of hosts and drops of this input give, in the order of a queue that takes all of a cycle
/// (FL-BACK; docs/reference/flow-switch.md). Output o at [o]; an ACK is {position, type, row}.
///
/// Latency: what comes in cycle t may be taken from t+2 on.
/// Ties: of one cycle, outputs in ascending order, REV before CHK; then redirects; then the drop;
/// then FIFOs of hosts: of wires that have become free in it, of FIFOs into which something has
/// come, others, each in ascending order. A cycle's ACKs are a word of bits in a queue of cycles;
/// what they hold stands in a queue of each source.
`include "bug.svh"
module flow_acks #(
  /// outputs; ACKs of one source that wait; cycles with ACKs that wait behind the one that goes out
  parameter int N = 8,
  parameter int DEPTH = 16,
  parameter int CYCLES = 64,
  /// bits of a row's number, of a position
  parameter int ID_W = 6,
  parameter int POS_W = 10,
  localparam PW = $clog2(N),
  localparam EW = ID_W + 3 + POS_W
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  /// deliberate faults; 0: CHK before REV, 1: the drop first, 2: hosts in ascending order
  /// whatever their wires do, 3: of a cycle's ACKs only the first; static
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// by output, static: a host is there
  input  logic [N-1:0]    host_i,
  /// by output: an ACK for this input, of its table's REV, or at a host of what leaves its FIFO;
  /// of a CHK; a redirect
  input  logic [N-1:0]    rev_valid_i,
  input  logic [N*EW-1:0] rev_i,
  input  logic [N-1:0]    chk_valid_i,
  input  logic [N*EW-1:0] chk_i,
  input  logic [N-1:0]    turn_valid_i,
  input  logic [N*EW-1:0] turn_i,
  /// of what this input has dropped
  input  logic            drop_valid_i,
  input  logic [EW-1:0]   drop_i,
  /// by output: its wire has become free in this cycle; something comes into its FIFO
  input  logic [N-1:0]    free_i,
  input  logic [N-1:0]    comes_i,
  /// the next one: its output, the ACK
  output logic            ack_valid_o,
  output logic [PW-1:0]   ack_out_o,
  output logic [EW-1:0]   ack_o,
  input  logic            ack_pull_i
);
  localparam int B = 3 * N + 1;      // sources: REV and CHK of outputs, redirects, the drop
  localparam int Drop = 3 * N;
  localparam int M = B + 3 * N;      // places in a cycle: hosts once more, three times

  // ------------------------------------------------------------------------------- what comes
  logic [B-1:0]    comes, comes_q;
  logic [B*EW-1:0] data_q, stored;
  logic [M-1:0]    places, places_q;

  always_comb begin
    comes  = '0;
    places = '0;
    for (int o = 0; o < N; o = o + 1) begin
      comes[2*o]   = rev_valid_i[o];
      comes[2*o+1] = chk_valid_i[o];
      comes[2*N+o] = turn_valid_i[o];
      places[2*o]   = `SELVAGE_BUG(bug_i[0], rev_valid_i[o] & ~host_i[o], chk_valid_i[o]);
      places[2*o+1] = `SELVAGE_BUG(bug_i[0], chk_valid_i[o], rev_valid_i[o] & ~host_i[o]);
      places[2*N+o] = turn_valid_i[o];
      if (rev_valid_i[o] && host_i[o]) begin
        if (`SELVAGE_BUG(bug_i[2], free_i[o], 1'b1)) places[B+o] = 1'b1;
        else if (comes_i[o]) places[B+N+o] = 1'b1;
        else places[B+2*N+o] = 1'b1;
      end
    end
    comes[Drop]  = drop_valid_i;
    places[Drop] = drop_valid_i;
  end

  always_ff @(posedge clk_i) begin
    comes_q  <= comes & {B{rst_ni}};
    places_q <= places & {M{rst_ni}};
    for (int o = 0; o < N; o = o + 1) begin
      if (rev_valid_i[o]) data_q[2*o*EW+:EW] <= rev_i[o*EW+:EW];
      if (chk_valid_i[o]) data_q[(2*o+1)*EW+:EW] <= chk_i[o*EW+:EW];
      if (turn_valid_i[o]) data_q[(2*N+o)*EW+:EW] <= turn_i[o*EW+:EW];
    end
    if (drop_valid_i) data_q[Drop*EW+:EW] <= drop_i;
  end

  // ------------------------------------------------------------------------------- who is next
  // The cycle whose ACKs go out stands in registers, in front of the queue.
  logic [M-1:0] rest_q, seen, next, behind;
  logic         any_q, fresh, waits, more, last, room;
  logic [B-1:0] source;
  /* verilator lint_off UNUSEDSIGNAL */
  logic                        full_unused, full_next_unused, uncovers_unused, any_unused;
  logic [M-1:0]                under_unused;
  logic [$clog2(M)-1:0]        index_unused;
  logic [$clog2(CYCLES+1)-1:0] count_unused;
  logic [B-1:0]                there_unused, last_unused;
  /* verilator lint_on UNUSEDSIGNAL */

  fifo #(
    .WIDTH(M),
    .DEPTH(CYCLES)
  ) i_cycles (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .flush_i    (1'b0),
    .push_i     (fresh & (waits | ~room)),
    .data_i     (places_q),
    .pop_i      (waits & room),
    .data_o     (behind),
    .uncovers_o (uncovers_unused),
    .under_o    (under_unused),
    .any_o      (waits),
    .full_o     (full_unused),
    .full_next_o(full_next_unused),
    .count_o    (count_unused)
  );

  first_one #(
    .N(M)
  ) i_next (
    .vec_i   (seen),
    .any_o   (any_unused),
    .index_o (index_unused),
    .onehot_o(next)
  );

  assign fresh = places_q != '0;
  assign seen = `SELVAGE_BUG(bug_i[1] && rest_q[Drop], rest_q, M'(1) << Drop);
  assign last = ~more | `SELVAGE_BUG(bug_i[3], 1'b0, 1'b1);
  assign room = ~any_q | (ack_pull_i & last);

  // Two are there if a bit of their numbers differs.
  always_comb begin
    logic one, other;
    more = 1'b0;
    for (int b = 0; b < $clog2(M); b = b + 1) begin
      {one, other} = '0;
      for (int i = 0; i < M; i = i + 1) begin
        if (((i >> b) & 1) != 0) one = one | rest_q[i];
        else other = other | rest_q[i];
      end
      more = more | (one & other);
    end
  end

  always_comb begin
    source = next[B-1:0];
    for (int o = 0; o < N; o = o + 1) begin
      source[2*o]   = `SELVAGE_BUG(bug_i[0], next[2*o], next[2*o+1])
                      | next[B+o] | next[B+N+o] | next[B+2*N+o];
      source[2*o+1] = `SELVAGE_BUG(bug_i[0], next[2*o+1], next[2*o]);
    end
    ack_out_o = '0;
    ack_o     = '0;
    for (int o = 0; o < N; o = o + 1) begin
      if (source[2*o] || source[2*o+1] || source[2*N+o]) ack_out_o = ack_out_o | PW'(o);
    end
    for (int s = 0; s < B; s = s + 1) begin
      if (source[s]) ack_o = ack_o | stored[s*EW+:EW];
    end
  end
  assign ack_valid_o = any_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) any_q <= 1'b0;
    else if (room) any_q <= waits | fresh;
    if (room) rest_q <= waits ? behind : places_q;
    else if (ack_pull_i) rest_q <= rest_q & ~next;
  end

  flow_banks #(
    .N     (B),
    .DEPTH (DEPTH),
    .WORD_W(EW)
  ) i_banks (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .push_i(comes_q),
    .last_i({B{1'b0}}),
    .data_i(data_q),
    .pop_i (source & {B{ack_pull_i & any_q}}),
    .any_o (there_unused),
    .last_o(last_unused),
    .data_o(stored)
  );

`include "assert.svh"
  `SELVAGE_RANGE(id_w, ID_W >= 1, "flow_acks: ID_W must be at least 1")
  `SELVAGE_RANGE(pos_w, POS_W >= 1, "flow_acks: POS_W must be at least 1")
  `SELVAGE_RANGE(n, N >= 2 && (N & (N - 1)) == 0, "flow_acks: N must be a power of two")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(acks_pull_what_is_there, !ack_pull_i || any_q)
      `SELVAGE_ASSERT(acks_stored, !any_q || (source & ~there_unused) == '0)
      `SELVAGE_ASSERT(acks_host_has_no_table,
                      (host_i & (chk_valid_i | turn_valid_i)) == '0)
      `SELVAGE_COVER(acks_several_at_once, places_q != '0 && (places_q & (places_q - M'(1))) != '0
                     && any_q && more)
      `SELVAGE_COVER(acks_hosts_at_once, (rev_valid_i & host_i) != '0
                     && ((rev_valid_i & host_i) & ((rev_valid_i & host_i) - N'(1))) != '0)
    end
  end
endmodule
