// SPDX-License-Identifier: Apache-2.0
/// What is proved of ack_store (FLOW-P-2): an ACK watched from its push, whichever it is, is in the
/// place of its turn and has its own bits whenever that is one of those shown. So nothing is
/// lost, doubled or out of order. Included in the module under FORMAL.
localparam int FN = BANKS * ROWS;
localparam int FW = $clog2(FN + LANES + 1) + 1;

logic f_run = 1'b0;  // 0 in the first cycle: reset
(* anyseq *) logic f_pick;  // watch the ACK that is pushed now
logic [FW-1:0]    f_cnt_q;    // ACKs held
logic             f_on_q;     // an ACK is watched
logic             f_seen_q;   // and was in the cycle before
logic             f_read_q;   // read_i in the cycle before
logic [FW-1:0]    f_ahead_q;  // ACKs before it
logic [FW-1:0]    f_place_q;  // where it was written
logic [WIDTH-1:0] f_data_q;
logic [FW-1:0]    f_writes, f_reads;

function automatic [FW-1:0] f_round(input [FW-1:0] place);
  f_round = (place >= FW'(FN)) ? place - FW'(FN) : place;
endfunction
always_comb begin
  f_writes = FW'({wrow_q, wbank_q});
  f_reads  = FW'({rrow_q, rbank_q});
  assume (rst_ni == f_run);
  assume (!push_i || f_cnt_q < FW'(SIZE));
  assume (FW'(take_i) <= f_cnt_q && FW'(take_i) <= FW'(LANES));
end

always_ff @(posedge clk_i) begin
  f_run    <= 1'b1;
  f_read_q <= read_i & rst_ni;
  f_seen_q <= f_on_q & rst_ni;
  if (!rst_ni) begin
    f_cnt_q <= '0;
    f_on_q  <= 1'b0;
  end else begin
    f_cnt_q <= f_cnt_q + FW'(push_i) - FW'(take_i);
    if (f_on_q) begin
      f_ahead_q <= f_ahead_q - FW'(take_i);
      if (f_ahead_q < FW'(take_i)) f_on_q <= 1'b0;
    end else if (push_i && f_pick) begin
      f_on_q    <= 1'b1;
      f_ahead_q <= f_cnt_q - FW'(take_i);
      f_place_q <= f_writes;
      f_data_q  <= data_i;
    end
    `SELVAGE_ASSERT(store_counts, f_cnt_q <= FW'(SIZE) && f_writes < FW'(FN) && f_reads < FW'(FN)
                    && f_writes == f_round(f_reads + f_cnt_q))
    `SELVAGE_ASSERT(store_watched, !f_on_q || (f_ahead_q < f_cnt_q
                    && f_place_q == f_round(f_reads + f_ahead_q)))
    `SELVAGE_ASSERT(store_order, !(f_on_q && f_seen_q && f_read_q && show_i)
                    || f_ahead_q >= FW'(LANES)
                    || data_o[32'(f_ahead_q)*WIDTH+:WIDTH] == f_data_q)
    `SELVAGE_COVER(store_last_lane, f_on_q && f_read_q && show_i && f_ahead_q == FW'(LANES - 1))
  end
end
