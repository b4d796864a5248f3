// SPDX-License-Identifier: Apache-2.0
/// What is known of the first packet of each row of an input: where to, class and order, which all
/// packets of a row have in common; bytes, the hole before it, whether a gap is (FL-QUEUE,
/// FL-HEAD; docs/reference/flow-switch.md).
///
/// Latency: of a packet that is put into an empty row at edge t all is known from t+1 on, where to
/// in t; of one that has stood behind another from the second cycle after that one has left.
module flow_firsts #(
  /// pages of memory; bits of a row's number, of a position
  parameter int PAGES = 64,
  parameter int ID_W = 6,
  parameter int POS_W = 10,
  localparam AW = $clog2(PAGES),
  localparam DEST_W = 20,
  localparam BYTES_W = 14,
  localparam FLOW_W = DEST_W + 3 + 1,
  localparam ABOUT_W = BYTES_W + POS_W + 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// a header: its page, {ordered, class, where to}, bytes
  input  logic               head_valid_i,
  input  logic [AW-1:0]      head_slot_i,
  input  logic [FLOW_W-1:0]  head_flow_i,
  input  logic [BYTES_W-1:0] head_bytes_i,
  /// a packet is in the step of this cycle; what its header said two cycles later
  input  logic [AW-1:0]      enq_slot_i,
  output logic [FLOW_W-1:0]  enq_flow_o,
  /// it is put into the queue of a row, which was empty; the hole before it, a gap
  input  logic               put_valid_i,
  input  logic               put_first_i,
  input  logic [ID_W-1:0]    put_id_i,
  input  logic [AW-1:0]      put_slot_i,
  input  logic [POS_W-1:0]   put_hole_i,
  input  logic               put_gap_i,
  /// the first packet of a row leaves, and another one is behind it; a cycle later: its page
  input  logic               more_i,
  input  logic [ID_W-1:0]    more_id_i,
  input  logic [AW-1:0]      next_slot_i,
  /// rows and what is known: whose head asks for ways; of the step; asks for an output; is led
  input  logic [ID_W-1:0]    ask_id_i,
  output logic [DEST_W-1:0]  ask_dest_o,
  input  logic [ID_W-1:0]    deq_id_i,
  output logic [BYTES_W-1:0] deq_bytes_o,
  output logic [POS_W-1:0]   deq_hole_o,
  input  logic [ID_W-1:0]    head_id_i,
  output logic [BYTES_W-1:0] head_bytes_o,
  input  logic [ID_W-1:0]    lead_id_i,
  output logic [FLOW_W-1:0]  lead_flow_o,
  output logic [ABOUT_W-1:0] lead_about_o
);
  localparam int R = 1 << ID_W;

  // What its header said of a packet, until it is in a row.
  logic [FLOW_W+BYTES_W-1:0] said;
  logic [AW-1:0]             enq_slot_q;
  always_ff @(posedge clk_i) enq_slot_q <= enq_slot_i;
  ram_1r1w #(
    .WIDTH(FLOW_W + BYTES_W),
    .DEPTH(PAGES)
  ) i_headers (
    .clk_i       (clk_i),
    .write_i     (head_valid_i),
    .write_addr_i(head_slot_i),
    .data_i      ({head_flow_i, head_bytes_i}),
    .read_i      (1'b1),
    .read_addr_i (enq_slot_q),
    .data_o      (said)
  );
  assign enq_flow_o = said[BYTES_W+:FLOW_W];

  logic [ABOUT_W-1:0] put, behind;
  assign put = {put_gap_i, put_hole_i, said[BYTES_W-1:0]};
  ram_1r1w #(
    .WIDTH(ABOUT_W),
    .DEPTH(PAGES)
  ) i_packets (
    .clk_i       (clk_i),
    .write_i     (put_valid_i),
    .write_addr_i(put_slot_i),
    .data_i      (put),
    .read_i      (1'b1),
    .read_addr_i (next_slot_i),
    .data_o      (behind)
  );

  // The one behind comes out of the memory two cycles after the first has left.
  logic            late_q, comes_q;
  logic [ID_W-1:0] late_id_q, comes_id_q;
  always_ff @(posedge clk_i) begin
    late_q     <= more_i & rst_ni;
    comes_q    <= late_q & rst_ni;
    late_id_q  <= more_id_i;
    comes_id_q <= late_id_q;
  end

  logic [FLOW_W-1:0]  flow_q[R];
  logic [ABOUT_W-1:0] about_q[R];
  always_ff @(posedge clk_i) begin
    if (put_valid_i) flow_q[put_id_i] <= enq_flow_o;
    if (comes_q) about_q[comes_id_q] <= behind;
    if (put_valid_i && put_first_i) about_q[put_id_i] <= put;
  end

  assign ask_dest_o = (put_valid_i && put_id_i == ask_id_i) ? enq_flow_o[DEST_W-1:0]
                                                            : flow_q[ask_id_i][DEST_W-1:0];
  assign {deq_hole_o, deq_bytes_o} = (comes_q && comes_id_q == deq_id_i)
                                     ? behind[BYTES_W+POS_W-1:0]
                                     : about_q[deq_id_i][BYTES_W+POS_W-1:0];
  assign head_bytes_o = about_q[head_id_i][BYTES_W-1:0];
  assign lead_flow_o  = flow_q[lead_id_i];
  assign lead_about_o = about_q[lead_id_i];

`include "assert.svh"
  `SELVAGE_RANGE(id_w, ID_W >= 1, "flow_firsts: ID_W must be at least 1")
  `SELVAGE_RANGE(pos_w, POS_W >= 1, "flow_firsts: POS_W must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(firsts_one_behind_is_no_first,
                      !(comes_q && put_valid_i && put_first_i && comes_id_q == put_id_i))
      `SELVAGE_COVER(firsts_asked_as_it_comes, put_valid_i && put_id_i == ask_id_i)
      `SELVAGE_COVER(firsts_step_as_it_comes, comes_q && comes_id_q == deq_id_i)
    end
  end
endmodule
