// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_steps (FL-STEP).
`include "sva.svh"
module flow_steps_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int DEPTH = 16,
  parameter int ID_W = 6,
  parameter int DATA_W = 32,
  parameter int PICK_W = 12,
  localparam AW = $clog2(DEPTH),
  localparam int R = 1 << ID_W
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              put_valid_i,
  input logic [ID_W-1:0]   put_id_i,
  input logic [DATA_W-1:0] put_data_i,
  input logic              grant_valid_i,
  input logic [ID_W-1:0]   grant_id_i,
  input logic              grant_host_i,
  input logic              take_i,
  input logic              free_i,
  input logic              pick_valid_i,
  input logic              pick_drop_i,
  input logic [ID_W-1:0]   pick_id_i,
  input logic [PICK_W-1:0] pick_data_i,
  input logic              soon_i,
  input logic              ack_valid_i,
  input logic [ID_W-1:0]   ack_id_i,
  input logic              ack_pull_o,
  input logic              chk_valid_i,
  input logic [ID_W-1:0]   chk_id_i,
  input logic              chk_pull_o,
  input logic              deq_valid_o,
  input logic [1:0]        deq_kind_o,
  input logic [ID_W-1:0]   deq_id_o,
  input logic [PICK_W-1:0] deq_data_o,
  input logic              deq_drop_o,
  input logic              drops_o,
  input logic              enq_valid_o,
  input logic [ID_W-1:0]   enq_id_o,
  input logic [DATA_W-1:0] enq_data_o
);
  function automatic [R-1:0] one(input valid, input [ID_W-1:0] id);
    one = R'(valid) << id;
  endfunction
  // The row that is granted; the one of which a packet is dropped, up to the clock before the
  // answer. Nothing but their own DEQ goes to them.
  logic [R-1:0] granted_q, granted, dropped_q, closed;
  logic         drops;
  assign granted = (granted_q & ~{R{free_i}}) | one(grant_valid_i, grant_id_i);
  assign drops   = deq_valid_o && deq_drop_o;
  assign closed  = granted | dropped_q | one(drops, deq_id_o);

  // Packets that wait, as they came, and the first one, which may be that of this cycle.
  logic [ID_W+DATA_W-1:0] waits_q[DEPTH];
  logic [AW:0]            count_q;
  logic [AW-1:0]          in_q, out_q;
  logic [ID_W-1:0]        first_id;
  logic [DATA_W-1:0]      first_data;
  logic                   any;
  assign any = count_q != '0 || put_valid_i;
  assign {first_id, first_data} = count_q != '0 ? waits_q[out_q] : {put_id_i, put_data_i};
  function automatic [AW-1:0] next_of(input [AW-1:0] at);
    next_of = at == AW'(DEPTH - 1) ? '0 : at + AW'(1);
  endfunction

  // Heads that had their turn, as they had it, with what they gave; a row has one at a time.
  logic [PICK_W:0] gives_q[R], gives, first;
  logic [ID_W-1:0] turn_q[R], turn, in_turn_q, out_turn_q;
  logic [ID_W:0]   turns_q;
  logic            urgent, own, there, drop;
  assign urgent = grant_valid_i || take_i;
  assign own    = deq_valid_o && deq_kind_o == 2'd0;
  assign there  = turns_q != '0 || pick_valid_i;
  assign turn   = turns_q != '0 ? turn_q[out_turn_q] : pick_id_i;
  assign gives  = turns_q != '0 ? gives_q[out_turn_q] : {pick_drop_i, pick_data_i};
  assign drop   = there && gives[PICK_W];
  assign first  = turns_q != '0 ? gives_q[out_turn_q] : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {count_q, in_q, out_q, in_turn_q, out_turn_q} <= '0;
      {granted_q, dropped_q, turns_q} <= '0;
    end else begin
      granted_q <= granted;
      dropped_q <= one(drops, deq_id_o);
      count_q   <= count_q + (AW+1)'(put_valid_i) - (AW+1)'(enq_valid_o);
      if (put_valid_i) in_q <= next_of(in_q);
      if (enq_valid_o) out_q <= next_of(out_q);
      turns_q   <= turns_q + (ID_W+1)'(pick_valid_i) - (ID_W+1)'(own);
      if (pick_valid_i) in_turn_q <= in_turn_q + ID_W'(1);
      if (own) out_turn_q <= out_turn_q + ID_W'(1);
    end
    if (put_valid_i) waits_q[in_q] <= {put_id_i, put_data_i};
    if (pick_valid_i) begin
      turn_q[in_turn_q]  <= pick_id_i;
      gives_q[in_turn_q] <= {pick_drop_i, pick_data_i};
    end
  end

  `SELVAGE_PIN_LEGAL(m_packets_fit, !put_valid_i || enq_valid_o || count_q < (AW+1)'(DEPTH))
  `SELVAGE_PIN_LEGAL(m_turns_fit, !pick_valid_i || own || turns_q < (ID_W+1)'(R))
  `SELVAGE_PIN(a_granted_goes_first, !urgent || (deq_valid_o && deq_kind_o != 2'd0))
  `SELVAGE_PIN(a_deq_kind, !deq_valid_o || deq_kind_o
               == (take_i ? 2'd3 : !grant_valid_i ? 2'd0 : grant_host_i ? 2'd1 : 2'd2))
  `SELVAGE_PIN(a_deq_of_what_is_granted, !urgent || granted[deq_id_o])
  `SELVAGE_PIN(a_turn_goes_at_once, urgent || drop || deq_valid_o == there)
  `SELVAGE_PIN(a_turns_in_order, !own || (there && deq_id_o == turn))
  `SELVAGE_PIN(a_with_what_it_gave, !own || {deq_drop_o, deq_data_o} == gives)
  `SELVAGE_PIN(a_drop_has_a_turn, !deq_drop_o || own)
  `SELVAGE_PIN(a_no_drop_while_granted, !drops || (granted | dropped_q) == '0)
  `SELVAGE_PIN(a_drop_is_read_at_once, !drops || soon_i)
  `SELVAGE_PIN(a_drop_goes_when_it_may, urgent || !drop || !soon_i || deq_valid_o
               || (granted | dropped_q) != '0)
  `SELVAGE_PIN(a_no_grant_from_turn_to_answer, drops_o
               == (`SELVAGE_AGO1(drops) || first[PICK_W]))
  `SELVAGE_PIN(a_ack_waits_for_its_row, ack_pull_o == (ack_valid_i && !closed[ack_id_i]))
  `SELVAGE_PIN(a_chk_waits_for_its_row, chk_pull_o == (chk_valid_i && !closed[chk_id_i]))
  `SELVAGE_PIN(a_enq_waits_for_its_row, enq_valid_o == (any && !closed[first_id]))
  `SELVAGE_PIN(a_enq_in_order, !enq_valid_o || {enq_id_o, enq_data_o} == {first_id, first_data})
endmodule
bind flow_steps flow_steps_sva #(
  .DEPTH (DEPTH),
  .ID_W  (ID_W),
  .DATA_W(DATA_W),
  .PICK_W(PICK_W)
) i_sva (.*);
