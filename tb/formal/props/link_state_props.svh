// SPDX-License-Identifier: Apache-2.0
/// Contract of link_state for one arbitrary up port f_j and one arbitrary port f_k, included in the
/// module under FORMAL: what FT-PS-1 to FT-PS-3 and the operations of control-plane.md say they
/// hold now. One-step inductive.
logic             f_started = 1'b0;
logic [HW-1:0]    f_j;
logic [DW-1:0]    f_k;
logic             f_own, f_dlfm, f_dead, f_ever, f_announce;
logic [LW-1:0]    f_dl;
logic [SEQ_W-1:0] f_seq;
logic             f_here_up, f_here_down;

always_comb begin
  f_here_up   = is_up_i && index_i == f_j;
  f_here_down = !is_up_i && port_i == f_k;
end

always_ff @(posedge clk_i) begin
  f_started <= 1'b1;
  if (!f_started) begin
    f_j <= index_i;
    f_k <= port_i;
  end
  if (!rst_ni) begin
    f_own      <= 1'b0;
    f_dlfm     <= 1'b0;
    f_dead     <= 1'b0;
    f_ever     <= 1'b0;
    f_announce <= 1'b0;
    f_seq      <= '0;
  end else begin
    if (link_down_i && f_here_up) f_own <= 1'b1;
    if (link_up_i && f_here_up && f_own) begin
      f_own  <= 1'b0;
      f_dlfm <= 1'b0;
    end
    if (dlfm_i && index_i == f_j && !f_own) begin
      f_dlfm <= 1'b1;
      f_dl   <= dlfm_level_i;
    end
    if (dlrm_i && index_i == f_j && !f_own) f_dlfm <= 1'b0;
    if (announced_i[f_k]) f_announce <= 1'b0;
    if (link_down_i && f_here_down && !f_dead) begin
      f_dead     <= 1'b1;
      f_ever     <= 1'b1;
      f_seq      <= f_seq + 1'b1;
      f_announce <= 1'b1;
    end
    if (link_up_i && f_here_down && f_dead) begin
      f_dead <= 1'b0;
      f_seq  <= f_seq + 1'b1;
    end
    // a port that is back has every port that ever was dead announced again, itself included
    if (f_ever && (resync_i || (link_up_i && !is_up_i && dead_o))) f_announce <= 1'b1;
  end
end

always_ff @(posedge clk_i) begin
  assume (index_i < H && port_i < M);
  if (!f_started) begin
    assume (!rst_ni);
  end else begin
    assume (!(link_down_i && link_up_i) && !(dlfm_i && dlrm_i));
    // one event a clock
    assume (!((link_down_i || link_up_i) && (dlfm_i || dlrm_i || resync_i)));
    assume (announced_i == '0 || !(resync_i || link_down_i || link_up_i));
    assert (f_j < H && f_k < M);
    assert (own_q[f_j] == f_own);
    assert (dlfm_q[f_j] == f_dlfm);
    if (f_dlfm) assert (dl_q[f_j] == f_dl);
    assert (dead_q[f_k] == f_dead);
    assert (ever_q[f_k] == f_ever);
    assert (seq_q[f_k] == f_seq);
    assert (announce_q[f_k] == f_announce);
    assert (!f_dead || f_ever);
  end
end
