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

  logic [5:0] bad, line, ahead;
  logic [5:0] present, dead;

  always_comb begin
    present = present_i;
    dead    = link_dead_i;
    `SELVAGE_BUG_IF(bug_i[2], dead = '0)
    `SELVAGE_BUG_IF(bug_i[4], {present, dead} = {6'h3f, link_dead_i | ~present_i})
  end

  assign bad   = unsafe_q | {6{faulty_q}};
  assign line  = line_q | {6{faulty_q}};
  assign ahead = `SELVAGE_BUG(bug_i[5], nb_line_i, {nb_line_i[4], nb_line_i[5], nb_line_i[2],
                                                    nb_line_i[3], nb_line_i[0], nb_line_i[1]});

  // Statuses of which a quadrant has bad neighbours on both its sides. Status q is of plane
  // q / 2: its a+ is direction 2 (q / 2), its b+ that of the next plane, minus the one behind plus.
  function automatic [5:0] blocked(input [35:0] nb_bad);
    logic [35:0] bad_at;  // bit q of direction d at [6 * d + q]
    logic        a_plus, a_minus, b_plus, b_minus;
    for (int d = 0; d < 6; d = d + 1) begin
      bad_at[6*d+:6] = {6{present[d]}} & ({6{dead[d]}} | nb_bad[6*d+:6]);
    end
    for (int q = 0; q < 6; q = q + 1) begin
      a_plus  = bad_at[6*(2*(q/2))+q];
      a_minus = bad_at[6*(2*(q/2)+1)+q];
      b_plus  = `SELVAGE_BUG(bug_i[1] && q >= 4, bad_at[6*(2*((q/2+1)%3))+q], bad_at[6*2+q]);
      b_minus = `SELVAGE_BUG(bug_i[1] && q >= 4, bad_at[6*(2*((q/2+1)%3)+1)+q], bad_at[6*3+q]);
      blocked[q] = `SELVAGE_BUG(bug_i[0], q % 2 == 0, 1'b1)
                   ? (a_plus & b_plus) | (a_minus & b_minus)
                   : (a_plus & b_minus) | (a_minus & b_plus);
    end
  endfunction
  // Statuses and line bits behind this edge, at which alone they are worked out.
  function automatic [11:0] grown(input restart);
    grown = {unsafe_q | blocked(nb_bad_i), line_q | (present & (dead | ahead))} & {12{~restart}};
    `SELVAGE_BUG_IF(bug_i[3], grown[11:6] = unsafe_q | blocked(nb_bad_i))
  endfunction

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      faulty_q  <= 1'b0;
      unsafe_q  <= '0;
      line_q    <= '0;
      changed_q <= 1'b0;
    end else begin
      faulty_q  <= faulty_i;
      changed_q <= (grown(restart_i) | {12{faulty_i}}) != {bad, line};
      {unsafe_q, line_q} <= grown(restart_i);
    end
  end

  assign bad_o     = bad;
  assign unsafe_o  = unsafe_q & ~{6{faulty_q}};
  assign line_o    = line;
  assign changed_o = changed_q;

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(mcc_rise, restart_i || ({unsafe_q, line_q} & ~grown(restart_i)) == '0)
      `SELVAGE_ASSERT(mcc_faulty_is_bad, !faulty_q || (bad_o == '1 && unsafe_o == '0))
      `SELVAGE_COVER(mcc_restart_with_condition, restart_i && blocked(nb_bad_i) != '0)
      `SELVAGE_COVER(mcc_repaired, faulty_q && !faulty_i)
    end
  end
endmodule
