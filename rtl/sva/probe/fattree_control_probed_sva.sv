// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of fattree_control_probed, beside those of the modules in it.
`include "sva.svh"
module fattree_control_probed_sva #(
  parameter int M = 8,
  parameter int N = 3,
  localparam H = M / 2,
  localparam LW = $clog2(N)
) (
  input logic          clk_i,
  input logic          rst_ni,
  input logic [LW-1:0] level_i,
  input logic [M-1:0]  port_en_i,
  input logic [M-1:0]  probe_o,
  input logic [M-1:0]  answer_o,
  input logic [M-1:0]  probe_i,
  input logic [M-1:0]  dead_o,
  input logic          idle_o
);
  logic [M-1:0] switches;  // ports that lead to switches
  assign switches = port_en_i & {{H{1'b1}}, {H{level_i != '0}}};

  `SELVAGE_PIN(a_answers_at_once, answer_o == (probe_i & switches))
  `SELVAGE_PIN(a_probes_switches, (probe_o & ~switches) == '0)
  `SELVAGE_PIN(a_hosts_are_never_dead, (dead_o & ~switches) == '0)
  `SELVAGE_PIN(a_not_idle_with_a_probe, !idle_o || probe_o == '0)
endmodule
bind fattree_control_probed fattree_control_probed_sva #(.M(M), .N(N)) i_sva (.*);
