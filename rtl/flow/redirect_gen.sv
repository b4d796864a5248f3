// SPDX-License-Identifier: Apache-2.0
/// Picks flows that shall look for another way while a port's queue is long or grows (FLOW-C-6;
/// docs/flow-blocks.md, redirect_gen).
///
/// Latency: inputs of cycle t are step t, executed in t+1; its answer shows in t+2.
/// A header load draws: the congestion C against the LFSR. C grows with the depth above RD_D0 and
/// with its growth over the last RD_STEP * RD_HIST steps. The LFSR advances with every load, exempt
/// or not, and with nothing else.
module redirect_gen #(
  parameter N_PORTS = 8,
  parameter FLOW_ID_W = 6,
  parameter POS_W = 8,
  /// bits of a depth
  parameter DEPTH_W = 14,
  /// depth without effect
  parameter RD_D0 = 32,
  /// weight of the depth
  parameter RD_KD = 1,
  /// weight of the growth
  parameter RD_KG = 4,
  /// steps from one entry of the history to the next
  parameter RD_STEP = 42,
  /// entries of the history
  parameter RD_HIST = 8,
  /// bits of the LFSR: 8, 10 or 12
  parameter RD_RW = 12,
  /// first value of the LFSR, not 0
  parameter SEED = 1,
  localparam PORT_W = (N_PORTS > 1) ? $clog2(N_PORTS) : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
`ifdef SELVAGE_BUGS
  /// deliberate faults; 0: exempt ignored, 1: the LFSR stands still at exempt loads, 2: growth
  /// since the youngest entry, 3: C wraps at 1024, 4: the history shifts a step late; static
  input  logic [4:0]           bug_i,
`endif
  /// U that wait for the port; in every cycle
  input  logic [DEPTH_W-1:0]   depth_i,
  /// a header is loaded
  input  logic                 load_i,
  /// its flow is unordered or has a level above 0
  input  logic                 exempt_i,
  input  logic [PORT_W-1:0]    port_i,
  input  logic [FLOW_ID_W-1:0] id_i,
  input  logic [POS_W-1:0]     delta_i,
  /// tell that flow; the other outputs are 0 without it
  output logic                 redirect_o,
  output logic [PORT_W-1:0]    port_o,
  output logic [FLOW_ID_W-1:0] id_o,
  output logic [POS_W-1:0]     delta_o,
  output logic [31:0]          loads_o,
  output logic [31:0]          redirects_o
);
  localparam XW = (RD_RW > 10) ? RD_RW : 10;
  localparam CW = DEPTH_W + $clog2(RD_KD + RD_KG + 1);  // bits of C before it is cut
  localparam WW = (CW > XW) ? CW : XW;
  localparam SW = (RD_STEP > 1) ? $clog2(RD_STEP) : 1;
  localparam logic [RD_RW-1:0] Taps =
      (RD_RW == 8) ? RD_RW'(184) : (RD_RW == 10) ? RD_RW'(576) : RD_RW'(2089);

  // ---------------------------------------------------------------------- input registers
  logic                 live_q, load_q, exempt_q;
  logic [DEPTH_W-1:0]   depth_q;
  logic [PORT_W-1:0]    port_q;
  logic [FLOW_ID_W-1:0] id_q;
  logic [POS_W-1:0]     delta_q;

  always_ff @(posedge clk_i) begin
    live_q   <= rst_ni;  // there is a step
    load_q   <= rst_ni & load_i;
    exempt_q <= exempt_i;
    depth_q  <= depth_i;
    port_q   <= port_i;
    id_q     <= id_i;
    delta_q  <= delta_i;
  end

  // ----------------------------------------------------------------------------- the step
  logic [DEPTH_W-1:0] hist_q[RD_HIST] /* verilator public_flat_rd */;
  logic [RD_RW-1:0]   lfsr_q          /* verilator public_flat_rd */;
  logic [SW-1:0]      phase_q;
  logic [DEPTH_W-1:0] old, above, growth;
  logic [WW-1:0]      sum;
  logic               below, shrinks, drawn, redirect, advance, shift;

  always_comb begin
    old = hist_q[RD_HIST-1];
`ifdef SELVAGE_BUGS
    if (bug_i[2]) old = hist_q[0];
`endif
    {below, above}    = {1'b0, depth_q} - (DEPTH_W+1)'(RD_D0);
    {shrinks, growth} = {1'b0, depth_q} - {1'b0, old};
    if (below) above = '0;
    if (shrinks) growth = '0;
    sum = WW'(RD_KD) * WW'(above) + WW'(RD_KG) * WW'(growth);
    // min(1023, sum) > lfsr
    drawn = sum > WW'(lfsr_q) && XW'(lfsr_q) < XW'(1023);
`ifdef SELVAGE_BUGS
    if (bug_i[3]) drawn = XW'(sum[9:0]) > XW'(lfsr_q);
`endif
    redirect = drawn & load_q & ~exempt_q;
    advance  = load_q;
    shift    = live_q && phase_q == SW'(RD_STEP - 1);
`ifdef SELVAGE_BUGS
    if (bug_i[0]) redirect = drawn & load_q;
    if (bug_i[1]) advance = load_q & ~exempt_q;
    if (bug_i[4]) shift = live_q && phase_q == '0;
`endif
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q     <= '0;
      lfsr_q      <= RD_RW'(SEED);
      redirect_o  <= 1'b0;
      loads_o     <= '0;
      redirects_o <= '0;
    end else begin
      if (live_q) phase_q <= (phase_q == SW'(RD_STEP - 1)) ? '0 : phase_q + SW'(1);
      if (advance) lfsr_q <= {lfsr_q[RD_RW-2:0], ^(lfsr_q & Taps)};
      redirect_o  <= redirect;
      loads_o     <= loads_o + 32'(load_q);
      if (redirect) redirects_o <= redirects_o + 32'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || shift) begin
      for (int i = 0; i < RD_HIST; i = i + 1) begin
        if (!rst_ni) hist_q[i] <= '0;
        else if (i == 0) hist_q[i] <= depth_q;
        else hist_q[i] <= hist_q[(i+RD_HIST-1)%RD_HIST];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    port_o  <= port_q & {PORT_W{redirect & rst_ni}};
    id_o    <= id_q & {FLOW_ID_W{redirect & rst_ni}};
    delta_o <= delta_q & {POS_W{redirect & rst_ni}};
  end

  // ---------------------------------------------------------------- parameters, assertions
  initial begin
    if (RD_RW != 8 && RD_RW != 10 && RD_RW != 12) $fatal(1, "redirect_gen: RD_RW");
    if (SEED < 1 || SEED >= (1 << RD_RW)) $fatal(1, "redirect_gen: SEED");
    if (RD_D0 >= (1 << DEPTH_W)) $fatal(1, "redirect_gen: RD_D0");
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni && live_q) begin
      `SELVAGE_ASSERT(redirect_lfsr_alive, lfsr_q != '0)
      `SELVAGE_ASSERT(redirect_phase, phase_q < SW'(RD_STEP) || RD_STEP == (1 << SW))
      `SELVAGE_ASSERT(redirect_needs_congestion, !redirect || sum != '0)
      `SELVAGE_COVER(redirect_cut, load_q && sum > WW'(1023))
      `SELVAGE_COVER(redirect_by_growth, redirect && below)
    end
  end
endmodule
