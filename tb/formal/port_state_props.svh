// SPDX-License-Identifier: Apache-2.0
/// Contract of port_state for one arbitrary up port f_k and one arbitrary down port f_n, included
/// in the module under FORMAL: FT-PS-1..3 as a sequence of sentences.
logic          f_started = 1'b0;
// Arbitrary constants, taken from inputs in the first clock. (A register that only holds itself is
// undefined, and yosys's opt turns everything that depends on it into a constant: a vacuous proof.)
logic [HW-1:0] f_k;
logic [DW-1:0] f_n;
logic          f_failed, f_own, f_down;
logic [LW-1:0] f_level;

logic          f_failed_d, f_own_d, f_down_d;
logic [LW-1:0] f_level_d;
always_comb begin
  f_failed_d = f_failed;
  f_own_d    = f_own;
  f_down_d   = f_down;
  f_level_d  = f_level;
  if (clear_i || !rst_ni) begin
    f_failed_d = 1'b0;
    f_own_d    = 1'b0;
    f_down_d   = 1'b0;
    f_level_d  = '0;
  end
  if (rst_ni && up_dead_i && up_dead_port_i == f_k) begin  // FT-PS-1
    f_failed_d = 1'b1;
    f_own_d    = 1'b1;
    f_level_d  = level_i;
  end
  if (rst_ni && dlfm_i && dlfm_port_i == f_k && !f_own_d) begin  // FT-PS-2
    f_failed_d = 1'b1;
    f_level_d  = dlfm_level_i;
  end
  if (rst_ni && down_dead_i && down_dead_port_i == f_n) f_down_d = 1'b1;  // FT-PS-3
end

always_ff @(posedge clk_i) begin
  f_started <= 1'b1;
  if (!f_started) begin
    f_k <= up_dead_port_i;
    f_n <= down_dead_port_i;
  end
  f_failed  <= f_failed_d;
  f_own     <= f_own_d;
  f_down    <= f_down_d;
  f_level   <= f_level_d;
end

always_ff @(posedge clk_i) begin
  assume (f_k < H);
  assume (f_n < M);
  if (!f_started) begin
    assume (!rst_ni);
  end else begin
    for (int k = 0; k < H; k = k + 1) begin
      if (f_k == HW'(k)) begin
        assert (failed_o[k] == f_failed);
        assert (own_q[k] == f_own);
        assert (ps_level_o[k*LW+:LW] == f_level);
      end
    end
    for (int n = 0; n < M; n = n + 1) if (f_n == DW'(n)) assert (down_q[n] == f_down);
  end
end
