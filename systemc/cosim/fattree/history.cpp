// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/history.hpp"

#include "cosim/fattree/compare.hpp"
#include "cosim/fattree/text.hpp"

namespace selvage::cosim {

std::vector<std::string> FatTreeHistory::lines(const golden::FatTree& tree, SwitchIdx sw) const {
  return events_.lines([&](const Event& e) { return describe(e, tree, sw); });
}

std::string FatTreeHistory::describe(const Event& e, const golden::FatTree& tree, SwitchIdx sw) {
  const std::string by = tree.port_name(sw, e.request.in_port);
  switch (e.kind) {
    case Event::Kind::kRequest:
      return "packet " + std::to_string(e.request.packet) + " from " +
             tree.host_name(e.request.source) + " to " + tree.host_name(e.request.destination) +
             " requests a route, came by " + by;
    case Event::Kind::kDecision:
      return "packet " + std::to_string(e.request.packet) +
             " goes: " + cosim::describe(tree, e.grant);
    case Event::Kind::kLinkDown:
    case Event::Kind::kLinkUp:
      return "link at " + by + " (" + tree.link_name({sw, e.request.in_port}) + ") found " +
             (e.kind == Event::Kind::kLinkUp ? "back" : "dead");
    case Event::Kind::kMessage: break;
  }
  return cosim::describe(tree, e.message) + " came by " + by;
}

}  // namespace selvage::cosim
