// SPDX-License-Identifier: Apache-2.0
/// What goes into the next step of an input table: the DEQ of what has been granted, or of the next
/// head that had its turn, a packet, an ACK, a look at timers (FL-STEP;
/// docs/reference/flow-switch.md).
///
/// Latency: what comes in cycle t may go into the step of t: outputs are of the cycle, without a
/// clock. Nothing but its own DEQ goes to the row that has been granted, until its packet has left
/// or the grant has come to nothing, nor to one that is dropped until the answer. A drop waits
/// until nothing is granted and the input can be read.
/// Ties: each kind of operation by itself; packets and markers in the order in which they came.
`include "bug.svh"
module flow_steps #(
  /// packets and markers that wait
  parameter int DEPTH = 16,
  /// bits of a row's number; of what goes with a packet
  parameter int ID_W = 6,
  parameter int DATA_W = 32,
  /// bits of what goes with a turn
  parameter int PICK_W = 12
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// deliberate faults; 0: packets of the granted row go on, 1: its ACKs do, 2: what waits goes
  /// before what is granted, 3: a drop goes while a row is granted, 4: while
  /// the input is read; static
  `SELVAGE_BUG_PORT(bug_i, 5)
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
  /// the head of a row has its turn, whether it is a drop; the input can be read in two cycles
  input  logic              pick_valid_i,
  input  logic              pick_drop_i,
  input  logic [ID_W-1:0]   pick_id_i,
  input  logic [PICK_W-1:0] pick_data_i,
  input  logic              soon_i,
  /// the first ACK; a row to be looked at
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
  output logic [PICK_W-1:0] deq_data_o,
  /// it drops a packet; nothing may be granted: a drop is next, or was given in the cycle before
  output logic              deq_drop_o,
  output logic              drops_o,
  output logic              enq_valid_o,
  output logic [ID_W-1:0]   enq_id_o,
  output logic [DATA_W-1:0] enq_data_o
);
  localparam int TurnW = 1 + ID_W + PICK_W;
  logic             turn_full, urgent, held, turn_any, turn_there, turn_goes, drop;
  logic [TurnW-1:0] turn_head, turn_first;
  logic [ID_W-1:0]  turn_id;
  /* verilator lint_off UNUSEDSIGNAL */
  logic             turn_full_next_unused, turn_uncovers_unused;
  logic [TurnW-1:0] turn_under_unused;
  logic [ID_W:0]    turn_count_unused;
  /* verilator lint_on UNUSEDSIGNAL */

  logic            locked_q, granted, locked;
  logic [ID_W-1:0] row_q, row;
  logic [1:0]      drop_q;  // one and two cycles ago

  assign granted = (locked_q & ~free_i & ~drop_q[1]) | grant_valid_i;
  assign locked  = granted | deq_drop_o;
  assign row     = grant_valid_i ? grant_id_i : deq_drop_o ? deq_id_o : row_q;
  assign drops_o = drop_q[0] | (turn_any & turn_head[TurnW-1]);
  always_ff @(posedge clk_i) begin
    locked_q <= rst_ni & locked;
    drop_q   <= {drop_q[0], deq_drop_o} & {2{rst_ni}};
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

  // ------------------------------------------------------------------------------- turns
  fifo #(
    .WIDTH(TurnW),
    .DEPTH(1 << ID_W)
  ) i_turns (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .flush_i    (1'b0),
    .push_i     (pick_valid_i & (turn_any | ~turn_goes)),
    .data_i     ({pick_drop_i, pick_id_i, pick_data_i}),
    .pop_i      (turn_goes & turn_any),
    .data_o     (turn_head),
    .uncovers_o (turn_uncovers_unused),
    .under_o    (turn_under_unused),
    .any_o      (turn_any),
    .full_o     (turn_full),
    .full_next_o(turn_full_next_unused),
    .count_o    (turn_count_unused)
  );
  assign turn_there  = turn_any | pick_valid_i;
  assign turn_first  = turn_any ? turn_head : {pick_drop_i, pick_id_i, pick_data_i};
  assign {drop, turn_id, deq_data_o} = turn_first;
  assign urgent      = (grant_valid_i | take_i) & ~(`SELVAGE_BUG(bug_i[2], 1'b0, turn_there));
  assign held        = drop & ((granted & `SELVAGE_BUG(bug_i[3], 1'b1, 1'b0))
                               | (~soon_i & `SELVAGE_BUG(bug_i[4], 1'b1, 1'b0)));
  assign turn_goes   = turn_there & ~urgent & ~held;
  assign deq_valid_o = urgent | turn_goes;
  assign deq_kind_o  = !urgent ? 2'd0 : take_i ? 2'd3 : grant_host_i ? 2'd1 : 2'd2;
  assign deq_id_o    = !urgent ? turn_id : grant_valid_i ? grant_id_i : row_q;
  assign deq_drop_o  = turn_goes & drop;
  assign ack_pull_o  = ack_valid_i
                       & (~(locked & (ack_id_i == row)) | `SELVAGE_BUG(bug_i[1], 1'b0, 1'b1));
  assign chk_pull_o  = chk_valid_i & ~(locked & (chk_id_i == row));

`include "assert.svh"
  `SELVAGE_RANGE(id_w, ID_W >= 1, "flow_steps: ID_W must be at least 1")
  `SELVAGE_RANGE(data_w, DATA_W >= 1, "flow_steps: DATA_W must be at least 1")
  `SELVAGE_RANGE(pick_w, PICK_W >= 1, "flow_steps: PICK_W must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(steps_one_grant, !grant_valid_i || !locked_q || free_i || drop_q[1])
      `SELVAGE_ASSERT(steps_take_what_is_granted,
                      !take_i || (locked_q && !free_i && !grant_valid_i))
      `SELVAGE_ASSERT(steps_free_what_is_granted, !free_i || locked_q)
      `SELVAGE_COVER(steps_packet_waits, (any || put_valid_i) && !enq_valid_o)
      `SELVAGE_COVER(steps_ack_waits, ack_valid_i && !ack_pull_o)
      `SELVAGE_ASSERT(steps_turns_fit, !pick_valid_i || turn_goes || !turn_full)
      `SELVAGE_COVER(steps_deq_waits, turn_there && urgent)
      `SELVAGE_COVER(steps_drop_waits, turn_there && held)
    end
  end
endmodule
