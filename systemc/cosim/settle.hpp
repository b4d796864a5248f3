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

/// Lets both ends of every link in `dead` declare it dead in cycle 0 and steps the switches, over
/// links of one cycle's latency with stop flags, until none is active and nothing is under way;
/// what is sent into a dead link is lost. A switch takes note of all its own dead links before the
/// first message. `control_at` gives a switch's control (it may create it on first use). The
/// controls' time runs from 0; afterwards each must be `finish`ed, which lets its time start anew.
/// Returns the number of messages delivered, or `limit` + 1 if more than `limit` would be needed
/// (the state is then unfinished).
std::uint64_t settle(const Topology& topology, const std::vector<SwitchPort>& dead,
                     const std::function<SwitchControl&(SwitchIdx)>& control_at,
                     std::uint64_t limit);

}  // namespace selvage
