// SPDX-License-Identifier: Apache-2.0
/// What the ports of a switch have done since reset (docs/reference/switch-rtl.md, FS-CNT). Bit p
/// of a vector is port p. A port's counters by sel_i: 0 packets begun, 1 beats sent, 2 fault
/// messages sent, 3 packets drained, 4 pulses of malformed_o, 5 cycles of XOFF, 6 the most beats
/// held, 7 none, which reads as 0.
///
/// Latency: what is there after edge t counts at edge t+1, as does malformed_i of edge t. From an
/// edge of cnt_clk_i on cnt_o is the counter that port_i and sel_i named there, as it goes on, 0
/// for a port that there is not; before the first one it is anything.
/// Counters go on from the largest number to 0; reset alone clears them.
/// Clocks: clk_i may be left out as the switch says: nothing is there to count then. cnt_clk_i is
/// clk_i on a pin of its own, which may be left out while nobody reads.
/// What counts stands under conditions, so that a simulator skips it.
`include "bug.svh"
`include "pick.svh"
module switch_counters #(
  /// ports
  parameter int M = 8,
  /// 1: there are counters, 0: all read as 0
  parameter int COUNTERS = 1,
  /// bits of a counter; of a number of beats held
  parameter int CNT_W = 32,
  parameter int UW = 9,
  localparam PW = $clog2(M),
  localparam LOW = CNT_W / 2
) (
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic             clk_i,
  input  logic             cnt_clk_i,
  input  logic             rst_ni,
  /// deliberate fault: of packets that begin together one is counted
  `SELVAGE_BUG_PORT(bug_i, 1)
  /// on the wires: symbols, bit 0 of each: a beat; heads
  input  logic [2*M-1:0]   sym_i,
  input  logic [M-1:0]     head_i,
  /// messages that the control shows; drained; malformed; inputs that say XON
  input  logic [M-1:0]     msg_i,
  input  logic [M-1:0]     drained_i,
  input  logic [M-1:0]     malformed_i,
  input  logic [M-1:0]     xon_i,
  /// inputs to which a head has come at the last edge; beats they hold with it
  input  logic [M-1:0]     entered_i,
  input  logic [M*UW-1:0]  held_i,
  /// which counter is read; it
  input  logic [PW-1:0]    port_i,
  input  logic [2:0]       sel_i,
  /* verilator lint_on UNUSEDSIGNAL */
  output logic [CNT_W-1:0] cnt_o,
  /// nothing is left to count of what came in
  output logic             idle_o
);
`include "assert.svh"
  `SELVAGE_RANGE(cnt_w, CNT_W >= UW && CNT_W >= 2,
                 "switch_counters: CNT_W must be 2 or more and hold the beats of a buffer")

  generate
    if (COUNTERS != 0) begin : gen_counters
      logic [M-1:0]       counted;  // packets that have begun
      logic [M-1:0]       pulse_q;  // malformed, which is known late in its edge
      logic [M-1:0]       rare;     // there is something else to count than beats
      logic [M*CNT_W-1:0] shows;    // the counter that is read, of each port
      logic [PW-1:0]      port_q;
      logic [2:0]         sel_q;

      assign counted = `SELVAGE_BUG(bug_i[0], head_i, head_i & ~(head_i - M'(1)));
      assign rare    = msg_i | drained_i | pulse_q | ~xon_i | entered_i;
      assign idle_o  = pulse_q == '0;
      always_ff @(posedge clk_i) pulse_q <= rst_ni ? malformed_i : '0;

      // One more: the upper half beside the lower one, for carries become one chain in synthesis.
      // An event_counter would have work in every clock of a simulation.
      function automatic [CNT_W-1:0] more(input [CNT_W-1:0] n);
        more = {`SELVAGE_PICK(CNT_W - LOW, n[LOW-1:0] == '1, n[CNT_W-1:LOW] + (CNT_W - LOW)'(1),
                              n[CNT_W-1:LOW]), n[LOW-1:0] + LOW'(1)};
      endfunction

      for (genvar p = 0; p < M; p = p + 1) begin : gen_port
        logic [CNT_W-1:0] begun_q, beats_q, messages_q, drained_q, malformed_q, xoff_q;
        logic [UW-1:0]    most_q;

        always_ff @(posedge clk_i) begin
          if (!rst_ni) begin
            {begun_q, beats_q, messages_q, drained_q, malformed_q, xoff_q, most_q} <= '0;
          end else if (sym_i[2*p] || rare[p]) begin
            if (sym_i[2*p]) beats_q <= more(beats_q);
            if (counted[p]) begun_q <= more(begun_q);
            if (rare[p]) begin
              if (msg_i[p]) messages_q <= more(messages_q);
              if (drained_i[p]) drained_q <= more(drained_q);
              if (pulse_q[p]) malformed_q <= more(malformed_q);
              if (!xon_i[p]) xoff_q <= more(xoff_q);
              if (entered_i[p] && held_i[p*UW+:UW] > most_q) most_q <= held_i[p*UW+:UW];
            end
          end
        end
        always_comb begin
          case (sel_q)
            3'd0:    shows[p*CNT_W+:CNT_W] = begun_q;
            3'd1:    shows[p*CNT_W+:CNT_W] = beats_q;
            3'd2:    shows[p*CNT_W+:CNT_W] = messages_q;
            3'd3:    shows[p*CNT_W+:CNT_W] = drained_q;
            3'd4:    shows[p*CNT_W+:CNT_W] = malformed_q;
            3'd5:    shows[p*CNT_W+:CNT_W] = xoff_q;
            3'd6:    shows[p*CNT_W+:CNT_W] = CNT_W'(most_q);
            default: shows[p*CNT_W+:CNT_W] = '0;
          endcase
        end
      end

      always_ff @(posedge cnt_clk_i) begin
        port_q <= port_i;
        sel_q  <= sel_i;
      end
      assign cnt_o = (32'(port_q) < M) ? shows[port_q*CNT_W+:CNT_W] : '0;

      always_ff @(posedge clk_i) begin
        if (rst_ni) begin
          `SELVAGE_COVER(counters_begin_together, (head_i & (head_i - M'(1))) != '0)
          `SELVAGE_COVER(counters_drained, drained_i != '0)
          `SELVAGE_COVER(counters_malformed, malformed_i != '0)
          `SELVAGE_COVER(counters_xoff, xon_i != '1)
        end
      end
    end else begin : gen_none
      assign cnt_o  = '0;
      assign idle_o = 1'b1;
    end
  endgenerate
endmodule
