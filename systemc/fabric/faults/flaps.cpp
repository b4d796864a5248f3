// SPDX-License-Identifier: Apache-2.0
#include "fabric/faults/flaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "fabric/switch.hpp"
#include "kernel/stream.hpp"

namespace selvage::fabric {
namespace {

bool same_link(const SwitchPort& a, const SwitchPort& b) {
  return a.sw == b.sw && a.port == b.port;
}

bool fails(const FaultPlan& plan, const SwitchPort& link) {
  const auto here = [&link](const auto& end) { return same_link(end, link); };
  return std::any_of(plan.preset.begin(), plan.preset.end(), here) ||
         std::any_of(plan.events.begin(), plan.events.end(),
                     [&](const FaultEvent& e) { return here(e.link); });
}

/// Whether a round of probes can meet both.
bool too_near(const FlapEvent& a, const FlapEvent& b, Cycle round) {
  return same_link(a.link, b.link) && a.at < b.at + b.cycles + round &&
         b.at < a.at + a.cycles + round;
}

}  // namespace

std::vector<FlapEvent> plan_flaps(const Scenario& scenario, const Topology& topology,
                                  const FaultPlan& plan) {
  std::vector<FlapEvent> flaps;
  const auto flap = [&](const SwitchPort& link, Cycle at, Cycle cycles) {
    FlapEvent e;
    e.link = link;
    e.name = topology.link_name(link);
    e.at = at;
    e.cycles = cycles;
    return e;
  };
  for (const LinkFlap& f : scenario.faults.flaps) {
    flaps.push_back(flap(f.end, f.at, f.cycles));
    if (!fails(plan, f.end)) continue;
    throw std::invalid_argument(
        fmt::format("faults.flaps: the link {} fails otherwise too", flaps.back().name));
  }
  const RandomFaults& random = scenario.faults.random;
  const Cycle round = probe_round(scenario);
  kernel::Stream stream(scenario.seed, "flaps");
  constexpr unsigned kTries = 100000;
  for (unsigned left = random.flaps, tries = 0; left > 0; ++tries) {
    if (tries == kTries) {
      throw std::invalid_argument(fmt::format(
          "faults.random: no place for {} flaps found in {} draws", random.flaps, kTries));
    }
    const auto i = static_cast<std::uint32_t>(stream.below(topology.fallible_link_count()));
    const Cycle at = random.from + stream.below(random.until - random.from);
    const Cycle cycles =
        random.flap_cycles.from + stream.below(random.flap_cycles.until - random.flap_cycles.from);
    const FlapEvent drawn = flap(topology.fallible_link(i), at, cycles);
    const bool taken = std::any_of(flaps.begin(), flaps.end(), [&](const FlapEvent& other) {
      return too_near(drawn, other, round);
    });
    if (taken || fails(plan, drawn.link)) continue;
    flaps.push_back(drawn);
    --left;
  }
  std::sort(flaps.begin(), flaps.end(), [](const FlapEvent& a, const FlapEvent& b) {
    if (a.at != b.at) return a.at < b.at;
    return a.link.sw != b.link.sw ? a.link.sw < b.link.sw : a.link.port < b.link.port;
  });
  return flaps;
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
    context.wheel.schedule(flap.at, make_event(EventKind::kFlapBegins, i));
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
    at_(here.sw).link_died(here.port);
    context_.wheel.schedule(now + 1, make_event(EventKind::kStopFlag, here.sw, here.port, 0,
                                                static_cast<std::uint64_t>(StopFlag::kNone)));
  }
  context_.wheel.schedule(now + event.cycles, make_event(EventKind::kFlapEnds, flap));
}

void Flaps::ends(std::uint32_t flap) {
  LinkState& link = context_.book.links[link_of_[flap]];
  --context_.book.changes_pending;
  link.flap_ends(context_.now());
  context_.book.monitor.healed(link_of_[flap], context_.now());
  for (const SwitchPort& end : link.ends) at_(end.sw).flap_ended(end.port);
}

}  // namespace selvage::fabric
