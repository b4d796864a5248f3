// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers for people.
#pragma once

#include <cstdint>
#include <string>

namespace selvage::kernel {

/// "1,234,567".
[[nodiscard]] inline std::string grouped(std::uint64_t number) {
  std::string out = std::to_string(number);
  for (std::size_t i = out.size(); i > 3; i -= 3) out.insert(i - 3, ",");
  return out;
}

/// "1 word", "1,234 words".
[[nodiscard]] inline std::string plural(std::uint64_t n, const char* word) {
  return grouped(n) + ' ' + word + (n == 1 ? "" : "s");
}

}  // namespace selvage::kernel
