// SPDX-License-Identifier: Apache-2.0
/// The heads of the flow queues of one input that stand at outputs, a list for each output and
/// class, first come first (FL-ASK; docs/reference/flow-switch.md). List q is output * 8 + class.
///
/// Latency: a head that asks at edge t is in the lists shown in cycle t. What takes the first of a
/// list at edge t shows the next one from t+2 on; nothing of this input may be taken at t+1.
/// Ties: what asks and the first of its list being taken at one edge are both carried out.
`include "bug.svh"
module flow_heads #(
  /// outputs
  parameter int N = 8,
  /// bits of a row's number
  parameter int ID_W = 6,
  localparam int Q = N * 8,
  localparam QW = $clog2(Q),
  localparam LEN_W = 6,
  localparam BYTES_W = 14
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// deliberate faults; 0: who asks comes first; static
  `SELVAGE_BUG_PORT(bug_i, 1)
  /// the head of a row asks: list, row, units, bytes
  input  logic               ask_valid_i,
  input  logic [QW-1:0]      ask_list_i,
  input  logic [ID_W-1:0]    ask_id_i,
  input  logic [LEN_W-1:0]   ask_len_i,
  input  logic [BYTES_W-1:0] ask_bytes_i,
  /// outputs whose lists are emptied, before what asks now
  input  logic [N-1:0]       clear_i,
  /// the first of a list is taken
  input  logic               take_valid_i,
  input  logic [QW-1:0]      take_list_i,
  /// lists that have a head, with what asks now; units of the first ones
  output logic [Q-1:0]       any_o,
  output logic [Q*LEN_W-1:0] len_o,
  /// the first of take_list_i: row, bytes, units
  output logic [ID_W-1:0]    id_o,
  output logic [BYTES_W-1:0] bytes_o,
  output logic [LEN_W-1:0]   take_len_o
);
  localparam int EW = ID_W + LEN_W + BYTES_W;

  logic [Q-1:0]     any_q, kept;
  logic [EW-1:0]    first_q[Q];  // {bytes, units, row}
  logic [ID_W-1:0]  last_q[Q];
  logic             late_q;      // the next one of a list comes out of the memory
  logic [QW-1:0]    late_list_q;
  logic [EW-1:0]    asks, stored, taken;
  logic             joins;       // what asks stands behind others
  logic             alone;       // what is taken has none behind it, but for what asks now
  logic             follows;     // what asks now follows what is taken

  always_comb begin
    kept = any_q;
    for (int o = 0; o < N; o = o + 1) begin
      if (clear_i[o]) kept[o*8+:8] = '0;
    end
  end

  assign asks    = {ask_bytes_i, ask_len_i, ask_id_i};
  assign joins   = ask_valid_i & kept[ask_list_i];
  assign taken   = kept[take_list_i] ? first_q[take_list_i] : asks;
  assign id_o    = taken[ID_W-1:0];
  assign take_len_o = taken[ID_W+:LEN_W];
  assign bytes_o = taken[ID_W+LEN_W+:BYTES_W];
  assign alone   = !kept[take_list_i] || first_q[take_list_i][ID_W-1:0] == last_q[take_list_i];
  assign follows = kept[take_list_i] & ask_valid_i & (ask_list_i == take_list_i);

  always_comb begin
    any_o = kept;
    for (int q = 0; q < Q; q = q + 1) len_o[q*LEN_W+:LEN_W] = first_q[q][ID_W+:LEN_W];
    if (ask_valid_i && !joins) begin
      any_o[ask_list_i] = 1'b1;
      len_o[ask_list_i*LEN_W+:LEN_W] = ask_len_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      any_q  <= '0;
      late_q <= 1'b0;
    end else begin
      any_q <= any_o;
      if (take_valid_i && alone && !follows) any_q[take_list_i] <= 1'b0;
      late_q <= take_valid_i & ~alone;
    end
    late_list_q <= take_list_i;
  end
  always_ff @(posedge clk_i) begin
    if (late_q) first_q[late_list_q] <= stored;
    if (ask_valid_i && (!joins || (take_valid_i && alone && follows))) begin
      first_q[ask_list_i] <= asks;
    end
    `SELVAGE_BUG_IF(bug_i[0] && joins, first_q[ask_list_i] <= asks)
    if (ask_valid_i) last_q[ask_list_i] <= ask_id_i;
  end

  ram_1r1w #(
    .WIDTH(EW),
    .DEPTH(1 << ID_W)
  ) i_next (
    .clk_i       (clk_i),
    .write_i     (joins),
    .write_addr_i(last_q[ask_list_i]),
    .data_i      (asks),
    .read_i      (take_valid_i),
    .read_addr_i (taken[ID_W-1:0]),
    .data_o      (stored)
  );

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(heads_take_one, !take_valid_i || any_o[take_list_i])
      `SELVAGE_ASSERT(heads_not_two_running, !take_valid_i || !late_q)
      `SELVAGE_COVER(heads_pass, take_valid_i && !kept[take_list_i])
      `SELVAGE_COVER(heads_follow, take_valid_i && alone && follows)
      `SELVAGE_COVER(heads_next, late_q)
    end
  end
endmodule
