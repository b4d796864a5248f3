// SPDX-License-Identifier: Apache-2.0
#include "fabric/receivers/receiver.hpp"

#include <algorithm>

namespace selvage::fabric {
namespace {

constexpr std::uint64_t kMillion = 1000000;

}  // namespace

Receiver::Receiver(const ReceiverRules& rules, kernel::Stream draws)
    : rules_(rules),
      service_(rules.stalls == StallKind::kRandom, rules.every, rules.longest, draws) {}

std::int64_t Receiver::tick_of(std::uint64_t beat) const {
  return static_cast<std::int64_t>(beat * kMillion / rules_.rate);
}

std::uint64_t Receiver::taken() const {
  if (packets_.empty()) return 0;
  const std::int64_t done = ticks_ + (service_.stalls(service_.counted()) ? 0 : 1);
  if (done <= 0) return 0;
  const std::uint64_t beats =
      (static_cast<std::uint64_t>(done) * rules_.rate + kMillion - 1) / kMillion;
  return std::min<std::uint64_t>(beats, packets_.front().beats);
}

void Receiver::advance(Cycle now) {
  const auto [service, stalled] = service_.advance(now);
  ticks_ += static_cast<std::int64_t>(service);
  if (packets_.empty()) {
    ticks_ = std::min<std::int64_t>(ticks_, 0);
  } else {
    stalled_cycles_ += stalled;
  }
}

void Receiver::accept(Cycle now, std::uint32_t slot, std::uint32_t beats, Output& out) {
  advance(now);
  if (held() + beats > rules_.capacity) {
    out.overflow = true;
    return;
  }
  const bool first = packets_.empty();
  packets_.push_back({slot, beats});
  beats_ += beats;
  const bool stalls =
      rules_.stalls == StallKind::kHeader || (rules_.stalls == StallKind::kXon && first);
  if (stalls) service_.stall(now);
  if (!xoff_ && held() + rules_.xoff_free > rules_.capacity) {
    xoff_ = true;
    out.xoff = true;
  }
}

void Receiver::step(Cycle now, Output& out) {
  advance(now);
  const std::uint64_t beats = packets_.empty() ? 0 : packets_.front().beats;
  if (beats > 0 && ticks_ == tick_of(beats - 1) && !service_.stalls(now)) {
    out.taken = packets_.front().slot;
    packets_.pop_front();
    beats_ -= beats;
    // The next packet has its first beat when the pace allows the beat behind this packet's last.
    ticks_ -= static_cast<std::int64_t>((beats * kMillion + rules_.rate - 1) / rules_.rate);
  }
  if (xoff_ && held() + rules_.xoff_free <= rules_.capacity) {
    xoff_ = false;
    out.xon = true;
    if (rules_.stalls == StallKind::kXon) service_.stall(now + 1);
  }
}

Cycle Receiver::due() const {
  if (packets_.empty()) return kNever;
  const std::uint64_t beats = packets_.front().beats;
  std::int64_t tick = tick_of(beats - 1);
  if (xoff_) {
    const std::uint64_t full = beats_ + rules_.xoff_free;
    const std::uint64_t needed = full - std::min(full, rules_.capacity);
    if (needed > 0 && needed <= beats) tick = std::min(tick, tick_of(needed - 1));
  }
  return service_.behind(static_cast<Cycle>(tick - ticks_));
}

}  // namespace selvage::fabric
