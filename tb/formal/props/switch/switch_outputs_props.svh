// SPDX-License-Identifier: Apache-2.0
/// Who holds an output (FS-ARB), included in switch_outputs under FORMAL.
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
    end
  end
end
