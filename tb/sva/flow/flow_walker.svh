// SPDX-License-Identifier: Apache-2.0
// Links that die and come back.
now_i = 4'(clocks);
{down_i, up_i, drain_t_i} = {$urandom % 256 == 0, 1'b0, 40'd5};
if (!down_i) up_i = $urandom % 16 == 0;
