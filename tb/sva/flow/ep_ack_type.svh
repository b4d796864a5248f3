// SPDX-License-Identifier: Apache-2.0
// Depths on both sides of the thresholds.
{seed_i, th_i, mask_i, draw_i} = {12'd1, 14'd64, 11'd127, 1'b1};
if (clocks > Clocks / 2) draw_i = 1'b0;
{depth_i, level_i} = {14'($urandom % 256), 3'($urandom % 2)};
if (clocks == Clocks / 2) rst_ni = 1'b0;
