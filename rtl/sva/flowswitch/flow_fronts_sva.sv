// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_fronts (FL-HEAD, FL-CHOOSE, FL-WAKE).
`include "sva.svh"
module flow_fronts_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N = 8,
  parameter int ID_W = 6,
  localparam PW = $clog2(N),
  localparam R = 1 << ID_W
) (
  input logic            clk_i,
  input logic            rst_ni,
  input logic [N-1:0]    alive_i,
  input logic [N-1:0]    init_i,
  input logic [N-1:0]    full_i,
  input logic [N*8-1:0]  xoff_i,
  input logic            woken_i,
  input logic            changed_i,
  input logic            again_i,
  input logic            exclude_i,
  input logic [ID_W-1:0] again_id_i,
  input logic [2:0]      ans_why_i,
  input logic [PW-1:0]   ans_port_i,
  input logic            put_valid_i,
  input logic [ID_W-1:0] put_id_i,
  input logic [2:0]      put_tc_i,
  input logic            route_valid_i,
  input logic [ID_W-1:0] route_id_i,
  input logic [N-1:0]    clear_i,
  input logic            grant_valid_i,
  input logic [ID_W-1:0] grant_id_i,
  input logic            deq_valid_i,
  input logic [1:0]      deq_kind_i,
  input logic [ID_W-1:0] deq_id_i,
  input logic            head_valid_o,
  input logic [PW-1:0]   head_out_o,
  input logic [2:0]      head_tc_o,
  input logic [ID_W-1:0] head_id_o,
  input logic [R-1:0]    deqs_o,
  input logic [R-1:0]    drops_o,
  input logic [R-1:0]    asks_o,
  input logic            deq_block_o,
  input logic [N-1:0]    deq_mask_o,
  input logic [N-1:0]    deq_open_o,
  input logic [R-1:0]    routing_o,
  input logic [R-1:0]    choosing_o,
  input logic [R-1:0]    standing_o,
  input logic [R-1:0]    led_o,
  input logic [R-1:0]    waiting_o
);
  // Classes of rows, outputs where their heads stand, rows whose heads did anything a clock ago.
  logic [R*3-1:0]  tc_q;
  logic [R*PW-1:0] out_q;
  logic [R-1:0]    busy_q, busy, cleared;
  logic [N-1:0]    stopped;
  assign busy = routing_o | choosing_o | standing_o | led_o | waiting_o;
  always_ff @(posedge clk_i) begin
    busy_q <= rst_ni ? busy : '0;
    if (put_valid_i) tc_q[put_id_i*3+:3] <= put_tc_i;
    if (head_valid_o) out_q[head_id_o*PW+:PW] <= head_out_o;
  end
  always_comb begin
    for (int r = 0; r < R; r = r + 1) cleared[r] = clear_i[out_q[r*PW+:PW]];
    for (int o = 0; o < N; o = o + 1) begin
      stopped[o] = xoff_i[{29'd0, tc_q[deq_id_i*3+:3]} + o * 8];
    end
  end
  // Rows of what acts in this clock; that of the DEQ of two clocks ago.
  logic [R-1:0] head, grant, again, ways, put, answer;
  assign head  = R'(head_valid_o) << head_id_o;
  assign grant = R'(grant_valid_i) << grant_id_i;
  assign again = R'(again_i) << again_id_i;
  assign ways  = R'(route_valid_i) << route_id_i;
  assign put   = R'(put_valid_i) << put_id_i;
  logic [ID_W-1:0] id1_q, id2_q;
  logic [1:0]      deq_q, own_q, block_q;
  logic            moves;  // a head that chose has to move
  assign moves = deq_q[1] && own_q[1] && !block_q[1] && ans_why_i == 3'd7;
  assign answer = R'(deq_q[1]) << id2_q;
  always_ff @(posedge clk_i) begin
    {id2_q, id1_q} <= {id1_q, deq_id_i};
    deq_q   <= rst_ni ? {deq_q[0], deq_valid_i} : '0;
    own_q   <= {own_q[0], deq_kind_i == 2'd0};
    block_q <= {block_q[0], deq_block_o};
  end

  `SELVAGE_PIN_LEGAL(m_dead_until_initialised, (alive_i & (clear_i | init_i)) == '0)
  `SELVAGE_PIN_LEGAL(m_other_routes_wake, !changed_i || woken_i)
  `SELVAGE_PIN_LEGAL(m_excludes_whom_it_stalls, !exclude_i || again_i)
  `SELVAGE_PIN(a_new_head_asks_for_ways, (put & ~busy_q & ~asks_o) == '0)
  `SELVAGE_PIN(a_deqs_of_who_chooses, (deqs_o & ~choosing_o) == '0 && (drops_o & ~deqs_o) == '0)
  `SELVAGE_PIN(a_questions_of_who_asks, (asks_o & ~routing_o) == '0)
  `SELVAGE_PIN(a_ways_that_are_alive, (deq_mask_o & ~(alive_i | init_i)) == '0)
  `SELVAGE_PIN(a_open_ways, (deq_open_o & (~deq_mask_o | full_i)) == '0)
  `SELVAGE_PIN(a_open_with_xon, !deq_valid_i || (deq_open_o & stopped) == '0)
  `SELVAGE_PIN(a_stands_by_its_answer, !head_valid_o
               || (deq_q[1] && head_id_o == id2_q && ans_why_i == '0))
  `SELVAGE_PIN(a_stands_where_it_says, !head_valid_o
               || (head_out_o == ans_port_i && alive_i[head_out_o]))
  `SELVAGE_PIN(a_who_has_to_move_blocks, !moves || (answer & ~deqs_o) == '0)
  `SELVAGE_PIN(a_class_of_its_row, !head_valid_o || head_tc_o == tc_q[head_id_o*3+:3])
  `SELVAGE_PIN(a_granted_is_led, (grant & ~led_o) == '0)
  `SELVAGE_PIN_NEXT(a_begins_to_stand, 1'b1, (standing_o & ~$past(standing_o) & ~head) == '0)
  `SELVAGE_PIN_NEXT(a_stands_until_granted, 1'b1,
                    ($past(standing_o) & ~standing_o & ~grant & ~cleared) == '0)
  `SELVAGE_PIN_NEXT(a_none_stands_at_the_dead, 1'b1,
                    (standing_o & $past(standing_o) & cleared) == '0)
  `SELVAGE_PIN_NEXT(a_led_until_answered, 1'b1,
                    ($past(led_o) & ~led_o & ~answer & ~again) == '0)
  `SELVAGE_PIN_NEXT(a_waits_by_an_answer, 1'b1, (waiting_o & ~$past(waiting_o) & ~answer) == '0)
  `SELVAGE_PIN_NEXT(a_asks_until_told, 1'b1, ($past(routing_o) & ~routing_o & ~ways) == '0)
endmodule
bind flow_fronts flow_fronts_sva #(.N(N), .ID_W(ID_W)) i_sva (.*);
