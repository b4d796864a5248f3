// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Parameters: N=4 ID_W=3
// Parameters: N=3 ID_W=2
// Rows that wait until they have had their turn: many, then few; some are taken back.
`ifdef SVA_ITEMS
  localparam int W = $bits(rows_i), IW = $bits(id_o);
  logic [W-1:0] here;
  always @(posedge clk_i) if (valid_o) here[(32'(in_o)<<IW)+32'(id_o)] = 1'b0;
`else
if (!rst_ni) here = '0;
here = here | (rows_i & W'($urandom) & W'($urandom) & {W{$urandom % (clocks % 128 < 64 ? 1 : 4) == 0}});
if ($urandom % 16 == 0) here = here & W'($urandom);
rows_i = here;
if (clocks == Clocks / 2) rst_ni = 1'b0;
`endif
