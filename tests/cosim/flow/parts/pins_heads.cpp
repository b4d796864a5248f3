// SPDX-License-Identifier: Apache-2.0
/// \file
/// Heads that are led and ACKs on their way back, with anything at the pins of their RTL, beside
/// FL-LEAD and FL-BACK of docs/reference/flow-switch.md.
#include <array>
#include <deque>

#include "control/random.hpp"
#include "cosim/flow/parts/heads_block.hpp"
#include "cosim/lockstep/runtime.hpp"
#include "pins.hpp"

namespace selvage::test {

namespace {

using cosim::FlowBack;
using cosim::kPartPorts;

// ------------------------------------------------------------------------------ what is led

/// FL-LEAD of one input.
struct LeadRule {
  enum class Stage { kNone, kHost, kPeek, kMap, kTake };
  Stage stage = Stage::kNone;
  unsigned due = 0;  ///< cycle of the answer
  unsigned out = 0, id = 0, oid = 0, start = 0;

  void grant(unsigned cycle, bool host, const cosim::FlowGrantsOut::Grant& g) {
    stage = host ? Stage::kHost : Stage::kPeek;
    due = cycle + 2;
    out = g.out;
    id = g.id;
  }
  /// What the answers of a cycle lead to; true: a MAP at its output.
  bool answer(unsigned cycle, const cosim::FlowLeadsIn& in, unsigned p,
              cosim::FlowLeadsOut::Lead& shown) {
    if (stage == Stage::kNone || cycle != due) return false;
    const auto& a = in.answer[p];
    const auto& mapped = in.mapped[out];
    due = cycle + 2;
    switch (stage) {
      case Stage::kPeek:
        if (a.go && a.port == out) {
          stage = Stage::kMap;
          return true;
        }
        shown.abort = true;
        break;
      case Stage::kMap:
        if (!mapped.stall) {
          stage = Stage::kTake;
          oid = mapped.oid;
          start = mapped.start;
          shown.take = true;
          return false;
        }
        shown.abort = shown.again = true;
        shown.exclude = mapped.over;
        break;
      default:
        shown.leave = stage == Stage::kTake || a.go;
        shown.abort = !shown.leave;
        shown.oid = oid;
        shown.start = start;
        if (stage == Stage::kHost) shown.oid = kPartPorts * 8;  // means nothing
        break;
    }
    stage = Stage::kNone;
    return false;
  }
};

std::string lead_differs(const cosim::FlowLeadsOut::Lead& rule,
                         const cosim::FlowLeadsOut::Lead& rtl) {
  if (rule.take != rtl.take) return differs("FL-LEAD: a second DEQ", rule.take, rtl.take);
  if (rule.leave != rtl.leave) return differs("FL-LEAD: a packet leaves", rule.leave, rtl.leave);
  if (rule.abort != rtl.abort) return differs("FL-LEAD: it came to nothing", rule.abort, rtl.abort);
  if (rule.again != rtl.again) return differs("FL-LEAD: it chooses again", rule.again, rtl.again);
  if (rule.exclude != rtl.exclude)
    return differs("FL-LEAD: without this output", rule.exclude, rtl.exclude);
  if (rule.ask != rtl.ask) return differs("FL-LEAD: a row is asked for", rule.ask, rtl.ask);
  if (rule.ask && rule.ask_id != rtl.ask_id)
    return differs("FL-LEAD: which row", rule.ask_id, rtl.ask_id);
  if (!rule.leave || rule.oid == kPartPorts * 8) return {};
  if (rule.oid != rtl.oid) return differs("FL-LEAD: id of its header", rule.oid, rtl.oid);
  return rule.start == rtl.start ? "" : differs("FL-LEAD: its start", rule.start, rtl.start);
}

std::string map_differs(const cosim::FlowLeadsOut::Map& rule, const cosim::FlowLeadsOut::Map& rtl) {
  if (rule.valid != rtl.valid) return differs("FL-LEAD: a MAP", rule.valid, rtl.valid);
  if (!rule.valid) return {};
  if (rule.in != rtl.in) return differs("FL-LEAD: input of the MAP", rule.in, rtl.in);
  if (rule.id != rtl.id) return differs("FL-LEAD: row of the MAP", rule.id, rtl.id);
  return rule.data == rtl.data ? "" : differs("FL-LEAD: with the MAP", rule.data, rtl.data);
}

/// Answers of a cycle, whether asked for or not: what was peeked may go, as a rule.
cosim::FlowLeadsIn some_answers(tb::Random& random, const std::array<LeadRule, kPartPorts>& leads) {
  cosim::FlowLeadsIn in;
  for (unsigned p = 0; p < kPartPorts; ++p) {
    in.answer[p] = {random.percent(80) || leads[p].stage == LeadRule::Stage::kTake,
                    random.percent(85) ? leads[p].out : random.below(8)};
    in.data[p] = random.below(1ULL << 32);
    in.mapped[p] = {random.percent(30), random.percent(50), random.below(64), random.below(1'024)};
  }
  return in;
}

// ------------------------------------------------------------------------------ ACKs

/// What the queues of `flow_acks` take: ACKs of a source, cycles that had some.
constexpr unsigned kOfSource = 16, kCycles = 64;

/// FL-BACK: sources of a cycle in their order.
struct BackRule {
  struct Ack {
    unsigned due = 0, out = 0;
    FlowBack back;
    unsigned source = 0;
  };
  std::deque<Ack> queue;
  std::array<unsigned, 3 * kPartPorts + 1> held{};  ///< of each source
  unsigned cycles = 0;
  void take(unsigned cycle, unsigned hosts, const cosim::FlowAcksIn& in) {
    const std::size_t before = queue.size();
    const auto add = [&](const FlowBack& b, unsigned out, unsigned source) {
      if (!b.valid) return;
      queue.push_back({cycle + 2, out, b, source});
      ++held[source];
    };
    const auto bit = [](unsigned mask, unsigned o) { return (mask >> o & 1) != 0; };
    for (unsigned o = 0; o < kPartPorts; ++o) {
      if (!bit(hosts, o)) add(in.rev[o], o, o);
      add(in.chk[o], o, kPartPorts + o);
    }
    for (unsigned o = 0; o < kPartPorts; ++o) add(in.turn[o], o, 2 * kPartPorts + o);
    add(in.drop, 0, 3 * kPartPorts);
    for (unsigned group = 0; group < 3; ++group)
      for (unsigned o = 0; o < kPartPorts; ++o) {
        const unsigned mine = bit(in.free, o) ? 0 : bit(in.comes, o) ? 1 : 2;
        if (bit(hosts, o) && mine == group) add(in.rev[o], o, o);
      }
    if (queue.size() != before) ++cycles;
  }
  void pull() {
    const Ack gone = queue.front();
    queue.pop_front();
    --held[gone.source];
    if (queue.empty() || queue.front().due != gone.due) --cycles;
  }
};

std::string ack_differs(const BackRule& rule, unsigned cycle, const cosim::FlowAcksOut& rtl) {
  const bool due = !rule.queue.empty() && rule.queue.front().due <= cycle;
  if (due != rtl.ack.valid) return differs("FL-BACK: an ACK", due, rtl.ack.valid);
  if (!due) return {};
  const BackRule::Ack& a = rule.queue.front();
  if (a.back.id != rtl.ack.id) return differs("FL-BACK: row", a.back.id, rtl.ack.id);
  if (a.back.type != rtl.ack.type) return differs("FL-BACK: type", a.back.type, rtl.ack.type);
  if (a.back.delta != rtl.ack.delta) return differs("FL-BACK: units", a.back.delta, rtl.ack.delta);
  return a.out == rtl.out ? "" : differs("FL-BACK: output", a.out, rtl.out);
}

/// With `load` over 100 exactly two sources have an ACK, if they may.
cosim::FlowAcksIn some_acks(tb::Random& random, const BackRule& rule, unsigned hosts,
                            unsigned load) {
  cosim::FlowAcksIn in;
  const unsigned one = random.below(3 * kPartPorts + 1), other = random.below(3 * kPartPorts + 1);
  const auto some = [&](unsigned source) {
    const bool there = (load > 100 ? source == one || source == other : random.percent(load)) &&
                       rule.held[source] < kOfSource;
    return FlowBack{there, random.below(64), random.below(8), random.below(1'024)};
  };
  for (unsigned o = 0; o < kPartPorts; ++o) {
    in.rev[o] = some(o);
    if ((hosts >> o & 1) != 0) continue;
    in.chk[o] = some(kPartPorts + o);
    in.turn[o] = some(2 * kPartPorts + o);
  }
  in.drop = some(3 * kPartPorts);
  in.free = random.below(256);
  in.comes = random.below(256);
  return in;
}

}  // namespace

std::string leads_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs) {
  tb::Random random(seed);
  const unsigned hosts = random.below(256);
  const auto rtl = cosim::make_flow_leads({hosts, bugs});
  std::array<LeadRule, kPartPorts> leads;
  const unsigned load = random.percent(50) ? 100 : 1 + random.below(40);
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    if (random.below(1'000) == 0) {
      rtl->reset();
      leads = {};
    }
    cosim::FlowLeadsIn in = some_answers(random, leads);
    cosim::FlowLeadsOut rule;
    for (unsigned p = 0; p < kPartPorts; ++p) {
      if (!leads[p].answer(cycle, in, p, rule.lead[p])) continue;
      rule.map[leads[p].out] = {true, p, leads[p].id, in.data[p]};
    }
    unsigned used = 0;
    for (unsigned p = 0; p < kPartPorts; ++p) {
      auto& lead = rule.lead[p];
      const unsigned out = random.below(8), id = random.below(64);
      in.grant[p] = {false, out, 0, id};
      if (lead.take) {
        lead.ask = true;
        lead.ask_id = leads[p].id;
      }
      if (leads[p].stage != LeadRule::Stage::kNone || (used >> out & 1) != 0) continue;
      if (!random.percent(load)) continue;
      used |= 1U << out;
      in.grant[p].valid = true;
      const bool host = (hosts >> out & 1) != 0;
      leads[p].grant(cycle, host, in.grant[p]);
      if (!host) continue;
      lead.ask = true;
      lead.ask_id = id;
    }
    const cosim::FlowLeadsOut shown = rtl->give(in);
    for (unsigned p = 0; p < kPartPorts; ++p) {
      std::string d = lead_differs(rule.lead[p], shown.lead[p]);
      if (d.empty()) d = map_differs(rule.map[p], shown.map[p]);
      if (!d.empty()) return at(cycle, d);
    }
    rtl->edge();
    if (const std::string f = failed(); !f.empty()) return at(cycle, f);
  }
  return {};
}

std::string acks_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs) {
  tb::Random random(seed);
  const unsigned hosts = random.percent(70) ? random.below(256) : 0xff;
  const auto rtl = cosim::make_flow_acks({hosts, bugs});
  const unsigned load = random.percent(30) ? 101 : random.percent(50) ? 20 : 1 + random.below(6);
  const unsigned most = random.percent(50) ? 10 : 400;  // under way, before they are few again
  BackRule rule;
  bool fills = true;
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    if (random.below(1'000) == 0) {
      rtl->reset();
      rule = BackRule();
    }
    if (const std::string d = ack_differs(rule, cycle, rtl->outputs()); !d.empty())
      return at(cycle, d);
    const std::size_t there = rule.queue.size();
    fills = fills ? there < most && rule.cycles < kCycles : there == 0;
    const bool pull = rtl->outputs().ack.valid && random.percent(most > 10 && fills ? 20 : 90);
    const bool some = rule.cycles < kCycles && (fills || random.percent(10));
    const cosim::FlowAcksIn in = some_acks(random, rule, hosts, some ? load : 0);
    if (pull) rule.pull();
    rule.take(cycle, hosts, in);
    rtl->edge(in, pull);
    if (const std::string f = failed(); !f.empty()) return at(cycle, f);
  }
  return {};
}

}  // namespace selvage::test
