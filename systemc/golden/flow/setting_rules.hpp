// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rules between settings of flow-channel switches (REG-3), by the names that they have in
/// docs/reference/registers.md. The registers' hardware refuses a commit that breaks one, the
/// configuration a scenario.
#pragma once

#include <cstdint>

namespace selvage::golden {

/// T1 < T2 < T3 (FLOW-B-5).
[[nodiscard]] constexpr bool aggregator_timers_ascend(std::uint64_t t1, std::uint64_t t2,
                                                      std::uint64_t t3) {
  return t1 < t2 && t2 < t3;
}
/// A flow that is metered from `on` units on is not let go above that (FLOW-D-4).
[[nodiscard]] constexpr bool credit_off_at_most_on(std::uint64_t off, std::uint64_t on) {
  return off <= on;
}
/// A credit is said again before it is void (FLOW-D-4); both in ticks.
[[nodiscard]] constexpr bool credit_renewed_before_expiry(std::uint64_t refresh,
                                                          std::uint64_t expire) {
  return refresh < expire;
}
/// The depth from which on every packet is EP_SEVERE fits in a depth (FLOW-A-3).
inline constexpr unsigned kMostDepth = (1U << 14) - 1;
[[nodiscard]] constexpr bool endpoint_severe_in_range(std::uint64_t severe) {
  return severe <= kMostDepth;
}

}  // namespace selvage::golden
