// SPDX-License-Identifier: Apache-2.0
// A bench with a scoreboard around route_unit: random links die and come back, random messages tell
// of dead links elsewhere, and every decision is compared with Selvage's golden switch.
// +planted_bug: the unit takes the lowest candidate. +no_requests: nothing is asked, nothing passes.
module bench;
  import selvage_pkg::*;

  localparam int Lines = 8;
  localparam int Cycles = 20000;

  logic            clk = 1'b0;
  logic            rst_n = 1'b0;
  logic            link_valid, link_alive, msg_valid, req_valid, req_from_up;
  logic [1:0]      link_j, msg_j;
  logic [2:0]      msg_kind, msg_level;
  logic [1:0][5:0] msg_c;
  logic [2:0][5:0] req_source, req_destination;
  logic            rsp_valid, rsp_up, rsp_drop;
  logic [5:0]      rsp_port;
  logic [3:0]      rsp_v;

  always #5 clk = ~clk;
  route_unit #(.LINES(Lines)) dut (.*);

  // ---- Predictor and scoreboard: what the monitor sees at the pins goes in here

  typedef struct packed {
    bit        from_up;
    digits_t   source;
    digits_t   destination;
    ft_grant_t grant;
  } expected_t;

  int        golden = 0;
  expected_t expected [$];
  int        cycle = 0;
  int        compared = 0;
  int        ups = 0;
  int        drops = 0;
  int        mismatches = 0;
  string     last_event = "none";

  function automatic string show(input digits_t p);
    return $sformatf("%0d%0d%0d", p[2], p[1], p[0]);
  endfunction

  // The predictor's types have no X: what a pin does not know would turn into a 0 there, and match one.
  function automatic void known(input bit yes, input string what);
    if (!yes) $fatal(1, "cycle %0d: X in %s", cycle, what);
  endfunction

  function automatic void saw_request();
    expected_t e;
    known(!$isunknown({req_from_up, req_source, req_destination}), "a request");
    e.from_up = req_from_up;
    e.source = digits_t'(req_source);
    e.destination = digits_t'(req_destination);
    e.grant = ft_route(golden, e.source, e.destination, e.from_up);
    expected.push_back(e);
  endfunction

  function automatic void saw_response();
    ft_grant_t got;
    expected_t e;
    if (expected.size() == 0) $fatal(1, "cycle %0d: an answer that nobody asked for", cycle);
    known(!$isunknown({rsp_up, rsp_drop, rsp_port, rsp_v}), "an answer");
    e = expected.pop_front();
    got = '{up: rsp_up, drop: rsp_drop, port: rsp_port, v: 32'(rsp_v)};
    ++compared;
    ups += int'(rsp_up);
    drops += int'(rsp_drop);
    if (got == e.grant) return;
    ++mismatches;
    if (mismatches > 1) return;
    $display("first difference in cycle %0d: %s to %s, %s", cycle, show(e.source),
             show(e.destination), e.from_up ? "from above" : "from below");
    $display("  expected up=%b drop=%b port=%0d V=%b (golden model)", e.grant.up, e.grant.drop,
             e.grant.port, e.grant.v[3:0]);
    $display("  actual   up=%b drop=%b port=%0d V=%b (route unit)", got.up, got.drop, got.port,
             got.v[3:0]);
    $display("  last event: %s", last_event);
  endfunction

  function automatic void saw_link();
    ft_messages_t sent = ft_link(golden, 4 + int'(link_j), link_alive);
    last_event = $sformatf("cycle %0d, link at up port %0d %s, %0d to send", cycle,
                           4 + int'(link_j), link_alive ? "back" : "dead", sent.size());
  endfunction

  function automatic void saw_message();
    ft_message_t m;
    ft_messages_t sent;
    m = '{port: 6'd4 + 6'(msg_j), kind: ft_kind_e'(msg_kind), level: msg_level,
          c: digits_t'(msg_c), k: 6'd4 + 6'(msg_j), seq: 8'd1};
    sent = ft_receive(golden, m);
    last_event = $sformatf("cycle %0d, %s by up port %0d, level %0d, c %0d%0d, %0d to send", cycle,
                           m.kind.name(), m.port, m.level, msg_c[1], msg_c[0], sent.size());
  endfunction

  // A request sees what earlier cycles have brought and nothing of its own.
  always @(posedge clk) if (rst_n) begin
    ++cycle;
    known(!$isunknown({rsp_valid, req_valid, link_valid, msg_valid}), "a valid");
    if (rsp_valid) saw_response();
    if (req_valid) saw_request();
    if (link_valid) saw_link();
    if (msg_valid) saw_message();
  end

  // ---- Stimulus: hosts of an 8-port 3-tree are 000 .. 733

  function automatic logic [2:0][5:0] random_host();
    return {6'($urandom_range(7)), 6'($urandom_range(3)), 6'($urandom_range(3))};
  endfunction

  task automatic random_event();
    int what;
    what = $urandom_range(9);
    link_valid = what < 4;
    msg_valid = what >= 4;
    link_j = 2'($urandom_range(3));
    link_alive = what != 0;
    msg_j = 2'($urandom_range(3));
    msg_kind = what == 4 ? FT_DLFM : what == 5 ? FT_DLRM : FT_ULFM;
    msg_level = what == 4 ? 3'd1 : 3'd0;
    // Any leaf switch but this one, <0,21>.
    msg_c = {6'(3 + $urandom_range(3)), 6'($urandom_range(3))};
  endtask

  bit no_requests;

  // Both start anew: reset for the unit, another handle for the golden switch.
  task automatic restart();
    {link_valid, msg_valid, req_valid} = '0;
    repeat (2) @(negedge clk);
    rst_n = 1'b0;
    if (golden != 0) selvage_free(golden);
    golden = ft_open(8, 3, "0/21", Lines);
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
  endtask

  initial begin
    no_requests = $test$plusargs("no_requests") != 0;
    for (int i = 0; i < Cycles; ++i) begin
      if (i % 1000 == 0) restart();
      @(negedge clk);
      {link_valid, msg_valid} = '0;
      if ($urandom_range(49) == 0) random_event();
      req_valid = !no_requests;
      req_from_up = $urandom_range(7) == 0;
      req_source = {6'd2, 6'd1, 6'($urandom_range(3))};
      req_destination = random_host();
    end
    restart();
    $display("compared %0d decisions (%0d up, %0d dropped), %0d mismatches, %0d without an answer",
             compared, ups, drops, mismatches, expected.size());
    if (compared == 0) $fatal(1, "FAIL: nothing was compared");
    if (mismatches != 0 || expected.size() != 0) $fatal(1, "FAIL");
    $display("PASS");
    $finish;
  end
endmodule
