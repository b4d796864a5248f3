// SPDX-License-Identifier: Apache-2.0
/// Match array with allocation: the common core of flow_cam_alloc, efct and ofct (FLOW-A-10..14).
///
/// A look-up is asked in one clock and answered in the next, the step's; its writes land at the end
/// of that. All is decided on the state before the step. A key that no valid row holds takes the
/// lowest row that is not valid (alloc_o), or none is left (full_o and neither hit_o nor alloc_o).
/// Two clocks: keys are compared in the clock of the inputs, with that of the step under way beside
/// them, whose row is then the answer. The two lowest free rows are registers: a third one is
/// looked for while the first is being given away, and row a, which is cleared late, is put among
/// them last.
/// Ties: a row that is cleared in the clock of its allocation is not valid afterwards; the user
/// sees to it that both clear inputs name valid (or just allocated) rows, which may be one row.
/// EARLY = 1: a look-up is asked two clocks before its step. Keys are compared in the first of
/// them, and in the second its row is one of few, so that a memory can be read in it.
/// Rows are in groups of 64: one word a group, so that simulation handles words and synthesis
/// gets two short trees. The array is looked at only in a clock with valid_i.
`include "bug.svh"
`include "pick.svh"
module flow_cam #(
  /// rows, any >= 1
  parameter int ROWS = 64,
  /// bits of the key
  parameter int KEY_W = 32,
  /// 0, 1: clocks between the comparison and the clock before the step
  parameter int EARLY = 0,
  localparam ID_W = (ROWS > 1) ? $clog2(ROWS) : 1,
  localparam CW = $clog2(ROWS + 1)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  /// deliberate faults; 0: a key is not seen in the clock after its allocation, 1: pause holds
  /// until the table is empty
  `SELVAGE_BUG_PORT(bug_i, 2)
  /// the look-up, not registered
  input  logic             valid_i,
  input  logic [KEY_W-1:0] key_i,
  /// in the step; hit_id_o and free_id_o are registers: the row with the key if one has it, the
  /// lowest free row if one is
  output logic             hit_o,
  output logic             alloc_o,
  output logic             stall_o,
  output logic [ID_W-1:0]  hit_id_o,
  output logic [ID_W-1:0]  free_id_o,
  /// EARLY, in the clock before the step: rows that it may have (of its key, the lowest free one, a
  /// and b), and which of them it has, without clr_a_valid_i and with it; none: it will have no row
  output logic [4*ID_W-1:0] cand_o,
  output logic [3:0]       pick_o,
  output logic [3:0]       pick_clr_o,
  /// rows that become invalid; late
  input  logic             clr_a_valid_i,
  input  logic [ID_W-1:0]  clr_a_id_i,
  input  logic             clr_b_valid_i,
  input  logic [ID_W-1:0]  clr_b_id_i,
  /// registers: valid rows, their number, all are; a stall has been met since they are
  output logic [ROWS-1:0]  rows_o,
  output logic [CW-1:0]    count_o,
  output logic             full_o,
  output logic             pause_o
);
  localparam int G = (ROWS < 64) ? ROWS : 64;  // rows of a group
  localparam int NG = (ROWS + G - 1) / G;
  localparam GIW = (G > 1) ? $clog2(G) : 1;
  localparam NIW = (NG > 1) ? $clog2(NG) : 1;

  localparam [6*64-1:0] IndexMasks = {  // of a group, the rows whose number has bit 5, .. bit 0
    64'hffff_ffff_0000_0000, 64'hffff_0000_ffff_0000, 64'hff00_ff00_ff00_ff00,
    64'hf0f0_f0f0_f0f0_f0f0, 64'hcccc_cccc_cccc_cccc, 64'haaaa_aaaa_aaaa_aaaa
  };

  // ------------------------------------------------------------------------------- state
  logic [ROWS-1:0]  valid_q    /* verilator public_flat_rd */;
  logic [KEY_W-1:0] key_q[ROWS]/* verilator public_flat_rd */;
  logic             pause_q    /* verilator public_flat_rd */;
  logic [CW-1:0]    count_q, count_d;
  logic             full_q, any_d;
  logic             ask, req_q;            // a look-up in the clock before its step, and in it
  logic [KEY_W-1:0] ask_key, req_key_q;
  logic [NG-1:0]    near_q;                // group with the row, as left by the step before
  logic [GIW-1:0]   near_lo_q[NG];         // row in the group
  logic [ID_W-1:0]  free_id_q, free_id_d;  // the lowest row that is not valid, unless full_q
  logic             more_q, more_d;        // there is a second one
  logic [ID_W-1:0]  more_id_q, more_id_d;

  // ---------------------------------------------------- keys, beside the step before (under way)
  logic            again_found;  // that step has a row for its key
  logic [ID_W-1:0] again_id;
  assign again_found = hit_o | alloc_o;
  assign again_id    = hit_o ? hit_id_o : free_id_q;

  genvar g;
  generate
    for (g = 0; g < NG; g = g + 1) begin : gen_match
      localparam NR = (ROWS - g * G < G) ? ROWS - g * G : G;
      logic here;
      assign here = again_found & ((NG == 1) || (32'(again_id) >> 6) == g);
      /* verilator lint_off BLKSEQ */  // nothing but registers hangs on an input
      always_ff @(posedge clk_i) begin : match
        logic [G-1:0]   same;
        logic [GIW-1:0] index;
        same  = '0;
        index = '0;
        if (valid_i) begin
          for (int i = 0; i < NR; i = i + 1) same[i] = key_q[g*G+i] == key_i;
          same = same & G'(valid_q[g*G+:NR]);
          if (same != '0) begin
            for (int b = 0; b < GIW; b = b + 1) index[b] = |(same & IndexMasks[64*b+:G]);
          end
        end
        near_q[g]    <= rst_ni & ((req_q && req_key_q == key_i) ? valid_i & here : |same);
        near_lo_q[g] <= (req_q && req_key_q == key_i) ? GIW'(again_id) & {GIW{here}} : index;
      end
      /* verilator lint_on BLKSEQ */
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    req_q     <= ask & rst_ni;
    req_key_q <= ask_key;
  end

  // ---------------------------------------------------------------- row of the key
  logic [GIW-1:0]  near_lo;
  logic [ID_W-1:0] near_id;
  always_comb begin
    near_lo = near_lo_q[0];
    for (int i = 1; i < NG; i = i + 1) near_lo = near_lo | near_lo_q[i];
  end
  generate
    if (NG == 1) begin : gen_one_group
      assign near_id = near_lo;
    end else begin : gen_groups  // G = 64
      logic [NIW-1:0] near_hi;
      onehot_index #(
        .N(NG)
      ) i_hit_hi (
        .onehot_i(near_q),
        .index_o (near_hi)
      );
      assign near_id = ID_W'({near_hi, near_lo});
    end
  endgenerate

  // ---------------------------------------------------------------- policy
  logic [(1<<ID_W)-1:0] valid_all;  // ids without a row are never valid
  assign valid_all = (1 << ID_W)'(valid_q);

  assign alloc_o = req_q & ~hit_o & ~full_q;
  assign stall_o = req_q & ~hit_o & full_q;
  assign free_id_o = free_id_q;

  // ---------------------------------------------------------------- free rows after the step
  // Of those that the step leaves base_id is the lowest and rest_id the next; without clr_a_valid_i
  // and with it.
  logic            third_any, base_any, rest_any;
  logic [ID_W-1:0] third_id, base_id, rest_id;
  logic [1:0]      below;          // one of third_id and up is below a [0], b [1]
  logic            b_is_a, b_before_a;
  // Of a [0] and b [1]: is it below the registers, and below base_id and rest_id
  logic [1:0]      before_free, before_more, first, second;

  flow_cam_free #(
    .ROWS(ROWS)
  ) i_free (
    .valid_i(req_q), .rows_i(valid_q), .more_i(more_q), .more_id_i(more_id_q), .any_o(third_any),
    .id_o(third_id), .than_i({clr_b_id_i, clr_a_id_i}), .below_o(below)
  );

  always_comb begin
    base_any = alloc_o ? more_q : ~full_q;
    base_id  = alloc_o ? more_id_q : free_id_q;
    rest_any = alloc_o ? third_any : more_q;
    rest_id  = alloc_o ? third_id : more_id_q;
    before_free = {2{full_q}} | {clr_b_id_i < free_id_q, clr_a_id_i < free_id_q};
    before_more = ~{2{more_q}} | {clr_b_id_i < more_id_q, clr_a_id_i < more_id_q};
    first       = `SELVAGE_PICK(2, alloc_o, before_more, before_free);
    second      = `SELVAGE_PICK(2, alloc_o, ~below, before_more);
    b_is_a      = clr_a_id_i == clr_b_id_i;
    b_before_a  = clr_b_id_i < clr_a_id_i;
  end

  // The lowest: b or base_id; with a: b, a or base_id.
  logic       low_b;
  logic [2:0] low_clr;
  // The next: b, base_id or rest_id; with a: b, a, base_id or rest_id.
  logic [2:0] two;
  logic [3:0] two_clr;
  logic       with_b;  // a and b are two rows
  always_comb begin
    low_b      = clr_b_valid_i & first[1];
    low_clr[2] = low_b & b_before_a;
    low_clr[1] = first[0] & ~low_clr[2];
    low_clr[0] = ~first[0] & ~low_b;
    with_b     = clr_b_valid_i & ~b_is_a;
    two[2]     = clr_b_valid_i & ~first[1] & second[1];
    two[1]     = low_b;
    two[0]     = ~low_b & ~two[2];
    if (with_b & b_before_a) begin
      two_clr = {~first[1] & second[1], first[0], first[1] & ~first[0], ~first[1] & ~second[1]};
    end else begin
      two_clr[3] = with_b & first[1];
      two_clr[2] = ~first[0] & second[0];
      two_clr[1] = first[0] & ~two_clr[3];
      two_clr[0] = ~first[0] & ~second[0];
    end
  end

  // ---------------------------------------------------------------- row of the step
  generate
    if (EARLY == 0) begin : gen_near
      `SELVAGE_BUG_REG(last_q, 1, alloc_o & rst_ni)
      `SELVAGE_BUG_REG(last_id_q, ID_W, free_id_q)
      assign {ask, ask_key} = {valid_i, key_i};
      assign hit_o = `SELVAGE_BUG(bug_i[0] & last_q & (last_id_q == near_id),
                                  (|near_q) & valid_all[near_id], 1'b0);
      assign hit_id_o = near_id;
      assign {cand_o, pick_o, pick_clr_o} = '0;
    end else begin : gen_early
      // Keys of the step under way were compared a clock ago, but for that which was not yet in the
      // array: the one asked in the clock before.
      logic             ask_q, twin_q, hit_q;
      logic [KEY_W-1:0] ask_key_q;
      logic             found;
      logic             stays, stays_clr;  // the row found is not cleared, without a and with it
      logic [ID_W-1:0]  found_id, hit_id_q;
      assign {ask, ask_key} = {ask_q, ask_key_q};
      assign found_id = twin_q ? again_id : near_id;
      assign found    = twin_q ? `SELVAGE_BUG(bug_i[0] & alloc_o, again_found, 1'b0)
                               : (|near_q) & valid_all[near_id];
      assign stays     = found & ~(clr_b_valid_i & (clr_b_id_i == found_id));
      assign stays_clr = stays & (clr_a_id_i != found_id);
      always_ff @(posedge clk_i) begin
        ask_q     <= valid_i & rst_ni;
        ask_key_q <= key_i;
        twin_q    <= valid_i & ask_q & (ask_key_q == key_i) & rst_ni;
        hit_q     <= rst_ni & `SELVAGE_PICK(1, clr_a_valid_i, stays_clr, stays);
        hit_id_q  <= found_id;
      end
      assign hit_o      = hit_q;
      assign hit_id_o   = hit_id_q;
      assign cand_o     = {clr_b_id_i, clr_a_id_i, base_id, found_id};
      assign pick_o     = {4{ask_q}}
                          & (stays ? 4'b0001 : {low_b, 1'b0, base_any & ~low_b, 1'b0});
      assign pick_clr_o = {4{ask_q}} & (stays_clr ? 4'b0001 : {low_clr, 1'b0});
    end
  endgenerate

  localparam SW = 2 * ID_W + 2;
  logic [SW-1:0]   left, left_clr;  // {is there a lowest, which, is there a next, which}
  logic [CW-1:0]   count_up, count_down, count_less;
  logic            clr_one, clr_two;

  always_comb begin
    left = {
      base_any | clr_b_valid_i,
      ({ID_W{low_b}} & clr_b_id_i) | ({ID_W{~low_b}} & base_id),
      clr_b_valid_i ? base_any : rest_any,
      ({ID_W{two[2]}} & clr_b_id_i) | ({ID_W{two[1]}} & base_id) | ({ID_W{two[0]}} & rest_id)
    };
    left_clr = {
      1'b1,
      ({ID_W{low_clr[2]}} & clr_b_id_i) | ({ID_W{low_clr[1]}} & clr_a_id_i)
        | ({ID_W{low_clr[0]}} & base_id),
      base_any | with_b,
      ({ID_W{two_clr[3]}} & clr_b_id_i) | ({ID_W{two_clr[2]}} & clr_a_id_i)
        | ({ID_W{two_clr[1]}} & base_id) | ({ID_W{two_clr[0]}} & rest_id)
    };
    {any_d, free_id_d, more_d, more_id_d} = `SELVAGE_PICK(SW, clr_a_valid_i, left_clr, left);

    clr_two    = clr_a_valid_i & with_b;
    clr_one    = `SELVAGE_PICK(1, clr_a_valid_i, ~with_b, clr_b_valid_i);
    count_up   = count_q + CW'(1);
    count_down = count_q - CW'(1);
    count_less = count_q - CW'(2);
    count_d    = ({CW{alloc_o & ~clr_one & ~clr_two}} & count_up)
                 | ({CW{alloc_o ? clr_one : ~clr_one & ~clr_two}} & count_q)
                 | ({CW{alloc_o ? clr_two : clr_one}} & count_down)
                 | ({CW{~alloc_o & clr_two}} & count_less);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q   <= '0;
      count_q   <= '0;
      full_q    <= 1'b0;
      free_id_q <= '0;
      more_q    <= ROWS > 1;
      more_id_q <= ID_W'(1);
      pause_q   <= 1'b0;
    end else begin
      if (alloc_o) valid_q[free_id_q] <= 1'b1;
      if (clr_a_valid_i) valid_q[clr_a_id_i] <= 1'b0;
      if (clr_b_valid_i) valid_q[clr_b_id_i] <= 1'b0;
      count_q   <= count_d;
      full_q    <= ~any_d;
      free_id_q <= free_id_d;
      more_q    <= more_d;
      more_id_q <= more_id_d;
      pause_q   <= `SELVAGE_BUG(bug_i[1],  // of steps that find the table full, since it is
                                full_q & (pause_q | stall_o) & ~clr_a_valid_i & ~clr_b_valid_i,
                                (pause_q & (count_d != '0)) | stall_o);
    end
  end

  always_ff @(posedge clk_i) begin
    if (alloc_o) key_q[free_id_q] <= req_key_q;
  end

  assign rows_o = valid_q;
  assign count_o = count_q;
  assign full_o  = full_q;
  assign pause_o = pause_q;

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(rows, ROWS >= 1, "flow_cam: ROWS must be at least 1")
  `SELVAGE_RANGE(early, EARLY == 0 || EARLY == 1, "flow_cam: EARLY must be 0 or 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
`ifndef FORMAL  // there they are claimed for an arbitrary key and row, which is inductive
      `SELVAGE_ASSERT(cam_one_row_per_key, (near_q & (near_q - NG'(1))) == '0)
      `SELVAGE_ASSERT(cam_count, 32'(count_q) == $countones(valid_q))
      `SELVAGE_ASSERT(cam_full, full_q == (count_q == CW'(ROWS)) && full_q == (&valid_q))
      `SELVAGE_ASSERT(cam_free, full_q || !valid_all[free_id_q])
      `SELVAGE_ASSERT(cam_more, more_q == (32'(count_q) + 1 < ROWS)
                      && (!more_q || (!valid_all[more_id_q] && free_id_q < more_id_q)))
`endif
      `SELVAGE_ASSERT(cam_alloc_is_free, !alloc_o || !valid_q[free_id_q])
      `SELVAGE_ASSERT(cam_clear_is_valid_a, !clr_a_valid_i || valid_q[clr_a_id_i]
                      || (alloc_o && clr_a_id_i == free_id_q))
      `SELVAGE_ASSERT(cam_clear_is_valid_b, !clr_b_valid_i || valid_q[clr_b_id_i]
                      || (alloc_o && clr_b_id_i == free_id_q))
      `SELVAGE_COVER(cam_stall, stall_o)
      `SELVAGE_COVER(cam_alloc_and_clear, alloc_o && clr_a_valid_i)
      `SELVAGE_COVER(cam_hit_and_clear, hit_o && clr_a_valid_i)
    end
  end

`ifdef FORMAL
`include "flow_cam_props.svh"
`endif
endmodule
