// SPDX-License-Identifier: Apache-2.0
/// What goes into the next step of an input table: the DEQ of what has been granted, or the next
/// one that waits, a packet, an ACK, a look at timers (FL-STEP; docs/reference/flow-switch.md).
///
/// Latency: what comes in cycle t may go into the step of t: outputs are of the cycle, without a
/// clock. Nothing but its own DEQ goes to the row that has been granted, until its packet has left
/// or the grant has come to nothing.
/// Ties: each kind of operation by itself; packets and markers in the order in which they came.
`include "bug.svh"
module flow_steps #(
  /// packets and markers that wait
  parameter int DEPTH = 16,
  /// bits of a row's number; of what goes with a packet
  parameter int ID_W = 6,
  parameter int DATA_W = 32,
  /// 1: a host is behind the input
  parameter int EDGE = 0
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// deliberate faults; 0: packets of the granted row go on, 1: its ACKs do, 2: what waits goes
  /// before what is granted, 3: a drop goes while a row is granted; static
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// a packet or a marker comes: its row
  input  logic              put_valid_i,
  input  logic [ID_W-1:0]   put_id_i,
  input  logic [DATA_W-1:0] put_data_i,
  /// the head of a row is granted, for a host; its MAP is done; it has left or comes to nothing
  input  logic              grant_valid_i,
  input  logic [ID_W-1:0]   grant_id_i,
  input  logic              grant_host_i,
  input  logic              take_i,
  input  logic              free_i,
  /// the first DEQ that waits, whether it is a drop; the first ACK; a row to be looked at
  input  logic              deq_valid_i,
  input  logic              deq_drop_i,
  input  logic [ID_W-1:0]   deq_id_i,
  output logic              deq_pull_o,
  input  logic              ack_valid_i,
  input  logic [ID_W-1:0]   ack_id_i,
  output logic              ack_pull_o,
  input  logic              chk_valid_i,
  input  logic [ID_W-1:0]   chk_id_i,
  output logic              chk_pull_o,
  /// the step: a DEQ, 0 as it waited, 1 of a grant for a host, 2 a peek of one for a switch, 3
  /// behind its MAP; a packet or marker
  output logic              deq_valid_o,
  output logic [1:0]        deq_kind_o,
  output logic [ID_W-1:0]   deq_id_o,
  output logic              enq_valid_o,
  output logic [ID_W-1:0]   enq_id_o,
  output logic [DATA_W-1:0] enq_data_o
);
  logic            locked_q, locked;
  logic [ID_W-1:0] row_q, row;

  assign locked = (locked_q & ~free_i) | grant_valid_i;
  assign row    = grant_valid_i ? grant_id_i : row_q;
  always_ff @(posedge clk_i) begin
    locked_q <= rst_ni & locked;
    row_q    <= row;
  end

  // ------------------------------------------------------------------------------- packets
  logic                   any, push, pop;
  logic [ID_W+DATA_W-1:0] head, first;
  /* verilator lint_off UNUSEDSIGNAL */
  logic                   full_unused, full_next_unused, uncovers_unused;
  logic [ID_W+DATA_W-1:0] under_unused;
  logic [$clog2(DEPTH+1)-1:0] count_unused;
  /* verilator lint_on UNUSEDSIGNAL */

  fifo #(
    .WIDTH(ID_W + DATA_W),
    .DEPTH(DEPTH)
  ) i_packets (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .flush_i    (1'b0),
    .push_i     (push),
    .data_i     ({put_id_i, put_data_i}),
    .pop_i      (pop),
    .data_o     (head),
    .uncovers_o (uncovers_unused),
    .under_o    (under_unused),
    .any_o      (any),
    .full_o     (full_unused),
    .full_next_o(full_next_unused),
    .count_o    (count_unused)
  );
  assign first       = any ? head : {put_id_i, put_data_i};
  assign enq_id_o    = first[DATA_W+:ID_W];
  assign enq_data_o  = first[DATA_W-1:0];
  assign enq_valid_o = (any | put_valid_i)
                       & (~(locked & (enq_id_o == row)) | `SELVAGE_BUG(bug_i[0], 1'b0, 1'b1));
  assign pop         = enq_valid_o & any;
  assign push        = put_valid_i & (any | ~enq_valid_o);

  // ------------------------------------------------------------------------------- the others
  logic urgent, held;
  assign urgent      = (grant_valid_i | take_i) & ~(`SELVAGE_BUG(bug_i[2], 1'b0, deq_valid_i));
  assign held        = (EDGE != 0) & locked & deq_drop_i & `SELVAGE_BUG(bug_i[3], 1'b1, 1'b0);
  assign deq_pull_o  = deq_valid_i & ~urgent & ~held;
  assign deq_valid_o = urgent | deq_pull_o;
  assign deq_kind_o  = !urgent ? 2'd0 : take_i ? 2'd3 : grant_host_i ? 2'd1 : 2'd2;
  assign deq_id_o    = urgent ? row : deq_id_i;
  assign ack_pull_o  = ack_valid_i
                       & (~(locked & (ack_id_i == row)) | `SELVAGE_BUG(bug_i[1], 1'b0, 1'b1));
  assign chk_pull_o  = chk_valid_i & ~(locked & (chk_id_i == row));

`include "assert.svh"
  `SELVAGE_RANGE(id_w, ID_W >= 1, "flow_steps: ID_W must be at least 1")
  `SELVAGE_RANGE(data_w, DATA_W >= 1, "flow_steps: DATA_W must be at least 1")
  `SELVAGE_RANGE(edge, EDGE == 0 || EDGE == 1, "flow_steps: EDGE must be 0 or 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(steps_one_grant, !grant_valid_i || !locked_q || free_i)
      `SELVAGE_ASSERT(steps_take_what_is_granted,
                      !take_i || (locked_q && !free_i && !grant_valid_i))
      `SELVAGE_ASSERT(steps_free_what_is_granted, !free_i || locked_q)
      `SELVAGE_COVER(steps_packet_waits, (any || put_valid_i) && !enq_valid_o)
      `SELVAGE_COVER(steps_ack_waits, ack_valid_i && !ack_pull_o)
      `SELVAGE_COVER(steps_deq_waits, deq_valid_i && urgent)
    end
  end
endmodule
