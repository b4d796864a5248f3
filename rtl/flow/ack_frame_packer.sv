// SPDX-License-Identifier: Apache-2.0
/// Puts len_i ACKs into a frame of 64-bit words, with header, CRC-32 and end (FLOW-B-1..2;
/// docs/flow-blocks.md, ack_aggregator).
///
/// Latency: start_i in cycle t, words on the outputs (registers) in t+4 .. t+3+blocks(len). In
/// t+1 .. t+blocks(len) the payload is put into words, the next start may come in the last of
/// these; a cycle later the FCS takes the word in, another one later it is put behind the payload.
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
  /// ACKs are taken
  output logic          take_valid_o,
  /// a word is on its way
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

  // ------------------------------------------------------------------------- payload to words
  logic        busy_q, first_q;
  logic [5:0]  len_q;    // ACKs of the frame
  logic [9:0]  seq_q;
  logic [5:0]  rem_q;    // of these not yet taken
  logic [23:0] rest_q;   // payload bits taken and not yet sent
  logic [4:0]  restn_q;  // how many
  logic [7:0]  end_q;    // bytes from the present word's begin to the 0xFD

  logic        three;    // three ACKs are needed
  logic [1:0]  take;
  logic [74:0] acks;
  logic [87:0] pool;     // next payload bits: a word, and what may be left over
  logic [63:0] data;
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
    last = busy_q && !first_q && end_q < 8'd8;
  end

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
    end else if (busy_q) begin
      rem_q <= rem_q - {4'd0, take};
      end_q <= end_q - 8'd8;
    end
    if (busy_q) begin
      rest_q  <= first_q ? {6'd0, acks[49:32]} : pool[87:64];
      restn_q <= first_q ? 5'd18 : (three ? restn_q + 5'd11 : restn_q - 5'd14);
    end
  end

  // -------------------------------------------- FCS over bytes 1 .. last payload byte of a frame
  logic        word_q, sof_q, eof_q;
  logic        covers_q;   // the FCS covers bytes of it
  logic [63:0] data_q;     // the first word with what the register begins with
  logic [2:0]  pad_q;      // bytes at the end of the word that the FCS does not cover
  logic [3:0]  fd_q;       // place of the 0xFD in the word; 12: neither it nor the FCS
  logic [31:0] crc_q;      // of the words before; 0 in front of the first
  logic [31:0] fcs_q;      // with the word before, but for
  logic [23:0] passed_q;   // what passes a word of under four bytes that count
  logic [31:0] begins, moved;
  logic [23:0] passed;
  logic [63:0] folded;
  logic [3:0]  pad;

  assign begins = `SELVAGE_BUG(bug_i, fabric_pkg::FcsBegin, 32'h000000FB);
  assign pad    = first_q ? 4'd0 : fabric_pkg::uncovered_bytes(end_q);

  always_ff @(posedge clk_i) begin
    word_q   <= busy_q & rst_ni;
    covers_q <= busy_q & ~pad[3] & rst_ni;
    if (busy_q) begin
      sof_q  <= first_q;
      eof_q  <= last;
      data_q <= data ^ {32'h0, begins & {32{first_q}}};
      pad_q  <= pad[2:0];
      fd_q   <= (first_q || end_q > 8'd12) ? 4'd12 : end_q[3:0];
    end
  end

  // What counts ends at the end of the word; with under four such bytes the register's rest passes,
  // and only the FCS needs that.
  always_comb begin
    folded = (data_q ^ {32'h0, crc_q}) << {pad_q, 3'b000};
    case (pad_q)
      3'd5: passed = {16'h0, crc_q[31:24]};
      3'd6: passed = {8'h0, crc_q[31:16]};
      3'd7: passed = crc_q[31:8];
      default: passed = '0;
    endcase
  end
  crc32_word i_crc (
    .en_i  (covers_q),
    .data_i(folded),
    .crc_o (moved)
  );

  // ------------------------------------------------------- the FCS, the end and what is behind it
  logic        ready_q, first_word_q, last_word_q;
  logic [63:0] body_q;
  logic [3:0]  place_q;  // of the 0xFD
  logic [31:0] fcs;
  logic [63:0] tail;

  always_ff @(posedge clk_i) begin
    ready_q <= word_q & rst_ni;
    if (word_q) begin
      first_word_q <= sof_q;
      last_word_q  <= eof_q;
      body_q       <= data_q ^ {32'h0, begins & {32{sof_q}}};
      place_q      <= fd_q;
    end
    crc_q <= moved & {32{~eof_q}};
    if (covers_q) begin
      fcs_q    <= moved;
      passed_q <= passed;
    end
  end

  always_comb begin
    fcs  = ~(fcs_q ^ {8'h0, passed_q});
    tail = '0;
    if (ready_q && place_q < 4'd12)
      tail = 64'(({{7{Idle}}, fabric_pkg::FrameEnd, fcs} << {place_q, 3'b000}) >> 32);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !ready_q) begin
      word_data_o  <= '0;
      word_valid_o <= 1'b0;
      word_sof_o   <= 1'b0;
      word_eof_o   <= 1'b0;
    end else begin
      word_data_o  <= body_q | tail;
      word_valid_o <= 1'b1;
      word_sof_o   <= first_word_q;
      word_eof_o   <= last_word_q;
    end
  end

  assign take_valid_o = busy_q;
  assign busy_o = busy_q | word_q | ready_q;
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
