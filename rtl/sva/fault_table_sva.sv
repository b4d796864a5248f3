// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of fault_table.
`include "sva.svh"
module fault_table_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int M = 8,
  parameter int N = 3,
  parameter int W = 32,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam KW = (N - 1) * DW
) (
  input logic          clk_i,
  input logic          rst_ni,
  input logic [LW-1:0] level_i,
  input logic [KW-1:0] coord_i,
  input logic [W-1:0]  line_en_i,
  input logic [H-1:0]  up_en_i,
  input logic          rule_paper_i,
  input logic          statement_i,
  input logic          dead_i,
  input logic          derf_i,
  input logic          derr_i,
  input logic          forget_i,
  input logic [HW-1:0] bit_i,
  input logic          check_i,
  input logic          visit_i,
  input logic          visited_i,
  input logic          scan_any_o,
  input logic [KW-1:0] scan_key_o,
  input logic          scan_cond_o,
  input logic          advertised_i,
  input logic          lookup_valid_i,
  input logic [H-1:0]  lookup_bits_o,
  input logic          overflow_o
);
  `SELVAGE_PIN_LEGAL(m_static, !$past(rst_ni)
                     || $stable({level_i, coord_i, line_en_i, up_en_i, rule_paper_i}))
  `SELVAGE_PIN_LEGAL(m_up_port, !(statement_i || derf_i || derr_i || forget_i) || 32'(bit_i) < H)
  `SELVAGE_PIN_LEGAL(m_one_scan, !(check_i && visit_i))
  `SELVAGE_PIN_LEGAL(m_advertised_of_a_scan, !advertised_i || (check_i && scan_any_o))
  `SELVAGE_PIN_LEGAL(m_visited_of_a_visit, !visited_i || (visit_i && scan_any_o))
  `SELVAGE_PIN(a_bits_with_lookup, lookup_valid_i || lookup_bits_o == '0)
  `SELVAGE_PIN(a_finds_when_asked, check_i || visit_i || !scan_any_o)
  `SELVAGE_PIN(a_names_what_it_finds, scan_any_o || {scan_key_o, scan_cond_o} == '0)
  `SELVAGE_PIN(a_overflow_of_a_fault,
               !overflow_o || `SELVAGE_AGO1((statement_i && dead_i) || derf_i))
endmodule
bind fault_table fault_table_sva #(.M(M), .N(N), .W(W)) i_sva (.*);
