// SPDX-License-Identifier: Apache-2.0
// Links that die and come back.
// Wave: 97
// Pins: clk_i now_i down_i chk_valid_o chk_kind_o chk_id_o
now_i = 6'(clocks);
{down_i, up_i, drain_t_i} = {clocks == 100 || (clocks > 300 && $urandom % 256 == 0), 1'b0, 40'd5};
if (!down_i) up_i = $urandom % 16 == 0;
