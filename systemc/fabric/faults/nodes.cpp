// SPDX-License-Identifier: Apache-2.0
#include "fabric/faults/nodes.hpp"

#include "fabric/faults/faults.hpp"

namespace selvage::fabric {

Nodes::Nodes(Context& context, const FaultPlan& plan, const Switches& switches, const Hosts& hosts)
    : context_(context), switches_(switches), hosts_(hosts) {
  if (plan.deaths.empty()) return;
  context.book.deaths = plan.deaths;
  context.book.death_now.assign(context.topology.switch_count(), kNoFault);
  for (std::uint32_t d = 0; d < plan.deaths.size(); ++d) {
    hosts_of_[plan.deaths[d].sw];
    context.book.changes_pending += plan.deaths[d].repair ? 2 : 1;
    context.schedule_outage(plan.deaths[d].failed, make_event(EventKind::kNodeDies, d));
  }
  for (HostIdx h = 0; h < context.topology.host_count(); ++h) {
    const auto it = hosts_of_.find(context.topology.attachment(h).sw);
    if (it != hosts_of_.end()) it->second.push_back(h);
  }
}

void Nodes::dies(std::uint32_t death) {
  NodeEvent& event = context_.book.deaths[death];
  if (context_.book.death_now[event.sw] != kNoFault) {
    event.failed = kNever;
    waits_[event.sw] = death;
    return;
  }
  --context_.book.changes_pending;
  event.failed = context_.now();
  event.happened = true;
  context_.book.death_now[event.sw] = kDeaths + death;
  switches_[event.sw]->dies();
  for (const HostIdx h : hosts_of_[event.sw]) hosts_[h]->switch_died();
}

void Nodes::link_back(SwitchIdx sw) {
  const std::uint32_t death = context_.book.death_of(sw);
  if (death == kNoFault) return;
  NodeEvent& event = context_.book.deaths[death - kDeaths];
  if (!event.repair || context_.now() < *event.repair) return;
  --context_.book.changes_pending;
  event.back = context_.now();
  context_.book.death_now[sw] = kNoFault;
  const auto next = waits_.find(sw);
  if (next == waits_.end()) return;
  context_.schedule_outage(context_.now() + 1, make_event(EventKind::kNodeDies, next->second));
  waits_.erase(next);
}

}  // namespace selvage::fabric
