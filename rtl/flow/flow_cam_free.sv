// SPDX-License-Identifier: Apache-2.0
/// The lowest row that is not valid but for one row, and the lowest of these and of another row
/// (FLOW-A-11).
///
/// Combinational; what is shown without valid_i means nothing. Groups of 64 rows, as in flow_cam.
module flow_cam_free #(
  parameter int ROWS = 64,
  localparam ID_W = (ROWS > 1) ? $clog2(ROWS) : 1
) (
  input  logic            valid_i,
  /// valid rows
  input  logic [ROWS-1:0] rows_i,
  /// not this one
  input  logic [ID_W-1:0] less_i,
  output logic            any_o,
  output logic [ID_W-1:0] id_o,
  /// but this one
  input  logic [ID_W-1:0] more_i,
  output logic [ID_W-1:0] more_id_o
);
  localparam G = (ROWS < 64) ? ROWS : 64;
  localparam NG = (ROWS + G - 1) / G;
  localparam GIW = (G > 1) ? $clog2(G) : 1;
  localparam NIW = (NG > 1) ? $clog2(NG) : 1;

  logic [G-1:0]   free[NG];
  logic [NG-1:0]  room;
  logic [NIW-1:0] less_hi, more_hi;
  logic [G-1:0]   less, more;  // in their groups

  generate
    if (NG == 1) begin : gen_no_groups
      assign less_hi = '0;
      assign more_hi = '0;
    end else begin : gen_hi
      assign less_hi = less_i[ID_W-1:GIW];
      assign more_hi = more_i[ID_W-1:GIW];
    end
  endgenerate
  assign less = G'(1) << GIW'(less_i);
  assign more = G'(1) << GIW'(more_i);

  genvar g;
  generate
    for (g = 0; g < NG; g = g + 1) begin : gen_group
      localparam NR = (ROWS - g * G < G) ? ROWS - g * G : G;
      logic [NR-1:0] rows;
      always_comb begin
        rows = '0;
        if (valid_i) rows = ~rows_i[g*G+:NR] & ~({NR{less_hi == g}} & NR'(less));
      end
      assign free[g] = G'(rows);
      assign room[g] = |rows;
    end

    for (g = 0; g < 2; g = g + 1) begin : gen_first
      logic [NIW-1:0] hi;
      logic [GIW-1:0] lo;
      logic [G-1:0]   rows;
      if (NG == 1) begin : gen_one_group
        assign hi = '0;
      end else begin : gen_groups
        /* verilator lint_off PINCONNECTEMPTY */
        first_one #(
          .N(NG)
        ) i_hi (
          .vec_i   ((g == 0) ? room : room | (NG'(1) << more_hi)),
          .any_o   (),
          .index_o (hi),
          .onehot_o()
        );
        /* verilator lint_on PINCONNECTEMPTY */
      end
      assign rows = (g == 0) ? free[hi] : free[hi] | ({G{hi == more_hi}} & more);
      /* verilator lint_off PINCONNECTEMPTY */
      first_one #(
        .N(G)
      ) i_lo (
        .vec_i   (rows),
        .any_o   (),
        .index_o (lo),
        .onehot_o()
      );
      /* verilator lint_on PINCONNECTEMPTY */
    end

    if (NG == 1) begin : gen_one
      assign id_o      = gen_first[0].lo;
      assign more_id_o = gen_first[1].lo;
    end else begin : gen_both
      assign id_o      = ID_W'({gen_first[0].hi, gen_first[0].lo});
      assign more_id_o = ID_W'({gen_first[1].hi, gen_first[1].lo});
    end
  endgenerate
  assign any_o = |room;
endmodule
