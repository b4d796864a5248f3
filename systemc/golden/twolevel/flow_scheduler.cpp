// SPDX-License-Identifier: Apache-2.0
#include "golden/twolevel/flow_scheduler.hpp"

#include <algorithm>

namespace selvage::golden {

std::vector<FlowScheduler::Link> FlowScheduler::way(FlowKey flow, PortIdx up,
                                                    std::optional<PortIdx> core) const {
  const FatTree& tree = net_->tree();
  const Digits to = tree.address_of(flow.destination);
  const SwitchIdx edge = tree.attachment(flow.source).sw;
  const SwitchIdx aggregation = tree.peer(edge, up).index;
  std::vector<Link> links{{edge, up}};
  SwitchIdx above = aggregation;
  if (core) {
    links.emplace_back(aggregation, *core);
    const SwitchIdx root = tree.peer(aggregation, *core).index;
    links.emplace_back(root, static_cast<PortIdx>(to[2]));  // a core's port is the pod
    above = tree.peer(root, static_cast<PortIdx>(to[2])).index;
  }
  links.emplace_back(above, static_cast<PortIdx>(to[1]));  // one below it the edge switch
  return links;
}

std::optional<FlowScheduler::Place> FlowScheduler::reserve(FlowKey flow) {
  const FatTree& tree = net_->tree();
  const SwitchIdx edge = tree.attachment(flow.source).sw;
  if (flows_.count(flow) != 0 || tree.attachment(flow.destination).sw == edge) return std::nullopt;
  const bool one_pod = tree.address_of(flow.source)[2] == tree.address_of(flow.destination)[2];
  const unsigned h = tree.h();
  for (unsigned up = h; up < 2 * h; ++up) {
    for (unsigned core = h; core < (one_pod ? h + 1 : 2 * h); ++core) {
      const auto out = static_cast<PortIdx>(up);
      const auto by = one_pod ? std::nullopt : std::optional(static_cast<PortIdx>(core));
      std::vector<Link> links = way(flow, out, by);
      if (std::any_of(links.begin(), links.end(),
                      [this](const Link& l) { return taken_.count(l) != 0; })) {
        continue;
      }
      taken_.insert(links.begin(), links.end());
      flows_.emplace(flow, std::move(links));
      Place place;
      place.edge = {edge, out};
      if (by) place.aggregation = SwitchPort{tree.peer(edge, out).index, *by};
      return place;
    }
  }
  return std::nullopt;
}

void FlowScheduler::release(FlowKey flow) {
  const auto at = flows_.find(flow);
  if (at == flows_.end()) return;
  for (const Link& link : at->second) taken_.erase(link);
  flows_.erase(at);
}

}  // namespace selvage::golden
