// SPDX-License-Identifier: Apache-2.0
/// The bus of a register block: one access at a time, three clocks each (REG-1; registers.md).
///
/// An access is taken in cycle t, with req_valid_i and req_ready_o. In t+1 the block is asked for
/// the word at addr_o; in t+2 (act_o) it says whether the access is legal and, with write_o, does
/// what word_o says. The response shows in t+3, for one cycle, and what a write has changed with
/// it. word_o is the word that was read with the bytes of the strobes put in. rsp_rdata_o is 0
/// with a write and with an error.
module reg_bus #(
  /// bits of a byte address
  parameter int ADDR_W = 9
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              req_valid_i,
  output logic              req_ready_o,
  input  logic              req_write_i,
  input  logic [ADDR_W-1:0] req_addr_i,
  input  logic [31:0]       req_wdata_i,
  input  logic [3:0]        req_strb_i,
  output logic              rsp_valid_o,
  output logic [31:0]       rsp_rdata_o,
  output logic              rsp_error_o,
  /// the word at addr_o, as a write keeps the bytes that it does not have
  output logic [ADDR_W-1:0] addr_o,
  input  logic [31:0]       read_i,
  /// the access is decided on
  output logic              act_o,
  output logic              write_o,
  output logic [31:0]       word_o,
  input  logic              legal_i
);
  logic        read_q, act_q, write_q;
  logic [31:0] wdata_q, old_q;
  logic [3:0]  strb_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {read_q, act_q} <= '0;
      {rsp_valid_o, rsp_error_o} <= '0;
      rsp_rdata_o <= '0;
    end else begin
      read_q      <= req_valid_i & req_ready_o;
      act_q       <= read_q;
      rsp_valid_o <= act_q;
      rsp_error_o <= act_q & ~legal_i;
      rsp_rdata_o <= old_q & {32{act_q & ~write_q & legal_i}};
    end
  end

  always_ff @(posedge clk_i) begin
    if (req_ready_o) begin
      write_q <= req_write_i;
      addr_o  <= req_addr_i;
      wdata_q <= req_wdata_i;
      strb_q  <= req_strb_i;
    end
    if (read_q) old_q <= read_i;
  end

  always_comb begin
    for (int b = 0; b < 4; b = b + 1) begin
      word_o[b*8+:8] = strb_q[b] ? wdata_q[b*8+:8] : old_q[b*8+:8];
    end
  end

  assign req_ready_o = ~read_q & ~act_q;
  assign act_o       = act_q;
  assign write_o     = write_q;

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(addr_w, ADDR_W >= 3 && ADDR_W <= 32, "reg_bus: ADDR_W must be 3..32")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(bus_one_at_a_time, !(read_q && act_q))
      `SELVAGE_ASSERT(bus_data_of_reads, rsp_rdata_o == '0 || (rsp_valid_o && !rsp_error_o))
      `SELVAGE_COVER(bus_back_to_back, rsp_valid_o && req_valid_i)
    end
  end
endmodule
