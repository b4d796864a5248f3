// SPDX-License-Identifier: Apache-2.0
#include "golden/twolevel/topology.hpp"

#include "golden/number.hpp"

namespace selvage::golden {

std::string AlFaresTopology::label() const { return std::to_string(net_.k()) + "-ary fat tree"; }

std::string AlFaresTopology::switch_name(SwitchIdx sw) const {
  return to_string(net_.switch_address(sw));
}

std::string AlFaresTopology::host_name(HostIdx host) const {
  return to_string(net_.host_address(host));
}

std::string AlFaresTopology::port_name(SwitchIdx sw, PortIdx port) const {
  return switch_name(sw) + "/" + std::to_string(port);
}

SwitchPort AlFaresTopology::lower_end(SwitchPort end) const {
  const PortEnd far = tree().peer(end.sw, end.port);
  if (far.kind != PortEnd::Kind::kSwitch || level(far.index) > level(end.sw)) return end;
  return {far.index, far.port};
}

std::string AlFaresTopology::link_name(SwitchPort end) const {
  const SwitchPort lower = lower_end(end);
  return port_name(lower.sw, lower.port);
}

std::optional<HostIdx> AlFaresTopology::parse_host(std::string_view text, std::string& why) const {
  const auto address = parse_ipv4(text, why);
  return address ? net_.host_at(*address, why) : std::nullopt;
}

std::optional<SwitchIdx> AlFaresTopology::parse_switch(std::string_view text,
                                                       std::string& why) const {
  const auto address = parse_ipv4(text, why);
  return address ? net_.switch_at(*address, why) : std::nullopt;
}

std::optional<SwitchPort> AlFaresTopology::parse_link(std::string_view text,
                                                      std::string& why) const {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) {
    why = "a link is written switch/port, for example " + link_name(fallible_link(0));
    return std::nullopt;
  }
  const auto sw = parse_switch(text.substr(0, slash), why);
  if (!sw) return std::nullopt;
  const std::string_view number = text.substr(slash + 1);
  const auto port = parse_number(number);
  if (!port || *port >= net_.k()) {
    why = "\"" + std::string(number) + "\" is no port: ports are 0 to " +
          std::to_string(net_.k() - 1);
    return std::nullopt;
  }
  const SwitchPort named{*sw, static_cast<PortIdx>(*port)};
  if (tree().peer(named.sw, named.port).kind == PortEnd::Kind::kHost) {
    why = "port " + std::to_string(*port) + " of " + switch_name(*sw) +
          " leads to a host; only links between switches may fail";
    return std::nullopt;
  }
  return lower_end(named);
}

}  // namespace selvage::golden
