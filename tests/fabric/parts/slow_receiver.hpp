// SPDX-License-Identifier: Apache-2.0
/// \file
/// The receive buffer of a slow host a second time, cycle by cycle and beat by beat.
#pragma once

#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "fabric/receivers/receiver.hpp"

namespace selvage::test {

/// What a receiver does, cycle by cycle and beat by beat, as docs/reference/fabric.md says.
class SlowReceiver {
 public:
  SlowReceiver(const fabric::ReceiverRules& rules, std::vector<std::uint32_t> lengths,
               kernel::Stream draws)
      : rules_(rules), lengths_(std::move(lengths)), draws_(draws) {
    stalled_.resize(20000);
    for (Cycle at = 0; rules.stalls == StallKind::kRandom && at < stalled_.size();) {
      at += draws_.geometric(1.0 / static_cast<double>(rules.every));
      const Cycle end = at + 1 + draws_.below(rules.longest);
      stall(at, end);
      at = end;
    }
  }
  [[nodiscard]] std::uint64_t free() const { return rules_.capacity - held_; }
  fabric::Receiver::Output cycle(Cycle now, std::optional<std::uint32_t> header) {
    fabric::Receiver::Output out;
    const bool idle = packets_.empty();
    if (header) {
      packets_.push_back(*header);
      held_ += length(*header);
      const bool stalls =
          rules_.stalls == StallKind::kHeader || (rules_.stalls == StallKind::kXon && idle);
      if (stalls) stall(now, now + rules_.longest);
    }
    if (!stalled_[now]) ++service_;
    const std::uint64_t beats = packets_.empty() ? 1 : length(packets_.front());
    for (; beat_ < beats && !packets_.empty() && !stalled_[now]; ++beat_) {
      const auto due = static_cast<std::int64_t>(beat_ * 1000000 / rules_.rate);
      if (beat_ == 0 && service_ < next_first_) break;
      if (beat_ == 0) first_ = service_;
      if (service_ < first_ + due) break;
      --held_;
    }
    if (header && !xoff_ && free() < rules_.xoff_free) out.xoff = xoff_ = true;
    if (beat_ == beats && !packets_.empty()) {
      out.taken = packets_.front();
      packets_.pop_front();
      beat_ = 0;
      next_first_ =
          first_ + static_cast<std::int64_t>((beats * 1000000 + rules_.rate - 1) / rules_.rate);
    }
    if (xoff_ && free() >= rules_.xoff_free) {
      out.xon = true;
      xoff_ = false;
      if (rules_.stalls == StallKind::kXon) stall(now + 1, now + 1 + rules_.longest);
    }
    return out;
  }

 private:
  void stall(Cycle from, Cycle until) {
    for (Cycle c = from; c < until && c < stalled_.size(); ++c) stalled_[c] = true;
  }
  /// Packets take their lengths in turn.
  [[nodiscard]] std::uint32_t length(std::uint32_t slot) const {
    return lengths_[slot % lengths_.size()];
  }
  fabric::ReceiverRules rules_;
  std::vector<std::uint32_t> lengths_;
  kernel::Stream draws_;
  std::vector<bool> stalled_;
  std::deque<std::uint32_t> packets_;
  std::uint64_t held_ = 0;
  std::uint64_t beat_ = 0;       ///< the next of the first packet
  std::int64_t service_ = -1;    ///< service cycles so far
  std::int64_t first_ = 0;       ///< that of the first beat of the packet
  std::int64_t next_first_ = 0;  ///< the earliest for the next packet
  bool xoff_ = false;
};

}  // namespace selvage::test
