// SPDX-License-Identifier: Apache-2.0
/// A whole switch of flow channels: N ports with their tables, buffers, heads and wires, whose turn
/// it is and which way, who is granted the outputs (docs/reference/flow-switch.md).
///
/// Time: edge t executes cycle t: it uses what is at the pins in cycle t. A beat on wire_*_o after
/// edge t + 5 is what the output has decided in t; what is at wire_*_i in t is a header in t + 4,
/// behind a host in t + 8.
/// Where a packet may go is asked for at ask_*; the answers come in order, as many cycles later as
/// the control takes. dead_i acts in the next cycle, init_i in its own.
`include "bug.svh"
module flow_switch #(
  /// ports; those with a host behind them, as bits
  parameter int N = 8,
  parameter int HOSTS = 0,
  /// bits of a row's number, of a position
  parameter int ID_W = 6,
  parameter int POS_W = 8,
  /// pages of an input's buffer
  parameter int PAGES = 2783,
  /// ACKs of a frame, ACKs that wait, frames that an unpacker holds
  parameter int MAX = 48,
  parameter int DEPTH = 512,
  parameter int BUFS = DEPTH / (MAX < 31 ? MAX : 31) + 3,
  /// bits of a fault message
  parameter int MSG_W = 22,
  localparam PORTS = N,
  localparam PW = $clog2(N),
  localparam TS_W = 17,
  localparam UNITS_W = 14,
  localparam DEST_W = 20,
  localparam BEAT_W = 200
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0: an ACK that has come by a link is one of this switch, 1: markers come a
  /// cycle late, 2: every row is looked at, 3: rows know all of ports, 4: bandwidth comes a cycle
  /// late, 5: what ACK says goes before what ENQ says, 6: levels are those of another input,
  /// 7: who waits does not hear of a dead port; static
  `SELVAGE_BUG_PORT(bug_i, 8)
`include "flow_settings.svh"
`include "flow_switch_pins.svh"
  /// by port, pulses: it is declared dead; it is initialised. It is whole, and waits for that;
  /// its tables, its FIFO and its messages are gone
  input  logic [N-1:0]         dead_i,
  input  logic [N-1:0]         init_i,
  input  logic [N-1:0]         coming_i,
  output logic [N-1:0]         rest_o,
  /// fault messages that take a beat, and those that came
  input  logic [N-1:0]         msg_valid_i,
  input  logic [N*MSG_W-1:0]   msg_i,
  output logic [N-1:0]         msg_valid_o,
  output logic [N*MSG_W-1:0]   msg_o,
  /// a head asks for its ways: its input, where to; the answer to the first that has none yet
  output logic                 ask_valid_o,
  output logic [PW-1:0]        ask_in_o,
  output logic [DEST_W-1:0]    ask_dest_o,
  input  logic                 route_valid_i,
  input  logic [N-1:0]         route_ways_i,
  /// pulses: the state of routing is another one; what is known of dead ports is another than that
  /// by which questions up to this cycle are answered
  input  logic                 changed_i,
  input  logic                 learns_i,
  /// for lockstep and waves: by input what is granted; by output its load
  output logic [N-1:0]         grant_valid_o,
  output logic [N*PW-1:0]      grant_out_o,
  output logic [N*ID_W-1:0]    grant_id_o,
  output logic [N*UNITS_W-1:0] load_o
);
  localparam int R = 1 << ID_W;
  localparam int EW = ID_W + 4 + POS_W;
  localparam int HEAD_W = 72;
  localparam int DATA_W = POS_W + 7;
  localparam logic [N-1:0] Hosts = N'(HOSTS);

  // ------------------------------------------------------------------------------- ports
  // Dead from the cycle behind its pulse on; its table is walked through until it is initialised.
  logic [N-1:0]      alive_q, alive, walks_q, walks, clear_q, heard, full, full_q;
  logic [N*8-1:0]    xon_q;
  logic              woken;
  assign alive = alive_q & ~clear_q;
  assign heard = `SELVAGE_BUG(bug_i[7], clear_q, '0);
  assign walks = walks_q | clear_q;
  always_ff @(posedge clk_i) begin
    clear_q <= dead_i & {N{rst_ni}};
    alive_q <= rst_ni ? alive | init_i : wired_i;
    walks_q <= walks & ~init_i & {N{rst_ni}};
    full_q  <= full & {N{rst_ni}};
    xon_q   <= rst_ni ? xon_i : '1;
  end

  // What waits for any port is woken when one becomes open.
  always_comb begin
    woken = changed_i;
    for (int o = 0; o < N; o = o + 1) begin
      if (!init_i[o] && ((full_q[o] & ~full[o]) || (xon_i[o*8+:8] & ~xon_q[o*8+:8]) != '0)) begin
        woken = 1'b1;
      end
    end
  end

  // Of each input (in_*) and of each output (out_*).
  logic [N*R-1:0]       deqs, asks;
  logic [N-1:0]         pick, ask, route, heads, drops, soon, soon_host, ans_go;
  logic [N*N-1:0]       ways, open, left;
  logic [N*DEST_W-1:0]  dest;
  logic [N*PW-1:0]      head_out, ans_port, lead_out;
  logic [N*3-1:0]       head_tc;
  logic [N*ID_W-1:0]    head_id, lead_id, lead_ask_id, oid;
  logic [N*14-1:0]      head_bytes;
  logic [N*6-1:0]       head_len, gone_len;
  logic [N*DATA_W-1:0]  lead_data, map_data;
  logic [N-1:0]         take, lead_ask, leave, abort, again, exclude;
  logic [N*POS_W-1:0]   start, map_start, units;
  logic [N*HEAD_W-1:0]  header;
  logic [N-1:0]         word_valid, word_last, word_for_valid;
  logic [N*256-1:0]     word;
  logic [N*PW-1:0]      word_for;
  logic [N*3*R-1:0]     levels;
  logic [N-1:0]         map_valid, map_stall, map_over;
  logic [N*PW-1:0]      map_in;
  logic [N*ID_W-1:0]    map_id, map_oid;
  logic [N-1:0]         rev_valid, chk_valid, turn_valid, check_valid, freed, comes;
  logic [N*PW-1:0]      rev_in, chk_in, turn_in, check_in, level_in;
  logic [N*EW-1:0]      rev, chk, turn;
  logic [N*ID_W-1:0]    check_id, level_id;
  logic                 pick_any, way_any;
  logic [PW-1:0]        pick_port, way, route_in;
  logic [ID_W-1:0]      pick_id, ask_id, route_id;

  // ------------------------------------------------------------------------------- samples
  logic [15:0] sample_q;
  logic [2:0]  slot_q;
  logic        sample;
  assign sample = sample_q == '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sample_q <= sample_step_i - 16'd1;
      slot_q   <= '0;
    end else begin
      sample_q <= sample ? sample_step_i - 16'd1 : sample_q - 16'd1;
      slot_q   <= slot_q + 3'(sample);
    end
  end

  genvar p;
  generate
    for (p = 0; p < N; p = p + 1) begin : gen_port
      logic [N-1:0] revs, chks, turns, checks, words;
      logic [2:0]   level;
      logic         put;
      logic [PW-1:0]     put_in;
      logic [ID_W-1:0]   put_id;
      logic [POS_W-1:0]  put_units;
      logic [HEAD_W-1:0] put_header;

      always_comb begin
        for (int o = 0; o < N; o = o + 1) begin
          revs[o]   = rev_valid[o] & (rev_in[o*PW+:PW] == PW'(p));
          chks[o]   = chk_valid[o] & (chk_in[o*PW+:PW] == PW'(p));
          turns[o]  = turn_valid[o] & (turn_in[o*PW+:PW] == PW'(p));
          checks[o] = check_valid[o] & (check_in[o*PW+:PW] == PW'(p));
          words[o]  = word_valid[o] & word_for_valid[o] & (word_for[o*PW+:PW] == PW'(p));
        end
      end

      // What leaves a queue for this output in this cycle, one packet at most.
      always_comb begin
        {put, put_in, put_id, put_units, put_header} = '0;
        for (int i = 0; i < N; i = i + 1) begin
          if (leave[i] && lead_out[i*PW+:PW] == PW'(p)) begin
            put        = 1'b1;
            put_in     = put_in | PW'(i);
            put_id     = put_id | lead_id[i*ID_W+:ID_W];
            put_units  = put_units | units[i*POS_W+:POS_W];
            put_header = put_header | header[i*HEAD_W+:HEAD_W];
          end
        end
      end

      logic [PW-1:0]   level_of;
      logic [ID_W-1:0] level_row;
      assign level_of  = level_in[p*PW+:PW] ^ `SELVAGE_BUG(bug_i[6], PW'(0), PW'(1));
      assign level_row = level_id[p*ID_W+:ID_W];
      assign level     = levels[(32'(level_of)*R+32'(level_row))*3+:3];
      assign head_len[p*6+:6] = fabric_pkg::packet_units(head_bytes[p*14+:14]);
      assign pick[p]  = pick_any & (pick_port == PW'(p));
      assign ask[p]   = ask_valid_o & (ask_in_o == PW'(p));
      assign route[p] = route_valid_i & (route_in == PW'(p));

      flow_switch_port #(
        .N(N), .HOSTS(HOSTS), .EDGE(32'(Hosts[p])), .ID_W(ID_W), .POS_W(POS_W), .PAGES(PAGES),
        .MAX(MAX), .DEPTH(DEPTH), .BUFS(BUFS), .MSG_W(MSG_W)
      ) i_port (
        `SELVAGE_BUG_PIN(bug_i, bug_i[5:0])
        .redirect_seed_i(redirect_seed_i[p*12+:12]), .ep_seed_i(ep_seed_i[p*12+:12]),
        .drain_i(drain_i[p*40+:40]), .sample_valid_i(sample), .sample_slot_i(slot_q),
        .wire_sym_i(wire_sym_i[p*3+:3]), .wire_head_i(wire_head_i[p]),
        .wire_tail_i(wire_tail_i[p]), .wire_data_i(wire_data_i[p*BEAT_W+:BEAT_W]),
        .wire_sym_o(wire_sym_o[p*3+:3]), .wire_head_o(wire_head_o[p]),
        .wire_tail_o(wire_tail_o[p]), .wire_data_o(wire_data_o[p*BEAT_W+:BEAT_W]),
        .xon_o(xon_o[p*8+:8]), .hold_i(hold_i[p]), .pause_o(pause_o[p]),
        .pause_key_o(pause_key_o[p*24+:24]), .msg_valid_i(msg_valid_i[p]),
        .msg_i(msg_i[p*MSG_W+:MSG_W]), .msg_valid_o(msg_valid_o[p]),
        .msg_o(msg_o[p*MSG_W+:MSG_W]), .dead_i(dead_i[p]), .walks_i(walks[p]),
        .init_i(init_i[p]), .rest_o(rest_o[p]), .alive_i(alive), .inits_i(init_i), .full_i(full),
        .xoff_i(~xon_i), .clear_i(heard), .woken_i(woken), .check_valid_i(checks),
        .check_id_i(check_id), .deqs_o(deqs[p*R+:R]), .asks_o(asks[p*R+:R]),
        .pick_valid_i(pick[p]), .pick_id_i(pick_id), .pick_ways_o(ways[p*N+:N]),
        .pick_open_o(open[p*N+:N]), .pick_left_o(left[p*N+:N]), .pick_any_i(way_any),
        .pick_port_i(way), .ask_valid_i(ask[p]), .ask_id_i(ask_id),
        .ask_dest_o(dest[p*DEST_W+:DEST_W]), .route_valid_i(route[p]), .route_id_i(route_id),
        .head_valid_o(heads[p]), .head_out_o(head_out[p*PW+:PW]), .head_tc_o(head_tc[p*3+:3]),
        .head_id_o(head_id[p*ID_W+:ID_W]), .head_bytes_o(head_bytes[p*14+:14]),
        .drops_o(drops[p]), .soon_o(soon[p]), .soon_host_o(soon_host[p]),
        .grant_valid_i(grant_valid_o[p]), .grant_out_i(grant_out_o[p*PW+:PW]),
        .grant_id_i(grant_id_o[p*ID_W+:ID_W]), .ans_go_o(ans_go[p]),
        .ans_port_o(ans_port[p*PW+:PW]), .data_o(lead_data[p*DATA_W+:DATA_W]),
        .lead_id_i(lead_id[p*ID_W+:ID_W]), .lead_out_i(lead_out[p*PW+:PW]), .take_i(take[p]),
        .lead_ask_i(lead_ask[p]), .lead_ask_id_i(lead_ask_id[p*ID_W+:ID_W]), .leave_i(leave[p]),
        .abort_i(abort[p]), .again_i(again[p]), .exclude_i(exclude[p]),
        .oid_i(oid[p*ID_W+:ID_W]), .start_i(start[p*POS_W+:POS_W]),
        .leave_header_o(header[p*HEAD_W+:HEAD_W]), .leave_units_o(units[p*POS_W+:POS_W]),
        .word_valid_o(word_valid[p]), .word_last_o(word_last[p]), .word_o(word[p*256+:256]),
        .word_for_valid_o(word_for_valid[p]), .word_for_o(word_for[p*PW+:PW]),
        .rev_valid_i(revs), .rev_i(rev), .chk_valid_i(chks), .chk_i(chk), .turn_valid_i(turns),
        .turn_i(turn), .free_i(freed), .comes_i(comes), .levels_o(levels[p*3*R+:3*R]),
        .put_valid_i(put), .put_in_i(put_in), .put_id_i(put_id), .put_units_i(put_units),
        .put_header_i(put_header), .words_valid_i(words), .words_last_i(word_last),
        .words_i(word), .map_valid_i(map_valid[p]), .map_in_i(map_in[p*PW+:PW]),
        .map_id_i(map_id[p*ID_W+:ID_W]), .map_data_i(map_data[p*DATA_W+:DATA_W]),
        .map_stall_o(map_stall[p]), .map_over_o(map_over[p]), .map_oid_o(map_oid[p*ID_W+:ID_W]),
        .map_start_o(map_start[p*POS_W+:POS_W]), .full_o(full[p]), .rev_valid_o(rev_valid[p]),
        .rev_in_o(rev_in[p*PW+:PW]), .rev_o(rev[p*EW+:EW]), .chk_valid_o(chk_valid[p]),
        .chk_in_o(chk_in[p*PW+:PW]), .chk_o(chk[p*EW+:EW]), .turn_valid_o(turn_valid[p]),
        .turn_in_o(turn_in[p*PW+:PW]), .turn_o(turn[p*EW+:EW]), .check_valid_o(check_valid[p]),
        .check_in_o(check_in[p*PW+:PW]), .check_id_o(check_id[p*ID_W+:ID_W]),
        .level_in_o(level_in[p*PW+:PW]), .level_id_o(level_id[p*ID_W+:ID_W]), .level_i(level),
        .load_i(load_o[p*UNITS_W+:UNITS_W]), .free_o(freed[p]), .comes_o(comes[p]),
        .gone_len_o(gone_len[p*6+:6]), .*
      );
    end
  endgenerate

  // ------------------------------------------------------------------------------- turns
  flow_turns #(.N(N), .ID_W(ID_W)) i_deqs (
    `SELVAGE_BUG_PIN(bug_i, 2'd0)
    .rows_i (deqs),
    .valid_o(pick_any),
    .in_o   (pick_port),
    .id_o   (pick_id),
    .*
  );
  flow_turns #(.N(N), .ID_W(ID_W)) i_asks (
    `SELVAGE_BUG_PIN(bug_i, 2'd0)
    .rows_i (asks),
    .valid_o(ask_valid_o),
    .in_o   (ask_in_o),
    .id_o   (ask_id),
    .*
  );
  assign ask_dest_o = dest[ask_in_o*DEST_W+:DEST_W];

  // Questions whose answers are still to come.
  localparam int ASKED = 64;
  /* verilator lint_off UNUSEDSIGNAL */
  logic uncovers_unused, any_unused, full_unused, full_next_unused;
  logic [PW+ID_W-1:0] under_unused;
  logic [$clog2(ASKED+1)-1:0] count_unused;
  /* verilator lint_on UNUSEDSIGNAL */
  fifo #(.WIDTH(PW + ID_W), .DEPTH(ASKED)) i_asked (
    .flush_i    (1'b0),
    .push_i     (ask_valid_o),
    .data_i     ({ask_in_o, ask_id}),
    .pop_i      (route_valid_i),
    .data_o     ({route_in, route_id}),
    .uncovers_o (uncovers_unused),
    .under_o    (under_unused),
    .any_o      (any_unused),
    .full_o     (full_unused),
    .full_next_o(full_next_unused),
    .count_o    (count_unused),
    .*
  );

  flow_choice #(.N(N), .LOAD_W(UNITS_W)) i_choice (
    `SELVAGE_BUG_PIN(bug_i, 4'd0)
    .floor_i     (redirect_floor_i),
    .candidates_i(ways[pick_port*N+:N]),
    .open_i      (open[pick_port*N+:N] & {N{pick_any}}),
    .left_i      (left[pick_port*N+:N]),
    .load_i      (load_o),
    .any_o       (way_any),
    .port_o      (way),
    .*
  );

  // ------------------------------------------------------------------------------- grants
  /* verilator lint_off UNUSEDSIGNAL */
  logic [N*3-1:0]       grant_tc_unused;
  logic [N*UNITS_W-1:0] ahead_unused;
  /* verilator lint_on UNUSEDSIGNAL */
  flow_grants #(.N(N), .ID_W(ID_W), .UNITS_W(UNITS_W)) i_grants (
    `SELVAGE_BUG_PIN(bug_i, 11'd0)
    .host_i     (Hosts),
    .ask_valid_i(heads),
    .ask_out_i  (head_out),
    .ask_tc_i   (head_tc),
    .ask_id_i   (head_id),
    .ask_len_i  (head_len),
    .ask_bytes_i(head_bytes),
    .done_i     (leave),
    .abort_i    (abort),
    .drops_i    (drops),
    .soon_i     (soon),
    .soon_host_i(soon_host),
    .xoff_i     (~xon_i),
    .clear_i    (clear_q),
    .gone_len_i (gone_len),
    .grant_tc_o (grant_tc_unused),
    .ahead_o    (ahead_unused),
    .*
  );

  flow_leads #(.N(N), .ID_W(ID_W), .POS_W(POS_W), .DATA_W(DATA_W)) i_leads (
    `SELVAGE_BUG_PIN(bug_i, 4'd0)
    .host_i       (Hosts),
    .grant_valid_i(grant_valid_o),
    .grant_out_i  (grant_out_o),
    .grant_id_i   (grant_id_o),
    .ans_go_i     (ans_go),
    .ans_port_i   (ans_port),
    .data_i       (lead_data),
    .map_valid_o  (map_valid),
    .map_in_o     (map_in),
    .map_id_o     (map_id),
    .map_data_o   (map_data),
    .map_stall_i  (map_stall),
    .map_over_i   (map_over),
    .map_oid_i    (map_oid),
    .map_start_i  (map_start),
    .id_o         (lead_id),
    .out_o        (lead_out),
    .take_o       (take),
    .ask_o        (lead_ask),
    .ask_id_o     (lead_ask_id),
    .leave_o      (leave),
    .abort_o      (abort),
    .again_o      (again),
    .exclude_o    (exclude),
    .oid_o        (oid),
    .start_o      (start),
    .*
  );

`include "assert.svh"
  `SELVAGE_RANGE(n, N >= 2 && N <= 8 && (N & (N - 1)) == 0, "flow_switch: N must be 2, 4 or 8")
  `SELVAGE_RANGE(hosts, HOSTS >= 0 && HOSTS < (1 << N), "flow_switch: HOSTS has a bit a port")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(flow_switch_dies_once, (dead_i & walks) == '0)
      `SELVAGE_ASSERT(flow_switch_init_of_the_dead, (init_i & ~walks) == '0)
      for (int o = 0; o < N; o = o + 1) begin
        `SELVAGE_ASSERT(flow_switch_rests, !init_i[o] || rest_o[o])
      end
      `SELVAGE_COVER(flow_switch_asks_as_it_chooses, ask_valid_o && pick_any)
    end
  end
endmodule
