// SPDX-License-Identifier: Apache-2.0
/// \file
/// Separable switch allocation (WH-SA-3).
#pragma once

#include "wormhole/state.hpp"

namespace selvage::wormhole {

/// The ports of one router: what its channels belong to, and the pointers of its arbiters.
struct Crossbar {
  ChannelMask vc_mask;          ///< channels of port 0
  unsigned vcs;                 ///< channels of each port
  const std::uint8_t* port_of;  ///< [channel]
  const In* in;                 ///< [channel]: `target` is the output channel that it holds
  Port* port;                   ///< [port]
};

/// First each input port chooses one of its `requesting` channels, round robin behind the one that
/// it was read by last; then each output port one of those that chose it, round robin behind the
/// one that it served last. Both pointers move with a grant, and only then. The channels granted.
[[nodiscard]] ChannelMask allocate_separable(const Crossbar& crossbar, ChannelMask requesting);

}  // namespace selvage::wormhole
