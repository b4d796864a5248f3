// SPDX-License-Identifier: Apache-2.0
/// Contract of fault_table for one arbitrary key f_key, up port f_bit and line f_w, included in the
/// module under FORMAL. Because they are arbitrary, what is proved for them holds for all.
///   f_live, f_direct, f_derived, f_known, f_seq   what FT-LFT-1, FT-LFT-2, FT-REP-1, FT-REP-3 and
///                       FT-REP-4 say the line with key f_key holds now, of up port f_bit
///   f_marked, f_chosen, f_advertised   of line f_w, what FT-REP-2 and FT-MSG-5, 6 (E1) say
/// The table is read back nowhere but for what a lookup and a scan say of it and for which line a
/// new key takes. One-step inductive: what the registers between the clocks of a statement hold is
/// asserted, too. That other keys have at most one line each is this contract for those keys.
logic             f_started = 1'b0;
logic [KW-1:0]    f_key;          // arbitrary constants: inputs of the first clock
logic [HW-1:0]    f_bit;
logic [IW-1:0]    f_w;
logic             f_live, f_direct, f_derived, f_known;
logic [SEQ_W-1:0] f_seq;
logic             f_marked, f_chosen, f_advertised;

// the statement under way, as it was on the pins
logic             f_second, f_third;  // its clock
logic             f_statement, f_dead, f_derf, f_derr;
logic [KW-1:0]    f_op_key;
logic [HW-1:0]    f_op_bit;
logic [SEQ_W-1:0] f_op_seq;
logic             f_overflow;

// What the table shows, in the plainest loops.
logic [W-1:0]     f_lines;     // lines with key f_key
logic [W-1:0]     f_match;     // lines with the key of the statement under way
logic [W-1:0]     f_taken;     // the line a new key takes
logic             f_found, f_write, f_news;
logic             f_table_direct, f_table_derived, f_table_known;
logic [SEQ_W-1:0] f_table_seq, f_ahead;
logic [H-1:0]     f_lookup;
logic             f_agrees;
logic [LW-1:0]    f_level;
logic [KW-1:0]    f_coord;
logic [W-1:0]     f_line_en;
logic             f_paper;

// A of a key
function automatic [N-1:0] f_anc(input [KW-1:0] key);
  f_anc = N'(1);
  for (int i = 0; i < N - 1; i = i + 1) begin
    if (LW'(i) >= level_i && key[i*DW+:DW] != coord_i[i*DW+:DW]) f_anc = N'(1) << (i + 1);
  end
endfunction

always_comb begin
  f_lines         = '0;
  f_match         = '0;
  f_taken         = '0;
  f_found         = 1'b0;
  f_table_direct  = 1'b0;
  f_table_derived = 1'b0;
  f_table_known   = 1'b0;
  f_table_seq     = '0;
  for (int w = 0; w < W; w = w + 1) begin
    f_match[w] = valid_q[w] && key_q[w] == f_op_key;
    if (valid_q[w] && key_q[w] == f_key) begin
      f_lines[w]      = 1'b1;
      f_table_direct  = f_table_direct | direct_q[w][f_bit];
      f_table_derived = f_table_derived | derived_q[w][f_bit];
      f_table_known   = f_table_known | known_q[w][f_bit];
      f_table_seq     = f_table_seq | seq_q[{IW'(w), f_bit}];
    end
  end
  for (int w = 0; w < W; w = w + 1) begin
    if (!f_found && !valid_q[w] && line_en_i[w]) begin
      f_found    = 1'b1;
      f_taken[w] = 1'b1;
    end
  end
  for (int w = 0; w < W; w = w + 1) begin
    if (!f_found && valid_q[w] && (direct_q[w] | derived_q[w]) == '0 && !advertised_q[w]) begin
      f_found    = 1'b1;
      f_taken[w] = 1'b1;
    end
  end
  f_write = f_third && (f_statement || f_derf);
  f_ahead = f_op_seq - f_seq;
  f_news  = !f_live || !f_known || (f_ahead != '0 && !f_ahead[SEQ_W-1]);

  f_lookup = '0;
  for (int w = 0; w < W; w = w + 1) begin
    f_agrees = valid_q[w] && lookup_valid_i;
    for (int i = 0; i < N - 1; i = i + 1) begin
      if (LW'(i) >= f_level && key_q[w][i*DW+:DW] != lookup_dst_i[(i+1)*DW+:DW]) f_agrees = 1'b0;
    end
    if (f_agrees) f_lookup = f_lookup | direct_q[w] | derived_q[w];
  end
end

// line f_w: whether the switch of its key cannot be reached (FT-MSG-5, FT-MSG-6)
logic         f_cond, f_lowest;
logic [H-1:0] f_faulty;

always_comb begin
  f_faulty = direct_q[f_w] | derived_q[f_w];
  f_cond   = valid_q[f_w] && (f_faulty != '0 || rule_paper_i);
  for (int j = 0; j < H; j = j + 1) begin
    for (int a = 0; a < N; a = a + 1) begin
      if (f_anc(key_q[f_w]) == N'(1) << a && !f_faulty[j] && !below_i[a*H+j]) f_cond = 1'b0;
    end
  end
  f_lowest = marked_q[f_w];
  for (int w = 0; w < W; w = w + 1) if (IW'(w) < f_w && marked_q[w]) f_lowest = 1'b0;
end

always_ff @(posedge clk_i) begin
  f_started <= 1'b1;
  if (!f_started) begin
    f_key <= key_i;
    f_bit <= bit_i;
    f_w   <= lookup_dst_i[N*DW-1:DW];
  end
  f_level   <= level_i;
  f_coord   <= coord_i;
  f_line_en <= line_en_i;
  f_paper   <= rule_paper_i;
  f_second  <= rst_ni && (statement_i || derf_i || derr_i);
  f_third   <= rst_ni && f_second;
  if (statement_i || derf_i || derr_i) begin
    f_statement <= statement_i;
    f_dead      <= dead_i;
    f_derf      <= derf_i;
    f_derr      <= derr_i;
    f_op_key    <= key_i;
    f_op_bit    <= bit_i;
    f_op_seq    <= seq_i;
  end
  if (!rst_ni) begin
    f_live       <= 1'b0;
    f_direct     <= 1'b0;
    f_derived    <= 1'b0;
    f_known      <= 1'b0;
    f_overflow   <= 1'b0;
    f_marked     <= 1'b0;
    f_chosen     <= 1'b0;
    f_advertised <= 1'b0;
  end else begin
    f_overflow <= f_third && (f_derf || (f_statement && f_dead)) && f_match == '0 && !f_found;
    if (forget_i && bit_i == f_bit) f_derived <= 1'b0;
    if (f_third && f_derr && f_op_key == f_key && f_op_bit == f_bit) f_derived <= 1'b0;
    if (f_write && f_op_key == f_key && (f_live || f_found)) begin
      f_live <= 1'b1;
      if (f_op_bit == f_bit && f_derf) f_derived <= 1'b1;
      if (f_op_bit == f_bit && f_statement && f_news) begin
        f_direct <= f_dead;
        f_known  <= 1'b1;
        f_seq    <= f_op_seq;
      end
    end
    // another key takes the line
    if (f_write && f_op_key != f_key && f_match == '0 && (f_taken & f_lines) != '0) begin
      f_live    <= 1'b0;
      f_direct  <= 1'b0;
      f_derived <= 1'b0;
      f_known   <= 1'b0;
    end
    if (check_i) f_marked <= f_cond != f_advertised && !(f_advertised && rule_paper_i);
    if (visit_i) f_marked <= f_advertised;
    if (next_i) begin
      f_chosen <= f_lowest;
      if (f_lowest) f_marked <= 1'b0;
    end
    if (advertised_i && f_chosen) f_advertised <= ~f_advertised;
  end
end

always_ff @(posedge clk_i) begin
  if (!f_started) begin
    assume (!rst_ni);
    assume (lookup_dst_i[N*DW-1:DW] < KW'(W));
  end else begin
    assume (level_i == f_level && coord_i == f_coord);
    assume (line_en_i == f_line_en && rule_paper_i == f_paper);
  end
  assume (bit_i < H);
  assume (4'(statement_i) + 4'(derf_i) + 4'(derr_i) + 4'(forget_i) + 4'(check_i) + 4'(visit_i)
          + 4'(next_i || advertised_i) <= 4'd1);
  assume (!(f_second || f_third)
          || !(statement_i || derf_i || derr_i || forget_i || check_i || visit_i || next_i
               || advertised_i));
  if (f_started) begin
    // other keys
    assume (!f_second || f_op_key == f_key || (f_match & (f_match - W'(1))) == '0);
    assume (!f_third || f_op_key == f_key || (f_match & (f_match - W'(1))) == '0);
    assert (f_bit < H && f_w < (IW+1)'(W));
    assert (f_live == (f_lines != '0));
    assert ((f_lines & (f_lines - W'(1))) == '0);
    assert (f_direct == f_table_direct);
    assert (f_derived == f_table_derived);
    assert (f_known == f_table_known);
    assert (!f_known || f_seq == f_table_seq);
    assert (f_live || !(f_direct || f_derived || f_known));
    assert (overflow_o == f_overflow);
    assert (lookup_bits_o == f_lookup);
    // scan
    assert (marked_q[f_w] == f_marked);
    assert (chosen_q[f_w] == f_chosen);
    assert (advertised_q[f_w] == f_advertised);
    assert (!f_chosen || (scan_key_o == key_q[f_w] && scan_cond_o != f_advertised));
    assert (chosen_q != '0 || (scan_key_o == '0 && !scan_cond_o));
    assert (scan_more_o == (marked_q != '0));
    assert (!valid_q[f_w] || anc_q[f_w] == f_anc(key_q[f_w]));
    assert (((marked_q | chosen_q) & ~valid_q) == '0);
    // between the clocks of a statement
    assert (find_q == f_second);
    assert (!f_second || !f_third);
    if (f_second || f_third) begin
      assert ({statement_q, derf_q, derr_q} == {f_statement, f_derf, f_derr});
      assert (2'(f_statement) + 2'(f_derf) + 2'(f_derr) == 2'd1);
      assert (dead_q == f_dead && new_key_q == f_op_key && bit_q == f_op_bit);
      assert (new_seq_q == f_op_seq && new_anc_q == f_anc(f_op_key) && f_op_bit < H);
    end
    if (f_second) begin
      assert (match_q == f_match && take_any_q == f_found);
      assert (!f_found || f_taken == W'(1) << take_idx_q);
      for (int w = 0; w < W; w = w + 1) begin
        assert (known_bit_q[w] == known_q[w][bit_q] && seq_bit_q[w] == seq_q[{IW'(w), bit_q}]);
      end
    end
    assert (f_third || !(write_q || lost_q));
    if (f_third) begin
      assert (create_q == (!f_derr && f_match == '0));
      assert (write_q == (f_match != '0 || (create_q && f_found)));
      assert (lost_q == (create_q && !f_found && (f_derf || f_dead)));
      assert (!write_q || W'(1) << idx_q == (create_q ? f_taken : f_match));
      assert (create_q || !write_q || !f_statement || f_op_key != f_key || f_op_bit != f_bit
              || news_q == f_news);
    end
    for (int i = 0; i < N - 1; i = i + 1) begin
      assert (care_q[i*DW+:DW] == {DW{LW'(i) >= f_level}});
    end
  end
end
