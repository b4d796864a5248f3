// SPDX-License-Identifier: Apache-2.0
/// Two-level route lookup of an Al-Fares switch: a ternary memory of K + 1 rows and a memory of
/// results (docs/reference/twolevel-blocks.md).
///
/// Latency: an address sampled at clock edge n is matched until n+1, its result is on the outputs
/// from n+2 on, with OUT_REG = 0 from n+1 on. One lookup and one load a clock. With DST_REG = 0 the
/// address is read after edge n, out of registers elsewhere.
/// The lowest matching row answers. A lookup sees every load sampled before it, key and result
/// alike, and none sampled with it or later: so a result is written an edge after its key.
/// Keys, masks and results have no reset, valid bits have.
`include "bug.svh"
module twolevel_route #(
  /// ports, even, 4..64
  parameter int K = 8,
  /// the answer has a register of its own
  parameter int OUT_REG = 1,
  /// the address has a register of its own
  parameter int DST_REG = 1,
  localparam R = K + 1,
  localparam PW = $clog2(K),
  localparam RW = $clog2(R)
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  /// deliberate faults; 0: the highest row wins, 1: the mask is ignored, 2: a lookup sees results
  /// one load too early, 3: an invalid row matches, 4: drop of a row ignored; static
  `SELVAGE_BUG_PORT(bug_i, 5)
  /// write a row; one beyond the last is ignored
  input  logic          load_valid_i,
  input  logic [RW-1:0] load_row_i,
  input  logic          load_used_i,
  /// a 1 in the mask compares
  input  logic [31:0]   load_key_i,
  input  logic [31:0]   load_mask_i,
  input  logic          load_drop_i,
  input  logic [PW-1:0] load_port_i,
  input  logic [31:0]   load_next_i,
  /// look up
  input  logic          valid_i,
  input  logic [31:0]   dst_i,
  /// answer; the other outputs are 0 without it
  output logic          valid_o,
  output logic          hit_o,
  output logic          drop_o,
  /// row that answers, 0 without hit
  output logic [RW-1:0] row_o,
  /// 0 with drop
  output logic [PW-1:0] port_o,
  output logic [31:0]   next_o
);
  localparam DW = 1 + PW + 32;  // a result: {drop, port, next hop}

  // ---------------------------------------------------------------------- input registers
  logic          load_q, load_valid_q, valid_q;
  logic [RW-1:0] load_row_q;
  logic [31:0]   load_key_q, load_mask_q, dst;
  logic [DW-1:0] load_result_q;

  always_ff @(posedge clk_i) begin
    load_q  <= rst_ni & load_valid_i & ((RW+1)'(load_row_i) < (RW+1)'(R));
    valid_q <= rst_ni & valid_i;
  end
  always_ff @(posedge clk_i) begin
    load_row_q    <= load_row_i;
    load_valid_q  <= load_used_i;
    load_key_q    <= load_key_i;
    load_mask_q   <= load_mask_i;
    load_result_q <= {load_drop_i, load_port_i, load_next_i};
  end
  generate
    if (DST_REG != 0) begin : gen_dst
      logic [31:0] dst_q;
      always_ff @(posedge clk_i) dst_q <= dst_i;
      assign dst = dst_q;
    end else begin : gen_dst_as_it_comes
      assign dst = dst_i;
    end
  endgenerate

  // -------------------------------------------------------------------------------- match
  logic [R-1:0] row_valid_q /* verilator public_flat_rd */;
  logic [31:0]  key_q[R]    /* verilator public_flat_rd */;
  logic [31:0]  mask_q[R]   /* verilator public_flat_rd */;
  logic [R-1:0] match, row_is, first;
  logic         hit;
  logic [RW-1:0] row;

  always_comb begin
    row_is = R'(1) << load_row_q;
    match  = '0;
    if (valid_q) begin
      for (int r = 0; r <= K; r = r + 1) begin
        match[r] = `SELVAGE_BUG(bug_i[3], row_valid_q[r], 1'b1)
                   & (((dst ^ key_q[r]) & `SELVAGE_BUG(bug_i[1], mask_q[r], 32'hffffffff)) == '0);
      end
    end
  end

  first_one #(
    .N(R)
  ) i_first (
    .vec_i   (match),
    .any_o   (hit),
    .index_o (row),
    .onehot_o(first)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) row_valid_q <= '0;
    else if (load_q) row_valid_q <= (row_valid_q & ~row_is) | (row_is & {R{load_valid_q}});
  end
  always_ff @(posedge clk_i) begin
    if (load_q) begin
      key_q[load_row_q]  <= load_key_q;
      mask_q[load_row_q] <= load_mask_q;
    end
  end

  logic          found_q, hit_q;
  logic [RW-1:0] row_q;
  always_ff @(posedge clk_i) begin
    found_q <= rst_ni & valid_q;
    hit_q   <= rst_ni & hit;
    row_q   <= row;
    `SELVAGE_BUG_IF(bug_i[0], for (int r = 0; r <= K; r = r + 1) if (match[r]) row_q <= RW'(r))
  end

  // ------------------------------------------------------------------------------- result
  logic          write_q;
  logic [RW-1:0] write_row_q;
  logic [DW-1:0] write_result_q;
  logic [DW-1:0] result_q[R];
  logic [DW-1:0] result;
  logic          drop;

  always_ff @(posedge clk_i) begin
    write_q        <= rst_ni & load_q;
    write_row_q    <= load_row_q;
    write_result_q <= load_result_q;
    if (write_q) result_q[write_row_q] <= write_result_q;
  end

  always_comb begin
    result = result_q[row_q];
    `SELVAGE_BUG_IF(bug_i[2] && write_q && write_row_q == row_q, result = write_result_q)
    `SELVAGE_BUG_IF(bug_i[4], result[DW-1] = 1'b0)
    drop = ~hit_q | result[DW-1];
  end

  // {valid, hit, drop, row, port, next hop}
  localparam AW = 3 + RW + PW + 32;
  logic [AW-1:0] answer_d /* verilator public_flat_rd */;
  logic [AW-1:0] answer_q;

  always_comb begin
    answer_d = {found_q, hit_q, found_q & drop, row_q & {RW{hit_q}},
                result[32+:PW] & {PW{~drop}}, result[31:0] & {32{~drop}}} & {AW{rst_ni}};
  end
  generate
    if (OUT_REG != 0) begin : gen_registered
      always_ff @(posedge clk_i) answer_q <= answer_d;
    end else begin : gen_at_once
      assign answer_q = answer_d;
    end
  endgenerate
  assign {valid_o, hit_o, drop_o, row_o, port_o, next_o} = answer_q;

  // ---------------------------------------------------------------- parameters, assertions
`include "assert.svh"
  `SELVAGE_RANGE(out_reg, OUT_REG == 0 || OUT_REG == 1, "twolevel_route: OUT_REG must be 0 or 1")
  `SELVAGE_RANGE(dst_reg, DST_REG == 0 || DST_REG == 1, "twolevel_route: DST_REG must be 0 or 1")
  `SELVAGE_RANGE(k, K >= 4 && K <= 64 && K % 2 == 0, "twolevel_route: K must be even, 4..64")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(twolevel_first_matches, (first & ~match) == '0 && hit == (first != '0))
      `SELVAGE_ASSERT(twolevel_row_exists, !hit_q || (RW+1)'(row_q) < (RW+1)'(R))
      `SELVAGE_ASSERT(twolevel_hit_needs_lookup, !hit_q || found_q)
      `SELVAGE_COVER(twolevel_many_match, (match & ~first) != '0)
      `SELVAGE_COVER(twolevel_no_match, found_q && !hit_q)
      `SELVAGE_COVER(twolevel_load_with_lookup, load_q && valid_q && match[load_row_q])
    end
  end
endmodule
