// SPDX-License-Identifier: Apache-2.0
/// Takes frames of aggregated ACKs apart (FLOW-B-1..3; docs/flow-blocks.md, ack_frame_unpacker).
///
/// Latency: inputs are used directly. eof in cycle t: frame_ok_o or frame_bad_o in t+1, the first
/// ACK in t+2, then one a cycle without gaps, across frames too.
/// A frame is judged at its eof, when it is whole: so its payload waits in one of BUFS buffers.
/// Ties: a sof inside a frame makes the old one bad; sof = eof inside a frame makes two bad ones
/// and one pulse. A sof while all buffers are full begins nothing. A buffer given back in cycle u
/// may be used from u+1 on.
`include "bug.svh"
module ack_frame_unpacker #(
  /// ACKs in a frame, at most 63
  parameter int MAX = 48,
  /// frames that can be held
  parameter int BUFS = 2,
  localparam WORDS = (16 + (25 * MAX + 7) / 8) / 8,  // of the longest frame
  localparam ROWS = (WORDS + 1) / 2,                 // of a buffer, two words each
  localparam AW = $clog2(BUFS * ROWS),
  localparam BW = (BUFS > 1) ? $clog2(BUFS) : 1,
  localparam UW = $clog2(BUFS + 1)
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// deliberate faults; 0: FCS not checked, 1: a sof inside a frame is an ordinary word, 2: no
  /// parity, 3: the end 0xFD not checked, 4: a sof with all buffers full begins a frame; static
  `SELVAGE_BUG_PORT(bug_i, 5)
  input  logic [63:0] word_data_i,
  input  logic        word_valid_i,
  input  logic        word_sof_i,
  input  logic        word_eof_i,
  output logic        ack_valid_o,
  output logic [25:0] ack_data_o,
  output logic        frame_ok_o,
  output logic        frame_bad_o
);
  localparam int ACKW = fabric_pkg::AckBits;

  logic [UW-1:0] used_q /* verilator public_flat_rd */;  // frames held whole
  logic [31:0]   good_q /* verilator public_flat_rd */;
  logic [31:0]   bad_q  /* verilator public_flat_rd */;
  logic [31:0]   over_q /* verilator public_flat_rd */;

  // ----------------------------------------------------------------------------- receive
  logic          in_q;     // inside a frame
  logic          ok_q;     // nothing wrong with it so far
  logic [4:0]    at_q;     // number of the next word
  logic [7:0]    end_q;    // bytes from the next word's begin to where 0xFD has to be
  logic [31:0]   crc_q;
  logic [31:0]   before_q; // the last bytes of the word before
  logic [5:0]    len_q;    // its ACKs
  logic [BW-1:0] wbuf_q;   // the buffer it is written to

  logic          sof, full, active, header_ok, at_end, too_long, done, good, overrun;
  logic          fcs_right, end_right;
  logic [4:0]    at;
  logic [5:0]    len;
  logic [31:0]   crc_start, crc;
  logic [63:0]   crc_data;
  logic [39:0]   behind;
  logic [3:0]    crc_bytes;
  logic [1:0]    bads;

  always_comb begin
    sof  = word_valid_i & word_sof_i;
    full = used_q == UW'(BUFS);
    `SELVAGE_BUG_IF(bug_i[1] && in_q, sof = 1'b0)
    `SELVAGE_BUG_IF(bug_i[4], full = 1'b0)
    overrun   = sof & full;
    active    = sof ? ~full : word_valid_i & in_q;
    at        = sof ? 5'd0 : at_q;
    len       = sof ? word_data_i[21:16] : len_q;
    header_ok = word_data_i[15:0] == {fabric_pkg::FrameType, fabric_pkg::FrameStart}
                && len - 6'd1 < 6'(MAX);
  end

  // FCS over bytes 1 .. last payload byte
  always_comb begin
    crc_start = sof ? 32'hFFFFFFFF : crc_q;
    crc_data  = sof ? {8'h00, word_data_i[63:8]} : word_data_i;
    crc_bytes = sof ? 4'd7 : fabric_pkg::covered_bytes(end_q);
  end
  crc32_word i_crc (
    .en_i   (active),
    .crc_i  (crc_start),
    .data_i (crc_data),
    .bytes_i(crc_bytes),
    .crc_o  (crc)
  );

  always_comb begin
    at_end    = !sof && end_q < 8'd8;
    too_long  = active && at == 5'(WORDS);
    done      = active && word_eof_i && !too_long;
    // its four bytes, which may begin in the word before, and what comes after them
    behind    = 40'({word_data_i, before_q} >> {end_q[2:0], 3'b000});
    fcs_right = behind[31:0] == ~crc;
    end_right = behind[39:32] == fabric_pkg::FrameEnd;
    good      = done && ok_q && at_end && fcs_right && end_right;
    `SELVAGE_BUG_IF(bug_i[0], good = done && ok_q && at_end && end_right)
    `SELVAGE_BUG_IF(bug_i[3], good = done && ok_q && at_end && fcs_right)
    bads = {1'b0, sof & in_q} + {1'b0, too_long | (done & ~good)};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) in_q <= 1'b0;
    else if (word_valid_i) in_q <= active & ~word_eof_i & ~too_long;
  end
  always_ff @(posedge clk_i) begin
    if (active) begin
      ok_q     <= sof ? header_ok : ok_q & ~at_end;
      at_q     <= at + 5'd1;
      len_q    <= len;
      end_q    <= sof ? fabric_pkg::payload_bytes(len) : end_q - 8'd8;
      crc_q    <= crc;
      before_q <= word_data_i[63:32];
    end
  end

  // ------------------------------------------------------------- buffers: even and odd words
  logic [63:0]   even_q[BUFS*ROWS];
  logic [63:0]   odd_q[BUFS*ROWS];
  logic [5:0]    held_q[BUFS];  // ACKs in a buffer
  logic [BW-1:0] rbuf_q;        // the oldest frame
  logic [5:0]    index_q;       // its next ACK
  logic [10:0]   bit_q;         // where that begins
  logic [AW-1:0] wrow, even_row, odd_row;
  logic [127:0]  pair;
  logic [24:0]   ack;
  logic          take, take_last;

  function automatic [BW-1:0] next(input [BW-1:0] buffer);
    next = (buffer == BW'(BUFS - 1)) ? '0 : buffer + BW'(1);
  endfunction
  function automatic [AW-1:0] base(input [BW-1:0] buffer);
    base = AW'(buffer) * AW'(ROWS);
  endfunction

  always_comb begin
    wrow     = base(wbuf_q) + AW'(at[4:1]);
    odd_row  = base(rbuf_q) + AW'(bit_q[10:7]);
    even_row = odd_row + AW'(bit_q[6]);
  end

  always_ff @(posedge clk_i) begin
    if (active && !too_long && !at[0]) even_q[wrow] <= word_data_i;
    if (active && !too_long && at[0]) odd_q[wrow] <= word_data_i;
    if (good) held_q[wbuf_q] <= len_q;
  end

  // ------------------------------------------------------------------------------- drain
  always_comb begin
    pair      = bit_q[6] ? {even_q[even_row], odd_q[odd_row]} : {odd_q[odd_row], even_q[even_row]};
    ack       = ACKW'(pair >> bit_q[5:0]);
    take      = used_q != '0;
    take_last = take && index_q + 6'd1 == held_q[rbuf_q];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q      <= '0;
      good_q      <= '0;
      bad_q       <= '0;
      over_q      <= '0;
      wbuf_q      <= '0;
      rbuf_q      <= '0;
      index_q     <= '0;
      bit_q       <= 11'd32;
      frame_ok_o  <= 1'b0;
      frame_bad_o <= 1'b0;
      ack_valid_o <= 1'b0;
      ack_data_o       <= '0;
    end else begin
      used_q <= used_q + UW'(good) - UW'(take_last);
      good_q <= good_q + 32'(good);
      bad_q  <= bad_q + 32'(bads);
      over_q <= over_q + 32'(overrun);
      if (good) wbuf_q <= next(wbuf_q);
      if (take) begin
        index_q <= take_last ? '0 : index_q + 6'd1;
        bit_q   <= take_last ? 11'd32 : bit_q + 11'd25;
      end
      if (take_last) rbuf_q <= next(rbuf_q);
      frame_ok_o  <= good;
      frame_bad_o <= bads != '0;
      ack_valid_o <= take;
      ack_data_o <= {`SELVAGE_BUG(bug_i[2], ^ack, 1'b0), ack} & {26{take}};
    end
  end

  // ---------------------------------------------------------------- parameters, assertions
`include "assert.svh"
  `SELVAGE_RANGE(max, MAX >= 1 && MAX <= 63, "ack_frame_unpacker: MAX must be 1..63")
  `SELVAGE_RANGE(bufs, BUFS >= 1, "ack_frame_unpacker: BUFS must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(unpacker_inside_has_room, !in_q || used_q < UW'(BUFS))
      `SELVAGE_ASSERT(unpacker_used_legal, (UW+1)'(used_q) <= (UW+1)'(BUFS))
      `SELVAGE_ASSERT(unpacker_index_legal, !take || index_q < held_q[rbuf_q])
      `SELVAGE_COVER(unpacker_sof_inside, sof && in_q)
      `SELVAGE_COVER(unpacker_overrun, overrun)
      `SELVAGE_COVER(unpacker_good_with_last, good && take_last)
    end
  end
endmodule
