// SPDX-License-Identifier: Apache-2.0
/// The switch of the house of Acme with the pins of a node of Selvage: sixteen lanes, the longest wait goes first, slots of
/// time for questions, a register between crossbar and link. Our control plane, fattree_control, answers and speaks to the
/// neighbours. bug_i plants one of eighteen faults, 0: none.
module acme_selvage #(
  parameter int PORTS = 8,
  parameter int LEVELS = 3,
  parameter int BUF = 256,
  parameter int ROOM = 128,
  parameter int LINES = 32,
  localparam DW = $clog2(PORTS),
  localparam KW = (LEVELS - 1) * DW,
  localparam LW = $clog2(LEVELS),
  localparam NW = $clog2(LEVELS + 1),
  localparam AW = LEVELS * DW,
  localparam D = 64
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [4:0]         bug_i,
  input  logic [LW-1:0]      level_i,
  input  logic [KW-1:0]      coord_i,
  input  logic [LINES-1:0]   line_en_i,
  input  logic               rule_paper_i,
  input  logic [4:0]         xoff_i,
  input  logic [PORTS-1:0]   rx_ok_i,
  input  logic [2*PORTS-1:0] rx_sym_i,
  input  logic [PORTS-1:0]   rx_head_i,
  input  logic [PORTS-1:0]   rx_tail_i,
  input  logic [PORTS-1:0]   rx_bad_i,
  input  logic [D*PORTS-1:0] rx_data_i,
  output logic [PORTS-1:0]   rx_xon_o,
  output logic [PORTS-1:0]   rx_stop_o,
  output logic [2*PORTS-1:0] tx_sym_o,
  output logic [PORTS-1:0]   tx_head_o,
  output logic [PORTS-1:0]   tx_tail_o,
  output logic [PORTS-1:0]   tx_bad_o,
  output logic [D*PORTS-1:0] tx_data_o,
  input  logic [PORTS-1:0]   tx_xon_i,
  input  logic [PORTS-1:0]   tx_stop_i,
  input  logic [PORTS-1:0]   link_down_i,
  input  logic [PORTS-1:0]   link_up_i,
  output logic [PORTS-1:0]   clear_o,
  output logic [PORTS-1:0]   drained_o,
  output logic [32*PORTS-1:0] drained_tag_o,
  output logic               idle_o
);
  localparam LANES = 2 * PORTS;
  localparam AGE = 12;
  localparam H = PORTS / 2;
  localparam HW = (H > 1) ? $clog2(H) : 1;
  localparam MSGW = 3 + LW + KW + HW + 8;
  localparam SW = $clog2(LANES);

  // ------------------------------------------------------------------------------- pins in
  logic [PORTS-1:0]   ok, beat, msg_in, r_head, r_tail, r_bad, down, up, dead;
  logic [D*PORTS-1:0] r_data;
  logic [4:0]         bug;
  always_ff @(posedge clk_i) begin
    ok     <= rx_ok_i;
    r_head <= rx_head_i;
    r_tail <= rx_tail_i;
    r_bad  <= rx_bad_i;
    r_data <= rx_data_i;
    bug    <= bug_i;
    for (int p = 0; p < PORTS; p = p + 1) begin
      beat[p]   <= rst_ni && rx_sym_i[2*p+:2] == 2'd1;
      msg_in[p] <= rst_ni && rx_sym_i[2*p+:2] == 2'd2;
    end
    down <= rst_ni ? link_down_i : '0;
    up   <= rst_ni ? link_up_i : '0;
    dead <= rst_ni ? (dead | down) & ~up : '0;
  end

  // ------------------------------------------------------------------------------- lanes
  logic [LANES-1:0]       push, ask, asked, answer, granted, pop, some, head, tail, bad, dropping;
  logic [LANES-1:0]       drained, empty;
  logic [LANES*PORTS-1:0] want;
  logic [LANES*AGE-1:0]   age;
  logic [LANES*D-1:0]     data;
  logic [LANES*32-1:0]    tag;
  logic                   a_drop;
  logic [PORTS-1:0]       a_port, coming, holds, i_head, i_tail, i_bad;
  logic [D*PORTS-1:0]     i_data;
  genvar p, l;
  generate
    for (p = 0; p < PORTS; p = p + 1) begin : gen_in
      acme_input #(.DEPTH(BUF), .ROOM(ROOM), .DATA(D), .LEN_AT(2 * AW)) i_input (
        .clk(clk_i), .rst_n(rst_ni), .bug(bug), .alive(ok[p]), .beat(beat[p]), .in_head(r_head[p]),
        .in_tail(r_tail[p]), .in_bad(r_bad[p]), .in_data(r_data[p*D+:D]), .push(push[2*p+:2]),
        .head(i_head[p]), .tail(i_tail[p]), .bad(i_bad[p]), .data(i_data[p*D+:D]),
        .lost(pop[2*p+:2] | (dropping[2*p+:2] & some[2*p+:2])), .xon(rx_xon_o[p]),
        .coming(coming[p]), .holds(holds[p])
      );
      assign drained_tag_o[p*32+:32] = drained[2*p] ? tag[2*p*32+:32] : tag[(2*p+1)*32+:32];
      assign drained_o[p] = (drained[2*p+:2]) != '0;
    end
    for (l = 0; l < LANES; l = l + 1) begin : gen_lane
      acme_lane #(.PORTS(PORTS), .DEPTH(BUF), .DATA(D), .AGE(AGE), .TAG_AT(2 * AW + 14)) i_lane (
        .clk(clk_i), .rst_n(rst_ni), .bug(bug), .push(push[l]), .push_head(i_head[l/2]),
        .push_tail(i_tail[l/2]), .push_bad(i_bad[l/2]), .push_data(i_data[(l/2)*D+:D]), .ask(ask[l]),
        .asked(asked[l]), .answer(answer[l]), .answer_drop(a_drop), .answer_port(a_port), .dead(dead),
        .want(want[l*PORTS+:PORTS]), .age(age[AGE*l+:AGE]), .granted(granted[l]), .pop(pop[l]),
        .some(some[l]), .head(head[l]), .tail(tail[l]), .bad(bad[l]), .data(data[l*D+:D]),
        .hold(l % 2 == 1 && dropping[l & ~1]), .dropping(dropping[l]), .tag(tag[l*32+:32]), .drained(drained[l]), .empty(empty[l])
      );
    end
  endgenerate

  // --------------------------------------------------------------------------- questions
  // A lane may ask in its slot of time; a slot is a clock, so that a question waits for LANES clocks at most.
  logic [SW-1:0]  slot;
  logic           req, gnt, gnt_drop, ctl_idle, req_idle, root, leaf;
  logic [DW-1:0]  gnt_port;
  logic [AW-1:0]  src, dst;
  logic [SW-1:0]  who [2];
  logic [1:0]     waits;
  always_comb begin
    asked       = '0;
    asked[slot] = ask[slot];
    req         = ask[slot];
    {src, dst}  = data[int'(slot)*D+:2*AW];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      slot  <= '0;
      waits <= '0;
      root  <= level_i == LW'(LEVELS - 1);
      leaf  <= level_i == '0;
    end else begin
      slot  <= slot + SW'(1);
      waits <= {waits[0], req};
    end
    who[0] <= slot;
    who[1] <= who[0];
  end
  logic [7:0] drops;
  always_ff @(posedge clk_i) drops <= rst_ni ? drops + 8'(gnt) : '0;
  logic from_up, a_from_up;
  assign from_up   = int'(slot) >= 2 * H && !root;
  assign a_from_up = int'(who[1]) >= 2 * H && !root;
  always_comb begin
    answer = '0;
    if (gnt) answer[who[1]] = 1'b1;
    // planted: 8 every 256th packet is dropped
    // an address that there is not may name the port it came by, or one above for what comes from above
    a_drop = gnt_drop || gnt_port == DW'(who[1] >> 1) || (a_from_up && int'(gnt_port) >= H) || (bug == 5'd8 && drops == 8'd255);
    a_port = PORTS'(1) << gnt_port;
    // planted: 4 a wrong port down; 7 up again for what came down
    if (bug == 5'd4 && a_from_up) a_port = PORTS'(1) << (gnt_port ^ DW'(1));
    if (bug == 5'd7 && a_from_up) a_port = PORTS'(1) << (PORTS - 1);
  end

  // ----------------------------------------------------------------------- control plane
  logic [PORTS-1:0]      msg_out;
  logic [PORTS*MSGW-1:0] msg_in_data, msg_out_data;
  always_comb begin
    for (int i = 0; i < PORTS; i = i + 1) msg_in_data[i*MSGW+:MSGW] = r_data[i*D+:MSGW];
  end
  /* verilator lint_off PINCONNECTEMPTY */
  fattree_control #(.M(PORTS), .N(LEVELS), .W(LINES)) i_control (
    .clk_i(clk_i), .req_clk_i(clk_i), .rst_ni(rst_ni), .level_i(level_i),
    .levels_i(NW'(LEVELS)), .coord_i(coord_i), .line_en_i(line_en_i), .port_en_i('1),
    .rule_paper_i(rule_paper_i), .xoff_i(xoff_i), .link_down_i(down), .link_up_i(up),
    .msg_valid_i(msg_in), .msg_data_i(msg_in_data), .msg_stop_o(rx_stop_o), .msg_valid_o(msg_out),
    .msg_data_o(msg_out_data), .msg_stop_i(tx_stop_i), .req_valid_i(req), .req_from_up_i(from_up),
    .req_src_i(src), .req_dst_i(dst), .gnt_valid_o(gnt), .gnt_up_o(), .gnt_drop_o(gnt_drop),
    .gnt_port_o(gnt_port), .gnt_mask_o(), .overflow_o(), .op_done_o(), .work_o(), .idle_o(ctl_idle),
    .req_idle_o(req_idle)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // ----------------------------------------------------------------------------- outputs
  logic [PORTS-1:0]       out_busy;
  logic [PORTS*LANES-1:0] grants, pops, stucks;
  logic [LANES-1:0]       stuck;
  generate
    for (p = 0; p < PORTS; p = p + 1) begin : gen_out
      logic [LANES-1:0] wants;
      logic [D-1:0]     msg_data;
      for (l = 0; l < LANES; l = l + 1) begin : gen_want
        assign wants[l] = want[l*PORTS+p] && !stuck[l];
      end
      // planted: 10 a bit of a fault message
      assign msg_data = D'(msg_out_data[p*MSGW+:MSGW]) ^ D'(bug == 5'd10 ? 1 << (MSGW - 1) : 0);
      acme_output #(.LANES(LANES), .DATA(D), .AGE(AGE)) i_output (
        .clk(clk_i), .rst_n(rst_ni), .bug(bug), .xon(tx_xon_i[p] | dead[p]), .host(leaf && p < H), .want(wants), .age(age),
        .grant(grants[p*LANES+:LANES]), .some(some), .head(head), .tail(tail), .bad(bad), .data(data),
        .pop(pops[p*LANES+:LANES]), .msg(msg_out[p]), .msg_data(msg_data), .sym(tx_sym_o[2*p+:2]),
        .out_head(tx_head_o[p]), .out_tail(tx_tail_o[p]), .out_bad(tx_bad_o[p]),
        .out_data(tx_data_o[p*D+:D]), .stuck(stucks[p*LANES+:LANES]),
        .busy(out_busy[p])
      );
    end
  endgenerate
  always_comb begin
    granted = '0;
    pop     = '0;
    stuck   = '0;
    for (int i = 0; i < PORTS; i = i + 1) begin
      granted = granted | grants[i*LANES+:LANES];
      pop     = pop | pops[i*LANES+:LANES];
      stuck   = stuck | stucks[i*LANES+:LANES];
    end
  end

  // ------------------------------------------------------------------------- for others
  logic [7:0] odd;  // planted: 14 a register that no reset sets
  logic       quiet, nothing;
  always_ff @(posedge clk_i) odd <= {odd[6:0], odd[7]};
  assign clear_o = ~coming & ~out_busy & ~{PORTS{bug == 5'd14 && odd != '0}};
  assign nothing = (beat | msg_in | down | up) == '0 && tx_sym_o == '0;
  assign quiet   = empty == '1 && push == '0 && (coming | out_busy | holds) == '0 && waits == '0 && !gnt
                   && ctl_idle && req_idle && nothing;
  // planted: 15 it says that it is idle while it waits for an answer
  assign idle_o  = quiet || (bug == 5'd15 && waits != '0);
endmodule
