// SPDX-License-Identifier: Apache-2.0
// Parameters: ROWS=40 MATCH_W=32
// Full for a while, then empty for a while.
key_i = $urandom % 80;
free_valid_i = $urandom % (clocks % 512 < 256 ? 8 : 1) == 0;
