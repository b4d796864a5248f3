// SPDX-License-Identifier: Apache-2.0
#include "fabric/faults/hop_check.hpp"

#include <fmt/format.h>

namespace selvage::fabric {

std::optional<HopBound> hop_bound_of(const FaultPlan& plan, const System& system) {
  if (plan.events.empty()) return std::nullopt;
  std::vector<SwitchPort> failing;
  for (const FaultEvent& f : plan.events) {
    if (f.repair) return std::nullopt;
    failing.push_back(f.link);
  }
  return system.hop_bound(plan.preset, failing);
}

std::string broken_hop_bound(const RunResult& r) {
  if (!r.hop_bound) return {};
  const HopBound& bound = *r.hop_bound;
  const bool complete = r.settled && r.lft_overflows == 0;
  for (const FaultEvent& f : r.faults) {
    const bool short_of_it = bound.exact && complete && f.hops < bound.hops;
    if (f.hops <= bound.hops && !short_of_it) continue;
    return fmt::format("{}: {}: the last change of state came {} hops after the detection, {} {}",
                       bound.requirement, f.name, f.hops,
                       bound.exact ? "it has to be exactly" : "it may be at most", bound.hops);
  }
  return {};
}

}  // namespace selvage::fabric
