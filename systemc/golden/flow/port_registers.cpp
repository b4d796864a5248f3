// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/port_registers.hpp"

#include <algorithm>
#include <utility>

#include "golden/flow/flow_port_regs.hpp"
#include "golden/flow/setting_rules.hpp"

namespace selvage::golden {
namespace at = flow_port_regs;

namespace {
enum Group : int { kAtOnce = -1, kAggregator, kCredit, kTimes, kEndpoint, kWalker, kGroups };
constexpr std::uint32_t kRefused = 1, kApplied = 2, kJoined = 4;

std::uint32_t bytes_of(unsigned strobes) {
  std::uint32_t mask = 0;
  for (unsigned b = 0; b < 4; ++b)
    if ((strobes >> b & 1) != 0) mask |= 0xffU << 8 * b;
  return mask;
}
bool between(std::uint32_t value, std::uint32_t least, std::uint32_t most) {
  return value >= least && value <= most;
}
}  // namespace

void PortRegisters::add(std::uint32_t offset, int group, std::uint32_t reset, std::uint32_t least,
                        std::uint32_t most) {
  const std::uint32_t value = std::min(reset, most);
  words_[offset] = {group, value, value,
                    [=](std::uint32_t word) { return between(word, least, most); }};
}

PortRegisters::PortRegisters(const FlowSizes& sizes, unsigned max, const RedirectConfig& redirect,
                             std::uint32_t ep_seed)
    : sizes_(sizes), max_(max) {
  const std::uint32_t position = sizes.mask(), all = ~std::uint32_t{0};
  add(at::kAggT1At, kAggregator, 30, 1, 1023);
  add(at::kAggT2At, kAggregator, 60, 1, 1023);
  add(at::kAggT3At, kAggregator, 90, 1, 1023);
  add(at::kAggMaxAt, kAggregator, max, 1, max);
  add(at::kAggGood0At, kAggregator, kGoodMask & all, 0, all);
  add(at::kAggGood1At, kAggregator, kGoodMask >> 32, 0, 0xffff);
  add(at::kCreditOnAt, kCredit, 64, 1, position);
  add(at::kCreditOffAt, kCredit, 16, 0, position);
  add(at::kCreditHeadroomAt, kCredit, 40, 0, position);
  add(at::kTickAt, kTimes, 0, 0, kMostTickBits);
  add(at::kCooldownAt, kTimes, 4500, 0, kMostTicks);
  add(at::kHoldUpAt, kTimes, 2000, 0, kMostTicks);
  add(at::kRefreshAt, kTimes, 10'000, 1, kMostTicks);
  add(at::kExpireAt, kTimes, 30'000, 1, kMostTicks);
  add(at::kRecoveryAt, kAtOnce, 0, 0, 0);
  words_[at::kRecoveryAt] = {kAtOnce, 16 | 1 << 8, 16 | 1 << 8, [](std::uint32_t word) {
                               return between(word & 0xff, 1, 16) && word >> 8 <= 1;
                             }};
  add(at::kUnitCyclesAt, kAtOnce, 10, 1, kMostUnitCycles);
  add(at::kInjectionLimitAt, kAtOnce, 512, 1, 0xffff);
  add(at::kRedirectHereAt, kAtOnce, 0, 0, 1);
  add(at::kRedirectFloorAt, kAtOnce, 32, 0, kMostDepth);
  add(at::kRedirectGainAt, kAtOnce, 1 | 4 << 8, 0, 0xffff);
  add(at::kEpCongestedAt, kEndpoint, 64, 1, kMostDepth);
  words_[at::kEpDrawAt] = {kEndpoint, 127 | 1 << 16, 127 | 1 << 16, [](std::uint32_t word) {
                             const std::uint32_t mask = word & 0xffff;
                             bool ones = false;
                             for (unsigned n = 1; n <= 11; ++n) ones |= mask == (1U << n) - 1;
                             return ones && word >> 16 <= 1;
                           }};
  add(at::kDrain0At, kWalker, 0, 0, all);
  add(at::kDrain1At, kWalker, 0, 0, 0xff);
  for (unsigned l = 0; l < 8; ++l) {
    add(at::kFlowLimitAt + 4 * l, kAtOnce, standard_flow_limits(sizes.pos_w)[l], 1, position);
    add(at::kQueueLimitAt + 4 * l, kAtOnce, standard_queue_limits(sizes.pos_w)[l], 1, position);
  }
  settings_.ifct.sizes = sizes;
  settings_.redirect = redirect;
  settings_.ep.seed = ep_seed;
  take_effect();
  out_.ready = true;
}

void PortRegisters::take_effect() {
  const auto value = [&](std::uint32_t offset) { return words_.at(offset).active; };
  AggregatorConfig& a = settings_.aggregator;
  a.t1 = value(at::kAggT1At);
  a.t2 = value(at::kAggT2At);
  a.t3 = value(at::kAggT3At);
  a.max = value(at::kAggMaxAt);
  a.good = value(at::kAggGood0At) | std::uint64_t{value(at::kAggGood1At)} << 32;
  IfctConfig& t = settings_.ifct;
  t.fc_hi = value(at::kCreditOnAt);
  t.fc_lo = value(at::kCreditOffAt);
  t.headroom = value(at::kCreditHeadroomAt);
  t.tick = value(at::kTickAt);
  t.cool_t = Cycle{value(at::kCooldownAt)} << t.tick;
  t.hold_t = Cycle{value(at::kHoldUpAt)} << t.tick;
  t.refresh_t = Cycle{value(at::kRefreshAt)} << t.tick;
  t.expire_t = Cycle{value(at::kExpireAt)} << t.tick;
  t.ep_rec = at::kRecoveryAcks.get(value(at::kRecoveryAt));
  t.ep_weigh = at::kRecoveryWeighted.get(value(at::kRecoveryAt)) != 0;
  t.unit_cyc = value(at::kUnitCyclesAt);
  t.inj_limit = value(at::kInjectionLimitAt);
  t.rd_enable = value(at::kRedirectHereAt) != 0;
  for (unsigned l = 0; l < 8; ++l) {
    t.mfe[l] = value(at::kFlowLimitAt + 4 * l);
    t.mqe[l] = value(at::kQueueLimitAt + 4 * l);
  }
  settings_.redirect.d0 = value(at::kRedirectFloorAt);
  settings_.redirect.kd = at::kDepthGain.get(value(at::kRedirectGainAt));
  settings_.redirect.kg = at::kGrowthGain.get(value(at::kRedirectGainAt));
  settings_.ep.congested = value(at::kEpCongestedAt);
  const std::uint32_t mask = at::kEpMask.get(value(at::kEpDrawAt));
  settings_.ep.draw_w = static_cast<unsigned>(__builtin_popcount(mask));
  settings_.ep.draw = at::kEpDraws.get(value(at::kEpDrawAt)) != 0;
  settings_.drain = value(at::kDrain0At) | Cycle{value(at::kDrain1At)} << 32;
}

bool PortRegisters::rule_holds(unsigned group) const {
  const auto stage = [&](std::uint32_t offset) { return words_.at(offset).stage; };
  switch (group) {
    case kAggregator:
      return aggregator_timers_ascend(stage(at::kAggT1At), stage(at::kAggT2At),
                                      stage(at::kAggT3At));
    case kCredit: return credit_off_at_most_on(stage(at::kCreditOffAt), stage(at::kCreditOnAt));
    case kTimes: return credit_renewed_before_expiry(stage(at::kRefreshAt), stage(at::kExpireAt));
    case kEndpoint:
      return endpoint_severe_in_range(std::uint64_t{stage(at::kEpCongestedAt)} +
                                      (stage(at::kEpDrawAt) & 0xffff) + 1);
    default: return true;
  }
}

void PortRegisters::apply(unsigned group) {
  for (auto& [offset, word] : words_)
    if (word.group == static_cast<int>(group)) word.active = word.stage;
  changed_ = true;
}

std::uint32_t PortRegisters::read(const PortRegistersIn& in) const {
  const std::uint32_t a = access_.addr & ~3U;
  if (const auto found = words_.find(a); found != words_.end()) return found->second.stage;
  if (a == at::kBuildAt)
    return at::kBuildFlowId.put(0, sizes_.flow_id_w) | at::kBuildPos.put(0, sizes_.pos_w) |
           at::kBuildMax.put(0, max_);
  if (a == at::kPortAt) return enable_ ? 1 : 0;
  if (a == at::kStatusAt)
    return at::kPending.put(0, out_.pending) | at::kEnabled.put(0, out_.enabled) |
           at::kJoining.put(0, enable_ && !out_.enabled) | at::kRowBusy.put(0, row_busy());
  if (a == at::kEventsAt) return access_.write ? 0 : events_;
  if (a >= at::kCounterAt && a < at::kCounterAt + 4 * kPortCounters)
    return snapshot_[(a - at::kCounterAt) / 4];
  if (a == at::kRowIdAt) return out_.row;
  if (a >= at::kRowAt && a < at::kRowAt + 4 * kRowWords) return in.row[(a - at::kRowAt) / 4];
  return 0;
}

bool PortRegisters::commit(const PortRegistersIn& in, std::uint32_t groups) {
  if (groups >> kGroups != 0 || (groups & out_.pending) != 0) return false;
  for (unsigned g = 0; g < kGroups; ++g)
    if ((groups >> g & 1) != 0 && !rule_holds(g)) return false;
  const auto changed = [&](std::uint32_t offset) {
    return words_.at(offset).stage != words_.at(offset).active;
  };
  for (unsigned g = 0; g < kGroups; ++g) {
    if ((groups >> g & 1) == 0) continue;
    const bool waits = (g == kAggregator && changed(at::kAggMaxAt) && !in.aggregator_idle) ||
                       (g == kTimes && changed(at::kTickAt) && !in.table_idle);
    if (waits) {
      next_.pending |= 1U << g;
    } else {
      apply(g);
    }
  }
  return true;
}

bool PortRegisters::write(const PortRegistersIn& in, std::uint32_t word) {
  const std::uint32_t a = access_.addr;
  if (const auto found = words_.find(a); found != words_.end()) {
    Word& w = found->second;
    if (!w.legal(word)) return false;
    if (w.group >= 0 && (out_.pending >> w.group & 1) != 0) return false;
    w.stage = word;
    if (w.group < 0) {
      w.active = word;
      changed_ = true;
    }
    return true;
  }
  switch (a) {
    case at::kPortAt:
      if (word > 1) return false;
      enable_next_ = word != 0;
      return true;
    case at::kEventsAt:
      if (word > 7) return false;
      clear_ = word;
      return true;
    case at::kCommitAt: return commit(in, word);
    case at::kRevertAt:
      if (word >> kGroups != 0 || (word & out_.pending) != 0) return false;
      for (auto& [offset, w] : words_)
        if (w.group >= 0 && (word >> w.group & 1) != 0) w.stage = w.active;
      return true;
    case at::kSnapshotAt:
      if (word > 1) return false;
      if (word == 1) snapshot_ = in.counters;
      return true;
    case at::kRowIdAt:
      if (word >= sizes_.rows() || row_busy()) return false;
      next_.row_asked = true;
      next_.row = static_cast<FlowId>(word);
      return true;
    default: return false;
  }
}

bool PortRegisters::decide(const PortRegistersIn& in) {
  if (access_.addr % 4 != 0) return false;
  if (access_.write) {
    const std::uint32_t bytes = bytes_of(access_.strobes);
    return write(in, (access_.data & bytes) | (old_ & ~bytes));
  }
  const std::uint32_t a = access_.addr;
  if (a >= at::kRowAt && a < at::kRowAt + 4 * kRowWords) return row_read_ && !row_busy();
  return words_.count(a) != 0 || a <= at::kSnapshotAt || a == at::kRowIdAt ||
         (a >= at::kCounterAt && a < at::kCounterAt + 4 * kPortCounters);
}

void PortRegisters::step(const PortRegistersIn& in) {
  next_ = out_;
  next_.answered = next_.error = next_.link_up = next_.link_down = false;
  next_.data = 0;
  enable_next_ = enable_;
  clear_ = 0;
  std::uint32_t happened = 0;
  if (in.row_taken) next_.row_asked = false;
  // what has waited
  const unsigned idle =
      (in.aggregator_idle ? 1U << kAggregator : 0U) | (in.table_idle ? 1U << kTimes : 0U);
  const unsigned due = out_.pending & idle;
  for (unsigned g = 0; g < kGroups; ++g)
    if ((due >> g & 1) != 0) apply(g);
  next_.pending &= ~due;
  if (due != 0) happened |= kApplied;
  // the access
  if (phase_ == Phase::kAct) {
    next_.answered = true;
    next_.error = !decide(in);
    if (next_.error) happened |= kRefused;
    if (!next_.error && !access_.write) next_.data = old_;
    phase_ = Phase::kIdle;
  } else if (phase_ == Phase::kRead) {
    old_ = read(in);
    phase_ = Phase::kAct;
  } else if (in.valid) {
    access_ = in;
    phase_ = Phase::kRead;
  }
  next_.ready = phase_ == Phase::kIdle;
  // the link
  next_.enabled = enable_next_ && (out_.enabled || (enable_ && in.link_idle && !row_busy()));
  next_.link_up = !out_.enabled && next_.enabled;
  next_.link_down = out_.enabled && !next_.enabled;
  if (next_.link_up) happened |= kJoined;
  enable_ = enable_next_;
  events_ = (events_ & ~clear_) | happened;
  row_read_ = row_read_ || in.row_there;
  row_late_ = in.row_taken || (row_late_ && !in.row_there);
  out_ = next_;
  if (std::exchange(changed_, false)) {
    take_effect();
    ++changes_;
  }
}

}  // namespace selvage::golden
