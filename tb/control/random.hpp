// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reproducible random numbers for stimuli: the same on every platform.
#pragma once

#include <cstdint>

namespace selvage::tb {

/// splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  [[nodiscard]] std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
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
