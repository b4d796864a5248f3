// SPDX-License-Identifier: Apache-2.0
#include "cosim/switch_block.hpp"

namespace selvage::cosim {

std::string why_no_switch(const SwitchBlockOptions& options, unsigned depth) {
  if (options.capacity > depth) {
    return "switch.buffer_packets: an input buffer of a verilated switch holds " +
           std::to_string(depth) + " beats, not " + std::to_string(options.capacity);
  }
  if (options.route_latency != SwitchControl::kRouteLatency) {
    return "switch.route_latency: a verilated switch decides in " +
           std::to_string(SwitchControl::kRouteLatency) + " cycles, not " +
           std::to_string(options.route_latency);
  }
  return {};
}

}  // namespace selvage::cosim
