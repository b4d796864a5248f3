// SPDX-License-Identifier: Apache-2.0
/// A whole flow-channel switch of an m-port n-tree: flow_switch around fattree_control, whose fault
/// messages have wires of their own (docs/reference/flow-switch.md, FL-CTL).
///
/// Time: edge t executes cycle t, as in flow_switch, but for messages and declarations of t, which
/// the control takes at edge t + 1. What cycle t sends shows after edge t, the stop flags that it
/// ends with after edge t + 1; msg_stop_i of t holds back what t would send. Over links of d cycles
/// messages and stop flags are d - 1 of them on the way from pin to pin.
/// Clocks: ctl_clk_i, of the control, is clk_i on a pin of its own. It may be left out while
/// ctl_idle_o and msg_valid_i, link_down_i, link_up_i are 0.
/// Ports: as fattree_control; of the links wired_i are there.
/// Hosts: the number of one is that of its address, digit i times (M/2)^i.
/// Straps are sampled in reset, two clocks of both.
`include "bug.svh"
module fattree_flow_switch #(
  /// ports, levels of the tree, lines of the link fault table
  parameter int M = 8,
  parameter int N = 3,
  parameter int W = 32,
  /// messages in an input FIFO, in an output FIFO; bits of a sequence number
  parameter int QI = 16,
  parameter int QO = 8,
  parameter int SEQ_W = 8,
  /// as flow_switch
  parameter int HOSTS = 0,
  parameter int ID_W = 6,
  parameter int POS_W = 8,
  parameter int PAGES = 2783,
  parameter int MAX = 48,
  parameter int DEPTH = 512,
  parameter int BUFS = DEPTH / (MAX < 31 ? MAX : 31) + 3,
  /// most cycles from question to answer
  parameter int MOST_R = 2,
  localparam PORTS = M,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = $clog2(H),
  localparam LW = $clog2(N),
  localparam NW = $clog2(N + 1),
  localparam KW = (N - 1) * DW,
  localparam CI = $clog2(QI + 1),
  localparam MSGW = 3 + LW + KW + HW + SEQ_W,
  localparam WAIT_W = (MOST_R > 2) ? $clog2(MOST_R - 1) : 1,
  localparam TS_W = 17,
  localparam UNITS_W = 14,
  localparam DEST_W = 20,
  localparam BEAT_W = 200
) (
  input  logic                 clk_i,
  input  logic                 ctl_clk_i,
  input  logic                 rst_ni,
  /// deliberate faults: [7:0] flow_switch's, [21:8] fattree_control's, 22 the highest
  /// digit of a host has a bit less, 23 heads do not hear that the control has come to rest,
  /// 24 nor that it is at work
  `SELVAGE_BUG_PORT(bug_i, 25)
  /// straps: as fattree_control; cycles from question to answer, less two
  input  logic [LW-1:0]        level_i,
  input  logic [NW-1:0]        levels_i,
  input  logic [KW-1:0]        coord_i,
  input  logic [W-1:0]         line_en_i,
  input  logic                 rule_paper_i,
  input  logic [CI-1:0]        xoff_i,
  input  logic [WAIT_W-1:0]    route_wait_i,
`include "flow_settings.svh"
`include "flow_switch_pins.svh"
  /// declarations, pulses; both ends begin anew, which have been at rest
  input  logic [M-1:0]         link_down_i,
  input  logic [M-1:0]         link_up_i,
  input  logic [M-1:0]         link_init_i,
  output logic [M-1:0]         rest_o,
  /// fault messages and stop flags: as fattree_control
  input  logic [M-1:0]         msg_valid_i,
  input  logic [M*MSGW-1:0]    msg_data_i,
  output logic [M-1:0]         msg_stop_o,
  output logic [M-1:0]         msg_valid_o,
  output logic [M*MSGW-1:0]    msg_data_o,
  input  logic [M-1:0]         msg_stop_i,
  /// for lockstep and waves: questions, and the answer of this cycle; grants and loads
  output logic                 ask_valid_o,
  output logic [DW-1:0]        ask_in_o,
  output logic [DEST_W-1:0]    ask_dest_o,
  output logic                 route_valid_o,
  output logic [M-1:0]         route_ways_o,
  output logic [M-1:0]         grant_valid_o,
  output logic [M*DW-1:0]      grant_out_o,
  output logic [M*ID_W-1:0]    grant_id_o,
  output logic [M*UNITS_W-1:0] load_o,
  /// pulses: the table was full and a fault was lost; an operation is over
  output logic                 overflow_o,
  output logic                 op_done_o,
  output logic                 ctl_idle_o
);
  // ------------------------------------------------------------------------------- straps
  logic [NW-1:0] levels_q;
  logic [KW-1:0] coord_q;
  logic          root_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      levels_q <= levels_i;
      coord_q  <= coord_i;
      root_q   <= NW'(level_i) + NW'(1) == levels_i;
    end
  end
  `SELVAGE_BUG_REG(bug_q, 25, rst_ni ? bug_q : bug_i)

  // ------------------------------------------------------------------------------- the control
  // A cycle behind the pins.
  logic [M-1:0]      msg_q, down_q, up_q;
  logic [M*MSGW-1:0] msg_data_q;
  logic              news, comes, work, busy, ctl_idle;
  always_ff @(posedge ctl_clk_i) begin
    msg_q  <= msg_valid_i & {M{rst_ni}};
    down_q <= link_down_i & {M{rst_ni}};
    up_q   <= link_up_i & {M{rst_ni}};
    if (msg_valid_i != '0) msg_data_q <= msg_data_i;
  end
  assign comes      = (msg_valid_i | link_down_i | link_up_i) != '0;
  assign news       = (msg_q | down_q | up_q) != '0;
  assign busy       = work | news | comes;
  assign ctl_idle_o = ctl_idle & ~news;

  // Of a question the digits of its host. Whose packet it is is not asked: from below it is of some
  // host under this switch, whose upper digits are the switch's.
  logic [N*DW-1:0] dst;
  always_comb begin
    for (int i = 0; i < N; i = i + 1) begin
      dst[i*DW+:DW] = ask_dest_o[i*HW+:DW];
      if (levels_q > NW'(i + 1)) dst[i*DW+HW] = 1'b0;
      if (levels_q < NW'(i + 1)) dst[i*DW+:DW] = '0;
      `SELVAGE_BUG_IF(bug_q[22], dst[i*DW+HW] = 1'b0)
    end
  end

  logic          gnt, gnt_up, from_up;
  logic [DW-1:0] gnt_port;
  logic [H-1:0]  gnt_mask;
  assign from_up = ask_in_o[DW-1] & ~root_q;

  /* verilator lint_off PINCONNECTEMPTY */
  fattree_control #(
    .M(M), .N(N), .W(W), .QI(QI), .QO(QO), .SEQ_W(SEQ_W)
  ) i_control (
    .clk_i        (ctl_clk_i),
    .req_clk_i    (clk_i),
    .rst_ni       (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i[21:8])
    .level_i      (level_i),
    .levels_i     (levels_i),
    .coord_i      (coord_i),
    .line_en_i    (line_en_i),
    .port_en_i    ({M{1'b1}}),
    .rule_paper_i (rule_paper_i),
    .xoff_i       (xoff_i),
    .link_down_i  (down_q),
    .link_up_i    (up_q),
    .msg_valid_i  (msg_q),
    .msg_data_i   (msg_data_q),
    .msg_stop_o   (msg_stop_o),
    .msg_valid_o  (msg_valid_o),
    .msg_data_o   (msg_data_o),
    .msg_stop_i   (msg_stop_i),
    .req_valid_i  (ask_valid_o),
    .req_from_up_i(from_up),
    .req_src_i    ({coord_q, DW'(0)}),
    .req_dst_i    (dst),
    .gnt_valid_o  (gnt),
    .gnt_up_o     (gnt_up),
    .gnt_drop_o   (),
    .gnt_port_o   (gnt_port),
    .gnt_mask_o   (gnt_mask),
    .overflow_o   (overflow_o),
    .op_done_o    (op_done_o),
    .work_o       (work),
    .idle_o       (ctl_idle),
    .req_idle_o   ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // ------------------------------------------------------------------------------- answers
  // A longer decision is one that is kept.
  logic [M:0] answer;
  assign answer = {gnt, gnt_up ? {gnt_mask, {H{1'b0}}} : M'(1) << gnt_port};
  generate
    if (MOST_R == 2) begin : gen_short
      /* verilator lint_off UNUSEDSIGNAL */
      logic wait_unused;
      /* verilator lint_on UNUSEDSIGNAL */
      assign wait_unused = route_wait_i;
      assign {route_valid_o, route_ways_o} = answer;
    end else begin : gen_long
      logic [WAIT_W-1:0] wait_q;
      logic [M:0]        kept_q[MOST_R-2];
      always_ff @(posedge clk_i) begin
        if (!rst_ni) wait_q <= route_wait_i;
        for (int s = 0; s < MOST_R - 2; s = s + 1) begin
          kept_q[s] <= !rst_ni ? '0 : (s == 0) ? answer : kept_q[(s == 0) ? 0 : s-1];
        end
      end
      assign {route_valid_o, route_ways_o} = wait_q == '0 ? answer : kept_q[wait_q-WAIT_W'(1)];
    end
  endgenerate

  // ------------------------------------------------------------------------------- packets
  // What the control knows counts as new when it has come to rest.
  logic [1:0] busy_q;
  always_ff @(posedge clk_i) busy_q <= rst_ni ? {busy_q[0], busy} : '0;

  // A port that is whole again waits for its initialisation.
  logic [M-1:0] coming_q;
  always_ff @(posedge clk_i) begin
    coming_q <= (coming_q | link_up_i) & ~(link_down_i | link_init_i) & {M{rst_ni}};
  end

  /* verilator lint_off PINCONNECTEMPTY */
  flow_switch #(
    .N(M), .HOSTS(HOSTS), .ID_W(ID_W), .POS_W(POS_W), .PAGES(PAGES), .MAX(MAX), .DEPTH(DEPTH),
    .BUFS(BUFS), .MSG_W(1)
  ) i_switch (
    `SELVAGE_BUG_PIN(bug_i, bug_i[7:0])
    .dead_i       (link_down_i),
    .init_i       (link_init_i),
    .coming_i     (coming_q),
    .msg_valid_i  ({M{1'b0}}),
    .msg_i        ({M{1'b0}}),
    .msg_valid_o  (),
    .msg_o        (),
    .route_valid_i(route_valid_o),
    .route_ways_i (route_ways_o),
    .changed_i    (`SELVAGE_BUG(bug_q[23], busy_q == 2'b10, 1'b0)),
    .learns_i     (`SELVAGE_BUG(bug_q[24], busy, 1'b0)),
    .*
  );
  /* verilator lint_on PINCONNECTEMPTY */

`include "assert.svh"
  `SELVAGE_RANGE(m, M == 4 || M == 8, "fattree_flow_switch: M must be 4 or 8")
  `SELVAGE_RANGE(dest, (N - 1) * HW + DW <= DEST_W, "fattree_flow_switch: hosts have 20 bits")
  `SELVAGE_RANGE(r, MOST_R >= 2 && MOST_R <= 64, "fattree_flow_switch: MOST_R must be 2..64")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(fattree_flow_switch_no_news_of_hosts,
                      ((msg_valid_i | link_down_i | link_up_i) & M'(HOSTS)) == '0)
      `SELVAGE_ASSERT(fattree_flow_switch_no_message_to_hosts, (msg_valid_o & M'(HOSTS)) == '0)
      `SELVAGE_ASSERT(fattree_flow_switch_waits, 32'(route_wait_i) <= MOST_R - 2)
      `SELVAGE_COVER(fattree_flow_switch_no_way, route_valid_o && route_ways_o == '0)
      `SELVAGE_COVER(fattree_flow_switch_asks_as_it_learns, ask_valid_o && work)
    end
  end
endmodule
