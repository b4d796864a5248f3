// SPDX-License-Identifier: Apache-2.0
/// \file
/// IPv4 addresses as numbers and as dotted text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace selvage::golden {

/// An address; the first octet is the highest.
struct Ipv4 {
  std::uint32_t value = 0;
  [[nodiscard]] static constexpr Ipv4 of(unsigned a, unsigned b, unsigned c, unsigned d) {
    return {(a << 24U) | (b << 16U) | (c << 8U) | d};
  }
  /// Octet i = 0..3, the first one 0.
  [[nodiscard]] constexpr unsigned octet(unsigned i) const {
    return (value >> (24U - 8U * i)) & 0xffU;
  }
  friend constexpr bool operator==(Ipv4 a, Ipv4 b) { return a.value == b.value; }
  friend constexpr bool operator!=(Ipv4 a, Ipv4 b) { return a.value != b.value; }
  friend constexpr bool operator<(Ipv4 a, Ipv4 b) { return a.value < b.value; }
};

/// "10.2.0.3".
[[nodiscard]] std::string to_string(Ipv4 address);
/// On failure empty, and `why` tells what is wrong.
[[nodiscard]] std::optional<Ipv4> parse_ipv4(std::string_view text, std::string& why);

}  // namespace selvage::golden
