// SPDX-License-Identifier: Apache-2.0
/// \file
/// Brings the switches of any topology to the settled fault state, without a fabric.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "golden/switch_control.hpp"
#include "golden/topology.hpp"

namespace selvage {

/// How it went.
struct Settlement {
  std::uint64_t messages = 0;  ///< delivered; copies are not
  Cycle end = 0;               ///< the first cycle in which nothing was left to do
  bool complete = true;        ///< false: more than the limit would be needed
};

/// Lets both ends of every link in `dead` declare it dead in cycle 0 and steps the switches, over
/// links of one cycle's latency with stop flags, until none is active and nothing is under way;
/// what is sent into a dead link is lost. A switch takes note of all its own dead links before the
/// first message. No link comes back, so what is known only grows, and a message that has gone by
/// the same link before changes nothing: such copies, nearly all of a flood in a big tree, are not
/// delivered. `control_at` gives a switch's control (it may create it on first use). The controls'
/// time runs from 0; afterwards each must be `finish`ed, which lets its time start anew. Delivers
/// at most `limit` messages.
Settlement settle(const Topology& topology, const std::vector<SwitchPort>& dead,
                  const std::function<SwitchControl&(SwitchIdx)>& control_at, std::uint64_t limit);

}  // namespace selvage
