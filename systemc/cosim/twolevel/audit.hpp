// SPDX-License-Identifier: Apache-2.0
/// \file
/// F-PATH-1 in a fabric whose switches know nothing of distant faults.
#pragma once

#include <vector>

#include "cosim/system.hpp"
#include "golden/twolevel/topology.hpp"

namespace selvage::cosim {

/// Follows the decisions from every edge switch to every host: delivered after 1, 3 or 5 switches.
/// Not applicable once a link is dead: then packets are lost by design.
[[nodiscard]] AuditReport audit_ways(const golden::AlFaresTopology& topology,
                                     const std::vector<SwitchPort>& dead,
                                     const ControlOf& control_of);

}  // namespace selvage::cosim
