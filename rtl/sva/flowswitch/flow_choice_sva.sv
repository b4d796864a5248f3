// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_choice (FL-TURN).
`include "sva.svh"
module flow_choice_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N = 8,
  parameter int LOAD_W = 14,
  localparam PW = $clog2(N)
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic [LOAD_W-1:0]   floor_i,
  input logic [3:0]          shift_i,
  input logic [N-1:0]        candidates_i,
  input logic [N-1:0]        open_i,
  input logic [N-1:0]        left_i,
  input logic [N*LOAD_W-1:0] load_i,
  input logic                any_o,
  input logic [PW-1:0]       port_o
);
  // The port of the last choice between several candidates; what each counts, the least of those
  // that are open; ports that count as much and come before the one taken.
  logic [PW-1:0]          last_q;
  logic [N-1:0][LOAD_W:0] units;
  logic [LOAD_W:0]        least;
  logic [N-1:0]           can, passed;
  function automatic int behind(input int port, input int last);
    behind = port > last ? port - last : port - last + N;
  endfunction
  assign can = candidates_i & open_i;
  always_comb begin
    least = '1;
    for (int p = 0; p < N; p = p + 1) begin
      units[p] = (LOAD_W+1)'(load_i[p*LOAD_W+:LOAD_W]);
      if (left_i[p]) units[p] = units[p] + (LOAD_W+1)'(floor_i);
      units[p] = units[p] >> shift_i;
      if (can[p] && units[p] < least) least = units[p];
    end
    for (int p = 0; p < N; p = p + 1) begin
      passed[p] = can[p] && units[p] == least
                  && behind(p, 32'(last_q)) < behind(32'(port_o), 32'(last_q));
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) last_q <= PW'(N - 1);
    else if (any_o && $countones(candidates_i) > 1) last_q <= port_o;
  end

  `SELVAGE_PIN_LEGAL(m_static, !$past(rst_ni) || $stable({floor_i, shift_i}))
  `SELVAGE_PIN(a_takes_one_while_one_is_open, any_o == (can != '0))
  `SELVAGE_PIN(a_takes_an_open_one, !any_o || can[port_o])
  `SELVAGE_PIN(a_takes_the_least, !any_o || units[port_o] == least)
  `SELVAGE_PIN(a_ties_in_turn, !any_o || passed == '0)
endmodule
bind flow_choice flow_choice_sva #(.N(N), .LOAD_W(LOAD_W)) i_sva (.*);
