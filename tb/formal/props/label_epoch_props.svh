// SPDX-License-Identifier: Apache-2.0
/// Contract of label_epoch (MESH-EPO-1 to MESH-EPO-3), included in the module under FORMAL. One-step
/// inductive. An epoch that wraps is excluded.
logic          f_started = 1'b0;
logic [EW-1:0] f_begun;
logic [5:0]    f_is_newest;

always_comb begin
  f_begun = epoch_q + EW'(up_i);
  for (int i = 0; i < 6; i = i + 1) begin
    f_is_newest[i] = received_valid_i[i] && received_epoch_i[EW*i+:EW] == newest;
  end
end

always_ff @(posedge clk_i) begin
  f_started <= 1'b1;
  assume (f_started || !rst_ni);
  assume (!up_i || epoch_q != '1);
  if (rst_ni) begin
    assert (newest >= f_begun);
    assert (newest == f_begun || f_is_newest != '0);
    assert (restart_o == (newest != epoch_q));
    for (int i = 0; i < 6; i = i + 1) begin
      assert (!received_valid_i[i] || newest >= received_epoch_i[EW*i+:EW]);
      assert (nb_bad_o[6*i+:6] == (f_is_newest[i] ? received_bad_i[6*i+:6]
                                   : restart_o ? 6'd0 : nb_held_o[6*i+:6]));
      assert (nb_line_o[6*i+:6] == (f_is_newest[i] ? received_line_i[6*i+:6]
                                    : restart_o ? 6'd0 : nb_line_held_o[6*i+:6]));
    end
  end
end
