// SPDX-License-Identifier: Apache-2.0
/// The packet memory of an input: pages of 256 bytes, chained, so that one memory serves all
/// classes (FL-PAGE, FL-READ; docs/reference/flow-switch.md). A packet is known by its first page.
///
/// Latency: a word that comes at edge t may be read at edge t+1; one that is read at edge t is in
/// word_o after t+1. What is asked for at edge t is read from edge t+1 on, a word an edge; a word
/// that has not come is waited for.
/// One packet comes at a time, and one is read at a time; the next one may be asked for at the edge
/// that reads the last word.
`include "bug.svh"
module flow_pages #(
  /// pages, two or more
  parameter int PAGES = 64,
  /// bits of a word; eight are a page
  parameter int WORD_W = 256,
  localparam AW = $clog2(PAGES),
  localparam CW = $clog2(PAGES + 1),
  localparam COUNT_W = 10
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// deliberate faults; 0: a word that has not come is read, 1: a page is given back with the first
  /// word of it; static
  `SELVAGE_BUG_PORT(bug_i, 2)
  /// a packet begins to come, of so many words; its page is slot_o of this cycle
  input  logic               head_valid_i,
  input  logic [COUNT_W-1:0] head_words_i,
  output logic [AW-1:0]      slot_o,
  /// the next word of the packet that comes, or of the one that begins now
  input  logic               word_valid_i,
  input  logic [WORD_W-1:0]  word_i,
  /// a packet is to be read, of so many words
  input  logic               read_valid_i,
  input  logic [AW-1:0]      read_slot_i,
  input  logic [COUNT_W-1:0] read_words_i,
  /// what has been read
  output logic               word_valid_o,
  output logic               word_last_o,
  output logic [WORD_W-1:0]  word_o,
  /// the last word is read at this edge, or nothing is to be read
  output logic               read_ready_o,
  /// pages in use
  output logic [CW-1:0]      used_o
);
  // ------------------------------------------------------------------------------- free pages
  // First those that were never used, then those given back, in the order in which they were.
  logic [CW-1:0] fresh_q;
  logic          fresh, take, back, queued;
  logic [AW-1:0] next_page, back_page, queue_page;
  logic [CW-1:0] used_q;
  /* verilator lint_off UNUSEDSIGNAL */  // marks of the queue
  logic          more_unused, bad_unused, tail_unused;
  /* verilator lint_on UNUSEDSIGNAL */

  assign fresh     = fresh_q != CW'(PAGES);
  assign next_page = fresh ? AW'(fresh_q) : queue_page;
  assign slot_o    = next_page;

  ram_queue #(
    .WIDTH(AW),
    .DEPTH(PAGES)
  ) i_free (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .push_i(back),
    .data_i(back_page),
    .bad_i (1'b0),
    .tail_i(1'b0),
    .pop_i (take & ~fresh),
    .any_o (queued),
    .more_o(more_unused),
    .data_o(queue_page),
    .bad_o (bad_unused),
    .tail_o(tail_unused)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fresh_q <= '0;
      used_q  <= '0;
    end else begin
      if (take && fresh) fresh_q <= fresh_q + CW'(1);
      used_q <= used_q + CW'(take) - CW'(back);
    end
  end
  assign used_o = used_q;

  // ------------------------------------------------------------------------------- what comes
  logic [AW-1:0]      in_slot_q, in_page_q, in_page;
  logic [COUNT_W-1:0] in_left_q, in_left;   // words to come, with the packet that begins
  logic [COUNT_W-1:0] in_count_q, in_count; // words that have come
  logic               chains;               // this word fills a page, and more come

  assign in_page  = head_valid_i ? next_page : in_page_q;
  assign in_left  = head_valid_i ? head_words_i : in_left_q;
  assign in_count = head_valid_i ? '0 : in_count_q;
  assign chains   = word_valid_i & (in_count[2:0] == 3'd7) & (in_left != COUNT_W'(1));
  assign take     = head_valid_i | chains;

  always_ff @(posedge clk_i) begin
    if (head_valid_i) in_slot_q <= next_page;
    in_page_q  <= chains ? next_page : in_page;
    in_count_q <= in_count + COUNT_W'(word_valid_i);
    in_left_q  <= rst_ni ? in_left - COUNT_W'(word_valid_i) : '0;
  end

  // ------------------------------------------------------------------------------- what is read
  logic [WORD_W-1:0]  read_word;
  logic [AW-1:0]      out_page_q, out_page, link;
  logic [COUNT_W-1:0] out_left_q, out_count_q;
  logic               crossed_q;  // the word before was the last of its page
  logic               same_q;     // it is the one that comes
  logic               here, reads, valid_q, last_q;

  assign out_page = crossed_q ? link : out_page_q;
  assign here     = (in_left_q == '0) | ~same_q | (out_count_q < in_count_q)
                    | `SELVAGE_BUG(bug_i[0], 1'b0, 1'b1);
  assign reads    = (out_left_q != '0) & here;
  assign read_ready_o = (out_left_q == '0) | (reads & (out_left_q == COUNT_W'(1)));
  assign back     = reads & ((out_left_q == COUNT_W'(1))
                    | (out_count_q[2:0] == `SELVAGE_BUG(bug_i[1], 3'd7, 3'd0)));
  assign back_page = out_page;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      out_left_q <= '0;
      valid_q    <= 1'b0;
    end else begin
      valid_q <= reads;
      if (read_valid_i) out_left_q <= read_words_i;
      else if (reads) out_left_q <= out_left_q - COUNT_W'(1);
    end
    if (read_valid_i) crossed_q <= 1'b0;
    else if (reads) crossed_q <= out_count_q[2:0] == 3'd7;
    last_q <= out_left_q == COUNT_W'(1);
    // The number of its page may be another packet's by the time that its last words are read.
    same_q <= (in_left_q != '0) & (read_valid_i ? read_slot_i == in_slot_q : same_q);
    if (read_valid_i) begin
      out_page_q  <= read_slot_i;
      out_count_q <= '0;
    end else begin
      out_page_q  <= out_page;
      if (reads) out_count_q <= out_count_q + COUNT_W'(1);
    end
    word_valid_o <= rst_ni & valid_q;
    word_last_o  <= rst_ni & valid_q & last_q;
    word_o       <= read_word;
  end

  ram_1r1w #(
    .WIDTH(WORD_W),
    .DEPTH(PAGES * 8)
  ) i_words (
    .clk_i       (clk_i),
    .write_i     (word_valid_i),
    .write_addr_i({in_page, in_count[2:0]}),
    .data_i      (word_i),
    .read_i      (reads),
    .read_addr_i ({out_page, out_count_q[2:0]}),
    .data_o      (read_word)
  );
  ram_1r1w #(
    .WIDTH(AW),
    .DEPTH(PAGES)
  ) i_links (
    .clk_i       (clk_i),
    .write_i     (chains),
    .write_addr_i(in_page),
    .data_i      (next_page),
    .read_i      (reads),
    .read_addr_i (out_page),
    .data_o      (link)
  );

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(pages, PAGES >= 2, "flow_pages: PAGES must be at least 2")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(pages_one_is_free, !take || fresh || queued)
      `SELVAGE_ASSERT(pages_one_packet_comes, !head_valid_i || in_left_q == '0)
      `SELVAGE_ASSERT(pages_packet_has_words, !head_valid_i || head_words_i != '0)
      `SELVAGE_ASSERT(pages_word_of_a_packet, !word_valid_i || in_left != '0)
      `SELVAGE_ASSERT(pages_one_is_read, !read_valid_i || (read_ready_o && read_words_i != '0))
      `SELVAGE_ASSERT(pages_used, used_q <= CW'(PAGES))
      `SELVAGE_COVER(pages_waits_for_word, out_left_q != '0 && !here)
      `SELVAGE_COVER(pages_follows_link, crossed_q && reads)
      `SELVAGE_COVER(pages_full, used_q == CW'(PAGES))
      `SELVAGE_COVER(pages_back_to_back, read_valid_i && reads)
    end
  end
endmodule
