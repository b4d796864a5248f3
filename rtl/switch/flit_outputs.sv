// SPDX-License-Identifier: Apache-2.0
/// The output channels of a wormhole router: who holds them, credits, the crossbar, and when they
/// are free again (WR-CRED, WR-SA, WR-TX, WR-VC, docs/reference/mesh-router.md).
///
/// Latency: no output is a register. Channel c = port * V + virtual channel.
/// Ties: as flit_serial and flit_separable. A credit counts in the edge in which it comes.
/// wipe_i: nobody holds a channel any more, and who is served next is as after a reset; credits
/// count on (WR-DIE).
`include "bug.svh"
`include "channels.svh"
module flit_outputs #(
  /// ports, virtual channels of each; the last port leads to the host
  parameter int P = 7,
  parameter int V = 2,
  /// bits of a flit; of a count of credits; of a header that a decision replaces, and where
  parameter int DATA_W = 64,
  parameter int UW = 8,
  parameter int HW = 5,
  parameter int HDR_AT = 24,
  /// 1: separable allocation
  parameter int SEPARABLE = 0,
  localparam int C = P * V,
  localparam VW = (V > 1) ? $clog2(V) : 1,
  localparam PW = $clog2(P)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// deliberate faults: 0 order of the outputs, 1 round robin stays, 2 a channel is free when its
  /// tail has left, 3 a message takes no flit, 4 a credit counts an edge late
  `SELVAGE_BUG_PORT(bug_i, 5)
  input  logic                wipe_i,
  /// straps, sampled in reset and as they were from then on: credits of each channel, 0: the far
  /// end takes everything; WR-VC
  input  logic [C*UW-1:0]     full_i,
  input  logic                free_at_tail_i,
  /* verilator lint_off UNUSEDSIGNAL */  // separable allocation has no turn
  input  logic [PW:0]         turn_i,
  /* verilator lint_on UNUSEDSIGNAL */
  /// by port: alive; begins anew; declared up, down in this edge; a message takes the flit
  input  logic [P-1:0]        ok_i,
  input  logic [P-1:0]        init_i,
  input  logic [P-1:0]        up_i,
  input  logic [P-1:0]        down_i,
  input  logic [P-1:0]        taken_i,
  /// channels that exist; a place in the buffer at the far end
  input  logic [C-1:0]        exists_i,
  input  logic [C-1:0]        credit_i,
  /// channels that are free now; of these those given back by credits or death; by tails
  output logic [C-1:0]        free_o,
  output logic [C-1:0]        freed_o,
  output logic [C-1:0]        given_o,
  /// a header takes a channel: from which input channel, one-hot; the channel
  input  logic [C-1:0]        grant_i,
  input  logic [C-1:0]        grant_out_i,
  /// input channels: a flit is held; there is one; its marks; it; a new header; the port is read
  input  logic [C-1:0]        held_i,
  input  logic [C-1:0]        have_i,
  input  logic [C-1:0]        head_i,
  input  logic [C-1:0]        tail_i,
  input  logic [C-1:0]        abort_i,
  input  logic [C*DATA_W-1:0] data_i,
  input  logic [C*8-1:0]      hdr_i,
  input  logic [C-1:0]        used_i,
  /// input channels whose flit leaves
  output logic [C-1:0]        sent_o,
  /// what goes out
  output logic [P-1:0]        tx_valid_o,
  output logic [P*VW-1:0]     tx_vc_o,
  output logic [P-1:0]        tx_head_o,
  output logic [P-1:0]        tx_tail_o,
  output logic [P-1:0]        tx_abort_o,
  output logic [P*DATA_W-1:0] tx_data_o,
  /// nobody holds a channel of the port after this edge; a flit that is held may leave
  output logic [P-1:0]        clear_o,
  output logic                busy_o
);
`include "assert.svh"
  `SELVAGE_RANGE(separable, SEPARABLE == 0 || SEPARABLE == 1,
                 "flit_outputs: SEPARABLE must be 0 or 1")
  localparam S = (C <= 16) ? 16 : (C <= 32) ? 32 : 64;  // bits of a row
  localparam [C-1:0] Host = {{V{1'b1}}, {(C - V){1'b0}}};

  `SELVAGE_CHANNELS(P, V)

  logic [C*UW-1:0] credits_q  /* verilator public_flat_rd */;
  logic [C*S-1:0]  owner_q, owner;    // rows of input channels, one-hot or none
  logic [C-1:0]    free_q, closing_q;
  logic [C-1:0]    some_q;            // credits_q is not 0
  logic [C-1:0]    all_q;             // the far end takes everything
  logic [C-1:0]    owned;             // may have an owner, from its answer on; others are skipped
  logic [C-1:0]    ok, init, credit, last, can, ready;
  logic [C-1:0]    leaves, ends, spends;
  logic [P*S-1:0]  want;
  logic [P-1:0]    sends;
  logic            path_rst_n;

  // ------------------------------------------------------------------------------- credits
  assign path_rst_n = rst_ni & ~wipe_i;
  assign ok   = ~channels_of(~ok_i);
  assign init = channels_of(init_i);
  `SELVAGE_BUG_REG(credit_q, C, credit_i & ok)
  assign credit = `SELVAGE_BUG(bug_i[4], credit_i & ok, credit_q);
  always_comb begin
    last = '0;
    if (credit != '0) begin
      for (int c = 0; c < C; c = c + 1) begin
        if (credit[c]) last[c] = credits_q[c*UW+:UW] + UW'(1) == full_i[c*UW+:UW];
      end
    end
  end
  assign freed_o = closing_q & (last | ~ok);
  assign free_o  = free_q | (freed_o & exists_i);
  assign can     = some_q | credit | init | all_q | ~ok;
  assign owned   = ~(free_q | closing_q) | grant_out_i;
  assign ready   = can & ~channels_of(taken_i & `SELVAGE_BUG(bug_i[3], '1, '0)) & owned;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      credits_q <= full_i;
      for (int c = 0; c < C; c = c + 1) begin
        some_q[c] <= full_i[c*UW+:UW] != '0;
        all_q[c]  <= full_i[c*UW+:UW] == '0;
      end
    end else if ((init | (credit ^ spends)) != '0) begin
      for (int c = 0; c < C; c = c + 1) begin
        if (init[c]) begin
          credits_q[c*UW+:UW] <= full_i[c*UW+:UW] - UW'(spends[c]);
          some_q[c]           <= full_i[c*UW+:UW] != UW'(spends[c]);
        end else if (credit[c] != spends[c]) begin
          credits_q[c*UW+:UW] <= credit[c] ? credits_q[c*UW+:UW] + UW'(1)
                                           : credits_q[c*UW+:UW] - UW'(1);
          some_q[c]           <= credit[c] | (credits_q[c*UW+:UW] != UW'(1));
          `SELVAGE_ASSERT(channel_credits, credit[c] ? credits_q[c*UW+:UW] < full_i[c*UW+:UW]
                                                     : credits_q[c*UW+:UW] != '0)
        end
      end
    end
  end

  // ------------------------------------------------------------------------------- allocation
  always_comb begin
    owner = owner_q;
    if (grant_out_i != '0) begin
      for (int c = 0; c < C; c = c + 1) begin
        if (grant_out_i[c]) owner[c*S+:S] = S'(grant_i);
      end
    end
  end
  always_comb begin
    want = '0;
    if (have_i != '0) begin
      for (int c = 0; c < C; c = c + 1) begin
        if (ready[c]) want[(c/V)*S+:C] = want[(c/V)*S+:C] | (owner[c*S+:C] & have_i);
      end
    end
  end

  generate
    if (SEPARABLE != 0) begin : gen_separable
      flit_separable #(
        .P(P),
        .V(V),
        .S(S)
      ) i_allocator (
        .clk_i (clk_i),
        .rst_ni(path_rst_n),
        `SELVAGE_BUG_PIN(bug_i, bug_i[1:0])
        .want_i(want),
        .used_i(used_i),
        .sent_o(sent_o)
      );
    end else begin : gen_serial
      flit_serial #(
        .P(P),
        .V(V),
        .S(S)
      ) i_allocator (
        .clk_i (clk_i),
        .rst_ni(path_rst_n),
        `SELVAGE_BUG_PIN(bug_i, bug_i[1:0])
        .turn_i(turn_i),
        .want_i(want),
        .used_i(used_i),
        .sent_o(sent_o)
      );
    end
  endgenerate

  // ------------------------------------------------------------------------------- channels
  always_comb begin
    leaves = '0;
    ends   = '0;
    if (sent_o != '0) begin
      for (int c = 0; c < C; c = c + 1) begin
        if (ready[c]) begin
          leaves[c] = (owner[c*S+:C] & sent_o) != '0;
          ends[c]   = (owner[c*S+:C] & sent_o & tail_i) != '0;
        end
      end
    end
  end
  assign spends  = leaves & ok & ~all_q;
  assign given_o = ends & (Host | ~ok | {C{free_at_tail_i | `SELVAGE_BUG(bug_i[2], 1'b0, 1'b1)}});

  always_ff @(posedge clk_i) begin
    closing_q <= path_rst_n ? (closing_q & ~freed_o) | (ends & ~given_o) : '0;
    free_q    <= ((((free_o & ~grant_out_i) | given_o | {C{~path_rst_n}}) & exists_i)
                  | channels_of(up_i)) & ~channels_of(down_i);
    if (!path_rst_n) owner_q <= '0;
    else if ((ends | grant_out_i) != '0) begin
      for (int c = 0; c < C; c = c + 1) begin
        if (ends[c]) owner_q[c*S+:S] <= '0;
        else if (grant_out_i[c]) owner_q[c*S+:S] <= S'(grant_i);
      end
    end
  end

  always_comb begin
    busy_o = freed_o != '0;
    for (int c = 0; c < C; c = c + 1) begin
      if (owned[c] & (some_q[c] | all_q[c] | ~ok[c])) begin
        busy_o = busy_o | ((owner_q[c*S+:C] & held_i) != '0);
      end
    end
    for (int p = 0; p < P; p = p + 1) begin
      clear_o[p] = 1'b1;
      for (int v = 0; v < V; v = v + 1) begin
        if (owned[p*V+v] && owner[(p*V+v)*S+:S] != '0 && !ends[p*V+v] && !wipe_i) begin
          clear_o[p] = 1'b0;
        end
      end
    end
  end

  // ------------------------------------------------------------------------------- crossbar
  function automatic [DATA_W-1:0] flit_of(input [C-1:0] from);
    flit_of = '0;
    for (int c = 0; c < C; c = c + 1) begin
      if (from[c]) flit_of = flit_of | data_i[c*DATA_W+:DATA_W];
    end
  endfunction
  function automatic [HW-1:0] header_of(input [C-1:0] from);
    header_of = '0;
    for (int c = 0; c < C; c = c + 1) begin
      if (from[c]) header_of = header_of | hdr_i[c*8+:HW];
    end
  endfunction

  always_comb begin
    sends = '0;
    if (sent_o != '0) begin
      for (int p = 0; p < P; p = p + 1) sends[p] = ok_i[p] & ((want[p*S+:C] & sent_o) != '0);
    end
  end
  assign tx_valid_o = sends;
  always_comb begin
    tx_head_o  = '0;
    tx_tail_o  = '0;
    tx_abort_o = '0;
    tx_vc_o    = '0;
    tx_data_o  = '0;
    for (int p = 0; p < P; p = p + 1) begin
      if (sends[p]) begin
        tx_head_o[p]  = (want[p*S+:C] & sent_o & head_i) != '0;
        tx_tail_o[p]  = (want[p*S+:C] & sent_o & tail_i) != '0;
        tx_abort_o[p] = (want[p*S+:C] & sent_o & abort_i) != '0;
        for (int v = 0; v < V; v = v + 1) begin
          if (leaves[p*V+v]) tx_vc_o[p*VW+:VW] = VW'(v);
        end
        tx_data_o[p*DATA_W+:DATA_W] = flit_of(want[p*S+:C] & sent_o);
        if (tx_head_o[p]) tx_data_o[p*DATA_W+HDR_AT+:HW] = header_of(want[p*S+:C] & sent_o);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(channel_one_state, (free_q & closing_q) == '0)
      `SELVAGE_ASSERT(channel_grant_free, (grant_out_i & ~free_o) == '0)
      `SELVAGE_ASSERT(channel_has_credit, (spends & ~(some_q | credit | init)) == '0)
      if (leaves != '0) begin
        for (int p = 0; p < P; p = p + 1) begin
          `SELVAGE_ASSERT(channel_one_a_port,
                          (leaves[p*V+:V] & (leaves[p*V+:V] - V'(1))) == '0)
        end
      end
      `SELVAGE_COVER(channel_closing_freed, freed_o != '0)
      `SELVAGE_COVER(channel_message_takes, (can & owned & ~ready) != '0)
    end
  end

`ifdef FORMAL
`include "flit_outputs_props.svh"
`endif
endmodule
