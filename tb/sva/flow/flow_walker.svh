// SPDX-License-Identifier: Apache-2.0
// Links that die and come back.
// Wave: 97
// Pins: clk_i now_i down_i chk_valid_o chk_kind_o chk_id_o
now_i = 6'(clocks);
{down_i, up_i, drain_t_i} = {$urandom % 256 == 0 || clocks == 100, 1'b0, 40'd5};
if (!down_i) up_i = clocks < 90 || $urandom % 16 == 0;
