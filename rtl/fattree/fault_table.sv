// SPDX-License-Identifier: Apache-2.0
/// Link fault table with repair (FT-LFT-1..3; docs/control-plane.md, State and Operations).
///
/// A line holds {valid, key, direct, derived, known, seq per up port, advertised}. The key is the
/// name c of a switch, digit i at [i*DW +: DW]; f = direct | derived, bit j means that up port H+j
/// leads to a dead end for the subtree of c. anc_q caches A = 1 + max{i >= level : own digit i
/// differs from key digit i}, 0 if none differs.
///
/// Statements and derived faults (one a clock, written at the next edge): into the line with that
/// key, else the lowest line that is not valid, else the lowest free line (valid, f = 0, not
/// advertised), which starts empty; else nothing, and a fault is flagged as an overflow (FT-LFT-2).
/// Lookup: combinational, from the contents before that edge; digits i >= level take part.
/// Scan: combinational, the lowest line whose condition differs from advertised (check_i), or the
/// lowest advertised line that was not visited yet (visit_i). advertised is written by advertised_i
/// for the scanned line.
/// Ties: none, the operation sequencer issues one operation a clock; lookups go on beside it.
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
  /// own level and name, usable lines, up ports that exist; static, out of registers
  input  logic [LW-1:0]    level_i,
  input  logic [KW-1:0]    coord_i,
  input  logic [W-1:0]     line_en_i,
  input  logic [H-1:0]     up_en_i,
  /// printed rule: advertised is never taken back, condition as in the paper; static
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
  /// look for a line whose condition differs from advertised
  input  logic             check_i,
  /// failed up ports with level < A, for A = 0..N-1 at [A*H +: H]; with check_i
  input  logic [N*H-1:0]   below_i,
  /// printed case 3: failed up ports, and those A that exceed all their levels
  input  logic [H-1:0]     failed_i,
  input  logic [N-1:0]     exceeds_i,
  /// start visiting the advertised lines; look for the next; it is done
  input  logic             visit_start_i,
  input  logic             visit_i,
  input  logic             visited_i,
  /// the line found; late
  output logic             scan_any_o,
  output logic [KW-1:0]    scan_key_o,
  output logic             scan_cond_o,
  /// advertised, of the line found, := its condition
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
  logic [LW-1:0]    anc_q[W];
  logic [W-1:0]     visited_q;

  // --------------------------------------------------------------- digits i >= level count
  logic [KW-1:0] care_q;
  always_ff @(posedge clk_i) begin
    for (int i = 0; i < N - 1; i = i + 1) care_q[i*DW+:DW] <= {DW{LW'(i) >= level_i}};
  end

  // ------------------------------------------------------- match array: lookup (FT-LFT-3)
  // [0..W-1]: f of a line if it matches; then each element ORs the next two that are still unused,
  // so the last one is the root of a balanced tree for any W.
  logic [H-1:0] hit_bits[2*W-1];

  // Loops of more than 64 turns are not unrolled by Verilator, which then sees a latch.
  /* verilator lint_off LATCH */
  always_comb begin
    for (int w = 0; w < W; w = w + 1) hit_bits[w] = '0;
    for (int w = W; w < 2 * W - 1; w = w + 1) hit_bits[w] = '0;
    if (lookup_valid_i) begin
      for (int w = 0; w < W; w = w + 1) begin
        if (valid_q[w] && ((key_q[w] ^ lookup_dst_i) & care_q) == '0) begin
          hit_bits[w] = direct_q[w] | derived_q[w];
        end
      end
      for (int w = 0; w < W - 1; w = w + 1) begin
        hit_bits[W+w] = hit_bits[2*w] | hit_bits[2*w+1];
      end
    end
    lookup_bits_o = hit_bits[2*W-2];
  end
  /* verilator lint_on LATCH */

  // ------------------------------------------------------- match array: the line of a key
  logic         find;
  logic         create;  // a miss takes a line
  logic [W-1:0] match;
  logic [W-1:0] zero;    // f is 0

  assign find   = statement_i | derf_i | derr_i;
  assign create = (statement_i | derf_i) & (match == '0);

  always_comb begin
    match = '0;
    zero  = '0;
    if (find) begin
      for (int w = 0; w < W; w = w + 1) begin
        match[w] = valid_q[w] & (key_q[w] == key_i);
        zero[w]  = (direct_q[w] | derived_q[w]) == '0;
      end
    end
  end

  // ---------------------------------------------------------------- policy: allocation
  logic         empty_any, free_any;
  logic [W-1:0] empty_onehot, free_onehot;

  /* verilator lint_off PINCONNECTEMPTY */  // lines are addressed one-hot
  first_one #(
    .N(W)
  ) i_empty (
    .vec_i   (~valid_q & line_en_i),
    .any_o   (empty_any),
    .index_o (),
    .onehot_o(empty_onehot)
  );
  first_one #(
    .N(W)
  ) i_free (
    .vec_i   (valid_q & zero & ~advertised_q),
    .any_o   (free_any),
    .index_o (),
    .onehot_o(free_onehot)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  logic [W-1:0]  line;      // the line to write, one-hot
  logic [IW-1:0] line_idx;
  logic          line_any;

  always_comb begin
    line = match;
    if (create) line = empty_any ? empty_onehot : free_onehot;
    line_any = find & ((match != '0) | (create & (empty_any | free_any)));
    line_idx = '0;
    if (find) begin
      for (int w = 0; w < W; w = w + 1) line_idx = line_idx | (IW'(w) & {IW{line[w]}});
    end
  end

  // ---------------------------------------------------------------- A of the key
  logic [LW-1:0] anc;
  always_comb begin
    anc = '0;
    if (create) begin
      for (int i = 0; i < N - 1; i = i + 1) begin
        if (LW'(i) >= level_i && key_i[i*DW+:DW] != coord_i[i*DW+:DW]) anc = LW'(i + 1);
      end
    end
  end

  // ---------------------------------------------------------------- new contents of the line
  logic [H-1:0]     mask;
  logic [SEQ_W-1:0] age;     // of the statement against the one on file
  logic             accept;  // the statement is news
  logic [H-1:0]     set_direct, clear_direct, set_derived, clear_derived;

  always_comb begin
    mask          = '0;
    age           = '0;
    accept        = 1'b0;
    set_direct    = '0;
    clear_direct  = '0;
    set_derived   = '0;
    clear_derived = '0;
    if (find) begin
      mask   = H'(1) << bit_i;
      age    = seq_i - seq_q[{line_idx, bit_i}];
      accept = statement_i & (create | ((known_q[line_idx] & mask) == '0)
                              | (~age[SEQ_W-1] & (age != '0)));
      if (accept && dead_i) set_direct = mask;
      if (accept && !dead_i) clear_direct = mask;
      if (derf_i) set_derived = mask;
      if (derr_i) clear_derived = mask;
      `SELVAGE_BUG_IF(bug_shared_i,
                      {clear_derived, clear_direct} = {2{clear_derived | clear_direct}})
    end
  end

  logic [W-1:0] scan_onehot;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q    <= '0;
      advertised_q     <= '0;
      overflow_o <= 1'b0;
    end else begin
      overflow_o <= find & create & (derf_i | dead_i) & ~line_any;
      if (line_any) valid_q <= valid_q | line;
      if (advertised_i) begin
        advertised_q <= scan_cond_o ? (advertised_q | scan_onehot) : (advertised_q & ~scan_onehot);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (line_any) begin
      if (create) begin
        key_q[line_idx] <= key_i;
        anc_q[line_idx] <= anc;
      end
      direct_q[line_idx] <= ((direct_q[line_idx] & ~{H{create}}) | set_direct) & ~clear_direct;
      known_q[line_idx]  <= (known_q[line_idx] & ~{H{create}}) | ({H{accept}} & mask);
      if (accept) seq_q[{line_idx, bit_i}] <= seq_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (line_any || forget_i) begin
      for (int w = 0; w < W; w = w + 1) begin
        if (forget_i) derived_q[w] <= derived_q[w] & ~(H'(1) << bit_i);
        else if (line[w]) begin
          derived_q[w] <= ((derived_q[w] & ~{H{create}}) | set_derived) & ~clear_derived;
        end
      end
    end
  end

  // --------------------------------------------------------- scan: condition (FT-MSG-5, 6)
  logic [W-1:0] cond;
  logic [H-1:0] f, all_f;
  logic         blocked;    // every up port is excluded by the line
  logic [W-1:0] scan_vec;
  logic [IW-1:0] scan_idx;

  always_comb begin
    cond     = '0;
    f        = '0;
    all_f    = '0;
    blocked  = 1'b0;
    scan_vec = '0;
    if (check_i) begin
      for (int w = 0; w < W; w = w + 1) begin
        if (valid_q[w]) begin
          f     = direct_q[w] | derived_q[w];
          all_f = f | ~up_en_i;
          if (rule_paper_i) begin
            blocked = ((all_f | failed_i) == '1) & (failed_i != '0) & exceeds_i[anc_q[w]];
            cond[w] = blocked | (all_f == '1);
          end else begin
            blocked = 1'b0;
            for (int a = 0; a < N; a = a + 1) begin
              if (anc_q[w] == LW'(a)) blocked = (all_f | below_i[a*H+:H]) == '1;
            end
            cond[w] = blocked & (f != '0);
          end
        end
      end
      scan_vec = valid_q & (cond ^ advertised_q);
      if (rule_paper_i) scan_vec = cond & ~advertised_q;
    end
    if (visit_i) scan_vec = advertised_q & ~visited_q;
  end

  first_one #(
    .N(W)
  ) i_scan (
    .vec_i   (scan_vec),
    .any_o   (scan_any_o),
    .index_o (scan_idx),
    .onehot_o(scan_onehot)
  );

  always_comb begin
    scan_key_o  = '0;
    scan_cond_o = 1'b0;
    if (scan_any_o) begin
      scan_key_o  = key_q[scan_idx];
      scan_cond_o = visit_i | cond[scan_idx];
    end
  end

  always_ff @(posedge clk_i) begin
    if (visit_start_i) visited_q <= '0;
    else if (visited_i) visited_q <= visited_q | scan_onehot;
  end

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(m, M >= 4 && M <= 64 && M % 2 == 0, "fault_table: M must be even, 4..64")
  `SELVAGE_RANGE(n, N >= 2 && N <= 6, "fault_table: N must be 2..6")
  `SELVAGE_RANGE(w, W >= 1, "fault_table: W must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
`ifndef FORMAL
      `SELVAGE_ASSERT(table_one_line_per_key, (match & (match - W'(1))) == '0)
`endif
      `SELVAGE_ASSERT(table_takes_one_line, (line & (line - W'(1))) == '0)
      `SELVAGE_ASSERT(table_one_request,
                      3'(statement_i) + 3'(derf_i) + 3'(derr_i) + 3'(forget_i) <= 3'd1)
      `SELVAGE_ASSERT(table_scans_between_writes, !find || !(check_i || visit_i))
      `SELVAGE_ASSERT(table_advertised_is_valid, (advertised_q & ~valid_q) == '0)
      `SELVAGE_ASSERT(table_takes_enabled, !create || (line & ~(line_en_i | valid_q)) == '0)
      `SELVAGE_COVER(table_reuse, create && !empty_any && free_any)
      `SELVAGE_COVER(table_overflow, create && !empty_any && !free_any)
      `SELVAGE_COVER(table_old_statement, statement_i && !create && !accept)
    end
  end
`ifdef FORMAL
`include "fault_table_props.svh"
`endif
endmodule
