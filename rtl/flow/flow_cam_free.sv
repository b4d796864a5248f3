// SPDX-License-Identifier: Apache-2.0
/// The lowest row that is not valid above a row, the second such of all, and whether one of these
/// is below a row (FLOW-A-11).
///
/// Combinational; what is shown without valid_i means nothing. Groups of 64 rows, as in flow_cam:
/// all are searched as they are, beside that of the given row, of which only rows above it count.
module flow_cam_free #(
  parameter int ROWS = 64,
  localparam ID_W = (ROWS > 1) ? $clog2(ROWS) : 1
) (
  input  logic              valid_i,
  /// valid rows
  input  logic [ROWS-1:0]   rows_i,
  /// above this row, if there is one; registers
  input  logic              more_i,
  input  logic [ID_W-1:0]   more_id_i,
  output logic              any_o,
  output logic [ID_W-1:0]   id_o,
  /// is one of them below this row
  input  logic [2*ID_W-1:0] than_i,
  output logic [1:0]        below_o
);
  localparam int G = (ROWS < 64) ? ROWS : 64;
  localparam int NG = (ROWS + G - 1) / G;
  localparam GIW = (G > 1) ? $clog2(G) : 1;
  localparam NIW = (NG > 1) ? $clog2(NG) : 1;

  logic [NG*G-1:0] free;
  logic [G-1:0]    beyond;    // rows of a group that are above the given one
  logic [G-1:0]    own;       // those that are not valid in its group
  logic            own_any;
  logic [GIW-1:0]  own_lo;
  logic [1:0]      own_below;
  logic [G-1:0]    under[2];  // rows of a group below than_i

  assign beyond   = G'({{G{1'b1}}, 1'b0} << GIW'(more_id_i));
  assign under[0] = ~({G{1'b1}} << GIW'(than_i[0+:ID_W]));
  assign under[1] = ~({G{1'b1}} << GIW'(than_i[ID_W+:ID_W]));
  always_comb begin
    free = '0;
    if (valid_i & more_i) free[ROWS-1:0] = ~rows_i;
  end

  assign own_below = {|(own & under[1]), |(own & under[0])};
  /* verilator lint_off PINCONNECTEMPTY */
  first_one #(
    .N(G)
  ) i_own (
    .vec_i   (own),
    .any_o   (own_any),
    .index_o (own_lo),
    .onehot_o()
  );

  generate
    if (NG == 1) begin : gen_one_group
      assign own     = free & beyond;
      assign any_o   = own_any;
      assign id_o    = own_lo;
      assign below_o = own_below;
    end else begin : gen_groups  // G = 64
      logic [NG-1:0]  here;       // the group of the given row, and those above it
      logic [NG-1:0]  above;
      logic [NG-1:0]  room;       // groups with a free row
      logic [GIW-1:0] index[NG];  // the lowest in the group
      logic           far_any;    // of the groups above the lowest with one, and that one's lowest
      logic [NG-1:0]  far;
      logic [NIW-1:0] far_hi;
      logic [GIW-1:0] far_lo;

      assign here  = NG'(1) << more_id_i[ID_W-1:GIW];
      assign above = NG'({{NG{1'b1}}, 1'b0} << more_id_i[ID_W-1:GIW]);
      genvar g;
      for (g = 0; g < NG; g = g + 1) begin : gen_group
        first_one #(
          .N(G)
        ) i_lo (
          .vec_i   (free[g*G+:G]),
          .any_o   (room[g]),
          .index_o (index[g]),
          .onehot_o()
        );
      end
      first_one #(
        .N(NG)
      ) i_far (
        .vec_i   (room & above),
        .any_o   (far_any),
        .index_o (far_hi),
        .onehot_o(far)
      );
      always_comb begin
        own    = '0;
        far_lo = '0;
        for (int i = 0; i < NG; i = i + 1) begin
          own    = own | (free[i*G+:G] & beyond & {G{here[i]}});
          far_lo = far_lo | (index[i] & {GIW{far[i]}});
        end
      end
      assign any_o = own_any | far_any;
      assign id_o  = ID_W'(own_any ? {more_id_i[ID_W-1:GIW], own_lo} : {far_hi, far_lo});

      for (g = 0; g < 2; g = g + 1) begin : gen_below
        logic [ID_W-GIW-1:0] hi;
        logic [NG-1:0]       at;      // its group
        logic [NG-1:0]       less;    // those below it
        logic [NG-1:0]       there;   // its group has one below it
        assign hi   = than_i[g*ID_W+GIW+:ID_W-GIW];
        assign at   = NG'(1) << hi;
        assign less = ~({NG{1'b1}} << hi);
        always_comb begin
          for (int i = 0; i < NG; i = i + 1) there[i] = |(free[i*G+:G] & under[g]);
        end
        assign below_o[g] = ((|(here & at)) & own_below[g]) | ((|(here & less)) & own_any)
                            | (|(above & ((room & less) | (there & at))));
      end
    end
  endgenerate
  /* verilator lint_on PINCONNECTEMPTY */

`include "assert.svh"
  `SELVAGE_RANGE(rows, ROWS >= 1, "flow_cam_free: ROWS must be at least 1")
endmodule
