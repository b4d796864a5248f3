// SPDX-License-Identifier: Apache-2.0
/// Contract of ifct_turns, included in the module under FORMAL: two rows at most, none left without
/// need, and how long an operation waits that keeps asking (FLOW-A-25). Inductive in nine steps.
logic       f_started = 1'b0;
logic [3:0] f_last;       // asked and were not taken in the cycle before
logic [2:0] f_check = 0;  // cycles for which CHK has asked in vain

function automatic f_row(input [1:0] a, input [1:0] b);  // of one row
  f_row = id_i[a*FLOW_ID_W+:FLOW_ID_W] == id_i[b*FLOW_ID_W+:FLOW_ID_W];
endfunction

always_ff @(posedge clk_i) begin
  f_started <= 1'b1;
  assume (f_started || !rst_ni);
  f_last <= rst_ni ? valid_i & ~taken_o : '0;
  f_check <= (rst_ni && valid_i[3] && !taken_o[3]) ? f_check + 1'b1 : '0;
  if (f_started && rst_ni) begin
    // of three that are taken two have one row
    assert (!(taken_o[0] && taken_o[1] && taken_o[2]) || f_row(0, 1) || f_row(0, 2) || f_row(1, 2));
    assert (!(taken_o[0] && taken_o[1] && taken_o[3]) || f_row(0, 1) || f_row(0, 3) || f_row(1, 3));
    assert (!(taken_o[0] && taken_o[2] && taken_o[3]) || f_row(0, 2) || f_row(0, 3) || f_row(2, 3));
    assert (!(taken_o[1] && taken_o[2] && taken_o[3]) || f_row(1, 2) || f_row(1, 3) || f_row(2, 3));
    assert ((taken_o & ~valid_i) == '0);
    for (int k = 0; k < 4; k = k + 1) begin
      // whoever is not taken finds two rows taken, neither of which is its own
      assert (!valid_i[k] || taken_o[k]
              || (taken_o[0] && taken_o[1] && !f_row(0, 1))
              || (taken_o[0] && taken_o[2] && !f_row(0, 2))
              || (taken_o[0] && taken_o[3] && !f_row(0, 3))
              || (taken_o[1] && taken_o[2] && !f_row(1, 2))
              || (taken_o[1] && taken_o[3] && !f_row(1, 3))
              || (taken_o[2] && taken_o[3] && !f_row(2, 3)));
      for (int j = 0; j < 4; j = j + 1)
        assert (!valid_i[k] || taken_o[k] || !taken_o[j] || !f_row(2'(k), 2'(j)));
    end
    // no other waits for a second cycle, and CHK for no eighth
    assert ((f_last[2:0] & valid_i[2:0] & ~taken_o[2:0]) == '0);
    assert (f_check == waited_q);
    assert (f_check != 3'd7 || !valid_i[3] || taken_o[3]);
    assert (first_q <= 2'd2);
    // in turn: those that waited come next, the first of them first
    assert (f_last[2:0] == '0 || f_last[first_q]);
  end
end
