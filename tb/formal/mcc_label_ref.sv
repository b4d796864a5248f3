// SPDX-License-Identifier: Apache-2.0
/// Specification of mcc_label: MESH-LAB-1, 2 and 6 of one node, the answer in the clock of its question.
module mcc_label_ref (
  input  logic        clk_i,
  input  logic        rst_i,
  input  logic        restart_i,
  input  logic        faulty_i,
  input  logic [5:0]  present_i,
  input  logic [5:0]  link_dead_i,
  input  logic [35:0] nb_bad_i,
  input  logic [5:0]  nb_line_i,
  output logic [5:0]  bad_o,
  output logic [5:0]  unsafe_o,
  output logic [5:0]  line_o,
  output logic        changed_o
);
  logic       faulty;
  logic [5:0] unsafe, line;       // before this clock
  logic [5:0] unsafe_d, line_d;   // after it
  logic [5:0] bad;                // neighbour in direction d, in the status looked at
  logic [2:0] along, across;      // direction of the neighbour in the plane's two dimensions

  always_comb begin
    unsafe_d = unsafe;
    bad      = '0;
    along    = '0;
    across   = '0;
    // MESH-LAB-2: plane q / 2 of xy, yz, zx; its quadrants ++ and -- (q even), +- and -+ (q odd)
    for (int q = 0; q < 6; q = q + 1) begin
      for (int d = 0; d < 6; d = d + 1) begin
        // MESH-LAB-1: beyond the border nothing is bad, beyond a dead link everything is
        bad[d] = present_i[d] && (link_dead_i[d] || nb_bad_i[6*d+q]);
      end
      for (int back = 0; back < 2; back = back + 1) begin  // one quadrant, then the opposite one
        along  = 3'(2 * (q / 2) + back);
        across = 3'(2 * ((q / 2 + 1) % 3) + ((q % 2 == 1) ? 1 - back : back));
        if (bad[along] && bad[across]) unsafe_d[q] = 1'b1;
      end
    end
    // MESH-LAB-6
    line_d = line;
    for (int d = 0; d < 6; d = d + 1) begin
      if (present_i[d] && (link_dead_i[d] || nb_line_i[d])) line_d[d] = 1'b1;
    end
    if (restart_i) begin
      unsafe_d = '0;
      line_d   = '0;
    end
    bad_o     = faulty_i ? '1 : unsafe_d;
    unsafe_o  = faulty_i ? '0 : unsafe_d;
    line_o    = faulty_i ? '1 : line_d;
    changed_o = bad_o != (faulty ? 6'h3f : unsafe) || line_o != (faulty ? 6'h3f : line);
  end

  always_ff @(posedge clk_i) begin
    faulty <= rst_i ? 1'b0 : faulty_i;
    unsafe <= rst_i ? 6'd0 : unsafe_d;
    line   <= rst_i ? 6'd0 : line_d;
  end
endmodule

/// What mcc_label may be asked: anything.
module mcc_label_legal (
  input  logic        restart_i,
  input  logic        faulty_i,
  input  logic [5:0]  present_i,
  input  logic [5:0]  link_dead_i,
  input  logic [35:0] nb_bad_i,
  input  logic [5:0]  nb_line_i,
  output logic        legal_o
);
  assign legal_o = 1'b1;
endmodule
