// SPDX-License-Identifier: Apache-2.0
/// \file
/// What hosts send that is no packet, or not what its head says (SW-BAD,
/// docs/tutorials/your-own-switch.md).
#pragma once

#include <optional>
#include <vector>

#include "config/scenario.hpp"
#include "cosim/switch_block.hpp"
#include "golden/topology.hpp"
#include "kernel/stream.hpp"

namespace selvage::fabric {

/// Beats that leave a host one a cycle.
struct Malformed {
  std::vector<cosim::Beat> beats;
  std::optional<cosim::HeadBeat> head;  ///< of what a switch may take for a packet
  bool nowhere = false;                 ///< there is no such destination
  Cycle cycles = 0;                     ///< until the host may send again
};

/// The hosts of `traffic.malformed`.
class MalformedHosts {
 public:
  /// Beats more than the longest packet has, at most.
  static constexpr std::uint32_t kMostBeyond = 2;
  /// Inputs hold `buffer` beats. `scenario` outlives it.
  MalformedHosts(const Scenario& scenario, const Topology& topology, std::uint64_t buffer);

  /// Whether something malformed follows the packet that `host` sends; to be asked once a packet.
  [[nodiscard]] bool follows(HostIdx host);
  /// What it is; `block` is the switch that it comes to.
  [[nodiscard]] Malformed draw(HostIdx host, const cosim::SwitchBlock& block);

 private:
  static constexpr std::uint32_t kFirstTag = 0x8000'0000;  ///< above those of packets
  const TrafficConfig& traffic_;
  std::uint32_t longest_;
  std::uint64_t buffer_;
  std::uint32_t hosts_;
  std::uint32_t tag_ = kFirstTag;
  std::vector<std::optional<kernel::Stream>> draws_;  ///< by host; empty: it sends packets alone
};

}  // namespace selvage::fabric
