// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of ack_aggregator.
`include "sva.svh"
module ack_aggregator_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int MAX = 48,
  parameter int DEPTH = 512,
  parameter int T_W = 10,
  localparam LW = $clog2(MAX + 1),
  localparam CW = $clog2(DEPTH + 1)
) (
  input logic           clk_i,
  input logic           rst_ni,
  input logic [T_W-1:0] t1_i,
  input logic [T_W-1:0] t2_i,
  input logic [T_W-1:0] t3_i,
  input logic [LW-1:0]  max_i,
  input logic           ack_valid_i,
  input logic [25:0]    ack_data_i,
  input logic           ack_ready_o,
  input logic           frame_ready_i,
  input logic           frame_valid_o,
  input logic [LW-1:0]  frame_len_o,
  input logic           fire_valid_o,
  input logic [LW-1:0]  fire_len_o,
  input logic [255:0]   word_data_o,
  input logic           word_valid_o,
  input logic           word_sof_o,
  input logic           word_eof_o,
  input logic           busy_o
);
  // What has been taken with good parity and is in no frame yet.
  logic [CW-1:0] waiting_q;
  logic          granted, taken;
  assign granted = frame_valid_o && frame_ready_i;
  assign taken   = ack_valid_i && ack_ready_o && !(^ack_data_i);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) waiting_q <= '0;
    else waiting_q <= waiting_q + CW'(taken) - (granted ? CW'(frame_len_o) : '0);
  end

  // The words that the frame under way still has, and the last of a frame of n ACKs.
  logic [7:0]    left_q;
  logic [2:0]    fired_q;  // one, two, three clocks behind fire
  logic [LW-1:0] len1_q, len2_q, len3_q;
  function automatic [7:0] words(input [LW-1:0] n);
    words = 8'((9 + (25 * 32'(n) + 7) / 8 + 31) / 32);
  endfunction
  always_ff @(posedge clk_i) begin
    fired_q <= {fired_q[1:0], fire_valid_o} & {3{rst_ni}};
    {len1_q, len2_q, len3_q} <= {fire_len_o, len1_q, len2_q};
    if (!rst_ni) left_q <= '0;
    else if (fired_q[2]) left_q <= words(len3_q);
    else if (word_valid_o) left_q <= left_q - 8'd1;
  end

  `SELVAGE_PIN_LEGAL(m_timers_ascend, t1_i < t2_i && t2_i < t3_i)
  `SELVAGE_PIN_LEGAL(m_size_stays, !$past(rst_ni) || $stable(max_i) || frame_len_o == '0)
  `SELVAGE_PIN(a_ready_while_room, ack_ready_o == (waiting_q < CW'(DEPTH)))
  `SELVAGE_PIN(a_batch_is_there, CW'(frame_len_o) <= waiting_q)
  `SELVAGE_PIN_NEXT(a_request_stays, frame_valid_o && !frame_ready_i,
                    frame_valid_o && frame_len_o >= $past(frame_len_o))
  `SELVAGE_PIN_NEXT(a_request_ends, granted, !frame_valid_o)
  `SELVAGE_PIN_NEXT(a_fires, granted, fire_valid_o && fire_len_o == $past(frame_len_o))
  `SELVAGE_PIN_NEXT(a_fires_granted_only, !granted, !fire_valid_o && fire_len_o == '0)
  `SELVAGE_PIN(a_no_word_without, word_valid_o || {word_data_o, word_sof_o, word_eof_o} == '0)
  `SELVAGE_PIN(a_frame_begins, word_sof_o == `SELVAGE_AGO4(fire_valid_o))
  `SELVAGE_PIN(a_frame_has_no_gap, word_valid_o == (left_q != '0))
  `SELVAGE_PIN(a_frame_ends, word_eof_o == (left_q == 8'd1))
  `SELVAGE_PIN(a_header, !word_sof_o || (word_data_o[21:16] == $past(6'(fire_len_o), 4)
                         && word_data_o[15:0] == {fabric_pkg::FrameType, fabric_pkg::FrameStart}))
  `SELVAGE_PIN(a_busy, busy_o == (fire_valid_o || fired_q != '0 || word_valid_o))
endmodule
bind ack_aggregator ack_aggregator_sva #(.MAX(MAX), .DEPTH(DEPTH), .T_W(T_W)) i_sva (.*);
