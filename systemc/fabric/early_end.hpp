// SPDX-License-Identifier: Apache-2.0
/// \file
/// What ends a run before its last cycle from outside: a signal, or the clock on the wall.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace selvage::fabric {

class EarlyEnd {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Why : std::uint8_t { kNone, kInterrupt, kWall };

  /// Never.
  EarlyEnd() = default;
  /// When `interrupt` (may be null) is set, or `seconds` after `begun`; 0: no limit.
  EarlyEnd(const std::atomic<bool>* interrupt, Clock::time_point begun, double seconds)
      : interrupt_(interrupt), begun_(begun), seconds_(seconds) {}

  [[nodiscard]] bool interrupted() const {
    return interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed);
  }
  /// Reads the clock: not for every event.
  [[nodiscard]] Why why() const {
    if (interrupted()) return Why::kInterrupt;
    if (seconds_ <= 0) return Why::kNone;
    const std::chrono::duration<double> gone = Clock::now() - begun_;
    return gone.count() > seconds_ ? Why::kWall : Why::kNone;
  }
  [[nodiscard]] bool due() const { return why() != Why::kNone; }

 private:
  const std::atomic<bool>* interrupt_ = nullptr;
  Clock::time_point begun_;
  double seconds_ = 0;
};

struct RunResult;
/// Whether the run has to end before its first cycle; then its outcome says so.
[[nodiscard]] bool cut_in_set_up(EarlyEnd::Why why, RunResult& result);
[[nodiscard]] inline bool cut_in_set_up(const EarlyEnd& early, RunResult& result) {
  return cut_in_set_up(early.why(), result);
}

}  // namespace selvage::fabric
