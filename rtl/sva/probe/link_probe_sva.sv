// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of link_probe.
`include "sva.svh"
module link_probe_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int TW = 32
) (
  input logic          clk_i,
  input logic          rst_ni,
  input logic          enable_i,
  input logic [TW-1:0] now_i,
  input logic          answer_i,
  input logic          send_o,
  input logic          down_o,
  input logic          up_o,
  input logic          dead_o,
  input logic [TW-1:0] due_o,
  input logic          busy_o
);
  logic [TW-1:0] ahead;  // top bit: the event is over
  assign ahead = due_o - now_i - TW'(1);

  `SELVAGE_PIN_LEGAL(m_enable_is_static, !$past(rst_ni) || $stable(enable_i))
  `SELVAGE_PIN(a_busy, busy_o == (send_o || down_o || up_o))
  `SELVAGE_PIN_NEXT(a_disabled_is_silent, !enable_i, !busy_o)
  `SELVAGE_PIN_NEXT(a_dead_by_events, 1'b1, $stable(dead_o) ? !(down_o || up_o)
                                                            : dead_o ? down_o : up_o)
  `SELVAGE_PIN_NEXT(a_up_by_an_answer, !answer_i, !up_o)
  `SELVAGE_PIN_NEXT(a_probes_when_due, !ahead[TW-1], !(send_o || down_o))
  `SELVAGE_PIN_NEXT(a_due_until_then, !ahead[TW-1] && !answer_i, $stable(due_o))
endmodule
bind link_probe link_probe_sva #(.TW(TW)) i_sva (.*);
