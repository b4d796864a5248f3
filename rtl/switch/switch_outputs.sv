// SPDX-License-Identifier: Apache-2.0
/// The outputs: who sends where, beat by beat (FS-ARB, FS-RD, FS-MSG). Bit o of a vector is output
/// o, or input o; a row of a matrix is an output, with a bit for each input.
///
/// Latency: wants of cycle t to the beat in tx_* after edge t.
/// Ties: a message goes before data; of the inputs that want an output the first behind the last
/// that was served, else the first of all.
/// A packet that begins holds its output until its last beat has left.
/// What a port does that has nothing to do stands under conditions, so that a simulator skips it.
`include "bug.svh"
`include "turn.svh"
module switch_outputs #(
  /// ports
  parameter int M = 8,
  /// bits of a beat; of a message
  parameter int DATA_W = 64,
  parameter int MSG_W = 22
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// deliberate faults: 0 round robin stays, 1 a message does not hold back the beat, 2 XON unheard
  `SELVAGE_BUG_PORT(bug_i, 3)
  /// packets end here and now; messages go on
  input  logic                wipe_i,
  /// packets may start (FS-XON), the level received last
  input  logic [M-1:0]        xon_i,
  /// a message has this beat; output o's at [o*MSG_W +: MSG_W]
  input  logic [M-1:0]        msg_valid_i,
  input  logic [M*MSG_W-1:0]  msg_data_i,
  /// outputs that some input wants; inputs whose first packet does and that are not read, rows; the
  /// output that the answer of this cycle names, one-hot or 0, late; who wants it then, rows, the
  /// same one input for each output
  input  logic [M-1:0]        wanted_i,
  input  logic [M*M-1:0]      want_i,
  input  logic [M-1:0]        take_i,
  input  logic [M*M-1:0]      late_i,
  /// inputs that have a next beat; it, input i's at [i*DATA_W +: DATA_W], and its marks
  input  logic [M-1:0]        any_i,
  input  logic [M-1:0]        tail_i,
  input  logic [M-1:0]        bad_i,
  input  logic [M*DATA_W-1:0] data_i,
  /// inputs whose packet begins; whose next beat leaves
  output logic [M-1:0]        grant_o,
  output logic [M-1:0]        pop_o,
  /// on the wire: 0 idle, 1 a beat, 2 a message
  output logic [2*M-1:0]      tx_sym_o,
  output logic [M-1:0]        tx_head_o,
  output logic [M-1:0]        tx_tail_o,
  output logic [M-1:0]        tx_bad_o,
  output logic [M*DATA_W-1:0] tx_data_o,
  /// a packet is leaving
  output logic [M-1:0]        busy_o
);
  `SELVAGE_TURN(M)
  logic [M-1:0]   busy_q;
  logic [M*M-1:0] holder_q;  // rows one-hot
  logic [M*M-1:0] after_q;   // inputs behind the last served
  logic [M-1:0]   wanted, begins, runs, msg, beat, last, bad;
  logic [M*M-1:0] up;      // all ones from the input on whose packet begins
  logic [M*M-1:0] reads;   // the input that is read, one-hot

  assign msg    = `SELVAGE_BUG(bug_i[1], msg_valid_i, '0);
  logic           path_rst_n;

  assign path_rst_n = rst_ni & ~wipe_i;
  always_comb begin
    wanted = wanted_i;
    if (late_i != '0) begin
      for (int o = 0; o < M; o = o + 1) begin
        wanted[o] = wanted_i[o] | (take_i[o] & (late_i[o*M+:M] != '0));
      end
    end
  end
  assign begins = wanted & ~busy_q & ~msg & `SELVAGE_BUG(bug_i[2], xon_i, '1);
  assign runs   = (busy_q | begins) & ~msg;

  always_comb begin
    up      = '0;
    reads   = '0;
    grant_o = '0;
    for (int o = 0; o < M; o = o + 1) begin
      if (begins[o]) begin
        up[o*M+:M]    = `SELVAGE_PICK(M, take_i[o],
                                      turn(want_i[o*M+:M] | late_i[o*M+:M], after_q[o*M+:M]),
                                      turn(want_i[o*M+:M], after_q[o*M+:M]));
        reads[o*M+:M] = up[o*M+:M] & ~(up[o*M+:M] << 1);
        grant_o       = grant_o | reads[o*M+:M];
      end
      if (busy_q[o]) reads[o*M+:M] = holder_q[o*M+:M];
    end
  end

  always_comb begin
    pop_o = '0;
    beat  = '0;
    last  = '0;
    bad   = '0;
    for (int o = 0; o < M; o = o + 1) begin
      if (runs[o]) begin
        pop_o   = pop_o | (reads[o*M+:M] & any_i);
        beat[o] = (reads[o*M+:M] & any_i) != '0;
        last[o] = (reads[o*M+:M] & any_i & tail_i) != '0;
        bad[o]  = (reads[o*M+:M] & any_i & tail_i & bad_i) != '0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    busy_q <= path_rst_n ? (busy_q | begins) & ~last : '0;
    if (!path_rst_n) begin
      after_q <= '0;
    end else begin
      for (int o = 0; o < M; o = o + 1) begin
        if (begins[o]) begin
          holder_q[o*M+:M] <= reads[o*M+:M];
          if (`SELVAGE_BUG(bug_i[0], 1'b1, 1'b0)) after_q[o*M+:M] <= up[o*M+:M] << 1;
        end
      end
    end
  end

  // ------------------------------------------------------------------------------- on the wire
  function automatic [DATA_W-1:0] next_beat(input [M-1:0] from);
    next_beat = '0;
    for (int i = 0; i < M; i = i + 1) begin
      next_beat = next_beat | (data_i[i*DATA_W+:DATA_W] & {DATA_W{from[i]}});
    end
  endfunction

  always_ff @(posedge clk_i) begin
    tx_head_o <= path_rst_n ? begins & beat : '0;
    tx_tail_o <= path_rst_n ? last : '0;
    tx_bad_o  <= path_rst_n ? bad : '0;
  end
  always_ff @(posedge clk_i) begin
    tx_sym_o <= '0;
    for (int o = 0; o < M; o = o + 1) begin
      if (msg_valid_i[o]) begin
        tx_sym_o[2*o+:2]             <= {rst_ni, 1'b0};
        tx_data_o[o*DATA_W+:DATA_W] <= DATA_W'(msg_data_i[o*MSG_W+:MSG_W]);
      end else if (runs[o]) begin
        tx_sym_o[2*o+:2]             <= {1'b0, path_rst_n & beat[o]};
        tx_data_o[o*DATA_W+:DATA_W] <= next_beat(reads[o*M+:M]);
      end
    end
  end
  assign busy_o = busy_q;

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      for (int o = 0; o < M; o = o + 1) begin
        if (runs[o]) begin
          `SELVAGE_ASSERT(output_reads_one, (reads[o*M+:M] & (reads[o*M+:M] - M'(1))) == '0)
        end
      end
      `SELVAGE_ASSERT(output_begins_with_beat, (begins & ~beat) == '0)
      `SELVAGE_COVER(output_gap, (busy_q & ~msg & ~beat) != '0)
      `SELVAGE_COVER(output_message_in_packet, (busy_q & msg) != '0)
    end
  end

`ifdef FORMAL
`include "switch_outputs_props.svh"
`endif
endmodule
