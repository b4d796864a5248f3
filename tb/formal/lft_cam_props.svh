// SPDX-License-Identifier: Apache-2.0
/// Contract of lft_cam for one arbitrary key f_key, included in the module under FORMAL.
/// Because the key is arbitrary, what is proved for it holds for every key.
///   f_live, f_bits   what FT-LFT-1 and FT-LFT-2 say the entry f_key holds now
/// One-step inductive: every assertion below is needed by the others and none is assumed.
logic          f_started = 1'b0;
logic [KW-1:0] f_key;          // an arbitrary constant: an input of the first clock
logic          f_live;
logic [H-1:0]  f_bits;
logic          f_overflow;

logic          f_room;         // a line is free for an insert of this clock
logic          f_found;
logic [W-1:0]  f_valid;        // FT-LFT-1: the lowest free line, in the plainest loop
logic          f_any_key;
logic [H-1:0]  f_lookup;       // FT-LFT-3, digit by digit
logic          f_match;
logic [LW-1:0] f_level;
logic [H-1:0]  f_table_bits;
logic [W-1:0]  f_lines;

always_comb begin
  f_room    = 1'b0;
  f_any_key = 1'b0;
  for (int w = 0; w < W; w = w + 1) begin
    if (line_en_i[w] && (clear_i || !valid_q[w])) f_room = 1'b1;
    if (!clear_i && valid_q[w] && key_q[w] == insert_key_i) f_any_key = 1'b1;
  end
  f_valid = clear_i ? '0 : valid_q;
  f_found = f_any_key || !insert_i;
  for (int w = 0; w < W; w = w + 1) begin
    if (!f_found && line_en_i[w] && !f_valid[w]) begin
      f_found    = 1'b1;
      f_valid[w] = 1'b1;
    end
  end

  f_lookup = '0;
  for (int w = 0; w < W; w = w + 1) begin
    f_match = valid_q[w] && lookup_i;
    for (int i = 0; i < N - 1; i = i + 1) begin
      if (LW'(i) >= f_level && key_q[w][i*DW+:DW] != lookup_dst_i[(i+1)*DW+:DW]) f_match = 1'b0;
    end
    if (f_match) f_lookup = f_lookup | bits_q[w];
  end

  f_table_bits = '0;
  for (int w = 0; w < W; w = w + 1) begin
    f_lines[w] = valid_q[w] && key_q[w] == f_key;
    if (f_lines[w]) f_table_bits = f_table_bits | bits_q[w];
  end
end

always_ff @(posedge clk_i) begin
  f_started <= 1'b1;
  if (!f_started) f_key <= insert_key_i;
  f_level   <= level_i;
  if (!rst_ni) begin
    f_live     <= 1'b0;
    f_bits     <= '0;
    f_overflow <= 1'b0;
  end else begin
    if (clear_i) begin
      f_live <= 1'b0;
      f_bits <= '0;
    end
    if (insert_i && insert_key_i == f_key) begin
      if (f_live && !clear_i) begin
        f_bits[insert_bit_i] <= 1'b1;  // merge
      end else if (f_room) begin
        f_live               <= 1'b1;  // new entry with that bit alone
        f_bits               <= '0;
        f_bits[insert_bit_i] <= 1'b1;
      end
    end
    f_overflow <= insert_i && !f_any_key && !f_room;
  end
end

always_ff @(posedge clk_i) begin
  if (!f_started) begin
    assume (!rst_ni);
  end else begin
    assume (insert_bit_i < H);
    assert (f_live == (f_lines != '0));
    assert ((f_lines & (f_lines - W'(1))) == '0);
    assert (f_bits == f_table_bits);
    assert (f_live || f_bits == '0);
    assert (overflow_o == f_overflow);
    assert (lookup_bits_o == f_lookup);
    assert (valid_d == f_valid);
    for (int i = 0; i < N - 1; i = i + 1) begin
      assert (care_q[i*DW+:DW] == {DW{LW'(i) >= f_level}});
    end
  end
end
