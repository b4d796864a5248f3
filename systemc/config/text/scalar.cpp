// SPDX-License-Identifier: Apache-2.0
#include "config/text/scalar.hpp"

#include <cmath>
#include <cstdint>
#include <string_view>

#include "config/text/real.hpp"
#include "golden/number.hpp"

namespace selvage::config {
namespace {

bool all_of_set(std::string_view text, std::string_view set) {
  return !text.empty() && text.find_first_not_of(set) == std::string_view::npos;
}

/// [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
bool is_decimal(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  std::size_t digits = 0;
  std::size_t i = 0;
  const auto run = [&] {
    const std::size_t from = i;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
    return i - from;
  };
  digits = run();
  if (i < text.size() && text[i] == '.') {
    ++i;
    digits += run();
  }
  if (digits == 0) return false;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    if (run() == 0) return false;
  }
  return i == text.size();
}

}  // namespace

nlohmann::json plain_scalar(const std::string& text, std::string& why) {
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  std::string_view t = text;
  if (t.substr(0, 2) == "0x" && all_of_set(t.substr(2), "0123456789abcdefABCDEF")) {
    if (const auto n = parse_number<std::uint64_t>(t.substr(2), 16)) return *n;
    why = "this number is too large";
    return 0;
  }
  if (t.substr(0, 2) == "0o" && all_of_set(t.substr(2), "01234567")) {
    if (const auto n = parse_number<std::uint64_t>(t.substr(2), 8)) return *n;
    why = "this number is too large";
    return 0;
  }
  if (t == ".inf" || t == "-.inf" || t == "+.inf" || t == ".Inf" || t == ".INF" || t == ".nan" ||
      t == ".NaN" || t == ".NAN") {
    why = "not a finite number";
    return 0;
  }
  if (!is_decimal(t)) return text;
  if (t[0] == '+') t.remove_prefix(1);
  if (const auto n = parse_number<std::uint64_t>(t)) return *n;
  if (const auto n = parse_number<std::int64_t>(t)) return *n;
  const std::optional<double> parsed = parse_real(t);
  if (!parsed) {
    why = "this number is too large";
    return 0;
  }
  const double real = *parsed;
  if (std::trunc(real) == real && std::fabs(real) < 9007199254740992.0) {
    const auto whole = static_cast<std::int64_t>(real);
    return whole < 0 ? nlohmann::json(whole) : nlohmann::json(static_cast<std::uint64_t>(whole));
  }
  return real;
}

}  // namespace selvage::config
