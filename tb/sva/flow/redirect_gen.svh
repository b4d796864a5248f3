// SPDX-License-Identifier: Apache-2.0
// Depths that grow.
{d0_i, kd_i, kg_i, seed_i} = {14'd32, 8'd1, 8'd4, 12'd1};
depth_i = 14'($urandom % 512);
