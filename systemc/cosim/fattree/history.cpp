// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/history.hpp"

#include <algorithm>

#include "cosim/fattree/compare.hpp"
#include "cosim/fattree/text.hpp"

namespace selvage::cosim {

std::vector<std::string> FatTreeHistory::tell(const golden::FatTree& tree, SwitchIdx sw) const {
  std::vector<const Event*> kept;
  for (const Recent* recent : {&packets_, &updates_}) {
    for (std::size_t i = 0; i < std::min(recent->count, kKept); ++i) {
      kept.push_back(&recent->events[i]);
    }
  }
  std::sort(kept.begin(), kept.end(),
            [](const Event* a, const Event* b) { return a->order < b->order; });
  std::vector<std::string> lines;
  for (const Event* e : kept) lines.push_back(tell(*e, tree, sw));
  return lines;
}

std::string FatTreeHistory::tell(const Event& e, const golden::FatTree& tree, SwitchIdx sw) {
  const std::string by = tree.port_name(sw, e.request.in_port);
  std::string text = "cycle " + std::to_string(e.cycle) + ": ";
  switch (e.kind) {
    case Event::Kind::kRequest:
      return text + "packet " + std::to_string(e.request.packet) + " from " +
             tree.host_name(e.request.source) + " to " + tree.host_name(e.request.destination) +
             " asks its way, came by " + by;
    case Event::Kind::kDecision:
      return text + "packet " + std::to_string(e.request.packet) +
             " goes: " + describe(tree, e.grant);
    case Event::Kind::kLinkDown:
    case Event::Kind::kLinkUp:
      return text + "link at " + by + " (" + tree.link_name({sw, e.request.in_port}) + ") found " +
             (e.kind == Event::Kind::kLinkUp ? "back" : "dead");
    case Event::Kind::kMessage: break;
  }
  return text + describe(tree, e.message) + " came by " + by;
}

}  // namespace selvage::cosim
