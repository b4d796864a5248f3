// SPDX-License-Identifier: Apache-2.0
/// Contract of redirect_gen (FLOW-C-6): the block of flow-blocks.md, word for word, beside it,
/// with any inputs and any legal static ones. Included in the module under FORMAL.
logic f_run = 1'b0;  // 0 in the first cycle: reset
logic [DEPTH_W-1:0] f_d0_q;
logic [GAIN_W-1:0]  f_kd_q, f_kg_q;
logic [RD_RW-1:0]   f_seed_q;

always_ff @(posedge clk_i) begin
  f_run    <= 1'b1;
  f_d0_q   <= d0_i;
  f_kd_q   <= kd_i;
  f_kg_q   <= kg_i;
  f_seed_q <= seed_i;
end
always_comb begin
  assume (rst_ni == f_run);
  assume (seed_i != '0 && 32'(slot_i) < RD_HIST);
  assume (!f_run || (d0_i == f_d0_q && kd_i == f_kd_q && kg_i == f_kg_q && seed_i == f_seed_q));
end

// The load of the cycle before: what came with it, and what was in the history then. Behind it
// the draw of the load before that, and behind it what has to show.
logic                 f_load_q, f_exempt_q;
logic [DEPTH_W-1:0]   f_depth_q, f_old_q;
logic [PORT_W-1:0]    f_port_q;
logic [FLOW_ID_W-1:0] f_id_q;
logic [POS_W-1:0]     f_delta_q;
logic [DEPTH_W-1:0]   f_hist_q[RD_HIST];
logic [RD_RW-1:0]     f_lfsr_q;
logic [31:0]          f_loads_q, f_redirects_q, f_above, f_growth, f_c;
logic                 f_redirect, f_bit;
logic                 f_drawn_q, f_draws_q, f_valid_q;
logic [PORT_W-1:0]    f_port2_q, f_port_o_q;
logic [FLOW_ID_W-1:0] f_id2_q, f_id_o_q;
logic [POS_W-1:0]     f_delta2_q, f_delta_o_q;

always_comb begin
  f_above  = (f_depth_q > d0_i) ? 32'(f_depth_q) - 32'(d0_i) : 32'd0;
  f_growth = (f_depth_q > f_old_q) ? 32'(f_depth_q) - 32'(f_old_q) : 32'd0;
  f_c      = 32'(kd_i) * f_above + 32'(kg_i) * f_growth;
  if (f_c > 32'd1023) f_c = 32'd1023;
  f_redirect = f_load_q && !f_exempt_q && f_c > 32'(f_lfsr_q);
  case (RD_RW)
    8: f_bit = f_lfsr_q[7] ^ f_lfsr_q[5] ^ f_lfsr_q[4] ^ f_lfsr_q[3];
    10: f_bit = f_lfsr_q[9%RD_RW] ^ f_lfsr_q[6];
    default: f_bit = f_lfsr_q[11%RD_RW] ^ f_lfsr_q[5] ^ f_lfsr_q[3] ^ f_lfsr_q[0];
  endcase
end
always_ff @(posedge clk_i) begin
  f_load_q   <= load_valid_i & rst_ni;
  f_exempt_q <= load_exempt_i;
  f_depth_q  <= depth_i;
  f_old_q    <= f_hist_q[slot_i];
  f_port_q   <= load_port_i;
  f_id_q     <= load_id_i;
  f_delta_q  <= load_delta_i;
  for (int i = 0; i < RD_HIST; i = i + 1) begin
    if (!rst_ni) f_hist_q[i] <= '0;
    else if (sample_valid_i && 32'(slot_i) == i) f_hist_q[i] <= depth_i;
  end
  f_draws_q   <= f_load_q & rst_ni;
  f_drawn_q   <= f_redirect & rst_ni;
  f_port2_q   <= f_port_q;
  f_id2_q     <= f_id_q;
  f_delta2_q  <= f_delta_q;
  f_valid_q   <= f_drawn_q & rst_ni;
  f_port_o_q  <= (f_drawn_q && rst_ni) ? f_port2_q : '0;
  f_id_o_q    <= (f_drawn_q && rst_ni) ? f_id2_q : '0;
  f_delta_o_q <= (f_drawn_q && rst_ni) ? f_delta2_q : '0;
  if (!rst_ni) begin
    f_lfsr_q      <= seed_i;
    f_loads_q     <= '0;
    f_redirects_q <= '0;
  end else begin
    if (f_load_q) f_lfsr_q <= {f_lfsr_q[RD_RW-2:0], f_bit};
    f_loads_q     <= f_loads_q + 32'(f_load_q);
    f_redirects_q <= f_redirects_q + 32'(f_drawn_q);
    assert (redirect_valid_o == f_valid_q);
    assert (redirect_port_o == f_port_o_q && redirect_id_o == f_id_o_q
            && redirect_delta_o == f_delta_o_q);
    assert (loads_o == f_loads_q && redirects_o == f_redirects_q);
    assert (busy_o == (f_load_q || f_draws_q || f_valid_q));
    // what makes it inductive
    assert (lfsr_q == f_lfsr_q && load_q == f_load_q);
    assert (!f_load_q || (exempt_q == f_exempt_q && port_q == f_port_q && id_q == f_id_q
                          && delta_q == f_delta_q));
    assert (!f_load_q || (32'(above_q) == ((f_above > 32'd1023) ? 32'd1023 : f_above)
                          && 32'(growth_q) == ((f_growth > 32'd1023) ? 32'd1023 : f_growth)));
    assert (draw_q == f_draws_q && (redirect == f_drawn_q) && (!may_q || f_draws_q));
    assert (!f_draws_q || (port2_q == f_port2_q && id2_q == f_id2_q && delta2_q == f_delta2_q));
    for (int i = 0; i < RD_HIST; i = i + 1) assert (hist_q[i] == f_hist_q[i]);
  end
end
