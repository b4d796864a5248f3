// SPDX-License-Identifier: Apache-2.0
/// \file
/// Look-ups, steps of an input table and the words of an output's FIFO, with anything at the pins.
#include <array>
#include <deque>

#include "control/random.hpp"
#include "pins.hpp"
#include "rules.hpp"

namespace selvage::test {

namespace {

// ------------------------------------------------------------------------------ look-ups

std::string lookup_differs(const cosim::FlowLookupOut& rule, const cosim::FlowLookupOut& rtl) {
  if (rule.req != rtl.req) return differs("FL-LOOK: a look-up", rule.req, rtl.req);
  if (rule.req && rule.key != rtl.key) return differs("FL-LOOK: its key", rule.key, rtl.key);
  if (rule.req && rule.len != rtl.len) return differs("FL-LOOK: its units", rule.len, rtl.len);
  if (rule.put != rtl.put)
    return differs("FL-LOOK: a packet for the input table", rule.put, rtl.put);
  if (!rule.put) return {};
  if (rule.put_slot != rtl.put_slot)
    return differs("FL-LOOK: its page", rule.put_slot, rtl.put_slot);
  if (rule.put_len != rtl.put_len)
    return differs("FL-LOOK: units of the packet", rule.put_len, rtl.put_len);
  if (rule.put_tc != rtl.put_tc) return differs("FL-LOOK: its class", rule.put_tc, rtl.put_tc);
  if (rule.put_ordered != rtl.put_ordered)
    return differs("FL-LOOK: its order", rule.put_ordered, rtl.put_ordered);
  if (rule.put_id != rtl.put_id) return differs("FL-LOOK: its id", rule.put_id, rtl.put_id);
  if (rule.put_start != rtl.put_start)
    return differs("FL-LOOK: its start", rule.put_start, rtl.put_start);
  return {};
}

// ------------------------------------------------------------------------------ steps

/// What stands first and waits for a step.
struct Waiting {
  bool there = false;
  unsigned id = 0;
};

unsigned some_row(tb::Random& random, const StepsRule& rule) {
  if (rule.row() && random.percent(40)) return *rule.row();
  if (rule.row() && random.percent(20)) return *rule.row() ^ (1U << random.below(6));
  return random.below(64);
}

void stand(tb::Random& random, const StepsRule& rule, unsigned load, Waiting& w) {
  if (w.there || !random.percent(load)) return;
  w = {true, some_row(random, rule)};
}

std::string steps_differ(const cosim::FlowStepsOut& rule, const cosim::FlowStepsOut& rtl) {
  if (rule.deq != rtl.deq) return differs("FL-STEP: a DEQ", rule.deq, rtl.deq);
  if (rule.deq && rule.deq_kind != rtl.deq_kind)
    return differs("FL-STEP: which DEQ", rule.deq_kind, rtl.deq_kind);
  if (rule.deq && rule.deq_id != rtl.deq_id)
    return differs("FL-STEP: row of the DEQ", rule.deq_id, rtl.deq_id);
  if (rule.deq && rule.deq_kind == 0 && rule.deq_data != rtl.deq_data)
    return differs("FL-STEP: with the DEQ", rule.deq_data, rtl.deq_data);
  if (rule.deq_drop != rtl.deq_drop)
    return differs("FL-STEP: it is a drop", rule.deq_drop, rtl.deq_drop);
  if (rule.drops != rtl.drops) return differs("FL-STEP: a drop is not over", rule.drops, rtl.drops);
  if (rule.enq != rtl.enq) return differs("FL-STEP: an ENQ", rule.enq, rtl.enq);
  if (rule.enq && rule.enq_id != rtl.enq_id)
    return differs("FL-STEP: row of the ENQ", rule.enq_id, rtl.enq_id);
  if (rule.enq && rule.enq_data != rtl.enq_data)
    return differs("FL-STEP: packet of the ENQ", rule.enq_data, rtl.enq_data);
  if (rule.ack_pull != rtl.ack_pull) return differs("FL-STEP: an ACK", rule.ack_pull, rtl.ack_pull);
  if (rule.chk_pull != rtl.chk_pull) return differs("FL-STEP: a CHK", rule.chk_pull, rtl.chk_pull);
  return {};
}

// ------------------------------------------------------------------------------ words

/// Packets on their way to an output: each input reads one after the other, and the output hears of
/// them in an order of its own.
struct Reading {
  std::array<unsigned, cosim::kPartPorts> left{};  ///< words of a packet that is read
  std::deque<unsigned> read;                       ///< inputs of packets that are still to be put
  unsigned most = 1;                               ///< words

  void words(tb::Random& random, unsigned load, const CrossRule& rule, cosim::FlowCrossIn& in);
};

void Reading::words(tb::Random& random, unsigned load, const CrossRule& rule,
                    cosim::FlowCrossIn& in) {
  for (unsigned i = 0; i < cosim::kPartPorts; ++i) {
    if (left[i] == 0 && read.size() < 16 && random.percent(load)) {
      left[i] = 1 + random.below(most);
      if (rule.held(i) + left[i] > 1'024) left[i] = 0;
      else read.push_back(i);
    }
    if (left[i] == 0 || !random.percent(90)) continue;
    in.word[i] = {
        true, --left[i] == 0, {random.next(), random.next(), random.next(), random.next()}};
  }
}

}  // namespace

std::string lookup_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs) {
  tb::Random random(seed);
  const auto rtl = cosim::make_flow_lookup({bugs});
  LookupRule rule;
  const unsigned load = 1 + random.below(100), full = random.below(60), acks = random.below(40),
                 classes = 1 + random.below(8);
  for (unsigned t = 0; t < cycles; ++t) {
    if (random.below(2'000) == 0) {
      rtl->reset();
      rule = LookupRule();
    }
    cosim::FlowLookupIn in;
    in.tc = random.below(100) < 90 ? random.below(classes) : random.below(8);
    in.head = random.percent(load) && rule.held(in.tc) < 512;
    in.dest = random.below(1U << 20);
    in.len = 1 + random.below(63);
    in.slot = random.below(1U << 12);
    in.ordered = random.percent(50);
    in.ack = random.percent(acks);
    in.stall = random.percent(full);
    in.id = random.below(64);
    in.start = random.below(1U << 10);
    const cosim::FlowLookupOut shown = rtl->give(in);
    const cosim::FlowLookupOut want = rule.step(in);
    if (const std::string d = lookup_differs(want, shown); !d.empty()) return at(t, d);
    rtl->edge();
    if (const std::string f = failed(); !f.empty()) return at(t, f);
  }
  return {};
}

std::string steps_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs) {
  tb::Random random(seed);
  const auto rtl = cosim::make_flow_steps({bugs});
  StepsRule rule;
  const unsigned load = 1 + random.below(80), grants = 1 + random.below(60),
                 drops = random.below(60), soon = 20 + random.below(81);
  Waiting ack, chk;
  for (unsigned t = 0; t < cycles; ++t) {
    if (random.below(1'000) == 0) {
      rtl->reset();
      rule = StepsRule();
    }
    stand(random, rule, load, ack);
    stand(random, rule, load, chk);
    cosim::FlowStepsIn in;
    in.put = random.percent(load) && rule.held() < 16;
    in.put_id = some_row(random, rule);
    in.put_data = static_cast<std::uint32_t>(random.next());
    const bool granted = rule.granted();
    in.free = granted && random.percent(25);
    in.grant = (!granted || in.free) && !rule.drops() && random.percent(grants);
    in.grant_id = some_row(random, rule);
    in.grant_host = random.percent(50);
    in.take = granted && !in.free && random.percent(25);
    in.pick = random.percent(load) && rule.turns() < 64;
    in.pick_drop = random.percent(drops);
    in.pick_id = some_row(random, rule);
    in.pick_data = random.below(1U << 12);
    in.soon = random.percent(soon);
    in.ack = ack.there;
    in.ack_id = ack.id;
    in.chk = chk.there;
    in.chk_id = chk.id;
    const cosim::FlowStepsOut shown = rtl->give(in);
    const cosim::FlowStepsOut want = rule.step(in);
    if (const std::string d = steps_differ(want, shown); !d.empty()) return at(t, d);
    ack.there = ack.there && !want.ack_pull;
    chk.there = chk.there && !want.chk_pull;
    rtl->edge();
    if (const std::string f = failed(); !f.empty()) return at(t, f);
  }
  return {};
}

std::string cross_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs) {
  tb::Random random(seed);
  const auto rtl = cosim::make_flow_cross({bugs});
  CrossRule rule;
  Reading reading;
  reading.most = random.percent(50) ? 3 : 504;
  const unsigned load = 1 + random.below(30), pulls = 10 + random.below(91);
  for (unsigned t = 0; t < cycles; ++t) {
    if (t == 0 || random.below(1'000) == 0) {
      rtl->reset();
      rule = CrossRule();
      reading = {{}, {}, reading.most};
    }
    const cosim::FlowWord shown = rtl->next(), want = rule.next();
    if (shown.valid != want.valid)
      return at(t, differs("FL-XBAR: a word", want.valid, shown.valid));
    if (want.valid && shown.last != want.last)
      return at(t, differs("FL-XBAR: the last word", want.last, shown.last));
    if (want.valid && shown.data != want.data)
      return at(t, differs("FL-XBAR: word", want.data[0], shown.data[0]));
    cosim::FlowCrossIn in;
    reading.words(random, load, rule, in);
    in.put = !reading.read.empty() && random.percent(60) && rule.packets() < 128;
    if (in.put) {
      in.put_in = reading.read.front();
      reading.read.pop_front();
    }
    const bool pull = want.valid && random.percent(pulls);
    rule.step(in, pull);
    rtl->edge(in, pull);
    if (const std::string f = failed(); !f.empty()) return at(t, f);
  }
  return {};
}

}  // namespace selvage::test
