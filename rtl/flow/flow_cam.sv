// SPDX-License-Identifier: Apache-2.0
/// Match array with allocation: the common core of flow_cam_alloc, efct and ofct (FLOW-A-10..14).
///
/// A look-up is asked in one clock and answered in the next, the step's; its writes land at the end
/// of that. All is decided on the state before the step. A key that no valid row holds takes the
/// lowest row that is not valid (alloc_o), or none is left (full_o and neither hit_o nor alloc_o).
/// Two clocks: keys are compared in the clock of the inputs, with that of the step under way beside
/// them, whose row is then the answer. The lowest free row is a register: the one after it is
/// looked for while it is being given away.
/// Ties: a row that is cleared in the clock of its allocation is not valid afterwards; the user
/// sees to it that both clear inputs name valid (or just allocated) rows, and different ones.
/// EARLY = 1: a look-up is asked two clocks before its step. Keys are compared in the first of
/// them, and in the second its row is known, so that a memory can be read in it.
/// Rows are in groups of 64: one word a group, so that simulation handles words and synthesis
/// gets two short trees. The array is looked at only in a clock with valid_i.
`include "bug.svh"
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
  /// EARLY, in the clock before the step: it will have a row, which; late
  output logic             look_o,
  output logic [ID_W-1:0]  look_id_o,
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
  logic             full_q, full_d;
  logic             ask, req_q;            // a look-up in the clock before its step, and in it
  logic [KEY_W-1:0] ask_key, req_key_q;
  logic [NG-1:0]    near_q;                // group with the row, as left by the step before
  logic [GIW-1:0]   near_lo_q[NG];         // row in the group
  logic [ID_W-1:0]  free_id_q, free_id_d;  // the lowest row that is not valid, unless full_q

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

  generate
    if (EARLY == 0) begin : gen_near
      `SELVAGE_BUG_REG(last_q, 1, alloc_o & rst_ni)
      `SELVAGE_BUG_REG(last_id_q, ID_W, free_id_q)
      assign {ask, ask_key} = {valid_i, key_i};
      assign hit_o = `SELVAGE_BUG(bug_i[0] & last_q & (last_id_q == near_id),
                                  (|near_q) & valid_all[near_id], 1'b0);
      assign hit_id_o = near_id;
      assign {look_o, look_id_o} = '0;
    end else begin : gen_early
      // Keys of the step under way were compared a clock ago, but for that which was not yet in the
      // array: the one asked in the clock before.
      logic             ask_q, twin_q, hit_q;
      logic [KEY_W-1:0] ask_key_q;
      logic             found, hit_d;
      logic [ID_W-1:0]  found_id, hit_id_q;
      assign {ask, ask_key} = {ask_q, ask_key_q};
      assign found_id = twin_q ? again_id : near_id;
      assign found    = twin_q ? `SELVAGE_BUG(bug_i[0] & alloc_o, again_found, 1'b0)
                               : (|near_q) & valid_all[near_id];
      assign hit_d    = found & ~(clr_a_valid_i & (clr_a_id_i == found_id))
                        & ~(clr_b_valid_i & (clr_b_id_i == found_id));
      always_ff @(posedge clk_i) begin
        ask_q     <= valid_i & rst_ni;
        ask_key_q <= key_i;
        twin_q    <= valid_i & ask_q & (ask_key_q == key_i) & rst_ni;
        hit_q     <= hit_d & rst_ni;
        hit_id_q  <= found_id;
      end
      assign hit_o     = hit_q;
      assign hit_id_o  = hit_id_q;
      assign look_o    = ask_q & (hit_d | ~full_d);
      assign look_id_o = hit_d ? found_id : free_id_d;
    end
  endgenerate
  assign alloc_o = req_q & ~hit_o & ~full_q;
  assign stall_o = req_q & ~hit_o & full_q;
  assign free_id_o = free_id_q;

  // --------------------------------------- the lowest free row after the step, if it takes one
  // [0] of those free before it, [1] of those and row a
  logic            rest_any;
  logic [ID_W-1:0] rest_id[2];

  flow_cam_free #(
    .ROWS(ROWS)
  ) i_free (
    .valid_i(req_q), .rows_i(valid_q), .less_i(free_id_q), .any_o(rest_any), .id_o(rest_id[0]),
    .more_i(clr_a_id_i), .more_id_o(rest_id[1])
  );

  // With a cleared or not, then with b.
  logic            a_first, b_first, none;
  logic [ID_W-1:0] low_id, kept_id;
  logic [CW-1:0]   count_up, count_down, count_less;
  logic            clr_one, clr_two;

  always_comb begin
    a_first = clr_a_valid_i & (full_q | (clr_a_id_i < free_id_q));
    kept_id = a_first ? clr_a_id_i : free_id_q;
    low_id  = !alloc_o ? kept_id : clr_a_valid_i ? rest_id[1] : rest_id[0];
    none    = (full_q | (alloc_o & ~rest_any)) & ~clr_a_valid_i;
    b_first = none
              | (alloc_o & clr_a_valid_i & (clr_b_id_i < rest_id[1]))
              | (alloc_o & ~clr_a_valid_i & (clr_b_id_i < rest_id[0]))
              | (~alloc_o & (clr_b_id_i < kept_id));
    full_d    = none & ~clr_b_valid_i;
    free_id_d = (clr_b_valid_i & b_first) ? clr_b_id_i : low_id;

    clr_one    = clr_a_valid_i ^ clr_b_valid_i;
    clr_two    = clr_a_valid_i & clr_b_valid_i;
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
      pause_q   <= 1'b0;
    end else begin
      if (alloc_o) valid_q[free_id_q] <= 1'b1;
      if (clr_a_valid_i) valid_q[clr_a_id_i] <= 1'b0;
      if (clr_b_valid_i) valid_q[clr_b_id_i] <= 1'b0;
      count_q   <= count_d;
      full_q    <= full_d;
      free_id_q <= free_id_d;
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
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
`ifndef FORMAL  // there they are claimed for an arbitrary key and row, which is inductive
      `SELVAGE_ASSERT(cam_one_row_per_key, (near_q & (near_q - NG'(1))) == '0)
      `SELVAGE_ASSERT(cam_count, 32'(count_q) == $countones(valid_q))
      `SELVAGE_ASSERT(cam_full, full_q == (count_q == CW'(ROWS)) && full_q == (&valid_q))
      `SELVAGE_ASSERT(cam_free, full_q || !valid_all[free_id_q])
`endif
      `SELVAGE_ASSERT(cam_alloc_is_free, !alloc_o || !valid_q[free_id_q])
      `SELVAGE_ASSERT(cam_clears_differ,
                      !(clr_a_valid_i && clr_b_valid_i) || clr_a_id_i != clr_b_id_i)
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
