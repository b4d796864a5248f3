// SPDX-License-Identifier: Apache-2.0
/// \file
/// The k-ary fat tree as a topology: links of the k-port 3-tree, addresses for names (F-ISO-1).
#pragma once

#include "golden/twolevel/al_fares.hpp"

namespace selvage::golden {

/// Switches, hosts and links have the numbers they have in the tree. Switches and hosts are named
/// by their addresses; a port is "10.0.1.1/2", a link is named like its lower port.
class AlFaresTopology final : public Topology, public Drawn {
 public:
  /// Throws as AlFares does.
  explicit AlFaresTopology(unsigned k) : net_(k) {}
  [[nodiscard]] const AlFares& net() const { return net_; }

  // Topology
  [[nodiscard]] std::string_view kind() const override { return "twolevel"; }
  /// "8-ary fat tree".
  [[nodiscard]] std::string label() const override;
  [[nodiscard]] std::uint32_t switch_count() const override { return tree().switch_count(); }
  [[nodiscard]] std::uint32_t host_count() const override { return tree().host_count(); }
  [[nodiscard]] unsigned port_count(SwitchIdx) const override { return net_.k(); }
  [[nodiscard]] unsigned data_vc_count() const override { return tree().data_vc_count(); }
  [[nodiscard]] PortEnd peer(SwitchIdx sw, PortIdx port) const override {
    return tree().peer(sw, port);
  }
  [[nodiscard]] SwitchPort attachment(HostIdx host) const override {
    return tree().attachment(host);
  }
  [[nodiscard]] std::uint32_t fallible_link_count() const override {
    return tree().fallible_link_count();
  }
  [[nodiscard]] SwitchPort fallible_link(std::uint32_t index) const override {
    return tree().fallible_link(index);
  }
  [[nodiscard]] std::uint32_t part_of(SwitchIdx sw, std::uint32_t parts) const override {
    return tree().part_of(sw, parts);
  }
  [[nodiscard]] unsigned level(SwitchIdx sw) const override { return tree().level(sw); }
  [[nodiscard]] std::string switch_name(SwitchIdx sw) const override;
  [[nodiscard]] std::string host_name(HostIdx host) const override;
  [[nodiscard]] std::string port_name(SwitchIdx sw, PortIdx port) const override;
  [[nodiscard]] std::string link_name(SwitchPort end) const override;
  [[nodiscard]] std::optional<HostIdx> parse_host(std::string_view text,
                                                  std::string& why) const override;
  /// "10.0.1.1".
  [[nodiscard]] std::optional<SwitchIdx> parse_switch(std::string_view text,
                                                      std::string& why) const override;
  /// "10.0.1.1/2" by either end; the canonical end is the lower one.
  [[nodiscard]] std::optional<SwitchPort> parse_link(std::string_view text,
                                                     std::string& why) const override;

  // Drawn
  [[nodiscard]] std::string_view arrangement() const override { return tree().arrangement(); }
  [[nodiscard]] std::string_view group_word() const override { return tree().group_word(); }
  [[nodiscard]] DrawnPlace place(SwitchIdx sw) const override { return tree().place(sw); }

 private:
  [[nodiscard]] const FatTree& tree() const { return net_.tree(); }
  /// The lower end of a link between switches; of a host's link the switch's end.
  [[nodiscard]] SwitchPort lower_end(SwitchPort end) const;

  AlFares net_;
};

}  // namespace selvage::golden
