// SPDX-License-Identifier: Apache-2.0
/// One output: who sends, beat by beat (FS-ARB, FS-RD, FS-MSG).
///
/// Latency: wants of cycle t to the beat in tx_* after edge t.
/// Ties: a message goes before data; of the inputs that want the output the first at or behind
/// the one after the last that was served.
/// A packet that begins holds the output until its last beat has left.
`include "bug.svh"
module switch_output #(
  /// inputs
  parameter int M = 8,
  /// bits of a beat
  parameter int DATA_W = 64,
  localparam PW = $clog2(M)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// deliberate faults: 0 round robin stays, 1 a message does not hold back the beat, 2 XON unheard
  `SELVAGE_BUG_PORT(bug_i, 3)
  /// packets may start (FS-XON), the level received last
  input  logic                xon_i,
  /// a message has this beat; its bits are data
  input  logic                msg_valid_i,
  input  logic [DATA_W-1:0]   msg_data_i,
  /// inputs whose first packet wants this output and that are not read
  input  logic [M-1:0]        want_i,
  /// inputs that have a next beat; it, input i at [i*DATA_W +: DATA_W], and its marks
  input  logic [M-1:0]        any_i,
  input  logic [M-1:0]        tail_i,
  input  logic [M-1:0]        bad_i,
  input  logic [M*DATA_W-1:0] data_i,
  /// the input whose packet begins; the one whose next beat leaves
  output logic [M-1:0]        grant_o,
  output logic [M-1:0]        pop_o,
  /// on the wire: 0 idle, 1 a beat, 2 a message
  output logic [1:0]          tx_sym_o,
  output logic                tx_head_o,
  output logic                tx_tail_o,
  output logic                tx_bad_o,
  output logic [DATA_W-1:0]   tx_data_o,
  /// a packet is leaving
  output logic                busy_o
);
  logic          busy_q    /* verilator public_flat_rd */;
  logic [M-1:0]  holder_q  /* verilator public_flat_rd */;  // one-hot
  logic [PW-1:0] next_q    /* verilator public_flat_rd */;
  logic          begins, msg, any;
  logic [PW-1:0] winner;
  logic [M-1:0]  first;     // the same, one-hot
  logic [M-1:0]  reads;     // the input that is read, one-hot
  logic          beat, last;

  assign msg = `SELVAGE_BUG(bug_i[1], msg_valid_i, 1'b0);

  wrap_pick #(
    .N(M)
  ) i_pick (
    .vec_i   (want_i),
    .pref_i  (next_q),
    .any_o   (any),
    .index_o (winner),
    .onehot_o(first)
  );

  assign begins  = any & ~busy_q & ~msg & `SELVAGE_BUG(bug_i[2], xon_i, 1'b1);
  assign grant_o = first & {M{begins}};
  assign reads   = busy_q ? holder_q : grant_o;
  assign pop_o   = msg ? '0 : reads & any_i;
  assign beat    = pop_o != '0;
  assign last    = (pop_o & tail_i) != '0;

  logic [DATA_W-1:0] data;
  always_comb begin
    data = '0;
    for (int i = 0; i < M; i = i + 1) data = data | (data_i[i*DATA_W+:DATA_W] & {DATA_W{reads[i]}});
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      next_q <= '0;
    end else begin
      busy_q <= (busy_q | begins) & ~last;
      if (begins && `SELVAGE_BUG(bug_i[0], 1'b1, 1'b0)) begin
        next_q <= (winner == PW'(M - 1)) ? '0 : winner + PW'(1);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (begins) holder_q <= grant_o;
  end

  always_ff @(posedge clk_i) begin
    tx_sym_o  <= !rst_ni ? 2'd0 : msg_valid_i ? 2'd2 : {1'b0, beat};
    tx_head_o <= rst_ni & begins & beat;
    tx_tail_o <= rst_ni & last;
    tx_bad_o  <= rst_ni & last & ((pop_o & bad_i) != '0);
    if (msg_valid_i || beat) tx_data_o <= msg_valid_i ? msg_data_i : data;
  end
  assign busy_o = busy_q;

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(output_reads_one, (reads & (reads - M'(1))) == '0)
      `SELVAGE_ASSERT(output_begins_with_beat, !begins || beat)
      `SELVAGE_COVER(output_gap, busy_q && !msg && !beat)
      `SELVAGE_COVER(output_message_in_packet, busy_q && msg)
    end
  end
endmodule
