// SPDX-License-Identifier: Apache-2.0
/// Takes frames of aggregated ACKs apart (FLOW-B-1..3, FLOW-B-9; docs/reference/flow-blocks.md,
/// ack_frame_unpacker).
///
/// Latency: inputs are used directly, a word of 256 bits a cycle, frames without a gap. eof in
/// cycle t: the frame is judged in t+1, frame_ok_o or frame_bad_o and the first ACK in t+2, then
/// one a cycle without gaps, across frames too.
/// A frame is judged when it is whole: so its payload waits in one of BUFS buffers. A word goes
/// into its buffer a cycle late, when the frame before it has been judged. The next ACK is fetched
/// ahead, of a frame that nothing is in front of from its first word.
/// Ties: a sof inside a frame makes the old one bad; sof = eof inside a frame makes two bad ones
/// and one pulse. A sof while all buffers are full begins nothing, and a frame being judged counts
/// there. A buffer given back in cycle u may be used from u+1 on.
/// Needs a clock in cycles with word_valid_i, in those after them, and while ACKs or outputs show.
`include "bug.svh"
`include "pick.svh"
module ack_frame_unpacker #(
  /// ACKs in a frame, at most 63
  parameter int MAX = 48,
  /// frames that can be held
  parameter int BUFS = 2,
  localparam WORDS = (9 + (25 * MAX + 7) / 8 + 31) / 32,  // of the longest frame
  localparam KW = (WORDS > 1) ? $clog2(WORDS) : 1,
  localparam AW = (BUFS * WORDS > 1) ? $clog2(BUFS * WORDS) : 1,
  localparam BW = (BUFS > 1) ? $clog2(BUFS) : 1,
  localparam UW = $clog2(BUFS + 1)
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  /// deliberate faults; 0: FCS not checked, 1: a sof inside a frame is an ordinary word, 2: no
  /// parity, 3: the end 0xFD not checked, 4: a sof with all buffers full begins a frame, 5: what is
  /// behind the FCS counts in it if the frame is one word; static
  `SELVAGE_BUG_PORT(bug_i, 6)
  input  logic [255:0] word_data_i,
  input  logic         word_valid_i,
  input  logic         word_sof_i,
  input  logic         word_eof_i,
  output logic         ack_valid_o,
  output logic [25:0]  ack_data_o,
  output logic         frame_ok_o,
  output logic         frame_bad_o
);
  localparam int ACKW = fabric_pkg::AckBits;
  localparam int W = fabric_pkg::FrameBits;
  localparam logic [31:0] Poly = 32'hEDB88320;  // reflected

  logic [UW-1:0] used_q /* verilator public_flat_rd */;  // frames held whole
  logic [31:0]   good_q /* verilator public_flat_rd */;
  logic [31:0]   bad_q  /* verilator public_flat_rd */;
  logic [31:0]   over_q /* verilator public_flat_rd */;

  // ----------------------------------------------------------------------------- receive
  logic          in_q;     // inside a frame
  logic          ok_q;     // nothing wrong with it so far
  logic [2:0]    at_q;     // number of the next word
  logic [7:0]    end_q;    // bytes from the next word's begin to where 0xFD has to be
  logic [31:0]   mask_q;   // bytes of the next word in front of that
  logic [31:0]   crc_q;
  logic [5:0]    len_q;    // its ACKs
  logic [BW-1:0] wbuf_q;   // the buffer it is written to
  logic          judge_q;  // a frame ended in the cycle before

  logic          sof, full, active, header_ok, ok, at_end, too_long, done, whole, overrun;
  logic          end_right, starts;
  logic [2:0]    at;
  logic [5:0]    len;
  logic [7:0]    place, end_d;  // of 0xFD from the begin of this word, and of the next one
  logic [31:0]   is_end, ends, crc, crc_before;
  logic [31:0]   counts;        // bytes of the word that the FCS counts
  logic [1023:0] parts;         // what each of them adds to its register

  // The register over a word of zeros, from what it begins with.
  function automatic [31:0] behind_zeros();
    behind_zeros = fabric_pkg::FcsBegin;
    for (int i = 0; i < W; i = i + 1)
      behind_zeros = {1'b0, behind_zeros[31:1]} ^ (behind_zeros[0] ? Poly : 32'h0);
  endfunction
  localparam logic [31:0] CrcBegin = behind_zeros();

  always_comb begin
    sof  = word_valid_i & word_sof_i;
    // a frame being judged counts as held
    full = used_q == UW'(BUFS) || (judge_q && used_q == UW'(BUFS - 1));
    `SELVAGE_BUG_IF(bug_i[1] && in_q, sof = 1'b0)
    `SELVAGE_BUG_IF(bug_i[4], full = 1'b0)
    overrun   = sof & full;
    active    = sof ? ~full : word_valid_i & in_q;
    at        = sof ? 3'd0 : at_q;
    // what follows of a word that is not valid is not taken
    starts    = word_sof_i;
    `SELVAGE_BUG_IF(bug_i[1] && in_q, starts = 1'b0)
    len       = starts ? word_data_i[21:16] : len_q;
    place     = starts ? fabric_pkg::payload_bytes(word_data_i[21:16]) + 8'd8 : end_q;
    end_d     = place - 8'd32;
    header_ok = word_data_i[15:0] == {fabric_pkg::FrameType, fabric_pkg::FrameStart}
                && len - 6'd1 < 6'(MAX);
    ok        = starts ? header_ok : ok_q;
  end

  // The register over all bytes up to the end of the FCS, as if zeros came behind it. What it is
  // then follows from their number alone. Which bytes count comes late, so each byte adds its own:
  // of a first word, whose end follows from its own bits, 12 and three more with each further ACK.
  always_comb begin
    for (int b = 0; b < 32; b = b + 1)
      counts[b] = word_valid_i
                  & (starts ? b < 12 || word_data_i[21:16] > 6'((b - 9) / 3) : mask_q[b]);
    `SELVAGE_BUG_IF(bug_i[5] && starts, counts = {32{word_valid_i}})
  end
  genvar g;
  generate
    for (g = 0; g < 32; g = g + 1) begin : gen_byte
      crc32_word #(
        .W     (8),
        .BEHIND(W - 8 - 8 * g)
      ) i_crc (
        .en_i  (counts[g]),
        .data_i(word_data_i[8*g+:8]),
        .crc_o (parts[32*g+:32])
      );
    end
  endgenerate
  crc32_word #(
    .W     (32),
    .BEHIND(W - 32)
  ) i_before (
    .en_i  (word_valid_i),
    .data_i(crc_q),
    .crc_o (crc_before)
  );
  always_comb begin
    crc = starts ? CrcBegin : crc_before;
    for (int b = 0; b < 32; b = b + 1) crc = crc ^ parts[32*b+:32];
  end

  always_comb begin
    at_end    = starts ? word_data_i[21:19] == '0 : ~mask_q[31];
    too_long  = active && at == 3'(WORDS);
    done      = active && word_eof_i && !too_long;
    is_end    = {mask_q[30:0], 1'b1} & ~mask_q & {32{!starts}};
    for (int n = 1; n < 8; n = n + 1)
      is_end[9+3*n] = is_end[9+3*n] | (starts && word_data_i[18:16] == 3'(n));
    for (int b = 0; b < 32; b = b + 1)
      ends[b] = is_end[b] & (word_data_i[8*b+:8] == fabric_pkg::FrameEnd);
    end_right = ends != '0;
    `SELVAGE_BUG_IF(bug_i[3], end_right = 1'b1)
    whole     = done && ok && at_end && end_right;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) in_q <= 1'b0;
    else if (word_valid_i) in_q <= active & ~word_eof_i & ~too_long;
  end
  always_ff @(posedge clk_i) begin
    if (active) begin
      ok_q  <= ok & ~at_end;
      at_q  <= at + 3'd1;
      len_q <= len;
      end_q <= end_d;
      for (int b = 0; b < 32; b = b + 1) mask_q[b] <= end_d > 8'(b);
      crc_q <= crc;
    end
  end

  // ----------------------------------------------------------------- the cycle after: judgement
  localparam logic [31:0] Residue = 32'hDEBB20E3;  // of the register behind a right FCS

  // what follows from Residue by 32 - e bytes of zeros, at [32*e+:32]
  function automatic [32*32-1:0] residues();
    logic [31:0] c;
    c = Residue;
    for (int e = 31; e >= 0; e = e - 1) begin
      for (int i = 0; i < 8; i = i + 1) c = {1'b0, c[31:1]} ^ (c[0] ? Poly : 32'h0);
      residues[32*e+:32] = c;
    end
  endfunction
  localparam logic [32*32-1:0] Residues = residues();

  logic        whole_q;    // it has everything but perhaps the FCS
  logic        inside_q;   // a frame was cut off by a sof
  logic        longer_q;   // a word too many
  logic [31:0] residue_q;  // what is in the register if the FCS is right
  logic        fcs_right, good, spoilt;
  logic [1:0]  cuts;

  always_ff @(posedge clk_i) begin
    judge_q  <= done & rst_ni;
    whole_q  <= whole;
    inside_q <= sof & in_q & rst_ni;
    longer_q <= too_long & rst_ni;
    if (active) residue_q <= Residues[{place[4:0], 5'b00000}+:32];
  end

  always_comb begin
    fcs_right = crc_q == residue_q;
    `SELVAGE_BUG_IF(bug_i[0], fcs_right = 1'b1)
    good   = judge_q & whole_q & fcs_right;
    spoilt = judge_q & ~good;
    cuts   = {1'b0, inside_q} + {1'b0, longer_q};
  end

  // ------------------------------------------------- buffers: each word in four banks of 64 bits
  logic [BW-1:0] rbuf_q;        // buffer of the oldest frame
  logic [5:0]    held_q[BUFS];  // ACKs in a buffer
  logic          head_valid_q;  // the cycle after a first word
  logic          word_q;        // and after any
  logic [KW-1:0] word_at_q;     // its number
  logic [W-1:0]  data_q;
  logic [AW-1:0] wrow, row_q, row_0_q;  // written; read, and from bank 0
  logic [255:0]  read;

  function automatic [BW-1:0] next(input [BW-1:0] buffer);
    next = (buffer == BW'(BUFS - 1)) ? '0 : buffer + BW'(1);
  endfunction
  function automatic [AW-1:0] base(input [BW-1:0] buffer);
    base = AW'(buffer) * AW'(WORDS);
  endfunction

  assign wrow = base(wbuf_q) + AW'(word_at_q);

  always_ff @(posedge clk_i) begin
    head_valid_q <= sof & active & rst_ni;
    word_q       <= active & ~too_long & rst_ni;
    if (active) begin
      word_at_q <= KW'(at);
      data_q    <= word_data_i;
    end
    if (judge_q && whole_q) held_q[wbuf_q] <= len_q;
  end

  logic [31:0] first;  // of the frame behind this one
  genvar k;
  generate
    for (k = 0; k < 4; k = k + 1) begin : gen_bank
      logic [63:0] mem_q[BUFS*WORDS];
      always_ff @(posedge clk_i) if (word_q) mem_q[wrow] <= data_q[64*k+:64];
      assign read[64*k+:64] = mem_q[k == 0 ? row_0_q : row_q];
      if (k == 0) begin : gen_first
        assign first = mem_q[base(next(rbuf_q))][63:32];
      end
    end
  endgenerate

  // ------------------------------------------------------------------------------- drain
  logic [5:0]    left_q, left;     // its ACKs not yet taken
  logic [31:0]   pre_q;            // the next of them, from bit fine_q on
  logic [2:0]    fine_q;
  logic [10:0]   bit_q;            // where the one behind that begins
  logic [10:0]   bit_d;
  logic [AW-1:0] base_d;
  logic [127:0]  pair;
  logic [31:0]   window;           // up to 7 bits before that one, and it
  logic [31:0]   coming;           // the next, of the frame that comes in
  logic [24:0]   ack;
  logic          take, take_last, moves, moves_last, restart, behind;
  logic          fresh;            // the cycle before brought the first word of the oldest frame

  always_comb begin
    fresh     = head_valid_q && used_q == '0;
    left      = fresh ? len_q : left_q;
    take      = used_q != '0 || good;
    take_last = take && left == 6'd1;
    // What is fetched ahead moves on before the FCS is known to be right: if it is not, nothing is
    // held, and the next frame fetches anew.
    moves      = used_q != '0 || (judge_q && whole_q);
    moves_last = moves && left == 6'd1;
    ack        = fresh ? data_q[56:32] : ACKW'(pre_q >> fine_q);
    case (bit_q[7:6])
      2'd0: pair = read[127:0];
      2'd1: pair = read[191:64];
      2'd2: pair = read[255:128];
      default: pair = {read[63:0], read[255:192]};
    endcase
    window = 32'(pair >> {bit_q[5:3], 3'b0});
    // The first ACK of a frame is the next: of one behind this, or of one that begins. If that is
    // one word and judged now, its first ACK is taken now, and the second is the next.
    restart = moves_last | fresh;
    behind  = moves_last && !(head_valid_q && next(rbuf_q) == wbuf_q);
    coming  = (moves && !moves_last) ? data_q[87:56] : data_q[63:32];
    bit_d   = !restart ? bit_q + 11'd25 : moves && !moves_last ? 11'd82 : 11'd57;
    base_d  = base(moves_last ? next(rbuf_q) : rbuf_q);
  end

  always_ff @(posedge clk_i) begin
    if (moves || restart) begin
      pre_q   <= `SELVAGE_PICK(32, behind, first, `SELVAGE_PICK(32, restart, coming, window));
      fine_q  <= !restart ? bit_q[2:0] : {2'b00, moves && !moves_last};
      bit_q   <= bit_d;
      row_q   <= base_d + AW'(bit_d[10:8]);
      row_0_q <= base_d + AW'(bit_d[10:8]) + AW'(bit_d[7:6] == 2'd3);
    end
    // a frame that waits behind this one is whole already, or it is the one that comes in
    if (moves_last) left_q <= (used_q != '0 && used_q != UW'(1)) ? held_q[next(rbuf_q)] : len_q;
    else if (moves) left_q <= left - 6'd1;
    else if (done && at_end) left_q <= len_q;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q      <= '0;
      good_q      <= '0;
      bad_q       <= '0;
      over_q      <= '0;
      wbuf_q      <= '0;
      rbuf_q      <= '0;
      frame_ok_o  <= 1'b0;
      frame_bad_o <= 1'b0;
      ack_valid_o <= 1'b0;
      ack_data_o       <= '0;
    end else begin
      used_q <= used_q + UW'(good) - UW'(take_last);
      if (good) good_q <= good_q + 32'd1;
      bad_q  <= spoilt ? bad_q + 32'(cuts) + 32'd1 : bad_q + 32'(cuts);
      over_q <= over_q + 32'(overrun);
      if (good) wbuf_q <= next(wbuf_q);
      if (take_last) rbuf_q <= next(rbuf_q);
      frame_ok_o  <= good;
      frame_bad_o <= spoilt || cuts != '0;
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
      `SELVAGE_ASSERT(unpacker_left_legal,
                      !take || (left != '0 && left <= (used_q == '0 ? len_q : held_q[rbuf_q])))
      `SELVAGE_COVER(unpacker_sof_inside, sof && in_q)
      `SELVAGE_COVER(unpacker_overrun, overrun)
      `SELVAGE_COVER(unpacker_good_with_last, good && take_last)
      `SELVAGE_COVER(unpacker_one_word_after_another, judge_q && sof && word_eof_i)
    end
  end
endmodule
