// SPDX-License-Identifier: Apache-2.0
/// What a FIFO holds, the head first and 0 behind the last, for the proofs of those that have one; and that its registers
/// agree. Included in fifo under FORMAL.
logic [DEPTH*WIDTH-1:0] f_held;
logic                   f_sound;
always_comb begin
  f_held = '0;
  for (int k = 0; k < DEPTH; k = k + 1) begin
    if (k < 32'(count_q)) begin
      f_held[k*WIDTH+:WIDTH] = mem_q[AW'((32'(read_q)+k)%DEPTH)];
    end
  end
  f_sound = 32'(count_q) <= DEPTH && 32'(read_q) < DEPTH
            && 32'(write_q) == (32'(read_q) + 32'(count_q)) % DEPTH
            && any_q == (count_q != '0) && full_q == (32'(count_q) == DEPTH);
end
