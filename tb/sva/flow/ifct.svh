// SPDX-License-Identifier: Apache-2.0
// Parameters: N_PORTS=8 FLOW_ID_W=2 POS_W=8
// Parameters: N_PORTS=6 FLOW_ID_W=2 POS_W=8 EDGE=1
// Packets and markers in order, ACKs of one unit.
`ifdef SVA_ITEMS
  logic [7:0] next[4];
`else
if (!rst_ni) next = '{default: '0};
{deq_len_i, deq_hole_i, deq_any_i, deq_mask_i} = {6'd1, 8'd0, 1'b1, $bits(deq_mask_i)'(8'h3f)};
{deq_valid_i, deq_port_i} = {1'($urandom), 3'($urandom % 6)};
{enq_valid_i, enq_len_i, enq_gap_i} = {$urandom % 2 == 0, 6'($urandom % 3), 1'b0};
if (i_block.EDGE != 0) enq_len_i = 6'd1;
enq_start_i = next[enq_id_i] + 8'(i_block.EDGE == 0 && $urandom % 16 == 0);
if (enq_valid_i) next[enq_id_i] = enq_start_i + 8'(enq_len_i);
{ack_delta_i, now_i, tick_i} = {8'd1, 32'(clocks), 4'd0};
{mfe_i, mqe_i} = {{8{8'd60}}, {8{8'd2}}};
{fc_hi_i, fc_lo_i, headroom_i, rd_enable_i, ep_rec_i} = {8'd2, 8'd1, 8'd4, 1'b1, 5'd2};
{cool_t_i, hold_t_i, refresh_t_i, expire_t_i} = {17'd4, 17'd4, 17'd64, 17'd128};
{ep_weigh_i, unit_cyc_i, inj_limit_i} = {1'b1, 10'd10, 16'd64};
`endif
