// SPDX-License-Identifier: Apache-2.0
/// Puts len_i ACKs into a frame of 64-bit words, with header, CRC-32 and end (FLOW-B-1..2;
/// docs/flow-blocks.md, ack_aggregator).
///
/// Latency: start_i in cycle t, words on the outputs (registers) in t+2 .. t+1+blocks(len). Busy in
/// t+1 .. t+blocks(len); the next start may come in the last of these.
/// The ACKs come from outside: acks_i holds the next three, take_o is the number that leaves them.
`include "bug.svh"
module ack_frame_packer #(
  /// ACKs in a frame, at most 63
  parameter int MAX = 48,
  localparam LW = $clog2(MAX + 1)
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  /// deliberate fault: the FCS starts from 0
  `SELVAGE_BUG_PORT(bug_i, 1)
  input  logic          start_i,
  input  logic [LW-1:0] len_i,
  input  logic [9:0]    seq_i,
  output logic          busy_o,
  input  logic [74:0]   acks_i,
  output logic [1:0]    take_o,
  output logic [63:0]   word_data_o,
  output logic          word_valid_o,
  output logic          word_sof_o,
  output logic          word_eof_o
);
  localparam int ACKW = fabric_pkg::AckBits;
  localparam logic [7:0] Idle = 8'h07;

  logic        busy_q, first_q;
  logic [5:0]  len_q;    // ACKs of the frame
  logic [9:0]  seq_q;
  logic [5:0]  rem_q;    // of these not yet taken
  logic [23:0] rest_q;   // payload bits taken and not yet sent
  logic [4:0]  restn_q;  // how many
  logic [7:0]  end_q;    // bytes from the present word's begin to the 0xFD
  logic [31:0] crc_q;

  logic        three;    // three ACKs are needed
  logic [1:0]  take;
  logic [74:0] acks;
  logic [87:0] pool;     // next payload bits: a word, and what may be left over
  logic [63:0] data, word;
  logic [3:0]  crc_bytes;
  logic [63:0] crc_data;
  logic [31:0] crc;
  logic [63:0] tail;
  logic        last;

  // 64 payload bits a word, 32 in the first: two ACKs, or three when under 14 bits are left.
  // Between frames nothing moves.
  always_comb begin
    {three, take, acks, pool, data} = '0;
    if (busy_q) begin
      three = !first_q && restn_q < 5'd14;
      take  = three ? 2'd3 : 2'd2;
      if (rem_q < {4'd0, take}) take = rem_q[1:0];
      acks = acks_i & {{ACKW{take > 2'd2}}, {ACKW{take > 2'd1}}, {ACKW{take > 2'd0}}};
      pool = ({13'd0, acks} << restn_q) | {64'd0, rest_q};
      data = pool[63:0];
      if (first_q) begin
        data = {acks[31:0], seq_q, len_q, fabric_pkg::FrameType, fabric_pkg::FrameStart};
      end
    end
  end

  // FCS over bytes 1 .. last payload byte; the FCS is four bytes before the 0xFD
  always_comb begin
    crc_data  = first_q ? {8'h00, data[63:8]} : data;
    crc_bytes = first_q ? 4'd7 : fabric_pkg::covered_bytes(end_q);
  end
  crc32_word i_crc (
    .en_i   (busy_q),
    .crc_i  (crc_q),
    .data_i (crc_data),
    .bytes_i(crc_bytes),
    .crc_o  (crc)
  );

  always_comb begin
    last = busy_q && !first_q && end_q < 8'd8;
    tail = '0;
    if (busy_q && !first_q && end_q < 8'd12)
      tail = 64'(({{7{Idle}}, fabric_pkg::FrameEnd, ~crc} << {end_q[3:0], 3'b000}) >> 32);
    word = data | tail;
  end

  logic [31:0] crc_start;
  assign crc_start = `SELVAGE_BUG(bug_i, 32'hFFFFFFFF, 32'h0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      first_q <= 1'b0;
    end else begin
      busy_q  <= start_i | (busy_q & ~last);
      first_q <= start_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      len_q <= 6'(len_i);
      seq_q <= seq_i;
      rem_q <= 6'(len_i);
      end_q <= fabric_pkg::payload_bytes(6'(len_i)) + 8'd8;
      crc_q <= crc_start;
    end else if (busy_q) begin
      rem_q <= rem_q - {4'd0, take};
      end_q <= end_q - 8'd8;
      crc_q <= crc;
    end
    if (busy_q) begin
      rest_q  <= first_q ? {6'd0, acks[49:32]} : pool[87:64];
      restn_q <= first_q ? 5'd18 : (three ? restn_q + 5'd11 : restn_q - 5'd14);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !busy_q) begin
      word_data_o       <= '0;
      word_valid_o <= 1'b0;
      word_sof_o   <= 1'b0;
      word_eof_o   <= 1'b0;
    end else begin
      word_data_o       <= word;
      word_valid_o <= 1'b1;
      word_sof_o   <= first_q;
      word_eof_o   <= last;
    end
  end

  assign busy_o = busy_q;
  assign take_o = take;

`include "assert.svh"
  `SELVAGE_RANGE(max, MAX >= 1 && MAX <= 63, "ack_frame_packer: MAX must be 1..63")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(packer_not_interrupted, !start_i || !busy_q || last)
      `SELVAGE_ASSERT(packer_has_acks, !start_i || (len_i != '0 && len_i <= LW'(MAX)))
      `SELVAGE_ASSERT(packer_all_taken, !busy_q || !last || rem_q == {4'd0, take})
      `SELVAGE_COVER(packer_fcs_straddles, busy_q && !first_q && end_q > 8'd8 && end_q < 8'd12)
      `SELVAGE_COVER(packer_back_to_back, busy_q && start_i)
    end
  end
endmodule
