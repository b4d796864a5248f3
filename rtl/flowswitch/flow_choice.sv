// SPDX-License-Identifier: Apache-2.0
/// Which way the head of a flow queue goes that is free to choose: the least loaded of the open
/// ones, in the cycle of its turn (FL-TURN, docs/reference/flow-switch.md; FLOW-C-2). Port p at
/// [p*W +: W]. `least_loaded` is the same in several clocks.
///
/// Latency: none; outputs are of the cycle.
/// Ties: the first at or after the pointer, upwards and round.
`include "bug.svh"
module flow_choice #(
  /// ports
  parameter int N = 8,
  /// bits of a load, units
  parameter int LOAD_W = 14,
  localparam PW = $clog2(N)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// deliberate faults; 0: the pointer stays, 1: one candidate moves it, 2: loads are compared as
  /// they are, 3: ports that were left count as others; static
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// units that a port counts more which the flow was asked to leave; loads are compared in
  /// 2^shift_i units; static
  input  logic [LOAD_W-1:0]   floor_i,
  input  logic [3:0]          shift_i,
  /// ports that lead to its destination; those of them that can take it now, 0: nobody chooses;
  /// those that a REDIRECT from beyond made its flow leave; units that are at each output
  input  logic [N-1:0]        candidates_i,
  input  logic [N-1:0]        open_i,
  input  logic [N-1:0]        left_i,
  input  logic [N*LOAD_W-1:0] load_i,
  /// there is one; which
  output logic                any_o,
  output logic [PW-1:0]       port_o
);
  localparam KW = LOAD_W + 1;

  logic [N*KW-1:0] counts;
  logic [N-1:0]    open, least;
  logic [PW-1:0]   pointer_q;
  logic            several;

  assign open    = open_i & candidates_i;
  assign several = (candidates_i & (candidates_i - N'(1))) != '0;
  always_comb begin
    counts = '0;
    least  = '0;
    if (open != '0) begin
      for (int p = 0; p < N; p = p + 1) begin
        counts[p*KW+:KW] = (KW'(load_i[p*LOAD_W+:LOAD_W])
                            + ((left_i[p] && `SELVAGE_BUG(bug_i[3], 1'b1, 1'b0))
                               ? KW'(floor_i) : '0))
                           >> `SELVAGE_BUG(bug_i[2], shift_i, 4'd0);
      end
      least = open;
      for (int p = 0; p < N; p = p + 1) begin
        for (int q = 0; q < N; q = q + 1) begin
          if (open[q] && counts[q*KW+:KW] < counts[p*KW+:KW]) least[p] = 1'b0;
        end
      end
    end
  end

  /* verilator lint_off UNUSEDSIGNAL */
  logic [N-1:0] one_unused;
  /* verilator lint_on UNUSEDSIGNAL */
  wrap_pick #(
    .N(N)
  ) i_pick (
    .vec_i   (least),
    .pref_i  (pointer_q),
    .any_o   (any_o),
    .index_o (port_o),
    .onehot_o(one_unused)
  );
  always_ff @(posedge clk_i) begin
    if (!rst_ni) pointer_q <= '0;
    else if (any_o && `SELVAGE_BUG(bug_i[1], several, 1'b1)
             && `SELVAGE_BUG(bug_i[0], 1'b1, 1'b0)) begin
      pointer_q <= (port_o == PW'(N - 1)) ? '0 : port_o + PW'(1);
    end
  end

`include "assert.svh"
  `SELVAGE_RANGE(n, N >= 2, "flow_choice: N must be at least 2")
  `SELVAGE_RANGE(load_w, LOAD_W >= 1, "flow_choice: LOAD_W must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(choice_is_open, any_o ? open[port_o] : open == '0)
      `SELVAGE_COVER(choice_tie, (least & (least - N'(1))) != '0)
      `SELVAGE_COVER(choice_passes_over, any_o && several && port_o < pointer_q)
    end
  end
endmodule
