// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_turns (FL-TURN).
`include "sva.svh"
module flow_turns_sva #(
  parameter int N = 8,
  parameter int ID_W = 6,
  localparam PW = $clog2(N),
  localparam int R = 1 << ID_W
) (
  input logic            clk_i,
  input logic            rst_ni,
  input logic [N*R-1:0]  rows_i,
  input logic            valid_o,
  input logic [PW-1:0]   in_o,
  input logic [ID_W-1:0] id_o
);
  // The input that had the last turn, of each input the row that had its last one.
  logic [PW-1:0]           last_q;
  logic [N-1:0][ID_W-1:0]  last_row_q;
  // How many turns behind the last one an input, a row comes, of those that have something.
  function automatic int behind(input int one, input int last, input int all);
    behind = one > last ? one - last : one - last + all;
  endfunction
  logic [N-1:0]   some, passed;  // passed: it comes before the one that has the turn
  logic [R-1:0]   rows, passed_rows;
  logic [ID_W-1:0] last_row;
  assign rows     = rows_i[32'(in_o)*R+:R];
  assign last_row = last_row_q[in_o];
  always_comb begin
    for (int i = 0; i < N; i = i + 1) begin
      some[i]   = rows_i[i*R+:R] != '0;
      passed[i] = some[i] && behind(i, 32'(last_q), N) < behind(32'(in_o), 32'(last_q), N);
    end
    for (int r = 0; r < R; r = r + 1) begin
      passed_rows[r] = rows[r] && behind(r, 32'(last_row), R) < behind(32'(id_o), 32'(last_row), R);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) last_q <= PW'(N - 1);
    else if (valid_o) last_q <= in_o;
    for (int i = 0; i < N; i = i + 1) begin
      if (!rst_ni) last_row_q[i] <= '1;
      else if (valid_o && in_o == PW'(i)) last_row_q[i] <= id_o;
    end
  end

  `SELVAGE_PIN(a_gives_while_there_is_one, valid_o == (rows_i != '0))
  `SELVAGE_PIN(a_has_something, !valid_o || (32'(in_o) < N && rows[id_o]))
  `SELVAGE_PIN(a_inputs_in_turn, !valid_o || passed == '0)
  `SELVAGE_PIN(a_rows_in_turn, !valid_o || passed_rows == '0)
endmodule
bind flow_turns flow_turns_sva #(.N(N), .ID_W(ID_W)) i_sva (.*);
