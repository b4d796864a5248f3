// SPDX-License-Identifier: Apache-2.0
/// Flow table: match -> row, allocated on a miss (FLOW-A-10..14; docs/reference/flow-blocks.md).
///
/// Inputs of cycle t are executed in t+1; the answer and the state show it in t+2. Every request
/// sees all earlier steps. Everything in a step is decided on the state before it.
/// Ties: a hit cancels the free of its row (kept_o); a row freed in a step is not given to the miss
/// of that step; a free of a row that is not valid does nothing.
/// Policy: the lowest free row. None free: stall_o, nothing changes, pause_o from then on until a
/// row is free again.
`include "bug.svh"
module flow_cam_alloc #(
  /// rows, any >= 1
  parameter int ROWS = 64,
  /// bits of the key
  parameter int MATCH_W = 32,
  localparam ID_W = (ROWS > 1) ? $clog2(ROWS) : 1,
  localparam CW = $clog2(ROWS + 1)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// deliberate faults; 0: a hit does not cancel the free, 1: the second of two steps with one new
  /// key allocates again, 2: pause holds until the table is empty, 3: a stall takes row 0,
  /// 4: a freed row is lost; static
  `SELVAGE_BUG_PORT(bug_i, 5)
  /// look up, allocate on a miss
  input  logic               valid_i,
  input  logic [MATCH_W-1:0] key_i,
  /// give the row back
  input  logic               free_valid_i,
  input  logic [ID_W-1:0]    free_id_i,
  /// answer; exactly one of hit, alloc, stall with valid_o
  output logic               valid_o,
  output logic               hit_o,
  output logic               alloc_o,
  output logic               stall_o,
  /// row, on hit and alloc
  output logic [ID_W-1:0]    id_o,
  /// the free took place; it was cancelled by a hit
  output logic               freed_o,
  output logic               kept_o,
  /// state: no row free; a requester stalls; valid rows; steps with stall
  output logic               full_o,
  output logic               pause_o,
  output logic [CW-1:0]      count_o,
  output logic [31:0]        stalls_o
);
  // ------------------------------------------------------------------- input registers
  logic               req_q;
  logic               free_q;
  logic [ID_W-1:0]    free_id_q;

  always_ff @(posedge clk_i) begin
    req_q     <= valid_i & rst_ni;
    free_q    <= free_valid_i & rst_ni;
    free_id_q <= free_id_i;
  end

  // ------------------------------------------------------------------- the step
  logic                 hit, alloc, stall, free_valid, same, freed, kept;
  logic [ID_W-1:0]      hit_id, fresh_id;
  logic [ROWS-1:0]      valid;
  logic [(1<<ID_W)-1:0] valid_all;  // ids without a row are never valid
  logic [31:0]          stalls_q    /* verilator public_flat_rd */;

  `SELVAGE_BUG_REG(bug_q, 5, bug_i)

  /* verilator lint_off PINCONNECTEMPTY */
  flow_cam #(
    .ROWS (ROWS),
    .KEY_W(MATCH_W)
  ) i_cam (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_q[2:1])
    .clr_a_valid_i (`SELVAGE_BUG(bug_q[4], freed, 1'b0)),
    .valid_i   (valid_i),
    .key_i     (key_i),
    .hit_o     (hit),
    .alloc_o   (alloc),
    .stall_o   (stall),
    .hit_id_o  (hit_id),
    .free_id_o (fresh_id),
    .cand_o    (),
    .pick_o    (),
    .pick_clr_o(),
    .clr_a_id_i(free_id_q),
    .clr_b_valid_i (1'b0),
    .clr_b_id_i({ID_W{1'b0}}),
    .rows_o    (valid),
    .count_o   (count_o),
    .full_o    (full_o),
    .pause_o   (pause_o)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign valid_all  = (1 << ID_W)'(valid);
  assign free_valid = free_q & valid_all[free_id_q];
  assign same       = hit & (hit_id == free_id_q);
  assign kept       = `SELVAGE_BUG(bug_q[0], free_valid & same, 1'b0);
  assign freed      = free_valid & ~kept;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_o    <= 1'b0;
      hit_o    <= 1'b0;
      alloc_o  <= 1'b0;
      stall_o  <= 1'b0;
      id_o     <= '0;
      freed_o  <= 1'b0;
      kept_o   <= 1'b0;
    end else begin
      valid_o    <= req_q;
      hit_o    <= hit;
      alloc_o  <= `SELVAGE_BUG(bug_q[3], alloc, alloc | stall);
      stall_o  <= `SELVAGE_BUG(bug_q[3], stall, 1'b0);
      id_o     <= hit ? hit_id : alloc ? fresh_id : '0;
      freed_o  <= freed;
      kept_o   <= kept;
    end
  end

  event_counter i_stalls (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .one_i  (stall),
    .two_i  (1'b0),
    .count_o(stalls_q)
  );
  assign stalls_o = stalls_q;

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(rows, ROWS >= 1, "flow_cam_alloc: ROWS must be at least 1")
  `SELVAGE_RANGE(match_w, MATCH_W >= 1, "flow_cam_alloc: MATCH_W must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(alloc_one_answer, 2'(hit_o) + 2'(alloc_o) + 2'(stall_o) == 2'(valid_o))
      `SELVAGE_ASSERT(alloc_free_or_kept, !(freed_o && kept_o))
      `SELVAGE_COVER(alloc_kept, kept_o)
      `SELVAGE_COVER(alloc_stall_and_free, stall_o && freed_o)
    end
  end

`ifdef FORMAL
`include "flow_cam_alloc_props.svh"
`endif
endmodule
