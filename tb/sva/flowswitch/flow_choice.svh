// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Wave: 148
// Parameters: N=4 LOAD_W=6
// Parameters: N=3 LOAD_W=5
// Pins: candidates_i open_i left_i load_i any_o port_o
// Loads that are alike as often as not; now and then one candidate, or nobody who chooses.
`ifdef SVA_ITEMS
  localparam int N = $bits(open_i), LW = $bits(floor_i);
`else
{floor_i, shift_i} = {LW'(1 << (LW - 1)), 4'd1};
load_i = load_i & {N{LW'(1 << (LW - 1) | 3)}};
if ($urandom % 4 == 0) candidates_i = N'(1) << $urandom % N;
open_i = $urandom % 4 == 0 ? '0 : N'($urandom | $urandom) & candidates_i;
left_i = left_i & N'($urandom);
if (clocks == Clocks / 2) rst_ni = 1'b0;
`endif
