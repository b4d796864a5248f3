// SPDX-License-Identifier: Apache-2.0
/// What the heads of the flow queues of one input do: ask for their ways, choose, stand at an
/// output, are led away, or wait for what wakes them (FL-HEAD, FL-CHOOSE, FL-WAKE;
/// docs/reference/flow-switch.md). Row r at [r], output o at [o].
///
/// Latency: none; outputs are of the cycle. The answer to a DEQ comes two cycles behind its step.
/// Ties: what comes in one cycle acts in the order of the inputs below; a turn, a DEQ and a
/// question come behind all of it. flow_turns says whose turn it is (pick_id_i, ask_id_i).
`include "bug.svh"
module flow_fronts #(
  /// outputs
  parameter int N = 8,
  /// bits of a row's number
  parameter int ID_W = 6,
  /// 1: a host is behind the input
  parameter int EDGE = 0,
  localparam PW = $clog2(N),
  localparam int R = 1 << ID_W
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// deliberate faults; 0: an output out of credit is chosen again, 1: what has become open wakes
  /// nobody, 2: who has to move does not block, 3: heads stay at a dead output, 4: what became open
  /// since a choice is missed, 5: other routes are not asked for, 6: all that wait for
  /// the limit ask again, 7: the lowest of them; static
  `SELVAGE_BUG_PORT(bug_i, 8)
  /// by output: it may be used, before and behind this cycle's initialisation; it will be; its
  /// table is full; classes that the far end has stopped
  input  logic [N-1:0]      alive_i,
  input  logic [N-1:0]      init_i,
  input  logic [N-1:0]      coming_i,
  input  logic [N-1:0]      full_i,
  input  logic [N*8-1:0]    xoff_i,
  /// an output has become open, or routes are others; the state of routing is another one
  input  logic              woken_i,
  input  logic              changed_i,
  /// a MAP is stalled: its row chooses again; without its output, which is out of credit
  input  logic              again_i,
  input  logic              exclude_i,
  input  logic [ID_W-1:0]   again_id_i,
  /// by output: its table has looked at this row, which may have credit
  input  logic [N-1:0]      check_valid_i,
  input  logic [N*ID_W-1:0] check_id_i,
  /// the answer to the DEQ of two cycles ago, if there was one; a packet stands behind the one that
  /// leaves; the ways of that row are of all that is known of ports
  input  logic [2:0]        ans_why_i,
  input  logic [PW-1:0]     ans_port_i,
  input  logic              more_i,
  input  logic              knew_i,
  /// a packet is in the queue of a row, its class; an ACK has acted on a row; so has a look
  input  logic              put_valid_i,
  input  logic [ID_W-1:0]   put_id_i,
  input  logic [2:0]        put_tc_i,
  input  logic              acked_valid_i,
  input  logic [ID_W-1:0]   acked_id_i,
  input  logic              chk_valid_i,
  input  logic [ID_W-1:0]   chk_id_i,
  /// ways of a row's head
  input  logic              route_valid_i,
  input  logic [ID_W-1:0]   route_id_i,
  input  logic [N-1:0]      route_ways_i,
  /// rows whose bandwidth allows a packet from this cycle on
  input  logic [R-1:0]      time_i,
  /// heads that stand at these outputs are sent away
  input  logic [N-1:0]      clear_i,
  /// the head of a row is granted
  input  logic              grant_valid_i,
  input  logic [ID_W-1:0]   grant_id_i,
  /// a row's head has its turn; the DEQ of this cycle's step: flow_steps; a question for ways
  input  logic              pick_valid_i,
  input  logic [ID_W-1:0]   pick_id_i,
  input  logic              deq_valid_i,
  input  logic [1:0]        deq_kind_i,
  input  logic [ID_W-1:0]   deq_id_i,
  input  logic              ask_valid_i,
  input  logic [ID_W-1:0]   ask_id_i,
  /// the head of a row asks for an output (flow_grants)
  output logic              head_valid_o,
  output logic [PW-1:0]     head_out_o,
  output logic [2:0]        head_tc_o,
  output logic [ID_W-1:0]   head_id_o,
  /// rows that have a DEQ to give, that have a question
  output logic [R-1:0]      deqs_o,
  output logic [R-1:0]      asks_o,
  /// of pick_id_i: it is a drop; it has to move and blocks; its ways; ports that it may have, none
  /// if it blocks; ports that are open to it, none if it does not choose
  output logic              pick_drop_o,
  output logic              pick_block_o,
  output logic [N-1:0]      pick_ways_o,
  output logic [N-1:0]      pick_mask_o,
  output logic [N-1:0]      pick_open_o,
  /// of deq_id_i, which is granted: ports that it may have
  output logic [N-1:0]      deq_mask_o,
  /// rows whose head asks for ways, chooses, stands at an output, is led, waits
  output logic [R-1:0]      routing_o,
  output logic [R-1:0]      choosing_o,
  output logic [R-1:0]      standing_o,
  output logic [R-1:0]      led_o,
  output logic [R-1:0]      waiting_o
);
  localparam logic [2:0] WhyGo = 3'd0, WhyLimit = 3'd3, WhyPort = 3'd6, WhyMove = 3'd7;
  localparam logic [1:0] KindOwn = 2'd0, KindHost = 2'd1, KindPeek = 2'd2, KindTake = 2'd3;

  function automatic [R-1:0] lowest(input [R-1:0] rows);
    lowest = rows & ~(rows - R'(1));
  endfunction
  function automatic [R-1:0] row(input valid, input [ID_W-1:0] id);
    row = R'(valid) << id;
  endfunction

  // ------------------------------------------------------------------------------- state
  logic [R-1:0]  routing_q, choosing_q, standing_q, led_q, waiting_q;
  logic [R-1:0]  given_q;             // it has asked, or had its turn
  logic [R-1:0]  blocks_q, drops_q;   // what the DEQ is; else it chooses
  logic [R-1:0]  port_q, limit_q;     // what it waits for: any port, the limit of its input
  logic [R-1:0]  stale_q;             // its ways were asked for in another state of routing
  logic [N-1:0]  ways_q[R];
  logic [N-1:0]  barred_q[R];         // out of credit
  logic [PW-1:0] out_q[R];
  logic [2:0]    tc_q[R];
  logic [R-1:0]  missed_q;            // an output has become open since its choice or grant

  // ------------------------------------------------------------------------------- the answer
  logic [1:0]        under_q, block_q, drop_q;  // a DEQ was given one and two cycles ago
  logic [3:0]        kind_q;
  logic [2*ID_W-1:0] id_q;
  logic [ID_W-1:0]   id;
  logic [1:0]        kind;
  logic [R-1:0]      stale;
  logic answer, go, blocks, leaves, maps, rest, refused, no_port, lost;
  logic to_choose, to_block, to_drop, to_route, to_wait, to_stand, to_wake, joins, frees;

  assign stale     = stale_q | {R{changed_i & `SELVAGE_BUG(bug_i[5], 1'b1, 1'b0)}};
  assign kind      = kind_q[3:2];
  assign id        = id_q[ID_W+:ID_W];
  assign go        = ans_why_i == WhyGo;
  assign {answer, blocks} = {under_q[1], block_q[1]};
  assign leaves    = answer & ((kind == KindTake) | (go & ((kind == KindHost) | drop_q[1])));
  assign maps      = answer & (kind == KindPeek) & go & (ans_port_i == out_q[id]);
  assign rest      = answer & ~leaves & ~maps;
  assign refused   = rest & ~blocks & ~go;
  assign to_stand  = rest & ~blocks & go & alive_i[ans_port_i];
  assign to_block  = refused & (ans_why_i == WhyMove) & (kind != KindHost)
                     & `SELVAGE_BUG(bug_i[2], 1'b1, 1'b0);
  assign no_port   = refused & (ans_why_i == WhyPort);
  assign lost      = no_port & ((ways_q[id] & alive_i) == '0);
  assign to_route  = lost & (ways_q[id] != '0) & ~knew_i;
  assign to_drop   = lost & ~to_route & ((ways_q[id] & coming_i) == '0);
  assign to_choose = rest & (blocks ? ans_why_i != WhyMove : go & ~alive_i[ans_port_i]);
  assign to_wait   = rest & ~to_stand & ~to_block & ~to_choose & ~to_route & ~to_drop;
  assign to_wake   = to_wait & no_port
                     & (woken_i | stale[id]
                        | (missed_q[id] & `SELVAGE_BUG(bug_i[4], 1'b1, 1'b0)));
  assign joins     = (EDGE != 0) & refused & (ans_why_i == WhyLimit);
  assign frees     = (EDGE != 0) & rest & (ans_why_i != WhyLimit) & ~(blocks & to_choose);

  // ------------------------------------------------------------------------------- who is first
  // Rows that have met the limit of the input keep their turn until a packet of them leaves.
  logic [R-1:0] member_q, member, joined;
  logic [R*R-1:0] older_q;  // [r*R +: R]: members that joined before r
  assign joined = row(joins, id) & ~member_q;
  assign member = (member_q & ~row(leaves, id)) | joined;

  // Of rows that are known early, all members, the one that joined first.
  function automatic [R-1:0] eldest(input [R-1:0] rows, input [R*R-1:0] older);
    for (int r = 0; r < R; r = r + 1) eldest[r] = rows[r] && (rows & older[r*R+:R]) == '0;
  endfunction

  // Beside these the row of the answer, of which it is known late whether it takes part.
  function automatic [R-1:0] with_late(input [R-1:0] first, input prior, input late,
                                       input [R-1:0] own);
    with_late = late && !prior ? own : first;
  endfunction

  // ------------------------------------------------------------------------------- a cycle
  logic [R-1:0] none, none_later, sent, checked;
  logic [R-1:0] routing, choosing, standing, led, waiting, port, limit;
  // anew: who wakes asks for ways; news: has a DEQ or a question; clean: all outputs count again
  logic [R-1:0] anew, news, clean, turn;
  logic [R-1:0] opened, own, others, held, asks, asks_acked;
  // of the row of the answer: neither stands nor is led; may be woken behind it, behind an ACK
  logic         free_id, late, late_acked;

  always_comb begin
    checked = '0;
    for (int r = 0; r < R; r = r + 1) begin
      none[r]       = (ways_q[r] & alive_i) == '0;
      none_later[r] = (ways_q[r] & (alive_i | init_i)) == '0;
      sent[r]       = standing_q[r] & clear_i[out_q[r]] & `SELVAGE_BUG(bug_i[3], 1'b1, 1'b0);
    end
    for (int o = 0; o < N; o = o + 1) begin
      checked = checked | row(check_valid_i[o], check_id_i[o*ID_W+:ID_W]);
    end
  end

  // Rows with a turn that may be woken for the limit, behind the answer and behind an ACK: but for
  // the row of the answer they hang on nothing that the answer says. Who is woken for the limit
  // waits for nothing else, so the first search changes nothing for the second one.
  assign opened = waiting_q
                  & ((port_q & {R{woken_i & `SELVAGE_BUG(bug_i[1], 1'b1, 1'b0)}}) | checked);
  assign own    = row(1'b1, id);
  assign others = member_q & ~standing_q & ~(led_q & ~row(again_i, again_id_i)) & ~own;
  assign held   = waiting_q & ~opened & ~limit_q;
  assign asks   = others & ~held;
  assign asks_acked = others & ~(held & ~row(acked_valid_i, acked_id_i));

  always_comb begin
    logic not_limit;
    free_id    = member[id] & ~(standing_q[id] | to_stand)
                 & ~(led_q[id] & ~(again_i & (again_id_i == id)) & ~leaves & ~rest);
    not_limit  = ~((limit_q[id] & ~rest) | joins);
    late       = free_id & ~(((waiting_q[id] & ~opened[id]) | (to_wait & ~to_wake)) & not_limit);
    late_acked = free_id & ~(((waiting_q[id] & ~opened[id]) | to_wait) & ~to_wake & not_limit
                             & ~(acked_valid_i & (acked_id_i == id)));
  end

  always_comb begin
    logic [R-1:0] w;
    logic         prior, prior_acked;  // another one is before the row of the answer
    anew         = stale | none;
    prior        = (asks & older_q[32'(id)*R+:R]) != '0;  // who joins now frees nothing
    prior_acked  = joined != '0 ? asks_acked != '0 : (asks_acked & older_q[32'(id)*R+:R]) != '0;
    // what has become open; what outputs have looked at; a MAP that is stalled
    w        = opened;
    news     = w | row(again_i, again_id_i);
    clean    = w;
    routing  = routing_q | (w & anew);
    choosing = choosing_q | (w & ~anew) | row(again_i, again_id_i);
    waiting  = waiting_q & ~w;
    led      = led_q & ~row(again_i, again_id_i);
    standing = standing_q;
    // the answer
    choosing = (choosing & ~row(answer & (kind == KindOwn), id))
               | row(to_choose | to_block | to_drop, id);
    led      = led & ~row(leaves | rest, id);
    standing = standing | row(to_stand, id);
    w        = row(to_route | (leaves & more_i), id);
    routing  = routing | w;
    clean    = clean | w;
    news     = news | w | row(to_choose | to_block | to_drop, id);
    port     = (port_q & ~row(rest, id)) | row(no_port, id);
    limit    = (limit_q & ~row(rest, id)) | row(joins, id);
    waiting  = waiting | row(to_wait & ~to_wake, id);
    w        = row(to_wake, id);
    // the first that waits for the limit
    turn     = with_late(eldest(asks, older_q), prior, late, own);
    `SELVAGE_BUG_IF(bug_i[6], turn = asks | (own & {R{late}}))
    `SELVAGE_BUG_IF(bug_i[7], turn = lowest(asks | (own & {R{late}})))
    w        = w | (turn & waiting & {R{frees}});
    routing  = routing | (w & anew);
    choosing = choosing | (w & ~anew);
    waiting  = waiting & ~w;
    news     = news | w;
    clean    = clean | w;
    // a packet in an empty queue; an ACK, and the limit once more; a look
    w        = row(put_valid_i, put_id_i) & ~(routing | choosing | standing | led | waiting);
    routing  = routing | w;
    news     = news | w;
    clean    = clean | w;
    w        = row(acked_valid_i, acked_id_i) & waiting & ~limit;
    turn     = with_late(eldest(asks_acked, older_q), prior_acked, late_acked, own);
    `SELVAGE_BUG_IF(bug_i[6], turn = asks_acked | (own & {R{late_acked}}))
    `SELVAGE_BUG_IF(bug_i[7], turn = lowest(asks_acked | (own & {R{late_acked}})))
    turn     = turn & {R{acked_valid_i & (EDGE != 0)}};
    w        = w | (turn & waiting & limit) | (row(chk_valid_i, chk_id_i) & waiting);
    routing  = routing | (w & anew);
    choosing = choosing | (w & ~anew);
    waiting  = waiting & ~w;
    // ways; bandwidth
    routing  = routing & ~row(route_valid_i, route_id_i);
    choosing = choosing | row(route_valid_i, route_id_i);
    news     = news | w | row(route_valid_i, route_id_i);
    clean    = clean | w;
    w        = time_i & waiting;
    routing  = routing | (w & anew);
    choosing = choosing | (w & ~anew);
    waiting  = waiting & ~w;
    news     = news | w;
    clean    = clean | w;
    // an output that is dead, or initialised
    anew     = stale | none_later;
    w        = waiting & port & {R{(clear_i | init_i) != '0}};
    routing  = routing | (w & anew);
    choosing = choosing | (w & ~anew) | sent;
    waiting  = waiting & ~w;
    standing = (standing & ~sent) & ~row(grant_valid_i, grant_id_i);
    led      = led | row(grant_valid_i, grant_id_i);
    news     = news | w | sent;
    clean    = clean | w;
  end

  // ------------------------------------------------------------------------------- what it gives
  logic [R-1:0] given, blocking, dropping;
  logic [N-1:0] barred;
  logic         opens;
  assign given    = given_q & ~news;
  assign blocking = (blocks_q & ~news) | row(to_block, id);
  assign dropping = (drops_q & ~news) | row(to_drop, id);
  assign deqs_o   = choosing & ~given;
  assign asks_o   = routing & ~given;
  assign opens    = woken_i | ((clear_i | init_i) != '0);

  assign {pick_drop_o, pick_block_o} = {dropping[pick_id_i], blocking[pick_id_i]};
  assign pick_ways_o = route_valid_i && route_id_i == pick_id_i ? route_ways_i : ways_q[pick_id_i];
  assign pick_mask_o = pick_ways_o & (alive_i | init_i) & ~{N{blocking[pick_id_i]}};
  assign barred      = (barred_q[pick_id_i] & ~{N{clean[pick_id_i]}})
                       | ((N'(exclude_i) << out_q[again_id_i]) & {N{again_id_i == pick_id_i}});
  always_comb begin
    pick_open_o = pick_mask_o & ~full_i & (~barred | {N{`SELVAGE_BUG(bug_i[0], 1'b0, 1'b1)}})
                  & {N{pick_valid_i & ~pick_drop_o}};
    for (int o = 0; o < N; o = o + 1) begin
      if (xoff_i[o*8+32'(tc_q[pick_id_i])]) pick_open_o[o] = 1'b0;
    end
  end
  assign deq_mask_o = ways_q[deq_id_i] & (alive_i | init_i);

  assign head_valid_o = to_stand;
  assign head_out_o   = ans_port_i;
  assign head_tc_o    = tc_q[id];
  assign head_id_o    = id;
  assign routing_o    = routing;
  assign choosing_o   = choosing;
  assign standing_o   = standing;
  assign led_o        = led;
  assign waiting_o    = waiting;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      routing_q  <= '0;
      choosing_q <= '0;
      standing_q <= '0;
      led_q      <= '0;
      waiting_q  <= '0;
      stale_q    <= '0;
      member_q   <= '0;
      under_q    <= '0;
    end else begin
      routing_q  <= routing;
      choosing_q <= choosing;
      standing_q <= standing;
      led_q      <= led;
      waiting_q  <= waiting;
      stale_q    <= stale & ~row(ask_valid_i, ask_id_i);
      member_q   <= member;
      under_q    <= {under_q[0], deq_valid_i};
    end
    given_q  <= given | row(pick_valid_i, pick_id_i) | row(ask_valid_i, ask_id_i);
    missed_q <= (missed_q & ~row(pick_valid_i, pick_id_i)
                 & ~row(deq_valid_i & (deq_kind_i != KindOwn), deq_id_i)) | {R{opens}};
    blocks_q <= blocking;
    drops_q  <= dropping;
    port_q   <= port;
    limit_q  <= limit;
    kind_q   <= {kind_q[1:0], deq_kind_i};
    id_q     <= {id_q[ID_W-1:0], deq_id_i};
    block_q  <= {block_q[0], (deq_kind_i == KindOwn) & blocking[deq_id_i]};
    drop_q   <= {drop_q[0], (deq_kind_i == KindOwn) & dropping[deq_id_i]};
  end
  always_ff @(posedge clk_i) begin
    for (int r = 0; r < R; r = r + 1) begin
      if (clean[r]) barred_q[r] <= '0;
      if (joined[r] && EDGE != 0) older_q[r*R+:R] <= member_q;
      else older_q[r*R+:R] <= older_q[r*R+:R] & ~joined;
    end
    if (again_i) begin
      barred_q[again_id_i] <= barred_q[again_id_i] | (N'(exclude_i) << out_q[again_id_i]);
    end
    if (to_stand) out_q[id] <= ans_port_i;
    if (route_valid_i) ways_q[route_id_i] <= route_ways_i;
    if (put_valid_i) tc_q[put_id_i] <= put_tc_i;
  end

`include "assert.svh"
  `SELVAGE_RANGE(n, N >= 2, "flow_fronts: N must be at least 2")
  `SELVAGE_RANGE(id_w, ID_W >= 1, "flow_fronts: ID_W must be at least 1")
  `SELVAGE_RANGE(edge, EDGE == 0 || EDGE == 1, "flow_fronts: EDGE must be 0 or 1")
  logic [R-1:0] two;
  assign two = (routing & (choosing | standing | led | waiting))
               | (choosing & (standing | led | waiting)) | (standing & (led | waiting))
               | (led & waiting);
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(fronts_one_thing_at_a_time, two == '0)
      `SELVAGE_ASSERT(fronts_give_what_is_there, !pick_valid_i || deqs_o[pick_id_i])
      `SELVAGE_ASSERT(fronts_deq_of_its_turn, !deq_valid_i || deq_kind_i != KindOwn
                      || given[deq_id_i] || (pick_valid_i && pick_id_i == deq_id_i))
      `SELVAGE_ASSERT(fronts_ask_once, !ask_valid_i || asks_o[ask_id_i])
      `SELVAGE_ASSERT(fronts_answer_to_a_question, !route_valid_i || routing_q[route_id_i])
      `SELVAGE_ASSERT(fronts_grant_what_stands, !grant_valid_i || standing_q[grant_id_i]
                      || (to_stand && grant_id_i == id))
      `SELVAGE_ASSERT(fronts_led_comes_back, !again_i || led_q[again_id_i])
      `SELVAGE_COVER(fronts_wake_at_once, to_wake)
      `SELVAGE_COVER(fronts_dead_meanwhile, rest && !blocks && go && !alive_i[ans_port_i])
      `SELVAGE_COVER(fronts_drop, to_drop)
      `SELVAGE_COVER(fronts_old_answer, to_route)
      `SELVAGE_COVER(fronts_limit_passed_on, turn != '0 && acked_valid_i)
    end
  end
endmodule
