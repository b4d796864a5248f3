// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reproducible random numbers for stimuli: the same on every platform.
#pragma once

#include <cstdint>

#include "golden/mix.hpp"

namespace selvage::tb {

/// SplitMix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  [[nodiscard]] std::uint64_t next() {
    state_ += kMixStep;
    return mix64(state_);
  }
  /// 0 .. bound-1.
  [[nodiscard]] unsigned below(std::uint64_t bound) {
    return static_cast<unsigned>(next() % bound);
  }
  [[nodiscard]] bool percent(unsigned chance) { return below(100) < chance; }

 private:
  std::uint64_t state_;
};

}  // namespace selvage::tb
