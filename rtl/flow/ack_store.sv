// SPDX-License-Identifier: Apache-2.0
/// Ring memory of ACKs: one written, up to LANES read in a clock.
///
/// BANKS banks, so that consecutive ACKs lie side by side. Latency: with read_i in cycle t the
/// LANES oldest ACKs after those taken in t are on data_o in t+1 (registered read, an SRAM will
/// do). What is pushed in t may be read from t+1 on.
/// The user counts: no push beyond SIZE, nothing taken that was not pushed.
module ack_store #(
  /// ACKs that must fit
  parameter int SIZE = 560,
  /// bits of an ACK
  parameter int WIDTH = 25,
  /// ACKs read in a clock, at least 2
  parameter int LANES = 11,
  localparam TW = $clog2(LANES + 1),
  localparam BW = $clog2(LANES),
  localparam BANKS = 2 ** BW,
  localparam ROWS = (SIZE + BANKS - 1) / BANKS,
  localparam RW = (ROWS > 1) ? $clog2(ROWS) : 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   push_i,
  input  logic [WIDTH-1:0]       data_i,
  input  logic                   read_i,
  /// oldest ACKs that are gone after this cycle
  input  logic [TW-1:0]          take_i,
  /// LANES ACKs, the oldest in the lowest bits; 0 without show_i
  input  logic                   show_i,
  output logic [LANES*WIDTH-1:0] data_o
);
`include "assert.svh"
  `SELVAGE_RANGE(lanes, LANES >= 2, "ack_store: LANES must be at least 2")
  // place of the next write, place of the oldest ACK: row and bank
  logic [RW-1:0] wrow_q, rrow_q, rrow_d;
  logic [BW-1:0] wbank_q, rbank_q;
  logic [RW-1:0] one, two;  // rows behind rrow_q
  logic [BW+1:0] sum;       // bank of the oldest ACK after this cycle, from BANKS on a row further

  function automatic [RW-1:0] next(input [RW-1:0] row);
    next = (row == RW'(ROWS - 1)) ? '0 : row + RW'(1);
  endfunction

  always_comb begin
    sum    = (BW+2)'(rbank_q) + (BW+2)'(take_i);
    one    = next(rrow_q);
    two    = next(one);
    rrow_d = sum[BW] ? one : rrow_q;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      wrow_q  <= '0;
      wbank_q <= '0;
      rrow_q  <= '0;
      rbank_q <= '0;
    end else begin
      if (push_i) begin
        wbank_q <= wbank_q + BW'(1);
        if (wbank_q == '1) wrow_q <= next(wrow_q);
      end
      rrow_q  <= rrow_d;
      rbank_q <= sum[BW-1:0];
    end
  end

`ifdef FORMAL
`include "ack_store_props.svh"
`endif

  logic [BANKS*WIDTH-1:0] reads, turned;
  genvar b;
  generate
    for (b = 0; b < BANKS; b = b + 1) begin : gen_bank
      logic [WIDTH-1:0] mem_q[ROWS];
      logic [WIDTH-1:0] read_q;
      logic [RW-1:0]    row;
      // a bank below the first one's holds a later ACK, a row further
      assign row = (sum > (BW+2)'(BANKS + b)) ? two : (sum > (BW+2)'(b)) ? one : rrow_q;
      always_ff @(posedge clk_i) begin
        if (push_i && wbank_q == BW'(b)) mem_q[wrow_q] <= data_i;
        if (read_i) read_q <= mem_q[row];
`ifdef FORMAL
        if (rst_ni && f_on_q && f_place_q[BW-1:0] == BW'(b)) begin
          `SELVAGE_ASSERT(store_keeps, mem_q[f_place_q[RW+BW-1:BW]] == f_data_q)
        end
`endif
      end
      assign reads[b*WIDTH+:WIDTH] = read_q;
    end
  endgenerate

  // The oldest one's bank comes first: turned by 1, 2, 4, .. banks.
  always_comb begin
    turned = '0;
    if (show_i) begin
      turned = reads;
      for (int s = 0; s < BW; s = s + 1) begin
        if (rbank_q[s])
          turned = (turned >> (WIDTH << s)) | (turned << (BANKS * WIDTH - (WIDTH << s)));
      end
    end
    data_o = turned[LANES*WIDTH-1:0];
  end
endmodule
