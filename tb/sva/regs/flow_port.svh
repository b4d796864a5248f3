// SPDX-License-Identifier: Apache-2.0
// Parameters: N_PORTS=8 FLOW_ID_W=2 POS_W=8 MAX=6 DEPTH=18
// Clocks: 20000
// Wave: 240
// Wave: sampled
// Pins: req_valid_i req_ready_o req_write_i req_addr_i req_wdata_i rsp_valid_o rsp_rdata_o enabled_o link_up_o link_down_o push_valid_i push_ready_o frame_valid_o frame_len_o frame_ready_i enq_valid_i enq_valid_o deq_valid_i deq_valid_o deq_go_o map_valid_i map_valid_o walk_valid_o walk_kind_o ask_valid_i ask_valid_o
// Packets and markers in order, ACKs, MAPs and choices as they come; software that reads rows and
// settings, and that takes the link out of use and into use again.
`ifdef SVA_ITEMS
  logic [7:0] next[4];
`else
if (!rst_ni) next = '{default: '0};
{gate_i, now_i, redirect_seed_i, ep_seed_i} = {1'b0, 40'(clocks), 12'd1, 12'd2};
{req_valid_i, req_write_i, req_strb_i} = {$urandom % 4 == 0, 1'($urandom), 4'hf};
case ($urandom % 8)
  0, 1:    {req_addr_i, req_wdata_i, req_write_i} = {9'h004, 32'(clocks[7]), 1'b1};
  2:       {req_addr_i, req_wdata_i} = {9'h1c0, 32'($urandom % 4)};
  3:       {req_addr_i, req_wdata_i} = {9'h02c, 32'(1 + $urandom % 6)};
  4:       {req_addr_i, req_wdata_i} = {9'h010, 32'd1};
  5:       {req_addr_i, req_wdata_i} = {9'h1c4, 32'd0};
  6:       {req_addr_i, req_wdata_i} = {9'h050, 32'($urandom % 4)};
  default: {req_addr_i, req_wdata_i} = {9'h010, 32'd4};
endcase
if (!req_valid_i) {req_addr_i, req_wdata_i, req_write_i} = '0;
// what is on its way leaves in the last of four quarters, so that the port is drained
{deq_len_i, deq_hole_i, deq_any_i, deq_mask_i} = {6'd1, 8'd0, 1'b1, 8'hff};
{deq_valid_i, deq_peek_i} = {1'($urandom), 1'b0};
{enq_valid_i, enq_len_i, enq_gap_i} = {$urandom % 4 == 0 && enabled_o && !pending_o[2] && clocks[7], 6'd1, 1'b0};
enq_start_i = next[enq_id_i];
if (enq_valid_i) next[enq_id_i] = enq_start_i + 8'd1;
{ack_delta_i, ack_type_i} = {8'd1, 3'd0};
{map_valid_i, map_len_i, map_hole_i} = {$urandom % 4 == 0 && enabled_o && !pending_o[2] && clocks[7], 6'd1, 8'd0};
{rev_type_i, ofct_stale_t_i} = {3'd0, 17'd64};
push_valid_i = $urandom % 4 == 0;
frame_ready_i = $urandom % 4 == 0;
{load_valid_i, sample_valid_i} = {enabled_o && $urandom % 8 == 0, $urandom % 8 == 0};
load_port_i = 3'($urandom % 8);
{rx_word_valid_i, ask_shift_i} = 5'd2;
ask_valid_i = $urandom % 4 == 0;
`endif
