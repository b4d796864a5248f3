// SPDX-License-Identifier: Apache-2.0
/// ram_queue is a queue: what leaves is what came, in its order (FS-RD). Included in the module
/// under FORMAL.
logic f_run = 1'b0;  // not in the first cycle, which is one of reset
logic f_runs;
assign f_runs = f_run;
always_ff @(posedge clk_i) f_run <= 1'b1;
always_comb begin
  if (f_run) begin
    assert (held <= CW'(DEPTH) && any_q == (held != '0));
    assert (!past_q || held == CW'(1));
  end
end

`ifdef F_RING
localparam F_W = WIDTH + 2;
logic [F_W-1:0]       f_mem[DEPTH];  // the memory's words: synthesis finds that it is the same
logic [DEPTH*F_W-1:0] f_fifo;        // entries as they came, the next one at bit 0

function automatic [7:0] f_at(input [7:0] behind);  // that many places behind second
  f_at = 8'(second) + behind;
  for (int k = 0; k < 2; k = k + 1) if (f_at >= 8'(DEPTH)) f_at = f_at - 8'(DEPTH);
endfunction

always_ff @(posedge clk_i) begin
  if (push_i) f_mem[write_q] <= {bad_i, tail_i, data_i};
  for (int j = 0; j < DEPTH; j = j + 1) begin
    if (push_i && CW'(j) == held - CW'(pop_i)) f_fifo[j*F_W+:F_W] <= {bad_i, tail_i, data_i};
    else if (pop_i && j + 1 < DEPTH) f_fifo[j*F_W+:F_W] <= f_fifo[((j + 1) % DEPTH)*F_W+:F_W];
  end
end


always_comb begin
  if (f_run) begin
    assert (8'(second) < 8'(DEPTH) && 8'(write_q) < 8'(DEPTH));
    assert (f_at(8'(held) + 8'(DEPTH - 1)) == 8'(write_q));
    assert (!any_o || {bad_o, tail_o, data_o} == f_fifo[0+:F_W]);
    assert (!past_q || f_mem[last_q] == f_fifo[0+:F_W]);
    for (int j = 1; j < DEPTH; j = j + 1) begin
      assert (CW'(j) >= held || f_fifo[j*F_W+:F_W] == f_mem[f_at(8'(j - 1))]);
    end
  end
end
`endif
