// SPDX-License-Identifier: Apache-2.0
/// Match array with allocation: the common core of flow_cam_alloc, efct and ofct (FLOW-A-10..14).
///
/// Combinational answer, written at the next clock edge; all is decided on the state before it.
/// A key that no valid row holds takes the lowest row that is not valid (alloc_o), or none is left
/// (full_o and neither hit_o nor alloc_o). id_o is the row hit, else that lowest row.
/// Ties: a row that is cleared in the clock of its allocation is not valid afterwards; the user
/// sees to it that both clear inputs name valid (or just allocated) rows, and different ones.
/// Rows are in groups of 64: one word a group, so that simulation handles words and synthesis
/// gets two short trees. The array is looked at only in a clock with valid_i.
`include "bug.svh"
module flow_cam #(
  /// rows, any >= 1
  parameter int ROWS = 64,
  /// bits of the key
  parameter int KEY_W = 32,
  localparam ID_W = (ROWS > 1) ? $clog2(ROWS) : 1,
  localparam CW = $clog2(ROWS + 1)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  /// deliberate faults; 0: a key is not seen in the clock after its allocation, 1: pause holds
  /// until the table is empty
  `SELVAGE_BUG_PORT(bug_i, 2)
  input  logic             valid_i,
  input  logic [KEY_W-1:0] key_i,
  /// late
  output logic             hit_o,
  output logic             alloc_o,
  output logic [ID_W-1:0]  id_o,
  /// rows that become invalid; late
  input  logic             clr_a_valid_i,
  input  logic [ID_W-1:0]  clr_a_id_i,
  input  logic             clr_b_valid_i,
  input  logic [ID_W-1:0]  clr_b_id_i,
  /// registers: valid rows, their number, all are; a stall has been met since they are
  output logic [ROWS-1:0]  rows_o,
  output logic [CW-1:0]    count_o,
  output logic             full_o,
  output logic             pause_o
);
  localparam int G = (ROWS < 64) ? ROWS : 64;  // rows of a group
  localparam int NG = (ROWS + G - 1) / G;
  localparam GIW = (G > 1) ? $clog2(G) : 1;
  localparam NIW = (NG > 1) ? $clog2(NG) : 1;

  // ------------------------------------------------------------------------------- state
  logic [ROWS-1:0]  valid_q    /* verilator public_flat_rd */;
  logic [KEY_W-1:0] key_q[ROWS]/* verilator public_flat_rd */;
  logic             pause_q    /* verilator public_flat_rd */;
  logic [CW-1:0]    count_q, count_d;
  logic             full_q;

  // ------------------------------------------------------- match array and free rows, by group
  logic [NG-1:0] hit_group;   // has the row with the key
  logic [NG-1:0] room_group;  // has a row that is not valid
  logic [NG-1:0] take_group;  // the first of those
  logic [G-1:0]  hit_leaf[NG];
  logic [G-1:0]  free_leaf[NG];

  genvar g;
  generate
    for (g = 0; g < NG; g = g + 1) begin : gen_group
      localparam NR = (ROWS - g * G < G) ? ROWS - g * G : G;
      logic [NR-1:0] same, hit_rows, free_rows;
      always_comb begin
        same = '0;
        if (valid_i) begin
          for (int i = 0; i < NR; i = i + 1) same[i] = key_q[g*G+i] == key_i;
        end
      end
      assign hit_rows      = same & valid_q[g*G+:NR];
      assign free_rows     = ~valid_q[g*G+:NR] & {NR{take_group[g]}};
      assign hit_leaf[g]   = G'(hit_rows);
      assign free_leaf[g]  = G'(free_rows);
      assign hit_group[g]  = |hit_rows;
      assign room_group[g] = ~(&valid_q[g*G+:NR]);
    end
  endgenerate

  // [0..NG-1] the groups, then each element ORs the next two: the last one is the OR of all
  logic [G-1:0] hit_word[2*NG-1];
  logic [G-1:0] free_word[2*NG-1];

  always_comb begin
    for (int i = 0; i < NG; i = i + 1) begin
      hit_word[i]  = hit_leaf[i];
      free_word[i] = free_leaf[i];
    end
    for (int i = 0; i < NG - 1; i = i + 1) begin
      hit_word[NG+i]  = hit_word[2*i] | hit_word[2*i+1];
      free_word[NG+i] = free_word[2*i] | free_word[2*i+1];
    end
  end

  // --------------------------------------------------------------- row of the hit, lowest free row
  logic           room_any;
  /* verilator lint_off UNUSEDSIGNAL */  // one group needs no number
  logic [NIW-1:0] hit_hi, free_hi;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [GIW-1:0] hit_lo, free_lo;

  onehot_index #(
    .N(NG)
  ) i_hit_hi (
    .onehot_i(hit_group),
    .index_o (hit_hi)
  );
  onehot_index #(
    .N(G)
  ) i_hit_lo (
    .onehot_i(hit_word[2*NG-2]),
    .index_o (hit_lo)
  );
  first_one #(
    .N(NG)
  ) i_free_hi (
    .vec_i   (room_group),
    .any_o   (room_any),
    .index_o (free_hi),
    .onehot_o(take_group)
  );
  /* verilator lint_off PINCONNECTEMPTY */
  first_one #(
    .N(G)
  ) i_free_lo (
    .vec_i   (free_word[2*NG-2]),
    .any_o   (),
    .index_o (free_lo),
    .onehot_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  logic [ID_W-1:0] hit_id, free_id;
  generate
    if (NG == 1) begin : gen_one_group
      assign hit_id  = hit_lo;
      assign free_id = free_lo;
    end else begin : gen_groups  // G = 64
      assign hit_id  = ID_W'({hit_hi, hit_lo});
      assign free_id = ID_W'({free_hi, free_lo});
    end
  endgenerate

  // ---------------------------------------------------------------- policy
  `SELVAGE_BUG_REG(last_q, 1, alloc_o & rst_ni)
  `SELVAGE_BUG_REG(last_id_q, ID_W, id_o)
  assign hit_o   = `SELVAGE_BUG(bug_i[0] & last_q & (last_id_q == hit_id), |hit_group, 1'b0);
  assign alloc_o = valid_i & ~hit_o & room_any;
  assign id_o    = hit_o ? hit_id : free_id;
  assign count_d = count_q + CW'(alloc_o) - CW'(clr_a_valid_i) - CW'(clr_b_valid_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= '0;
      count_q <= '0;
      full_q  <= 1'b0;
      pause_q <= 1'b0;
    end else begin
      if (alloc_o) valid_q[id_o] <= 1'b1;
      if (clr_a_valid_i) valid_q[clr_a_id_i] <= 1'b0;
      if (clr_b_valid_i) valid_q[clr_b_id_i] <= 1'b0;
      count_q <= count_d;
      full_q  <= count_d == CW'(ROWS);
      pause_q <= `SELVAGE_BUG(bug_i[1],
          (count_d == CW'(ROWS)) & (pause_q | (valid_i & ~hit_o & full_q)),
          (pause_q & (count_d != '0)) | (valid_i & ~hit_o & full_q));
    end
  end

  always_ff @(posedge clk_i) begin
    if (alloc_o) key_q[id_o] <= key_i;
  end

  assign rows_o = valid_q;
  assign count_o = count_q;
  assign full_o  = full_q;
  assign pause_o = pause_q;

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
`ifndef FORMAL  // there they are claimed for an arbitrary key and row, which is inductive
      `SELVAGE_ASSERT(cam_one_row_per_key, (hit_group & (hit_group - NG'(1))) == '0
                      && (hit_word[2*NG-2] & (hit_word[2*NG-2] - G'(1))) == '0)
      `SELVAGE_ASSERT(cam_count, 32'(count_q) == $countones(valid_q))
      `SELVAGE_ASSERT(cam_full, full_q == (count_q == CW'(ROWS)) && room_any == !full_q)
`endif
      `SELVAGE_ASSERT(cam_alloc_is_free, !alloc_o || !valid_q[id_o])
      `SELVAGE_ASSERT(cam_clears_differ,
                      !(clr_a_valid_i && clr_b_valid_i) || clr_a_id_i != clr_b_id_i)
      `SELVAGE_ASSERT(cam_clear_is_valid_a, !clr_a_valid_i || valid_q[clr_a_id_i]
                      || (alloc_o && clr_a_id_i == id_o))
      `SELVAGE_ASSERT(cam_clear_is_valid_b, !clr_b_valid_i || valid_q[clr_b_id_i]
                      || (alloc_o && clr_b_id_i == id_o))
      `SELVAGE_COVER(cam_stall, valid_i && !hit_o && full_q)
      `SELVAGE_COVER(cam_alloc_and_clear, alloc_o && clr_a_valid_i)
      `SELVAGE_COVER(cam_hit_and_clear, hit_o && clr_a_valid_i)
    end
  end

`ifdef FORMAL
`include "flow_cam_props.svh"
`endif
endmodule
