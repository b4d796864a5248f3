// SPDX-License-Identifier: Apache-2.0
/// The outputs of a flow-channel switch are given to the heads that stand there: one grant an
/// output and one an input at an edge, classes by tokens and weight, inputs of a class in turn
/// (FL-ASK, FL-ARB, FL-RATE; docs/reference/flow-switch.md). Output o, input i at [o], [i].
///
/// Latency: a head that asks in cycle t may be granted in t: grant_*_o and load_o are of the cycle,
/// without a clock.
/// Ties: outputs serve themselves one after the other, from the turn on: a chain of N arbiters,
/// which is exact and slow. Of the inputs of a class the first behind the one served last.
`include "bug.svh"
`include "turn.svh"
module flow_grants #(
  /// ports
  parameter int N = 8,
  /// bits of a row's number; of a count of units: of all heads that can stand at an output and of
  /// its FIFO (14: of 7 other inputs, of 8 classes of up to 283 units, and 512)
  parameter int ID_W = 6,
  parameter int UNITS_W = 14,
  localparam PW = $clog2(N),
  localparam LEN_W = 6,
  localparam BYTES_W = 14
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0: output 0 is always first, 1: an input's turn stays, 2: heads of an input
  /// that is being read are granted, 3: room does not matter, 4: XOFF does not matter, 5: a grant
  /// that came to nothing keeps its units, 6..9: flow_rates, 10: flow_heads; static
  `SELVAGE_BUG_PORT(bug_i, 11)
  /// flow_rates, of all outputs; static
  input  logic [127:0]         min_i,
  input  logic [127:0]         max_i,
  input  logic [7:0]           full_i,
  input  logic [23:0]          weight_i,
  /// by output, static: a host is there; units that its FIFO takes
  input  logic [N-1:0]         host_i,
  input  logic [N*UNITS_W-1:0] limit_i,
  /// by input: the head of a row asks for an output
  input  logic [N-1:0]         ask_valid_i,
  input  logic [N*PW-1:0]      ask_out_i,
  input  logic [N*3-1:0]       ask_tc_i,
  input  logic [N*ID_W-1:0]    ask_id_i,
  input  logic [N*LEN_W-1:0]   ask_len_i,
  input  logic [N*BYTES_W-1:0] ask_bytes_i,
  /// by input: what it was granted has left its queue, or came to nothing
  input  logic [N-1:0]         done_i,
  input  logic [N-1:0]         abort_i,
  /// by input: a packet of it is dropped, or will be next
  input  logic [N-1:0]         drops_i,
  /// by input: it can be read by the time that a grant for a switch, for a host leads to
  input  logic [N-1:0]         soon_i,
  input  logic [N-1:0]         soon_host_i,
  /// by output: classes that the far end has stopped; declared dead: heads there are sent away;
  /// units of a packet that has left
  input  logic [N*8-1:0]       xoff_i,
  input  logic [N-1:0]         clear_i,
  input  logic [N*LEN_W-1:0]   gone_len_i,
  /// by input: granted; which output, class and row
  output logic [N-1:0]         grant_valid_o,
  output logic [N*PW-1:0]      grant_out_o,
  output logic [N*3-1:0]       grant_tc_o,
  output logic [N*ID_W-1:0]    grant_id_o,
  /// by output: units of heads that stand there, of those and of what is granted or in the FIFO
  output logic [N*UNITS_W-1:0] ahead_o,
  output logic [N*UNITS_W-1:0] load_o
);
  localparam int Q = N * 8;
  localparam int Overhead = 9;  // bytes of a packet on a link

  `SELVAGE_TURN(N)

  // ------------------------------------------------------------------------------- inputs
  logic [N*Q-1:0]       any;
  logic [N*Q*LEN_W-1:0] len;
  logic [N*BYTES_W-1:0] bytes;
  logic [N*LEN_W-1:0]   take_len;
  logic [N-1:0]         locked_q, locked;
  logic [N*PW-1:0]      held_out_q;  // output and units of the grant of a locked input
  logic [N*LEN_W-1:0]   held_len_q;

  genvar g;
  generate
    for (g = 0; g < N; g = g + 1) begin : gen_input
      flow_heads #(
        .N   (N),
        .ID_W(ID_W)
      ) i_heads (
        .clk_i       (clk_i),
        .rst_ni      (rst_ni),
        `SELVAGE_BUG_PIN(bug_i, bug_i[10])
        .ask_valid_i (ask_valid_i[g]),
        .ask_list_i  ({ask_out_i[g*PW+:PW], ask_tc_i[g*3+:3]}),
        .ask_id_i    (ask_id_i[g*ID_W+:ID_W]),
        .ask_len_i   (ask_len_i[g*LEN_W+:LEN_W]),
        .ask_bytes_i (ask_bytes_i[g*BYTES_W+:BYTES_W]),
        .clear_i     (clear_i),
        .take_valid_i(grant_valid_o[g]),
        .take_list_i ({grant_out_o[g*PW+:PW], grant_tc_o[g*3+:3]}),
        .any_o       (any[g*Q+:Q]),
        .len_o       (len[g*Q*LEN_W+:Q*LEN_W]),
        .id_o        (grant_id_o[g*ID_W+:ID_W]),
        .bytes_o     (bytes[g*BYTES_W+:BYTES_W]),
        .take_len_o  (take_len[g*LEN_W+:LEN_W])
      );
    end
  endgenerate

  assign locked = locked_q & ~done_i & ~abort_i;

  // ------------------------------------------------------------------------------- room
  logic [N*UNITS_W-1:0] ahead_q, reserved_q, left, ahead;  // units; without what has left
  always_comb begin
    for (int o = 0; o < N; o = o + 1) begin
      left[o*UNITS_W+:UNITS_W] = reserved_q[o*UNITS_W+:UNITS_W]
                                 - UNITS_W'(gone_len_i[o*LEN_W+:LEN_W]);
      ahead[o*UNITS_W+:UNITS_W] = clear_i[o] ? '0 : ahead_q[o*UNITS_W+:UNITS_W];
      for (int i = 0; i < N; i = i + 1) begin
        if (abort_i[i] && held_out_q[i*PW+:PW] == PW'(o)
            && `SELVAGE_BUG(bug_i[5], 1'b1, 1'b0)) begin
          left[o*UNITS_W+:UNITS_W] = left[o*UNITS_W+:UNITS_W]
                                     - UNITS_W'(held_len_q[i*LEN_W+:LEN_W]);
        end
        if (ask_valid_i[i] && ask_out_i[i*PW+:PW] == PW'(o)) begin
          ahead[o*UNITS_W+:UNITS_W] = ahead[o*UNITS_W+:UNITS_W]
                                      + UNITS_W'(ask_len_i[i*LEN_W+:LEN_W]);
        end
      end
    end
  end

  // Heads that may be granted, by output, class and input: {o, tc} * N + i.
  logic [Q*N-1:0] heads;
  always_comb begin
    heads = '0;
    for (int o = 0; o < N; o = o + 1) begin
      for (int tc = 0; tc < 8; tc = tc + 1) begin
        for (int i = 0; i < N; i = i + 1) begin
          if (any[i*Q+o*8+tc]) begin
            heads[(o*8+tc)*N+i] =
                ~locked[i] & ~drops_i[i]
                & (~xoff_i[o*8+tc] | `SELVAGE_BUG(bug_i[4], 1'b0, 1'b1))
                & ((host_i[o] ? soon_host_i[i] : soon_i[i]) | `SELVAGE_BUG(bug_i[2], 1'b0, 1'b1))
                & (UNITS_W'(len[(i*Q+o*8+tc)*LEN_W+:LEN_W])
                   <= limit_i[o*UNITS_W+:UNITS_W] - left[o*UNITS_W+:UNITS_W]
                   || `SELVAGE_BUG(bug_i[3], 1'b0, 1'b1));
          end
        end
      end
    end
  end

  // ------------------------------------------------------------------------------- classes
  logic [N-1:0]    given;        // by output: it is granted
  logic [N*3-1:0]  given_tc;
  logic [N*N-1:0]  given_in;     // rows of outputs: the input, one-hot
  logic [N*8-1:0]  open;
  logic [N*64-1:0] ranks;
  logic [N*15-1:0] spent;

  always_comb begin
    for (int o = 0; o < N; o = o + 1) begin
      spent[o*15+:15] = '0;
      for (int i = 0; i < N; i = i + 1) begin
        if (given_in[o*N+i]) spent[o*15+:15] = 15'(bytes[i*BYTES_W+:BYTES_W]) + 15'(Overhead);
      end
    end
  end
  generate
    for (g = 0; g < N; g = g + 1) begin : gen_output
      flow_rates i_rates (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        `SELVAGE_BUG_PIN(bug_i, bug_i[9:6])
        .min_i   (min_i),
        .max_i   (max_i),
        .full_i  (full_i),
        .weight_i(weight_i),
        .grant_i (given[g]),
        .tc_i    (given_tc[g*3+:3]),
        .bytes_i (spent[g*15+:15]),
        .open_o  (open[g*8+:8]),
        .before_o(ranks[g*64+:64])
      );
    end
  endgenerate

  // ------------------------------------------------------------------------------- the chain
  logic [Q*N-1:0] after_q;  // inputs behind the one served last, by output and class
  logic [PW-1:0]  turn_q;   // the output that is first
  logic [PW-1:0]  first;    // of those that are granted
  function automatic [7:0] first_class(input [7:0] have, input [63:0] order);
    first_class = have;
    for (int a = 0; a < 8; a = a + 1) begin
      for (int b = 0; b < 8; b = b + 1) begin
        if (b != a && have[b] && order[b*8+a]) first_class[a] = 1'b0;
      end
    end
  endfunction

  always_comb begin
    logic [PW-1:0] o;
    logic [N-1:0]  used, wants, up;
    logic [7:0]    have, wins;
    o        = `SELVAGE_BUG(bug_i[0], turn_q, '0);
    used     = '0;
    given    = '0;
    given_tc = '0;
    given_in = '0;
    first    = '0;
    wins     = '0;
    wants    = '0;
    up       = '0;
    for (int k = 0; k < N; k = k + 1) begin
      have = '0;
      for (int tc = 0; tc < 8; tc = tc + 1) begin
        have[tc] = (heads[(o*8+tc)*N+:N] & ~used) != '0;
      end
      if (have != '0) begin
        wins = first_class(have & open[o*8+:8], ranks[o*64+:64]);
        for (int tc = 0; tc < 8; tc = tc + 1) begin
          if (wins[tc]) begin
            wants = heads[(o*8+tc)*N+:N] & ~used;
            up    = turn(wants, after_q[(o*8+tc)*N+:N]);
            given[o] = 1'b1;
            given_tc[o*3+:3] = 3'(tc);
            given_in[o*N+:N] = up & ~(up << 1);
          end
        end
        if (used == '0) first = o;
        used = used | given_in[o*N+:N];
      end
      o = (o == PW'(N - 1)) ? '0 : o + PW'(1);
    end
  end

  always_comb begin
    grant_valid_o = '0;
    grant_out_o   = '0;
    grant_tc_o    = '0;
    for (int o = 0; o < N; o = o + 1) begin
      for (int i = 0; i < N; i = i + 1) begin
        if (given_in[o*N+i]) begin
          grant_valid_o[i] = 1'b1;
          grant_out_o[i*PW+:PW] = PW'(o);
          grant_tc_o[i*3+:3] = given_tc[o*3+:3];
        end
      end
    end
  end

  logic [N*LEN_W-1:0] given_len;
  always_comb begin
    given_len = '0;
    for (int o = 0; o < N; o = o + 1) begin
      for (int i = 0; i < N; i = i + 1) begin
        if (given_in[o*N+i]) given_len[o*LEN_W+:LEN_W] = take_len[i*LEN_W+:LEN_W];
      end
      ahead_o[o*UNITS_W+:UNITS_W] = ahead[o*UNITS_W+:UNITS_W]
                                    - UNITS_W'(given_len[o*LEN_W+:LEN_W]);
      load_o[o*UNITS_W+:UNITS_W]  = ahead[o*UNITS_W+:UNITS_W] + left[o*UNITS_W+:UNITS_W];
    end
  end

  always_ff @(posedge clk_i) begin
    locked_q <= rst_ni ? locked | grant_valid_o : '0;
    if (!rst_ni) turn_q <= '0;
    else if (given != '0) turn_q <= first + PW'(1);
    for (int o = 0; o < N; o = o + 1) begin
      if (!rst_ni) begin
        ahead_q[o*UNITS_W+:UNITS_W]    <= '0;
        reserved_q[o*UNITS_W+:UNITS_W] <= '0;
      end else begin
        ahead_q[o*UNITS_W+:UNITS_W]    <= ahead_o[o*UNITS_W+:UNITS_W];
        reserved_q[o*UNITS_W+:UNITS_W] <= left[o*UNITS_W+:UNITS_W]
                                          + UNITS_W'(given_len[o*LEN_W+:LEN_W]);
      end
      if (given[o]) begin
        for (int tc = 0; tc < 8; tc = tc + 1) begin
          if (given_tc[o*3+:3] == 3'(tc) && `SELVAGE_BUG(bug_i[1], 1'b1, 1'b0)) begin
            after_q[(o*8+tc)*N+:N] <= N'(from_first(given_in[o*N+:N]) << 1);
          end
        end
      end
    end
    if (!rst_ni) after_q <= '1;
    for (int i = 0; i < N; i = i + 1) begin
      if (grant_valid_o[i]) begin
        held_out_q[i*PW+:PW]       <= grant_out_o[i*PW+:PW];
        held_len_q[i*LEN_W+:LEN_W] <= take_len[i*LEN_W+:LEN_W];
      end
    end
  end

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(id_w, ID_W >= 1, "flow_grants: ID_W must be at least 1")
  `SELVAGE_RANGE(units_w, UNITS_W >= LEN_W, "flow_grants: UNITS_W must hold a length")
  `SELVAGE_RANGE(n, N >= 2 && (N & (N - 1)) == 0, "flow_grants: N must be a power of two")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(grants_end_what_was_granted, ((done_i | abort_i) & ~locked_q) == '0)
      `SELVAGE_ASSERT(grants_one_an_input, (grant_valid_o & (locked | drops_i)) == '0)
      for (int o = 0; o < N; o = o + 1) begin
        `SELVAGE_ASSERT(grants_one_an_output,
                        (given_in[o*N+:N] & (given_in[o*N+:N] - N'(1))) == '0)
        `SELVAGE_ASSERT(grants_fit, left[o*UNITS_W+:UNITS_W] <= limit_i[o*UNITS_W+:UNITS_W])
        // A sum that is too large for its bits comes out below what it began with.
        `SELVAGE_ASSERT(grants_units_fit,
                        (clear_i[o]
                         || ahead[o*UNITS_W+:UNITS_W] >= ahead_q[o*UNITS_W+:UNITS_W])
                        && load_o[o*UNITS_W+:UNITS_W] >= ahead[o*UNITS_W+:UNITS_W])
      end
      `SELVAGE_COVER(grants_abort_and_gone, abort_i != '0 && gone_len_i != '0)
      `SELVAGE_COVER(grants_at_once, (ask_valid_i & grant_valid_o) != '0)
      `SELVAGE_COVER(grants_two, (grant_valid_o & (grant_valid_o - N'(1))) != '0)
    end
  end
endmodule
