// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whole numbers in names and options, and as sets of bits.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace selvage {

/// The number that all of `digits` is, in `base`; empty if it is none, or too large for Integer.
template <class Integer = unsigned>
[[nodiscard]] std::optional<Integer> parse_number(std::string_view digits, int base = 10) {
  Integer value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

/// The lowest `count` bits, count <= 64.
[[nodiscard]] constexpr std::uint64_t low_bits(unsigned count) {
  return count == 0 ? 0 : ~std::uint64_t{0} >> (64U - count);
}

}  // namespace selvage
