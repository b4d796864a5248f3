// SPDX-License-Identifier: Apache-2.0
#include "rules_fronts.hpp"

#include <algorithm>

namespace selvage::test {

namespace {

constexpr unsigned kGo = 0, kLimit = 3, kNoPort = 6, kReroute = 7;  // an answer
constexpr unsigned kOwn = 0, kForHost = 1, kPeek = 2, kTake = 3;    // a DEQ

bool bit(unsigned mask, unsigned n) { return (mask >> n & 1) != 0; }

}  // namespace

/// FL-HEAD.
void FrontsRule::asks(Row& r) {
  r.does = Does::kAsks;
  r.given = false;
  r.no_credit = 0;
}
void FrontsRule::chooses(Row& r, What what) {
  r.does = Does::kChooses;
  r.given = false;
  r.what = what;
}
/// FL-WAKE.
void FrontsRule::wake(Row& r, unsigned alive) {
  if (r.does != Does::kWaits) return;
  r.no_credit = 0;
  if (r.old || (r.ways & alive) == 0) asks(r);
  else chooses(r, What::kChoice);
}

bool FrontsRule::has_turn(unsigned id) const {
  return std::find(turns_.begin(), turns_.end(), id) != turns_.end();
}
/// FL-LIMIT.
void FrontsRule::wake_limited(unsigned alive) {
  if (!host_) return;
  for (const unsigned id : turns_) {
    Row& r = rows_[id];
    if (r.does == Does::kStands || r.does == Does::kIsLed) continue;
    if (r.does == Does::kWaits && r.waits_for != For::kLimit) continue;
    return wake(r, alive);
  }
}

void FrontsRule::comes(const cosim::FlowFrontsIn& in) {
  shown_ = {};
  if (in.changed)
    for (Row& r : rows_) r.old = true;
  if (in.woken)
    for (Row& r : rows_)
      if (r.waits_for == For::kPort) wake(r, in.alive);
  for (const auto& look : in.check)
    if (look.valid) wake(rows_[look.id], in.alive);
  if (in.again) {
    Row& r = rows_[in.again_id];
    if (in.exclude) r.no_credit |= 1U << r.out;
    chooses(r, What::kChoice);
  }
  if (under_way_[1]) answer(in);
  if (in.put.valid) {
    Row& r = rows_[in.put.id];
    if (r.packets++ == 0) asks(r);
    r.tc = in.put_tc;
  }
  if (in.acked.valid) {
    Row& r = rows_[in.acked.id];
    if (r.waits_for != For::kLimit) wake(r, in.alive);
    wake_limited(in.alive);
  }
  if (in.chk.valid) wake(rows_[in.chk.id], in.alive);
  if (in.route.valid) {
    Row& r = rows_[in.route.id];
    r.ways = in.ways;
    chooses(r, What::kChoice);
  }
  for (unsigned id = 0; id < cosim::kPartRows; ++id)
    if ((in.time >> id & 1) != 0) wake(rows_[id], in.alive);
  outputs(in);
}

/// FL-CHOOSE.
void FrontsRule::answer(const cosim::FlowFrontsIn& in) {
  const Deq& deq = *under_way_[1];
  Row& r = rows_[deq.id];
  const bool go = in.why == kGo;
  if (deq.kind == kTake || (go && (deq.kind == kForHost || deq.what == What::kDrop))) {
    turns_.erase(std::remove(turns_.begin(), turns_.end(), deq.id), turns_.end());
    r.does = Does::kNothing;
    if (--r.packets != 0) asks(r);
    return;
  }
  if (deq.kind == kPeek && go && in.port == r.out) return;  // its MAP follows
  if (deq.what == What::kBlock) {
    if (in.why != kReroute) return chooses(r, What::kChoice);
    r.does = Does::kWaits;
    r.waits_for = For::kOther;
  } else if (go && bit(in.alive, in.port)) {
    r.does = Does::kStands;
    r.out = in.port;
    shown_.head = true;
    shown_.head_out = in.port;
    shown_.head_tc = r.tc;
    shown_.head_id = deq.id;
  } else if (go) {
    chooses(r, What::kChoice);
  } else {
    refused(in, deq);
  }
  if (in.why != kLimit) wake_limited(in.alive);
}

void FrontsRule::refused(const cosim::FlowFrontsIn& in, const Deq& deq) {
  Row& r = rows_[deq.id];
  if (in.why == kReroute && deq.kind != kForHost) return chooses(r, What::kBlock);
  if (in.why == kNoPort && (r.ways & in.alive) == 0) {
    if (r.ways != 0 && !in.knew) return asks(r);
    if ((r.ways & in.coming) == 0) return chooses(r, What::kDrop);
  }
  r.does = Does::kWaits;
  r.waits_for = in.why == kNoPort           ? For::kPort
                : in.why == kLimit && host_ ? For::kLimit
                                            : For::kOther;
  if (r.waits_for == For::kLimit && !has_turn(deq.id)) turns_.push_back(deq.id);
  if (r.waits_for == For::kPort && (in.woken || r.missed || r.old)) wake(r, in.alive);
}

/// Outputs that are dead, or initialised.
void FrontsRule::outputs(const cosim::FlowFrontsIn& in) {
  opened_ = in.woken || in.clear != 0 || in.init != 0;
  for (Row& r : rows_) r.missed = r.missed || opened_;
  if (in.clear == 0 && in.init == 0) return;
  for (Row& r : rows_) {
    if (r.does == Does::kStands && bit(in.clear, r.out)) chooses(r, What::kChoice);
    else if (r.waits_for == For::kPort) wake(r, in.alive | in.init);
  }
}

/// FL-TURN.
void FrontsRule::turn(const cosim::FlowFrontsIn& in) {
  Row& r = rows_[in.pick.id];
  r.given = true;
  r.missed = opened_;
  shown_.drop = r.what == What::kDrop;
  shown_.ways = r.ways;
  shown_.mask = r.what == What::kBlock ? 0 : r.ways & (in.alive | in.init);
  if (r.what != What::kChoice) return;
  shown_.open = shown_.mask & ~in.full & ~r.no_credit;
  for (unsigned o = 0; o < cosim::kPartPorts; ++o)
    if (bit(in.xoff[o], r.tc)) shown_.open &= ~(1U << o);
}

cosim::FlowFrontsOut FrontsRule::gives(const cosim::FlowFrontsIn& in) {
  if (in.grant.valid) rows_[in.grant.id].does = Does::kIsLed;
  for (unsigned id = 0; id < cosim::kPartRows; ++id) {
    const Row& r = rows_[id];
    const std::uint64_t one = std::uint64_t{1} << id;
    switch (r.does) {
      case Does::kNothing: break;
      case Does::kAsks:
        shown_.routing |= one;
        if (!r.given) shown_.asks |= one;
        break;
      case Does::kChooses:
        shown_.choosing |= one;
        if (!r.given) shown_.deqs |= one;
        break;
      case Does::kStands: shown_.standing |= one; break;
      case Does::kIsLed: shown_.led |= one; break;
      case Does::kWaits: shown_.waiting |= one; break;
    }
  }
  if (in.pick.valid) turn(in);
  under_way_ = {std::nullopt, under_way_[0]};
  if (in.deq.valid) {
    Row& r = rows_[in.deq.id];
    const bool own = in.deq_kind == kOwn;
    under_way_[0] = {in.deq_kind, in.deq.id, own ? r.what : What::kChoice};
    shown_.granted_mask = r.ways & (in.alive | in.init);
    if (!own) r.missed = opened_;
  }
  if (in.ask.valid) {
    rows_[in.ask.id].given = true;
    rows_[in.ask.id].old = false;
  }
  return shown_;
}

}  // namespace selvage::test
