// SPDX-License-Identifier: Apache-2.0
#include "fabric/faults/flaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "config/flaps.hpp"
#include "fabric/switch.hpp"
#include "kernel/stream.hpp"

namespace selvage::fabric {

std::vector<FlapEvent> plan_flaps(const Scenario& scenario, const Topology& topology,
                                  const FaultPlan& plan) {
  std::vector<LinkFlap> flaps = scenario.faults.flaps;
  for (std::size_t i = 0; i < flaps.size(); ++i) {
    if (const auto problem = config::flap_problem(scenario, topology, i)) {
      throw std::invalid_argument(
          fmt::format("faults.flaps[{}].{}: {}", i, problem->key, problem->why));
    }
    if (!plan.fails(flaps[i].end)) continue;  // by a switch that dies at random
    throw std::invalid_argument(
        fmt::format("faults.flaps[{}].link: the link {} fails otherwise too", i,
                    topology.link_name(flaps[i].end)));
  }
  const RandomFaults& random = scenario.faults.random;
  if (const auto problem = config::random_flap_problem(scenario); problem && random.flaps > 0) {
    throw std::invalid_argument(
        fmt::format("faults.random.flap_cycles.{}: {}", problem->key, problem->why));
  }
  kernel::Stream stream(scenario.seed, "flaps");
  constexpr unsigned kTries = 100000;
  for (unsigned left = random.flaps, tries = 0; left > 0; ++tries) {
    if (tries == kTries) {
      throw std::invalid_argument(fmt::format(
          "faults.random: no place for {} flaps found in {} draws", random.flaps, kTries));
    }
    LinkFlap drawn;
    drawn.end = topology.fallible_link(
        static_cast<std::uint32_t>(stream.below(topology.fallible_link_count())));
    drawn.at = random.from + stream.below(random.until - random.from);
    drawn.cycles =
        random.flap_cycles.from + stream.below(random.flap_cycles.until - random.flap_cycles.from);
    const bool taken = std::any_of(flaps.begin(), flaps.end(), [&](const LinkFlap& other) {
      return config::too_near(scenario, drawn, other);
    });
    if (taken || plan.fails(drawn.end)) continue;
    flaps.push_back(drawn);
    --left;
  }
  std::sort(flaps.begin(), flaps.end(), [](const LinkFlap& a, const LinkFlap& b) {
    return std::tuple(a.at, a.end.sw, a.end.port) < std::tuple(b.at, b.end.sw, b.end.port);
  });
  std::vector<FlapEvent> events;
  for (const LinkFlap& f : flaps) {
    events.push_back({f.end, topology.link_name(f.end), f.at, f.cycles});
  }
  return events;
}

Flaps::Flaps(Context& context, SwitchAt at) : context_(context), at_(std::move(at)) {
  const std::vector<LinkState>& links = context.book.links;
  for (std::uint32_t i = 0; i < context.book.flaps.size(); ++i) {
    const FlapEvent& flap = context.book.flaps[i];
    const auto link = std::find_if(links.begin(), links.end(), [&](const LinkState& state) {
      return same_link(state.ends[0], flap.link);
    });
    link_of_.push_back(static_cast<std::size_t>(link - links.begin()));
    ++context.book.changes_pending;
    context.schedule_outage(flap.at, make_event(EventKind::kFlapBegins, i));
  }
}

void Flaps::begins(std::uint32_t flap) {
  const Cycle now = context_.now();
  LinkState& link = context_.book.links[link_of_[flap]];
  FlapEvent& event = context_.book.flaps[flap];
  event.happened = true;
  ++context_.book.outages;
  link.flap(now, kFlaps + flap);
  context_.book.monitor.died(link_of_[flap], now);
  for (const SwitchPort& here : link.ends) {
    at_(here.sw).link_dies(here.port);
    context_.wheel.schedule(now + 1, make_event(EventKind::kStopFlag, here.sw, here.port, 0,
                                                static_cast<std::uint64_t>(StopFlag::kNone)));
  }
  context_.wheel.schedule(now + event.cycles, make_event(EventKind::kFlapEnds, flap));
}

void Flaps::ends(std::uint32_t flap) {
  LinkState& link = context_.book.links[link_of_[flap]];
  --context_.book.changes_pending;
  ++context_.book.outages;
  link.flap_ends(context_.now());
  context_.book.monitor.healed(link_of_[flap], context_.now());
  for (const SwitchPort& end : link.ends) at_(end.sw).flap_ended(end.port);
}

}  // namespace selvage::fabric
