// SPDX-License-Identifier: Apache-2.0
/// The words of an output's FIFO: a queue for each input, since several inputs may be read for one
/// output at a time, and the order of the packets (FL-XBAR; docs/reference/flow-switch.md).
///
/// Latency: a word that comes at edge t is the next one of its packet after t. word_o is the next
/// one of the packet that is first in order; the order of a packet may come before or behind its
/// words.
/// Ties: all inputs may bring a word at one edge.
`include "bug.svh"
module flow_cross #(
  /// inputs; words that one may have here; packets
  parameter int N = 8,
  parameter int DEPTH = 512,
  parameter int PACKETS = 64,
  /// bits of a word
  parameter int WORD_W = 256,
  localparam PW = $clog2(N)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// deliberate faults; 0: the next packet is of the same input; static
  `SELVAGE_BUG_PORT(bug_i, 1)
  /// by input: a word for this output, the last one of its packet
  input  logic [N-1:0]        word_valid_i,
  input  logic [N-1:0]        word_last_i,
  input  logic [N*WORD_W-1:0] word_i,
  /// a packet comes into the FIFO: its input
  input  logic                put_valid_i,
  input  logic [PW-1:0]       put_in_i,
  /// the next word
  output logic                word_valid_o,
  output logic                word_last_o,
  output logic [WORD_W-1:0]   word_o,
  input  logic                word_pull_i
);
  logic [N-1:0]        any, last;
  logic [N*WORD_W-1:0] words;
  logic                first;
  logic [PW-1:0]       from, in;

  flow_banks #(
    .N     (N),
    .DEPTH (DEPTH),
    .WORD_W(WORD_W)
  ) i_banks (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .push_i(word_valid_i),
    .last_i(word_last_i),
    .data_i(word_i),
    .pop_i ({{(N-1){1'b0}}, word_pull_i} << in),
    .any_o (any),
    .last_o(last),
    .data_o(words)
  );

  /* verilator lint_off UNUSEDSIGNAL */
  logic                         full_unused, full_next_unused, uncovers_unused;
  logic [PW-1:0]                under_unused;
  logic [$clog2(PACKETS+1)-1:0] count_unused;
  /* verilator lint_on UNUSEDSIGNAL */
  fifo #(
    .WIDTH(PW),
    .DEPTH(PACKETS)
  ) i_order (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .flush_i    (1'b0),
    .push_i     (put_valid_i),
    .data_i     (put_in_i),
    .pop_i      (word_pull_i & word_last_o),
    .data_o     (from),
    .uncovers_o (uncovers_unused),
    .under_o    (under_unused),
    .any_o      (first),
    .full_o     (full_unused),
    .full_next_o(full_next_unused),
    .count_o    (count_unused)
  );
  `SELVAGE_BUG_REG(before_q, PW, in)
  assign in = `SELVAGE_BUG(bug_i[0] && any[before_q], from, before_q);

  assign word_valid_o = first & any[in];
  assign word_last_o  = last[in];
  assign word_o       = words[in*WORD_W+:WORD_W];

`include "assert.svh"
  `SELVAGE_RANGE(n, N >= 2, "flow_cross: N must be at least 2")
  `SELVAGE_RANGE(word_w, WORD_W >= 1, "flow_cross: WORD_W must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(cross_pull_what_is_there, !word_pull_i || word_valid_o)
      `SELVAGE_COVER(cross_two_at_once, (word_valid_i & (word_valid_i - N'(1))) != '0)
    end
  end
endmodule
