// SPDX-License-Identifier: Apache-2.0
#include "cosim/mesh/router_block.hpp"

#include <algorithm>

namespace selvage::cosim {

std::string RouterBuild::label() const {
  return "mesh_router SEPARABLE=" + std::to_string(separable) + " DEPTH=" + std::to_string(depth);
}

const RouterBuild& router_build(bool separable) {
  const auto& builds = router_builds();
  const auto found = std::find_if(builds.begin(), builds.end(), [&](const RouterBuild& b) {
    return (b.separable != 0) == separable;
  });
  return found == builds.end() ? builds.front() : *found;
}

std::string why_no_router(const RouterBlockOptions& options) {
  const unsigned most = router_build(options.separable).depth;
  const auto deeper = std::find_if(options.depth.begin(), options.depth.end(),
                                   [most](unsigned depth) { return depth > most; });
  if (deeper != options.depth.end()) {
    return "switch.node_buffer: a buffer of a verilated router holds " + std::to_string(most) +
           " flits, not " + std::to_string(*deeper);
  }
  if (options.route_latency != SwitchControl::kRouteLatency) {
    return "switch.route_latency: a verilated router decides in " +
           std::to_string(SwitchControl::kRouteLatency) + " cycles, not " +
           std::to_string(options.route_latency);
  }
  return {};
}

}  // namespace selvage::cosim
