// SPDX-License-Identifier: Apache-2.0
/// \file
/// The cycles in which a host may take beats: those in which it does not stall (FAB-RECV-3).
#pragma once

#include <algorithm>
#include <cstdint>

#include "golden/types.hpp"
#include "kernel/stream.hpp"

namespace selvage::kernel {

/// When a host stalls: takes no beat for some cycles.
enum class StallKind : std::uint8_t {
  kNone,
  kRandom,  ///< at random times, for a random number of cycles
  kHeader,  ///< from the arrival of each header on
  kXon      ///< from each XON that it says on, and when a header comes to its empty buffer
};

/// Counts service cycles. Stalls are asked for (`stall`), or come by themselves: 1 to `longest`
/// cycles each, `every` cycles apart in the mean.
class ServiceCycles {
 public:
  struct Passed {
    Cycle service = 0;
    Cycle stalled = 0;
  };

  ServiceCycles(bool random, Cycle every, Cycle longest, Stream draws)
      : random_(random), every_(every), longest_(longest), draws_(draws) {
    if (!random_) return;
    span_ = {0, 0};
    draw();
  }

  /// The cycles before `now` that have not been counted yet; never back in time.
  Passed advance(Cycle now) {
    Passed passed;
    while (from_ < now) {
      draw_past();
      Cycle until = now;
      if (span_.covers(from_)) {
        until = std::min(until, span_.end);
        passed.stalled += until - from_;
      } else {
        if (span_.begin > from_) until = std::min(until, span_.begin);
        passed.service += until - from_;
      }
      from_ = until;
    }
    draw_past();
    return passed;
  }
  /// No service in the `longest` cycles from `begin` on.
  void stall(Cycle begin) {
    const Cycle end = begin + longest_;
    span_ = span_.covers(begin) ? Span{span_.begin, std::max(span_.end, end)} : Span{begin, end};
  }
  /// Whether `cycle`, not counted yet, is in the present or next stall.
  [[nodiscard]] bool stalls(Cycle cycle) const { return span_.covers(cycle); }
  /// The first cycle that has not been counted.
  [[nodiscard]] Cycle counted() const { return from_; }
  /// The cycle behind so many more service cycles, if no stall comes but the present or next one.
  [[nodiscard]] Cycle behind(Cycle service) const {
    const Cycle begin = span_.covers(from_) ? span_.end : from_;
    const Cycle at = begin + service;
    if (span_.begin <= from_ || at < span_.begin) return at;
    return at + (span_.end - span_.begin);
  }

 private:
  /// Stalled in [begin, end).
  struct Span {
    Cycle begin = kNever;
    Cycle end = kNever;
    [[nodiscard]] bool covers(Cycle cycle) const { return begin <= cycle && cycle < end; }
  };
  void draw() {
    const Cycle begin = span_.end + draws_.geometric(1.0 / static_cast<double>(every_));
    span_ = {begin, begin + 1 + draws_.below(longest_)};
  }
  void draw_past() {
    while (random_ && span_.end <= from_) draw();
  }

  bool random_;
  Cycle every_;
  Cycle longest_;
  Stream draws_;
  Cycle from_ = 0;
  Span span_;  ///< present, next or last stall
};

}  // namespace selvage::kernel
