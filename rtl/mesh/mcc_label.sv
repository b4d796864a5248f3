// SPDX-License-Identifier: Apache-2.0
/// The six planar MCC statuses of one node of a 3-D mesh (mesh-blocks.md, mcc_label).
///
/// Latency: inputs of cycle t show in bad_o in t+1; no output depends on an input of its cycle.
/// Status 2 p + m: plane p = xy, yz, zx; m = 0 for the quadrants ++ and --, 1 for +- and -+. A node
/// becomes unsafe in it when its neighbours towards both sides of a quadrant are bad.
/// Line bit d: something is dead or faulty straight on in direction d, up to the border.
/// Statuses and line bits only rise; restart_i clears them. Tie: restart beats the condition,
/// not the fault.
`include "bug.svh"
module mcc_label (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// deliberate faults; 0: signs of the mixed statuses swapped, 1: plane zx labelled by y instead
  /// of x, 2: a dead link is no fault, 3: restart leaves the statuses, 4: absent neighbours are
  /// bad, 5: line bits run in the wrong direction; static
  `SELVAGE_BUG_PORT(bug_i, 6)
  /// clear the statuses
  input  logic        restart_i,
  /// this node is faulty
  input  logic        faulty_i,
  /// there is a node in direction x+, x-, y+, y-, z+, z-; constant
  input  logic [5:0]  present_i,
  /// the link in that direction is dead
  input  logic [5:0]  link_dead_i,
  /// bad_o of the neighbour in direction d at [6*d +: 6]
  input  logic [35:0] nb_bad_i,
  /// bit d of line_o of the neighbour in direction d
  input  logic [5:0]  nb_line_i,
  /// faulty or unsafe
  output logic [5:0]  bad_o,
  output logic [5:0]  unsafe_o,
  /// line bits, all of a faulty node
  output logic [5:0]  line_o,
  /// bad_o or line_o differs from the cycle before
  output logic        changed_o
);
  logic       faulty_q  /* verilator public_flat_rd */;
  logic [5:0] unsafe_q  /* verilator public_flat_rd */;
  logic [5:0] line_q    /* verilator public_flat_rd */;
  logic       changed_q /* verilator public_flat_rd */;

  logic [5:0] condition, unsafe_d, bad;
  logic [5:0] ahead, line_d, line;
  logic [5:0] present, dead;

  always_comb begin
    present = present_i;
    dead    = link_dead_i;
    `SELVAGE_BUG_IF(bug_i[2], dead = '0)
    `SELVAGE_BUG_IF(bug_i[4], {present, dead} = {6'h3f, link_dead_i | ~present_i})
  end

  genvar p, m;
  generate
    for (p = 0; p < 3; p = p + 1) begin : gen_plane
      localparam A = 2 * p;              // direction a+; a- is the next
      localparam B = 2 * ((p + 1) % 3);  // direction b+
      for (m = 0; m < 2; m = m + 1) begin : gen_mixed
        localparam Q = 2 * p + m;
        logic a_plus, a_minus, b_plus, b_minus;
        assign a_plus  = present[A] & (dead[A] | nb_bad_i[6*A+Q]);
        assign a_minus = present[A+1] & (dead[A+1] | nb_bad_i[6*(A+1)+Q]);
        assign b_plus  = `SELVAGE_BUG(bug_i[1] && p == 2,
                                      present[B] & (dead[B] | nb_bad_i[6*B+Q]),
                                      present[2] & (dead[2] | nb_bad_i[12+Q]));
        assign b_minus = `SELVAGE_BUG(bug_i[1] && p == 2,
                                      present[B+1] & (dead[B+1] | nb_bad_i[6*(B+1)+Q]),
                                      present[3] & (dead[3] | nb_bad_i[18+Q]));
        assign condition[Q] = `SELVAGE_BUG(bug_i[0], m == 0, 1'b1)
                                  ? (a_plus & b_plus) | (a_minus & b_minus)
                                  : (a_plus & b_minus) | (a_minus & b_plus);
      end
    end
  endgenerate

  always_comb begin
    unsafe_d = (unsafe_q | condition) & {6{~restart_i}};
    `SELVAGE_BUG_IF(bug_i[3], unsafe_d = unsafe_q | condition)
    bad    = unsafe_q | {6{faulty_q}};
    ahead  = `SELVAGE_BUG(bug_i[5], nb_line_i, {nb_line_i[4], nb_line_i[5], nb_line_i[2],
                                                nb_line_i[3], nb_line_i[0], nb_line_i[1]});
    line_d = (line_q | (present & (dead | ahead))) & {6{~restart_i}};
    line   = line_q | {6{faulty_q}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      faulty_q  <= 1'b0;
      unsafe_q  <= '0;
      line_q    <= '0;
      changed_q <= 1'b0;
    end else begin
      faulty_q  <= faulty_i;
      unsafe_q  <= unsafe_d;
      line_q    <= line_d;
      changed_q <= ({unsafe_d, line_d} | {12{faulty_i}}) != {bad, line};
    end
  end

  assign bad_o     = bad;
  assign unsafe_o  = unsafe_q & ~{6{faulty_q}};
  assign line_o    = line;
  assign changed_o = changed_q;

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(mcc_statuses_rise, restart_i || (unsafe_q & ~unsafe_d) == '0)
      `SELVAGE_ASSERT(mcc_lines_rise, restart_i || (line_q & ~line_d) == '0)
      `SELVAGE_ASSERT(mcc_faulty_is_bad, !faulty_q || (bad_o == '1 && unsafe_o == '0))
      `SELVAGE_COVER(mcc_restart_with_condition, restart_i && condition != '0)
      `SELVAGE_COVER(mcc_repaired, faulty_q && !faulty_i)
    end
  end
endmodule
