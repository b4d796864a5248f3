// SPDX-License-Identifier: Apache-2.0
#include "fabric/faults/links.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "config/switch/kinds.hpp"
#include "cosim/probe/foreign.hpp"
#include "fabric/switch.hpp"

namespace selvage::fabric {

Links::Links(Context& context, const FaultPlan& plan, SwitchAt at, Back back)
    : context_(context),
      at_(std::move(at)),
      back_(std::move(back)),
      timing_{context.scenario.probe.period, context.scenario.probe.timeout,
              context.scenario.probe.retries,
              golden::probe_round_trip(context.scenario.link.latency)} {
  std::map<std::pair<SwitchIdx, PortIdx>, std::size_t> place;
  for (std::size_t i = 0; i < context.book.links.size(); ++i) {
    place.emplace(
        std::make_pair(context.book.links[i].ends[0].sw, context.book.links[i].ends[0].port), i);
  }
  context.book.monitor = LinkMonitor(context.book.links.size());
  const auto place_of = [&](const SwitchPort& end) { return place.at({end.sw, end.port}); };
  for (const SwitchPort& end : plan.preset) {
    LinkState& link = context.book.links[place_of(end)];
    link.die(0, kNoFault);
    link.known_dead = {true, true};
    context.book.monitor.died(place_of(end), 0);
  }
  std::map<std::size_t, std::uint32_t> planned;
  of_fault_.resize(plan.events.size());
  for (std::uint32_t f = 0; f < plan.events.size(); ++f) {
    const FaultEvent& event = plan.events[f];
    const std::size_t link = place_of(event.link);
    const auto [it, fresh] = planned.emplace(link, static_cast<std::uint32_t>(planned_.size()));
    if (fresh) planned_.emplace_back().link = link;
    of_fault_[f] = it->second;
    planned_[it->second].faults.push_back(f);
    context.book.changes_pending += event.repair ? 2 : 1;
    context.schedule_outage(event.failed, make_event(EventKind::kLinkDies, f));
    for (unsigned end = 0; end < 2; ++end) {
      context.wheel.schedule(first_probe(context.book.links[link], end, event.failed),
                             make_event(EventKind::kProbeDue, 2 * it->second + end));
    }
  }
}

/// Ports probe in turn, spread over the period.
Cycle Links::first_probe(const LinkState& link, unsigned end, Cycle failed) const {
  const SwitchPort& port = link.ends[end];
  const Cycle phase =
      (Cycle{port.sw} * context_.topology.port_count(port.sw) + port.port) % timing_.period;
  return golden::first_unanswered(timing_, phase, failed);
}

void Links::count_mistaken(const LinkState& link, unsigned before) {
  context_.book.declarations_pending += link.mistaken();
  context_.book.declarations_pending -= before;
}

// ---- the links ----------------------------------------------------------------------------------

void Links::dies(std::uint32_t fault) {
  const Cycle now = context_.now();
  Planned& planned = planned_[of_fault_[fault]];
  LinkState& link = state(planned);
  FaultEvent& event = context_.book.faults[fault];
  if (link.dead && !event.preset) {
    event.failed = kNever;  // waits for the repair before it
    return;
  }
  ++planned.next;
  --context_.book.changes_pending;
  event.failed = now;
  event.happened = true;
  context_.begin_news(cover::Phase::kFault);
  if (event.repair) {
    schedule_repair(std::max(event.repair->at, now + 1), fault);
  }
  if (event.preset) {  // its ends know; their probers have still to find out
    link.fault = fault;
    link.known_dead = {false, false};
    count_mistaken(link, 0);
    context_.book.link_changes.declared_in_order =
        false;  // the switches know more than the probers
    return;
  }
  const unsigned before = link.mistaken();
  ++context_.book.link_changes.count;
  ++context_.book.outages;
  link.die(now, fault);
  context_.book.monitor.died(planned.link, now);
  count_mistaken(link, before);
  for (unsigned end = 0; end < 2; ++end) {
    const SwitchPort& here = link.ends[end];
    if (link.known_dead[end]) {  // it never saw the repair before
      event.detected[end] = now;
      at_(here.sw).still_dead(here.port);
    }
    at_(here.sw).link_dies(here.port);
    context_.wheel.schedule(now + 1, make_event(EventKind::kStopFlag, here.sw, here.port, 0,
                                                static_cast<std::uint64_t>(StopFlag::kNone)));
  }
}

void Links::schedule_repair(Cycle at, std::uint32_t fault) {
  context_.book.repairs_due[at].push_back(fault);
  context_.wheel.schedule(at, make_event(EventKind::kLinkHeals, fault));
}

void Links::repair_due(std::uint32_t fault) {
  const Cycle now = context_.now();
  context_.book.repairs_due.erase(now);
  Planned& planned = planned_[of_fault_[fault]];
  LinkState& link = state(planned);
  if (!link.known_dead[0] || !link.known_dead[1]) {
    planned.repair_waits = true;
    return;
  }
  planned.repair_waits = false;
  for (const SwitchPort& end : link.ends) {
    if (at_(end.sw).link_clear(end.port)) continue;
    schedule_repair(now + 1, fault);
    return;
  }
  --context_.book.changes_pending;
  context_.book.faults[fault].repair->repaired = now;
  const unsigned before = link.mistaken();
  ++context_.book.link_changes.count;
  link.heal(now);
  context_.begin_news(cover::Phase::kRepair);
  context_.book.monitor.healed(planned.link, now);
  count_mistaken(link, before);
  for (const SwitchPort& end : link.ends) at_(end.sw).link_healed(end.port);
  for (const SwitchPort& end : link.ends) back_(end.sw);
  if (planned.next == planned.faults.size()) return;
  const std::uint32_t next = planned.faults[planned.next];
  if (context_.book.faults[next].failed == kNever) {
    context_.schedule_outage(now + 1, make_event(EventKind::kLinkDies, next));
  }
}

// ---- the probers --------------------------------------------------------------------------------

void Links::note(std::uint32_t prober) {
  Prober& p = planned_[prober / 2].probers[prober % 2];
  if (p.listed) return;
  p.listed = true;
  scheduled_.push_back(prober);
}

void Links::probe_answered(std::uint32_t prober, Cycle sent) {
  Planned& planned = planned_[prober / 2];
  Prober& p = planned.probers[prober % 2];
  // The answer was at the pin in the last cycle; the edge that began this one sampled it.
  if (!p.control || state(planned).lost(sent, context_.now() - 1)) return;
  p.answered = true;
  note(prober);
}

void Links::probe_due(std::uint32_t prober) { note(prober); }

void Links::probe() {
  std::sort(scheduled_.begin(), scheduled_.end());
  for (const std::uint32_t prober : scheduled_) step(prober);
  scheduled_.clear();
}

void Links::step(std::uint32_t prober) {
  const Cycle now = context_.now();
  Planned& planned = planned_[prober / 2];
  const unsigned end = prober % 2;
  Prober& p = planned.probers[end];
  p.listed = false;
  if (!p.control) {
    if (!needed(planned, end)) return;
    const SwitchPort& port = state(planned).ends[end];
    p.control = cosim::make_probe_control(context_.scenario.engine.of(config::kLinkProbe), timing_,
                                          now, context_.topology.port_name(port.sw, port.port),
                                          context_.board(port.sw));
    if (context_.foreign != nullptr) {
      p.control =
          cosim::with_foreign_probe(std::move(p.control), *context_.foreign, port,
                                    context_.topology, timing_, now, context_.board(port.sw));
    }
  }
  if (!p.answered && p.control->due() > now) return;  // an answer has come between
  const bool answered = std::exchange(p.answered, false);
  const cosim::ProbeOutput shown = p.control->step(now, answered);
  if (shown.send) {
    context_.wheel.schedule(now + timing_.round_trip,
                            make_event(EventKind::kProbeAnswer, prober, 0, 0, now));
  }
  if (shown.declare_down || shown.declare_up) {
    declare(planned, end, shown.declare_up);
    if (!needed(planned, end)) {
      p.control.reset();
      return;
    }
  }
  context_.wheel.schedule(p.control->due(), make_event(EventKind::kProbeDue, prober));
}

void Links::declare(Planned& planned, unsigned end, bool up) {
  const Cycle now = context_.now();
  LinkState& link = state(planned);
  std::uint32_t fault = link.fault;
  if (up && link.dead) {  // it died again in this very cycle; the answer was at the pin before
    context_.book.faults[fault].detected[end] = kNever;
    fault = planned.faults[planned.next - 2];
  }
  FaultEvent& event = context_.book.faults[fault];
  (up ? event.repair->detected : event.detected)[end] = now;
  const unsigned before = link.mistaken();
  link.known_dead[end] = !up;
  count_mistaken(link, before);
  LinkChanges& changes = context_.book.link_changes;
  ++changes.count;
  changes.last_declared = now;
  changes.declared_in_order = context_.book.declarations_pending == 0;
  const SwitchPort& port = link.ends[end];
  at_(port.sw).declared(port.port, up, event_of(fault, up));
  if (!up && planned.repair_waits && link.known_dead[0] && link.known_dead[1]) {
    schedule_repair(now + 1, link.fault);
  }
}

/// Whether an end whose prober has just declared something, or has none, has to go on probing.
bool Links::needed(const Planned& planned, unsigned end) const {
  const LinkState& link = state(planned);
  if (link.dead && link.known_dead[end]) return context_.book.faults[link.fault].repair.has_value();
  if (link.dead || link.known_dead[end]) return true;
  if (planned.next == planned.faults.size()) return false;
  const Cycle failed = context_.book.faults[planned.faults[planned.next]].failed;
  return first_probe(link, end, failed) <= context_.now();
}

}  // namespace selvage::fabric
