// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of planar_route.
`include "sva.svh"
module planar_route_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int CW = 4
) (
  input logic            clk_i,
  input logic            rst_ni,
  input logic            valid_i,
  input logic [3*CW-1:0] here_i,
  input logic [3*CW-1:0] dst_i,
  input logic [2:0]      proxy_i,
  input logic [2:0]      in_port_i,
  input logic [1:0]      sub_i,
  input logic [5:0]      nb_down_i,
  input logic [11:0]     free_i,
  input logic            valid_o,
  input logic            eject_o,
  input logic            drop_o,
  input logic            grant_o,
  input logic [2:0]      dir_o,
  input logic            vc_o,
  input logic [1:0]      sub_o,
  input logic [2:0]      proxy_o,
  input logic [11:0]     legal_o
);
  localparam [2:0] Host = 3'd6;
  // Channel 2 d + v is virtual channel v of direction d; both are down with their neighbour.
  logic [11:0] down, taken;
  always_comb begin
    for (int d = 0; d < 6; d = d + 1) down[2*d+:2] = {2{nb_down_i[d]}};
  end
  assign taken = 12'd1 << {dir_o, vc_o};

  `SELVAGE_PIN_LEGAL(m_in_port, !valid_i || in_port_i <= Host)
  `SELVAGE_PIN_LEGAL(m_proxy, !valid_i || proxy_i <= 3'd6)
  `SELVAGE_PIN_LEGAL(m_host_has_no_sub, !valid_i || in_port_i != Host || sub_i == '0)
  `SELVAGE_PIN(a_latency, valid_o == `SELVAGE_AGO2(valid_i))
  `SELVAGE_PIN(a_zero_without, valid_o || {eject_o, drop_o, grant_o, legal_o} == '0)
  `SELVAGE_PIN(a_one_answer, !(eject_o && drop_o) && !(grant_o && (eject_o || drop_o)))
  `SELVAGE_PIN(a_ejects_at_destination,
               eject_o == (valid_o && $past(here_i, 2) == $past(dst_i, 2)))
  `SELVAGE_PIN(a_legal_unless_over, (legal_o != '0) == (valid_o && !eject_o && !drop_o))
  `SELVAGE_PIN(a_no_channel_without, grant_o || {dir_o, vc_o, sub_o, proxy_o} == '0)
  `SELVAGE_PIN(a_takes_legal_and_free, !grant_o || (taken & legal_o & $past(free_i, 2)) != '0)
  `SELVAGE_PIN(a_takes_what_is_free, grant_o == ((legal_o & $past(free_i, 2)) != '0))
  `SELVAGE_PIN(a_not_to_where_it_is_down, (legal_o & $past(down, 2)) == '0)
  `SELVAGE_PIN(a_order_never_falls, !grant_o || sub_o >= $past(sub_i, 2))
  `SELVAGE_PIN(a_no_turn_back, !grant_o || sub_o != $past(sub_i, 2) || dir_o != $past(in_port_i, 2))
  `SELVAGE_PIN(a_proxy_kept_or_given_up, proxy_o == '0 || proxy_o == $past(proxy_i, 2))
endmodule
bind planar_route planar_route_sva #(.CW(CW)) i_sva (.*);
