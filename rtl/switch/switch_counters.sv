// SPDX-License-Identifier: Apache-2.0
/// What the ports of a switch have done since reset (docs/reference/switch-rtl.md, FS-CNT). Bit p
/// of a vector is port p. A port's counters by sel_i: 0 packets begun, 1 beats sent, 2 fault
/// messages sent, 3 packets drained, 4 pulses of malformed_o, 5 cycles of XOFF, 6 the most beats
/// held, 7 none, which reads as 0.
///
/// Latency: what is there after edge t counts at edge t+1; port_i and sel_i of an edge of cnt_clk_i
/// are answered behind it, with what has been counted by the edges before.
/// Counters go on from the largest number to 0; reset alone clears them.
/// Clocks: clk_i may be left out as the switch says: nothing is there to count then. cnt_clk_i is
/// clk_i on a pin of its own, which may be left out while nobody reads.
/// What counts stands under conditions, so that a simulator skips it.
`include "bug.svh"
module switch_counters #(
  /// ports
  parameter int M = 8,
  /// 1: there are counters, 0: all read as 0
  parameter int COUNTERS = 1,
  /// bits of a counter; of a number of beats held
  parameter int CNT_W = 32,
  parameter int UW = 9,
  localparam PW = $clog2(M)
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
  output logic [CNT_W-1:0] cnt_o
);
`include "assert.svh"
  `SELVAGE_RANGE(cnt_w, CNT_W >= UW, "switch_counters: CNT_W must hold the beats of a buffer")

  generate
    if (COUNTERS != 0) begin : gen_counters
      logic [M*CNT_W-1:0] begun_q, beats_q, messages_q, drained_q, malformed_q, xoff_q;
      logic [M*UW-1:0]    most_q;
      logic [M-1:0]       counted;  // packets that have begun
      assign counted = `SELVAGE_BUG(bug_i[0], head_i, head_i & ~(head_i - M'(1)));

      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          begun_q <= '0;
          beats_q <= '0;
        end else if (sym_i != '0) begin
          for (int p = 0; p < M; p = p + 1) begin
            if (sym_i[2*p]) beats_q[p*CNT_W+:CNT_W] <= beats_q[p*CNT_W+:CNT_W] + CNT_W'(1);
            if (counted[p]) begun_q[p*CNT_W+:CNT_W] <= begun_q[p*CNT_W+:CNT_W] + CNT_W'(1);
          end
        end
      end

      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          messages_q  <= '0;
          drained_q   <= '0;
          malformed_q <= '0;
        end else if ((msg_i | drained_i | malformed_i) != '0) begin
          for (int p = 0; p < M; p = p + 1) begin
            if (msg_i[p]) messages_q[p*CNT_W+:CNT_W] <= messages_q[p*CNT_W+:CNT_W] + CNT_W'(1);
            if (drained_i[p]) drained_q[p*CNT_W+:CNT_W] <= drained_q[p*CNT_W+:CNT_W] + CNT_W'(1);
            if (malformed_i[p]) begin
              malformed_q[p*CNT_W+:CNT_W] <= malformed_q[p*CNT_W+:CNT_W] + CNT_W'(1);
            end
          end
        end
      end

      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          xoff_q <= '0;
        end else if (xon_i != '1) begin
          for (int p = 0; p < M; p = p + 1) begin
            if (!xon_i[p]) xoff_q[p*CNT_W+:CNT_W] <= xoff_q[p*CNT_W+:CNT_W] + CNT_W'(1);
          end
        end
      end

      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          most_q <= '0;
        end else if (entered_i != '0) begin
          for (int p = 0; p < M; p = p + 1) begin
            if (entered_i[p] && held_i[p*UW+:UW] > most_q[p*UW+:UW]) begin
              most_q[p*UW+:UW] <= held_i[p*UW+:UW];
            end
          end
        end
      end

      always_ff @(posedge cnt_clk_i) begin
        cnt_o <= '0;
        for (int p = 0; p < M; p = p + 1) begin
          if (port_i == PW'(p)) begin
            case (sel_i)
              3'd0:    cnt_o <= begun_q[p*CNT_W+:CNT_W];
              3'd1:    cnt_o <= beats_q[p*CNT_W+:CNT_W];
              3'd2:    cnt_o <= messages_q[p*CNT_W+:CNT_W];
              3'd3:    cnt_o <= drained_q[p*CNT_W+:CNT_W];
              3'd4:    cnt_o <= malformed_q[p*CNT_W+:CNT_W];
              3'd5:    cnt_o <= xoff_q[p*CNT_W+:CNT_W];
              3'd6:    cnt_o <= CNT_W'(most_q[p*UW+:UW]);
              default: cnt_o <= '0;
            endcase
          end
        end
      end

      always_ff @(posedge clk_i) begin
        if (rst_ni) begin
          `SELVAGE_COVER(counters_begin_together, (head_i & (head_i - M'(1))) != '0)
          `SELVAGE_COVER(counters_drained, drained_i != '0)
          `SELVAGE_COVER(counters_malformed, malformed_i != '0)
          `SELVAGE_COVER(counters_xoff, xon_i != '1)
        end
      end
    end else begin : gen_none
      assign cnt_o = '0;
    end
  endgenerate
endmodule
