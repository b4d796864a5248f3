// SPDX-License-Identifier: Apache-2.0
/// Picks flows that shall look for another way while a port's queue is long or grows (FLOW-C-6;
/// docs/reference/flow-blocks.md, redirect_gen).
///
/// Latency: a load of cycle t is measured in t, with the settings of t, draws in t+1, its answer
/// shows in t+3; a sample of cycle t is in the history from t+1 on. Nothing counts time: the tick
/// and the place of a sample come from outside, for all ports of a switch.
/// A load draws: the congestion C against the LFSR. C grows with the depth above d0_i and with its
/// growth since the oldest sample. The LFSR advances with every load, exempt or not, and with
/// nothing else.
/// Needs a clock in cycles with load_valid_i, with a sample that differs from what is in its
/// place, or with busy_o; in others a clock changes nothing.
`include "bug.svh"
module redirect_gen #(
  parameter int N_PORTS = 8,
  parameter int FLOW_ID_W = 6,
  parameter int POS_W = 8,
  /// bits of a depth, at least 10
  parameter int DEPTH_W = 14,
  /// places of the history
  parameter int RD_HIST = 8,
  /// bits of the LFSR: 8, 10 or 12
  parameter int RD_RW = 12,
  /// bits of a gain, at most 10
  parameter int GAIN_W = 8,
  localparam PORT_W = (N_PORTS > 1) ? $clog2(N_PORTS) : 1,
  localparam HW = (RD_HIST > 1) ? $clog2(RD_HIST) : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0: exempt ignored, 1: the LFSR does not advance at exempt loads, 2: growth
  /// since the youngest sample of RD_HIST, 3: what carries out of C's ten bits is lost, 4: a sample
  /// is taken a cycle late; static
  `SELVAGE_BUG_PORT(bug_i, 5)
  /// depth without effect, weights of the depth and of the growth, first value of the LFSR (not 0);
  /// static
  input  logic [DEPTH_W-1:0]   d0_i,
  input  logic [GAIN_W-1:0]    kd_i,
  input  logic [GAIN_W-1:0]    kg_i,
  input  logic [RD_RW-1:0]     seed_i,
  /// the history takes depth_i; place of the next sample, that of the oldest one
  input  logic                 sample_valid_i,
  input  logic [HW-1:0]        slot_i,
  /// units waiting for the port
  input  logic [DEPTH_W-1:0]   depth_i,
  /// a header is loaded; its flow is exempt
  input  logic                 load_valid_i,
  input  logic                 load_exempt_i,
  /// its flow: input port, id there, difference of positions
  input  logic [PORT_W-1:0]    load_port_i,
  input  logic [FLOW_ID_W-1:0] load_id_i,
  input  logic [POS_W-1:0]     load_delta_i,
  /// are those of that flow; the other outputs are 0 without it
  output logic                 redirect_valid_o,
  output logic [PORT_W-1:0]    redirect_port_o,
  output logic [FLOW_ID_W-1:0] redirect_id_o,
  output logic [POS_W-1:0]     redirect_delta_o,
  output logic [31:0]          loads_o,
  output logic [31:0]          redirects_o,
  /// needs a clock whatever comes
  output logic                 busy_o
);
  localparam CUT = 10;   // bits that count: C is cut at 1,023
  localparam GROUP = 4;  // of carry_select
  localparam XW = (RD_RW > CUT) ? RD_RW : CUT;
  localparam logic [RD_RW-1:0] Taps =
      (RD_RW == 8) ? RD_RW'(184) : (RD_RW == 10) ? RD_RW'(576) : RD_RW'(2089);

  logic [DEPTH_W-1:0] hist_q[RD_HIST] /* verilator public_flat_rd */;
  logic [RD_RW-1:0]   lfsr_q          /* verilator public_flat_rd */;

  // ------------------------------------------------------- cycle of the load: two differences
  logic [DEPTH_W-1:0] old, over_n, grown_n;  // _n: the complement
  logic [CUT-1:0]     above_d, growth_d;

  // beyond 1,023 a difference counts as that: a gain of 0 or 1,023 and more either way
  function automatic [CUT-1:0] cut(input logic negative, input [DEPTH_W-1:0] value);
    cut = value[CUT-1:0] | {CUT{|(32'(value) >> CUT)}};
    if (negative) cut = '0;
  endfunction

  // a - b = ~(~a + b)
  carry_select #(
    .W (DEPTH_W),
    .GW(GROUP)
  ) i_over (
    .a_i  (~depth_i),
    .b_i  (d0_i),
    .sum_o(over_n)
  );
  carry_select #(
    .W (DEPTH_W),
    .GW(GROUP)
  ) i_grown (
    .a_i  (~depth_i),
    .b_i  (old),
    .sum_o(grown_n)
  );

  always_comb begin
    old = hist_q[slot_i];
    `SELVAGE_BUG_IF(bug_i[2], old = hist_q[HW'((32'(slot_i) + RD_HIST - 1) % RD_HIST)])
  end
  always_comb begin
    above_d  = cut(depth_i < d0_i, ~over_n);
    growth_d = cut(depth_i < old, ~grown_n);
  end

  logic                 load_q, exempt_q;
  logic [CUT-1:0]       above_q, growth_q;
  logic [PORT_W-1:0]    port_q;
  logic [FLOW_ID_W-1:0] id_q;
  logic [POS_W-1:0]     delta_q;
  logic [GAIN_W-1:0]    kd_q, kg_q;

  always_ff @(posedge clk_i) begin
    load_q   <= rst_ni & load_valid_i;
    kd_q     <= kd_i;
    kg_q     <= kg_i;
    exempt_q <= load_exempt_i;
    above_q  <= above_d;
    growth_q <= growth_d;
    port_q   <= load_port_i;
    id_q     <= load_id_i;
    delta_q  <= load_delta_i;
  end

  // ------------------------------------------------- cycle after it: the draw, short of carries
  // C + ~lfsr as rows of CUT bits, a partial product for each bit of a gain. Three rows become two
  // until LEFT are left; what leaves them at the top makes C more than any lfsr that counts.
  localparam int ROWS = 2 * GAIN_W + 1;
  localparam int LEFT = 3;
  localparam int STEPS = ROWS - LEFT;
  logic [CUT-1:0] row[ROWS+2*STEPS];
  logic [CUT-1:0] drawn, carry;
  logic           beyond, may, advance;

  always_comb begin
    drawn   = CUT'(lfsr_q);
    may     = load_q & ~exempt_q & (XW'(lfsr_q) < XW'(1023));
    advance = load_q;
    `SELVAGE_BUG_IF(bug_i[0], may = load_q & (XW'(lfsr_q) < XW'(1023)))
    `SELVAGE_BUG_IF(bug_i[1], advance = load_q & ~exempt_q)
    beyond = 1'b0;
    for (int i = 0; i < GAIN_W; i++) begin
      row[i]        = (above_q << i) & {CUT{kd_q[i]}};
      row[GAIN_W+i] = (growth_q << i) & {CUT{kg_q[i]}};
      beyond |= (kd_q[i] & |(above_q >> (CUT - i))) | (kg_q[i] & |(growth_q >> (CUT - i)));
    end
    row[ROWS-1] = ~drawn;
    for (int i = 0; i < STEPS; i++) begin
      carry = (row[3*i] & row[3*i+1]) | (row[3*i+2] & (row[3*i] | row[3*i+1]));
      row[ROWS+2*i]   = row[3*i] ^ row[3*i+1] ^ row[3*i+2];
      row[ROWS+2*i+1] = carry << 1;
      beyond |= carry[CUT-1];
    end
    `SELVAGE_BUG_IF(bug_i[3], beyond = 1'b0)
  end

  logic                 draw_q, may_q, beyond_q;
  logic [CUT-1:0]       row0_q, row1_q, row2_q;
  logic [PORT_W-1:0]    port2_q;
  logic [FLOW_ID_W-1:0] id2_q;
  logic [POS_W-1:0]     delta2_q;

  always_ff @(posedge clk_i) begin
    draw_q   <= rst_ni & load_q;
    may_q    <= rst_ni & may;
    beyond_q <= beyond;
    row0_q   <= row[3*STEPS];
    row1_q   <= row[3*STEPS+1];
    row2_q   <= row[3*STEPS+2];
    port2_q  <= port_q;
    id2_q    <= id_q;
    delta2_q <= delta_q;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      lfsr_q  <= seed_i;
      loads_o <= '0;
    end else begin
      if (advance) lfsr_q <= {lfsr_q[RD_RW-2:0], ^(lfsr_q & Taps)};
      if (load_q) loads_o <= loads_o + 32'd1;
    end
  end

  // -------------------------------------------------------------------- cycle after that: carries
  logic [CUT-1:0] sum, carries;
  logic           redirect;

  always_comb begin
    sum      = row0_q ^ row1_q ^ row2_q;
    carries  = (row0_q & row1_q) | (row2_q & (row0_q | row1_q));
    redirect = may_q & (beyond_q | carries[CUT-1] | ({carries[CUT-2:0], 1'b0} > ~sum));
  end

  always_ff @(posedge clk_i) redirect_valid_o <= redirect & rst_ni;

  event_counter i_redirects (
    .one_i  (redirect),
    .two_i  (1'b0),
    .count_o(redirects_o),
    .*
  );

  always_ff @(posedge clk_i) begin
    redirect_port_o  <= port2_q & {PORT_W{redirect & rst_ni}};
    redirect_id_o    <= id2_q & {FLOW_ID_W{redirect & rst_ni}};
    redirect_delta_o <= delta2_q & {POS_W{redirect & rst_ni}};
  end

  // -------------------------------------------------------------------------------- samples
  logic          take;
  logic [HW-1:0] place;
  `SELVAGE_BUG_REG(late_q, 1, sample_valid_i & rst_ni)
  `SELVAGE_BUG_REG(late_slot_q, HW, slot_i)
  assign take  = `SELVAGE_BUG(bug_i[4], sample_valid_i, late_q);
  assign place = `SELVAGE_BUG(bug_i[4], slot_i, late_slot_q);

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < RD_HIST; i = i + 1) begin
      if (!rst_ni) hist_q[i] <= '0;
      else if (take && place == HW'(i)) hist_q[i] <= depth_i;
    end
  end

  assign busy_o = load_q | draw_q | redirect_valid_o;

  // ---------------------------------------------------------------- parameters, assertions
`include "assert.svh"
  `SELVAGE_RANGE(n_ports, N_PORTS >= 1, "redirect_gen: N_PORTS must be at least 1")
  `SELVAGE_RANGE(flow_id_w, FLOW_ID_W >= 1, "redirect_gen: FLOW_ID_W must be at least 1")
  `SELVAGE_RANGE(pos_w, POS_W >= 1, "redirect_gen: POS_W must be at least 1")
  `SELVAGE_RANGE(rd_rw, RD_RW == 8 || RD_RW == 10 || RD_RW == 12,
                 "redirect_gen: RD_RW must be 8, 10 or 12")
  `SELVAGE_RANGE(depth_w, DEPTH_W >= CUT, "redirect_gen: DEPTH_W must be at least 10")
  `SELVAGE_RANGE(rd_hist, RD_HIST >= 1, "redirect_gen: RD_HIST must be at least 1")
  `SELVAGE_RANGE(gain_w, GAIN_W >= 1 && GAIN_W <= CUT, "redirect_gen: GAIN_W must be 1 to 10")
  logic needed;  // a clock in this cycle
  assign needed = load_valid_i | busy_o | (sample_valid_i && depth_i != hist_q[slot_i]);
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(redirect_lfsr_alive, lfsr_q != '0)
      `SELVAGE_ASSERT(redirect_slot, 32'(slot_i) < RD_HIST)
      `SELVAGE_ASSERT(redirect_of_a_load, !may_q || draw_q)
      `SELVAGE_ASSERT(redirect_gated_clock_is_nothing,
                      needed || !(advance || redirect || redirect_valid_o || load_q || draw_q
                                  || (take && hist_q[place] != depth_i)))
      `SELVAGE_COVER(redirect_cut, redirect && beyond_q)
      `SELVAGE_COVER(redirect_by_growth, may && beyond && above_q == '0)
      `SELVAGE_COVER(redirect_sample_and_load, sample_valid_i && load_valid_i)
    end
  end

`ifdef FORMAL
`include "redirect_gen_props.svh"
`endif
endmodule
