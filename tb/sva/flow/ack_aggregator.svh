// SPDX-License-Identifier: Apache-2.0
// Timers, and a wire that is given away when no frame is under way.
{t1_i, t2_i, t3_i} = {10'd10, 10'd20, 10'd40};
{good_i, max_i, now_i} = {6'd4, 3'd5, 40'(clocks)};
frame_ready_i = !busy_o && $urandom % 8 == 0;
