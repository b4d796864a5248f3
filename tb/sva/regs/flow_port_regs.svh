// SPDX-License-Identifier: Apache-2.0
// Parameters: POS_W=8 FLOW_ID_W=6 MAX=48
// Wave: 193
// Wave: sampled
// Pins: req_valid_i req_ready_o req_write_i req_addr_i req_wdata_i req_strb_i rsp_valid_o rsp_rdata_o rsp_error_o agg_idle_i pending_o enabled_o link_up_o link_down_o agg_t1_o agg_t2_o agg_t3_o agg_max_o
// Accesses of all kinds: settings of groups that are then committed, the link out of use and in
// use again, rows. Blocks are idle now and then.
`ifdef SVA_ITEMS
  logic waits;
  int   of;
  always @(posedge clk_i) begin
    if (row_valid_o && row_ready_i) waits = 1'b1;
    else if (row_valid_i) waits = 1'b0;
  end
`else
if (!rst_ni) waits = 1'b0;
{req_valid_i, req_strb_i, req_write_i} = {1'($urandom), 4'hf, $urandom % 4 != 0};
case ($urandom % 16)
  0, 1, 2: {req_addr_i, req_wdata_i} = {9'h010, 32'd1 << ($urandom % 5)};
  3:       {req_addr_i, req_wdata_i} = {9'h014, 32'd1 << ($urandom % 5)};
  4:       {req_addr_i, req_wdata_i} = {9'h004, 32'($urandom % 4 != 0)};
  5, 6: begin
    of = $urandom % 3;
    {req_addr_i, req_wdata_i} = {9'h020 + 9'(4 * of), 32'(1 + 36 * of + $urandom % 40)};
  end
  7:       {req_addr_i, req_wdata_i} = {9'h02c, 32'($urandom % 50)};
  8:       {req_addr_i, req_wdata_i} = {9'h040 + 9'(4 * ($urandom % 3)), 32'($urandom % 256)};
  9:       {req_addr_i, req_wdata_i} = {9'h050, 32'($urandom % 16)};
  10:      {req_addr_i, req_wdata_i} = {9'h05c + 9'(4 * ($urandom % 2)), 32'($urandom % 32768)};
  11:      {req_addr_i, req_wdata_i} = {9'h074, 32'($urandom % 512)};
  12:      {req_addr_i, req_wdata_i} = {9'h1c0, 32'($urandom % 64)};
  13:      {req_addr_i, req_wdata_i} = {9'd0, 32'd0};
  14:      req_addr_i = {req_addr_i[8:2], 2'd0};
  default: req_strb_i = 4'($urandom);
endcase
if (!req_valid_i) {req_addr_i, req_wdata_i, req_strb_i, req_write_i} = '0;
if (!req_write_i) {req_wdata_i, req_strb_i} = '0;
{link_idle_i, agg_idle_i, table_idle_i} = {$urandom % 8 == 0, $urandom % 8 == 0, $urandom % 8 == 0};
row_valid_i = waits && $urandom % 4 == 0;
`endif
