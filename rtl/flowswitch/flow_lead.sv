// SPDX-License-Identifier: Apache-2.0
/// What an input does with a head that is granted, up to the cycle in which it leaves its queue
/// (FL-LEAD; docs/reference/flow-switch.md).
///
/// Latency: the DEQ goes into the step of the grant's cycle t. To a host the packet leaves with its
/// answer in t+2. To a switch it is a peek: MAP in t+2, the second DEQ in t+4, leaving in t+6.
/// Outputs are of the cycle in which an answer comes, without a clock.
/// Ties: none; an input leads one packet at a time.
`include "bug.svh"
module flow_lead #(
  /// outputs
  parameter int N = 8,
  /// bits of a row's number, of a position
  parameter int ID_W = 6,
  parameter int POS_W = 10,
  localparam PW = $clog2(N)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  /// deliberate faults; 0: the answer's port does not matter, 1: a stalled MAP is taken, 2: an
  /// output out of credit is chosen again, 3: what a host's table refuses leaves; static
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// a head is granted: its output, a host's, its row
  input  logic             grant_valid_i,
  input  logic             grant_host_i,
  input  logic [PW-1:0]    grant_out_i,
  input  logic [ID_W-1:0]  grant_id_i,
  /// the input table's answer to the DEQ of two cycles ago: it may go, by this port
  input  logic             ans_go_i,
  input  logic [PW-1:0]    ans_port_i,
  /// the output table's answer to the MAP of two cycles ago: not now, out of credit; id and start
  input  logic             map_stall_i,
  input  logic             map_over_i,
  input  logic [ID_W-1:0]  map_oid_i,
  input  logic [POS_W-1:0] map_start_i,
  /// the row that is led, its output
  output logic [ID_W-1:0]  id_o,
  output logic [PW-1:0]    out_o,
  /// MAP in its output's table
  output logic             map_o,
  /// the second DEQ; a DEQ with whose answer the packet leaves, if it may go, and its row
  output logic             take_o,
  output logic             ask_o,
  output logic [ID_W-1:0]  ask_id_o,
  /// it leaves; the grant comes to nothing; then it chooses again, without this output
  output logic             leave_o,
  output logic             abort_o,
  output logic             again_o,
  output logic             exclude_o,
  /// of what leaves for a switch: id and start of its header
  output logic [ID_W-1:0]  oid_o,
  output logic [POS_W-1:0] start_o
);
  // Bit 1 is the cycle of an answer: of the DEQ for a host, a peek, a MAP, the second DEQ.
  logic [1:0]       host_q, peek_q, map_q, take_q;
  logic [ID_W-1:0]  id_q, oid_q;
  logic [PW-1:0]    out_q;
  logic [POS_W-1:0] start_q;
  logic             fits, stalls;

  assign fits      = ans_go_i & (ans_port_i == out_q || `SELVAGE_BUG(bug_i[0], 1'b0, 1'b1));
  assign stalls    = map_stall_i & `SELVAGE_BUG(bug_i[1], 1'b1, 1'b0);
  assign map_o     = peek_q[1] & fits;
  assign take_o    = map_q[1] & ~stalls;
  assign again_o   = map_q[1] & stalls;
  assign exclude_o = again_o & map_over_i & `SELVAGE_BUG(bug_i[2], 1'b1, 1'b0);
  assign leave_o   = take_q[1]
                     | (host_q[1] & (ans_go_i | `SELVAGE_BUG(bug_i[3], 1'b0, 1'b1)));
  assign abort_o   = (host_q[1] & ~leave_o) | (peek_q[1] & ~fits) | again_o;
  assign ask_o     = (grant_valid_i & grant_host_i) | take_o;
  assign ask_id_o  = take_o ? id_q : grant_id_i;
  assign id_o      = id_q;
  assign out_o     = out_q;
  assign oid_o     = oid_q;
  assign start_o   = start_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      host_q <= '0;
      peek_q <= '0;
      map_q  <= '0;
      take_q <= '0;
    end else begin
      host_q <= {host_q[0], grant_valid_i & grant_host_i};
      peek_q <= {peek_q[0], grant_valid_i & ~grant_host_i};
      map_q  <= {map_q[0], map_o};
      take_q <= {take_q[0], take_o};
    end
    if (grant_valid_i) begin
      id_q  <= grant_id_i;
      out_q <= grant_out_i;
    end
    if (take_o) begin
      oid_q   <= map_oid_i;
      start_q <= map_start_i;
    end
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(lead_one_at_a_time, !grant_valid_i || leave_o || abort_o
                      || (host_q | peek_q | map_q | take_q) == '0)
      `SELVAGE_ASSERT(lead_one_stage, (host_q & (host_q - 2'd1)) == '0
                      && (peek_q & (peek_q - 2'd1)) == '0 && (map_q & (map_q - 2'd1)) == '0
                      && (take_q & (take_q - 2'd1)) == '0)
      `SELVAGE_ASSERT(lead_what_was_granted_goes, !take_q[1] || ans_go_i)
      `SELVAGE_COVER(lead_grant_as_it_leaves, grant_valid_i && leave_o)
      `SELVAGE_COVER(lead_grant_as_it_fails, grant_valid_i && abort_o)
      `SELVAGE_COVER(lead_out_of_credit, exclude_o)
    end
  end
endmodule
