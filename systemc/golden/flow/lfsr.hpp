// SPDX-License-Identifier: Apache-2.0
/// \file
/// The random numbers of the flow blocks (docs/reference/flow-blocks.md, redirect_gen).
#pragma once

#include <cassert>
#include <cstdint>

namespace selvage::golden {

/// The value behind `value` in a sequence of maximal length; `width` 8, 10 or 12.
[[nodiscard]] inline std::uint32_t next_random(std::uint32_t value, unsigned width) {
  assert(width == 8 || width == 10 || width == 12);
  // Feedback taps 7, 5, 4, 3; 9, 6; 11, 5, 3, 0.
  const std::uint32_t taps = width == 8 ? 0xB8U : width == 10 ? 0x240U : 0x829U;
  const auto bit = static_cast<std::uint32_t>(__builtin_parity(value & taps));
  return (value << 1 | bit) & ((1U << width) - 1);
}

}  // namespace selvage::golden
