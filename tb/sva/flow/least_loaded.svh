// SPDX-License-Identifier: Apache-2.0
// Loads that are alike as often as not.
{floor_i, shift_i} = {14'd32, 4'd2};
load_i = load_i & {8{14'd48}};
if (clocks == Clocks / 2) rst_ni = 1'b0;
