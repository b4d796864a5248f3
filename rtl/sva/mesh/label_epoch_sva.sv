// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of label_epoch.
`include "sva.svh"
module label_epoch_sva #(
  parameter int EW = 32
) (
  input logic            clk_i,
  input logic            rst_ni,
  input logic            up_i,
  input logic [5:0]      received_valid_i,
  input logic [6*EW-1:0] received_epoch_i,
  input logic [35:0]     received_bad_i,
  input logic [35:0]     received_line_i,
  input logic [35:0]     nb_held_o,
  input logic [35:0]     nb_line_held_o,
  input logic [EW-1:0]   epoch_o,
  input logic            fresh_o
);
  `SELVAGE_PIN_NEXT(a_fresh_by_the_epoch, 1'b1, fresh_o == (epoch_o > $past(epoch_o)))
  `SELVAGE_PIN_NEXT(a_up_begins_one, up_i, fresh_o)
  `SELVAGE_PIN_NEXT(a_quiet_keeps_it, !up_i && received_valid_i == '0, !fresh_o)
  for (genvar d = 0; d < 6; d = d + 1) begin : gen_direction
    logic [5:0] bad, line, held, line_held;
    logic [EW-1:0] epoch;
    assign bad       = received_bad_i[6*d+:6];
    assign line      = received_line_i[6*d+:6];
    assign held      = nb_held_o[6*d+:6];
    assign line_held = nb_line_held_o[6*d+:6];
    assign epoch     = received_epoch_i[EW*d+:EW];
    `SELVAGE_PIN_NEXT(a_not_below_what_came, received_valid_i[d], epoch_o >= $past(epoch))
    `SELVAGE_PIN_NEXT(a_of_the_epoch_is_kept, received_valid_i[d],
                      epoch_o != $past(epoch) || {held, line_held} == $past({bad, line}))
    `SELVAGE_PIN_NEXT(a_older_is_not_kept, received_valid_i[d], epoch_o == $past(epoch)
                      || {held, line_held} == (fresh_o ? '0 : $past({held, line_held})))
    `SELVAGE_PIN_NEXT(a_nothing_came, !received_valid_i[d],
                      {held, line_held} == (fresh_o ? '0 : $past({held, line_held})))
  end
endmodule
bind label_epoch label_epoch_sva #(.EW(EW)) i_sva (.*);
