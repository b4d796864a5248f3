// SPDX-License-Identifier: Apache-2.0
// A far end that answers for a while, then not.
{enable_i, phase_i, period_i, timeout_i, retries_i} = {1'b1, 32'd10, 32'd64, 32'd10, 2'd2};
if (clocks > Clocks / 2) enable_i = 1'b0;
if (clocks == Clocks / 2) rst_ni = 1'b0;
now_i = 32'(clocks) + 1;
answer_i = clocks % 1024 < 512 && $urandom % 8 == 0;
