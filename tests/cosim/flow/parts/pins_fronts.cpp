// SPDX-License-Identifier: Apache-2.0
/// \file
/// The heads of an input's flow queues in RTL, with anything at their pins, beside FL-HEAD,
/// FL-CHOOSE, FL-WAKE and FL-LIMIT of docs/reference/flow-switch.md.
#include <deque>
#include <vector>

#include "control/random.hpp"
#include "pins.hpp"
#include "rules_fronts.hpp"

namespace selvage::test {

namespace {

using cosim::kPartPorts;
using cosim::kPartRows;
using Does = FrontsRule::Does;

std::string rows_differ(const cosim::FlowFrontsOut& rule, const cosim::FlowFrontsOut& rtl) {
  if (rule.waiting != rtl.waiting)
    return differs("FL-WAKE: rows whose heads wait", rule.waiting, rtl.waiting);
  if (rule.routing != rtl.routing)
    return differs("FL-HEAD: rows whose heads ask for ways", rule.routing, rtl.routing);
  if (rule.choosing != rtl.choosing)
    return differs("FL-CHOOSE: rows whose heads choose", rule.choosing, rtl.choosing);
  if (rule.standing != rtl.standing)
    return differs("FL-CHOOSE: rows whose heads stand at an output", rule.standing, rtl.standing);
  if (rule.led != rtl.led) return differs("FL-HEAD: rows whose heads are led", rule.led, rtl.led);
  if (rule.deqs != rtl.deqs) return differs("FL-CHOOSE: rows that have a DEQ", rule.deqs, rtl.deqs);
  return rule.asks == rtl.asks ? ""
                               : differs("FL-HEAD: rows that have a question", rule.asks, rtl.asks);
}

std::string fronts_differ(const cosim::FlowFrontsIn& in, const cosim::FlowFrontsOut& rule,
                          const cosim::FlowFrontsOut& rtl) {
  if (const std::string d = rows_differ(rule, rtl); !d.empty()) return d;
  if (rule.head != rtl.head)
    return differs("FL-CHOOSE: a head asks for an output", rule.head, rtl.head);
  if (rule.head) {
    if (rule.head_out != rtl.head_out)
      return differs("FL-CHOOSE: its output", rule.head_out, rtl.head_out);
    if (rule.head_tc != rtl.head_tc)
      return differs("FL-CHOOSE: its class", rule.head_tc, rtl.head_tc);
    if (rule.head_id != rtl.head_id)
      return differs("FL-CHOOSE: its row", rule.head_id, rtl.head_id);
  }
  if (in.deq.valid && in.deq_kind != 0 && rule.granted_mask != rtl.granted_mask)
    return differs("FL-CHOOSE: ports of what is granted", rule.granted_mask, rtl.granted_mask);
  if (rule.open != rtl.open) return differs("FL-CHOOSE: open ports", rule.open, rtl.open);
  if (!in.pick.valid) return {};
  if (rule.drop != rtl.drop) return differs("FL-CHOOSE: it is a drop", rule.drop, rtl.drop);
  if (rule.ways != rtl.ways) return differs("FL-CHOOSE: its ways", rule.ways, rtl.ways);
  return rule.mask == rtl.mask ? ""
                               : differs("FL-CHOOSE: ports that it may have", rule.mask, rtl.mask);
}

/// What is around the heads of an input: its tables, its outputs, and who is led.
class AroundHeads {
 public:
  AroundHeads(tb::Random& random, bool host) : random_(random), rule_(host) {
    some_rows();
    puts_ = random_.percent(50) ? 90 : 1 + random_.below(60);
    goes_ = 20 + random_.below(70);
    wakes_ = 1 + random_.below(random_.percent(50) ? 6 : 40);
    limits_ = random_.percent(50) ? 80 : 1 + random_.below(10);
    deaths_ = random_.below(3) == 0 ? 0 : 1 + random_.below(10);
    hosts_ = random_.below(256);
  }
  void begins_anew(bool host) {
    rule_ = FrontsRule(host);
    stage_ = Stage::kNone;
    picked_.clear();
    some_rows();
  }
  /// The first difference of a cycle, or empty.
  std::string cycle(cosim::FlowFrontsBlock& rtl);

 private:
  enum class Stage : std::uint8_t { kNone, kForHost, kPeek, kMap, kTake };
  void outputs();
  void answers();
  void tables();
  void gives();
  /// Which rows there are, in any order; few of them meet more often.
  void some_rows() {
    rows_.clear();
    for (unsigned id = 0; id < kPartRows; ++id)
      rows_.insert(rows_.begin() + random_.below(id + 1), id);
    if (random_.percent(50)) rows_.resize(1 + random_.below(random_.percent(50) ? 3 : 12));
  }
  [[nodiscard]] unsigned some() { return rows_[random_.below(rows_.size())]; }
  /// One of the rows for which `is` holds, if it is found soon.
  template <class Is>
  [[nodiscard]] cosim::FlowFrontsIn::Row one(unsigned chance, const Is& is) {
    if (!random_.percent(chance)) return {};
    const unsigned from = random_.below(rows_.size());
    for (unsigned k = 0; k < rows_.size(); ++k)
      if (const unsigned id = rows_[(from + k) % rows_.size()]; is(rule_.row(id)))
        return {true, id};
    return {};
  }

  tb::Random& random_;
  FrontsRule rule_;
  std::vector<unsigned> rows_;
  std::deque<unsigned> picked_;  ///< rows that had their turn
  unsigned puts_ = 0, goes_ = 0, limits_ = 0, wakes_ = 0, deaths_ = 0, hosts_ = 0;
  cosim::FlowFrontsIn in_;
  unsigned alive_ = 0xff;
  // The head that is led: its row, what comes next, in how many cycles.
  Stage stage_ = Stage::kNone;
  unsigned led_ = 0, in_cycles_ = 0;
};

void AroundHeads::outputs() {
  cosim::FlowFrontsIn next;
  next.full = in_.full ^ (random_.percent(5) ? 1U << random_.below(8) : 0);
  next.xoff = in_.xoff;
  if (random_.percent(20)) next.xoff[random_.below(8)] ^= 1U << random_.below(8);
  for (unsigned o = 0; o < kPartPorts; ++o) {
    if (!random_.percent(deaths_)) continue;
    const unsigned one = 1U << o;
    if ((alive_ & one) != 0) {
      alive_ &= ~one;
      next.clear |= one;
    } else if (random_.percent(50)) {
      next.init |= one;
    }
  }
  next.alive = alive_;
  alive_ |= next.init;
  next.coming = random_.percent(50) ? random_.below(256) : 0;
  next.changed = random_.percent(2);
  next.woken = next.changed || random_.percent(wakes_);
  in_ = next;
}

/// What the tables answer, and what becomes of the head that is led.
void AroundHeads::answers() {
  const bool due = stage_ != Stage::kNone && --in_cycles_ == 0;
  const auto& deq = rule_.answered();
  const unsigned limited = deq && rule_.has_turn(deq->id) ? 10 : limits_;  // most of them once
  in_.why = random_.percent(limited) ? 3 : random_.percent(goes_) ? 0 : 1 + random_.below(7);
  in_.port = random_.below(8);
  in_.knew = random_.percent(60);
  in_.again_id = some();
  if (deq) in_.more = rule_.row(deq->id).packets > 1;
  if (!due) return;
  in_cycles_ = 2;
  switch (stage_) {
    case Stage::kPeek:
      if (random_.percent(80)) in_.port = rule_.row(led_).out;
      stage_ = in_.why == 0 && in_.port == rule_.row(led_).out ? Stage::kMap : Stage::kNone;
      break;
    case Stage::kMap:
      in_.again = random_.percent(40);
      if (in_.again) in_.again_id = led_;
      in_.exclude = in_.again && random_.percent(50);
      stage_ = in_.again ? Stage::kNone : Stage::kTake;
      break;
    default:
      if (stage_ == Stage::kTake) in_.why = 0;
      stage_ = Stage::kNone;
      break;
  }
}

void AroundHeads::tables() {
  const auto waits = [](const FrontsRule::Row& r) { return r.does == Does::kWaits; };
  const auto all = [](const FrontsRule::Row& /*r*/) { return true; };
  in_.put = one(puts_, [](const FrontsRule::Row& r) { return r.packets < 6; });
  const FrontsRule::Row& row = rule_.row(in_.put.id);
  in_.put_tc = row.packets == 0 ? random_.below(8) : row.tc;  // a row is of one class
  in_.acked = one(wakes_, waits);
  if (!in_.acked.valid) in_.acked = one(wakes_, all);
  in_.chk = random_.percent(50) ? one(wakes_ / 2, waits) : one(wakes_ / 2, all);
  for (unsigned o = 0; o < kPartPorts; ++o)
    in_.check[o] = random_.percent(wakes_ / 8) ? one(100, waits) : cosim::FlowFrontsIn::Row{};
  in_.check[random_.below(8)] = one(wakes_ / 4, all);
  in_.route = one(70, [](const FrontsRule::Row& r) { return r.does == Does::kAsks && r.given; });
  in_.ways = random_.percent(40) ? 1U << random_.below(8) : random_.below(256) & random_.below(256);
  if (random_.percent(wakes_)) in_.time = random_.next() & random_.next();
}

/// Who is granted, which DEQ and which question are given.
void AroundHeads::gives() {
  if (stage_ == Stage::kNone) {
    in_.grant = one(60, [](const FrontsRule::Row& r) { return r.does == Does::kStands; });
    if (in_.grant.valid) {
      led_ = in_.grant.id;
      const bool host = (hosts_ >> rule_.row(led_).out & 1) != 0;
      stage_ = host ? Stage::kForHost : Stage::kPeek;
      in_cycles_ = 2;
      in_.deq = in_.grant;
      in_.deq_kind = host ? 1 : 2;
    }
  } else if (stage_ == Stage::kTake && in_cycles_ == 2) {
    in_.deq = {true, led_};
    in_.deq_kind = 3;
  }
  in_.pick = one(80, [](const FrontsRule::Row& r) { return r.does == Does::kChooses && !r.given; });
  if (in_.pick.valid) picked_.push_back(in_.pick.id);
  if (!in_.deq.valid) {
    if (!picked_.empty() && random_.percent(90)) {
      in_.deq = {true, picked_.front()};
      picked_.pop_front();
    }
    in_.deq_kind = in_.deq.valid ? 0 : random_.below(4);
  }
  in_.ask = one(70, [](const FrontsRule::Row& r) { return r.does == Does::kAsks && !r.given; });
}

std::string AroundHeads::cycle(cosim::FlowFrontsBlock& rtl) {
  outputs();
  answers();
  tables();
  rule_.comes(in_);
  gives();
  const cosim::FlowFrontsOut rule = rule_.gives(in_);
  return fronts_differ(in_, rule, rtl.give(in_));
}

/// All rows meet the limit of their input, in an order, and are woken in it: by what goes before
/// them and, those that meet the limit once more, by an ACK.
class TurnsOfHeads {
 public:
  explicit TurnsOfHeads(const std::vector<unsigned>& order) : order_(order) { rtl_->reset(); }
  std::string run() {
    for (const unsigned id : order_) meets_limit(id);
    for (const unsigned id : order_)
      if (!rule_.has_turn(id)) return "row " + std::to_string(id) + " has no turn";
    cosim::FlowFrontsIn ack;
    ack.acked = {true, order_.front()};
    chosen_in(ack, order_.front());
    for (unsigned k = 0; k < order_.size(); ++k) {
      if (k % 2 != 0) {
        cosim::FlowFrontsIn again;
        again.acked = {true, order_[k]};
        answered(kMetLimit);
        chosen_in(again, order_[k]);
      }
      cosim::FlowFrontsIn goes;
      goes.why = kGoes;
      cycle({});
      if (k + 1 < order_.size()) chosen_in(goes, order_[k + 1]);
      else cycle(goes);
    }
    for (const unsigned id : order_)
      if (rule_.row(id).does != Does::kStands)
        return "row " + std::to_string(id) + " was not woken";
    return difference_;
  }

 private:
  static constexpr unsigned kGoes = 0, kMetLimit = 3;
  void meets_limit(unsigned id) {
    cosim::FlowFrontsIn put, route;
    put.put = put.ask = {true, id};
    cycle(put);
    route.route = {true, id};
    route.ways = 1;
    chosen_in(route, id);
    answered(kMetLimit);
  }
  /// The DEQ of a row, in the cycle of these inputs.
  void chosen_in(cosim::FlowFrontsIn in, unsigned id) {
    in.pick = in.deq = {true, id};
    cycle(in);
  }
  /// Two cycles later.
  void answered(unsigned why) {
    cosim::FlowFrontsIn in;
    in.why = why;
    cycle({});
    cycle(in);
  }
  void cycle(cosim::FlowFrontsIn in) {
    if (!difference_.empty()) return;
    in.alive = 0xff;
    rule_.comes(in);
    const cosim::FlowFrontsOut rule = rule_.gives(in);
    std::string d = fronts_differ(in, rule, rtl_->give(in));
    rtl_->edge();
    if (d.empty()) d = failed();
    if (!d.empty()) difference_ = at(cycles_, d);
    ++cycles_;
  }

  const std::vector<unsigned>& order_;
  std::unique_ptr<cosim::FlowFrontsBlock> rtl_ = cosim::make_flow_fronts_edge({});
  FrontsRule rule_{true};
  unsigned cycles_ = 0;
  std::string difference_;
};

}  // namespace

std::string fronts_turns(unsigned first) {
  std::vector<unsigned> order(kPartRows);
  for (unsigned k = 0; k < kPartRows; ++k)
    order[k] = (first + (k % 2 == 0 ? k / 2 : kPartRows - 1 - k / 2)) % kPartRows;
  return TurnsOfHeads(order).run();
}

std::string fronts_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs) {
  tb::Random random(seed);
  const bool host = seed % 2 != 0;
  const auto rtl = host ? cosim::make_flow_fronts_edge({bugs}) : cosim::make_flow_fronts({bugs});
  AroundHeads around(random, host);
  const unsigned often = random.percent(50) ? 1'000 : 100;
  for (unsigned t = 0; t < cycles; ++t) {
    if (t == 0 || random.below(often) == 0) {
      rtl->reset();
      around.begins_anew(host);
    }
    if (const std::string d = around.cycle(*rtl); !d.empty()) return at(t, d);
    rtl->edge();
    if (const std::string f = failed(); !f.empty()) return at(t, f);
  }
  return {};
}

}  // namespace selvage::test
