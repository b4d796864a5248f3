// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whole wormhole routers in RTL (engine: switch).
#pragma once

#include "config/scenario.hpp"
#include "cosim/router_block.hpp"
#include "golden/topology.hpp"

namespace selvage::config {

/// How they are set, with the largest buffers that one has.
[[nodiscard]] cosim::RouterBlockOptions router_options(const Scenario& scenario,
                                                       const Topology& topology);

}  // namespace selvage::config
