// SPDX-License-Identifier: Apache-2.0
/// Ring memory of ACKs: one written, up to three read in a clock.
///
/// Four banks, so that consecutive ACKs lie side by side. Latency: with read_i in cycle t the three
/// oldest ACKs after those taken in t are on data_o in t+1 (registered read, an SRAM will do). What
/// is pushed in t may be read from t+1 on.
/// The user counts: no push beyond SIZE, nothing read that was not pushed.
module ack_store #(
  /// ACKs that must fit
  parameter int SIZE = 560,
  /// bits of an ACK
  parameter int WIDTH = 25,
  localparam ROWS = (SIZE + 3) / 4,
  localparam RW = (ROWS > 1) ? $clog2(ROWS) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               push_i,
  input  logic [WIDTH-1:0]   data_i,
  input  logic               read_i,
  /// oldest ACKs that are gone after this cycle
  input  logic [1:0]         take_i,
  /// three ACKs, the oldest in the lowest bits; 0 without show_i
  input  logic               show_i,
  output logic [3*WIDTH-1:0] data_o
);
`include "assert.svh"
  // place of the next write, place of the oldest ACK: row and bank
  logic [RW-1:0] wrow_q, rrow_q, rrow_d;
  logic [1:0]    wbank_q, rbank_q, rbank_d;
  logic          carry;

  function automatic [RW-1:0] next(input [RW-1:0] row);
    next = (row == RW'(ROWS - 1)) ? '0 : row + RW'(1);
  endfunction

  always_comb begin
    {carry, rbank_d} = {1'b0, rbank_q} + {1'b0, take_i};
    rrow_d           = carry ? next(rrow_q) : rrow_q;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      wrow_q  <= '0;
      wbank_q <= '0;
      rrow_q  <= '0;
      rbank_q <= '0;
    end else begin
      if (push_i) begin
        wbank_q <= wbank_q + 2'd1;
        if (wbank_q == 2'd3) wrow_q <= next(wrow_q);
      end
      rrow_q  <= rrow_d;
      rbank_q <= rbank_d;
    end
  end

`ifdef FORMAL
`include "ack_store_props.svh"
`endif

  logic [6*WIDTH-1:0] rotated;  // words of banks 0, 1, 2, 3, 0, 1
  genvar b;
  generate
    for (b = 0; b < 4; b = b + 1) begin : gen_bank
      logic [WIDTH-1:0] mem_q[ROWS];
      logic [WIDTH-1:0] read_q;
      logic [RW-1:0]    row;
      // a bank below the first one's holds a later ACK, a row further
      assign row = (3'(b) < {1'b0, rbank_d}) ? next(rrow_d) : rrow_d;
      always_ff @(posedge clk_i) begin
        if (push_i && wbank_q == 2'(b)) mem_q[wrow_q] <= data_i;
        if (read_i) read_q <= mem_q[row];
`ifdef FORMAL
        if (rst_ni && f_on_q && f_place_q[1:0] == 2'(b)) begin
          `SELVAGE_ASSERT(store_keeps, mem_q[f_place_q[RW+1:2]] == f_data_q)
        end
`endif
      end
      assign rotated[b*WIDTH+:WIDTH] = read_q;
      if (b < 2) begin : gen_again
        assign rotated[(b+4)*WIDTH+:WIDTH] = read_q;
      end
    end
  endgenerate

  always_comb begin
    data_o = '0;
    if (show_i) begin
      case (rbank_q)
        2'd0: data_o = rotated[0+:3*WIDTH];
        2'd1: data_o = rotated[WIDTH+:3*WIDTH];
        2'd2: data_o = rotated[2*WIDTH+:3*WIDTH];
        default: data_o = rotated[3*WIDTH+:3*WIDTH];
      endcase
    end
  end
endmodule
