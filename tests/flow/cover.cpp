// SPDX-License-Identifier: Apache-2.0
// Functional coverage of the blocks of a port (COV-1, COV-3): whatever blocks are asked and answer,
// against what the sentences of the situations say.
#include <catch2/catch.hpp>

#include <deque>
#include <map>
#include <random>
#include <set>

#include "flow/blocks/cover.hpp"
#include "flow/blocks/forwarding.hpp"
#include "met.hpp"

namespace selvage::flow {

using namespace golden;
using cover::Situation;

namespace {

using tb::Met;

/// Blocks that answer what they have been told to, and keep what they were asked last.
struct Told final : ForwardingBlocks {
  Told() : ForwardingBlocks(nullptr) {}
  void efct(Cycle, const EfctInput& in) override { efct_in = in; }
  EfctOutput efct_answer(Cycle) override { return efct_out; }
  void ifct(const IfctInput& in) override { ifct_in = in; }
  IfctOutput ifct_answer(Cycle) override { return ifct_out; }
  void ofct(const OfctInput& in) override { ofct_in = in; }
  OfctOutput ofct_answer(Cycle) override { return ofct_out; }
  RedirectOutput redirect_answer(Cycle) override { return redirect_out; }
  AckType ack_type(Cycle, unsigned, unsigned) override { return type; }
  AggregatorView aggregator(Cycle) override { return view; }
  void aggregator_step(Cycle now, const AggregatorInput&) override { stepped = now; }
  bool unpack(Cycle, const std::vector<FrameWord>&, std::vector<std::uint32_t>&) override {
    return good;
  }
  void redirect(Cycle now, const RedirectInput& in) override { asked = now + in.depth; }
  void walker_down(Cycle now, Cycle drain) override { walked = now + drain; }
  void walker_up(Cycle now) override { walked = now; }
  const IfctRow& ifct_row(Cycle, FlowId id) override { return rows[id]; }

  EfctInput efct_in;
  IfctInput ifct_in;
  OfctInput ofct_in;
  EfctOutput efct_out;
  IfctOutput ifct_out;
  OfctOutput ofct_out;
  RedirectOutput redirect_out;
  AckType type = AckType::kNormal;
  AggregatorView view;
  Cycle stepped = 0;
  Cycle walked = 0;
  Cycle asked = 0;
  bool good = false;
  std::array<IfctRow, 4> rows;
};

/// A port with sampled blocks, and what its clocks should meet.
struct Port {
  explicit Port(bool at_edge) : edge(at_edge) {
    auto own = std::make_unique<Told>();
    told = own.get();
    blocks = covered_blocks(std::move(own), edge, coverage.of(flow_cover().model()), 9);
  }
  std::uint32_t draw(std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); }
  bool toss() { return draw(2) == 0; }
  AckType any_type() { return static_cast<AckType>(draw(8)); }
  void expect(bool holds, const std::string& name) {
    if (holds) ++met[name];
  }
  void input_table(Cycle now);
  void output_table(Cycle now);
  void answer_input();
  void answer_output();
  void edge_table(Cycle now);
  void others(Cycle now);
  void compare();

  bool edge;
  std::mt19937 random{5};
  cover::Coverage coverage;
  Told* told = nullptr;
  std::unique_ptr<Blocks> blocks;
  Met met;
  std::deque<IfctInput> ifct;  ///< without an answer yet
  std::deque<OfctInput> ofct;
};

/// "DEQ+ACK" of those that are, empty for one or none.
std::string several(const std::vector<std::pair<bool, const char*>>& operations) {
  std::string text;
  unsigned count = 0;
  for (const auto& [is, name] : operations) {
    if (!is) continue;
    if (count++ > 0) text += "+";
    text += name;
  }
  return count > 1 ? text : "";
}

void Port::input_table(Cycle now) {
  IfctInput in;
  in.now = now;
  in.deq_valid = toss();
  in.enq_valid = toss();
  in.ack_valid = toss();
  in.chk_valid = toss();
  const std::uint32_t ids = toss() ? 1 : 3;  // all of one row, or of any
  in.deq.id = static_cast<FlowId>(draw(ids));
  in.enq.id = static_cast<FlowId>(draw(ids));
  in.ack.id = static_cast<FlowId>(draw(ids));
  in.chk = static_cast<FlowId>(draw(ids));
  in.enq.len = draw(3);
  in.ack.type = any_type();
  for (IfctRow& row : told->rows) row.state = static_cast<FlowState>(draw(3));
  blocks->ifct(in);
  CHECK(told->ifct_in.now == now);
  ifct.push_back(in);
  const std::string clock = several(
      {{in.deq_valid, "DEQ"}, {in.enq_valid, "ENQ"}, {in.ack_valid, "ACK"}, {in.chk_valid, "CHK"}});
  std::map<FlowId, bool> rows;
  if (in.deq_valid) rows[in.deq.id] = true;
  if (in.enq_valid) rows[in.enq.id] = true;
  if (in.ack_valid) rows[in.ack.id] = true;
  if (in.chk_valid) rows[in.chk] = true;
  expect(!clock.empty(), "ifct.clock." + clock);
  const auto state = [this](FlowId id) {
    static const char* const kStates[] = {"free", "running", "blocked"};
    return std::string(kStates[static_cast<unsigned>(told->rows[id].state)]) + ".";
  };
  if (rows.size() == 1) {
    const char* alone = in.deq_valid ? "DEQ" : in.enq_valid ? "ENQ" : in.ack_valid ? "ACK" : "CHK";
    ++met["ifct.row." + state(rows.begin()->first) + (clock.empty() ? alone : clock)];
  }
  const std::string type = kAckTypeNames[static_cast<unsigned>(in.ack.type)];
  expect(in.ack_valid, std::string("ack.") + (edge ? "edge." : "switch.") + type);
  expect(in.ack_valid, "row." + state(in.ack.id) + type);
}

void Port::answer_input() {
  const IfctInput asked = ifct.front();
  ifct.pop_front();
  IfctOutput& out = told->ifct_out;
  out.deq.why = static_cast<DeqWhy>(draw(8));
  out.enq = {
      toss(), draw(2), toss(), toss(), {toss(), any_type(), 0, 0}, {toss(), any_type(), 0, 0}};
  out.ack = {{}, toss(), toss()};
  out.chk.valid = toss();
  CHECK(blocks->ifct_answer(0).deq.why == out.deq.why);
  static const char* const kWhys[] = {"goes",      "state",  "extent",  "injection",
                                      "bandwidth", "credit", "no_port", "reroute"};
  expect(asked.deq_valid, std::string("deq.") + (edge ? "edge." : "switch.") +
                              kWhys[static_cast<unsigned>(out.deq.why)]);
  if (asked.enq_valid) {
    expect(asked.enq.len == 0, "ifct.enq.marker");
    expect(out.enq.open, "ifct.enq.opens");
    expect(out.enq.hole > 0, "ifct.enq.hole");
    expect(out.enq.gap, "ifct.enq.gap");
    expect(out.enq.over, "ifct.enq.over");
    expect(out.enq.loss.valid, "ifct.enq.loss");
    expect(out.enq.up.valid && out.enq.up.type == AckType::kCredit, "ifct.enq.credit");
  }
  expect(asked.ack_valid && out.ack.rel, "ifct.ack.released");
  expect(asked.ack_valid && out.ack.block, "ifct.ack.redirected");
  expect(asked.chk_valid, out.chk.valid ? "ifct.chk.credit" : "ifct.chk.other");
}

void Port::output_table(Cycle now) {
  OfctInput in;
  in.now = now;
  in.map_valid = toss();
  in.rev_valid = toss();
  in.chk_valid = toss();
  in.rev.type = any_type();
  in.chk_kind = static_cast<OfctCheck>(draw(3));
  blocks->ofct(in);
  CHECK(told->ofct_in.now == now);
  ofct.push_back(in);
  const std::string clock =
      several({{in.map_valid, "MAP"}, {in.rev_valid, "REV"}, {in.chk_valid, "CHK"}});
  expect(!clock.empty(), "ofct.clock." + clock);
  expect(in.rev_valid,
         std::string("ofct.rev.") + kAckTypeNames[static_cast<unsigned>(in.rev.type)]);
}

void Port::answer_output() {
  const OfctInput asked = ofct.front();
  ofct.pop_front();
  OfctOutput& out = told->ofct_out;
  out.map.hit = toss();
  out.map.alloc = toss();
  out.map.stall = toss();
  out.map.over = toss();
  out.rev.valid = toss();
  out.rev.rel = toss();
  out.chk.back.valid = toss();
  out.chk.marker.valid = toss();
  CHECK(blocks->ofct_answer(0).map.hit == out.map.hit);
  if (asked.map_valid) {
    expect(out.map.hit && !out.map.alloc, "ofct.map.hit");
    expect(out.map.alloc, "ofct.map.new_id");
    expect(out.map.stall, out.map.over ? "ofct.map.no_credit" : "ofct.map.full");
  }
  expect(asked.rev_valid, out.rev.valid ? "ofct.rev.back" : "ofct.rev.stray");
  expect(asked.rev_valid && out.rev.rel, "ofct.rev.released");
  if (!asked.chk_valid) return;
  const bool timers = asked.chk_kind == OfctCheck::kTimers;
  const bool marker = out.chk.marker.valid;
  const bool back = out.chk.back.valid;
  expect(asked.chk_kind == OfctCheck::kLinkDied, "ofct.died.loss");
  expect(asked.chk_kind == OfctCheck::kClose, "ofct.died.close");
  expect(timers && marker, "ofct.timer.marker");
  expect(timers && back, "ofct.timer.back");
  expect(timers && !marker && !back, "ofct.timer.other");
}

void Port::edge_table(Cycle now) {
  EfctInput in;
  in.req = toss();
  in.ack = toss();
  in.len = 1 + draw(60);
  blocks->efct(now, in);
  CHECK(told->efct_in.len == in.len);
  EfctOutput& out = told->efct_out;
  out = {toss(), toss(), toss(), toss(), 0, 0, toss(), 0, toss()};
  CHECK(blocks->efct_answer(now).hit == out.hit);
  expect(in.req && in.ack, "efct.both");
  expect(out.hit && !out.alloc, "efct.hit");
  expect(out.alloc, "efct.new_row");
  expect(out.stall, out.window ? "efct.no_window" : "efct.full");
  expect(out.rel, "efct.released");
  expect(out.kept, "efct.kept");
}

void Port::others(Cycle now) {
  const RedirectInput loaded{draw(9), toss(), toss(), 0, 0, 0};
  blocks->redirect(now, loaded);
  CHECK(told->asked == now + loaded.depth);
  expect(loaded.load && loaded.exempt, "redirect.exempt");
  told->redirect_out.redirect = toss();
  CHECK(blocks->redirect_answer(now).redirect == told->redirect_out.redirect);
  expect(true, told->redirect_out.redirect ? "redirect.given" : "redirect.not_given");
  told->type = any_type();
  CHECK(blocks->ack_type(now, 1, 1) == told->type);
  const auto type = static_cast<unsigned>(told->type);
  expect(type < 4, std::string("ep_ack.") + kAckTypeNames[type]);
  told->view = {toss(), toss(), 0};
  AggregatorInput in;
  in.push = toss();
  in.grant = toss();
  in.idle = toss();
  blocks->aggregator_step(now, in);
  CHECK(told->stepped == now);
  expect(in.push, told->view.ready ? "aggregator.taken" : "aggregator.not_ready");
  expect(in.grant, "aggregator.granted");
  expect(told->view.req, in.idle ? "aggregator.on_idle_link" : "aggregator.on_busy_link");
  told->good = toss();
  std::vector<std::uint32_t> acks;
  CHECK(blocks->unpack(now, {}, acks) == told->good);
  expect(true, told->good ? "unpacker.good" : "unpacker.bad");
  if (toss()) {
    blocks->walker_down(now, 1);
    CHECK(told->walked == now + 1);
    expect(true, "walker.down");
  } else if (toss()) {
    blocks->walker_up(now);
    CHECK(told->walked == now);
    expect(true, "walker.up");
  }
}

void Port::compare() {
  const cover::ModelPtr& model = flow_cover().model();
  const cover::Counts& counts = coverage.of(model);
  for (std::size_t i = 0; i < model->situations().size(); ++i) {
    const Situation& s = model->situations()[i];
    INFO(s.name);
    const std::string other = edge ? ".switch." : ".edge.";
    const bool around = s.name.rfind("path.", 0) == 0;
    CHECK((counts.count(i) == 0) == (around || s.name.find(other) != std::string::npos));
  }
  CHECK(tb::difference(tb::met_in(counts), met) == "");
}

}  // namespace

TEST_CASE("COV-1: blocks of a port meet what the sentences say, whatever they answer", "[cover]") {
  Port port(GENERATE(false, true));
  for (Cycle now = 2; now < 3000; ++now) {
    if (!port.ifct.empty() && port.toss()) port.answer_input();
    if (!port.ofct.empty() && port.toss()) port.answer_output();
    if (port.ifct.size() < 2) port.input_table(now);
    if (port.ofct.size() < 2) port.output_table(now);
    port.edge_table(now);
    port.others(now);
  }
  // No port may be told all of that: limits of the ingress edge at switches, ACKs of free rows.
  REQUIRE(port.coverage.forbidden());
  CHECK(port.coverage.forbidden()->sw == 9);
  port.compare();
}

namespace {

/// Why a situation cannot be met, whatever the fabric.
std::string always(const std::string& name) {
  if (name == "deq.switch.extent" || name == "deq.switch.injection" ||
      name == "deq.switch.bandwidth")
    return "a limit of the ingress edge alone";
  if (name == "row.free.NORMAL" || name.rfind("row.free.EP_", 0) == 0)
    return "an output table has a row only for units that its input table's row counts as under "
           "way, FLOW-A-7";
  if (name.rfind("ifct.row.free.DEQ", 0) == 0)
    return "a row of which a packet is asked for has one";
  if (name.rfind("ifct.row.free.", 0) == 0 && name.find("ACK") != std::string::npos)
    return "an ACK of a row that is free is impossible or forbidden";
  if (name == "ofct.timer.back") return "a timer of an output table sends a marker or nothing";
  if (name == "aggregator.not_ready") return "a port keeps an ACK until its aggregator is ready";
  return "";
}

std::map<std::string, Situation> situations(const FlowShape& shape) {
  std::map<std::string, Situation> all;
  const cover::ModelPtr model = FlowCover(shape).model();
  for (const Situation& s : model->situations()) {
    INFO(s.name);
    CHECK(all.emplace(s.name, s).second);
  }
  return all;
}

}  // namespace

TEST_CASE("COV-3: which situations of blocks cannot be met, and the sentences", "[cover]") {
  CHECK(flow_cover().model()->name() == "flow.blocks");
  const auto all = situations({});
  const std::set<std::string> forbidden{"row.free.REDIRECT", "row.free.LOSS", "row.free.CREDIT",
                                        "row.free.CREDIT_OFF"};
  for (const auto& [name, s] : all) {
    INFO(name);
    CHECK(s.reason == always(name));
    CHECK((s.kind == Situation::Kind::kUnreachable) == !always(name).empty());
    CHECK((s.kind == Situation::Kind::kIllegal) == (forbidden.count(name) == 1));
  }
  CHECK(all.size() == 2 * 8 + 2 * 8 + 3 * 8 + 8 + 4 + 11 + 3 * 15 + 4 + kFlowCases);
  CHECK(all.at("deq.edge.extent").requirements == "FLOW-C-1 FLOW-C-5");
  CHECK(all.at("deq.switch.credit").requirements == "FLOW-C-1 FLOW-D-4");
  CHECK(all.at("ifct.row.blocked.DEQ+CHK").text ==
        "The input table has DEQ+CHK of one row that is blocked, and no operation of another, in "
        "one clock.");
}

TEST_CASE("COV-3: what blocks cannot meet in a fabric, with its reason", "[cover]") {
  const auto compare = [](const FlowShape& shape, const std::string& why,
                          const std::set<std::string>& of_it) {
    for (const auto& [name, s] : situations(shape)) {
      INFO(name);
      const bool own = !always(name).empty();
      CHECK(s.reason == (own ? always(name) : of_it.count(name) == 1 ? why : ""));
    }
  };
  const auto ends_in = [](std::initializer_list<const char*> types) {
    std::set<std::string> names;
    for (const std::string type : types) {
      for (const char* group :
           {"ack.switch.", "ack.edge.", "row.running.", "row.blocked.", "ofct.rev.", "ep_ack."}) {
        names.insert(group + type);
      }
    }
    return names;
  };
  compare({false, true, true, true}, "switch.flow.congestion_aware is off",
          ends_in({"EP_NEW", "EP_CONT", "EP_SEVERE"}));
  compare({true, false, true, true}, "switch.flow.egress_units is less than severe_units",
          ends_in({"EP_SEVERE"}));
  compare({true, true, false, true}, "switch.flow.wire_frames is off",
          {"unpacker.good", "unpacker.bad"});
  compare({true, true, true, false},
          "an ingress edge has a row for each host, class and kind of order", {"efct.full"});
  compare({true, true, true, true, false}, "all packets are of one class", {"path.class_changes"});
  compare({true, true, true, true, true, false}, "all flows are ordered", {"path.late_unordered"});
  compare({true, true, true, true, true, true, false}, "link.messages is sideband",
          {"path.message.in_packet", "path.message.alone"});
  compare({true, true, true, true, true, true, true, false}, "switch.flow.loss is 0",
          {"path.drop.lost"});
}

}  // namespace selvage::flow
