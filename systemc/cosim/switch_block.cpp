// SPDX-License-Identifier: Apache-2.0
#include "cosim/switch_block.hpp"

#include <algorithm>

namespace selvage::cosim {

std::string why_no_switch(const SwitchBlockOptions& options, unsigned depth,
                          const std::vector<unsigned>& route_latencies) {
  if (options.capacity > depth) {
    return "switch.buffer_packets: an input buffer of a verilated switch holds " +
           std::to_string(depth) + " beats, not " + std::to_string(options.capacity);
  }
  if (std::find(route_latencies.begin(), route_latencies.end(), options.route_latency) ==
      route_latencies.end()) {
    std::string all;
    for (const unsigned r : route_latencies) all += (all.empty() ? "" : " or ") + std::to_string(r);
    return "switch.route_latency: a verilated switch of this size decides in " + all +
           " cycles, not " + std::to_string(options.route_latency);
  }
  return {};
}

}  // namespace selvage::cosim
