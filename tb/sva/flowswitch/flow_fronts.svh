// SPDX-License-Identifier: Apache-2.0
// Parameters: N=2 ID_W=2
// Parameters: N=4 ID_W=3 EDGE=1
// Wave: sampled
// Wave: 74
// Pins: alive_i clear_i init_i woken_i again_i ans_why_i ans_port_i more_i put_valid_i put_id_i route_valid_i route_id_i route_ways_i grant_valid_i grant_id_i pick_valid_i pick_id_i deq_valid_i deq_kind_i deq_id_i head_valid_o pick_open_o routing_o choosing_o standing_o waiting_o
// Packets of all rows; output 0 is a host's. Heads go mostly, outputs die and come back rarely. Who had
// its turn stands in a queue until its DEQ is in a step: a grant goes before it, no drop beside one.
`ifdef SVA_ITEMS
  localparam int N = $bits(alive_i), R = $bits(deqs_o), IW = $bits(deq_id_i);
  typedef struct packed {
    logic valid, block, drop;
    logic [1:0] kind;
    logic [IW-1:0] id;
    logic [N-1:0] open;
  } deq_t;
  deq_t          deq1, deq2, turns[$], turn;
  logic [R-1:0]  stands, waits, asked, moves;
  logic [N-1:0]  live, dies;
  int            packets[R], age, port, row;
  logic [IW-1:0] led, from;
  logic          want_turn, want_deq, want_ask, take, leads, leaves, some;
  int            out[R];
  function automatic logic [IW-1:0] one_of(input logic [R-1:0] rows, input logic [IW-1:0] start);
    one_of = start;
    for (int r = 0; r < R; ++r) if (!rows[one_of]) one_of = one_of + IW'(1);
  endfunction
  assign pick_valid_i = want_turn && deqs_o != '0;
  assign pick_id_i    = one_of(deqs_o, from);
  assign deq_valid_i  = grant_valid_i || take || (want_deq && (some ? !(turn.drop && leads)
                                                               : pick_valid_i && !(pick_drop_o && leads)));
  assign deq_kind_i   = take ? 2'd3 : !grant_valid_i ? 2'd0 : out[grant_id_i] == 0 ? 2'd1 : 2'd2;
  assign deq_id_i     = take ? led : grant_valid_i ? grant_id_i : some ? turn.id : pick_id_i;
  assign ask_valid_i = want_ask && asks_o != '0;
  assign ask_id_i    = one_of(asks_o, from);
  always @(posedge clk_i) begin
    deq2 = deq1;
    deq1 = {deq_valid_i, 2'b00, deq_kind_i, deq_id_i, N'(0)};
    if (pick_valid_i) turns.push_back({1'b1, moves[pick_id_i], pick_drop_o, 2'd0, pick_id_i, pick_open_o});
    if (deq_valid_i && deq_kind_i == 2'd0) deq1 = turns.pop_front();
    if (head_valid_o) out[head_id_o] = 32'(head_out_o);
    {stands, waits} = {standing_o, waiting_o};
    if (route_valid_i) asked[route_id_i] = 1'b0;
    if (ask_valid_i) asked[ask_id_i] = 1'b1;
    live = live | init_i;
  end
`else
if (!rst_ni) begin
  {deq1, deq2, stands, waits, asked, moves, leads, live} = (1 << N) - 1;
  turns.delete();
  for (int r = 0; r < R; ++r) packets[r] = 0;
end
{want_turn, want_deq, want_ask, from, take, again_i, exclude_i} = {3'($urandom | $urandom), IW'($urandom), 3'd0};
some = turns.size() != 0;
if (some) turn = turns[0];
// outputs
dies = $urandom % 64 == 0 ? N'($urandom) & N'($urandom) : '0;
{clear_i, init_i} = {live & dies, ~live & {N{$urandom % 8 == 0}}};
live = live & ~clear_i;
{alive_i, coming_i, full_i} = {live, N'($urandom), N'($urandom) & {N{$urandom % 8 == 0}}};
xoff_i = $urandom % 4 == 0 ? xoff_i & {N{8'h0f}} : '0;
changed_i = $urandom % 64 == 0;
woken_i = changed_i || $urandom % 8 == 0;
// the answer to the DEQ of two clocks ago
port = $urandom % N;
for (int o = 0; o < N; ++o) if (!deq2.open[port]) port = (port + 1) % N;
ans_why_i = 3'd0;
case (deq2.kind)
  2'd0:
    if (deq2.block) ans_why_i = $urandom % 2 == 0 ? 3'd7 : 3'd0;
    else if (!deq2.drop && deq2.open == '0) ans_why_i = 3'd6;
    else if (!deq2.drop && $urandom % 8 == 0) ans_why_i = $urandom % 2 == 0 ? 3'd7 : 3'd3;
  2'd1, 2'd2: if ($urandom % 8 == 0) ans_why_i = $urandom % 4 == 0 ? 3'd7 : $urandom % 2 == 0 ? 3'd6 : 3'd3;
  default:;
endcase
if (deq2.kind != 2'd0) port = out[deq2.id];
{ans_port_i, knew_i} = {$bits(ans_port_i)'(port), 1'($urandom)};
moves[deq2.id] = deq2.valid ? ans_why_i == 3'd7 && !deq2.block && deq2.kind != 2'd1 : moves[deq2.id];
leaves = deq2.valid && ans_why_i == 3'd0 && (deq2.kind[0] || (deq2.kind == 2'd0 && deq2.drop));
more_i = packets[deq2.id] > 1;
if (leaves) packets[deq2.id] = packets[deq2.id] - 1;
// the head that is led
age = age + 1;
if (leads && age == 2 && (out[led] == 0 || ans_why_i != 3'd0)) leads = 1'b0;
if (leads && age == 4) {again_i, exclude_i} = {$urandom % 4 == 0, 1'($urandom)};
exclude_i = exclude_i && again_i;
take = leads && age == 4 && !again_i;
if (again_i || (leads && age == 6)) leads = 1'b0;
again_id_i = led;
grant_id_i = one_of(stands, IW'($urandom));
grant_valid_i = !leads && !take && !(deq1.valid && deq1.drop) && stands[grant_id_i] && !clear_i[out[grant_id_i]] && !again_i
                && $urandom % 2 == 0;
if (grant_valid_i) {leads, led, age} = {1'b1, grant_id_i, 32'd0};
// packets, ACKs, looks, ways
put_valid_i = rst_ni && packets[put_id_i] < 3 && $urandom % 4 == 0;
put_tc_i = 3'(put_id_i);
if (put_valid_i) packets[put_id_i] = packets[put_id_i] + 1;
acked_id_i = one_of(waits, IW'($urandom));
{acked_valid_i, chk_valid_i} = {$urandom % 8 == 0, $urandom % 32 == 0};
check_valid_i = check_valid_i & {N{$urandom % 32 == 0}};
route_id_i = one_of(asked, IW'($urandom));
route_valid_i = asked[route_id_i] && $urandom % 2 == 0;
if ($urandom % 2 == 0) route_ways_i = '1;
time_i = $urandom % 32 == 0 ? time_i : '0;
`endif
