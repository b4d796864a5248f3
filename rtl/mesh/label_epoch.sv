// SPDX-License-Identifier: Apache-2.0
/// When the labels of a mesh node begin anew, and what its neighbours have sent since
/// (docs/mesh-blocks.md, label_epoch).
///
/// Latency: restart_o and nb_bad_o belong to the clock whose inputs they follow from and go to
/// mcc_label, which samples them at the edge that ends it; the other outputs are registers.
/// Tie: of all epochs received in a clock, and the one that up_i begins, the highest is entered.
`include "bug.svh"
module label_epoch #(
  /// bits of an epoch; it never wraps in a life
  parameter int EW = 32
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  /// deliberate faults; 0: statuses of an older epoch count, 1: what was received is kept in a new
  /// epoch, 2: a link that is up begins no epoch, 3: an epoch that was received clears nothing;
  /// static
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// a link of this node has been declared up
  input  logic            up_i,
  /// statuses and line bits have come from direction d, of epoch [EW*d +: EW], in [6*d +: 6]
  input  logic [5:0]      received_valid_i,
  input  logic [6*EW-1:0] received_epoch_i,
  input  logic [35:0]     received_bad_i,
  input  logic [35:0]     received_line_i,
  /// clear the statuses
  output logic            restart_o,
  /// statuses and line bits of the neighbours, those received now included
  output logic [35:0]     nb_bad_o,
  output logic [35:0]     nb_line_o,
  /// the same as the last edge left them
  output logic [35:0]     nb_held_o,
  output logic [35:0]     nb_line_held_o,
  output logic [EW-1:0]   epoch_o,
  /// entered at the last edge: all neighbours have to be sent statuses
  output logic            fresh_o
);
  logic [EW-1:0] epoch_q   /* verilator public_flat_rd */;
  logic [35:0]   nb_bad_q  /* verilator public_flat_rd */;
  logic [35:0]   nb_line_q /* verilator public_flat_rd */;
  logic          fresh_q   /* verilator public_flat_rd */;

  logic [EW-1:0] begun;
  logic          up;

  assign up    = `SELVAGE_BUG(bug_i[2], up_i, 1'b0);
  assign begun = epoch_q + {{(EW-1){1'b0}}, up};

  logic [EW-1:0] newest;
  logic [5:0]    of_now;
  logic          enter;

  integer i;
  always_comb begin
    newest = begun;
    for (i = 0; i < 6; i = i + 1) begin
      if (received_valid_i[i] && received_epoch_i[EW*i+:EW] > newest) begin
        newest = received_epoch_i[EW*i+:EW];
      end
    end
  end
  assign enter = newest != epoch_q;

  genvar d;
  generate
    for (d = 0; d < 6; d = d + 1) begin : gen_direction
      logic cleared;
      assign of_now[d]   = received_valid_i[d]
                           & `SELVAGE_BUG(bug_i[0], received_epoch_i[EW*d+:EW] == newest, 1'b1);
      assign cleared     = `SELVAGE_BUG(bug_i[1], enter, 1'b0);
      assign nb_bad_o[6*d+:6] = of_now[d] ? received_bad_i[6*d+:6]
                                          : nb_bad_q[6*d+:6] & {6{~cleared}};
      assign nb_line_o[6*d+:6] = of_now[d] ? received_line_i[6*d+:6]
                                           : nb_line_q[6*d+:6] & {6{~cleared}};
    end
  endgenerate

  assign restart_o = `SELVAGE_BUG(bug_i[3], enter, enter & up);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      epoch_q   <= '0;
      nb_bad_q  <= '0;
      nb_line_q <= '0;
      fresh_q   <= 1'b0;
    end else begin
      epoch_q   <= newest;
      nb_bad_q  <= nb_bad_o;
      nb_line_q <= nb_line_o;
      fresh_q   <= enter;
    end
  end

  assign epoch_o        = epoch_q;
  assign nb_held_o      = nb_bad_q;
  assign nb_line_held_o = nb_line_q;
  assign fresh_o        = fresh_q;

`include "assert.svh"
  `SELVAGE_RANGE(ew, EW >= 2, "label_epoch: EW must be at least 2")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(epoch_never_falls, newest >= epoch_q)
      `SELVAGE_COVER(epoch_begun_and_heard, up_i && newest != begun)
      `SELVAGE_COVER(epoch_older_ignored, (received_valid_i & ~of_now) != '0)
    end
  end
endmodule
