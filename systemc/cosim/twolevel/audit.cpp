// SPDX-License-Identifier: Apache-2.0
#include "cosim/twolevel/audit.hpp"

namespace selvage::cosim {

namespace {

constexpr unsigned kMostSwitches = 5;

/// Switches on the way; 0 if it does not arrive.
unsigned way_length(const Topology& topology, HostIdx source, HostIdx destination,
                    const ControlOf& control_of) {
  SwitchPort at = topology.attachment(source);
  for (unsigned length = 1; length <= kMostSwitches; ++length) {
    const RouteDecision d = control_of(at.sw).preview({0, source, destination, at.port, 0});
    if (d.outcome != RouteDecision::Outcome::kForward) return 0;
    const PortEnd far = topology.peer(at.sw, d.port);
    if (far.kind == PortEnd::Kind::kHost) return far.index == destination ? length : 0;
    if (far.kind != PortEnd::Kind::kSwitch) return 0;
    at = {far.index, far.port};
  }
  return 0;
}

}  // namespace

AuditReport audit_ways(const golden::AlFaresTopology& topology, const std::vector<SwitchPort>& dead,
                       const ControlOf& control_of) {
  AuditReport report;
  report.requirement = "F-PATH-1";
  if (!dead.empty()) {
    report.applicable = false;
    report.why_not = "faults: none: switches know only of dead links at their own ports";
    return report;
  }
  const unsigned h = topology.net().tree().h();
  for (HostIdx source = 0; source < topology.host_count(); source += h) {
    for (HostIdx destination = 0; destination < topology.host_count(); ++destination) {
      ++report.checked;
      if (way_length(topology, source, destination, control_of) % 2 == 1) continue;
      ++report.dead_ends;
      if (!report.first.empty()) continue;
      report.first = "the way from " + topology.host_name(source) + " to " +
                     topology.host_name(destination) +
                     " does not end there after 1, 3 or 5 switches";
    }
  }
  return report;
}

}  // namespace selvage::cosim
