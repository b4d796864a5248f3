// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is played of a trace of another simulator (docs/reference/traces.md).
#pragma once

#include <cstdint>

#include "golden/types.hpp"

namespace selvage::config {

/// Its beginning; 0: all of it.
struct TracePart {
  std::uint64_t packets = 0;
  Cycle cycles = 0;

  /// Whether it ends before a packet of this cycle, with so many before it.
  [[nodiscard]] bool ends_before(Cycle cycle, std::uint64_t before) const {
    return (packets > 0 && before >= packets) || (cycles > 0 && cycle >= cycles);
  }
  [[nodiscard]] bool cut() const { return packets > 0 || cycles > 0; }
};

}  // namespace selvage::config
