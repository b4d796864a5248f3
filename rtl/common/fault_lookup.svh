// SPDX-License-Identifier: Apache-2.0
/// Lookup of a destination in the lines of the fault table (FT-LFT-3), as text, since ports can be
/// no arrays: lookup_bits_o is the OR of direct_q | derived_q of the valid lines whose key_q agrees
/// with lookup_dst_i in the bits of care_q; 0 without lookup_valid_i. Reads W, H and these names.

  // [0..W-1]: f of a line if it matches; then each element ORs the next two that are still unused,
  // so the last one is the root of a balanced tree for any W.
  logic [H-1:0] hit_bits[2*W-1];

  // Loops of more than 64 turns are not unrolled by Verilator, which then sees a latch.
  /* verilator lint_off LATCH */
  always_comb begin
    for (int w = 0; w < W; w = w + 1) hit_bits[w] = '0;
    for (int w = W; w < 2 * W - 1; w = w + 1) hit_bits[w] = '0;
    if (lookup_valid_i) begin
      for (int w = 0; w < W; w = w + 1) begin
        if (valid_q[w] && ((key_q[w] ^ lookup_dst_i) & care_q) == '0) begin
          hit_bits[w] = direct_q[w] | derived_q[w];
        end
      end
      for (int w = 0; w < W - 1; w = w + 1) begin
        hit_bits[W+w] = hit_bits[2*w] | hit_bits[2*w+1];
      end
    end
    lookup_bits_o = hit_bits[2*W-2];
  end
  /* verilator lint_on LATCH */
