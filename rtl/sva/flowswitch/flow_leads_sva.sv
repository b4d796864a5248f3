// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_leads (FL-LEAD).
`include "sva.svh"
module flow_leads_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N = 8,
  parameter int ID_W = 6,
  parameter int POS_W = 10,
  parameter int DATA_W = 32,
  localparam PW = $clog2(N)
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic [N-1:0]        host_i,
  input logic [N-1:0]        grant_valid_i,
  input logic [N*PW-1:0]     grant_out_i,
  input logic [N*ID_W-1:0]   grant_id_i,
  input logic [N-1:0]        ans_go_i,
  input logic [N*PW-1:0]     ans_port_i,
  input logic [N*DATA_W-1:0] data_i,
  input logic [N-1:0]        map_valid_o,
  input logic [N*PW-1:0]     map_in_o,
  input logic [N*ID_W-1:0]   map_id_o,
  input logic [N*DATA_W-1:0] map_data_o,
  input logic [N-1:0]        map_stall_i,
  input logic [N-1:0]        map_over_i,
  input logic [N*ID_W-1:0]   map_oid_i,
  input logic [N*POS_W-1:0]  map_start_i,
  input logic [N*ID_W-1:0]   id_o,
  input logic [N*PW-1:0]     out_o,
  input logic [N-1:0]        take_o,
  input logic [N-1:0]        ask_o,
  input logic [N*ID_W-1:0]   ask_id_o,
  input logic [N-1:0]        leave_o,
  input logic [N-1:0]        abort_o,
  input logic [N-1:0]        again_o,
  input logic [N-1:0]        exclude_o,
  input logic [N*ID_W-1:0]   oid_o,
  input logic [N*POS_W-1:0]  start_o
);
  // By input: it leads a head, so many clocks behind its grant, for this output, a host's; what
  // the MAP was answered; what it is to do in this clock.
  logic [2:0]       age_q[N];
  logic [N-1:0]     leads_q, hosts_q, mapped_q, peeked, asked, second;
  logic [PW-1:0]    out_q[N];
  logic [ID_W-1:0]  id_q[N], oid_q[N];
  logic [POS_W-1:0] start_q[N];
  logic [N-1:0]     fits, stalled, over, leaves, fails, twice;
  logic [N-1:0]     maps;                    // by output
  logic [N-1:0]     same, ask_same, answers; // rows, MAPs, answers as they should be
  always_comb begin
    {maps, twice} = '0;
    for (int i = 0; i < N; i = i + 1) begin
      peeked[i]   = leads_q[i] && !hosts_q[i] && age_q[i] == 3'd2;
      asked[i]    = leads_q[i] && mapped_q[i] && age_q[i] == 3'd4;
      second[i]   = leads_q[i] && age_q[i] == 3'd6;
      fits[i]     = ans_go_i[i] && ans_port_i[i*PW+:PW] == out_q[i];
      stalled[i]  = map_stall_i[out_q[i]];
      over[i]     = map_over_i[out_q[i]];
      leaves[i]   = second[i] || (leads_q[i] && hosts_q[i] && age_q[i] == 3'd2 && ans_go_i[i]);
      fails[i]    = (leads_q[i] && age_q[i] == 3'd2 && (hosts_q[i] ? !ans_go_i[i] : !fits[i]))
                    || (asked[i] && stalled[i]);
      same[i]     = !leads_q[i] || (id_o[i*ID_W+:ID_W] == id_q[i]
                                    && out_o[i*PW+:PW] == out_q[i]);
      ask_same[i] = ask_id_o[i*ID_W+:ID_W]
                    == (grant_valid_i[i] ? grant_id_i[i*ID_W+:ID_W] : id_q[i]);
      answers[i]  = oid_o[i*ID_W+:ID_W] == oid_q[i] && start_o[i*POS_W+:POS_W] == start_q[i];
      for (int j = 0; j < i; j = j + 1) begin
        if (grant_valid_i[i] && grant_valid_i[j]
            && grant_out_i[i*PW+:PW] == grant_out_i[j*PW+:PW]) twice[i] = 1'b1;
      end
      if (peeked[i] && fits[i]) maps[out_q[i]] = 1'b1;
    end
  end
  // By output: its MAP is of a head that is led to it, with what goes with that.
  logic [N-1:0] map_same, map_none;
  always_comb begin
    for (int o = 0; o < N; o = o + 1) begin
      logic [PW-1:0] in;
      in = map_in_o[o*PW+:PW];
      map_same[o] = peeked[in] && out_q[in] == PW'(o) && map_id_o[o*ID_W+:ID_W] == id_q[in]
                    && map_data_o[o*DATA_W+:DATA_W] == data_i[in*DATA_W+:DATA_W];
      map_none[o] = {in, map_id_o[o*ID_W+:ID_W], map_data_o[o*DATA_W+:DATA_W]} == '0;
    end
  end
  logic [N-1:0] to_host;  // by input, what is granted now
  always_comb begin
    for (int i = 0; i < N; i = i + 1) to_host[i] = host_i[grant_out_i[i*PW+:PW]];
  end
  always_ff @(posedge clk_i) begin
    leads_q <= rst_ni ? grant_valid_i | (leads_q & ~leaves & ~fails) : '0;
    for (int i = 0; i < N; i = i + 1) begin
      age_q[i] <= grant_valid_i[i] ? 3'd1 : age_q[i] + 3'd1;
      if (grant_valid_i[i]) begin
        {hosts_q[i], mapped_q[i]} <= {to_host[i], 1'b0};
        {out_q[i], id_q[i]} <= {grant_out_i[i*PW+:PW], grant_id_i[i*ID_W+:ID_W]};
      end else if (peeked[i]) mapped_q[i] <= fits[i];
      if (asked[i]) begin
        oid_q[i]   <= map_oid_i[out_q[i]*ID_W+:ID_W];
        start_q[i] <= map_start_i[out_q[i]*POS_W+:POS_W];
      end
    end
  end

  `SELVAGE_PIN_LEGAL(m_one_grant_an_output, twice == '0)
  `SELVAGE_PIN_LEGAL(m_one_head_an_input, (grant_valid_i & leads_q & ~leaves & ~fails) == '0)
  `SELVAGE_PIN(a_row_that_is_led, same == '1)
  `SELVAGE_PIN(a_maps_two_clocks_later, map_valid_o == maps)
  `SELVAGE_PIN(a_map_of_a_head, (map_valid_o & ~map_same) == '0)
  `SELVAGE_PIN(a_no_map_without, (~map_valid_o & ~map_none) == '0)
  `SELVAGE_PIN(a_no_map_to_a_host, (map_valid_o & host_i) == '0)
  `SELVAGE_PIN(a_second_deq, take_o == (asked & ~stalled))
  `SELVAGE_PIN(a_asks_for_its_row, ask_o == ((grant_valid_i & to_host) | take_o)
               && (ask_o & ~ask_same) == '0)
  `SELVAGE_PIN(a_leaves_in_time, leave_o == leaves)
  `SELVAGE_PIN(a_comes_to_nothing_in_time, abort_o == fails)
  `SELVAGE_PIN(a_chooses_again, again_o == (asked & stalled) && exclude_o == (again_o & over))
  `SELVAGE_PIN(a_id_and_start_of_the_map, (second & ~answers) == '0)
endmodule
bind flow_leads flow_leads_sva #(
  .N     (N),
  .ID_W  (ID_W),
  .POS_W (POS_W),
  .DATA_W(DATA_W)
) i_sva (.*);
