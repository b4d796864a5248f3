// SPDX-License-Identifier: Apache-2.0
/// \file
/// FT-AUD-1: settled candidate masks of a fat tree against ground truth.
#pragma once

#include <vector>

#include "cosim/system.hpp"
#include "golden/fattree/tree.hpp"

namespace selvage::cosim {

/// Looks at every switch below the roots that a packet going up can stand on, and at every
/// destination that is not below it: V must be exactly the up ports from which a healthy shortest
/// path exists. `names`: the same switches and hosts as they are called in the report.
[[nodiscard]] AuditReport audit_fattree(const golden::FatTree& tree, const Topology& names,
                                        const std::vector<SwitchPort>& dead,
                                        const ControlOf& control_of);

}  // namespace selvage::cosim
