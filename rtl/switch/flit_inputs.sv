// SPDX-License-Identifier: Apache-2.0
/// The input channels of a wormhole router: buffers, fronts, packets that are dropped, worms that
/// are cut (WR-RX, WR-CUT, WR-DROP, mesh-router.md). Channel c = port * V + virtual channel.
///
/// Latency: a flit may leave in the edge in which it comes; no output is a register.
/// wipe_i: nothing comes, nothing leaves, and behind the edge all is as after a reset (WR-DIE).
/// Ties: of two channels of a port that are dropped the lower loses a flit.
`include "bug.svh"
`include "channels.svh"
module flit_inputs #(
  /// ports, virtual channels of each
  parameter int P = 7,
  parameter int V = 2,
  /// bits of a flit; places of a buffer at most; bits of a place's number
  parameter int DATA_W = 64,
  parameter int DEPTH = 32,
  parameter int UW = 8,
  /// bits of a header that a decision replaces
  parameter int HW = 5,
  localparam int C = P * V,
  localparam VW = (V > 1) ? $clog2(V) : 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// deliberate faults: 0 nothing passes an empty queue, 1 a port that drops does not count as
  /// read, 2 a flit that is dropped gives no credit, 3 no abort flit
  `SELVAGE_BUG_PORT(bug_i, 4)
  input  logic                wipe_i,
  /// what comes, by port
  input  logic [P-1:0]        rx_valid_i,
  input  logic [P*VW-1:0]     rx_vc_i,
  input  logic [P-1:0]        rx_head_i,
  input  logic [P-1:0]        rx_tail_i,
  input  logic [P-1:0]        rx_abort_i,
  input  logic [P*DATA_W-1:0] rx_data_i,
  /// the link is alive; it has been declared dead; by port
  input  logic [P-1:0]        ok_i,
  input  logic [P-1:0]        dead_i,
  /// places of each buffer; static
  input  logic [C*UW-1:0]     depth_i,
  /// headers that take an output channel, and what becomes of them; that are dropped
  input  logic [C-1:0]        grant_i,
  input  logic [HW-1:0]       grant_hdr_i,
  input  logic [C-1:0]        drop_i,
  /// channels whose next flit leaves
  input  logic [C-1:0]        sent_i,
  /// headers that have come to a front; that do behind a tail that leaves
  output logic [C-1:0]        front_o,
  output logic [C-1:0]        next_o,
  /// a flit is held; there is one, those that come included; its marks; it
  output logic [C-1:0]        held_o,
  output logic [C-1:0]        have_o,
  output logic [C-1:0]        head_o,
  output logic [C-1:0]        tail_o,
  output logic [C-1:0]        abort_o,
  output logic [C*DATA_W-1:0] data_o,
  /// bits of the header that replace those in the head flit, in slots of 8
  output logic [C*8-1:0]      hdr_o,
  /// channels of ports that are read by a packet that is dropped
  output logic [C-1:0]        used_o,
  /// a place in a buffer; the mark of a flit that came is not what it should be
  output logic [C-1:0]        credit_o,
  output logic [P-1:0]        malformed_o,
  /// nothing of a port is inside after this edge; a dropped packet has a flit, or an abort flit
  /// comes
  output logic [P-1:0]        clear_o,
  output logic                busy_o
);
`include "assert.svh"
  `SELVAGE_CHANNELS(P, V)
  // The ports of a set of channels.
  function automatic [P-1:0] ports_of(input [C-1:0] channels);
    for (int p = 0; p < P; p = p + 1) ports_of[p] = channels[p*V+:V] != '0;
  endfunction

  logic [C*UW-1:0] count_q  /* verilator public_flat_rd */;  // flits held
  logic [C-1:0]    any, more;    // of the queue: one is held, two are
  logic [C-1:0]    fronted_q;    // a packet is at the front
  logic [C-1:0]    header_q;     // of which the header has not left
  logic [C-1:0]    open_q;       // a packet has come in part
  logic [C-1:0]    drop_q;       // the packet at the front is dropped
  logic [C-1:0]    arrive, aborts, come, come_tail, come_abort;
  logic [C-1:0]    q_tail, q_abort;
  logic [C-1:0]    fronted_d, open_d;
  logic [C-1:0]    drop, lose, pop, ends, ok, fits;
  logic            path_rst_n;

  // ------------------------------------------------------------------------------- arrival
  assign path_rst_n = rst_ni & ~wipe_i;
  assign ok = ~channels_of(~ok_i);
  always_comb begin
    arrive = '0;
    fits   = '0;
    if (rx_valid_i != '0 && !wipe_i) begin
      for (int p = 0; p < P; p = p + 1) begin
        if (rx_valid_i[p] && ok_i[p]) arrive[p*V+:V] = V'(1) << rx_vc_i[p*VW+:VW];
      end
    end
    if ((arrive | (open_q & ~ok)) != '0) begin
      for (int c = 0; c < C; c = c + 1) begin
        if (arrive[c] | (open_q[c] & ~ok[c])) begin
          fits[c] = count_q[c*UW+:UW] < depth_i[c*UW+:UW];
        end
      end
    end
  end
  assign aborts = open_q & ~ok & channels_of(dead_i) & fits & {C{~wipe_i}}
                      & `SELVAGE_BUG(bug_i[3], '1, '0);
  assign come       = arrive | aborts;
  assign come_tail  = aborts | channels_of(rx_valid_i & rx_tail_i);
  assign come_abort = aborts | channels_of(rx_valid_i & rx_abort_i & rx_tail_i);
  assign front_o    = come & ~fronted_q;

  // ------------------------------------------------------------------------------- departure
  assign held_o  = any;
  assign have_o  = (any | `SELVAGE_BUG(bug_i[0], come, '0)) & {C{~wipe_i}};
  assign head_o  = header_q | front_o;
  assign tail_o  = (any & q_tail) | (~any & come_tail);
  assign abort_o = (any & q_abort) | (~any & come_abort);
  assign drop    = drop_q | drop_i;

  always_comb begin
    lose = drop & have_o;
    if (lose != '0) begin
      for (int p = 0; p < P; p = p + 1) begin
        lose[p*V+:V] = lose[p*V+:V] & ~(lose[p*V+:V] - V'(1));
      end
    end
  end
  assign used_o = `SELVAGE_BUG(bug_i[1], channels_of(ports_of(lose)), lose);
  assign pop    = sent_i | lose;
  assign ends   = pop & tail_o;
  always_comb begin
    next_o = '0;
    if (ends != '0) next_o = ends & (more | (any & come));
  end

  always_ff @(posedge clk_i) begin
    if (!path_rst_n) begin
      fronted_q <= '0;
      header_q  <= '0;
      open_q    <= '0;
      drop_q    <= '0;
    end else begin
      fronted_q <= fronted_d;
      header_q  <= (head_o & ~pop) | next_o;
      open_q    <= open_d;
      drop_q    <= drop & ~ends;
    end
  end
  assign fronted_d   = ((fronted_q | come) & ~ends) | next_o;
  assign open_d      = (open_q & ~come) | (come & ~come_tail);
  assign credit_o    = ok & `SELVAGE_BUG(bug_i[2], pop, sent_i);
  assign malformed_o = ports_of(arrive & ~(open_q ^ channels_of(rx_head_i)));
  assign clear_o     = ~ports_of(fronted_d | open_d) | {P{wipe_i}};
  assign busy_o      = ((drop_q & any) | aborts) != '0;

  // ------------------------------------------------------------------------------- buffers
  logic [C*8-1:0] hdr_q;
  always_ff @(posedge clk_i) begin
    if (grant_i != '0) hdr_q <= hdr_o;
    if (!path_rst_n) count_q <= '0;
    else if (come != pop) begin
      for (int c = 0; c < C; c = c + 1) begin
        if (come[c] != pop[c]) begin
          count_q[c*UW+:UW] <= come[c] ? count_q[c*UW+:UW] + UW'(1) : count_q[c*UW+:UW] - UW'(1);
        end
      end
    end
  end
  always_comb begin
    hdr_o = hdr_q;
    if (grant_i != '0) begin
      for (int c = 0; c < C; c = c + 1) begin
        if (grant_i[c]) hdr_o[c*8+:8] = 8'(grant_hdr_i);
      end
    end
  end

  logic [C-1:0] push, pop_held;
  assign push     = come & (any | ~pop);
  assign pop_held = pop & any;

`ifdef FORMAL
`include "flit_inputs_props.svh"
`endif
  genvar g;
  generate
    for (g = 0; g < C; g = g + 1) begin : gen_channel
      localparam Port = g / V;
      logic [DATA_W-1:0] queued;
      ram_queue #(
        .WIDTH(DATA_W),
        .DEPTH(DEPTH)
      ) i_flits (
        .clk_i (clk_i),
        .rst_ni(path_rst_n),
        .push_i(push[g]),
        .data_i(rx_data_i[Port*DATA_W+:DATA_W]),
        .bad_i (come_abort[g]),
        .tail_i(come_tail[g]),
        .pop_i (pop_held[g]),
        .any_o (any[g]),
        .more_o(more[g]),
        .data_o(queued),
        .bad_o (q_abort[g]),
        .tail_o(q_tail[g])
      );
      assign data_o[g*DATA_W+:DATA_W] = any[g] ? queued : rx_data_i[Port*DATA_W+:DATA_W];
`ifdef FORMAL
`include "flit_inputs_row_props.svh"
`endif
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(flit_buffer, (come & ~fits) == '0)
      `SELVAGE_ASSERT(flit_leaves_once, (sent_i & lose) == '0)
      `SELVAGE_ASSERT(flit_is_there, (sent_i & ~have_o) == '0)
      `SELVAGE_ASSERT(flit_front, (any & ~fronted_q) == '0 && (header_q & ~fronted_q) == '0)
      `SELVAGE_COVER(flit_passes, (sent_i & come & ~any) != '0)
      `SELVAGE_COVER(flit_aborted, aborts != '0)
      `SELVAGE_COVER(flit_dropped, lose != '0)
      `SELVAGE_COVER(flit_wiped, wipe_i && any != '0)
    end
  end
endmodule
