// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of mesh_router (WR-*).
`include "sva.svh"
module mesh_router_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int CW = 4,
  parameter int UW = 8,
  localparam int P = 7,
  localparam int C = 14
) (
  input logic            clk_i,
  input logic            rst_ni,
  input logic [3*CW-1:0] here_i,
  input logic [5:0]      present_i,
  input logic [C*UW-1:0] depth_i,
  input logic [C*UW-1:0] full_i,
  input logic            reserve_i,
  input logic            free_at_tail_i,
  input logic            msg_takes_i,
  input logic            numbered_i,
  input logic [3:0]      turn_i,
  input logic [P-1:0]    rx_valid_i,
  input logic [P-1:0]    rx_vc_i,
  input logic [P-1:0]    rx_abort_i,
  input logic [P-1:0]    rx_tail_i,
  input logic [C-1:0]    credit_o,
  input logic [P-1:0]    tx_valid_o,
  input logic [P-1:0]    tx_vc_o,
  input logic [P-1:0]    tx_head_o,
  input logic [P-1:0]    tx_tail_o,
  input logic [P-1:0]    tx_abort_o,
  input logic [C-1:0]    credit_i,
  input logic [5:0]      msg_valid_o,
  input logic [5:0]      rx_resend_o,
  input logic [P-1:0]    link_ok_i,
  input logic [5:0]      link_init_i,
  input logic            wipe_i,
  input logic [C-1:0]    dec_in_o,
  input logic [2:0]      dec_kind_o,
  input logic [C-1:0]    dec_out_o
);
  // By channel: a flit comes, one leaves, with its marks; a header takes it.
  logic [C-1:0] come, goes, heads, tails, aborts, takes;
  logic [P-1:0] in_port, out_port;  // of what is decided
  always_comb begin
    for (int p = 0; p < P; p = p + 1) begin
      for (int v = 0; v < 2; v = v + 1) begin
        come[2*p+v] = rx_valid_i[p] && rx_vc_i[p] == 1'(v);
        goes[2*p+v] = tx_valid_o[p] && tx_vc_o[p] == 1'(v);
      end
      in_port[p]  = dec_in_o[2*p+:2] != '0;
      out_port[p] = dec_out_o[2*p+:2] != '0;
      heads[2*p+:2]  = goes[2*p+:2] & {2{tx_head_o[p]}};
      tails[2*p+:2]  = goes[2*p+:2] & {2{tx_tail_o[p]}};
      aborts[2*p+:2] = goes[2*p+:2] & {2{tx_abort_o[p]}};
    end
  end
  assign takes = dec_out_o & {C{dec_in_o != '0 && dec_kind_o == 3'd1}};
  // Output channels that a packet holds, and those in which one has begun. Flits of input channels
  // that are here, of output channels that are at the far end, until the link begins anew.
  logic [C-1:0]  held_q, open_q, anew, limited, far_full, here_none, here_full;
  logic [UW+1:0] here_q[C], far_q[C];
  logic          wiped_q;
  // Channels of ports whose link has died and has not begun anew: there is nothing to say of them.
  logic [P-1:0] dead_q, init;
  logic [C-1:0] dead;
  assign init = {wiped_q, link_init_i};
  always_comb begin
    for (int p = 0; p < P; p = p + 1) begin
      anew[2*p+:2] = {2{init[p]}};
      dead[2*p+:2] = {2{dead_q[p] || !link_ok_i[p]}};
    end
  end
  always_comb begin
    for (int c = 0; c < C; c = c + 1) begin
      limited[c]   = full_i[c*UW+:UW] != '0;
      far_full[c]  = far_q[c] >= (UW+2)'(full_i[c*UW+:UW]);
      here_none[c] = here_q[c] == '0;
      here_full[c] = here_q[c] >= (UW+2)'(depth_i[c*UW+:UW]);
    end
  end
  always_ff @(posedge clk_i) begin
    wiped_q <= rst_ni && wipe_i;
    if (!rst_ni || wiped_q) {held_q, open_q} <= '0;
    else begin
      held_q <= ((held_q | takes) & ~tails) & ~anew;
      open_q <= ((open_q | heads) & ~tails) & ~anew;
    end
    for (int c = 0; c < C; c = c + 1) begin
      if (!rst_ni || anew[c]) {here_q[c], far_q[c]} <= '0;
      else begin
        here_q[c] <= wiped_q ? '0 : here_q[c] + (UW+2)'(come[c]) - (UW+2)'(credit_o[c]);
        far_q[c]  <= far_q[c] + (UW+2)'(goes[c]) - (UW+2)'(credit_i[c]);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    dead_q <= !rst_ni ? '0 : ((dead_q | ~link_ok_i) & ~init) | {P{wipe_i}};
  end

  `SELVAGE_PIN_LEGAL(m_straps_are_static, !$past(rst_ni) || $stable({here_i, present_i, depth_i,
      full_i, reserve_i, free_at_tail_i, msg_takes_i, numbered_i}))
  `SELVAGE_PIN_LEGAL(m_turn, turn_i < 4'd14)
  `SELVAGE_PIN_LEGAL(m_abort_is_a_tail, (rx_valid_i & rx_abort_i & ~rx_tail_i) == '0)
  `SELVAGE_PIN_LEGAL(m_flits_fit, (come & here_full & ~credit_o & ~dead) == '0)
  `SELVAGE_PIN(a_ports_that_exist, (tx_valid_o[5:0] & ~present_i) == '0
               && (msg_valid_o & ~present_i) == '0)
  `SELVAGE_PIN(a_begins_with_a_head, ((heads ^ (goes & ~open_q)) & ~dead) == '0)
  `SELVAGE_PIN(a_abort_is_a_tail, (aborts & ~tails) == '0)
  `SELVAGE_PIN(a_of_who_holds_it, (goes & ~held_q & ~takes & ~dead) == '0)
  `SELVAGE_PIN(a_only_with_credit, (goes & limited & far_full & ~credit_i & ~dead) == '0)
  `SELVAGE_PIN(a_credit_for_a_flit, (credit_o & here_none & ~dead) == '0)
  `SELVAGE_PIN(a_one_decision, $onehot0(dec_in_o)
               && (dec_in_o == '0 || (dec_kind_o != '0 && dec_kind_o <= 3'd4)))
  `SELVAGE_PIN(a_takes_one, dec_in_o == '0 || $onehot(dec_out_o) == (dec_kind_o == 3'd1))
  `SELVAGE_PIN(a_takes_a_free_one, (takes & held_q & ~dead) == '0)
  `SELVAGE_PIN(a_never_back, dec_in_o == '0 || dec_kind_o != 3'd1 || (in_port & out_port) == '0)
  `SELVAGE_PIN(a_asks_again_if_numbered, numbered_i || rx_resend_o == '0)
endmodule
bind mesh_router mesh_router_sva #(.CW(CW), .UW(UW)) i_sva (.*);
