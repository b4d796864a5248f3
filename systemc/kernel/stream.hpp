// SPDX-License-Identifier: Apache-2.0
/// \file
/// Named random streams. Every draw of a run comes from a stream seeded by (seed, name, entity), so
/// that a new draw in one stream moves no other, and results do not depend on a library's
/// distributions.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "golden/mix.hpp"

namespace selvage::kernel {

/// SplitMix64: eight bytes of state, full period.
class Stream {
 public:
  Stream(std::uint64_t seed, std::string_view name, std::uint64_t entity = 0)
      : state_(mix64(mix64(seed + kMixStep) ^ hash(name)) ^ mix64(entity + 1)) {}

  std::uint64_t next() {
    state_ += kMixStep;
    return mix64(state_);
  }
  /// Uniform in 0 .. bound-1; bound > 0 (Lemire's multiply and reject).
  std::uint64_t below(std::uint64_t bound) {
    for (;;) {
      const unsigned __int128 wide = static_cast<unsigned __int128>(next()) * bound;
      const auto low = static_cast<std::uint64_t>(wide);
      if (low >= bound || low >= (0 - bound) % bound) return static_cast<std::uint64_t>(wide >> 64);
    }
  }
  /// Uniform in [0, 1), 53 bits.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// True with probability p.
  bool chance(double p) { return unit() < p; }
  /// Cycles up to and including the next success of a Bernoulli trial per cycle, 0 < p <= 1.
  std::uint64_t geometric(double p) {
    if (p >= 1.0) return 1;
    const double gap = std::floor(std::log1p(-unit()) / std::log1p(-p));
    return gap > 1e15 ? std::uint64_t{1} << 50 : static_cast<std::uint64_t>(gap) + 1;
  }

 private:
  static std::uint64_t hash(std::string_view text) {  // FNV-1a
    std::uint64_t h = 0xcbf29ce484222325ULL;
    for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return h;
  }
  std::uint64_t state_;
};

}  // namespace selvage::kernel
