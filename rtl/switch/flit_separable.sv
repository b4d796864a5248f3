// SPDX-License-Identifier: Apache-2.0
/// Separable switch allocation: a row of arbiters for the input ports, then one for the outputs
/// (WR-SA, WH-SA-3).
///
/// Latency: combinational; two arbiters one behind the other.
/// Ties: the first behind the one that was read, or served, last; both move with a grant only.
`include "bug.svh"
`include "turn.svh"
module flit_separable #(
  /// ports, virtual channels of each
  parameter int P = 7,
  parameter int V = 2,
  /// bits of a row
  parameter int S = 16,
  localparam int C = P * V
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  /// deliberate faults, as flit_serial's: 0 nothing, 1 round robin stays
  /* verilator lint_off UNUSEDSIGNAL */
  `SELVAGE_BUG_PORT(bug_i, 2)
  /* verilator lint_on UNUSEDSIGNAL */
  /// input channels that want an output port, rows by port; channels whose port is read
  input  logic [P*S-1:0] want_i,
  input  logic [C-1:0]   used_i,
  /// input channels whose flit leaves
  output logic [C-1:0]   sent_o
);
  `SELVAGE_TURN(C)
  localparam [C-1:0] First = {{(C - 1){1'b1}}, 1'b0};  // all behind channel 0

  logic [P*S-1:0] after_q;   // by output port: behind the one served last
  logic [C-1:0]   behind_q;  // by input port: behind the one read last
  logic [P*S-1:0] grant;
  logic [C-1:0]   asks, pick;

  always_comb begin
    logic [V-1:0] row, behind;
    asks   = '0;
    pick   = '0;
    row    = '0;
    behind = '0;
    for (int p = 0; p < P; p = p + 1) asks = asks | want_i[p*S+:C];
    asks = asks & ~used_i;
    for (int p = 0; p < P; p = p + 1) begin
      behind       = asks[p*V+:V] & behind_q[p*V+:V];
      row          = behind != '0 ? behind : asks[p*V+:V];
      pick[p*V+:V] = row & (~row + V'(1));
    end
  end

  always_comb begin
    logic [C-1:0] up;
    grant  = '0;
    sent_o = '0;
    up     = '0;
    for (int p = 0; p < P; p = p + 1) begin
      if ((want_i[p*S+:C] & pick) != '0) begin
        up            = turn(want_i[p*S+:C] & pick, after_q[p*S+:C]);
        up            = up & ~(up << 1);
        grant[p*S+:S] = S'(up);
        sent_o        = sent_o | up;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    for (int p = 0; p < P; p = p + 1) begin
      if (!rst_ni) begin
        after_q[p*S+:S]  <= S'(First);
        behind_q[p*V+:V] <= First[p*V+:V];
      end else if (`SELVAGE_BUG(bug_i[1], 1'b1, 1'b0)) begin
        if (grant[p*S+:C] != '0) after_q[p*S+:S] <= S'(C'(from_first(grant[p*S+:C]) << 1));
        if (sent_o[p*V+:V] != '0) behind_q[p*V+:V] <= ~((sent_o[p*V+:V] << 1) - V'(1));
      end
    end
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(separable_not_read, (sent_o & used_i) == '0)
    end
  end

`ifdef FORMAL
`include "flit_separable_props.svh"
`endif
endmodule
