// SPDX-License-Identifier: Apache-2.0
/// \file
/// Addresses and tables of the fat tree of Al-Fares, Loukissas and Vahdat (2008). Its geometry is
/// that of the k-port 3-tree (F-ISO-1), so FatTree(k, 3) carries it.
#pragma once

#include <string>
#include <vector>

#include "golden/fattree/tree.hpp"
#include "golden/twolevel/table.hpp"

namespace selvage::golden {

/// Why the addresses 10.pod.switch.id do not suffice for k ports; empty if they do. With
/// `cores_in_10` cores are numbered 10.k.j.i, else outside 10/8 (F-LIM-1).
[[nodiscard]] std::string addressing_error(unsigned k, bool cores_in_10 = true);

/// One switch of a packet's way.
struct TwoLevelHop {
  SwitchIdx sw = 0;
  PortIdx in = 0;
  PortIdx out = 0;
};

class AlFares {
 public:
  /// Throws std::invalid_argument with a text fit for people unless k is even in 4..64 (F-LIM-1).
  explicit AlFares(unsigned k);

  [[nodiscard]] unsigned k() const { return k_; }
  [[nodiscard]] const FatTree& tree() const { return tree_; }

  /// 10.pod.switch.id, id = 2..k/2+1 (F-ADR-1).
  [[nodiscard]] Ipv4 host_address(HostIdx host) const;
  /// 10.pod.switch.1, edge switches 0..k/2-1, aggregation k/2..k-1; core 10.k.j.i, from 1
  /// (F-ADR-1).
  [[nodiscard]] Ipv4 switch_address(SwitchIdx sw) const;
  /// On failure empty, and `why` tells what is wrong.
  [[nodiscard]] std::optional<HostIdx> host_at(Ipv4 address, std::string& why) const;
  [[nodiscard]] std::optional<SwitchIdx> switch_at(Ipv4 address, std::string& why) const;

  /// Algorithm 1 for edge and aggregation switches, Algorithm 2 for cores (F-TAB-1, F-TAB-2).
  [[nodiscard]] TwoLevelTable table_of(SwitchIdx sw) const;
  /// The switches a packet visits. Ends early where a table drops it.
  [[nodiscard]] std::vector<TwoLevelHop> trace(HostIdx source, HostIdx destination) const;

 private:
  [[nodiscard]] Ipv4 address_beyond(SwitchIdx sw, unsigned port) const;

  unsigned k_;
  FatTree tree_;
};

}  // namespace selvage::golden
