// SPDX-License-Identifier: Apache-2.0
// Calls the typed functions of both packages and compares with facts worked out by hand.
// +refused: a call with bad arguments, which has to end the simulation.
module packages;
  import selvage_pkg::*;
  import selvage_flow_pkg::*;

  int checks = 0;
  task automatic check(input bit holds, input string what);
    ++checks;
    if (!holds) $fatal(1, "wrong: %s", what);
  endtask

  task automatic fattree();
    int leaf, middle;
    ft_messages_t sent;
    ft_message_t m;
    ft_row_t row;
    string why;
    leaf = ft_open(4, 3, "0/21", 4);
    middle = ft_open(4, 3, "<1,21>");
    check(ft_host(leaf, "210") == {18'd0, 6'd2, 6'd1, 6'd0}, "ft_host");
    check(ft_address(leaf, 15) == ft_host(leaf, "311"), "ft_address");
    check(ft_route(leaf, ft_host(leaf, "210"), ft_host(leaf, "101"), 1'b0) ==
          ft_grant_t'{up: 1'b1, drop: 1'b0, port: 6'd3, v: 32'd3}, "ft_route");
    m = '{port: 6'd3, kind: FT_ULFM, level: 3'd0, c: {24'd0, 6'd1, 6'd0}, k: 6'd3, seq: 8'd1};
    sent = ft_receive(leaf, m);
    check(sent.size() == 0, "a leaf passes nothing on");
    row = ft_row(leaf, 0);
    check(row == ft_row_t'{c: m.c, direct: 32'd2, derived: 32'd0, advertised: 1'b0}, "ft_row");
    check(ft_route(leaf, ft_host(leaf, "210"), ft_host(leaf, "101"), 1'b0) ==
          ft_grant_t'{up: 1'b1, drop: 1'b0, port: 6'd2, v: 32'd1}, "ft_route with a fault");
    sent = ft_link(middle, 1, 1'b0);
    check(sent.size() == 3, "a dead down port is advertised through three ports");
    check(sent[2] == ft_message_t'{port: 6'd3, kind: FT_ULFM, level: 3'd0, c: {24'd0, 6'd2, 6'd1}, k: 6'd3,
                       seq: 8'd1}, "ft_sent");
    check(ft_port(middle, 1) == ft_port_t'{failed: 1'b1, own: 1'b1, level: 3'd0}, "ft_port");
    check(selvage_ft_rows(-1) < 0, "an unknown handle");
    why = selvage_error();
    check(why == "selvage_ft_rows: handle -1 is no open fat-tree switch", "selvage_error");
    selvage_free(leaf);
    selvage_free(middle);
  endtask

  task automatic twolevel();
    int edge_switch;
    tl_row_t row;
    edge_switch = tl_open(4, "10.0.1.1");
    check(tl_lookup(edge_switch, tl_address("10.2.0.3")) ==
          tl_answer_t'{hit: 1'b1, drop: 1'b0, row: 7'd3, port: 6'd2, next: 32'h0a000201}, "tl_lookup");
    row = tl_row(edge_switch, 0);
    check(row == tl_row_t'{valid: 1'b1, key: 32'h0a000102, mask: 32'hffffffff, drop: 1'b0, port: 6'd0,
                   next: 32'h0a000102}, "tl_row");
    row.port = 6'd3;
    tl_write(edge_switch, 0, row);
    check(tl_row(edge_switch, 0) == row, "tl_write");
    selvage_free(edge_switch);
  endtask

  task automatic tables();
    int cam, efct, ifct, ofct;
    efct_answer_t e;
    enq_answer_t q;
    ack_answer_t a;
    ofct_answer_t o;
    cam = cam_open(2);
    check(cam_step(cam, 1'b1, 128'd1 << 100, 1'b0, 16'd0) ==
          cam_answer_t'{alloc: 1'b1, id: 16'd0, default: '0}, "cam_step: alloc");
    check(cam_step(cam, 1'b1, 128'd1 << 36, 1'b0, 16'd0) ==
          cam_answer_t'{alloc: 1'b1, id: 16'd1, default: '0}, "cam_step: another pattern");
    check(cam_step(cam, 1'b1, 128'd1 << 100, 1'b1, 16'd1) ==
          cam_answer_t'{hit: 1'b1, freed: 1'b1, default: '0}, "cam_step: hit and free");
    efct = efct_open();
    e = efct_step(efct, 1'b1, 128'd5, 6'd10, '0);
    check(e == efct_answer_t'{alloc: 1'b1, default: '0}, "efct_step: alloc");
    e = efct_step(efct, 1'b1, 128'd5, 6'd3, '{valid: 1'b1, id: 11'd0, kind: ACK_NORMAL, pos: 11'd10});
    check(e.hit && e.start == 11'd10 && e.kept, "efct_step: hit");
    ifct = ifct_open("rd_enable=1");
    q = ifct_enq(ifct, 7, 11'd2, 11'd0, 6'd9, 1'b0, 1'b1);
    check(q.opened && q.hole == 11'd0 && !q.up.valid, "ifct_enq");
    check(ifct_deq(ifct, 8, 11'd2, 6'd9, 11'd0, 1'b1, 6'd5, 2'd3, 64'h20, 1'b0) ==
          deq_answer_t'{why: DEQ_GO, port: 6'd5, vc: 2'd3, up: '0}, "ifct_deq");
    a = ifct_ack(ifct, 9, 11'd2, ACK_NORMAL, 11'd9, 6'd5, 2'd3);
    check(a.up.valid && a.up.kind == ACK_NORMAL && a.up.pos == 11'd9 && a.rel, "ifct_ack");
    q = ifct_enq(ifct, 10, 11'd3, 11'd0, 6'd63, 1'b0, 1'b1);
    q = ifct_enq(ifct, 11, 11'd3, 11'd63, 6'd9, 1'b0, 1'b1);
    check(q.up == up_message_t'{valid: 1'b1, kind: ACK_CREDIT, pos: 11'd104}, "ifct_enq: credit");
    check(ifct_chk(ifct, 12, 11'd3) == '0, "ifct_chk: too early");
    check(ifct_chk(ifct, 20_000, 11'd3) == q.up, "ifct_chk: again");
    ofct = ofct_open();
    o = ofct_step(ofct, 7, '{valid: 1'b1, port: 6'd4, id: 11'd6, len: 6'd9, hole: 11'd0,
                             ordered: 1'b1}, '0);
    check(o.alloc && o.start == 11'd0 && !o.back.valid, "ofct_step: MAP");
    o = ofct_step(ofct, 8, '0, '{valid: 1'b1, id: 11'd0, kind: ACK_EP_NEW, pos: 11'd9});
    check(o.back == back_t'{valid: 1'b1, port: 6'd4, id: 11'd6, kind: ACK_EP_NEW, delta: 11'd9,
                            rel: 1'b1}, "ofct_step: REV");
    o = ofct_step(ofct, 9, '{valid: 1'b1, port: 6'd4, id: 11'd6, len: 6'd9, hole: 11'd0,
                             ordered: 1'b1}, '0);
    check(ofct_chk(ofct, 10, 11'd0, OFCT_TIMERS) == '0, "ofct_chk: too early");
    check(ofct_chk(ofct, 300_000, 11'd0, OFCT_TIMERS) ==
          ofct_checked_t'{back: '0, marker: 1'b1, marker_start: 11'd18}, "ofct_chk: marker");
    check(ofct_chk(ofct, 300_000, 11'd0, OFCT_CLOSE) ==
          ofct_checked_t'{back: '{valid: 1'b1, port: 6'd4, id: 11'd6, kind: ACK_NORMAL,
                                  delta: 11'd9, rel: 1'b1}, default: '0}, "ofct_chk: close");
    selvage_free(cam);
    selvage_free(efct);
    selvage_free(ifct);
    selvage_free(ofct);
  endtask

  // One ACK asks when T1 is over, and leaves in a frame of one word.
  task automatic aggregator();
    int acks;
    aggregator_t out;
    acks = acks_open("t1=3 t2=6 t3=9");
    for (int now = 0; now < 11; ++now)
      out = acks_step(acks, longint'(now), now == 0, 26'(selvage_ack_word(7, 0, 5)), 1'b1, now == 5);
    check(out.valid && out.sof && out.eof && out.word[63:0] == 64'h0000_2807_0001_acfb, "acks_step");
    selvage_free(acks);
  endtask

  initial begin
    if ($test$plusargs("refused") != 0) selvage_free(77);
    fattree();
    twolevel();
    tables();
    aggregator();
    $display("%0d checks", checks);
    $finish;
  end
endmodule
