// SPDX-License-Identifier: Apache-2.0
#include "golden/twolevel/ipv4.hpp"

#include "golden/number.hpp"

namespace selvage::golden {

std::string to_string(Ipv4 address) {
  std::string text;
  for (unsigned i = 0; i < 4; ++i) {
    text += (i > 0 ? "." : "") + std::to_string(address.octet(i));
  }
  return text;
}

std::optional<Ipv4> parse_ipv4(std::string_view text, std::string& why) {
  const std::string quoted = "\"" + std::string(text) + "\"";
  std::uint32_t value = 0;
  unsigned count = 0;
  for (bool more = true; more; ++count) {
    const auto at = text.find('.');
    more = at != std::string_view::npos;
    const std::string_view part = text.substr(0, at);
    if (more) text.remove_prefix(at + 1);
    const auto octet = parse_number(part);
    if (!octet || *octet > 255) {
      why = quoted + " is no address: \"" + std::string(part) + "\" is not a number from 0 to 255";
      return std::nullopt;
    }
    value = (value << 8U) | *octet;
  }
  if (count != 4) {
    why = quoted + " is no address: it has " + std::to_string(count) +
          (count == 1 ? " number" : " numbers") + " but needs 4, for example 10.0.1.2";
    return std::nullopt;
  }
  return Ipv4{value};
}

}  // namespace selvage::golden
