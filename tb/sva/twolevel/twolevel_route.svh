// SPDX-License-Identifier: Apache-2.0
// Few rows and few addresses.
load_mask_i = 32'd3;
{load_row_i, load_valid_i} = {4'($urandom % 9), $urandom % 8 == 0};
{load_key_i, dst_i} = {$urandom % 8, $urandom % 8};
