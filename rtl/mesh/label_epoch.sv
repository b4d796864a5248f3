// SPDX-License-Identifier: Apache-2.0
/// When the labels of a mesh node begin anew, and what its neighbours have sent since
/// (docs/reference/mesh-blocks.md, label_epoch).
///
/// Latency: restart_o and nb_bad_o belong to the clock whose inputs they follow from and go to
/// mcc_label, which samples them at the edge that ends it; the other outputs are registers.
/// Tie: of all epochs received in a clock, and the one that up_i begins, the highest is entered.
`include "bug.svh"
module label_epoch #(
  /// bits of an epoch; it never wraps in a life
  parameter int EW = 32,
  /// bits that are counted without a carry from a register; for the delay alone
  parameter int GW = 8
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

  // The epoch that up begins is counted in groups of GW bits, whose carries are registers.
  localparam G = (EW + GW - 1) / GW;

  // bit g: all bits below group g are 1
  function automatic [G-1:0] carries(input [EW-1:0] epoch);
    for (int g = 0; g < G; g = g + 1) carries[g] = (epoch | ({EW{1'b1}} << (GW * g))) == '1;
  endfunction

  logic [G-1:0]  carry_q, carry_d;  // of epoch_q, and of what it will be
  logic [EW-1:0] begun;
  logic          up;

  assign up = `SELVAGE_BUG(bug_i[2], up_i, 1'b0);
  genvar k;
  generate
    for (k = 0; k < G; k = k + 1) begin : gen_group
      localparam N = (EW - GW * k < GW) ? EW - GW * k : GW;
      logic step;
      assign step = up & carry_q[k];
      assign begun[GW*k+:N] = epoch_q[GW*k+:N] + N'(step);
    end
  endgenerate

  // All are compared with all at once, and none with the epoch that begins: only one received that
  // is above the present epoch can be as high, and then it is taken.
  logic [5:0] above;    // it has been received, and is above the present epoch
  logic [5:0] same;     // it is the present epoch
  logic [5:0] highest;  // it has been received, and none above it
  logic [5:0] is_newest;
  logic       enter;
  always_comb begin
    highest = received_valid_i;
    above   = '0;
    same    = '0;
    if (received_valid_i != '0) begin
      for (int i = 0; i < 6; i = i + 1) begin
        above[i] = received_valid_i[i] & (received_epoch_i[EW*i+:EW] > epoch_q);
        same[i]  = received_epoch_i[EW*i+:EW] == epoch_q;
        for (int j = 0; j < 6; j = j + 1) begin
          if (received_valid_i[j]
              && received_epoch_i[EW*j+:EW] > received_epoch_i[EW*i+:EW]) begin
            highest[i] = 1'b0;
          end
        end
      end
    end
    is_newest = highest & (above | (same & {6{~up}}));
  end
  assign enter = up | (above != '0);

  // Reset is a part of the choice: behind it, it would be on the longest path.
  logic [EW-1:0] newest;
  logic          stay;  // none is above
  logic [5:0]    take;
  always_comb begin
    stay    = above == '0 && rst_ni;
    take    = highest & above & {6{rst_ni}};
    newest  = begun & {EW{stay}};
    carry_d = carry_q;
    if (up) carry_d = carries(epoch_q ^ EW'(1));
    carry_d = carry_d & {G{stay}};
    if (take != '0) begin
      for (int i = 0; i < 6; i = i + 1) begin
        newest  = newest | (received_epoch_i[EW*i+:EW] & {EW{take[i]}});
        carry_d = carry_d | (carries(received_epoch_i[EW*i+:EW]) & {G{take[i]}});
      end
    end
  end

  logic [5:0] of_now;
  logic       cleared;
  assign of_now  = `SELVAGE_BUG(bug_i[0], is_newest, received_valid_i);
  assign cleared = `SELVAGE_BUG(bug_i[1], enter, 1'b0);
  always_comb begin
    nb_bad_o  = nb_bad_q & {36{~cleared}};
    nb_line_o = nb_line_q & {36{~cleared}};
    if (of_now != '0) begin
      for (int d = 0; d < 6; d = d + 1) begin
        if (of_now[d]) begin
          nb_bad_o[6*d+:6]  = received_bad_i[6*d+:6];
          nb_line_o[6*d+:6] = received_line_i[6*d+:6];
        end
      end
    end
  end

  assign restart_o = `SELVAGE_BUG(bug_i[3], enter, enter & up);

  always_ff @(posedge clk_i) begin
    epoch_q <= newest;
    carry_q <= carry_d | G'(1);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      nb_bad_q  <= '0;
      nb_line_q <= '0;
      fresh_q   <= 1'b0;
    end else begin
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
  `SELVAGE_RANGE(gw, GW >= 1, "label_epoch: GW must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(epoch_never_falls, newest >= epoch_q)
      `SELVAGE_ASSERT(epoch_carries, carry_q == carries(epoch_q))
      `SELVAGE_COVER(epoch_begun_and_heard, up_i && above != '0)
      `SELVAGE_COVER(epoch_older_ignored, (received_valid_i & ~of_now) != '0)
    end
  end

`ifdef FORMAL
`include "label_epoch_props.svh"
`endif
endmodule
