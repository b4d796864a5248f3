// SPDX-License-Identifier: Apache-2.0
/// Which way a packet goes that is free to choose: of its candidates the least loaded one, ties by
/// a rotating pointer (FLOW-C-2; docs/reference/flow-port.md, least_loaded).
///
/// Latency: question at t, answer at t + 3 + ceil(log2(N) / 2); one question a clock.
/// Method: a tree of minima of four, a register behind each; all pairs of the four are compared at
/// once, and a node hands on the least load below it and which ports have it. wrap_pick takes one.
/// Ties: the first port at or after the pointer, which then stands behind that port; with one
/// candidate it stays. Nothing open: any_o is 0, and the pointer stays.
/// Needs a clock in cycles with valid_i or busy_o.
`include "bug.svh"
module least_loaded #(
  /// ports
  parameter int N = 8,
  /// bits of a load
  parameter int LOAD_W = 14,
  localparam PORT_W = $clog2(N)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// deliberate faults; 0: the pointer stays, 1: one candidate moves it, 2: loads are compared
  /// as they are, 3: the ports left count as others, 4: ports that are not open count; static
  `SELVAGE_BUG_PORT(bug_i, 5)
  /// units that a port counts more which the flow was asked to leave; static
  input  logic [LOAD_W-1:0]   floor_i,
  /// loads are compared in 2^shift_i units; static
  input  logic [3:0]          shift_i,
  /// a head asks
  input  logic                valid_i,
  /// the ports that lead to its destination
  input  logic [N-1:0]        candidates_i,
  /// those that can take it now: alive, its output table not full, no XOFF, not excluded
  input  logic [N-1:0]        open_i,
  /// those that a REDIRECT from beyond made its flow leave
  input  logic [N-1:0]        left_i,
  /// units that are at each output, port p at p*LOAD_W
  input  logic [N*LOAD_W-1:0] load_i,
  output logic                valid_o,
  /// a candidate is open; 0 without valid_o
  output logic                any_o,
  /// the port; 0 without any_o
  output logic [PORT_W-1:0]   port_o,
  /// a question is under way, or valid_o
  output logic                busy_o
);
  localparam KW = LOAD_W + 1;           // a load with the floor
  localparam STAGES = (PORT_W + 1) / 2;  // of minima of four

  // ------------------------------------------------------------------- the tree
  // Register 0 has the question, 1 the loads; from 2 on minima.
  logic [STAGES+1:0] valid_q;    // a question is in these registers
  logic [STAGES+1:0] several_q;  // it has more than one candidate
  logic              several;
  logic [LOAD_W-1:0] floor_q;
  logic [3:0]        shift_q;

  assign several = (candidates_i & (candidates_i - N'(1))) != '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= {valid_q[STAGES:0], valid_i};
    several_q <= {several_q[STAGES:0], several};
    floor_q   <= floor_i;
    shift_q   <= shift_i;
  end

  // Node n of stage 0 is leaf n; each other is made of four of the stage before. Minima of a node
  // are equal, so their OR is the least.
  genvar s, n, i;
  /* verilator lint_off UNUSEDSIGNAL */  // nobody asks how much the least is
  /* verilator lint_off CMPCONST */  // leaves beyond N
  generate
    for (s = 0; s <= STAGES; s = s + 1) begin : gen_stage
      localparam BELOW = 1 << (2 * s);  // leaves of a node
      for (n = 0; n < 1 << (2 * (STAGES - s)); n = n + 1) begin : gen_node
        logic [KW-1:0]    least;  // all ones where nothing is open
        logic [BELOW-1:0] ties;   // ports of this node that are open and have it
        if (n * BELOW >= N) begin : gen_nothing
          assign least = '1;
          assign ties  = '0;
        end else if (s == 0) begin : gen_leaf
          logic [LOAD_W-1:0] load_q;
          logic              open_q, left_q;
          logic [KW-1:0]     counts, sum;  // as it is, in units of 2^shift
          carry_select #(
            .W(KW)
          ) i_counts (
            .a_i  (KW'(load_q)),
            .b_i  (KW'(floor_q) & {KW{left_q}}),
            .sum_o(counts)
          );
          always_comb begin
            sum = counts;
            `SELVAGE_BUG_IF(bug_i[3], sum = KW'(load_q))
            sum = sum >> `SELVAGE_BUG(bug_i[2], shift_q, 4'd0);
          end
          always_ff @(posedge clk_i) begin
            load_q <= load_i[n*LOAD_W+:LOAD_W];
            open_q <= candidates_i[n] & `SELVAGE_BUG(bug_i[4], open_i[n], 1'b1);
            left_q <= left_i[n];
            least  <= sum | {KW{~open_q}};
            ties   <= open_q;
          end
        end else begin : gen_minimum
          localparam PART = BELOW / 4;  // leaves of a part
          logic [4*KW-1:0]  parts;      // their least loads
          logic [3:0]       minimal;    // none of the others is less
          logic [KW-1:0]    least_d;
          logic [BELOW-1:0] ties_d;
          for (i = 0; i < 4; i = i + 1) begin : gen_part
            assign parts[i*KW+:KW] = gen_stage[s-1].gen_node[4*n+i].least;
            assign ties_d[i*PART+:PART] =
                gen_stage[s-1].gen_node[4*n+i].ties & {PART{minimal[i]}};
          end
          always_comb begin
            least_d = '0;
            minimal = '1;
            for (int a = 0; a < 4; a = a + 1) begin
              for (int b = 0; b < 4; b = b + 1)
                if (a != b && parts[b*KW+:KW] < parts[a*KW+:KW]) minimal[a] = 1'b0;
              least_d = least_d | (parts[a*KW+:KW] & {KW{minimal[a]}});
            end
          end
          always_ff @(posedge clk_i) begin
            least <= least_d;
            ties  <= ties_d;
          end
        end
      end
    end
  endgenerate
  /* verilator lint_on CMPCONST */
  /* verilator lint_on UNUSEDSIGNAL */

  // ------------------------------------------------------------------- one of the ties
  logic [N-1:0]      ties, taken;
  logic              any;
  logic [PORT_W-1:0] port, pointer_q /* verilator public_flat_rd */;

  assign ties = gen_stage[STAGES].gen_node[0].ties[N-1:0];

  wrap_pick #(
    .N(N)
  ) i_pick (
    .vec_i   (ties),
    .pref_i  (pointer_q),
    .any_o   (any),
    .index_o (port),
    .onehot_o(taken)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_o   <= 1'b0;
      any_o     <= 1'b0;
      port_o    <= '0;
      pointer_q <= '0;
    end else begin
      valid_o <= valid_q[STAGES+1];
      any_o   <= valid_q[STAGES+1] & any;
      port_o  <= port & {PORT_W{valid_q[STAGES+1] & any}};
      // N, where there is such a value, is no preference, as 0 is.
      if (valid_q[STAGES+1] && any && `SELVAGE_BUG(bug_i[1], several_q[STAGES+1], 1'b1)
          && `SELVAGE_BUG(bug_i[0], 1'b1, 1'b0)) pointer_q <= port + PORT_W'(1);
    end
  end

  assign busy_o = valid_q != '0 || valid_o;

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(n, N >= 2 && N <= 64, "least_loaded: N must be 2..64")
  `SELVAGE_RANGE(load_w, LOAD_W >= 1 && LOAD_W <= 32, "least_loaded: LOAD_W must be 1..32")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(least_takes_a_tie, (taken & ~ties) == '0 && any == (taken != '0))
      `SELVAGE_ASSERT(least_takes_one, (taken & (taken - N'(1))) == '0)
      `SELVAGE_ASSERT(least_pointer_in_range, (PORT_W+1)'(pointer_q) <= (PORT_W+1)'(N))
      `SELVAGE_ASSERT(least_shows_nothing_else, (valid_o || !any_o) && (any_o || port_o == '0))
      `SELVAGE_COVER(least_tie, valid_q[STAGES+1] && (ties & (ties - N'(1))) != '0)
      `SELVAGE_COVER(least_nothing_open, valid_q[STAGES+1] && !any)
    end
  end
endmodule
