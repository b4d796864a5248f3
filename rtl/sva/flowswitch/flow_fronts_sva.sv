// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_fronts (FL-HEAD, FL-TURN, FL-CHOOSE, FL-WAKE).
`include "sva.svh"
module flow_fronts_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N = 8,
  parameter int ID_W = 6,
  localparam PW = $clog2(N),
  localparam R = 1 << ID_W
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic [N-1:0]      alive_i,
  input logic [N-1:0]      init_i,
  input logic [N-1:0]      coming_i,
  input logic [N-1:0]      full_i,
  input logic [N*8-1:0]    xoff_i,
  input logic              woken_i,
  input logic              changed_i,
  input logic              again_i,
  input logic              exclude_i,
  input logic [ID_W-1:0]   again_id_i,
  input logic [N-1:0]      check_valid_i,
  input logic [N*ID_W-1:0] check_id_i,
  input logic [2:0]        ans_why_i,
  input logic [PW-1:0]     ans_port_i,
  input logic              knew_i,
  input logic              put_valid_i,
  input logic [ID_W-1:0]   put_id_i,
  input logic [2:0]        put_tc_i,
  input logic              acked_valid_i,
  input logic [ID_W-1:0]   acked_id_i,
  input logic              chk_valid_i,
  input logic [ID_W-1:0]   chk_id_i,
  input logic              route_valid_i,
  input logic [ID_W-1:0]   route_id_i,
  input logic [N-1:0]      route_ways_i,
  input logic [R-1:0]      time_i,
  input logic [N-1:0]      clear_i,
  input logic              grant_valid_i,
  input logic [ID_W-1:0]   grant_id_i,
  input logic              pick_valid_i,
  input logic [ID_W-1:0]   pick_id_i,
  input logic              deq_valid_i,
  input logic [1:0]        deq_kind_i,
  input logic [ID_W-1:0]   deq_id_i,
  input logic              ask_valid_i,
  input logic [ID_W-1:0]   ask_id_i,
  input logic              head_valid_o,
  input logic [PW-1:0]     head_out_o,
  input logic [2:0]        head_tc_o,
  input logic [ID_W-1:0]   head_id_o,
  input logic [R-1:0]      deqs_o,
  input logic [R-1:0]      asks_o,
  input logic              pick_drop_o,
  input logic [N-1:0]      pick_ways_o,
  input logic [N-1:0]      pick_mask_o,
  input logic [N-1:0]      pick_open_o,
  input logic [N-1:0]      deq_mask_o,
  input logic [R-1:0]      routing_o,
  input logic [R-1:0]      choosing_o,
  input logic [R-1:0]      standing_o,
  input logic [R-1:0]      led_o,
  input logic [R-1:0]      waiting_o
);
  localparam logic [2:0] Go = 3'd0, Limit = 3'd3, NoPort = 3'd6, Reroute = 3'd7;
  function automatic [R-1:0] one(input valid, input [ID_W-1:0] id);
    one = R'(valid) << id;
  endfunction

  // ------------------------------------------------------------------- what acts in this clock
  logic [R-1:0] head, grant, again, ways, put, answer, pick, checked;
  assign head  = one(head_valid_o, head_id_o);
  assign grant = one(grant_valid_i, grant_id_i);
  assign again = one(again_i, again_id_i);
  assign ways  = one(route_valid_i, route_id_i);
  assign put   = one(put_valid_i, put_id_i);
  assign pick  = one(pick_valid_i, pick_id_i);
  always_comb begin
    checked = '0;
    for (int o = 0; o < N; o = o + 1) begin
      checked = checked | one(check_valid_i[o], check_id_i[o*ID_W+:ID_W]);
    end
  end
  logic         opens;   // an output becomes open
  logic [R-1:0] roused;  // rows that are woken if they wait, but for the limit
  assign roused = time_i | one(acked_valid_i, acked_id_i) | one(chk_valid_i, chk_id_i);
  assign opens = woken_i || clear_i != '0 || init_i != '0;

  // --------------------------------------------------------- what the rows are, by what has acted
  // Class; output where its head stands; ways; outputs that are out of credit for it, at least and
  // at most; what it waits for, if it does.
  logic [R*3-1:0]      tc_q;
  logic [R*PW-1:0]     out_q;
  logic [R-1:0][N-1:0] ways_q, barred_q, barred, bars_q, bars;
  logic [R-1:0][2:0]   why_q, why;
  // Its head did anything, waited a clock ago; had its turn, asked; an output has become open, the
  // state of routing has changed since then; its next DEQ is of no port, is a drop.
  logic [R-1:0] busy_q, waited_q, turn_q, asked_q, opened_q, old_q, moves_q, drops_q;
  logic [R-1:0] busy, turn, old, moves, drops, cleared, for_port, for_limit, no_way, some_way;
  logic [N-1:0] stopped, excluded, pick_ways;
  assign busy  = routing_o | choosing_o | standing_o | led_o | waiting_o;
  assign turn  = turn_q & ~answer;
  assign old   = old_q | {R{changed_i}};
  always_comb begin
    excluded = N'(exclude_i) << out_q[again_id_i*PW+:PW];
    for (int r = 0; r < R; r = r + 1) begin
      cleared[r]   = clear_i[out_q[r*PW+:PW]];
      why[r]       = answer[r] ? ans_why_i : why_q[r];
      for_port[r]  = why[r] == NoPort;
      for_limit[r] = why[r] == Limit;
      no_way[r]    = (ways_q[r] & (alive_i | init_i)) == '0;
      some_way[r]  = (ways_q[r] & alive_i) != '0;
      barred[r]    = (routing_o[r] || waiting_o[r] || !busy[r] || (answer[r] && ans_why_i != Go)
                      ? '0 : barred_q[r]) | (again[r] ? excluded : '0);
      bars[r]      = (routing_o[r] || (waited_q[r] && !waiting_o[r]) ? '0 : bars_q[r])
                     | (again[r] ? excluded : '0);
    end
    for (int o = 0; o < N; o = o + 1) begin
      stopped[o] = xoff_i[{29'd0, tc_q[pick_id_i*3+:3]} + o * 8];
    end
    pick_ways = ways[pick_id_i] ? route_ways_i : ways_q[pick_id_i];
  end

  // ----------------------------------------------------------- the answer to what went two ago
  logic [ID_W-1:0] id1_q, id;
  logic [1:0]      deq_q, block_q, drop_q;
  logic [1:0]      kind1_q, kind;
  logic            own, refused, none, lost, stays;
  assign answer  = one(deq_q[1], id);
  assign own     = deq_q[1] && kind == 2'd0;
  assign refused = deq_q[1] && !block_q[1] && kind != 2'd3 && ans_why_i != Go;
  // None of its ways is alive; of these all is known, and none comes back; it has to wait.
  assign none    = refused && ans_why_i == NoPort && !some_way[id];
  assign lost    = none && (ways_q[id] == '0 || knew_i) && (ways_q[id] & coming_i) == '0;
  always_comb begin
    case (ans_why_i)
      Go, Limit: stays = 1'b0;
      NoPort:    stays = refused && !none && !opens && !opened_q[id] && !old[id];
      Reroute:   stays = own ? block_q[1] : refused && kind == 2'd1;
      default:   stays = refused;
    endcase
  end
  assign moves   = (moves_q & ~answer)
                   | one(refused && ans_why_i == Reroute && kind != 2'd1, id);
  assign drops   = (drops_q & ~answer) | one(lost, id);

  always_ff @(posedge clk_i) begin
    {id, id1_q, kind, kind1_q} <= {id1_q, deq_id_i, kind1_q, deq_kind_i};
    block_q <= {block_q[0], deq_kind_i == 2'd0 && moves[deq_id_i]};
    drop_q  <= {drop_q[0], deq_kind_i == 2'd0 && drops[deq_id_i]};
    if (!rst_ni) begin
      {busy_q, waited_q, turn_q, asked_q, old_q, moves_q, drops_q, deq_q} <= '0;
    end else begin
      {busy_q, waited_q, moves_q, drops_q} <= {busy, waiting_o, moves, drops};
      deq_q   <= {deq_q[0], deq_valid_i};
      turn_q  <= turn | pick;
      asked_q <= (asked_q & ~ways) | one(ask_valid_i, ask_id_i);
      old_q   <= old & ~one(ask_valid_i, ask_id_i);
    end
    opened_q <= (opened_q & ~pick & ~one(deq_valid_i && deq_kind_i != 2'd0, deq_id_i))
                | {R{opens}};
    {barred_q, bars_q, why_q} <= {barred, bars, why};
    if (put_valid_i) tc_q[put_id_i*3+:3] <= put_tc_i;
    if (head_valid_o) out_q[head_id_o*PW+:PW] <= head_out_o;
    if (route_valid_i) ways_q[route_id_i] <= route_ways_i;
  end
  logic [R-1:0] woken;
  assign woken = waited_q & ~waiting_o;

  `SELVAGE_PIN_LEGAL(m_dead_until_initialised, (alive_i & (clear_i | init_i)) == '0)
  `SELVAGE_PIN_LEGAL(m_other_routes_wake, !changed_i || woken_i)
  `SELVAGE_PIN_LEGAL(m_excludes_whom_it_stalls, !exclude_i || again_i)
  // FL-HEAD
  `SELVAGE_PIN(a_new_head_asks_for_ways, (put & ~busy_q & ~asks_o) == '0)
  `SELVAGE_PIN(a_asks_once, asks_o == (routing_o & ~asked_q))
  `SELVAGE_PIN_NEXT(a_asks_until_told, 1'b1, ($past(routing_o) & ~routing_o & ~ways) == '0)
  `SELVAGE_PIN(a_told_it_chooses, (ways & ~deqs_o) == '0)
  `SELVAGE_PIN(a_granted_is_led, (grant & ~led_o) == '0)
  `SELVAGE_PIN_NEXT(a_led_until_answered, 1'b1,
                    ($past(led_o) & ~led_o & ~answer & ~again) == '0)
  `SELVAGE_PIN(a_stalled_chooses_again, (again & ~deqs_o) == '0)
  // FL-TURN: who chooses has one turn, in which it says what its DEQ is
  `SELVAGE_PIN(a_one_turn, deqs_o == (choosing_o & ~turn))
  `SELVAGE_PIN(a_ways_of_its_row, !pick_valid_i || pick_ways_o == pick_ways)
  `SELVAGE_PIN(a_ways_that_are_alive, !pick_valid_i
               || pick_mask_o == (moves[pick_id_i] ? '0 : pick_ways & (alive_i | init_i)))
  `SELVAGE_PIN(a_drops_whom_nobody_takes, !pick_valid_i || pick_drop_o == drops[pick_id_i])
  `SELVAGE_PIN(a_no_way_without_a_choice, (pick_valid_i && !pick_drop_o) || pick_open_o == '0)
  `SELVAGE_PIN(a_open_ways, (pick_open_o & (~pick_mask_o | full_i)) == '0)
  `SELVAGE_PIN(a_open_with_xon, (pick_open_o & stopped) == '0)
  `SELVAGE_PIN(a_open_with_credit, (pick_open_o & barred[pick_id_i]) == '0)
  `SELVAGE_PIN(a_open_if_nothing_stops_it, !pick_valid_i || pick_drop_o
               || (pick_mask_o & ~full_i & ~stopped & ~bars[pick_id_i] & ~pick_open_o) == '0)
  `SELVAGE_PIN(a_ports_of_what_is_granted, !deq_valid_i || deq_kind_i == 2'd0
               || deq_mask_o == (ways_q[deq_id_i] & (alive_i | init_i)))
  // FL-CHOOSE
  `SELVAGE_PIN(a_stands_by_its_answer, !head_valid_o
               || (deq_q[1] && head_id_o == id && ans_why_i == Go))
  `SELVAGE_PIN(a_stands_where_it_says, !head_valid_o
               || (head_out_o == ans_port_i && alive_i[head_out_o]))
  `SELVAGE_PIN(a_goes_or_chooses_again, !own || block_q[1] || drop_q[1] || ans_why_i != Go
               || (alive_i[ans_port_i] ? head_valid_o : deqs_o[id]))
  `SELVAGE_PIN(a_class_of_its_row, !head_valid_o || head_tc_o == tc_q[head_id_o*3+:3])
  `SELVAGE_PIN(a_blocks_or_drops, (answer & (moves | drops) & ~deqs_o) == '0)
  `SELVAGE_PIN(a_chooses_behind_a_block, !own || !block_q[1] || ans_why_i == Reroute || deqs_o[id])
  `SELVAGE_PIN(a_asks_anew, !none || ways_q[id] == '0 || knew_i || asks_o[id])
  `SELVAGE_PIN(a_else_it_waits, !stays || waiting_o[id] || roused[id])
  `SELVAGE_PIN_NEXT(a_begins_to_stand, 1'b1, (standing_o & ~$past(standing_o) & ~head) == '0)
  `SELVAGE_PIN_NEXT(a_stands_until_granted, 1'b1,
                    ($past(standing_o) & ~standing_o & ~grant & ~cleared) == '0)
  `SELVAGE_PIN_NEXT(a_none_stands_at_the_dead, 1'b1,
                    (standing_o & $past(standing_o) & cleared) == '0)
  `SELVAGE_PIN_NEXT(a_sent_away_chooses, 1'b1, ($past(standing_o) & cleared & ~deqs_o) == '0)
  `SELVAGE_PIN_NEXT(a_waits_by_an_answer, 1'b1, (waiting_o & ~$past(waiting_o) & ~answer) == '0)
  // FL-WAKE
  `SELVAGE_PIN(a_open_wakes, !opens || (waiting_o & for_port) == '0)
  `SELVAGE_PIN(a_nothing_is_missed, (waiting_o & answer & for_port & (opened_q | old)) == '0)
  `SELVAGE_PIN(a_ack_wakes, !acked_valid_i || !waiting_o[acked_id_i] || for_limit[acked_id_i])
  `SELVAGE_PIN(a_look_wakes, !chk_valid_i || !waiting_o[chk_id_i])
  `SELVAGE_PIN(a_look_of_an_output_wakes, (waited_q & waiting_o & checked) == '0)
  `SELVAGE_PIN(a_bandwidth_wakes, (waiting_o & time_i) == '0)
  `SELVAGE_PIN(a_sleeps_until_then, (woken & ~for_limit & ~(for_port & {R{opens}}) & ~checked
               & ~roused) == '0)
  `SELVAGE_PIN(a_woken_asks_for_other_ways, (woken & (old | no_way) & ~asks_o) == '0)
  `SELVAGE_PIN(a_woken_chooses, (woken & ~old & some_way & ~deqs_o) == '0)
endmodule
bind flow_fronts flow_fronts_sva #(.N(N), .ID_W(ID_W)) i_sva (.*);
