// SPDX-License-Identifier: Apache-2.0
/// \file
/// Equal-cost multipath by hash: what the two-level tables are compared with (F-CMP-1).
#pragma once

#include <cstdint>

#include "golden/mix.hpp"
#include "golden/types.hpp"

namespace selvage::golden {

/// Which of `ways` equal ways out of switch `sw` the packets of a (source, destination) pair take:
/// the same for all of them, and as good as independent of what other switches and pairs take.
[[nodiscard]] constexpr unsigned ecmp_way(HostIdx source, HostIdx destination, SwitchIdx sw,
                                          unsigned ways) {
  const std::uint64_t pair = std::uint64_t{source} << 32U | destination;
  const std::uint64_t hash = mix64(mix64(pair + kMixStep * (sw + std::uint64_t{1})));
  return static_cast<unsigned>((hash >> 32U) % ways);
}

}  // namespace selvage::golden
