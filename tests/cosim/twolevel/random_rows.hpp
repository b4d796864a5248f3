// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rows of a two-level table that match often and several at once, and addresses for them.
#pragma once

#include "control/random.hpp"
#include "golden/twolevel/table.hpp"

namespace selvage::test {

/// Few different bits; now and then any other bit.
inline std::uint32_t some_address(tb::Random& random) {
  const std::uint32_t few = random.below(4) | random.below(4) << 8U | random.below(2) << 16U;
  const std::uint32_t other = random.percent(20) ? 1U << random.below(32) : 0U;
  return (0x0a000000U | few) ^ other;
}

inline std::uint32_t some_mask(tb::Random& random, std::uint32_t everything) {
  switch (random.below(6)) {
    case 0: return everything;
    case 1: return 0xff;  // suffix
    case 2: return 0;
    case 3: return static_cast<std::uint32_t>(random.next());
    default: return ~0U << 8U * random.below(4);  // prefix
  }
}

inline golden::TernaryRow some_row(tb::Random& random, unsigned k) {
  golden::TernaryRow row;
  row.valid = random.percent(70);
  row.key = random.percent(50) ? static_cast<std::uint32_t>(random.next()) : some_address(random);
  row.mask = some_mask(random, ~0U);
  row.result.drop = random.percent(15);
  row.result.port = static_cast<PortIdx>(row.result.drop ? 0 : random.below(k));
  row.result.next.value = row.result.drop ? 0 : static_cast<std::uint32_t>(random.next());
  return row;
}

}  // namespace selvage::test
