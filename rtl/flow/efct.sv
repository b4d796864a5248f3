// SPDX-License-Identifier: Apache-2.0
/// Edge ingress flow channel table (FLOW-A-8, A-10..A-14, A-19; docs/reference/flow-blocks.md).
///
/// Inputs of cycle t are executed in t+1; the answer and the state show it in t+2.
/// Order in a step: LOOKUP, ACK. A hit whose packet does not fit in the window stalls, unless the
/// ACK of the same step empties the row. The ACK that makes data = ack releases the row; a hit of
/// the step keeps it (kept_o).
/// A position is 0 until its row is first used, so the arrays need no reset; it outlives the
/// channel. ECC = 0: an array for each field. Else one word a row with check bits (row_store,
/// FLOW-ECC-1..4), and an operation on a row that is lost is refused. MACRO = 1: words in memories
/// ram_1r1w (late_rows); inputs of cycle t are then executed in t+2, all is one cycle later.
`include "bug.svh"
`include "pick.svh"
module efct #(
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  parameter int MATCH_W = 32,
  /// check bits of a row; 0: none, 1: a parity, 2: SECDED
  parameter int ECC = 0,
  parameter int MACRO = 0,
  localparam ROWS = 1 << FLOW_ID_W,
  localparam CW = $clog2(ROWS + 1)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0: a hit does not keep the row, 1: the second of two steps with one new key
  /// allocates again, 2: no window, 3: start is the position after the packet, 4: a window stall
  /// pauses, 5: the row is released but not its CAM line, 6 and 7: row_store's; static
  /* verilator lint_off UNUSEDSIGNAL */  // those of rows that are words
  `SELVAGE_BUG_PORT(bug_i, 8)
  /* verilator lint_on UNUSEDSIGNAL */
  /// a packet of len_i units
  input  logic                 valid_i,
  input  logic [MATCH_W-1:0]   key_i,
  input  logic [5:0]           len_i,
  /// cumulative position from the edge IFCT
  input  logic                 ack_valid_i,
  input  logic [FLOW_ID_W-1:0] ack_id_i,
  input  logic [POS_W-1:0]     ack_pos_i,
  /// answer; exactly one of hit, alloc, stall with valid_o
  output logic                 valid_o,
  output logic                 hit_o,
  output logic                 alloc_o,
  output logic                 stall_o,
  /// with stall_o: the row exists, its window is full
  output logic                 window_o,
  /// row and position before the packet, on hit and alloc
  output logic [FLOW_ID_W-1:0] id_o,
  output logic [POS_W-1:0]     start_o,
  /// row released in the step
  output logic                 rel_valid_o,
  output logic [FLOW_ID_W-1:0] rel_id_o,
  /// a hit is why it was not
  output logic                 kept_o,
  /// state
  output logic                 full_o,
  output logic                 pause_o,
  output logic [CW-1:0]        count_o,
  output logic [31:0]          stalls_o,
  /// of the rows of LOOKUP, ACK, with the answer: one bit was corrected; row lost, refused
  output logic [1:0]           ecc_fixed_o,
  output logic [1:0]           ecc_lost_o
);
  // ------------------------------------------------------------------- input registers
  logic                 req_q, ack_in_q;
  logic [5:0]           len_q;
  logic [FLOW_ID_W-1:0] ack_id_q;
  logic [POS_W-1:0]     ack_pos_q;
  logic [POS_W-1:0]     ack_less_q;  // ack_pos less len

  // Inputs, with memories of the cycle before: keys have been compared meanwhile.
  logic                 in_valid, in_ack;
  logic [5:0]           in_len;
  logic [FLOW_ID_W-1:0] in_ack_id;
  logic [POS_W-1:0]     in_ack_pos;

  stage #(.WIDTH(7), .ON(MACRO)) i_in_packet (
    .clk_i(clk_i), .in_i({valid_i & rst_ni, len_i}), .out_o({in_valid, in_len})
  );
  stage #(.WIDTH(1 + FLOW_ID_W + POS_W), .ON(MACRO)) i_in_ack (
    .clk_i(clk_i),
    .in_i ({ack_valid_i & rst_ni, ack_id_i, ack_pos_i}),
    .out_o({in_ack, in_ack_id, in_ack_pos})
  );

  always_ff @(posedge clk_i) begin
    req_q     <= in_valid & rst_ni;
    ack_in_q  <= in_ack & rst_ni;
    len_q     <= in_len;
    ack_id_q  <= in_ack_id;
    ack_pos_q <= in_ack_pos;
    ack_less_q <= in_ack_pos - POS_W'(in_len);
  end

  // ------------------------------------------------------------------- state
  logic [31:0]      stalls_q    /* verilator public_flat_rd */;

  // ------------------------------------------------------------------- 1. LOOKUP
  logic                 cam_hit, hit, alloc, new_row, window, accept, pause;
  logic [FLOW_ID_W-1:0] hit_id, free_id, id;
  logic [ROWS-1:0]      valid;
  logic [POS_W-1:0]     data;           // of that row, before the step
  logic [POS_W-1:0]     hit_data;
  logic [POS_W:0]       extent_after;   // with the packet, no wrap
  logic [POS_W-1:0]     data_after;
  logic                 meets;          // the ACK of the step is for the row hit
  logic                 release_row;
  logic [POS_W-1:0]     hit_ext;        // data - ack
  logic [1:0]           fixed, lost;    // LOOKUP, ACK
  /* verilator lint_off UNUSEDSIGNAL */  // with memories
  logic [4*FLOW_ID_W-1:0] cand;         // in the clock before the step: rows LOOKUP may have
  logic [3:0]           pick, pick_clr; // which it has, without a release and with it
  logic                 release_clr;
  /* verilator lint_on UNUSEDSIGNAL */

  `SELVAGE_BUG_REG(bug_q, 6, bug_i[5:0])

  /* verilator lint_off PINCONNECTEMPTY */
  flow_cam #(
    .ROWS (ROWS),
    .KEY_W(MATCH_W),
    .EARLY(MACRO)
  ) i_cam (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, {1'b0, bug_q[1]})
    .clr_a_valid_i (release_clr),
    .valid_i   (valid_i),
    .key_i     (key_i),
    .hit_o     (cam_hit),
    .alloc_o   (alloc),
    .stall_o   (),
    .hit_id_o  (hit_id),
    .free_id_o (free_id),
    .cand_o    (cand),
    .pick_o    (pick),
    .pick_clr_o(pick_clr),
    .clr_a_id_i(ack_id_q),
    .clr_b_valid_i (1'b0),
    .clr_b_id_i({FLOW_ID_W{1'b0}}),
    .rows_o    (valid),
    .count_o   (count_o),
    .full_o    (full_o),
    .pause_o   (pause)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign extent_after = {1'b0, hit_ext} + (POS_W + 1)'(len_q);
  assign data_after   = data + POS_W'(len_q);
  assign meets        = cam_hit & ack_in_q & (ack_id_q == hit_id);
  assign window       = `SELVAGE_BUG(bug_q[2],
      cam_hit & ~lost[0] & extent_after[POS_W] & ~(meets & (ack_pos_q == hit_data)), 1'b0);
  assign hit          = cam_hit & ~window & ~lost[0];
  assign new_row      = alloc & ~lost[0];
  assign accept       = hit | new_row;
  assign id           = cam_hit ? hit_id : free_id;

  // ------------------------------------------------------------------- 2. ACK
  // Judged for a row that LOOKUP has left alone, and for one that has grown by len.
  logic             ack_valid;
  logic [POS_W-1:0] row_data, row_ext;  // of the row of the ACK, before the step
  logic             row_grows;          // it is the row of the accepted hit
  logic             even, even_grown;   // the ACK empties it
  logic [POS_W-1:0] extent_acked;

  assign ack_valid    = ack_in_q & valid[ack_id_q] & ~lost[1];
  assign row_grows    = meets & ~window & ~lost[0];
  assign even         = ack_pos_q == row_data;
  assign even_grown   = ack_less_q == row_data;
  assign extent_acked = `SELVAGE_PICK(POS_W, row_grows, row_data - ack_less_q,
                                      row_data - ack_pos_q);
  assign release_row  = ack_valid
      & `SELVAGE_PICK(1, `SELVAGE_BUG(bug_q[0], row_grows, 1'b0), even_grown, even);

  assign release_clr  = `SELVAGE_BUG(bug_q[5], release_row, 1'b0);

  // ------------------------------------------------------------------- state, answer
  logic stall;

  assign stall = req_q & ~accept;

  logic             bare;   // the row of LOOKUP is new, or has no units
  logic [POS_W-1:0] grown;  // its extent with the packet
  assign grown = cam_hit ? POS_W'(extent_after) : POS_W'(len_q);
  generate
    if (ECC == 0 && MACRO == 0) begin : gen_fields
      logic [POS_W-1:0] data_q[ROWS]/* verilator public_flat_rd */;
      logic [POS_W-1:0] ext_q[ROWS] /* verilator public_flat_rd */;
      logic [ROWS-1:0]  seen_q      /* verilator public_flat_rd */;
      assign hit_data = data_q[hit_id];
      assign hit_ext  = ext_q[hit_id];
      assign data     = cam_hit ? hit_data : seen_q[free_id] ? data_q[free_id] : '0;
      assign row_data = data_q[ack_id_q];
      assign row_ext  = ext_q[ack_id_q];
      assign bare     = !alloc || !seen_q[free_id] || ext_q[free_id] == '0;
      assign {fixed, lost} = '0;
      always_ff @(posedge clk_i) begin
        if (accept) begin
          data_q[id] <= data_after;
          ext_q[id]  <= grown;
        end
        if (ack_valid) ext_q[ack_id_q] <= extent_acked;
      end
      always_ff @(posedge clk_i) begin
        if (!rst_ni) seen_q <= '0;
        else if (alloc) seen_q[free_id] <= 1'b1;
      end
    end else if (MACRO == 0) begin : gen_words
      row_store #(
        .WIDTH(2 * POS_W),
        .DEPTH(ROWS),
        .OPS  (2),
        .LATE (1),
        .ECC  (ECC)
      ) i_store (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        `SELVAGE_BUG_PIN(bug_i, bug_i[7:6])
        .read_i ({in_ack, cam_hit | alloc}),
        .id_i   ({in_ack_id, id}),
        .row_o  ({row_data, row_ext, data, hit_ext}),
        .fixed_o(fixed),
        .lost_o (lost),
        .mask_i ({{POS_W{1'b0}}, {POS_W{ack_valid}}, {(2*POS_W){accept}}}),
        .new_i  ({{POS_W{1'b0}}, extent_acked, data_after, grown})
      );
      assign hit_data = data;
      assign bare     = hit_ext == '0;
    end else begin : gen_memories
      late_rows #(
        .WIDTH(2 * POS_W),
        .DEPTH(ROWS),
        .OPS  (2),
        .CANDS(4),
        .ECC  (ECC)
      ) i_store (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        `SELVAGE_BUG_PIN(bug_i, bug_i[7:6])
        .cand_i (cand),
        .pick_i (pick),
        .pick_late_i(pick_clr),
        .late_i (release_clr),
        .read_i (in_ack),
        .id_i   (in_ack_id),
        .row_o  ({row_data, row_ext, data, hit_ext}),
        .fixed_o(fixed),
        .lost_o (lost),
        .mask_i ({{POS_W{1'b0}}, {POS_W{ack_valid}}, {(2*POS_W){accept}}}),
        .new_i  ({{POS_W{1'b0}}, extent_acked, data_after, grown})
      );
      assign hit_data = data;
      assign bare     = hit_ext == '0;
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_o    <= 1'b0;
      hit_o    <= 1'b0;
      alloc_o  <= 1'b0;
      stall_o  <= 1'b0;
      window_o <= 1'b0;
      id_o     <= '0;
      start_o  <= '0;
      rel_valid_o    <= 1'b0;
      rel_id_o <= '0;
      kept_o   <= 1'b0;
      {ecc_fixed_o, ecc_lost_o} <= '0;
    end else begin
      valid_o    <= req_q;
      hit_o    <= hit;
      alloc_o  <= new_row;
      stall_o  <= stall;
      window_o <= window;
      id_o     <= accept ? id : '0;
      start_o  <= accept ? `SELVAGE_BUG(bug_q[3], data, data_after) : '0;
      rel_valid_o    <= release_row;
      rel_id_o <= release_row ? ack_id_q : '0;
      kept_o   <= ack_valid & row_grows & even & ~release_row;
      {ecc_fixed_o, ecc_lost_o} <= {fixed, lost};
    end
  end

  assign pause_o  = `SELVAGE_BUG(bug_q[4], pause, pause | window_o);
  event_counter i_stalls (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .one_i  (stall),
    .two_i  (1'b0),
    .count_o(stalls_q)
  );
  assign stalls_o = stalls_q;

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(flow_id_w, FLOW_ID_W >= 1 && FLOW_ID_W <= 16, "efct: FLOW_ID_W must be 1..16")
  `SELVAGE_RANGE(pos_w, POS_W >= 6 && POS_W <= 15, "efct: POS_W must be 6..15")
  `SELVAGE_RANGE(ecc, ECC >= 0 && ECC <= 2, "efct: ECC must be 0..2")
  `SELVAGE_RANGE(macro, MACRO == 0 || MACRO == 1, "efct: MACRO must be 0 or 1")
  `SELVAGE_RANGE(match_w, MATCH_W >= 1, "efct: MATCH_W must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(efct_len, !req_q || len_q != '0)
      `SELVAGE_ASSERT(efct_live_row_holds_data, !hit || hit_ext != '0)
      `SELVAGE_ASSERT(efct_live_ack_row_holds_data, !ack_valid || row_ext != '0)
      `SELVAGE_ASSERT(efct_free_row_is_even, !new_row || bare)
      `SELVAGE_ASSERT(efct_ack_in_window, !ack_valid || {1'b0, extent_acked}
                      <= (row_grows ? extent_after : {1'b0, row_ext}))
      `SELVAGE_ASSERT(efct_one_answer, 2'(hit_o) + 2'(alloc_o) + 2'(stall_o) == 2'(valid_o))
      `SELVAGE_COVER(efct_kept, ack_valid && row_grows && even)
      `SELVAGE_COVER(efct_window, window)
      `SELVAGE_COVER(efct_window_saved, hit && extent_after[POS_W])
    end
  end
endmodule
