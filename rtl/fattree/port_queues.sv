// SPDX-License-Identifier: Apache-2.0
/// Input and output FIFOs of the fault messages of all ports, with XOFF (FAB-BUF;
/// docs/reference/control-plane.md, Cycle by cycle).
///
/// A message at the input at edge t is in its FIFO after t. Input FIFO p signals stop upstream
/// while it holds more than xoff_i messages, which is QI - 2*LAT - 2 for links of LAT cycles, so
/// that 2 <= xoff_i <= QI - 4: msg_stop_o after edge t is about what it holds after t. msg_stop_i
/// is sampled into the stop flag. An output FIFO sends its head in every cycle in which its stop
/// flag is 0. Ties: a flush (clear_i) empties both FIFOs of the port and clears the stop flag at
/// the end of a cycle in which a head may still be sent or taken; it beats what enters them and
/// msg_stop_i at that edge.
/// Messages at ports that lead to no switch are ignored.
module port_queues #(
  /// ports of the switch
  parameter int M = 8,
  /// bits of a message
  parameter int MSGW = 20,
  /// messages in an input FIFO, in an output FIFO
  parameter int QI = 16,
  parameter int QO = 8,
  localparam CI = $clog2(QI + 1)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// ports that lead up, and down, to switches; static
  input  logic [M-1:0]      up_i,
  input  logic [M-1:0]      down_i,
  /// messages an input FIFO may hold without asking for a stop; static
  input  logic [CI-1:0]     xoff_i,
  /// from and to the links
  input  logic [M-1:0]      msg_valid_i,
  input  logic [M*MSGW-1:0] msg_data_i,
  output logic [M-1:0]      msg_stop_o,
  output logic [M-1:0]      msg_valid_o,
  output logic [M*MSGW-1:0] msg_data_o,
  input  logic [M-1:0]      msg_stop_i,
  /// input side: heads; those after the edge, if none is taken at it; which of them are SYNCREQs,
  /// but for one that was under the head taken at the last edge; that one is; take heads; the head
  /// of port look_i, one-hot
  output logic [M-1:0]      head_o,
  output logic [M-1:0]      next_o,
  output logic [M-1:0]      next_sync_o,
  output logic [M-1:0]      under_sync_o,
  input  logic [M-1:0]      take_i,
  input  logic [M-1:0]      look_i,
  output logic [MSGW-1:0]   looked_o,
  /// output side: room for one (of a port, all that lead down, all), one message into several
  output logic [M-1:0]      room_o,
  output logic              room_down_o,
  output logic              room_all_o,
  input  logic [M-1:0]      push_i,
  input  logic [MSGW-1:0]   push_data_i,
  input  logic [M-1:0]      clear_i,
  /// nothing in any FIFO
  output logic              empty_o
);
  logic [M-1:0]    enable, enters, uncovers;
  logic [M-1:0]    stop_q  /* verilator public_flat_rd */;
  logic [M-1:0]    out_any;
  logic [M-1:0]    out_full_next;
  logic [MSGW-1:0] in_head[M];
  logic [MSGW-1:0] in_under[M];
  logic [MSGW-1:0] out_head[M];

  assign enable = up_i | down_i;
  assign enters = msg_valid_i & enable;
  assign next_o = (head_o | enters) & ~clear_i;

  /* verilator lint_off PINCONNECTEMPTY */
  genvar p;
  generate
    for (p = 0; p < M; p = p + 1) begin : gen_port
      logic [CI-1:0] in_count;
      logic          out_full;
      fifo #(
        .WIDTH(MSGW),
        .DEPTH(QI),
        .HEAD (1)
      ) i_in (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .flush_i(clear_i[p]),
        .push_i (enters[p]),
        .data_i (msg_data_i[p*MSGW+:MSGW]),
        .pop_i  (take_i[p]),
        .data_o (in_head[p]),
        .uncovers_o(uncovers[p]),
        .under_o(in_under[p]),
        .any_o  (head_o[p]),
        .full_o (),
        .full_next_o(),
        .count_o(in_count)
      );
      fifo #(
        .WIDTH(MSGW),
        .DEPTH(QO)
      ) i_out (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .flush_i(clear_i[p]),
        .push_i (push_i[p]),
        .data_i (push_data_i),
        .pop_i  (msg_valid_o[p]),
        .data_o (out_head[p]),
        .uncovers_o(),
        .under_o(),
        .any_o  (out_any[p]),
        .full_o (out_full),
        .full_next_o(out_full_next[p]),
        .count_o()
      );
      assign msg_stop_o[p] = in_count > xoff_i;
      assign room_o[p]     = ~out_full;
    end
  endgenerate
  /* verilator lint_on PINCONNECTEMPTY */

  // SYNCREQ is the kind 0.
  always_comb begin
    next_sync_o  = '0;
    under_sync_o = '0;
    looked_o     = '0;
    if (next_o != '0) begin
      for (int k = 0; k < M; k = k + 1) begin
        next_sync_o[k] = (head_o[k] ? in_head[k][2:0] : msg_data_i[k*MSGW+:3]) == 3'd0
                         && !uncovers[k];
      end
    end
    if (uncovers != '0) begin
      for (int k = 0; k < M; k = k + 1) under_sync_o[k] = uncovers[k] && in_under[k][2:0] == 3'd0;
    end
    if (look_i != '0) begin
      for (int k = 0; k < M; k = k + 1) looked_o = looked_o | (in_head[k] & {MSGW{look_i[k]}});
    end
  end

  assign msg_valid_o = out_any & ~stop_q;
  assign empty_o     = (head_o | out_any) == '0;

  always_comb begin
    msg_data_o = '0;
    if (msg_valid_o != '0) begin
      for (int k = 0; k < M; k = k + 1) begin
        if (msg_valid_o[k]) msg_data_o[k*MSGW+:MSGW] = out_head[k];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      stop_q      <= '0;
      room_down_o <= 1'b1;
      room_all_o  <= 1'b1;
    end else begin
      stop_q      <= msg_stop_i & enable & ~clear_i;
      room_down_o <= (down_i & out_full_next) == '0;
      room_all_o  <= (enable & out_full_next) == '0;
    end
  end

`include "assert.svh"
  `SELVAGE_RANGE(qi, QI >= 6, "port_queues: QI must be at least 6")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(queues_room, room_all_o == ((enable & ~room_o) == '0)
                      && room_down_o == ((down_i & ~room_o) == '0))
      `SELVAGE_ASSERT(queues_hold_what_is_under_way, xoff_i >= CI'(2) && xoff_i <= CI'(QI - 4))
    end
  end
endmodule
