// SPDX-License-Identifier: Apache-2.0
/// \file
/// A k-ary torus of two dimensions: what Selvage has to know of its geometry.
#pragma once

#include <string>

#include "golden/drawing.hpp"
#include "golden/topology.hpp"

namespace torus {

using selvage::HostIdx;
using selvage::PortEnd;
using selvage::PortIdx;
using selvage::SwitchIdx;
using selvage::SwitchPort;

/// Ports of a switch. The first four are directions; the last bit turns one round.
enum Port : PortIdx { kXPlus, kXMinus, kYPlus, kYMinus, kHostPort, kPorts };

/// k by k switches with a host each, switch and host x + k y. Links are named by the end that they
/// leave in plus direction.
class Torus final : public selvage::Topology, public selvage::Drawn {
 public:
  explicit Torus(unsigned k) : k_(k) {}

  unsigned k() const { return k_; }
  unsigned x(SwitchIdx s) const { return s % k_; }
  unsigned y(SwitchIdx s) const { return s / k_; }
  /// The coordinate of `s` that a step by `port` changes.
  unsigned along(SwitchIdx s, PortIdx port) const { return port < kYPlus ? x(s) : y(s); }
  SwitchIdx neighbour(SwitchIdx s, PortIdx port) const {
    const unsigned step = (port & 1U) == 0 ? 1 : k_ - 1;
    return port < kYPlus ? (x(s) + step) % k_ + k_ * y(s) : x(s) + k_ * ((y(s) + step) % k_);
  }
  /// Whether the link at `port` leads round, from the last coordinate to the first or back.
  bool wraps(SwitchIdx s, PortIdx port) const {
    return along(s, port) == ((port & 1U) == 0 ? k_ - 1 : 0);
  }

  std::string_view kind() const override { return "torus"; }
  std::string label() const override { return size() + " torus"; }
  std::uint32_t switch_count() const override { return k_ * k_; }
  std::uint32_t host_count() const override { return k_ * k_; }
  unsigned port_count(SwitchIdx) const override { return kPorts; }
  unsigned data_vc_count() const override { return 2; }
  PortEnd peer(SwitchIdx s, PortIdx port) const override {
    if (port == kHostPort) return {PortEnd::Kind::kHost, s, 0};
    return {PortEnd::Kind::kSwitch, neighbour(s, port), static_cast<PortIdx>(port ^ 1U)};
  }
  SwitchPort attachment(HostIdx host) const override { return {host, kHostPort}; }
  std::uint32_t fallible_link_count() const override { return 2 * k_ * k_; }
  SwitchPort fallible_link(std::uint32_t index) const override {
    return {index / 2, (index & 1U) == 0 ? kXPlus : kYPlus};
  }
  unsigned level(SwitchIdx) const override { return 0; }
  std::string switch_name(SwitchIdx s) const override { return "(" + host_name_of(s, ',') + ")"; }
  std::string host_name(HostIdx h) const override { return host_name_of(h, '.'); }
  std::string port_name(SwitchIdx s, PortIdx port) const override {
    static const char* const names[] = {"x+", "x-", "y+", "y-", "host"};
    return switch_name(s) + names[port];
  }
  std::string link_name(SwitchPort end) const override {
    const bool minus = end.port < kHostPort && (end.port & 1U) != 0;
    if (minus) end = {neighbour(end.sw, end.port), static_cast<PortIdx>(end.port ^ 1U)};
    return "LK" + port_name(end.sw, end.port);
  }
  std::optional<HostIdx> parse_host(std::string_view text, std::string& why) const override;
  std::optional<SwitchIdx> parse_switch(std::string_view text, std::string& why) const override {
    return parse_host(text, why);
  }
  // Drawn: one grid
  std::string_view arrangement() const override { return "planes"; }
  std::string_view group_word() const override { return "plane"; }
  selvage::DrawnPlace place(SwitchIdx s) const override { return {0, y(s), x(s)}; }
  /// "1.2/x+".
  std::optional<SwitchPort> parse_link(std::string_view text, std::string& why) const override;

 private:
  std::string size() const { return std::to_string(k_) + "x" + std::to_string(k_); }
  std::string host_name_of(SwitchIdx s, char between) const {
    return std::to_string(x(s)) + between + std::to_string(y(s));
  }

  unsigned k_;
};

}  // namespace torus
