// SPDX-License-Identifier: Apache-2.0
/// The lowest row that is not valid, of all but one, and of one more if asked (FLOW-A-11).
///
/// Combinational; any_o, id_o are 0 without valid_i. Groups of 64 rows, as in flow_cam.
module flow_cam_free #(
  parameter int ROWS = 64,
  localparam ID_W = (ROWS > 1) ? $clog2(ROWS) : 1
) (
  input  logic            valid_i,
  /// valid rows
  input  logic [ROWS-1:0] rows_i,
  /// this row is not free
  input  logic [ID_W-1:0] less_i,
  /// this one is
  input  logic            more_valid_i,
  input  logic [ID_W-1:0] more_i,
  output logic            any_o,
  output logic [ID_W-1:0] id_o
);
  localparam G = (ROWS < 64) ? ROWS : 64;
  localparam NG = (ROWS + G - 1) / G;
  localparam GIW = (G > 1) ? $clog2(G) : 1;

  localparam NIW = (NG > 1) ? $clog2(NG) : 1;

  logic [G-1:0]  free[NG];
  /* verilator lint_off UNUSEDSIGNAL */  // one group needs none
  logic [NG-1:0] room;
  /* verilator lint_on UNUSEDSIGNAL */

  genvar g;
  generate
    for (g = 0; g < NG; g = g + 1) begin : gen_group
      localparam NR = (ROWS - g * G < G) ? ROWS - g * G : G;
      logic          less, more;
      logic [NR-1:0] rows;
      assign less = (NG == 1) || (32'(less_i) >> 6) == g;
      assign more = more_valid_i & ((NG == 1) || (32'(more_i) >> 6) == g);
      always_comb begin
        rows = '0;
        if (valid_i) begin
          rows = ~rows_i[g*G+:NR] & ~(NR'(less) << GIW'(less_i));
          rows = rows | (NR'(more) << GIW'(more_i));
        end
      end
      assign free[g] = G'(rows);
      assign room[g] = |rows;
    end
  endgenerate

  logic [GIW-1:0] lo;
  /* verilator lint_off PINCONNECTEMPTY */
  generate
    if (NG == 1) begin : gen_one_group
      first_one #(
        .N(G)
      ) i_lo (
        .vec_i   (free[0]),
        .any_o   (any_o),
        .index_o (lo),
        .onehot_o()
      );
      assign id_o = lo;
    end else begin : gen_groups  // G = 64
      logic [NIW-1:0] hi;
      first_one #(
        .N(NG)
      ) i_hi (
        .vec_i   (room),
        .any_o   (any_o),
        .index_o (hi),
        .onehot_o()
      );
      first_one #(
        .N(G)
      ) i_lo (
        .vec_i   (free[hi]),
        .any_o   (),
        .index_o (lo),
        .onehot_o()
      );
      assign id_o = ID_W'({hi, lo});
    end
  endgenerate
  /* verilator lint_on PINCONNECTEMPTY */
endmodule
