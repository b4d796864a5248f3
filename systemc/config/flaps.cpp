// SPDX-License-Identifier: Apache-2.0
#include "config/flaps.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::config {
namespace {

std::optional<FlapProblem> length_problem(const Scenario& s, const char* key, Cycle cycles) {
  const Cycle most = longest_flap(s);
  if (cycles <= most) return std::nullopt;
  return FlapProblem{key, fmt::format("an outage of {} cycles may be declared as a death: at most "
                                      "probe.retries x probe.timeout - 2 x link.latency, {}",
                                      cycles, most)};
}

/// Whether a named failure is of this link too.
bool fails(const Topology& topology, const FaultConfig& faults, const SwitchPort& link) {
  const auto is_end = [&](SwitchIdx sw) {
    return link.sw == sw || topology.peer(link.sw, link.port).index == sw;
  };
  const auto named = [&](const LinkFault& f) { return same_link(f.end, link); };
  return std::any_of(faults.links.begin(), faults.links.end(), named) ||
         std::any_of(faults.preset.begin(), faults.preset.end(), named) ||
         std::any_of(faults.nodes.begin(), faults.nodes.end(), is_end) ||
         std::any_of(faults.failing_nodes.begin(), faults.failing_nodes.end(),
                     [&](const NodeFault& f) { return is_end(f.node); });
}

}  // namespace

bool too_near(const Scenario& scenario, const LinkFlap& a, const LinkFlap& b) {
  const Cycle round = probe_round(scenario);
  return same_link(a.end, b.end) && a.at < b.at + b.cycles + round &&
         b.at < a.at + a.cycles + round;
}

std::optional<FlapProblem> flap_problem(const Scenario& s, const Topology& topology,
                                        std::size_t i) {
  const LinkFlap& flap = s.faults.flaps.at(i);
  if (const auto problem = length_problem(s, "cycles", flap.cycles)) return problem;
  const std::string name = topology.link_name(flap.end);
  if (fails(topology, s.faults, flap.end)) {
    return FlapProblem{"link", fmt::format("the link {} fails otherwise too", name)};
  }
  if (flap.at + flap.cycles >= last_cycle(s)) {
    return FlapProblem{"at",
                       fmt::format("the run is over at cycle {} at the latest", last_cycle(s))};
  }
  const auto before = s.faults.flaps.begin();
  const auto here = before + static_cast<std::ptrdiff_t>(i);
  if (std::none_of(before, here, [&](const LinkFlap& f) { return too_near(s, flap, f); }))
    return {};
  return FlapProblem{"at", fmt::format("less than a round of probes, {} cycles, lies between two "
                                       "outages of the link {}: it may be declared dead",
                                       probe_round(s), name)};
}

std::optional<FlapProblem> random_flap_problem(const Scenario& s) {
  const auto [from, until] = s.faults.random.flap_cycles;
  if (until > from) return length_problem(s, "until", until - 1);
  return FlapProblem{"until", fmt::format("no number in [from, until) = [{}, {})", from, until)};
}

}  // namespace selvage::config
