// SPDX-License-Identifier: Apache-2.0
/// Puts len_i ACKs into a frame of 256-bit words, with header, CRC-32 and end
/// (FLOW-B-1..2, FLOW-B-9; docs/reference/flow-blocks.md, ack_aggregator).
///
/// Latency: start_i in cycle t, words on the outputs (registers) in t+5 .. t+4+words(len). In
/// t+1 .. t+words(len) the payload is put into words, the next start may come in the last of these;
/// a cycle later the FCS takes the word in, in two more the zeros behind the payload are taken out
/// of the FCS again, and it is put behind the payload.
/// The ACKs come from outside: acks_i holds the next LANES, take_o is the number that leaves them.
`include "bug.svh"
module ack_frame_packer #(
  /// ACKs in a frame, 2..63
  parameter int MAX = 48,
  localparam LW = $clog2(MAX + 1),
  localparam LANES = (MAX < fabric_pkg::FrameAcks) ? MAX : fabric_pkg::FrameAcks,
  localparam TW = $clog2(LANES + 1)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// deliberate faults; 0: the FCS starts from 0, 1: zeros behind the payload count in the FCS
  `SELVAGE_BUG_PORT(bug_i, 2)
  input  logic                start_i,
  input  logic [LW-1:0]       len_i,
  input  logic [9:0]          seq_i,
  /// ACKs are taken
  output logic                take_valid_o,
  /// a word is on its way
  output logic                busy_o,
  input  logic [LANES*25-1:0] acks_i,
  output logic [TW-1:0]       take_o,
  output logic [255:0]        word_data_o,
  output logic                word_valid_o,
  output logic                word_sof_o,
  output logic                word_eof_o
);
  localparam int ACKW = fabric_pkg::AckBits;
  localparam int W = fabric_pkg::FrameBits;
  localparam int WORDS = (9 + (ACKW * MAX + 7) / 8 + 31) / 32;  // of the longest frame
  localparam int POOLW = W + ACKW - 1;

  // ACKs that begin in word k, at [4*k+:4]; the header is 32 bits of the first
  function automatic [4*(WORDS+1)-1:0] fills();
    int n;  // ACKs that begin in front of the end of word k, and of this word
    int m;
    m = 0;
    for (int k = 0; k <= WORDS; k = k + 1) begin
      n = (W * (k + 1) - 32 + ACKW - 1) / ACKW;
      fills[4*k+:4] = 4'(n - m);
      m = n;
    end
  endfunction
  // place of the first of them in the word, at [6*k+:6]
  function automatic [6*WORDS-1:0] places();
    int m;
    m = 0;
    for (int k = 0; k < WORDS; k = k + 1) begin
      places[6*k+:6] = 6'(m * ACKW + 32 - W * k);
      m = (W * (k + 1) - 32 + ACKW - 1) / ACKW;
    end
  endfunction
  localparam logic [4*(WORDS+1)-1:0] Fill = fills();
  localparam logic [6*WORDS-1:0] Place = places();

  // ------------------------------------------------------------------------- payload to words
  logic             busy_q;
  logic [WORDS-1:0] at_q;    // number of the word, one-hot
  logic [5:0]       len_q;   // ACKs of the frame
  logic [9:0]       seq_q;
  logic [5:0]       rem_q;   // of these behind the word
  logic [TW-1:0]    take_q;  // and in it; 0 while there is no word
  logic [LANES-1:0] keep_q;
  logic [23:0]      rest_q;  // payload bits taken and not yet sent
  logic [7:0]       end_q;   // bytes from the word's begin to the 0xFD

  logic [3:0]       room;    // of the next word
  logic [5:0]       more;
  logic [LANES-1:0] keep;
  logic [TW-1:0]    take;
  logic             first, last;

  always_comb begin
    room = start_i ? Fill[3:0] : '0;
    for (int k = 0; k < WORDS; k = k + 1)
      if (!start_i && at_q[k]) room = room | Fill[4*(k+1)+:4];
    more = start_i ? 6'(len_i) : rem_q;
    for (int i = 0; i < LANES; i = i + 1) keep[i] = 6'(i) < more && 4'(i) < room;
    take  = (more < {2'b00, room}) ? TW'(more) : TW'(room);
    first = at_q[0];
    last  = busy_q && end_q < 8'd32;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) busy_q <= 1'b0;
    else busy_q <= start_i | (busy_q & ~last);
    if (!rst_ni) take_q <= '0;
    else if (start_i || busy_q) take_q <= take;
  end
  always_ff @(posedge clk_i) begin
    if (start_i) begin
      len_q <= 6'(len_i);
      seq_q <= seq_i;
    end
    if (start_i || busy_q) begin
      at_q   <= start_i ? WORDS'(1) : WORDS'({at_q, 1'b0});
      rem_q  <= more - 6'(take);
      keep_q <= keep;
      end_q  <= start_i ? fabric_pkg::payload_bytes(6'(len_i)) + 8'd8 : end_q - 8'd32;
    end
  end

  // A word begins at the same bit of the payload in every frame, so its ACKs have fixed places in
  // it. Between frames nothing moves.
  logic [LANES*ACKW-1:0] acks;
  logic [POOLW-1:0]      pool;  // the word, and what is left over
  always_comb begin
    {acks, pool} = '0;
    if (busy_q) begin
      for (int i = 0; i < LANES; i = i + 1)
        acks[ACKW*i+:ACKW] = acks_i[ACKW*i+:ACKW] & {ACKW{keep_q[i]}};
      for (int k = 0; k < WORDS; k = k + 1)
        if (at_q[k]) pool = pool | (POOLW'(acks) << Place[6*k+:6]);
      if (first) pool[31:0] = {seq_q, len_q, fabric_pkg::FrameType, fabric_pkg::FrameStart};
      else pool[23:0] = pool[23:0] | rest_q;
    end
  end

  // -------------------------------------------- FCS over bytes 1 .. last payload byte of a frame
  logic         word_q, sof_q, eof_q;
  logic         covers_q;   // the FCS covers bytes of it
  logic [W-1:0] data_q;     // the first word with what the register begins with
  logic [7:0]   fd_q;       // place of the 0xFD from the word's begin
  logic [31:0]  crc_q;      // of the words before; 0 in front of the first
  logic [31:0]  begins, moved, factor, factor_d;

  assign begins = `SELVAGE_BUG(bug_i[0], fabric_pkg::FcsBegin, 32'h000000FB);

  always_ff @(posedge clk_i) begin
    word_q   <= busy_q & rst_ni;
    covers_q <= busy_q & rst_ni & (first | end_q > 8'd4);
    if (busy_q) begin
      sof_q  <= first;
      eof_q  <= last;
      data_q <= pool[W-1:0] ^ {{W - 32{1'b0}}, begins & {32{first}}};
      fd_q   <= end_q;
      rest_q <= pool[POOLW-1:W];
    end
  end
  crc32_word #(
    .W(W)
  ) i_crc (
    .en_i  (covers_q),
    .data_i(data_q ^ {{W - 32{1'b0}}, crc_q}),
    .crc_o (moved)
  );

  // ----------------------------------------------- the zeros behind the payload leave it again
  logic         back_q, back_sof_q, back_eof_q, back_covers_q;
  logic [W-1:0] body_q;
  logic [7:0]   back_fd_q;
  logic [31:0]  fcs_q;      // with the word
  logic [31:0]  factor_q;
  logic [63:0]  product;
  logic [W-1:0] tail;       // what is behind the FCS
  logic [31:0]  holds;      // bytes that the FCS may take

  assign factor_d = `SELVAGE_BUG(bug_i[1], factor, 32'h1);
  always_ff @(posedge clk_i) begin
    back_q        <= word_q & rst_ni;
    back_covers_q <= covers_q & rst_ni;
    if (word_q) begin
      back_sof_q <= sof_q;
      back_eof_q <= eof_q;
      body_q     <= data_q ^ {{W - 32{1'b0}}, begins & {32{sof_q}}};
      back_fd_q  <= fd_q;
    end
    crc_q <= moved & {32{~eof_q}};
    if (covers_q) begin
      fcs_q    <= moved;
      factor_q <= factor_d;
    end
  end
  always_comb begin
    {tail, holds} = '0;
    if (back_q) begin
      for (int b = 0; b < 32; b = b + 1) begin
        holds[b] = back_fd_q > 8'(b) && back_fd_q <= 8'(b + 4);
        tail[8*b+:8] = (back_fd_q == 8'(b)) ? fabric_pkg::FrameEnd
                     : (back_fd_q < 8'(b)) ? 8'h07 : 8'h00;
      end
    end
  end

  // ------------------------------------------------------------------ the FCS behind the payload
  logic         ready_q, first_word_q, last_word_q;
  logic [W-1:0] whole_q;    // the word but for the FCS
  logic [31:0]  holds_q;
  logic [1:0]   turn_q;     // place of the FCS among four bytes
  logic [63:0]  product_q;
  logic [31:0]  fcs, pattern;
  logic [W-1:0] fcs_bits;

  crc32_back i_back (
    .end_i    (fd_q[4:0] - 5'd4),
    .factor_o (factor),
    .en_i     (back_covers_q),
    .factor_i (factor_q),
    .crc_i    (fcs_q),
    .product_o(product),
    .product_i(product_q),
    .crc_o    (fcs)
  );
  always_ff @(posedge clk_i) begin
    ready_q <= back_q & rst_ni;
    if (back_q) begin
      first_word_q <= back_sof_q;
      last_word_q  <= back_eof_q;
      whole_q      <= body_q | tail;
      holds_q      <= holds;
      turn_q       <= back_fd_q[1:0];
    end
    if (back_covers_q) product_q <= product;
  end

  always_comb begin
    case (turn_q)
      2'd0: pattern = ~fcs;
      2'd1: pattern = ~{fcs[23:0], fcs[31:24]};
      2'd2: pattern = ~{fcs[15:0], fcs[31:16]};
      default: pattern = ~{fcs[7:0], fcs[31:8]};
    endcase
    for (int b = 0; b < 32; b = b + 1)
      fcs_bits[8*b+:8] = pattern[8*(b%4)+:8] & {8{holds_q[b]}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !ready_q) begin
      word_data_o  <= '0;
      word_valid_o <= 1'b0;
      word_sof_o   <= 1'b0;
      word_eof_o   <= 1'b0;
    end else begin
      word_data_o  <= whole_q | fcs_bits;
      word_valid_o <= 1'b1;
      word_sof_o   <= first_word_q;
      word_eof_o   <= last_word_q;
    end
  end

  assign take_valid_o = busy_q;
  assign busy_o = busy_q | word_q | back_q | ready_q;
  assign take_o = take_q;

`include "assert.svh"
  `SELVAGE_RANGE(max, MAX >= 2 && MAX <= 63, "ack_frame_packer: MAX must be 2..63")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(packer_not_interrupted, !start_i || !busy_q || last)
      `SELVAGE_ASSERT(packer_has_acks, !start_i || (len_i != '0 && len_i <= LW'(MAX)))
      `SELVAGE_ASSERT(packer_all_taken, !busy_q || !last || rem_q == '0)
      `SELVAGE_ASSERT(packer_rests, busy_q || take_q == '0)
      `SELVAGE_COVER(packer_fcs_straddles, busy_q && end_q > 8'd32 && end_q < 8'd36)
      `SELVAGE_COVER(packer_back_to_back, busy_q && start_i)
    end
  end
`ifdef FORMAL
`include "ack_frame_packer_props.svh"
`endif
endmodule
