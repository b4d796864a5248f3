// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whole numbers in names and options.
#pragma once

#include <charconv>
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

}  // namespace selvage
