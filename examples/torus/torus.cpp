// SPDX-License-Identifier: Apache-2.0
#include "torus.hpp"

namespace torus {

std::optional<HostIdx> Torus::parse_host(std::string_view text, std::string& why) const {
  for (HostIdx h = 0; h < host_count(); ++h) {
    if (text == host_name(h)) return h;
  }
  why = "is not X.Y with both below " + std::to_string(k_);
  return std::nullopt;
}

std::optional<SwitchPort> Torus::parse_link(std::string_view text, std::string& why) const {
  const auto slash = text.find('/');
  const auto host = parse_host(text.substr(0, slash), why);
  if (!host) return std::nullopt;
  const std::string_view port = slash == text.npos ? "" : text.substr(slash + 1);
  if (port == "x+") return SwitchPort{*host, kXPlus};
  if (port == "y+") return SwitchPort{*host, kYPlus};
  why = "is not X.Y/x+ or X.Y/y+";
  return std::nullopt;
}

}  // namespace torus
