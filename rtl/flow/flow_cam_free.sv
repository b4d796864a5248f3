// SPDX-License-Identifier: Apache-2.0
/// The lowest row that is not valid but for two rows, and whether one of these is below a row
/// (FLOW-A-11).
///
/// Combinational; what is shown without valid_i means nothing. Groups of 64 rows, as in flow_cam.
module flow_cam_free #(
  parameter int ROWS = 64,
  localparam ID_W = (ROWS > 1) ? $clog2(ROWS) : 1
) (
  input  logic              valid_i,
  /// valid rows
  input  logic [ROWS-1:0]   rows_i,
  /// not these two
  input  logic [2*ID_W-1:0] less_i,
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

  // Groups of the rows that are given, [0] and [1] less, [2] and [3] than; in its group of the
  // first two the row, of the others those below it.
  logic [NG-1:0] here[4], under_hi[4];  // its group, and those below it
  logic [G-1:0]  lo[4];

  genvar g;
  generate
    for (g = 0; g < 4; g = g + 1) begin : gen_row
      logic [ID_W-1:0] id;
      assign id = (g < 2) ? less_i[(g%2)*ID_W+:ID_W] : than_i[(g%2)*ID_W+:ID_W];
      if (NG == 1) begin : gen_no_groups
        assign here[g]     = 1'b1;
        assign under_hi[g] = 1'b0;
      end else begin : gen_hi
        assign here[g]     = NG'(1) << id[ID_W-1:GIW];
        assign under_hi[g] = ~({NG{1'b1}} << id[ID_W-1:GIW]);
      end
      assign lo[g] = (g < 2) ? G'(1) << GIW'(id) : ~({G{1'b1}} << GIW'(id));
    end
  endgenerate

  logic [NG-1:0]  room;
  logic [NG-1:0]  under[2];   // there is one below the row, in the group
  logic [GIW-1:0] index[NG];  // the lowest in the group
  logic [NG-1:0]  first;      // the lowest group
  logic [GIW-1:0] first_lo;

  generate
    for (g = 0; g < NG; g = g + 1) begin : gen_group
      localparam NR = (ROWS - g * G < G) ? ROWS - g * G : G;
      logic [NR-1:0] rows;
      always_comb begin
        rows = '0;
        if (valid_i) begin
          rows = ~rows_i[g*G+:NR] & ~({NR{here[0][g]}} & NR'(lo[0]))
                 & ~({NR{here[1][g]}} & NR'(lo[1]));
        end
      end
      assign under[0][g] = (here[2][g] & |(rows & NR'(lo[2]))) | (under_hi[2][g] & room[g]);
      assign under[1][g] = (here[3][g] & |(rows & NR'(lo[3]))) | (under_hi[3][g] & room[g]);
      /* verilator lint_off PINCONNECTEMPTY */
      first_one #(
        .N(G)
      ) i_lo (
        .vec_i   (G'(rows)),
        .any_o   (room[g]),
        .index_o (index[g]),
        .onehot_o()
      );
      /* verilator lint_on PINCONNECTEMPTY */
    end

    if (NG == 1) begin : gen_one_group
      assign first = 1'b1;
      assign id_o  = first_lo;
    end else begin : gen_groups
      logic [NIW-1:0] first_hi;
      /* verilator lint_off PINCONNECTEMPTY */
      first_one #(
        .N(NG)
      ) i_hi (
        .vec_i   (room),
        .any_o   (),
        .index_o (first_hi),
        .onehot_o(first)
      );
      /* verilator lint_on PINCONNECTEMPTY */
      assign id_o = ID_W'({first_hi, first_lo});
    end
  endgenerate
  always_comb begin
    first_lo = '0;
    for (int i = 0; i < NG; i = i + 1) first_lo = first_lo | (index[i] & {GIW{first[i]}});
  end
  assign below_o = {|under[1], |under[0]};
  assign any_o   = |room;
endmodule
