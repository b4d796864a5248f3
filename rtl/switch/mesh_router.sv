// SPDX-License-Identifier: Apache-2.0
/// The wormhole router of a node of the 3-D mesh: buffers, questions, planar_route, labels,
/// credits, allocation, crossbar (docs/reference/mesh-router.md, WR-*).
///
/// Time: edge t executes cycle t. What arrives in t is at the pins at edge t, which loads it; what
/// leaves in t follows from that without a clock, is at the pins after t and at the far pins at
/// edge t + d. Links of d cycles have d - 1 registers.
/// Ports: 0..5 x+, x-, y+, y-, z+, z-, 6 the host; port p at [p*W +: W]. Channel c = 2 p + v.
/// Head flit: dst at [3CW-1:0], {z, y, x}, src above it, then 2 bits sub-network, 3 bits proxy, 1
/// bit tie; what is above is the user's, and passes as it is.
/// Clocks: hdr_clk_i, of planar_route, and ctl_clk_i, of the labels, are clk_i on pins of their
/// own. clk_i may be left out while idle_o and nothing comes in and no pin but turn_i changes;
/// hdr_clk_i while hdr_idle_o, ctl_clk_i while ctl_idle_o, whatever comes. Straps are sampled in
/// reset, two clocks. Every pin feeds a register.
/// wipe_i: the node dies (WR-DIE). Inputs, questions and outputs are as after a reset; credits of
/// the host, and the labels with their messages, live on.
`include "bug.svh"
module mesh_router #(
  /// bits of a coordinate, 1..4
  parameter int CW = 4,
  /// bits of a flit, which hold both addresses and 6 more
  parameter int DATA_W = 64,
  /// places of a buffer at most; bits of a count of places, here or at a far end
  parameter int DEPTH = 32,
  parameter int UW = 8,
  /// 1: separable allocation, 0: serial
  parameter int SEPARABLE = 0,
  /// as router_control
  parameter int EW = 32,
  parameter int COPIES = 64,
  localparam int P = 7,
  localparam int V = 2,
  localparam int C = P * V,
  localparam MSGW = EW + 12,
  localparam NB = $clog2(COPIES) + 1
) (
  input  logic                clk_i,
  input  logic                hdr_clk_i,
  input  logic                ctl_clk_i,
  input  logic                rst_ni,
  /// deliberate faults: [9:0] planar_route's, [15:10] mcc_label's, [19:16] label_epoch's, [23:20]
  /// flit_inputs', [27:24] flit_request's, [32:28] flit_outputs', 33 the sub-network of a decision
  /// does not go into the header, 34 the inputs are not wiped, [36:35] message_link's; static
  `SELVAGE_BUG_PORT(bug_i, 37)
  /// straps: this node, {z, y, x}; directions with a neighbour; places of each buffer; credits of
  /// each output channel, 0: the far end takes everything
  input  logic [3*CW-1:0]     here_i,
  input  logic [5:0]          present_i,
  input  logic [C*UW-1:0]     depth_i,
  input  logic [C*UW-1:0]     full_i,
  /// straps: MESH-ORD-5; a channel is free when the tail is sent; a message takes a flit
  input  logic                reserve_i,
  input  logic                free_at_tail_i,
  input  logic                msg_takes_i,
  /// now modulo 14
  input  logic [3:0]          turn_i,
  /// flits
  input  logic [P-1:0]        rx_valid_i,
  input  logic [P-1:0]        rx_vc_i,
  input  logic [P-1:0]        rx_head_i,
  input  logic [P-1:0]        rx_tail_i,
  input  logic [P-1:0]        rx_abort_i,
  input  logic [P*DATA_W-1:0] rx_data_i,
  output logic [C-1:0]        credit_o,
  output logic [P-1:0]        tx_valid_o,
  output logic [P-1:0]        tx_vc_o,
  output logic [P-1:0]        tx_head_o,
  output logic [P-1:0]        tx_tail_o,
  output logic [P-1:0]        tx_abort_o,
  output logic [P*DATA_W-1:0] tx_data_o,
  input  logic [C-1:0]        credit_i,
  /// messages, as router_control
  input  logic                numbered_i,
  input  logic [5:0]          msg_valid_i,
  input  logic [5:0]          msg_bad_i,
  input  logic [6*MSGW-1:0]   msg_i,
  input  logic [6*NB-1:0]     msg_number_i,
  output logic [5:0]          msg_valid_o,
  output logic [6*MSGW-1:0]   msg_o,
  output logic [6*NB-1:0]     msg_number_o,
  output logic [5:0]          rx_resend_o,
  output logic [6*NB-1:0]     rx_number_o,
  input  logic [5:0]          tx_resend_i,
  input  logic [6*NB-1:0]     tx_number_i,
  /// the link of a port is alive; declarations; it begins anew; nothing is in the way of that
  input  logic [P-1:0]        link_ok_i,
  input  logic [5:0]          link_down_i,
  input  logic [5:0]          link_up_i,
  input  logic [5:0]          link_init_i,
  output logic [P-1:0]        clear_o,
  /// pulse, like a flit of the cycle in which the node dies
  input  logic                wipe_i,
  /// what is made of an answer: 1 takes, 2 waits, 3 asks again, 4 is dropped
  output logic [C-1:0]        dec_in_o,
  output logic [2:0]          dec_kind_o,
  output logic [C-1:0]        dec_out_o,
  output logic [P-1:0]        malformed_o,
  output logic                idle_o,
  output logic                hdr_idle_o,
  output logic                ctl_idle_o
);
  localparam int HW = 5;            // sub-network and proxy
  localparam int HdrAt = 6 * CW;
  localparam int WayW = HdrAt + 6;  // what routing reads of a head
  `SELVAGE_BUG_REG(bug_q, 37, rst_ni ? bug_q : bug_i)
  `SELVAGE_BUG_REG_ON(hdr_clk_i, bug_route_q, 10, rst_ni ? bug_route_q : bug_i[9:0])
  `SELVAGE_BUG_REG_ON(ctl_clk_i, bug_labels_q, 10, rst_ni ? bug_labels_q : bug_i[19:10])

  // ------------------------------------------------------------------------------- pins in
  logic [P-1:0]        rx_valid_q, rx_vc_q, rx_head_q, rx_tail_q, rx_abort_q, ok_q;
  logic [P*DATA_W-1:0] rx_data_q;
  logic [C-1:0]        credit_q;
  logic [5:0]          down_q, up_q, init_q, present_q;
  logic [3:0]          turn_q;
  logic [3*CW-1:0]     here_q;
  logic [C*UW-1:0]     depth_q, full_q;
  logic                reserve_q, free_at_tail_q, msg_takes_q;
  logic                wipe_q, path_rst_n, quiet;  // nothing has come

  always_ff @(posedge clk_i) begin
    wipe_q      <= rst_ni & wipe_i;
    rx_valid_q  <= rst_ni ? rx_valid_i : '0;
    credit_q    <= rst_ni ? credit_i : '0;
    down_q      <= rst_ni ? link_down_i : '0;
    up_q        <= rst_ni ? link_up_i : '0;
    init_q      <= rst_ni ? link_init_i : '0;
    ok_q        <= link_ok_i;
    turn_q      <= turn_i;
    if (rx_valid_i != '0) begin
      rx_vc_q    <= rx_vc_i;
      rx_head_q  <= rx_head_i;
      rx_tail_q  <= rx_tail_i;
      rx_abort_q <= rx_abort_i;
      rx_data_q  <= rx_data_i;
    end
    if (!rst_ni) begin
      here_q         <= here_i;
      present_q      <= present_i;
      depth_q        <= depth_i;
      full_q         <= full_i;
      reserve_q      <= reserve_i;
      free_at_tail_q <= free_at_tail_i;
      msg_takes_q    <= msg_takes_i;
    end
  end
  assign quiet      = (rx_valid_q == '0) & (credit_q == '0) & (init_q == '0) & ~wipe_q;
  assign path_rst_n = rst_ni & ~wipe_q;
  // ------------------------------------------------------------------------------- labels
  logic        news, ctl_quiet;
  logic [5:0]  dead, line, msg_sent;
  logic [3:0]  unsafe;
  logic [35:0] nb_bad, nb_line;
  router_control #(
    .EW    (EW),
    .COPIES(COPIES)
  ) i_control (
    .clk_i       (clk_i),
    .ctl_clk_i   (ctl_clk_i),
    .rst_ni      (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, {bug_q[36:35], bug_labels_q})
    .present_i   (present_q),
    .numbered_i  (numbered_i),
    .link_ok_i   (link_ok_i[5:0]),
    .link_init_i (link_init_i),
    .down_i      (down_q),
    .up_i        (up_q),
    .msg_valid_i (msg_valid_i),
    .msg_bad_i   (msg_bad_i),
    .msg_i       (msg_i),
    .msg_number_i(msg_number_i),
    .msg_valid_o (msg_valid_o),
    .msg_o       (msg_o),
    .msg_number_o(msg_number_o),
    .rx_resend_o (rx_resend_o),
    .rx_number_o (rx_number_o),
    .tx_resend_i (tx_resend_i),
    .tx_number_i (tx_number_i),
    .sent_o      (msg_sent),
    .news_o      (news),
    .dead_o      (dead),
    .nb_bad_o    (nb_bad),
    .nb_line_o   (nb_line),
    .unsafe_o    (unsafe),
    .line_o      (line),
    .idle_o      (ctl_quiet),
    .ctl_idle_o  (ctl_idle_o)
  );
  logic [C-1:0] exists;
  always_comb begin
    exists = '1;
    for (int p = 0; p < 6; p = p + 1) exists[p*V+:V] = {V{present_q[p] & ~dead[p]}};
  end

  // ------------------------------------------------------------------------------- inputs
  logic [C-1:0]        grant, grant_out, drop, sent, front, next;
  logic [C-1:0]        held, have, head, tail, abort, used;
  logic [C*DATA_W-1:0] data;
  logic [C*8-1:0]      hdr;
  logic [P-1:0]        in_clear, out_clear;
  logic                in_busy, out_busy;
  logic [HW-1:0]       new_hdr;
  flit_inputs #(
    .P     (P),
    .V     (V),
    .DATA_W(DATA_W),
    .DEPTH (DEPTH),
    .UW    (UW),
    .HW    (HW)
  ) i_inputs (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_q[23:20])
    .wipe_i     (wipe_q & `SELVAGE_BUG(bug_q[34], 1'b1, 1'b0)),
    .rx_valid_i (rx_valid_q),
    .rx_vc_i    (rx_vc_q),
    .rx_head_i  (rx_head_q),
    .rx_tail_i  (rx_tail_q),
    .rx_abort_i (rx_abort_q),
    .rx_data_i  (rx_data_q),
    .ok_i       (ok_q),
    .dead_i     ({1'b0, dead}),
    .depth_i    (depth_q),
    .grant_i    (grant),
    .grant_hdr_i(new_hdr),
    .drop_i     (drop),
    .sent_i     (sent),
    .front_o    (front),
    .next_o     (next),
    .held_o     (held),
    .have_o     (have),
    .head_o     (head),
    .tail_o     (tail),
    .abort_o    (abort),
    .data_o     (data),
    .hdr_o      (hdr),
    .used_o     (used),
    .credit_o   (credit_o),
    .malformed_o(malformed_o),
    .clear_o    (in_clear),
    .busy_o     (in_busy)
  );

  // ------------------------------------------------------------------------------- questions
  logic [C-1:0]    ask, free, freed, given;
  logic [11:0]     ask_free;
  logic            ans_valid, ans_eject, ans_drop, ans_grant, ans_vc, req_busy;
  logic [2:0]      ans_dir, ans_proxy, in_port;
  logic [1:0]      ans_sub;
  logic [11:0]     ans_legal;
  logic [WayW-1:0] way;
  logic            from_host;
  flit_request #(
    .P(P),
    .V(V)
  ) i_request (
    .clk_i      (clk_i),
    .rst_ni     (path_rst_n),
    `SELVAGE_BUG_PIN(bug_i, bug_q[27:24])
    .front_i    (front),
    .next_i     (next),
    .free_i     (free),
    .freed_i    (freed),
    .given_i    (given),
    .exists_i   (exists),
    .news_i     (news),
    .ans_valid_i(ans_valid & ~wipe_q),
    .ans_eject_i(ans_eject),
    .ans_drop_i (ans_drop),
    .ans_take_i (ans_grant ? 12'd1 << {ans_dir, ans_vc} : 12'd0),
    .ans_legal_i(ans_legal),
    .ask_o      (ask),
    .ask_free_o (ask_free),
    .grant_o    (grant),
    .grant_out_o(grant_out),
    .drop_o     (drop),
    .dec_in_o   (dec_in_o),
    .dec_kind_o (dec_kind_o),
    .dec_out_o  (dec_out_o),
    .busy_o     (req_busy)
  );

  always_comb begin
    way     = '0;
    in_port = '0;
    if (ask != '0) begin
      for (int c = 0; c < C; c = c + 1) begin
        if (ask[c]) begin
          way     = way | data[c*DATA_W+:WayW];
          in_port = in_port | 3'(c / V);
        end
      end
    end
  end
  assign from_host = in_port == 3'd6;
  logic [23:0] nb_unsafe;
  always_comb begin
    for (int d = 0; d < 6; d = d + 1) nb_unsafe[4*d+:4] = nb_bad[6*d+:4];
  end

  planar_route #(
    .CW(CW)
  ) i_route (
    .clk_i      (hdr_clk_i),
    .rst_ni     (path_rst_n),
    `SELVAGE_BUG_PIN(bug_i, bug_route_q)
    .valid_i    (ask != '0),
    .here_i     (here_q),
    .dst_i      (way[3*CW-1:0]),
    .proxy_i    (way[HdrAt+2+:3]),
    .in_port_i  (in_port),
    .sub_i      (from_host ? 2'd0 : way[HdrAt+:2]),
    .reserve_i  (reserve_q),
    .fallback_i (1'b1),
    .tie_i      (way[HdrAt+5]),
    .nb_down_i  (dead | ~present_q),
    .nb_unsafe_i(nb_unsafe),
    .unsafe_i   (unsafe),
    .line_i     (line),
    .nb_line_i  (nb_line),
    .free_i     (ask_free),
    .valid_o    (ans_valid),
    .eject_o    (ans_eject),
    .drop_o     (ans_drop),
    .grant_o    (ans_grant),
    .dir_o      (ans_dir),
    .vc_o       (ans_vc),
    .sub_o      (ans_sub),
    .proxy_o    (ans_proxy),
    .legal_o    (ans_legal)
  );
  assign new_hdr = `SELVAGE_BUG(bug_q[33], {ans_proxy, ans_sub}, {ans_proxy, 2'd0});

  // ------------------------------------------------------------------------------- outputs
  flit_outputs #(
    .P        (P),
    .V        (V),
    .DATA_W   (DATA_W),
    .UW       (UW),
    .HW       (HW),
    .HDR_AT   (HdrAt),
    .SEPARABLE(SEPARABLE)
  ) i_outputs (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_q[32:28])
    .wipe_i        (wipe_q),
    .full_i        (full_q),
    .free_at_tail_i(free_at_tail_q),
    .turn_i        (turn_q),
    .ok_i          (ok_q),
    .init_i        ({1'b0, init_q}),
    .up_i          ({1'b0, up_q}),
    .down_i        ({1'b0, down_q}),
    .taken_i       ({1'b0, msg_sent & {6{msg_takes_q}}}),
    .exists_i      (exists),
    .credit_i      (credit_q),
    .free_o        (free),
    .freed_o       (freed),
    .given_o       (given),
    .grant_i       (grant),
    .grant_out_i   (grant_out),
    .held_i        (held),
    .have_i        (have),
    .head_i        (head),
    .tail_i        (tail),
    .abort_i       (abort),
    .data_i        (data),
    .hdr_i         (hdr),
    .used_i        (used),
    .sent_o        (sent),
    .tx_valid_o    (tx_valid_o),
    .tx_vc_o       (tx_vc_o),
    .tx_head_o     (tx_head_o),
    .tx_tail_o     (tx_tail_o),
    .tx_abort_o    (tx_abort_o),
    .tx_data_o     (tx_data_o),
    .clear_o       (out_clear),
    .busy_o        (out_busy)
  );
  // ------------------------------------------------------------------------------- for others
  assign clear_o    = in_clear & out_clear;
  assign hdr_idle_o = ~req_busy & ~wipe_q;
  assign idle_o     = quiet & ~req_busy & ~in_busy & ~out_busy & ctl_quiet;

`include "assert.svh"
  `SELVAGE_RANGE(data_w, DATA_W >= WayW, "mesh_router: DATA_W must hold addresses and six bits")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(router_held_is_not_asking, (ask & (grant | drop)) == '0)
      `SELVAGE_COVER(router_takes, grant != '0)
      `SELVAGE_COVER(router_drops, drop != '0)
      `SELVAGE_ASSERT(router_wiped, !wipe_q || (ok_q[5:0] & present_q) == '0)
      `SELVAGE_COVER(router_dies_asked, wipe_q && ans_valid)
    end
  end
`ifdef FORMAL
`include "mesh_router_owed.svh"
`endif
endmodule
