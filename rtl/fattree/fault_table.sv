// SPDX-License-Identifier: Apache-2.0
/// Link fault table with repair (FT-LFT-1..3; control-plane.md, State and Operations).
///
/// A line holds {valid, key, direct, derived, known, seq per up port, advertised}. The key is the
/// name c of a switch, digit i at [i*DW +: DW]; f = direct | derived, bit j means that up port H+j
/// leads to a dead end for the subtree of c. anc_q caches A = 1 + max{i >= level : own digit i
/// differs from key digit i}, one-hot, bit 0 if none differs.
///
/// Statements and derived faults: into the line with that key, else the lowest line that is not
/// valid, else the lowest free line (valid, f = 0, not advertised), which starts empty; else
/// nothing, and a fault is flagged as an overflow (FT-LFT-2). They take three clocks, beginning
/// with the one in which they are asked for, and no operation may come before they are over:
/// every line is compared with the key, and its sequence number with the statement's; the line to
/// write is known; it is written, at the end of the third. forget_i is written at once.
/// Lookup: combinational, from the contents before that edge; digits i >= level take part.
/// Scan: check_i marks the lines whose condition differs from advertised, visit_i the advertised
/// ones; next_i chooses the lowest that is marked, whose marks it takes away. advertised_i
/// says the opposite of the chosen line from then on.
/// Ties: an operation, check_i and visit_i never come in one clock. In the two clocks after a
/// statement or a derived fault none of these may come; lookups may.
/// A line with line_en_i = 0 is never taken. Contents of a line that is not valid mean nothing.
`include "bug.svh"
module fault_table #(
  /// ports of the switch
  parameter int M = 8,
  /// levels of the tree
  parameter int N = 3,
  /// lines
  parameter int W = 32,
  /// bits of a sequence number
  parameter int SEQ_W = 8,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam KW = (N - 1) * DW
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  /// deliberate fault: direct and derived are one bit, every repair clears both
  `SELVAGE_BUG_PORT(bug_shared_i, 1)
  /// own level and name, usable lines; static, out of registers
  input  logic [LW-1:0]    level_i,
  input  logic [KW-1:0]    coord_i,
  input  logic [W-1:0]     line_en_i,
  /// printed rule: advertised is never taken back, a line with f = 0 has a condition; static
  input  logic             rule_paper_i,
  /// a ULFM (dead_i = 1) or ULRM (0) of the own level
  input  logic             statement_i,
  input  logic             dead_i,
  /// a DERF, DERR
  input  logic             derf_i,
  input  logic             derr_i,
  /// own link of up port bit_i is back: derived := 0 in every line
  input  logic             forget_i,
  input  logic [KW-1:0]    key_i,
  input  logic [HW-1:0]    bit_i,
  input  logic [SEQ_W-1:0] seq_i,
  /// mark the lines whose condition differs from advertised
  input  logic             check_i,
  /// up ports that do not count for a line with that A, for A = 0..N-1 at [A*H +: H]; with check_i
  input  logic [N*H-1:0]   below_i,
  /// mark the advertised lines
  input  logic             visit_i,
  /// choose the lowest marked line
  input  logic             next_i,
  /// some line is marked
  output logic             scan_more_o,
  /// the chosen line, 0 without one: its key; it is to be advertised
  output logic [KW-1:0]    scan_key_o,
  output logic             scan_cond_o,
  /// advertised, of the chosen line, turns round
  input  logic             advertised_i,
  /// look up destination address lookup_dst_i without its digit 0
  input  logic             lookup_valid_i,
  input  logic [N*DW-1:DW] lookup_dst_i,
  /// OR of f of the matching lines, 0 without lookup_valid_i; late
  output logic [H-1:0]     lookup_bits_o,
  /// the fault written at the last clock edge found no line
  output logic             overflow_o
);
  localparam IW = (W > 1) ? $clog2(W) : 1;

  // ------------------------------------------------------------------------------- state
  logic [W-1:0]     valid_q         /* verilator public_flat_rd */;
  logic [KW-1:0]    key_q[W]        /* verilator public_flat_rd */;
  logic [H-1:0]     direct_q[W]     /* verilator public_flat_rd */;
  logic [H-1:0]     derived_q[W]    /* verilator public_flat_rd */;
  logic [H-1:0]     known_q[W]      /* verilator public_flat_rd */;
  logic [SEQ_W-1:0] seq_q[1 << (IW + HW)] /* verilator public_flat_rd */;  // index {line, up port}
  logic [W-1:0]     advertised_q          /* verilator public_flat_rd */;
  logic [N-1:0]     anc_q[W];
  logic [W-1:0]     marked_q;
  logic [W-1:0]     chosen_q;

  // --------------------------------------------------------------- digits i >= level count
  logic [KW-1:0] care_q;
  always_ff @(posedge clk_i) begin
    for (int i = 0; i < N - 1; i = i + 1) care_q[i*DW+:DW] <= {DW{LW'(i) >= level_i}};
  end

  // ------------------------------------------------------- match array: lookup (FT-LFT-3)
`include "fault_lookup.svh"

  // ------------------------------------------------------- first clock: the line of a key
  logic             find;
  logic [W-1:0]     match;
  logic [W-1:0]     zero;    // f is 0
  logic [N-1:0]     anc;     // A of the key

  assign find = statement_i | derf_i | derr_i;

  always_comb begin
    match = '0;
    zero  = '0;
    anc   = N'(1);
    if (find) begin
      for (int w = 0; w < W; w = w + 1) begin
        match[w] = valid_q[w] & (key_q[w] == key_i);
        zero[w]  = (direct_q[w] | derived_q[w]) == '0;
      end
      for (int i = 0; i < N - 1; i = i + 1) begin
        if (LW'(i) >= level_i && key_i[i*DW+:DW] != coord_i[i*DW+:DW]) anc = N'(1) << (i + 1);
      end
    end
  end

  // ---------------------------------------------------------------- policy: allocation
  logic          empty_any, free_any;
  logic [IW-1:0] empty_idx, free_idx;

  /* verilator lint_off PINCONNECTEMPTY */
  first_one #(
    .N(W)
  ) i_empty (
    .vec_i   (~valid_q & line_en_i),
    .any_o   (empty_any),
    .index_o (empty_idx),
    .onehot_o()
  );
  first_one #(
    .N(W)
  ) i_free (
    .vec_i   (valid_q & zero & ~advertised_q),
    .any_o   (free_any),
    .index_o (free_idx),
    .onehot_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  logic             find_q;      // an operation is in its second clock
  logic             statement_q, dead_q, derf_q, derr_q;
  logic [KW-1:0]    new_key_q;
  logic [HW-1:0]    bit_q;
  logic [SEQ_W-1:0] new_seq_q;
  logic [N-1:0]     new_anc_q;
  logic [W-1:0]     match_q;
  logic [W-1:0]     known_bit_q; // of up port bit_q, by line: known, and its sequence number
  logic [SEQ_W-1:0] seq_bit_q[W];
  logic             take_any_q;  // the line that a new key takes
  logic [IW-1:0]    take_idx_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) find_q <= 1'b0;
    else find_q <= find;
  end

  always_ff @(posedge clk_i) begin
    if (find) begin
      statement_q <= statement_i;
      dead_q      <= dead_i;
      derf_q      <= derf_i;
      derr_q      <= derr_i;
      new_key_q   <= key_i;
      bit_q       <= bit_i;
      new_seq_q   <= seq_i;
      new_anc_q   <= anc;
      match_q     <= match;
      take_any_q  <= empty_any | free_any;
      take_idx_q  <= empty_any ? empty_idx : free_idx;
      for (int w = 0; w < W; w = w + 1) begin
        known_bit_q[w] <= known_q[w][bit_i];
        seq_bit_q[w]   <= seq_q[{IW'(w), bit_i}];
      end
    end
  end

  // ---------------------------------------------------------------- second clock: what to write
  logic          hit;
  logic          create;   // a miss takes a line
  logic [W-1:0]  news;     // the statement is newer than what the line of the key has on file
  logic [IW-1:0] hit_idx;

  assign hit    = match_q != '0;
  assign create = find_q & ~hit & ~derr_q;

  // (a - b) mod 2**SEQ_W is in 1 .. 2**(SEQ_W-1) - 1
  function automatic newer(input [SEQ_W-1:0] a, input [SEQ_W-1:0] b);
    newer = (a != b) & ~(a[SEQ_W-1] ^ b[SEQ_W-1] ^ (a[SEQ_W-2:0] < b[SEQ_W-2:0]));
  endfunction

  always_comb begin
    hit_idx = '0;
    news    = '0;
    if (find_q) begin
      for (int w = 0; w < W; w = w + 1) begin
        hit_idx = hit_idx | (IW'(w) & {IW{match_q[w]}});
        news[w] = match_q[w] & (~known_bit_q[w] | newer(new_seq_q, seq_bit_q[w]));
      end
    end
  end

  logic          write_q, lost_q, create_q, news_q;
  logic [IW-1:0] idx_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q    <= 1'b0;
      lost_q     <= 1'b0;
      overflow_o <= 1'b0;
    end else begin
      write_q    <= find_q & (hit | (create & take_any_q));
      lost_q     <= create & (derf_q | dead_q) & ~take_any_q;
      overflow_o <= lost_q;
    end
  end

  always_ff @(posedge clk_i) begin
    create_q <= create;
    news_q   <= news != '0;
    idx_q    <= hit ? hit_idx : take_idx_q;
  end

  // ---------------------------------------------------------------- third clock: new contents
  logic         accept;   // a statement that is news
  logic [H-1:0] mask;
  logic [H-1:0] set_direct, clear_direct, set_derived, clear_derived;

  assign accept = statement_q & (create_q | news_q);

  always_comb begin
    mask          = '0;
    set_direct    = '0;
    clear_direct  = '0;
    set_derived   = '0;
    clear_derived = '0;
    if (write_q) begin
      mask = H'(1) << bit_q;
      if (accept && dead_q) set_direct = mask;
      if (accept && !dead_q) clear_direct = mask;
      if (derf_q) set_derived = mask;
      if (derr_q) clear_derived = mask;
      `SELVAGE_BUG_IF(bug_shared_i,
                      {clear_derived, clear_direct} = {2{clear_derived | clear_direct}})
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q      <= '0;
      advertised_q <= '0;
    end else begin
      if (write_q) valid_q <= valid_q | (W'(1) << idx_q);
      if (advertised_i) advertised_q <= advertised_q ^ chosen_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (write_q) begin
      if (create_q) begin
        key_q[idx_q] <= new_key_q;
        anc_q[idx_q] <= new_anc_q;
      end
      if (accept) seq_q[{idx_q, bit_q}] <= new_seq_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (write_q || forget_i) begin
      for (int w = 0; w < W; w = w + 1) begin
        if (forget_i) derived_q[w] <= derived_q[w] & ~(H'(1) << bit_i);
        else if (idx_q == IW'(w)) begin
          derived_q[w] <= ((derived_q[w] & ~{H{create_q}}) | set_derived) & ~clear_derived;
          direct_q[w]  <= ((direct_q[w] & ~{H{create_q}}) | set_direct) & ~clear_direct;
          known_q[w]   <= (known_q[w] & ~{H{create_q}}) | ({H{accept}} & mask);
        end
      end
    end
  end

  // --------------------------------------------------------- scan: condition (FT-MSG-5, 6)
  logic [W-1:0] cond;
  logic [H-1:0] f, below;

  always_comb begin
    cond  = '0;
    f     = '0;
    below = '0;
    if (check_i) begin
      for (int w = 0; w < W; w = w + 1) begin
        f     = direct_q[w] | derived_q[w];
        below = '0;
        for (int a = 0; a < N; a = a + 1) below = below | (below_i[a*H+:H] & {H{anc_q[w][a]}});
        cond[w] = valid_q[w] & ((f | below) == '1) & (rule_paper_i | (f != '0));
      end
    end
  end

  logic [W-1:0]  first, marked, again, one, two;
  logic          more, more_q;  // a line is marked; when a clock begins, since the unit rests by it
  logic [KW-1:0] eight;

  /* verilator lint_off PINCONNECTEMPTY */
  first_one #(
    .N(W)
  ) i_scan (
    .vec_i   (marked_q),
    .any_o   (),
    .index_o (),
    .onehot_o(first)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // one, two: so many are marked, or more; bit w of 2**l lines from w on, [0] in the end of all.
  always_comb begin
    one = marked_q;
    two = '0;
    if (next_i) begin
      for (int l = 0; l < IW; l = l + 1) begin
        two = two | (two >> (1 << l)) | (one & (one >> (1 << l)));
        one = one | (one >> (1 << l));
      end
    end
    again = advertised_q;
    if (check_i) again = (cond ^ advertised_q) & ~(advertised_q & {W{rule_paper_i}});
    marked = check_i || visit_i ? again : marked_q & ~first;
    more   = check_i || visit_i ? again != '0 : two[0];
  end
  assign scan_more_o = more_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      marked_q <= '0;
      more_q   <= 1'b0;
      chosen_q <= '0;
    end else begin
      if (check_i || visit_i || next_i) begin
        marked_q <= marked;
        more_q   <= more;
      end
      if (next_i) chosen_q <= first;
    end
  end

  // Of eight lines at a time: an OR over all, one by one, is as many gates deep as there are lines.
  always_comb begin
    scan_key_o  = '0;
    scan_cond_o = 1'b0;
    eight       = '0;
    if (chosen_q != '0) begin
      for (int g = 0; g < W; g = g + 8) begin
        eight = '0;
        for (int w = 0; w < 8; w = w + 1) begin
          if (g + w < W) eight = eight | (key_q[g+w] & {KW{chosen_q[g+w]}});
        end
        scan_key_o = scan_key_o | eight;
      end
      scan_cond_o = (chosen_q & advertised_q) == '0;
    end
  end

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(m, M >= 4 && M <= 64 && M % 2 == 0, "fault_table: M must be even, 4..64")
  `SELVAGE_RANGE(n, N >= 2 && N <= 6, "fault_table: N must be 2..6")
  `SELVAGE_RANGE(w, W >= 1 && SEQ_W >= 2, "fault_table: W must be at least 1, SEQ_W at least 2")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
`ifndef FORMAL
      `SELVAGE_ASSERT(table_one_line_per_key, (match & (match - W'(1))) == '0)
`endif
      `SELVAGE_ASSERT(table_one_request,
                      3'(statement_i) + 3'(derf_i) + 3'(derr_i) + 3'(forget_i) <= 3'd1)
      `SELVAGE_ASSERT(table_scans_between_writes,
                      !(find || forget_i || find_q || write_q) || !(check_i || visit_i))
      `SELVAGE_ASSERT(table_three_clocks, !(find_q || write_q) || !(find || forget_i))
      `SELVAGE_ASSERT(table_advertised_is_valid, (advertised_q & ~valid_q) == '0)
      `SELVAGE_ASSERT(table_chooses_one_line, (chosen_q & (chosen_q - W'(1))) == '0)
      `SELVAGE_ASSERT(table_takes_enabled,
                      !(write_q && create_q) || line_en_i[idx_q] || valid_q[idx_q])
      `SELVAGE_COVER(table_reuse, find && !empty_any && free_any && match == '0)
      `SELVAGE_COVER(table_overflow, lost_q)
      `SELVAGE_COVER(table_old_statement, write_q && statement_q && !accept)
    end
  end
`ifdef FORMAL
`include "fault_table_props.svh"
`endif
endmodule
