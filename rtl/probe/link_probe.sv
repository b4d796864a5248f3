// SPDX-License-Identifier: Apache-2.0
/// Prober of one port that leads to a switch (FT-DET-1, FT-DET-3; control-plane.md, Probes).
///
/// Sends a probe at phase_i and every period_i cycles after it; without an answer within timeout_i
/// cycles it repeats the probe, at most retries_i times, then declares the link down. While the
/// link is down it goes on probing every period_i cycles, without repetitions, and declares the
/// link up at the first answer.
///
/// Time: now_i is a free-running counter that wraps; at a clock edge it is the number of the cycle
/// that this edge begins. An answer arrives in the cycle that begins with the edge that samples
/// answer_i = 1. send_o, down_o and up_o are 1 in exactly the cycle that the page gives. The
/// registers hold points in time, so between its events the block needs no clock: it has to be
/// clocked when now_i is due_o and when answer_i is 1. A late clock makes the event late, never
/// lost, as long as it is less than half the range of now_i late.
/// Ties: an answer in the cycle of a deadline is too late and is ignored; an answer in the cycle of
/// a periodic probe declares a dead link up, and the probe waits for an answer of its own; any
/// other answer that nobody waits for is ignored.
/// Requires (retries_i + 1) * timeout_i < period_i, so that every exchange ends before the next
/// begins, and period_i less than half the range of now_i.
`include "bug.svh"
module link_probe #(
  /// bits of the time
  parameter int TW = 32,
  /// bits of the counter of repetitions
  parameter int RW = 2
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  /// deliberate faults; static: [0] one repetition too few, [1] a dead link is declared up by a
  /// probe instead of its answer, [2] waits one cycle too long, [3] an answer in the cycle of the
  /// deadline counts, [4] the period runs from the declaration of death
  `SELVAGE_BUG_PORT(bug_i, 5)
  /// the port leads to a switch; static
  input  logic          enable_i,
  /// cycle of the first probe; static, sampled in reset, as the next three
  input  logic [TW-1:0] phase_i,
  /// cycles from one probe to the next
  input  logic [TW-1:0] period_i,
  /// cycles to wait for an answer
  input  logic [TW-1:0] timeout_i,
  /// repetitions before the link is declared down
  input  logic [RW-1:0] retries_i,
  /// number of the cycle that the next clock edge begins
  input  logic [TW-1:0] now_i,
  /// an answer arrives
  input  logic          answer_i,
  /// pulse: send a probe
  output logic          send_o,
  /// pulse: the link is declared dead
  output logic          down_o,
  /// pulse: the link is declared up again
  output logic          up_o,
  /// the link is declared dead
  output logic          dead_o,
  /// time of the next event if no answer comes
  output logic [TW-1:0] due_o,
  /// a pulse is out: clock again in the next cycle
  output logic          busy_o
);
  // ------------------------------------------------------------------------------- straps
  logic [TW-1:0] period_q, timeout_q;
  logic [RW-1:0] retries_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      period_q  <= period_i;
      timeout_q <= timeout_i;
      retries_q <= retries_i;
    end
  end

  logic [TW-1:0] timeout;
  logic [RW-1:0] retries;
  logic          early_up, grace, shifted;
  assign retries  = `SELVAGE_BUG(bug_i[0] && retries_q != '0, retries_q, retries_q - RW'(1));
  assign early_up = `SELVAGE_BUG(bug_i[1], 1'b0, 1'b1);
  assign timeout  = `SELVAGE_BUG(bug_i[2], timeout_q, timeout_q + TW'(1));
  assign grace    = `SELVAGE_BUG(bug_i[3], 1'b0, 1'b1);
  assign shifted  = `SELVAGE_BUG(bug_i[4], 1'b0, 1'b1);

  // -------------------------------------------------------------------------------- state
  logic          dead_q;
  logic          wait_q;
  logic [RW-1:0] tries_q;
  logic [TW-1:0] next_q;  // time of the next periodic probe
  logic [TW-1:0] due_q;   // time of the next event
  logic [TW-1:0] after_period, after_timeout;  // of due_q
  logic          late;  // now_i is due_q or behind it
  logic          due, expired, answered, revived;

  carry_select #(
    .W(TW)
  ) i_after_period (
    .a_i  (due_q),
    .b_i  (period_q),
    .sum_o(after_period)
  );
  carry_select #(
    .W(TW)
  ) i_after_timeout (
    .a_i  (due_q),
    .b_i  (timeout),
    .sum_o(after_timeout)
  );

  always_comb begin
    // the sign of now_i - due_q, without the difference
    late     = now_i[TW-1] ^ due_q[TW-1] ^ (now_i[TW-2:0] >= due_q[TW-2:0]);
    due      = enable_i & late;
    expired  = due & wait_q & ~(grace & answer_i);
    revived  = dead_q & (answer_i | early_up);  // apart: not behind the comparison of times
    answered = enable_i & ~expired & (((wait_q | dead_q) & answer_i) | (revived & due));
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      dead_q  <= 1'b0;
      wait_q  <= 1'b0;
      tries_q <= '0;
      next_q  <= phase_i;
      due_q   <= phase_i;
      send_o  <= 1'b0;
      down_o  <= 1'b0;
      up_o    <= 1'b0;
    end else begin
      send_o <= 1'b0;
      down_o <= 1'b0;
      up_o   <= 1'b0;
      if (answered) begin
        wait_q <= 1'b0;
        dead_q <= 1'b0;
        up_o   <= dead_q;
        due_q  <= next_q;
      end
      if (due && !wait_q) begin  // periodic probe
        send_o  <= 1'b1;
        wait_q  <= ~dead_q | revived;
        tries_q <= '0;
        next_q  <= after_period;
        due_q   <= (dead_q && !revived) ? after_period : after_timeout;
      end else if (expired && tries_q != retries) begin
        send_o  <= 1'b1;
        tries_q <= tries_q + RW'(1);
        due_q   <= after_timeout;
      end else if (expired) begin
        wait_q <= 1'b0;
        dead_q <= 1'b1;
        down_o <= 1'b1;
        due_q  <= shifted ? after_period : next_q;
      end
    end
  end

  assign dead_o = dead_q;
  assign due_o  = due_q;
  assign busy_o = send_o | down_o | up_o;

`include "assert.svh"
  `SELVAGE_RANGE(tw, TW >= 2, "link_probe: TW must be at least 2")
  `SELVAGE_RANGE(rw, RW >= 1, "link_probe: RW must be at least 1")
  localparam PW = TW + RW + 1;
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(probe_waits_only_alive, !(wait_q && dead_q))
      `SELVAGE_ASSERT(probe_one_event, !(down_o && up_o) && !(down_o && send_o))
      `SELVAGE_ASSERT(probe_dead_after_down, !down_o || dead_q)
      `SELVAGE_ASSERT(probe_period_long_enough,
        !send_o || (PW'(retries_q) + PW'(1)) * PW'(timeout_q) < PW'(period_q))
      `SELVAGE_ASSERT(probe_period_in_range, !send_o || !period_q[TW-1])
      `SELVAGE_COVER(probe_answer_at_deadline, answer_i && due && wait_q)
      `SELVAGE_COVER(probe_up, up_o)
      `SELVAGE_COVER(probe_up_and_probe, up_o && send_o)
    end
  end
endmodule
