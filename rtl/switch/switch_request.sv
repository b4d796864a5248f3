// SPDX-License-Identifier: Apache-2.0
/// Which header asks, and what the answer means for it (FS-REQ, FS-DEC).
///
/// Latency: a question of edge t is answered at edge t + R.
/// Ties: round robin, the first input that asks at or behind the one after the last that did.
/// An answer that names a port declared dead counts only if the control was at rest since the
/// question: else the header asks again, since the control may know more by now.
/// An answer to which the crossbar has no way drains: back by the own port, from above to above, or
/// to a port that there is not.
/// wipe_i: nobody asks, and the answers that are under way are for nobody.
`include "bug.svh"
`include "turn.svh"
module switch_request #(
  parameter int M = 8,
  /// cycles from question to answer, 2 or more
  parameter int R = 2,
  localparam H = M / 2,
  localparam PW = $clog2(M)
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  /// deliberate faults: 0 round robin stays, 1 an answer is never stale
  `SELVAGE_BUG_PORT(bug_i, 2)
  /// there is no switch above this one; static
  input  logic          root_i,
  input  logic          wipe_i,
  /// headers ask; the one whose answer is there would, if that is to ask again
  input  logic [M-1:0]  ask_i,
  input  logic [M-1:0]  retry_i,
  /// the question of this edge, to the control: input, one-hot; input of that of the last edge
  output logic          req_valid_o,
  output logic [M-1:0]  asked_o,
  output logic [M-1:0]  heard_o,
  /// the control's answer to the question two edges ago
  input  logic          gnt_valid_i,
  input  logic          gnt_drop_i,
  input  logic [PW-1:0] gnt_port_i,
  /// the control has work in this cycle; ports declared dead
  input  logic          work_i,
  input  logic [M-1:0]  dead_i,
  /// answers of this edge, by input; what they say
  output logic [M-1:0]  answer_o,
  output logic          answer_drop_o,
  output logic          answer_again_o,
  output logic [M-1:0]  answer_want_o,
  /// the output, unless it is dead
  output logic [M-1:0]  answer_take_o,
  output logic          idle_o
);
  `SELVAGE_TURN(M)
  // ------------------------------------------------------------------------------- question
  logic [M-1:0] after_q;  // inputs behind the last that asked
  logic [M-1:0] up;

  // Whether the one asks again comes late: who asks is known for both.
  always_comb begin
    up = '0;
    if ((ask_i | retry_i) != '0) begin
      up = `SELVAGE_PICK(M, answer_again_o, turn(ask_i | retry_i, after_q), turn(ask_i, after_q));
    end
  end
  assign asked_o     = up & ~(up << 1);
  assign req_valid_o = (ask_i != '0 || (retry_i & {M{answer_again_o}}) != '0) && !wipe_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i) after_q <= '0;
    else if (req_valid_o && `SELVAGE_BUG(bug_i[0], 1'b1, 1'b0)) after_q <= up << 1;
  end

  // Stage s holds the question of s + 1 edges ago: who asked, and whether the control was at work.
  logic [M-1:0] asked_q[R];
  logic [R-2:0] worked_q;
  always_ff @(posedge clk_i) begin
    for (int s = 0; s < R; s = s + 1) begin
      if (!rst_ni || wipe_i) asked_q[s] <= '0;
      else asked_q[s] <= (s == 0) ? asked_o : asked_q[(s == 0) ? 0 : s-1];
    end
    worked_q <= (R - 1)'({worked_q, work_i});
  end

  // ------------------------------------------------------------------------------- answer
  // The control answers after two edges; a longer decision is one that is kept.
  logic          drop;
  logic [PW-1:0] port;
  generate
    if (R == 2) begin : gen_short
      assign {drop, port} = {gnt_drop_i, gnt_port_i};
    end else begin : gen_long
      logic [PW:0] kept_q[R-2];
      always_ff @(posedge clk_i) begin
        for (int s = 0; s < R - 2; s = s + 1) begin
          kept_q[s] <= (s == 0) ? {gnt_drop_i, gnt_port_i} : kept_q[(s == 0) ? 0 : s-1];
        end
      end
      assign {drop, port} = kept_q[R-3];
    end
  endgenerate

  logic [M-1:0] ways, want;
  logic         dead, stale;
  always_comb begin
    ways = ~answer_o;
    if (!root_i && answer_o[M-1:H] != '0) ways[M-1:H] = '0;
  end
  assign want  = drop ? '0 : (M'(1) << port) & ways;
  assign dead  = (want & dead_i) != '0;
  assign stale = work_i | (worked_q != '0);

  assign heard_o        = asked_q[0];
  assign answer_o       = asked_q[R-1];
  assign answer_again_o = dead & `SELVAGE_BUG(bug_i[1], stale, 1'b0);
  assign answer_drop_o  = want == '0 | dead & ~answer_again_o;
  assign answer_want_o  = want;
  assign answer_take_o  = want & ~dead_i;

  logic [R-1:0] busy;
  always_comb begin
    for (int s = 0; s < R; s = s + 1) busy[s] = asked_q[s] != '0;
  end
  assign idle_o = busy == '0;

`include "assert.svh"
  `SELVAGE_RANGE(r, R >= 2, "switch_request: R must be at least 2")
  logic [1:0] sent_q;  // questions under way, wiped ones too
  always_ff @(posedge clk_i) sent_q <= rst_ni ? {sent_q[0], req_valid_o} : '0;
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(request_answered, gnt_valid_i == sent_q[1])
      `SELVAGE_ASSERT(request_known, asked_q[1] == '0 || sent_q[1])
      `SELVAGE_COVER(request_wiped, sent_q[1] && asked_q[1] == '0)
      `SELVAGE_COVER(request_stale, answer_o != '0 && answer_again_o)
      `SELVAGE_COVER(request_dead, answer_o != '0 && dead && !answer_again_o)
    end
  end

`ifdef FORMAL
`include "switch_request_props.svh"
`endif
endmodule
