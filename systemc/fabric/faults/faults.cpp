// SPDX-License-Identifier: Apache-2.0
#include "fabric/faults/faults.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <stdexcept>

#include "fabric/faults/flaps.hpp"
#include "kernel/stream.hpp"

namespace selvage::fabric {
namespace {

bool contains(const std::vector<SwitchPort>& set, const SwitchPort& link) {
  return std::any_of(set.begin(), set.end(),
                     [&](const SwitchPort& s) { return same_link(s, link); });
}

/// `count` distinct links, none of `taken`.
std::vector<SwitchPort> draw(const Topology& topology, unsigned count,
                             const std::vector<SwitchPort>& taken, kernel::Stream& stream) {
  std::vector<SwitchPort> drawn;
  while (drawn.size() < count) {
    const auto i = static_cast<std::uint32_t>(stream.below(topology.fallible_link_count()));
    const SwitchPort link = topology.fallible_link(i);
    if (!contains(taken, link) && !contains(drawn, link)) drawn.push_back(link);
  }
  return drawn;
}

FaultEvent event(const Topology& topology, const SwitchPort& link, Cycle at,
                 std::optional<Cycle> repaired) {
  FaultEvent e;
  e.link = link;
  e.name = topology.link_name(link);
  e.failed = at;
  if (repaired) e.repair.emplace().at = *repaired;
  return e;
}

FaultEvent preset_event(const Topology& topology, const SwitchPort& link, Cycle repaired) {
  FaultEvent e = event(topology, link, 0, repaired);
  e.preset = true;
  return e;
}

/// FAB-NODE: the named switches and `count` others.
std::vector<SwitchIdx> faulty_nodes(const Scenario& scenario, const Topology& topology) {
  std::vector<SwitchIdx> nodes = scenario.faults.nodes;
  std::vector<bool> taken(topology.switch_count());
  for (const SwitchIdx node : nodes) taken[node] = true;
  kernel::Stream stream(scenario.seed, "faults", 1);
  for (unsigned left = scenario.faults.random_nodes; left > 0;) {
    const auto node = static_cast<SwitchIdx>(stream.below(topology.switch_count()));
    if (taken[node]) continue;
    taken[node] = true;
    nodes.push_back(node);
    --left;
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

/// The links of `nodes`, each once, by canonical end.
std::vector<SwitchPort> links_of(const Topology& topology, const std::vector<SwitchIdx>& nodes) {
  std::vector<SwitchPort> links;
  if (nodes.empty()) return links;
  std::vector<bool> faulty(topology.switch_count());
  for (const SwitchIdx node : nodes) faulty[node] = true;
  for (std::uint32_t i = 0; i < topology.fallible_link_count(); ++i) {
    const SwitchPort end = topology.fallible_link(i);
    if (faulty[end.sw] || faulty[topology.peer(end.sw, end.port).index]) links.push_back(end);
  }
  return links;
}

}  // namespace

bool FaultPlan::starts_dead(const SwitchPort& link) const { return contains(preset, link); }

bool FaultPlan::comes_back(const SwitchPort& link) const {
  return std::any_of(events.begin(), events.end(),
                     [&](const FaultEvent& e) { return e.preset && same_link(e.link, link); });
}

bool FaultPlan::fails(const SwitchPort& link) const {
  return starts_dead(link) || std::any_of(events.begin(), events.end(), [&](const FaultEvent& e) {
           return same_link(e.link, link);
         });
}

FaultPlan plan_faults(const Scenario& scenario, const System& system, const EarlyEnd& early) {
  const Topology& topology = system.topology();
  const FaultConfig& config = scenario.faults;
  FaultPlan plan;
  plan.nodes = faulty_nodes(scenario, topology);
  const std::vector<SwitchPort> gone = links_of(topology, plan.nodes);
  plan.preset = gone;
  std::vector<SwitchPort> named = gone;
  for (const LinkFault& f : config.preset) {
    if (contains(gone, f.end)) continue;  // cannot die twice
    plan.preset.push_back(f.end);
    named.push_back(f.end);
    if (f.repaired) plan.events.push_back(preset_event(topology, f.end, *f.repaired));
  }
  for (const LinkFault& f : config.links) {
    if (contains(gone, f.end)) continue;
    plan.events.push_back(event(topology, f.end, f.at, f.repaired));
    if (!contains(named, f.end)) named.push_back(f.end);
  }

  std::vector<SwitchPort> taken = named;  // random failures leave links alone that flap
  for (const LinkFlap& f : config.flaps) {
    if (!contains(taken, f.end)) taken.push_back(f.end);
  }

  const RandomFaults& random = config.random;
  kernel::Stream stream(scenario.seed, "faults");
  std::vector<SwitchPort> drawn;
  constexpr unsigned kTries = 100000;
  for (unsigned i = 1;; ++i) {
    drawn = draw(topology, random.count, taken, stream);
    if (!random.tolerable || early.due()) break;
    std::vector<SwitchPort> all = named;
    all.insert(all.end(), drawn.begin(), drawn.end());
    if (system.tolerable(all)) break;
    if (i == kTries) {
      throw std::invalid_argument(fmt::format(
          "faults.random: no tolerable set of {} links found in {} draws", random.count, kTries));
    }
  }
  kernel::Stream repairs(scenario.seed, "repairs");
  for (const SwitchPort& link : drawn) {
    const Cycle at =
        config.random_preset ? 0 : random.from + stream.below(random.until - random.from);
    std::optional<Cycle> repaired;
    if (const auto& after = random.repair_after) {
      repaired = at + after->from + repairs.below(after->until - after->from);
    }
    if (!config.random_preset) {
      plan.events.push_back(event(topology, link, at, repaired));
      continue;
    }
    plan.preset.push_back(link);
    if (repaired) plan.events.push_back(preset_event(topology, link, *repaired));
  }
  plan_deaths(scenario, topology, plan);
  std::sort(plan.events.begin(), plan.events.end(), [](const FaultEvent& a, const FaultEvent& b) {
    if (a.failed != b.failed) return a.failed < b.failed;
    return a.link.sw != b.link.sw ? a.link.sw < b.link.sw : a.link.port < b.link.port;
  });
  plan.flaps = plan_flaps(scenario, topology, plan);
  return plan;
}

}  // namespace selvage::fabric
