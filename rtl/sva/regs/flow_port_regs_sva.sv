// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_port_regs (REG-1, REG-2, REG-4, REG-5, REG-7, REG-8).
`include "sva.svh"
module flow_port_regs_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int POS_W = 8,
  parameter int FLOW_ID_W = 6,
  parameter int MAX = 48
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 req_valid_i,
  input logic                 req_ready_o,
  input logic                 req_write_i,
  input logic [8:0]           req_addr_i,
  input logic                 rsp_valid_o,
  input logic [31:0]          rsp_rdata_o,
  input logic                 rsp_error_o,
  input logic                 link_idle_i,
  input logic                 agg_idle_i,
  input logic                 table_idle_i,
  input logic [4:0]           pending_o,
  input logic                 enabled_o,
  input logic                 link_up_o,
  input logic                 link_down_o,
  input logic [9:0]           agg_t1_o,
  input logic [9:0]           agg_t2_o,
  input logic [9:0]           agg_t3_o,
  input logic [5:0]           agg_max_o,
  input logic [POS_W-1:0]     credit_on_o,
  input logic [POS_W-1:0]     credit_off_o,
  input logic [3:0]           tick_o,
  input logic [15:0]          refresh_o,
  input logic [15:0]          expire_o,
  input logic [9:0]           unit_cycles_o,
  input logic                 row_valid_o,
  input logic [FLOW_ID_W-1:0] row_id_o,
  input logic                 row_ready_i,
  input logic                 row_valid_i
);
  // Accesses taken one, two and three clocks ago; what they were. A row that is on its way.
  logic [2:0] taken_q, write_q;
  logic [8:0] addr1_q, addr2_q, addr_q;
  logic       taken, answer, wrote, row_late_q;
  assign taken  = req_valid_i && req_ready_o;
  assign answer = taken_q[2];
  assign wrote  = answer && write_q[2] && !rsp_error_o;
  always_ff @(posedge clk_i) begin
    taken_q    <= rst_ni ? {taken_q[1:0], taken} : '0;
    write_q    <= {write_q[1:0], req_write_i};
    addr1_q    <= req_addr_i;
    addr2_q    <= addr1_q;
    addr_q     <= addr2_q;
    row_late_q <= rst_ni && ((row_valid_o && row_ready_i) || (row_late_q && !row_valid_i));
  end

  `SELVAGE_PIN_LEGAL(m_row_once_asked_for, !row_valid_i || row_late_q)
  `SELVAGE_PIN(a_ready_again_with_the_response, req_ready_o == (taken_q[1:0] == '0))
  `SELVAGE_PIN(a_response_after_three, rsp_valid_o == answer)
  `SELVAGE_PIN(a_error_with_the_response, !rsp_error_o || rsp_valid_o)
  `SELVAGE_PIN(a_data_of_reads, rsp_rdata_o == '0 || (answer && !write_q[2] && !rsp_error_o))
  `SELVAGE_PIN(a_words_only, !answer || addr_q[1:0] == '0 || rsp_error_o)
  `SELVAGE_PIN(a_build, !(answer && addr_q == '0)
               || (write_q[2] ? rsp_error_o
                   : rsp_rdata_o == {18'd0, 6'(MAX), 4'(POS_W), 4'(FLOW_ID_W)}))
  `SELVAGE_PIN_NEXT(a_link_events, 1'b1, link_up_o == (enabled_o && !$past(enabled_o))
                    && link_down_o == (!enabled_o && $past(enabled_o)))
  `SELVAGE_PIN(a_up_when_drained, !link_up_o || $past(link_idle_i))
  `SELVAGE_PIN(a_down_by_a_write, !link_down_o || (wrote && addr_q == 9'h004))
  `SELVAGE_PIN(a_timers_ascend, agg_t1_o < agg_t2_o && agg_t2_o < agg_t3_o)
  `SELVAGE_PIN(a_credit_bounds, credit_off_o <= credit_on_o)
  `SELVAGE_PIN(a_renewed_before_expiry, refresh_o < expire_o)
  `SELVAGE_PIN(a_values_in_bounds, agg_max_o != '0 && agg_max_o <= 6'(MAX)
               && unit_cycles_o != '0 && unit_cycles_o <= 10'd260)
  `SELVAGE_PIN_NEXT(a_waits_for_the_aggregator, 1'b1, $stable(agg_max_o) || $past(agg_idle_i))
  `SELVAGE_PIN_NEXT(a_waits_for_the_table, 1'b1, $stable(tick_o) || $past(table_idle_i))
  `SELVAGE_PIN_NEXT(a_group_acts_once, 1'b1, $stable({agg_t1_o, agg_t2_o, agg_t3_o})
                    || $past(pending_o[0]) || (wrote && addr_q == 9'h010))
  `SELVAGE_PIN_NEXT(a_pending_until_idle, 1'b1,
                    (!($past(pending_o[0]) && !pending_o[0]) || $past(agg_idle_i))
                    && (!($past(pending_o[2]) && !pending_o[2]) || $past(table_idle_i)))
  `SELVAGE_PIN(a_other_groups_never_wait, (pending_o & 5'b11010) == '0)
  `SELVAGE_PIN_NEXT(a_asks_until_ready, row_valid_o && !row_ready_i,
                    row_valid_o && $stable(row_id_o))
  `SELVAGE_PIN(a_asks_by_a_write, !row_valid_o || $past(row_valid_o)
               || (wrote && addr_q == 9'h1c0))
endmodule
bind flow_port_regs flow_port_regs_sva #(
  .POS_W    (POS_W),
  .FLOW_ID_W(FLOW_ID_W),
  .MAX      (MAX)
) i_sva (.*);
