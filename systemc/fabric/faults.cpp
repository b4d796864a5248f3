// SPDX-License-Identifier: Apache-2.0
#include "fabric/faults.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

#include "kernel/stream.hpp"

namespace selvage::fabric {
namespace {

bool same(const SwitchPort& a, const SwitchPort& b) { return a.sw == b.sw && a.port == b.port; }

bool contains(const std::vector<SwitchPort>& set, const SwitchPort& link) {
  return std::any_of(set.begin(), set.end(), [&](const SwitchPort& s) { return same(s, link); });
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

}  // namespace

FaultPlan plan_faults(const Scenario& scenario, const System& system) {
  const Topology& topology = system.topology();
  const FaultConfig& config = scenario.faults;
  FaultPlan plan;
  std::vector<SwitchPort> named;
  for (const LinkFault& f : config.preset) {
    plan.preset.push_back(f.end);
    named.push_back(f.end);
  }
  for (const LinkFault& f : config.links) {
    plan.events.push_back({f.end, topology.link_name(f.end), f.at});
    named.push_back(f.end);
  }

  const RandomFaults& random = config.random;
  kernel::Stream stream(scenario.seed, "faults");
  std::vector<SwitchPort> drawn;
  constexpr unsigned kTries = 100000;
  for (unsigned i = 0;; ++i) {
    drawn = draw(topology, random.count, named, stream);
    if (!random.tolerable) break;
    std::vector<SwitchPort> all = named;
    all.insert(all.end(), drawn.begin(), drawn.end());
    if (system.tolerable(all)) break;
    if (i == kTries) {
      throw std::invalid_argument(fmt::format(
          "faults.random: no tolerable set of {} links found in {} draws", random.count, kTries));
    }
  }
  for (const SwitchPort& link : drawn) {
    if (config.random_preset) {
      plan.preset.push_back(link);
    } else {
      const Cycle at = random.from + stream.below(random.until - random.from);
      plan.events.push_back({link, topology.link_name(link), at});
    }
  }
  std::sort(plan.events.begin(), plan.events.end(), [](const FaultEvent& a, const FaultEvent& b) {
    if (a.failed != b.failed) return a.failed < b.failed;
    return a.link.sw != b.link.sw ? a.link.sw < b.link.sw : a.link.port < b.link.port;
  });
  return plan;
}

}  // namespace selvage::fabric
