// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_queues (FL-POOL, FL-QUEUE, FL-PAGE, FL-READ).
`include "sva.svh"
module flow_queues_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int PAGES = 64,
  parameter int ID_W = 6,
  parameter int UNITS_W = 14,
  localparam AW = $clog2(PAGES),
  localparam CW = $clog2(PAGES + 1),
  localparam ROWS = 1 << ID_W
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [UNITS_W-1:0]   mark_i,
  input logic                 head_valid_i,
  input logic [2:0]           head_tc_i,
  input logic [5:0]           head_len_i,
  input logic [13:0]          head_bytes_i,
  input logic [AW-1:0]        head_slot_o,
  input logic                 put_valid_i,
  input logic [ID_W-1:0]      put_id_i,
  input logic [AW-1:0]        put_slot_i,
  input logic                 put_first_o,
  input logic                 ask_valid_i,
  input logic [ID_W-1:0]      ask_id_i,
  input logic [AW-1:0]        first_slot_o,
  input logic [2:0]           first_tc_o,
  input logic [5:0]           first_len_o,
  input logic [13:0]          first_bytes_o,
  input logic                 leave_i,
  input logic                 leave_more_o,
  input logic                 word_valid_o,
  input logic                 word_last_o,
  input logic                 read_ready_o,
  input logic [7:0]           xon_o,
  input logic [8*UNITS_W-1:0] units_o,
  input logic [CW-1:0]        used_o
);
  // By page, of a packet whose first one it is: what its header said, whether it is in no queue
  // yet, or in one. By row: packets in its queue, the last one; the next behind each.
  logic [22:0]      about_q[PAGES];
  logic [AW-1:0]    next_q[PAGES], first_q[ROWS], last_q[ROWS];
  logic [CW-1:0]    count_q[ROWS];
  logic [PAGES-1:0] came_q, queued_q, one;
  logic [ID_W-1:0]  row1_q, row_q;    // asked for one and two clocks ago
  logic [1:0]       asked_q;
  logic [CW-1:0]    count, put_count;
  logic [AW-1:0]    first;
  logic [22:0]      about;
  assign one       = PAGES'(1);
  assign count     = count_q[row_q];
  assign put_count = count_q[put_id_i] - CW'(leave_i && row_q == put_id_i);
  assign first     = first_q[row_q];
  assign about     = about_q[first];
  logic [8*UNITS_W-1:0] units_q, moved;  // units held, and with what this clock brings
  logic [UNITS_W-1:0]   come, gone;
  logic [7:0]           below;
  assign {come, gone} = {UNITS_W'(head_len_i), UNITS_W'(first_len_o)};
  always_comb begin
    for (int c = 0; c < 8; c = c + 1) begin
      moved[c*UNITS_W+:UNITS_W] = units_q[c*UNITS_W+:UNITS_W]
          + (head_valid_i && head_tc_i == 3'(c) ? come : '0)
          - (leave_i && first_tc_o == 3'(c) ? gone : '0);
      below[c] = units_q[c*UNITS_W+:UNITS_W] <= mark_i;
    end
  end
  // Words that are still to show of what has left.
  logic [10:0] words_q;
  logic [9:0]  words;
  assign words = 10'((first_bytes_o + 14'd31) >> 5);
  always_ff @(posedge clk_i) begin
    {row_q, row1_q} <= {row1_q, ask_id_i};
    if (!rst_ni) begin
      {came_q, queued_q, asked_q, units_q, words_q} <= '0;
      for (int r = 0; r < ROWS; r = r + 1) count_q[r] <= '0;
    end else begin
      asked_q  <= {asked_q[0], ask_valid_i};
      units_q  <= moved;
      words_q  <= words_q + (leave_i ? 11'(words) : '0) - 11'(word_valid_o);
      came_q   <= (came_q | (head_valid_i ? one << head_slot_o : '0))
                  & ~(put_valid_i ? one << put_slot_i : '0);
      queued_q <= (queued_q | (put_valid_i ? one << put_slot_i : '0))
                  & ~(leave_i ? one << first_slot_o : '0);
      if (leave_i) count_q[row_q] <= count - CW'(1);
      if (put_valid_i) count_q[put_id_i] <= put_count + CW'(1);
    end
    if (head_valid_i) about_q[head_slot_o] <= {head_tc_i, head_len_i, head_bytes_i};
    if (put_valid_i) begin
      if (put_count != '0) next_q[last_q[put_id_i]] <= put_slot_i;
      last_q[put_id_i] <= put_slot_i;
    end
    if (leave_i) first_q[row_q] <= next_q[first];
    if (put_valid_i && put_count == '0) first_q[put_id_i] <= put_slot_i;
  end
  logic there;
  assign there = asked_q[1] && count != '0;

  `SELVAGE_PIN_LEGAL(m_puts_what_came, !put_valid_i || came_q[put_slot_i])
  `SELVAGE_PIN_LEGAL(m_leaves_what_is_asked_for, !leave_i || there)
  `SELVAGE_PIN(a_new_page, !head_valid_i || !(came_q[head_slot_o] || queued_q[head_slot_o]))
  `SELVAGE_PIN(a_first_of_its_row, !leave_i || first_slot_o == first)
  `SELVAGE_PIN(a_about_as_it_came, !leave_i || {first_tc_o, first_len_o, first_bytes_o} == about)
  `SELVAGE_PIN(a_put_into_an_empty_queue, put_first_o == (put_valid_i && put_count == '0))
  `SELVAGE_PIN(a_another_behind_it, leave_more_o == (leave_i && count > CW'(1)))
  `SELVAGE_PIN(a_units, units_o == moved)
  `SELVAGE_PIN(a_xon, xon_o == below)
  `SELVAGE_PIN_NEXT(a_pages_one_by_one, 1'b1, used_o + CW'(1) >= $past(used_o)
                    && used_o <= $past(used_o) + CW'(1))
  `SELVAGE_PIN(a_words_of_what_left, !word_valid_o || words_q != '0)
  `SELVAGE_PIN(a_last_word, !word_last_o || word_valid_o)
  `SELVAGE_PIN(a_ready_behind_its_words, words_q != '0 || read_ready_o)
endmodule
bind flow_queues flow_queues_sva #(.PAGES(PAGES), .ID_W(ID_W), .UNITS_W(UNITS_W)) i_sva (.*);
