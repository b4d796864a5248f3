// SPDX-License-Identifier: Apache-2.0
/// Counters of an ifct: events, and with EDGE the units that the port has injected and that are not
/// acknowledged.
`include "pick.svh"
module ifct_counts #(
  parameter int POS_W = 8,
  /// 1: ingress edge
  parameter int EDGE = 0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [15:0]      inj_limit_i,
  /// DEQ has taken these (late)
  input  logic             took_i,
  input  logic [POS_W+1:0] units_i,
  /// ACK moves its row by delta, or (late) by all that was sent: flow_i and, if the row is that of
  /// DEQ, its units
  input  logic             moves_i,
  input  logic             all_i,
  input  logic             same_i,
  input  logic [POS_W-1:0] delta_i,
  input  logic [POS_W-1:0] flow_i,
  /// late
  input  logic             hole_i,
  input  logic             loss_i,
  input  logic             stray_i,
  input  logic             deq_move_i,
  input  logic             ack_move_i,
  output logic [31:0]      inj_o,
  output logic             inj_full_o,
  output logic [31:0]      holes_o,
  output logic [31:0]      losses_o,
  output logic [31:0]      stray_o,
  output logic [31:0]      moves_o
);
  generate
    if (EDGE != 0) begin : gen_inj
      logic [31:0] inj_q, less, more, less_all, more_all;
      assign less     = inj_q - (moves_i ? 32'(delta_i) : '0);
      assign more     = inj_q + 32'(units_i) - (moves_i ? 32'(delta_i) : '0);
      assign less_all = inj_q - (moves_i ? 32'(flow_i) : '0);
      assign more_all = inj_q + 32'(units_i) - (moves_i ? 32'(flow_i) : '0);
      always_ff @(posedge clk_i) begin
        if (!rst_ni) inj_q <= '0;
        else begin
          inj_q <= `SELVAGE_PICK(32, all_i,
                                 `SELVAGE_PICK(32, took_i & ~(same_i & moves_i),
                                               more_all, less_all),
                                 `SELVAGE_PICK(32, took_i, more, less));
        end
      end
      assign inj_o      = inj_q;
      assign inj_full_o = (inj_q != '0) & (inj_q >= 32'(inj_limit_i));
    end else begin : gen_none
      wire unused_ok = &{1'b0, inj_limit_i, took_i, units_i, moves_i, all_i, same_i, delta_i,
                         flow_i};
      assign inj_o      = '0;
      assign inj_full_o = 1'b0;
    end
  endgenerate

  event_counter i_holes (
    .clk_i(clk_i), .rst_ni(rst_ni), .one_i(hole_i), .two_i(1'b0), .count_o(holes_o)
  );
  event_counter i_losses (
    .clk_i(clk_i), .rst_ni(rst_ni), .one_i(loss_i), .two_i(1'b0), .count_o(losses_o)
  );
  event_counter i_stray (
    .clk_i(clk_i), .rst_ni(rst_ni), .one_i(stray_i), .two_i(1'b0), .count_o(stray_o)
  );
  event_counter i_moves (
    .clk_i(clk_i), .rst_ni(rst_ni), .one_i(deq_move_i), .two_i(ack_move_i), .count_o(moves_o)
  );
endmodule
