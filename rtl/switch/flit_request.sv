// SPDX-License-Identifier: Apache-2.0
/// Which header of a wormhole router asks, and what its answer makes of it (WR-ANS, WR-ASK,
/// WR-NEWS, docs/reference/mesh-router.md).
///
/// Latency: a question of edge t is answered at edge t + 2.
/// Ties: round robin over the input channels, the first at or behind the one after the last.
`include "bug.svh"
`include "turn.svh"
module flit_request #(
  /// ports, virtual channels of each; the last port leads to the host
  parameter int P = 7,
  parameter int V = 2,
  localparam int C = P * V,
  localparam N = C - V
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  /// deliberate faults: 0 round robin stays, 1 whose channel is taken meanwhile waits, 2 what is
  /// free since the question does not count, 3 news wake nobody
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// headers that have come to a front, in this edge; that do behind a tail
  input  logic [C-1:0] front_i,
  input  logic [C-1:0] next_i,
  /// output channels that are free, those given back by credits included; these; given back by
  /// tails in this edge, to ask from the next one on
  input  logic [C-1:0] free_i,
  input  logic [C-1:0] freed_i,
  input  logic [C-1:0] given_i,
  /// output channels that exist
  input  logic [C-1:0] exists_i,
  /// what routing sees changes in this edge
  input  logic         news_i,
  /// the answer: to the host, dropped, the channel that it takes, legal channels
  input  logic         ans_valid_i,
  input  logic         ans_eject_i,
  input  logic         ans_drop_i,
  input  logic [N-1:0] ans_take_i,
  input  logic [N-1:0] ans_legal_i,
  /// the header that asks in this edge, one-hot, and what is free for it
  output logic [C-1:0] ask_o,
  output logic [N-1:0] ask_free_o,
  /// of the header that is answered: it takes this channel; it is dropped
  output logic [C-1:0] grant_o,
  output logic [C-1:0] grant_out_o,
  output logic [C-1:0] drop_o,
  /// what is made of the answer, for comparison
  output logic [C-1:0] dec_in_o,
  output logic [2:0]   dec_kind_o,
  output logic [C-1:0] dec_out_o,
  /// a header has to ask, or a question is under way
  output logic         busy_o
);
  `SELVAGE_TURN(C)
`include "assert.svh"
  function automatic [C-1:0] all_of_ports(input [C-1:0] channels);
    for (int p = 0; p < P; p = p + 1) all_of_ports[p*V+:V] = {V{channels[p*V+:V] != '0}};
  endfunction

  localparam [C-1:0] Host = {{V{1'b1}}, {N{1'b0}}};
  localparam [2:0] Takes = 3'd1, Waits = 3'd2, Again = 3'd3, Drops = 3'd4;

  logic [C-1:0] need_q, waiting_q;
  logic [C-1:0] wait_q[P];             // by port: who waits for it
  logic [C-1:0] after_q;               // behind the one that asked last
  logic [C-1:0] in1_q, in2_q;          // who asked one edge ago, and two
  logic [C-1:0] free1_q, free2_q;      // what was free then
  logic         stale1_q, stale2_q;    // something has changed since

  // ------------------------------------------------------------------------------- answer
  logic [C-1:0] hold, take;            // channels to wait for; taken
  logic         again, waits, dropped;
  logic [C-1:0] host_free;

  assign host_free = free_i & Host;
  assign hold      = (ans_eject_i ? Host : all_of_ports(C'(ans_legal_i))) & exists_i;

  always_comb begin
    take    = '0;
    again   = 1'b0;
    waits   = 1'b0;
    dropped = 1'b0;
    if (ans_valid_i) begin
      if (ans_drop_i) begin
        dropped = 1'b1;
      end else if (ans_eject_i) begin
        take  = host_free & (~host_free + C'(1));
        again = (host_free == '0) & ((free2_q & Host) != '0);
        waits = (host_free == '0) & ~again;
      end else if (ans_take_i != '0) begin
        take  = C'(ans_take_i) & free_i;
        again = (take == '0) & `SELVAGE_BUG(bug_i[1], 1'b1, 1'b0);
        waits = (take == '0) & ~again;
      end else begin
        again = stale2_q | (hold == '0)
                | ((hold & free_i & ~free2_q & `SELVAGE_BUG(bug_i[2], '1, '0)) != '0);
        waits = ~again;
      end
    end
  end
  assign grant_o     = (take != '0) ? in2_q : '0;
  assign grant_out_o = take;
  assign drop_o      = dropped ? in2_q : '0;

  // ------------------------------------------------------------------------------- question
  logic [C-1:0] woken, waiting, asks, up, later, left;

  function automatic [C-1:0] waiters(input [C-1:0] channels);
    waiters = '0;
    for (int p = 0; p < P; p = p + 1) begin
      if (channels[p*V+:V] != '0) waiters = waiters | wait_q[p];
    end
  endfunction

  assign woken      = waiting_q & waiters(freed_i);
  assign asks       = need_q | front_i | woken | (again ? in2_q : '0);
  assign up         = turn(asks, after_q);
  assign ask_o      = up & ~(up << 1);
  assign left       = free_i & ~take;
  assign ask_free_o = left[N-1:0];
  assign waiting    = (waiting_q & ~woken) | (waits ? in2_q : '0);

  // Who waits from this edge on is woken by a tail of this edge, too.
  always_comb begin
    later = waiting_q & waiters(given_i);
    if (waits && (hold & given_i) != '0) later = later | in2_q;
    if (news_i && `SELVAGE_BUG(bug_i[3], 1'b1, 1'b0)) later = '1;
    later = later & waiting;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      need_q    <= '0;
      waiting_q <= '0;
      after_q   <= '0;
      in1_q     <= '0;
      in2_q     <= '0;
      stale1_q  <= 1'b0;
      stale2_q  <= 1'b0;
    end else begin
      need_q    <= (asks & ~ask_o) | next_i | later;
      waiting_q <= waiting & ~later;
      in1_q     <= ask_o;
      in2_q     <= in1_q;
      stale1_q  <= news_i;
      stale2_q  <= stale1_q | news_i;
      if (asks != '0 && `SELVAGE_BUG(bug_i[0], 1'b1, 1'b0)) after_q <= up << 1;
    end
  end
  always_ff @(posedge clk_i) begin
    free1_q <= left;
    free2_q <= free1_q;
    if (waits) begin
      for (int p = 0; p < P; p = p + 1) begin
        wait_q[p] <= (wait_q[p] & ~in2_q) | ((hold[p*V+:V] != '0) ? in2_q : '0);
      end
    end
  end

  assign dec_in_o   = ans_valid_i ? in2_q : '0;
  assign dec_kind_o = dropped ? Drops : again ? Again : waits ? Waits : Takes;
  assign dec_out_o  = take;
  assign busy_o     = (asks | in1_q | in2_q) != '0;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(request_answered, ans_valid_i == (in2_q != '0))
      `SELVAGE_ASSERT(request_one_state, (need_q & waiting_q) == '0
                      && ((need_q | waiting_q) & (in1_q | in2_q)) == '0)
      `SELVAGE_ASSERT(request_takes_one, (take & (take - C'(1))) == '0)
      `SELVAGE_COVER(request_overtaken, ans_valid_i && ans_take_i != '0 && take == '0)
      `SELVAGE_COVER(request_stale, ans_valid_i && stale2_q && again)
    end
  end

`ifdef FORMAL
`include "flit_request_props.svh"
`endif
endmodule
