// SPDX-License-Identifier: Apache-2.0
/// Walks over the rows of an OFCT: timers all the time, and the two rounds after the death of a
/// link (FLOW-A-29; docs/reference/flow-blocks.md).
///
/// SCAN: every row in turn, kind 0: in each cycle the one that now_i names, so SCAN needs no clock.
/// down_i in SCAN: LOSS, every row once, kind 1; DRAIN, drain_t_i cycles without a row (0: left
/// out); CLOSE, every row once, kind 2; DONE until up_i; SCAN. Inputs are used in the cycle they
/// come; outputs show the registers, but for the row of SCAN. down_i counts in SCAN only, up_i in
/// DONE only. drain_t_i is sampled in the last cycle of LOSS.
`include "bug.svh"
module flow_walker #(
  parameter int FLOW_ID_W = 6,
  /// bits of a time
  parameter int TS_W = 40
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0: no drain, 1: the last row is not closed, 2: down restarts anywhere,
  /// 3: drain a cycle too long; static
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// low bits of the cycle
  input  logic [FLOW_ID_W-1:0] now_i,
  /// pulse: the link died
  input  logic                 down_i,
  /// pulse: back to normal
  input  logic                 up_i,
  /// time for what is under way
  input  logic [TS_W-1:0]      drain_t_i,
  /// look at row chk_id_o, for the reason chk_kind_o (0 timers, 1 link died, 2 close)
  output logic                 chk_valid_o,
  output logic [FLOW_ID_W-1:0] chk_id_o,
  output logic [1:0]           chk_kind_o,
  /// every row is closed
  output logic                 done_o
);
  localparam [2:0] Scan = 3'd0;
  localparam [2:0] Loss = 3'd1;
  localparam [2:0] Drain = 3'd2;
  localparam [2:0] Close = 3'd3;
  localparam [2:0] Done = 3'd4;

  logic [2:0]           state_q/* verilator public_flat_rd */, state_d;
  logic [FLOW_ID_W-1:0] id_q   /* verilator public_flat_rd */, id_d;
  logic [TS_W-1:0]      wait_q /* verilator public_flat_rd */, wait_d;  // cycles of DRAIN left
  logic                 last;

  assign last = &id_q;

  always_comb begin
    state_d = state_q;
    id_d    = '0;
    wait_d  = '0;
    case (state_q)
      Scan: begin
        if (down_i) state_d = Loss;
      end
      Loss: begin
        id_d = id_q + FLOW_ID_W'(1);
        if (last) begin
          wait_d  = drain_t_i;
          state_d = (drain_t_i == '0) ? Close : Drain;
        end
      end
      Drain: begin
        wait_d = wait_q - TS_W'(1);
        if (wait_q == TS_W'(1)) state_d = Close;
      end
      Close: begin
        id_d = id_q + FLOW_ID_W'(1);
        if (last) state_d = Done;
      end
      default: begin  // Done
        if (up_i) state_d = Scan;
      end
    endcase
    `SELVAGE_BUG_IF(bug_i[0] && state_d == Drain, state_d = Close)
    `SELVAGE_BUG_IF(bug_i[1] && state_q == Close && id_q == {{(FLOW_ID_W - 1){1'b1}}, 1'b0},
                    {state_d, id_d} = {Done, {FLOW_ID_W{1'b0}}})
    `SELVAGE_BUG_IF(bug_i[2] && down_i, {state_d, id_d} = {Loss, {FLOW_ID_W{1'b0}}})
    `SELVAGE_BUG_IF(bug_i[3] && state_q == Loss && state_d == Drain,
                    wait_d = drain_t_i + TS_W'(1))
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= Scan;
      id_q    <= '0;
      wait_q  <= '0;
    end else begin
      state_q <= state_d;
      id_q    <= id_d;
      wait_q  <= wait_d;
    end
  end

  assign chk_valid_o = (state_q == Scan) | (state_q == Loss) | (state_q == Close);
  assign chk_id_o    = (state_q == Scan) ? now_i : id_q;
  assign chk_kind_o  = {state_q == Close, state_q == Loss};
  assign done_o      = state_q == Done;

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(ts_w, TS_W >= 1, "flow_walker: TS_W must be at least 1")
  `SELVAGE_RANGE(flow_id_w, FLOW_ID_W >= 1 && FLOW_ID_W <= 16,
                 "flow_walker: FLOW_ID_W must be 1..16")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(walker_state, state_q <= Done)
      `SELVAGE_ASSERT(walker_waits_in_drain, (wait_q != '0) == (state_q == Drain))
      `SELVAGE_ASSERT(walker_rests_at_0, state_q == Loss || state_q == Close || id_q == '0)
      `SELVAGE_COVER(walker_done, done_o && up_i)
    end
  end
endmodule
