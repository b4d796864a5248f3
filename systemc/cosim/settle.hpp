// SPDX-License-Identifier: Apache-2.0
/// \file
/// Brings the switches of any topology to the settled fault state, without a fabric or real timing.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "golden/switch_control.hpp"
#include "golden/topology.hpp"

namespace selvage {

/// Lets both ends of every link in `dead` detect (ascending switch, descending port) and delivers
/// the messages that follow, oldest first, until none is left; what is sent into a dead link is lost. `control_at` gives a switch's
/// control (it may create it on first use). The controls' time runs from 0; afterwards each must be
/// `finish`ed, which lets its time start anew. Returns the number of messages delivered, or
/// `limit` + 1 if more than `limit` would be needed (the state is then unfinished).
std::uint64_t settle(const Topology& topology, const std::vector<SwitchPort>& dead,
                     const std::function<SwitchControl&(SwitchIdx)>& control_at,
                     std::uint64_t limit);

}  // namespace selvage
