// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_grants (FL-ASK, FL-ARB, FL-RATE).
`include "sva.svh"
module flow_grants_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N = 8,
  parameter int ID_W = 6,
  parameter int UNITS_W = 14,
  localparam PW = $clog2(N),
  localparam Q = N * 8,
  localparam ROWS = 1 << ID_W
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [7:0]           full_i,
  input logic [N-1:0]         host_i,
  input logic [N*UNITS_W-1:0] limit_i,
  input logic [N-1:0]         ask_valid_i,
  input logic [N*PW-1:0]      ask_out_i,
  input logic [N*3-1:0]       ask_tc_i,
  input logic [N*ID_W-1:0]    ask_id_i,
  input logic [N*6-1:0]       ask_len_i,
  input logic [N-1:0]         done_i,
  input logic [N-1:0]         abort_i,
  input logic [N-1:0]         drops_i,
  input logic [N-1:0]         soon_i,
  input logic [N-1:0]         soon_host_i,
  input logic [N*8-1:0]       xoff_i,
  input logic [N-1:0]         clear_i,
  input logic [N*6-1:0]       gone_len_i,
  input logic [N-1:0]         grant_valid_o,
  input logic [N*PW-1:0]      grant_out_o,
  input logic [N*3-1:0]       grant_tc_o,
  input logic [N*ID_W-1:0]    grant_id_o,
  input logic [N*UNITS_W-1:0] ahead_o,
  input logic [N*UNITS_W-1:0] load_o
);
  // By input and row, with what this clock brings: its head stands at an output, in a class, of so
  // many units, so many heads before it in its list.
  logic [N-1:0][ROWS-1:0]           stands_q, stands;
  logic [N-1:0][ROWS-1:0][PW-1:0]   out_q, out;
  logic [N-1:0][ROWS-1:0][2:0]      tc_q, tc;
  logic [N-1:0][ROWS-1:0][5:0]      len_q, len;
  logic [N-1:0][ROWS-1:0][ID_W-1:0] rank_q, rank, rank_next;
  // By input: it is locked, by a grant of so many units at an output.
  logic [N-1:0]         locked_q, locked, twice;
  logic [N-1:0][PW-1:0] held_out_q;
  logic [N-1:0][5:0]    held_len_q;
  // By output: units granted or in its FIFO, without what has left; of heads that stand there.
  logic [N-1:0][UNITS_W-1:0] reserved_q, left, ahead, given_len;

  assign locked = locked_q & ~done_i & ~abort_i;
  always_comb begin
    logic [ID_W-1:0] row, ahead_of_it;
    {twice, row, ahead_of_it, stands, left, ahead} = '0;
    {out, tc, len, rank} = {out_q, tc_q, len_q, rank_q};
    for (int i = 0; i < N; i = i + 1) begin
      for (int r = 0; r < ROWS; r = r + 1) stands[i][r] = stands_q[i][r] && !clear_i[out_q[i][r]];
      if (ask_valid_i[i]) begin
        row         = ask_id_i[i*ID_W+:ID_W];
        ahead_of_it = '0;
        for (int r = 0; r < ROWS; r = r + 1) begin
          if (stands[i][r] && out[i][r] == ask_out_i[i*PW+:PW] && tc[i][r] == ask_tc_i[i*3+:3])
            ahead_of_it = ahead_of_it + ID_W'(1);
        end
        twice[i]       = stands[i][row];
        stands[i][row] = 1'b1;
        out[i][row]    = ask_out_i[i*PW+:PW];
        tc[i][row]     = ask_tc_i[i*3+:3];
        len[i][row]    = ask_len_i[i*6+:6];
        rank[i][row] = ahead_of_it;
      end
    end
    for (int o = 0; o < N; o = o + 1) begin
      left[o]  = reserved_q[o] - UNITS_W'(gone_len_i[o*6+:6]);
      for (int i = 0; i < N; i = i + 1) begin
        if (abort_i[i] && held_out_q[i] == PW'(o)) left[o] = left[o] - UNITS_W'(held_len_q[i]);
      end
    end
    for (int i = 0; i < N; i = i + 1) begin
      for (int r = 0; r < ROWS; r = r + 1) begin
        if (stands[i][r]) ahead[out[i][r]] = ahead[out[i][r]] + UNITS_W'(len[i][r]);
      end
    end
  end

  // By input: what is granted is the first of a list, may leave by then, has room and XON. By
  // output: it is given to one input; a head there could go; units as they should be. By input,
  // output and class: the first head there could go, unless an output before takes the input.
  logic [N-1:0] first, soon, room, xon, given, twice_given, could, ahead_bad, load_bad;
  logic [N-1:0][Q-1:0] can;
  always_comb begin
    {first, soon, room, xon, given, twice_given, could, ahead_bad, load_bad, can} = '0;
    given_len = '0;
    for (int i = 0; i < N; i = i + 1) begin
      logic [ID_W-1:0] row;
      logic [PW-1:0]   to;
      row = grant_id_o[i*ID_W+:ID_W];
      to  = grant_out_o[i*PW+:PW];
      first[i] = stands[i][row] && out[i][row] == to && tc[i][row] == grant_tc_o[i*3+:3]
                 && rank[i][row] == '0;
      soon[i]  = host_i[to] ? soon_host_i[i] : soon_i[i];
      room[i]  = left[to] + UNITS_W'(len[i][row]) <= limit_i[to*UNITS_W+:UNITS_W];
      xon[i]   = !xoff_i[{29'd0, grant_tc_o[i*3+:3]} + 32'(to) * 8];
      if (grant_valid_o[i]) begin
        twice_given[to] = twice_given[to] || given[to];
        given[to]       = 1'b1;
        given_len[to]   = UNITS_W'(len[i][row]);
      end
    end
    for (int o = 0; o < N; o = o + 1) begin
      ahead_bad[o] = ahead_o[o*UNITS_W+:UNITS_W] != ahead[o] - given_len[o];
      load_bad[o]  = load_o[o*UNITS_W+:UNITS_W] != ahead[o] + left[o];
    end
    for (int i = 0; i < N; i = i + 1) begin
      for (int r = 0; r < ROWS; r = r + 1) begin
        logic [PW-1:0] o;
        o = out[i][r];
        if (stands[i][r] && rank[i][r] == '0 && !locked[i] && !drops_i[i]
            && (host_i[o] ? soon_host_i[i] : soon_i[i])
            && !xoff_i[{29'd0, tc[i][r]} + 32'(o) * 8]
            && left[o] + UNITS_W'(len[i][r]) <= limit_i[o*UNITS_W+:UNITS_W]) begin
          can[i][{o, tc[i][r]}] = 1'b1;
          if (!grant_valid_o[i] && full_i[tc[i][r]]) could[o] = 1'b1;
        end
      end
    end
  end

  // The output that decides first; of each output and class the input served last. By input that is
  // granted: an output before its own could have had it, and was given nothing; another input of
  // its class, which no output before has taken, comes before it.
  logic [PW-1:0]        first_q;
  int                   lead;  // the first output that is granted
  logic [Q-1:0][PW-1:0] served_q;
  logic [N-1:0]         late_out, early_in;
  function automatic int place(input int one, input int from);
    place = (one + N - from) % N;
  endfunction
  always_comb begin
    {late_out, early_in} = '0;
    for (int i = 0; i < N; i = i + 1) begin
      logic [PW+2:0] list;
      int            mine, last;
      list = {grant_out_o[i*PW+:PW], grant_tc_o[i*3+:3]};
      mine = place(32'(list[PW+2:3]), 32'(first_q));
      last = 32'(served_q[list]) + 1;
      for (int k = 0; k < N; k = k + 1) begin
        if (place(k, 32'(first_q)) < mine && !given[k] && (can[i][k*8+:8] & full_i) != '0)
          late_out[i] = 1'b1;
        if (can[k][list] && place(k, last) < place(i, last)
            && !(grant_valid_o[k] && place(32'(grant_out_o[k*PW+:PW]), 32'(first_q)) < mine))
          early_in[i] = 1'b1;
      end
    end
  end
  always_comb begin
    lead = 32'(first_q) + N;
    for (int i = 0; i < N; i = i + 1) begin
      if (grant_valid_o[i]
          && place(32'(grant_out_o[i*PW+:PW]), 32'(first_q)) < lead - 32'(first_q)) begin
        lead = 32'(first_q) + place(32'(grant_out_o[i*PW+:PW]), 32'(first_q));
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {first_q, served_q} <= {PW'(0), {Q{PW'(N - 1)}}};
    else begin
      if (grant_valid_o != '0) first_q <= PW'(place(lead + 1, 0));
      for (int i = 0; i < N; i = i + 1) begin
        if (grant_valid_o[i]) served_q[{grant_out_o[i*PW+:PW], grant_tc_o[i*3+:3]}] <= PW'(i);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    locked_q <= rst_ni ? locked | grant_valid_o : '0;
    {out_q, tc_q, len_q, rank_q} <= {out, tc, len, rank_next};
    for (int i = 0; i < N; i = i + 1) begin
      stands_q[i] <= !rst_ni ? '0
                     : stands[i] & ~(ROWS'(grant_valid_o[i]) << grant_id_o[i*ID_W+:ID_W]);
      reserved_q[i] <= rst_ni ? left[i] + given_len[i] : '0;
      if (grant_valid_o[i]) begin
        held_out_q[i] <= grant_out_o[i*PW+:PW];
        held_len_q[i] <= len[i][grant_id_o[i*ID_W+:ID_W]];
      end
    end
  end
  always_comb begin
    rank_next = rank;
    for (int i = 0; i < N; i = i + 1) begin
      for (int r = 0; r < ROWS; r = r + 1) begin
        if (grant_valid_o[i] && rank[i][r] != '0 && out[i][r] == grant_out_o[i*PW+:PW]
            && tc[i][r] == grant_tc_o[i*3+:3]) rank_next[i][r] = rank[i][r] - ID_W'(1);
      end
    end
  end

  `SELVAGE_PIN_LEGAL(m_leaves_or_comes_to_nothing, (done_i & abort_i) == '0)
  `SELVAGE_PIN_LEGAL(m_row_asks_once, twice == '0)
  `SELVAGE_PIN(a_one_grant_an_output, twice_given == '0)
  `SELVAGE_PIN(a_not_while_locked, (grant_valid_o & locked) == '0)
  `SELVAGE_PIN(a_not_beside_a_drop, (grant_valid_o & drops_i) == '0)
  `SELVAGE_PIN(a_first_of_its_list, (grant_valid_o & ~first) == '0)
  `SELVAGE_PIN(a_not_against_xoff, (grant_valid_o & ~xon) == '0)
  `SELVAGE_PIN(a_can_be_read_by_then, (grant_valid_o & ~soon) == '0)
  `SELVAGE_PIN(a_has_room, (grant_valid_o & ~room) == '0)
  `SELVAGE_PIN(a_grants_while_one_can, (could & ~given) == '0)
  `SELVAGE_PIN(a_outputs_in_turn, (grant_valid_o & late_out) == '0)
  `SELVAGE_PIN(a_inputs_in_turn, (grant_valid_o & early_in) == '0)
  `SELVAGE_PIN(a_units_ahead, ahead_bad == '0)
  `SELVAGE_PIN(a_load, load_bad == '0)
endmodule
bind flow_grants flow_grants_sva #(.N(N), .ID_W(ID_W), .UNITS_W(UNITS_W)) i_sva (.*);
