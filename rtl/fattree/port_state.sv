// SPDX-License-Identifier: Apache-2.0
/// Port states of one switch (FT-PS-1..3; paper 5.1).
///
/// Up port H+k: failed_q[k] and ps_level_q[k] are the paper's PS <L,1> ("through k nothing above
/// level L"); own_q[k] marks the switch's own dead link. Down port k: down_q[k].
/// Events are written at the next clock edge.
/// Ties: clear goes first, then the events of the same clock. A dead own link beats a DLFM for the
/// same port, in the same clock and for good; otherwise a DLFM assigns (it may also lower) L.
/// A port number beyond the last port has no effect.
module port_state #(
  /// ports of the switch
  parameter M = 8,
  /// levels of the tree
  parameter N = 3,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N)
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  /// own level; static
  input  logic [LW-1:0]   level_i,
  /// forget everything
  input  logic            clear_i,
  /// the own link of up port H+up_dead_port_i is dead
  input  logic            up_dead_i,
  input  logic [HW-1:0]   up_dead_port_i,
  /// up port H+dlfm_port_i received DLFM<dlfm_level_i>
  input  logic            dlfm_i,
  input  logic [HW-1:0]   dlfm_port_i,
  input  logic [LW-1:0]   dlfm_level_i,
  /// the link of down port down_dead_port_i is dead
  input  logic            down_dead_i,
  input  logic [DW-1:0]   down_dead_port_i,
  /// PS flags of the up ports
  output logic [H-1:0]    failed_o,
  /// PS levels of the up ports, port k at [k*LW +: LW]
  output logic [H*LW-1:0] ps_level_o
);
  logic [H-1:0]  failed_q     /* verilator public_flat_rd */;
  logic [H-1:0]  own_q        /* verilator public_flat_rd */;
  logic [LW-1:0] ps_level_q[H]/* verilator public_flat_rd */;
  /* verilator lint_off UNUSEDSIGNAL */  // state for the switch control; the checker reads it
  logic [M-1:0]  down_q       /* verilator public_flat_rd */;
  /* verilator lint_on UNUSEDSIGNAL */

  // --------------------------------------------------------------------------- decoding
  logic [H-1:0] set_own;    // own link dead: FT-PS-1
  logic [H-1:0] set_dlfm;   // DLFM that is not overridden: FT-PS-2
  logic [M-1:0] set_down;   // FT-PS-3
  logic [H-1:0] own_d;
  logic [H-1:0] failed_d;
  logic [M-1:0] down_d;

  always_comb begin
    set_own = '0;
    if (up_dead_i) set_own = H'(1) << up_dead_port_i;
    set_down = '0;
    if (down_dead_i) set_down = M'(1) << down_dead_port_i;
    own_d    = (own_q & ~{H{clear_i}}) | set_own;
    set_dlfm = '0;
    if (dlfm_i) set_dlfm = (H'(1) << dlfm_port_i) & ~own_d;
    failed_d = (failed_q & ~{H{clear_i}}) | set_own | set_dlfm;
    down_d   = (down_q & ~{M{clear_i}}) | set_down;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      failed_q <= '0;
      own_q    <= '0;
      down_q   <= '0;
    end else begin
      failed_q <= failed_d;
      own_q    <= own_d;
      down_q   <= down_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i || up_dead_i || dlfm_i) begin
      for (int k = 0; k < H; k = k + 1) begin
        if (!rst_ni || clear_i || set_own[k] || set_dlfm[k]) begin
          ps_level_q[k] <= (level_i & {LW{rst_ni & set_own[k]}})
                           | (dlfm_level_i & {LW{rst_ni & set_dlfm[k]}});
        end
      end
    end
  end

  always_comb begin
    for (int k = 0; k < H; k = k + 1) ps_level_o[k*LW+:LW] = ps_level_q[k];
  end
  assign failed_o = failed_q;

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(ps_own_is_failed, (own_q & ~failed_q) == '0)
      `SELVAGE_ASSERT(ps_own_for_good, clear_i || (own_q & ~own_d) == '0)
      `SELVAGE_ASSERT(ps_idle_keeps_state, clear_i || up_dead_i || dlfm_i || down_dead_i
                      || (failed_d == failed_q && own_d == own_q && down_d == down_q))
      `SELVAGE_COVER(ps_own_beats_dlfm, dlfm_i && up_dead_i && dlfm_port_i == up_dead_port_i)
    end
  end

`ifdef FORMAL
`include "port_state_props.svh"
`endif
endmodule
