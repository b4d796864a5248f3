// SPDX-License-Identifier: Apache-2.0
/// \file
/// least_loaded: which way a packet goes that is free to choose (FLOW-C-2).
#pragma once

#include <cstdint>

namespace selvage::golden {

struct LeastLoadedConfig {
  unsigned ports = 8;
  unsigned floor = 32;  ///< units that a port counts more which the flow was asked to leave
  unsigned shift = 2;   ///< loads are compared in 2^shift units
};

/// The choice and its rotating pointer.
class LeastLoaded {
 public:
  static constexpr int kNone = -1;
  static constexpr unsigned kLoadBits = 14;
  static constexpr unsigned kMostLoad = (1U << kLoadBits) - 1;  ///< what a load is at most

  explicit LeastLoaded(const LeastLoadedConfig& config) : config_(config) {}

  /// Of the ports of `candidates` that are `open(port)` the one with the least `load(port)` units,
  /// those of `left` with the floor added; the first at or after the pointer of several; kNone:
  /// none is open. The pointer then stands behind it. A choice among one does not move it: else
  /// what goes down would decide what goes up.
  template <class Open, class Load>
  int choose(std::uint64_t candidates, std::uint64_t left, Open&& open, Load&& load) {
    int best = kNone;
    unsigned least = ~0U;
    for (unsigned i = 0; i < config_.ports; ++i) {
      const unsigned port = (pointer_ + i) % config_.ports;
      if ((candidates >> port & 1) == 0 || !open(port)) continue;
      const unsigned more = (left >> port & 1) != 0 ? config_.floor : 0;
      const unsigned units = (load(port) + more) >> config_.shift;
      if (units >= least) continue;
      least = units;
      best = static_cast<int>(port);
    }
    if (best != kNone && (candidates & (candidates - 1)) != 0)
      pointer_ = (static_cast<unsigned>(best) + 1) % config_.ports;
    return best;
  }
  /// From the next choice on; the pointer stays.
  void configure(const LeastLoadedConfig& config) { config_ = config; }
  [[nodiscard]] unsigned pointer() const { return pointer_; }

 private:
  LeastLoadedConfig config_;
  unsigned pointer_ = 0;
};

}  // namespace selvage::golden
