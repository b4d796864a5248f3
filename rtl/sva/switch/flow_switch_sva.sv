// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_switch (FL-BEAT, FL-HEADER, FL-POOL, FL-CHOOSE, FL-WAYS, FL-ARB,
/// FL-TX, FL-MARK, FL-MSG, FL-HOST, FL-DEAD).
`include "sva.svh"
module flow_switch_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N = 8,
  parameter int HOSTS = 0,
  parameter int ID_W = 6,
  parameter int POS_W = 8,
  parameter int MSG_W = 22,
  localparam PW = $clog2(N),
  localparam UNITS_W = 14
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [39:0]          now_i,
  input logic [UNITS_W-1:0]   pool_mark_i,
  input logic [N-1:0]         wired_i,
  input logic [3*N-1:0]       wire_sym_i,
  input logic [N-1:0]         wire_head_i,
  input logic [N-1:0]         wire_tail_i,
  input logic [N*200-1:0]     wire_data_i,
  input logic [N*8-1:0]       xon_i,
  input logic [N-1:0]         hold_i,
  input logic [3*N-1:0]       wire_sym_o,
  input logic [N-1:0]         wire_head_o,
  input logic [N-1:0]         wire_tail_o,
  input logic [N*200-1:0]     wire_data_o,
  input logic [N*8-1:0]       xon_o,
  input logic [N-1:0]         pause_o,
  input logic [N-1:0]         dead_i,
  input logic [N-1:0]         init_i,
  input logic [N-1:0]         rest_o,
  input logic [N-1:0]         msg_valid_i,
  input logic [N*MSG_W-1:0]   msg_i,
  input logic [N-1:0]         msg_valid_o,
  input logic [N*MSG_W-1:0]   msg_o,
  input logic                 ask_valid_o,
  input logic [PW-1:0]        ask_in_o,
  input logic                 route_valid_i,
  input logic [N-1:0]         route_ways_i,
  input logic [N-1:0]         grant_valid_o,
  input logic [N*PW-1:0]      grant_out_o,
  input logic [N*ID_W-1:0]    grant_id_o,
  input logic [N*UNITS_W-1:0] load_o
);
  localparam [2:0] Packet = 3'd1, Marker = 3'd2, Frame = 3'd3, Message = 3'd4;
  localparam int WIRE = 6;   // cycles from what an output decides to its beat
  localparam int LOOK = 15;  // cycles from a look at a row to the beat of its marker
  localparam int ASKED = 64;
  localparam int ROWS = 1 << ID_W;
  localparam logic [N-1:0] Hosts = N'(HOSTS);
  localparam logic [21:0] Ids = 22'((1 << ID_W) - 1), Positions = 22'((1 << POS_W) - 1);
  localparam logic [21:0] Named = (Positions << 11) | Ids;  // bits of id and position in use

  // ------------------------------------------------------------------------------- wires
  // By port: what is on both wires; the output is inside of a packet or frame.
  logic [N-1:0][2:0]      in_sym, in_tc, sym, kind_q, tc_q, tc;
  logic [N-1:0][13:0]     in_bytes, bytes_q, bytes;
  logic [N-1:0][ID_W-1:0] in_id;
  logic [N-1:0][199:0]    data;
  logic [N-1:0]           in_open_q, in_parts, in_marks, open_q, parts, marks, heads, tails;
  logic [N-1:0]           message;
  logic [N-1:0][9:0]      left_q, left;  // beats to leave, this one included
  // Frames of so many ACKs: blocks of 8 bytes, 25 a beat.
  function automatic [9:0] frame_beats(input [5:0] acks);
    frame_beats = 10'((8 * ((9 + (25 * 32'(acks) + 7) / 8 + 7) / 8) + 24) / 25);
  endfunction
  always_comb begin
    for (int p = 0; p < N; p = p + 1) begin
      in_sym[p]   = wire_sym_i[p*3+:3];
      in_parts[p] = in_sym[p] == Packet || in_sym[p] == Frame;
      in_marks[p] = in_parts[p] || in_sym[p] == Marker;
      in_bytes[p] = wire_data_i[p*200+:14];
      in_tc[p]    = wire_data_i[p*200+34+:3];
      in_id[p]    = wire_data_i[p*200+39+:ID_W];
      sym[p]      = wire_sym_o[p*3+:3];
      data[p]     = wire_data_o[p*200+:200];
      parts[p]    = sym[p] == Packet || sym[p] == Frame;
      marks[p]    = parts[p] || sym[p] == Marker;
      message[p]  = sym[p] == Message;
      heads[p]    = sym[p] == Packet && wire_head_o[p];
      tails[p]    = sym[p] == Packet && wire_tail_o[p];
      left[p]     = !wire_head_o[p] ? left_q[p]
                    : sym[p] == Frame ? frame_beats(data[p][21:16])
                    : fabric_pkg::packet_beats(data[p][13:0]);
      bytes[p]    = heads[p] ? data[p][13:0] : bytes_q[p];
      tc[p]       = heads[p] ? data[p][36:34] : tc_q[p];
    end
  end

  // Up to so many clocks ago: messages, hosts that held, idle wires. Ports that are dead; messages
  // that came.
  logic [WIRE:1][N-1:0]            msg_q, hold_q;
  logic [WIRE:1][N-1:0][MSG_W-1:0] said_q;
  logic [2:1][N-1:0]               idle_q;
  logic [N-1:0]                    dead_q, came_msg_q;
  logic [N-1:0][MSG_W-1:0]         came_data_q;
  always_ff @(posedge clk_i) begin
    msg_q  <= rst_ni ? {msg_q[WIRE-1:1], msg_valid_i} : '0;
    hold_q <= rst_ni ? {hold_q[WIRE-1:1], hold_i} : '0;
    said_q <= {said_q[WIRE-1:1], msg_i};
    idle_q[2] <= idle_q[1] & {N{rst_ni}};
    dead_q <= rst_ni ? (dead_q | dead_i) & ~init_i : '0;
    for (int p = 0; p < N; p = p + 1) begin
      idle_q[1][p] <= rst_ni && sym[p] == '0;
      if (!rst_ni) open_q[p] <= 1'b0;
      else if (parts[p]) open_q[p] <= !wire_tail_o[p];
      if (parts[p]) {kind_q[p], left_q[p]} <= {sym[p], left[p] - 10'd1};
      came_msg_q[p]  <= rst_ni && in_sym[p] == Message;
      came_data_q[p] <= wire_data_i[p*200+:MSG_W];
      if (!rst_ni) in_open_q[p] <= 1'b0;
      else if (in_parts[p]) in_open_q[p] <= !wire_tail_i[p];
    end
    {bytes_q, tc_q} <= {bytes, tc};
  end

  // By port: rules of its wires that are broken. A marker that has waited for nothing tells when
  // its row was looked at.
  logic [N-1:0] between, start, length, mark, late_mark, name, said, held, strange, other;
  always_comb begin
    for (int p = 0; p < N; p = p + 1) begin
      between[p]   = open_q[p] && !message[p] && sym[p] != kind_q[p];
      start[p]     = marks[p] && wire_head_o[p] == open_q[p];
      length[p]    = parts[p] && wire_tail_o[p] != (left[p] == 10'd1);
      mark[p]      = sym[p] == Marker && !(wire_tail_o[p] && data[p][13:0] == '0);
      late_mark[p] = sym[p] == Marker && idle_q[2][p] && idle_q[1][p] && !hold_q[WIRE][p]
                     && data[p][39+:ID_W] != ID_W'(now_i - 40'(LOOK));
      name[p]      = (heads[p] || sym[p] == Marker) && (data[p][71:61] != '0
                     || (!Hosts[p] && (data[p][60:39] & ~Named) != '0));
      said[p]      = message[p] && data[p] != 200'(said_q[WIRE][p]);
      strange[p]   = Hosts[p] && (sym[p] == Marker || sym[p] == Frame);
      other[p]     = msg_valid_o[p] && msg_o[p*MSG_W+:MSG_W] != came_data_q[p];
      held[p]      = hold_q[WIRE][p] && wire_head_o[p] && sym[p] != Frame;
    end
  end

  // ------------------------------------------------------------------------------- packets
  // Those whose header has come and whose last beat has not left: how many, units of each class.
  // One that is dropped stays.
  logic [31:0]      inside_q, packets, load, came, leave;
  logic [7:0][31:0] units_q, units;
  logic [7:0]       room;
  logic [N-1:0]     off;
  always_comb begin
    {packets, load, came, leave} = {inside_q, 96'd0};
    units = units_q;
    for (int p = 0; p < N; p = p + 1) begin
      load = load + 32'(load_o[p*UNITS_W+:UNITS_W]);
      if (in_sym[p] == Packet && wire_head_i[p]) begin
        packets = packets + 32'd1;
        units[in_tc[p]] = units[in_tc[p]] + 32'(fabric_pkg::packet_units(in_bytes[p]));
      end
      leave = leave + 32'(sym[p] == Packet);
      if (tails[p]) begin
        packets = packets - 32'd1;
        units[tc[p]] = units[tc[p]] - 32'(fabric_pkg::packet_units(bytes[p]));
      end
    end
    for (int c = 0; c < 8; c = c + 1) begin
      came    = came + units_q[c];
      room[c] = units_q[c] <= 32'(pool_mark_i);
    end
    for (int p = 0; p < N; p = p + 1) off[p] = (room & ~xon_o[p*8+:8]) != '0;
  end
  always_ff @(posedge clk_i) {inside_q, units_q} <= rst_ni ? {packets, units} : '0;

  // ------------------------------------------------------------------------------- grants
  // Inputs that have asked and have no answer yet, in order; ways that each has been told of.
  logic [ASKED-1:0][PW-1:0]     asked_q;
  logic [$clog2(ASKED)-1:0]     put_q, get_q;
  logic [$clog2(ASKED+1)-1:0]   count_q;
  logic [N-1:0][N-1:0]          told_q;
  logic [N-1:0][ROWS-1:0][2:0]  row_tc_q;  // the class of a row of a link
  logic [N-1:0]                 given, twice, nowhere, closed, untold, empty, granted_q;
  always_ff @(posedge clk_i) begin
    granted_q <= rst_ni ? grant_valid_o : '0;
    if (!rst_ni) {put_q, get_q, count_q, told_q} <= '0;
    else begin
      put_q   <= put_q + $bits(put_q)'(ask_valid_o);
      get_q   <= get_q + $bits(get_q)'(route_valid_i);
      count_q <= count_q + $bits(count_q)'(ask_valid_o) - $bits(count_q)'(route_valid_i);
      if (route_valid_i) told_q[asked_q[get_q]] <= told_q[asked_q[get_q]] | route_ways_i;
    end
    if (ask_valid_o) asked_q[put_q] <= ask_in_o;
    for (int p = 0; p < N; p = p + 1) begin
      if (in_sym[p] == Packet && wire_head_i[p]) row_tc_q[p][in_id[p]] <= in_tc[p];
    end
  end
  always_comb begin
    {given, twice, nowhere, closed, untold, empty} = '0;
    for (int i = 0; i < N; i = i + 1) begin
      logic [PW-1:0] o;
      logic [2:0]    tc_of;
      o     = grant_out_o[i*PW+:PW];
      tc_of = row_tc_q[i][grant_id_o[i*ID_W+:ID_W]];
      if (grant_valid_o[i]) begin
        twice[o]   = twice[o] || given[o];
        given[o]   = 1'b1;
        nowhere[i] = !wired_i[o];
        closed[i]  = xon_i[o*8+:8] == '0 || (!Hosts[i] && !xon_i[{o, tc_of}]);
        untold[i]  = !told_q[i][o];
        empty[i]   = load_o[o*UNITS_W+:UNITS_W] == '0;
      end
    end
  end

  `SELVAGE_PIN_LEGAL(m_straps_are_static, !$past(rst_ni) || $stable({pool_mark_i, wired_i}))
  `SELVAGE_PIN_LEGAL(m_time_counts, !$past(rst_ni) || now_i == $past(now_i) + 40'd1)
  `SELVAGE_PIN_LEGAL(m_begins_with_a_head, ((in_parts & ~(wire_head_i ^ in_open_q))
                     | ((wire_head_i | wire_tail_i) & ~in_marks)) == '0)
  `SELVAGE_PIN_LEGAL(m_ways_that_exist, !route_valid_i || (route_ways_i & ~wired_i) == '0)
  `SELVAGE_PIN_LEGAL(m_answers_to_questions, !route_valid_i || count_q != '0)
  // The wires.
  `SELVAGE_PIN(a_marks_of_beats, ((wire_head_o | wire_tail_o) & ~marks) == '0)
  `SELVAGE_PIN(a_begins_with_a_head, start == '0)
  `SELVAGE_PIN(a_nothing_between, between == '0)
  `SELVAGE_PIN(a_as_long_as_its_head_says, length == '0)
  `SELVAGE_PIN(a_marker_is_a_beat, mark == '0)
  `SELVAGE_PIN(a_marker_in_its_time, late_mark == '0)
  `SELVAGE_PIN(a_ids_and_positions_of_rows, name == '0)
  `SELVAGE_PIN(a_host_gets_packets, strange == '0)
  `SELVAGE_PIN(a_held_begins_nothing, held == '0)
  `SELVAGE_PIN(a_message_takes_its_beat, message == msg_q[WIRE] && said == '0)
  `SELVAGE_PIN(a_message_comes, msg_valid_o == came_msg_q)
  `SELVAGE_PIN(a_message_as_it_came, other == '0)
  // Packets.
  `SELVAGE_PIN(a_packets_that_came, inside_q >= leave)
  `SELVAGE_PIN(a_load_of_what_came, load <= came)
  `SELVAGE_PIN(a_xon_while_there_is_room, off == '0)
  `SELVAGE_PIN(a_pauses_hosts, (pause_o & ~Hosts) == '0)
  `SELVAGE_PIN(a_rests_if_dead, (rest_o & ~Hosts & ~dead_q) == '0)
  `SELVAGE_PIN(a_asks_for_a_packet, !ask_valid_o || inside_q != '0)
  // Grants.
  `SELVAGE_PIN(a_one_grant_an_output, twice == '0)
  `SELVAGE_PIN(a_outputs_that_exist, nowhere == '0)
  `SELVAGE_PIN(a_not_against_xoff, closed == '0)
  `SELVAGE_PIN(a_ways_that_were_told, untold == '0)
  `SELVAGE_PIN(a_not_while_led, (grant_valid_o & granted_q) == '0)
  `SELVAGE_PIN(a_load_of_a_grant, empty == '0)
endmodule
bind flow_switch flow_switch_sva #(
  .N     (N),
  .HOSTS (HOSTS),
  .ID_W  (ID_W),
  .POS_W (POS_W),
  .MSG_W (MSG_W)
) i_sva (.*);
