// SPDX-License-Identifier: Apache-2.0
/// \file
/// Equal-cost multipath by hash: what the two-level tables are compared with (F-CMP-1).
#pragma once

#include <cstdint>

#include "golden/types.hpp"

namespace selvage::golden {

/// Which of `ways` equal ways out of switch `sw` the packets of a (source, destination) pair take:
/// the same for all of them, and as good as independent of what other switches and pairs take.
[[nodiscard]] constexpr unsigned ecmp_way(HostIdx source, HostIdx destination, SwitchIdx sw,
                                          unsigned ways) {
  constexpr std::uint64_t kGamma = 0x9e3779b97f4a7c15;
  std::uint64_t z = (std::uint64_t{source} << 32U | destination) + kGamma * (sw + std::uint64_t{1});
  for (unsigned round = 0; round < 2; ++round) {  // finaliser of SplitMix64
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111eb;
    z ^= z >> 31U;
  }
  return static_cast<unsigned>((z >> 32U) % ways);
}

}  // namespace selvage::golden
