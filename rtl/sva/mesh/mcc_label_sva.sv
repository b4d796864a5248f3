// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of mcc_label.
`include "sva.svh"
module mcc_label_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0
) (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       restart_i,
  input logic       faulty_i,
  input logic [5:0] present_i,
  input logic [5:0] link_dead_i,
  input logic [5:0] bad_o,
  input logic [5:0] unsafe_o,
  input logic [5:0] line_o,
  input logic       changed_o
);
  `SELVAGE_PIN_LEGAL(m_present_is_static, !$past(rst_ni) || $stable(present_i))
  `SELVAGE_PIN_NEXT(a_faulty, faulty_i, bad_o == '1 && line_o == '1)
  `SELVAGE_PIN_NEXT(a_restart, restart_i && !faulty_i, bad_o == '0 && line_o == '0)
  `SELVAGE_PIN_NEXT(a_unsafe_is_the_rest, !faulty_i, unsafe_o == bad_o)
  `SELVAGE_PIN_NEXT(a_unsafe_stays, !restart_i, (~bad_o & $past(unsafe_o)) == '0)
  `SELVAGE_PIN_NEXT(a_line_of_a_dead_link, !restart_i,
                    (~line_o & $past(present_i & link_dead_i)) == '0)
  `SELVAGE_PIN_NEXT(a_border_is_no_fault, !faulty_i, (line_o & ~present_i) == '0)
  `SELVAGE_PIN_NEXT(a_changed, 1'b1, changed_o == !$stable({bad_o, line_o}))
endmodule
bind mcc_label mcc_label_sva i_sva (.*);
