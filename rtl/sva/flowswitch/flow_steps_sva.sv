// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_steps (FL-STEP).
`include "sva.svh"
module flow_steps_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int DEPTH = 16,
  parameter int ID_W = 6,
  parameter int DATA_W = 32,
  parameter int EDGE = 0,
  localparam AW = $clog2(DEPTH)
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
  input logic              deq_valid_i,
  input logic              deq_drop_i,
  input logic [ID_W-1:0]   deq_id_i,
  input logic              deq_pull_o,
  input logic              ack_valid_i,
  input logic [ID_W-1:0]   ack_id_i,
  input logic              ack_pull_o,
  input logic              chk_valid_i,
  input logic [ID_W-1:0]   chk_id_i,
  input logic              chk_pull_o,
  input logic              deq_valid_o,
  input logic [1:0]        deq_kind_o,
  input logic [ID_W-1:0]   deq_id_o,
  input logic              enq_valid_o,
  input logic [ID_W-1:0]   enq_id_o,
  input logic [DATA_W-1:0] enq_data_o
);
  // The row that is granted in this cycle.
  logic            held_q, held;
  logic [ID_W-1:0] row_q, row;
  assign held = grant_valid_i || (held_q && !free_i);
  assign row  = grant_valid_i ? grant_id_i : row_q;
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
  always_ff @(posedge clk_i) begin
    held_q <= rst_ni && held;
    row_q  <= row;
    if (!rst_ni) {count_q, in_q, out_q} <= '0;
    else begin
      count_q <= count_q + (AW+1)'(put_valid_i) - (AW+1)'(enq_valid_o);
      if (put_valid_i) in_q <= next_of(in_q);
      if (enq_valid_o) out_q <= next_of(out_q);
    end
    if (put_valid_i) waits_q[in_q] <= {put_id_i, put_data_i};
  end
  logic urgent, late;  // the granted row has the DEQ; a drop that has to wait for it
  assign urgent = grant_valid_i || take_i;
  assign late   = EDGE != 0 && held && deq_drop_i;

  `SELVAGE_PIN_LEGAL(m_packets_fit, !put_valid_i || enq_valid_o || count_q < (AW+1)'(DEPTH))
  `SELVAGE_PIN(a_granted_goes_first, deq_pull_o == (deq_valid_i && !urgent && !late))
  `SELVAGE_PIN(a_deq_of_something, deq_valid_o == (urgent || deq_pull_o))
  `SELVAGE_PIN(a_deq_kind, deq_kind_o == (take_i ? 2'd3 : !grant_valid_i ? 2'd0
                                          : grant_host_i ? 2'd1 : 2'd2))
  `SELVAGE_PIN(a_deq_row, !deq_valid_o || deq_id_o == (urgent ? row : deq_id_i))
  `SELVAGE_PIN(a_ack_waits_for_its_row, ack_pull_o == (ack_valid_i && !(held && ack_id_i == row)))
  `SELVAGE_PIN(a_chk_waits_for_its_row, chk_pull_o == (chk_valid_i && !(held && chk_id_i == row)))
  `SELVAGE_PIN(a_enq_waits_for_its_row, enq_valid_o == (any && !(held && first_id == row)))
  `SELVAGE_PIN(a_enq_in_order, !enq_valid_o || {enq_id_o, enq_data_o} == {first_id, first_data})
endmodule
bind flow_steps flow_steps_sva #(
  .DEPTH (DEPTH),
  .ID_W  (ID_W),
  .DATA_W(DATA_W),
  .EDGE  (EDGE)
) i_sva (.*);
