// SPDX-License-Identifier: Apache-2.0
/// Serial switch allocation: outputs one after the other, each of the inputs that are left (WR-SA,
/// docs/reference/mesh-router.md).
///
/// Latency: combinational; a chain of one arbiter an output port.
/// Ties: the order of the outputs is turn_i, 2 * first + descending; of the inputs that want an
/// output the first behind the one that it served last, else the first of all.
`include "bug.svh"
`include "turn.svh"
module flit_serial #(
  /// ports, virtual channels of each
  parameter int P = 7,
  parameter int V = 2,
  /// bits of a row
  parameter int S = 16,
  localparam int C = P * V,
  localparam PW = $clog2(P)
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  /// deliberate faults: 0 the order is always that of cycle 0, 1 round robin stays
  `SELVAGE_BUG_PORT(bug_i, 2)
  input  logic [PW:0]    turn_i,
  /// input channels that want an output port, rows by port; channels whose port is read
  input  logic [P*S-1:0] want_i,
  input  logic [C-1:0]   used_i,
  /// input channels whose flit leaves
  output logic [C-1:0]   sent_o
);
  `SELVAGE_TURN(C)
  localparam [C-1:0] First = {{(C - 1){1'b1}}, 1'b0};  // all behind channel 0

  logic [P*S-1:0] after_q;  // behind the one served last, rows by port
  logic [P-1:0]   served;
  logic [PW:0]    order;

  assign order = `SELVAGE_BUG(bug_i[0], turn_i, '0);

  function automatic [C-1:0] row(input [P*S-1:0] rows, input [PW-1:0] port);
    row = '0;
    for (int p = 0; p < P; p = p + 1) begin
      if (port == PW'(p)) row = rows[p*S+:C];
    end
  endfunction
  function automatic [C-1:0] whole_ports(input [C-1:0] channels);
    for (int p = 0; p < P; p = p + 1) whole_ports[p*V+:V] = {V{channels[p*V+:V] != '0}};
  endfunction

  always_comb begin
    logic [PW-1:0] port;
    logic [C-1:0]  used, left, up;
    logic [P-1:0]  some;  // rows in which there is something
    port   = order[PW:1];
    used   = used_i;
    sent_o = '0;
    up     = '0;
    left   = '0;
    for (int p = 0; p < P; p = p + 1) some[p] = want_i[p*S+:S] != '0;
    for (int i = 0; i < P; i = i + 1) begin
      if (some[port]) begin
        left   = row(want_i, port) & ~used;
        up     = turn(left, row(after_q, port));
        sent_o = sent_o | (up & ~(up << 1));
        used   = used | whole_ports(up & ~(up << 1));
      end
      if (order[0]) port = (port == '0) ? PW'(P - 1) : port - PW'(1);
      else port = (port == PW'(P - 1)) ? '0 : port + PW'(1);
    end
  end

  // An input channel wants one output port, so the served one of a port is known by its row.
  always_comb begin
    for (int p = 0; p < P; p = p + 1) served[p] = (want_i[p*S+:C] & sent_o) != '0;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) after_q <= {P{S'(First)}};
    else if (sent_o != '0 && `SELVAGE_BUG(bug_i[1], 1'b1, 1'b0)) begin
      for (int p = 0; p < P; p = p + 1) begin
        if (served[p]) after_q[p*S+:S] <= S'(C'(from_first(want_i[p*S+:C] & sent_o) << 1));
      end
    end
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(serial_turn, 32'(turn_i) < 2 * P)
      `SELVAGE_ASSERT(serial_not_read, (sent_o & used_i) == '0)
    end
  end

`ifdef FORMAL
`include "flit_serial_props.svh"
`endif
endmodule
