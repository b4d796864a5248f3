// SPDX-License-Identifier: Apache-2.0
/// \file
/// The lives of all flows, for `selvage explain flow`: one line of JSON each.
#pragma once

#include <string>

#include "flow/routers.hpp"
#include "golden/topology.hpp"

namespace selvage::fabric {

/// Writes the log of `routers` to `path`, flows in the order of their numbers, their events in the
/// order in which they happened. Empty; or why it is not complete, and it is gone.
[[nodiscard]] std::string write_flow_log(const std::string& path, const flow::Routers& routers,
                                         const Topology& topology);

}  // namespace selvage::fabric
