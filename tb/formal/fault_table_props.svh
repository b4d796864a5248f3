// SPDX-License-Identifier: Apache-2.0
/// Contract of fault_table for one arbitrary key f_key, included in the module under FORMAL.
/// Because the key is arbitrary, what is proved for it holds for every key.
///   f_live, f_direct, f_derived, f_known   what FT-LFT-1, FT-LFT-2, FT-REP-1, FT-REP-3 and FT-REP-4
///                                          say the line with key f_key holds now
/// One-step inductive. That other keys have at most one line each is this contract for those keys.
logic          f_started = 1'b0;
logic [KW-1:0] f_key;          // an arbitrary constant: an input of the first clock
logic          f_live, f_overflow;
logic [H-1:0]  f_direct, f_derived, f_known;

// What the table shows, in the plainest loops.
logic [W-1:0]     f_lines;     // lines with key f_key
logic [W-1:0]     f_taken;     // the line a new key takes
logic             f_present, f_found, f_write;
logic [H-1:0]     f_table_direct, f_table_derived, f_table_known;
logic [SEQ_W-1:0] f_seq, f_ahead;
logic             f_news;
logic [H-1:0]     f_lookup;
logic             f_match;
logic [LW-1:0]    f_level;

always_comb begin
  f_lines         = '0;
  f_taken         = '0;
  f_present       = 1'b0;
  f_found         = 1'b0;
  f_table_direct  = '0;
  f_table_derived = '0;
  f_table_known   = '0;
  f_seq           = '0;
  for (int w = 0; w < W; w = w + 1) begin
    if (valid_q[w] && key_q[w] == key_i) f_present = 1'b1;
    if (valid_q[w] && key_q[w] == f_key) begin
      f_lines[w]      = 1'b1;
      f_table_direct  = f_table_direct | direct_q[w];
      f_table_derived = f_table_derived | derived_q[w];
      f_table_known   = f_table_known | known_q[w];
      f_seq           = f_seq | seq_q[{IW'(w), bit_i}];
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
  f_write = statement_i || derf_i;
  f_ahead = seq_i - f_seq;
  f_news  = !f_live || !f_known[bit_i] || (f_ahead != '0 && !f_ahead[SEQ_W-1]);

  f_lookup = '0;
  for (int w = 0; w < W; w = w + 1) begin
    f_match = valid_q[w] && lookup_valid_i;
    for (int i = 0; i < N - 1; i = i + 1) begin
      if (LW'(i) >= f_level && key_q[w][i*DW+:DW] != lookup_dst_i[(i+1)*DW+:DW]) f_match = 1'b0;
    end
    if (f_match) f_lookup = f_lookup | direct_q[w] | derived_q[w];
  end
end

always_ff @(posedge clk_i) begin
  f_started <= 1'b1;
  if (!f_started) f_key <= key_i;
  f_level <= level_i;
  if (!rst_ni) begin
    f_live     <= 1'b0;
    f_direct   <= '0;
    f_derived  <= '0;
    f_known    <= '0;
    f_overflow <= 1'b0;
  end else begin
    f_overflow <= (derf_i || (statement_i && dead_i)) && !f_present && !f_found;
    if (forget_i) f_derived[bit_i] <= 1'b0;
    if (derr_i && key_i == f_key) f_derived[bit_i] <= 1'b0;
    if (f_write && key_i == f_key && (f_live || f_found)) begin
      f_live <= 1'b1;
      if (derf_i) f_derived[bit_i] <= 1'b1;
      if (statement_i && f_news) begin
        f_direct[bit_i] <= dead_i;
        f_known[bit_i]  <= 1'b1;
      end
    end
    // another key takes the line
    if (f_write && key_i != f_key && !f_present && (f_taken & f_lines) != '0) begin
      f_live    <= 1'b0;
      f_direct  <= '0;
      f_derived <= '0;
      f_known   <= '0;
    end
  end
end

always_ff @(posedge clk_i) begin
  if (!f_started) begin
    assume (!rst_ni);
  end else begin
    assume (bit_i < H);
    assume (3'(statement_i) + 3'(derf_i) + 3'(derr_i) + 3'(forget_i) <= 3'd1);
    assume (!(statement_i || derf_i || derr_i) || !(check_i || visit_i || advertised_i));
    assume (!advertised_i || check_i);
    assume (key_i == f_key || (match & (match - W'(1))) == '0);
    assert (f_live == (f_lines != '0));
    assert ((f_lines & (f_lines - W'(1))) == '0);
    assert (f_direct == f_table_direct);
    assert (f_derived == f_table_derived);
    assert (f_known == f_table_known);
    assert (f_live || (f_direct | f_derived | f_known) == '0);
    assert (overflow_o == f_overflow);
    assert (lookup_bits_o == f_lookup);
    for (int i = 0; i < N - 1; i = i + 1) begin
      assert (care_q[i*DW+:DW] == {DW{LW'(i) >= f_level}});
    end
  end
end
