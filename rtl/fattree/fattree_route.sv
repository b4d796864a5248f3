// SPDX-License-Identifier: Apache-2.0
/// Fault-tolerant route selection of one m-port n-tree switch: link fault table, port states and
/// route decision behind registers (FT-RS-6).
///
/// Latency: everything sampled at clock edge t sits in the input registers until t+1, where tables
/// are written and the decision is registered: gnt_* are valid after edge t+1. A request sampled
/// at t sees every update sampled before t and none sampled at t.
/// Throughput: one request, one table insert, one dead up port, one DLFM, one dead down port a
/// clock. clear_i empties the table and the port states before the updates sampled with it.
/// gnt_up/drop/port/mask hold their last value while gnt_o is 0.
/// A fabric with fewer ports may use this block: declare the missing up ports dead, pad digits
/// with zeros.
module fattree_route #(
  /// ports of the switch, even, 4..64
  parameter M = 8,
  /// levels of the tree, 2..6
  parameter N = 3,
  /// lines of the link fault table
  parameter W = 32,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N),
  localparam KW = (N - 1) * DW
) (
  input  logic            clk_i,
  input  logic            rst_ni,
`ifdef SELVAGE_BUGS
  /// deliberate faults; 0..2: see route_select, 3: the answer comes a clock late, 4: of two
  /// requests in a row the second is not answered; static
  input  logic [4:0]      bug_i,
`endif
  /// own level; static
  input  logic [LW-1:0]   level_i,
  /// lines of the fault table that may be used; static
  input  logic [W-1:0]    line_en_i,
  /// forget all faults
  input  logic            clear_i,
  /// record bit lft_bit_i of entry lft_key_i (a ULFM of the own level)
  input  logic            lft_insert_i,
  input  logic [KW-1:0]   lft_key_i,
  input  logic [HW-1:0]   lft_bit_i,
  /// own link of an up port is dead
  input  logic            up_dead_i,
  input  logic [HW-1:0]   up_dead_port_i,
  /// an up port received a DLFM
  input  logic            dlfm_i,
  input  logic [HW-1:0]   dlfm_port_i,
  input  logic [LW-1:0]   dlfm_level_i,
  /// link of a down port is dead
  input  logic            down_dead_i,
  input  logic [DW-1:0]   down_dead_port_i,
  /// request: route a packet, digit i of an address at [i*DW +: DW]
  input  logic            req_i,
  input  logic            req_from_up_i,
  input  logic [N*DW-1:0] req_src_i,
  input  logic [N*DW-1:0] req_dst_i,
  /// a decision is present
  output logic            gnt_o,
  output logic            gnt_up_o,
  output logic            gnt_drop_o,
  output logic [DW-1:0]   gnt_port_o,
  output logic [H-1:0]    gnt_mask_o,
  /// pulse: the table was full and an insert was lost
  output logic            overflow_o
);
  // ---------------------------------------------------------------------- input registers
  logic [LW-1:0]   level_q;
  logic [W-1:0]    line_en_q;
  logic            clear_q, insert_q, up_dead_q, dlfm_q, down_dead_q, req_q, from_up_q;
  logic [KW-1:0]   key_q;
  logic [HW-1:0]   bit_q, up_dead_port_q, dlfm_port_q;
  logic [LW-1:0]   dlfm_level_q;
  logic [DW-1:0]   down_dead_port_q;
  logic [N*DW-1:0] src_q, dst_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      clear_q     <= 1'b0;
      insert_q    <= 1'b0;
      up_dead_q   <= 1'b0;
      dlfm_q      <= 1'b0;
      down_dead_q <= 1'b0;
      req_q       <= 1'b0;
    end else begin
      clear_q     <= clear_i;
      insert_q    <= lft_insert_i;
      up_dead_q   <= up_dead_i;
      dlfm_q      <= dlfm_i;
      down_dead_q <= down_dead_i;
      req_q       <= req_i;
    end
  end

  always_ff @(posedge clk_i) begin
    level_q          <= level_i;
    line_en_q        <= line_en_i;
    key_q            <= lft_key_i;
    bit_q            <= lft_bit_i;
    up_dead_port_q   <= up_dead_port_i;
    dlfm_port_q      <= dlfm_port_i;
    dlfm_level_q     <= dlfm_level_i;
    down_dead_port_q <= down_dead_port_i;
    from_up_q        <= req_from_up_i;
    src_q            <= req_src_i;
    dst_q            <= req_dst_i;
  end

  // ------------------------------------------------------------------------------- tables
  logic [H-1:0]    lft_bits;
  logic [H-1:0]    failed;
  logic [H*LW-1:0] ps_level;

  lft_cam #(
    .M(M),
    .N(N),
    .W(W)
  ) i_lft (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .level_i      (level_i),
    .line_en_i    (line_en_q),
    .clear_i      (clear_q),
    .insert_i     (insert_q),
    .insert_key_i (key_q),
    .insert_bit_i (bit_q),
    .lookup_i     (req_q),
    .lookup_dst_i (dst_q[N*DW-1:DW]),
    .lookup_bits_o(lft_bits),
    .overflow_o   (overflow_o)
  );

  port_state #(
    .M(M),
    .N(N)
  ) i_ps (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .level_i         (level_q),
    .clear_i         (clear_q),
    .up_dead_i       (up_dead_q),
    .up_dead_port_i  (up_dead_port_q),
    .dlfm_i          (dlfm_q),
    .dlfm_port_i     (dlfm_port_q),
    .dlfm_level_i    (dlfm_level_q),
    .down_dead_i     (down_dead_q),
    .down_dead_port_i(down_dead_port_q),
    .failed_o        (failed),
    .ps_level_o      (ps_level)
  );

  // ----------------------------------------------------------------------------- decision
  logic          up, drop;
  logic [DW-1:0] port;
  logic [H-1:0]  mask;

`ifdef SELVAGE_BUGS
  logic [4:0] bug_q;
  always_ff @(posedge clk_i) bug_q <= bug_i;
`endif

  route_select #(
    .M(M),
    .N(N)
  ) i_select (
`ifdef SELVAGE_BUGS
    .bug_i     (bug_q[2:0]),
`endif
    .level_i   (level_q),
    .src_i     (src_q),
    .dst_i     (dst_q),
    .from_up_i (from_up_q),
    .failed_i  (failed),
    .ps_level_i(ps_level),
    .lft_bits_i(lft_bits),
    .up_o      (up),
    .drop_o    (drop),
    .port_o    (port),
    .mask_o    (mask)
  );

`ifdef SELVAGE_BUGS
  logic req_late_q;
  always_ff @(posedge clk_i) begin
    req_late_q <= req_q;
    if (!rst_ni) gnt_o <= 1'b0;
    else gnt_o <= bug_q[3] ? req_late_q : req_q & ~(bug_q[4] & gnt_o);
  end
`else
  always_ff @(posedge clk_i) begin
    if (!rst_ni) gnt_o <= 1'b0;
    else gnt_o <= req_q;
  end
`endif

  always_ff @(posedge clk_i) begin
    if (req_q) begin
      gnt_up_o   <= up;
      gnt_drop_o <= drop;
      gnt_port_o <= port;
      gnt_mask_o <= mask;
    end
  end

  // ---------------------------------------------------------------- parameters, assertions
  initial begin
    if (M < 4 || M > 64 || M % 2 != 0) $fatal(1, "fattree_route: M must be even, 4..64");
    if (N < 2 || N > 6) $fatal(1, "fattree_route: N must be 2..6");
    if (W < 1) $fatal(1, "fattree_route: W must be at least 1");
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni && req_q) begin
      `SELVAGE_ASSERT(route_drop_iff_empty, drop == (up && mask == '0))
      `SELVAGE_ASSERT(route_down_has_no_mask, up || mask == '0)
      `SELVAGE_ASSERT(route_up_port, !(up && !drop) || port >= DW'(H))
      `SELVAGE_ASSERT(route_up_port_in_mask,
                      !(up && !drop) || ((mask >> (port - DW'(H))) & H'(1)) != '0)
      `SELVAGE_ASSERT(route_drop_port_zero, !drop || port == '0)
      `SELVAGE_COVER(route_drop, drop)
      `SELVAGE_COVER(route_not_preferred, up && !drop && port != DW'(H) + dst_q[DW-1:0])
    end
  end
endmodule
