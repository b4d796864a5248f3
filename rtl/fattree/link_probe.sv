// SPDX-License-Identifier: Apache-2.0
/// Prober of one port that leads to a switch (FT-DET-1; docs/control-plane.md, Probes).
///
/// Sends a probe at phase_i and every PERIOD cycles after it; without an answer within TIMEOUT
/// cycles it repeats the probe, at most RETRIES times, then declares the link down. While the link
/// is down it goes on probing every PERIOD cycles, without repetitions, and declares the link up at
/// the first answer.
///
/// Time: now_i is a free-running counter that wraps; at a clock edge it is the number of the cycle
/// that this edge begins. Then send_o, down_o and up_o are 1 in exactly the cycle that the page
/// says. The registers hold points in time, so between its events the block needs no clock: it has
/// to be clocked when now_i is due_o and when answer_i is 1. A late clock makes the event late,
/// never lost, as long as it is less than half the range of now_i late.
/// Ties: answers up to the last cycle before a deadline prevent what happens at the deadline; an
/// answer in the cycle of a repetition is taken as the answer to it.
/// Requires (RETRIES + 1) * TIMEOUT < PERIOD, so that every exchange ends before the next begins.
module link_probe #(
  /// cycles from one probe to the next
  parameter PERIOD = 1000,
  /// cycles to wait for an answer
  parameter TIMEOUT = 100,
  /// repetitions before the link is declared down
  parameter RETRIES = 2,
  /// bits of the time
  parameter TW = 32
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  /// the port leads to a switch; static
  input  logic          enable_i,
  /// cycle of the first probe; static, sampled in reset
  input  logic [TW-1:0] phase_i,
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
  localparam RW = $clog2(RETRIES + 2);

  logic          dead_q   /* verilator public_flat_rd */;
  logic          wait_q   /* verilator public_flat_rd */;
  logic [RW-1:0] tries_q;
  logic [TW-1:0] period_q;  // time of the next periodic probe
  logic [TW-1:0] due_q;     // time of the next event
  logic [TW-1:0] late;
  logic          due;

  always_comb begin
    late = now_i - due_q;
    due  = enable_i & ~late[TW-1];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      dead_q   <= 1'b0;
      wait_q   <= 1'b0;
      tries_q  <= '0;
      period_q <= phase_i;
      due_q    <= phase_i;
      send_o   <= 1'b0;
      down_o   <= 1'b0;
      up_o     <= 1'b0;
    end else begin
      send_o <= 1'b0;
      down_o <= 1'b0;
      up_o   <= 1'b0;
      if (answer_i && enable_i && (wait_q || dead_q)) begin
        wait_q <= 1'b0;
        dead_q <= 1'b0;
        up_o   <= dead_q;
        due_q  <= period_q;
      end
      if (due && !(wait_q && answer_i)) begin
        if (!wait_q) begin  // periodic probe
          send_o   <= 1'b1;
          wait_q   <= ~dead_q | answer_i;
          tries_q  <= '0;
          period_q <= due_q + TW'(PERIOD);
          due_q    <= due_q + ((dead_q && !answer_i) ? TW'(PERIOD) : TW'(TIMEOUT));
        end else if (tries_q != RW'(RETRIES)) begin
          send_o  <= 1'b1;
          tries_q <= tries_q + RW'(1);
          due_q   <= due_q + TW'(TIMEOUT);
        end else begin
          wait_q <= 1'b0;
          dead_q <= 1'b1;
          down_o <= 1'b1;
          due_q  <= period_q;
        end
      end
    end
  end

  assign dead_o = dead_q;
  assign due_o  = due_q;
  assign busy_o = send_o | down_o | up_o;

  initial begin
    if ((RETRIES + 1) * TIMEOUT >= PERIOD) $fatal(1, "link_probe: PERIOD is too short");
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(probe_waits_only_alive, !(wait_q && dead_q))
      `SELVAGE_ASSERT(probe_one_event, !(down_o && up_o) && !(down_o && send_o))
      `SELVAGE_ASSERT(probe_dead_after_down, !down_o || dead_q)
      `SELVAGE_COVER(probe_answer_at_deadline, answer_i && due && wait_q)
      `SELVAGE_COVER(probe_up, up_o)
    end
  end
endmodule
