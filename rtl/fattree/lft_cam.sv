// SPDX-License-Identifier: Apache-2.0
/// Link fault table: a fully associative table of faulty up ports per ancestor switch
/// (FT-LFT-1..3; paper 5.1 and 5.3).
///
/// A line holds {valid, key, bits}. The key is the name c of a switch (N-1 digits, digit i at
/// [i*DW +: DW]); bit j of bits says that up port H+j leads to a dead end for the subtree of c.
///
/// Insert: merges into the line with the same key, else takes the lowest free enabled line, else
/// is dropped and flagged (FT-LFT-2). Written at the next clock edge.
/// Lookup: combinational, from the contents before that edge. A line matches iff key digit i
/// equals destination digit i+1 for every i >= level; the result is the OR of all matches.
/// Ties: clear and insert in one clock: the table is emptied first, then the insert is taken.
/// A line with line_en_i = 0 is never allocated (capacity limit, repair of bad lines).
/// Key and bits of a line that is not valid have no meaning: free lines shadow every insert.
module lft_cam #(
  /// ports of the switch
  parameter M = 8,
  /// levels of the tree
  parameter N = 3,
  /// lines
  parameter W = 32,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam KW = (N - 1) * DW
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// own level; a static strap, takes effect one clock later
  input  logic [LW-1:0]     level_i,
  /// lines that may be allocated; static
  input  logic [W-1:0]      line_en_i,
  /// empty the table
  input  logic              clear_i,
  /// record that bit insert_bit_i of entry insert_key_i is faulty
  input  logic              insert_i,
  input  logic [KW-1:0]     insert_key_i,
  input  logic [HW-1:0]     insert_bit_i,
  /// look up destination address lookup_dst_i without its digit 0 (no line ever tests it)
  input  logic              lookup_i,
  input  logic [N*DW-1:DW]  lookup_dst_i,
  /// OR of the bits of the matching lines, 0 without lookup_i; late
  output logic [H-1:0]      lookup_bits_o,
  /// the insert sampled at the last clock edge found no line
  output logic              overflow_o
);
  // ------------------------------------------------------------------------------- state
  logic [W-1:0]  valid_q  /* verilator public_flat_rd */;
  logic [KW-1:0] key_q[W] /* verilator public_flat_rd */;
  logic [H-1:0]  bits_q[W]/* verilator public_flat_rd */;
  logic [KW-1:0] care_q;  // key bits that take part in a lookup at this level

  // ------------------------------------------------------- match array: lookup (FT-LFT-3)
  // [0..W-1]: the bits of a line if it matches; then each element ORs the next two that are still
  // unused, so the last one is the root of a balanced tree for any W. (A plain running OR stays a
  // chain of W gates in synthesis.)
  logic [H-1:0] hit_bits[2*W-1];

  // Loops of more than 64 turns are not unrolled by Verilator, which then sees a latch.
  /* verilator lint_off LATCH */
  always_comb begin
    for (int w = 0; w < W; w = w + 1) hit_bits[w] = '0;
    for (int w = W; w < 2 * W - 1; w = w + 1) hit_bits[w] = '0;
    if (lookup_i) begin
      for (int w = 0; w < W; w = w + 1) begin
        if (valid_q[w] && ((key_q[w] ^ lookup_dst_i) & care_q) == '0) hit_bits[w] = bits_q[w];
      end
      for (int w = 0; w < W - 1; w = w + 1) begin
        hit_bits[W+w] = hit_bits[2*w] | hit_bits[2*w+1];
      end
    end
    lookup_bits_o = hit_bits[2*W-2];
  end
  /* verilator lint_on LATCH */

  // ------------------------------------------------------- match array: insert (FT-LFT-1)
  logic [W-1:0] valid_live;  // valid once a clear of this clock has been honoured
  logic [W-1:0] same_key;

  assign valid_live = valid_q & ~{W{clear_i}};

  always_comb begin
    same_key = '0;
    if (insert_i) begin
      for (int w = 0; w < W; w = w + 1) begin
        same_key[w] = key_q[w] == insert_key_i;
      end
    end
  end

  // ---------------------------------------------------------------- policy: allocation
  logic [W-1:0] match;
  logic [W-1:0] free_onehot;
  logic         free_any;
  logic         miss;
  logic [W-1:0] valid_d;
  logic [H-1:0] insert_mask;

  /* verilator lint_off PINCONNECTEMPTY */  // lines are addressed one-hot
  first_one #(
    .N(W)
  ) i_free (
    .vec_i   (~valid_live & line_en_i),
    .any_o   (free_any),
    .index_o (),
    .onehot_o(free_onehot)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign match       = same_key & valid_live;
  assign miss        = insert_i & ~(|match);
  assign valid_d     = valid_live | (free_onehot & {W{miss}});
  assign insert_mask = H'(1) << insert_bit_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q    <= '0;
      overflow_o <= 1'b0;
    end else begin
      valid_q    <= valid_d;
      overflow_o <= miss & ~free_any;
    end
  end

  // An insert writes its key and bit into every free line; only the allocated one becomes valid.
  // So neither the first-one tree nor the hit has to reach the write enables of the data.
  always_ff @(posedge clk_i) begin
    if (insert_i) begin
      for (int w = 0; w < W; w = w + 1) begin
        if (!valid_live[w]) key_q[w] <= insert_key_i;
        if (!valid_live[w] || same_key[w]) begin
          bits_q[w] <= (bits_q[w] & {H{valid_live[w]}}) | insert_mask;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < N - 1; i = i + 1) begin
      care_q[i*DW+:DW] <= {DW{LW'(i) >= level_i}};
    end
  end

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
`ifndef FORMAL  // there it is claimed for an arbitrary key, which is inductive
      `SELVAGE_ASSERT(lft_one_line_per_key, (match & (match - W'(1))) == '0)
`endif
      `SELVAGE_ASSERT(lft_idle_keeps_state, insert_i || clear_i || valid_d == valid_q)
      `SELVAGE_ASSERT(lft_alloc_is_free, (free_onehot & (valid_live | ~line_en_i)) == '0)
      `SELVAGE_ASSERT(lft_overflow_writes_nothing, !(miss && !free_any) || valid_d == valid_live)
      `SELVAGE_COVER(lft_merge, insert_i && !miss)
      `SELVAGE_COVER(lft_overflow, miss && !free_any)
      `SELVAGE_COVER(lft_clear_and_insert, insert_i && clear_i)
    end
  end

`ifdef FORMAL
`include "lft_cam_props.svh"
`endif
endmodule
