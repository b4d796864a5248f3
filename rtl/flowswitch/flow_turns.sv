// SPDX-License-Identifier: Apache-2.0
/// Which of the rows of a switch that have something to give is next: inputs in turn, rows of an
/// input in turn (FL-TURN; docs/reference/flow-switch.md). Row r of input i at [i*2^ID_W + r].
///
/// Latency: none; outputs are of the cycle.
/// Ties: the first at or behind the one after the last, round and round, of inputs, then of rows.
`include "bug.svh"
module flow_turns #(
  /// inputs
  parameter int N = 8,
  /// bits of a row's number
  parameter int ID_W = 6,
  localparam PW = $clog2(N),
  localparam int R = 1 << ID_W
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  /// deliberate faults; 0: the turn of the inputs stays, 1: that of the rows does; static
  `SELVAGE_BUG_PORT(bug_i, 2)
  /// rows that have something
  input  logic [N*R-1:0]  rows_i,
  /// the one that gives it in this cycle
  output logic            valid_o,
  output logic [PW-1:0]   in_o,
  output logic [ID_W-1:0] id_o
);
  logic [PW-1:0]   input_q;  // the one after the last
  logic [ID_W-1:0] row_q[N];
  logic [N-1:0]    some, one;
  logic [R-1:0]    rows;
  logic [ID_W-1:0] from;

  always_comb begin
    for (int i = 0; i < N; i = i + 1) some[i] = rows_i[i*R+:R] != '0;
  end
  wrap_pick #(
    .N(N)
  ) i_input (
    .vec_i   (some),
    .pref_i  (input_q),
    .any_o   (valid_o),
    .index_o (in_o),
    .onehot_o(one)
  );

  always_comb begin
    rows = '0;
    from = '0;
    for (int i = 0; i < N; i = i + 1) begin
      rows = rows | (rows_i[i*R+:R] & {R{one[i]}});
      from = from | (row_q[i] & {ID_W{one[i]}});
    end
  end
  /* verilator lint_off UNUSEDSIGNAL */
  logic         any_unused;
  logic [R-1:0] row_unused;
  /* verilator lint_on UNUSEDSIGNAL */
  wrap_pick #(
    .N(R)
  ) i_row (
    .vec_i   (rows),
    .pref_i  (from),
    .any_o   (any_unused),
    .index_o (id_o),
    .onehot_o(row_unused)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) input_q <= '0;
    else if (valid_o && `SELVAGE_BUG(bug_i[0], 1'b1, 1'b0)) begin
      input_q <= (in_o == PW'(N - 1)) ? '0 : in_o + PW'(1);
    end
    for (int i = 0; i < N; i = i + 1) begin
      if (!rst_ni) row_q[i] <= '0;
      else if (one[i] && `SELVAGE_BUG(bug_i[1], 1'b1, 1'b0)) row_q[i] <= id_o + ID_W'(1);
    end
  end

`include "assert.svh"
  `SELVAGE_RANGE(n, N >= 2, "flow_turns: N must be at least 2")
  `SELVAGE_RANGE(id_w, ID_W >= 1, "flow_turns: ID_W must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(turns_give_what_is_there,
                      valid_o ? rows_i[32'(in_o)*R+32'(id_o)] : rows_i == '0)
      `SELVAGE_COVER(turns_wrap, valid_o && in_o < input_q)
    end
  end
endmodule
