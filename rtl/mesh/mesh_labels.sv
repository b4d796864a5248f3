// SPDX-License-Identifier: Apache-2.0
/// Statuses, line bits and epoch of a mesh node, and the messages by which neighbours learn them
/// (WR-CTL, WR-NEWS, docs/reference/mesh-router.md; MESH-CTL-1).
///
/// Latency: messages and declarations act in the registers at the next edge; what has changed there
/// is sent at once, to all healthy neighbours; by a port with a stop when that ends, as it is then.
/// Tie: of two declarations of a port in one edge the one that it is up counts.
`include "bug.svh"
module mesh_labels #(
  /// bits of an epoch
  parameter int EW = 32,
  localparam MSGW = EW + 12
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// deliberate faults: [5:0] mcc_label's, [9:6] label_epoch's
  `SELVAGE_BUG_PORT(bug_i, 10)
  /// bit d: there is a node in direction d (constant)
  input  logic [5:0]        present_i,
  /// declarations, by direction
  input  logic [5:0]        link_down_i,
  input  logic [5:0]        link_up_i,
  /// messages: {epoch, line bits, statuses}
  input  logic [5:0]        msg_valid_i,
  input  logic [6*MSGW-1:0] msg_i,
  input  logic [5:0]        stop_i,
  output logic [5:0]        msg_valid_o,
  output logic [MSGW-1:0]   msg_o,
  /// what routing sees changes at this edge; what it sees: dead links, statuses and line bits of
  /// the neighbours, of this node without plane zx
  output logic              news_o,
  output logic [5:0]        dead_o,
  output logic [35:0]       nb_bad_o,
  output logic [35:0]       nb_line_o,
  output logic [3:0]        unsafe_o,
  output logic [5:0]        line_o,
  /// nothing to send
  output logic              idle_o
);
  logic [5:0]      dead_q, dead_d, bad;
  logic [6*EW-1:0] epochs;
  logic [35:0]     bads, lines, nb_bad, nb_line;
  /* verilator lint_off UNUSEDSIGNAL */
  logic [5:0]      unsafe;  // routing takes no plane zx
  /* verilator lint_on UNUSEDSIGNAL */
  logic [5:0]      ahead, unsent, unsent_q, send;
  logic [EW-1:0]   epoch;
  logic            restart, fresh, changed;

  assign dead_d = (dead_q | link_down_i) & ~link_up_i;
  always_comb begin
    bads   = '0;
    lines  = '0;
    epochs = '0;
    if (msg_valid_i != '0) begin
      for (int d = 0; d < 6; d = d + 1) begin
        bads[6*d+:6]     = msg_i[MSGW*d+:6];
        lines[6*d+:6]    = msg_i[MSGW*d+6+:6];
        epochs[EW*d+:EW] = msg_i[MSGW*d+12+:EW];
      end
    end
    for (int d = 0; d < 6; d = d + 1) ahead[d] = nb_line[7*d];  // of direction d the bit d
  end

  label_epoch #(
    .EW(EW)
  ) i_epoch (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i[9:6])
    .up_i            (link_up_i != '0),
    .received_valid_i(msg_valid_i),
    .received_epoch_i(epochs),
    .received_bad_i  (bads),
    .received_line_i (lines),
    .restart_o       (restart),
    .nb_bad_o        (nb_bad),
    .nb_line_o       (nb_line),
    .nb_held_o       (nb_bad_o),
    .nb_line_held_o  (nb_line_o),
    .epoch_o         (epoch),
    .fresh_o         (fresh)
  );

  mcc_label i_label (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i[5:0])
    .restart_i  (restart),
    .faulty_i   (1'b0),
    .present_i  (present_i),
    .link_dead_i(dead_d),
    .nb_bad_i   (nb_bad),
    .nb_line_i  (ahead),
    .bad_o      (bad),
    .unsafe_o   (unsafe),
    .line_o     (line_o),
    .changed_o  (changed)
  );

  assign unsent = ({6{changed | fresh}} | unsent_q) & present_i & ~dead_q;
  assign send   = unsent & ~stop_i;
  assign unsafe_o = unsafe[3:0];
  assign news_o = (link_down_i | link_up_i) != '0 || nb_bad != nb_bad_o || nb_line != nb_line_o;
  assign dead_o = dead_q;
  assign idle_o = ~changed & ~fresh & (unsent_q == '0);
  assign msg_valid_o = send;
  assign msg_o       = {epoch, line_o, bad};

  always_ff @(posedge clk_i) begin
    dead_q   <= rst_ni ? dead_d : '0;
    unsent_q <= rst_ni ? unsent & ~send : '0;
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(labels_absent, ((link_down_i | msg_valid_i) & ~present_i) == '0)
      `SELVAGE_ASSERT(labels_idle, !idle_o || send == '0)
      `SELVAGE_COVER(labels_held_back, (unsent & stop_i) != '0)
    end
  end
endmodule
