// SPDX-License-Identifier: Apache-2.0
/// Contract of switch_outputs (FS-ARB), included in the module under FORMAL: who holds an output,
/// and whose turn it is, in plain loops. Bit o*M + i of a matrix: output o, input i.
localparam F_IW = $clog2(M);
logic [M*F_IW-1:0] f_next;    // the input whose turn is first
logic [M*M-1:0]    f_winner;  // of those that want the output, the first at or behind it

always_comb begin
  f_winner = '0;
  for (int o = 0; o < M; o = o + 1) begin
    for (int k = M - 1; k >= 0; k = k - 1) begin
      if (want_i[o*M+(32'(f_next[o*F_IW+:F_IW])+k)%M]) begin
        f_winner[o*M+:M] = M'(1) << ((32'(f_next[o*F_IW+:F_IW]) + k) % M);
      end
    end
  end
end

always_ff @(posedge clk_i) begin
  for (int o = 0; o < M; o = o + 1) begin
    if (!rst_ni || wipe_i) f_next[o*F_IW+:F_IW] <= '0;
    else if (begins[o]) begin
      for (int i = 0; i < M; i = i + 1) begin
        if (f_winner[o*M+i]) f_next[o*F_IW+:F_IW] <= F_IW'((i + 1) % M);
      end
    end
  end
end

logic [M-1:0] f_held;   // inputs that are read
logic [M-1:0] f_twice;  // by two outputs
always_comb begin
  f_held  = '0;
  f_twice = '0;
  for (int o = 0; o < M; o = o + 1) begin
    if (busy_q[o]) begin
      f_twice = f_twice | (f_held & holder_q[o*M+:M]);
      f_held  = f_held | holder_q[o*M+:M];
    end
  end
end

always_comb begin
  if (rst_ni) begin
    assert (f_twice == '0);
    for (int o = 0; o < M; o = o + 1) begin
      assert (!busy_q[o] || (holder_q[o*M+:M] != '0
              && (holder_q[o*M+:M] & (holder_q[o*M+:M] - M'(1))) == '0));
      assert (!busy_q[o] || !holder_q[o*M+o]);  // no packet turns back
      // whose turn it is: inputs from f_next on, none of them if it is the first
      for (int i = 0; i < M; i = i + 1) begin
        assert (after_q[o*M+i] == (f_next[o*F_IW+:F_IW] != '0 && 32'(f_next[o*F_IW+:F_IW]) <= i));
      end
      if (begins[o]) assert (reads[o*M+:M] == f_winner[o*M+:M] && f_winner[o*M+:M] != '0);
    end
  end
end
