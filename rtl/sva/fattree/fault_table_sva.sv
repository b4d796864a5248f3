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
  input logic          rule_paper_i,
  input logic          statement_i,
  input logic          dead_i,
  input logic          derf_i,
  input logic          derr_i,
  input logic          forget_i,
  input logic [HW-1:0] bit_i,
  input logic          check_i,
  input logic          visit_i,
  input logic          next_i,
  input logic          scan_more_o,
  input logic [KW-1:0] scan_key_o,
  input logic          scan_cond_o,
  input logic          lookup_valid_i,
  input logic [H-1:0]  lookup_bits_o,
  input logic          overflow_o
);
  logic asked;   // a statement or a derived fault
  logic others;  // what may not come while it takes effect
  assign asked  = statement_i | derf_i | derr_i;
  assign others = forget_i | check_i | visit_i;
  `SELVAGE_PIN_LEGAL(m_static, !$past(rst_ni)
                     || $stable({level_i, coord_i, line_en_i, rule_paper_i}))
  `SELVAGE_PIN_LEGAL(m_up_port, !(asked || forget_i) || 32'(bit_i) < H)
  `SELVAGE_PIN_LEGAL(m_one_at_a_time, 32'(statement_i) + 32'(derf_i) + 32'(derr_i) + 32'(forget_i)
                     + 32'(check_i) + 32'(visit_i) <= 1)
  `SELVAGE_PIN_LEGAL(m_rests_behind_it, !(asked || others)
                     || !(`SELVAGE_AGO1(asked) || `SELVAGE_AGO2(asked)))
  `SELVAGE_PIN(a_bits_with_lookup, lookup_valid_i || lookup_bits_o == '0)
  `SELVAGE_PIN(a_marks_when_asked, !scan_more_o || $past(scan_more_o)
               || `SELVAGE_AGO1(check_i || visit_i))
  `SELVAGE_PIN(a_chooses_what_is_marked, !`SELVAGE_AGO1(next_i && !scan_more_o)
               || {scan_key_o, scan_cond_o} == '0)
  `SELVAGE_PIN(a_overflow_of_a_fault,
               !overflow_o || `SELVAGE_AGO3((statement_i && dead_i) || derf_i))
endmodule
bind fault_table fault_table_sva #(.M(M), .N(N), .W(W)) i_sva (.*);
