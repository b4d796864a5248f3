// SPDX-License-Identifier: Apache-2.0
/// \file
/// Times as the rows of a flow table keep them: a stamp counts ticks of 2^n cycles, n a register
/// of the table, and only its low bits are stored (FLOW-A-32).
#pragma once

#include <cstdint>

#include "golden/types.hpp"

namespace selvage::golden {

/// Ticks, or pairs of cycles, since cycle 0. A row holds the low bits of it.
using Tick = std::uint64_t;

inline constexpr unsigned kStampBits = 17;
inline constexpr unsigned kPaceBits = 21;                        ///< of pairs of cycles
inline constexpr Tick kMostTicks = Tick{1} << (kStampBits - 2);  ///< a timer has at most so many
inline constexpr unsigned kMostTickBits = 15;                    ///< largest n
inline constexpr unsigned kMostUnitCycles = 260;  ///< a packet's pause fits in a pace
/// A CHK moves a stamp of this age to kMostTicks ago; it comes an eighth of the range later at
/// most.
inline constexpr Tick kAgedTicks = kMostTicks + kMostTicks / 2;
inline constexpr Tick kAgedPace = Tick{1} << (kPaceBits - 2);

[[nodiscard]] constexpr Tick low_bits(Tick value, unsigned bits) {
  return value & ((Tick{1} << bits) - 1);
}
/// `time` in ticks, rounded up. n of them last (n - 1) 2^k + 1 to n 2^k cycles, k the size of a
/// tick: the first may be nearly over when they begin.
[[nodiscard]] constexpr Tick ticks_of(Cycle time, unsigned n) {
  return (time >> n) + (low_bits(time, n) != 0 ? 1 : 0);
}
/// The smallest n at which no timer of up to `time` cycles has more than kMostTicks.
[[nodiscard]] constexpr unsigned least_tick(Cycle time) {
  unsigned n = 0;
  while (n < kMostTickBits && ticks_of(time, n) > kMostTicks) ++n;
  return n;
}
/// `now` is `wait` or more behind `since`, as `bits` bits can tell: up to half their range.
[[nodiscard]] constexpr bool is_over(Tick now, Tick since, Tick wait, unsigned bits = kStampBits) {
  return low_bits(now - wait - since, bits) >> (bits - 1) == 0;
}
/// The stamp, not after `now`, whose low bits are `stored`.
[[nodiscard]] constexpr Tick whole_stamp(Tick stored, Tick now) {
  return now - low_bits(now - stored, kStampBits);
}
/// The pace up to half its range before `now` or after it whose low bits are `stored`.
[[nodiscard]] constexpr Tick whole_pace(Tick stored, Tick now) {
  const Tick past = low_bits(now - stored, kPaceBits);
  return past >> (kPaceBits - 1) == 0 ? now - past : now + ((Tick{1} << kPaceBits) - past);
}

}  // namespace selvage::golden
