// SPDX-License-Identifier: Apache-2.0
// Switches that die during the run, and what that means for their links (FAB-DIE).
#include <algorithm>
#include <map>
#include <utility>

#include "fabric/faults/faults.hpp"
#include "kernel/stream.hpp"

namespace selvage::fabric {
namespace {

using Link = std::pair<SwitchIdx, PortIdx>;

/// A link is dead in [from, until).
struct Span {
  Cycle from = 0;
  Cycle until = kNever;
  bool preset = false;
  std::string node;
};

NodeEvent death(const Topology& topology, SwitchIdx node, Cycle at, std::optional<Cycle> repaired) {
  NodeEvent e;
  e.sw = node;
  e.name = topology.switch_name(node);
  e.failed = at;
  e.repair = repaired;
  return e;
}

std::vector<NodeEvent> deaths_of(const Scenario& scenario, const Topology& topology,
                                 const std::vector<SwitchIdx>& faulty) {
  std::vector<NodeEvent> deaths;
  std::vector<bool> taken(topology.switch_count());
  for (const SwitchIdx node : faulty) taken[node] = true;
  for (const NodeFault& f : scenario.faults.failing_nodes) {
    if (std::binary_search(faulty.begin(), faulty.end(), f.node)) continue;
    taken[f.node] = true;
    deaths.push_back(death(topology, f.node, f.at, f.repaired));
  }
  const RandomFaults& random = scenario.faults.random;
  kernel::Stream stream(scenario.seed, "faults", 2);
  kernel::Stream repairs(scenario.seed, "repairs", 1);
  for (unsigned left = random.nodes; left > 0;) {
    const auto node = static_cast<SwitchIdx>(stream.below(topology.switch_count()));
    if (taken[node]) continue;
    taken[node] = true;
    const Cycle at = random.from + stream.below(random.until - random.from);
    std::optional<Cycle> repaired;
    if (const auto& after = random.repair_after) {
      repaired = at + after->from + repairs.below(after->until - after->from);
    }
    deaths.push_back(death(topology, node, at, repaired));
    --left;
  }
  std::sort(deaths.begin(), deaths.end(), [](const NodeEvent& a, const NodeEvent& b) {
    return a.failed != b.failed ? a.failed < b.failed : a.sw < b.sw;
  });
  return deaths;
}

/// Spans that overlap or touch become one, which keeps the name of the first.
std::vector<Span> joined(std::vector<Span> spans) {
  std::stable_sort(spans.begin(), spans.end(),
                   [](const Span& a, const Span& b) { return a.from < b.from; });
  std::vector<Span> out;
  for (Span& s : spans) {
    if (!out.empty() && s.from <= out.back().until) {
      out.back().until = std::max(out.back().until, s.until);
    } else {
      out.push_back(std::move(s));
    }
  }
  return out;
}

/// A switch none of whose links is alive between two of its deaths has not been back: they are one.
void join_deaths(const Topology& topology, FaultPlan& plan) {
  const auto stays_dead = [&](SwitchIdx sw, Cycle from, Cycle until) {
    for (std::uint32_t i = 0; i < topology.fallible_link_count(); ++i) {
      const SwitchPort end = topology.fallible_link(i);
      if (end.sw != sw && topology.peer(end.sw, end.port).index != sw) continue;
      const bool dead =
          std::any_of(plan.events.begin(), plan.events.end(), [&](const FaultEvent& e) {
            return same_link(e.link, end) && e.failed <= from &&
                   (!e.repair || e.repair->at >= until);
          });
      const bool never_there = plan.starts_dead(end) && !plan.comes_back(end);
      if (!dead && !never_there) return false;
    }
    return true;
  };
  std::map<SwitchIdx, std::size_t> last;  // place in `out`
  std::vector<NodeEvent> out;
  for (NodeEvent& d : plan.deaths) {
    const auto before = last.find(d.sw);
    if (before != last.end()) {
      NodeEvent& first = out[before->second];
      if (first.repair && stays_dead(d.sw, *first.repair, d.failed)) {
        first.repair = d.repair;
        continue;
      }
    }
    last[d.sw] = out.size();
    out.push_back(std::move(d));
  }
  plan.deaths = std::move(out);
}

}  // namespace

void plan_deaths(const Scenario& scenario, const Topology& topology, FaultPlan& plan) {
  plan.deaths = deaths_of(scenario, topology, plan.nodes);
  if (plan.deaths.empty()) return;
  std::map<Link, std::vector<Span>> spans;
  std::map<Link, bool> for_ever;
  for (const SwitchPort& link : plan.preset) for_ever[{link.sw, link.port}] = true;
  for (const FaultEvent& e : plan.events) {
    const Link link{e.link.sw, e.link.port};
    if (e.preset) for_ever[link] = false;
    spans[link].push_back({e.failed, e.repair ? e.repair->at : kNever, e.preset, {}});
  }
  std::map<SwitchIdx, Cycle> last_back;  // of the links of a switch
  for (std::uint32_t i = 0; i < topology.fallible_link_count(); ++i) {
    const SwitchPort end = topology.fallible_link(i);
    const SwitchIdx far = topology.peer(end.sw, end.port).index;
    const Link link{end.sw, end.port};
    if (for_ever.count(link) > 0 && for_ever[link]) continue;
    for (const NodeEvent& d : plan.deaths) {
      if (d.sw != end.sw && d.sw != far) continue;
      spans[link].push_back({d.failed, d.repair.value_or(kNever), false, d.name});
    }
  }
  plan.events.clear();
  for (auto& [link, list] : spans) {
    const SwitchPort end{link.first, link.second};
    for (const Span& span : joined(std::move(list))) {
      FaultEvent e;
      e.link = end;
      e.name = topology.link_name(end);
      e.failed = span.from;
      e.preset = span.preset;
      e.node = span.node;
      if (span.until != kNever) {
        e.repair.emplace().at = span.until;
        for (const SwitchIdx sw : {end.sw, topology.peer(end.sw, end.port).index}) {
          last_back[sw] = std::max(last_back[sw], span.until);
        }
      }
      plan.events.push_back(std::move(e));
    }
  }
  join_deaths(topology, plan);
  // A switch none of whose links comes back does not either.
  for (NodeEvent& d : plan.deaths) {
    if (d.repair && last_back[d.sw] < *d.repair) d.repair.reset();
  }
}

}  // namespace selvage::fabric
