// SPDX-License-Identifier: Apache-2.0
/// \file
/// Real numbers in files and options; whole ones are read by golden/number.hpp.
#pragma once

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace selvage::config {

/// The finite number that all of `text` is; empty if it is none.
[[nodiscard]] inline std::optional<double> parse_real(std::string_view text) {
  if (text.empty() || std::isspace(static_cast<unsigned char>(text.front())) != 0) {
    return std::nullopt;
  }
  const std::string digits(text);
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  if (end != digits.c_str() + digits.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace selvage::config
