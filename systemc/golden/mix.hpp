// SPDX-License-Identifier: Apache-2.0
/// \file
/// SplitMix64 (Steele, Lea, Flood 2014): the mixer of all random numbers and hashes.
#pragma once

#include <cstdint>

namespace selvage {

/// Step of the generator's state: 2^64 divided by the golden ratio.
inline constexpr std::uint64_t kMixStep = 0x9e3779b97f4a7c15ULL;

/// Its finaliser: every bit of `z` moves every bit of the result.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace selvage
