// SPDX-License-Identifier: Apache-2.0
#include "fabric/record/event_log.hpp"

#include <algorithm>

#include "cosim/lockstep/watched.hpp"
#include "fabric/faults/link_state.hpp"
#include "fabric/run.hpp"

namespace selvage::fabric {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

std::string text_of(const SwitchControl* control) {
  const auto* watched = dynamic_cast<const cosim::Watched*>(control);
  std::string text;
  if (watched == nullptr) return text;
  for (const StateRow& row : watched->state()) text += row.name + '\t' + row.value + '\n';
  return text;
}

}  // namespace

EventLog::EventLog(const Topology& topology, std::size_t faults)
    : topology_(topology),
      stories_(faults),
      watches_(topology.switch_count()),
      last_change_by_(topology.switch_count(), kNone) {}

void EventLog::on(const LinkDeclared& e) {
  stories_[fault_of(e.event)].declarations.push_back({e.at, e.where, is_repair(e.event)});
}

void EventLog::on(const MessageSent& e) {
  const auto slot = e.slot;
  if (slot >= under_way_.size()) under_way_.resize(slot + 1, {kNone, 0});
  under_way_[slot].fault = kNone;
  if (e.cause.event == Cause::kUnknown) return;
  const std::uint32_t fault = fault_of(e.cause.event);
  FaultStory& story = stories_[fault];
  if (story.messages.size() >= kMessages || messages_ >= kTotal) {
    ++story.messages_cut;
    return;
  }
  ++messages_;
  under_way_[slot] = {fault, static_cast<std::uint32_t>(story.messages.size())};
  const PortIdx port = topology_.peer(e.from.sw, e.from.port).port;
  story.messages.push_back(
      {e.from, {e.to, port}, e.content, e.cause.hops, is_repair(e.cause.event), e.at});
}

void EventLog::on(const MessageArrived& e) {
  const Place place = under_way_[e.slot];
  if (place.fault == kNone) return;
  stories_[place.fault].messages[place.index].arrived = e.at;
  under_way_[e.slot].fault = kNone;
}

void EventLog::on(const MessageLost& e) { under_way_[e.slot].fault = kNone; }

void EventLog::on(const StateChanged& e) {
  const auto& [cause, sw, before, after, now, control] = e;
  if (cause.event == Cause::kUnknown) return;
  const std::uint32_t fault = fault_of(cause.event);
  const bool repair = is_repair(cause.event);
  FaultStory& story = stories_[fault];
  MessageHop* by = nullptr;
  for (MessageHop& m : story.messages) {
    if (m.to.sw != sw || m.hops != cause.hops || m.repair != repair || m.changed ||
        m.arrived == kNever || m.arrived + kHandling > now) {
      continue;
    }
    if (by == nullptr || m.arrived >= by->arrived) by = &m;
  }
  if (by != nullptr) by->changed = true;
  last_change_by_[sw] = fault;
  if (story.changes.size() >= kChanges) {
    ++story.changes_cut;
    return;
  }
  story.changes.push_back({now, sw, cause.hops, repair});
  if (states_ < kStates) {
    story.changes.back().state = text_of(control);
    ++states_;
  }
  const bool seen =
      std::any_of(story.reroutes.begin(), story.reroutes.end(),
                  [&, at = sw](const Reroute& r) { return r.sw == at && r.repair == repair; });
  if (!before || !after || seen) return;
  watches_[sw].push_back({fault, now, kWatched, repair, before, after});
}

void EventLog::on(const PacketLost& e) {
  std::uint32_t fault = e.fault;
  if (fault == kNone && e.reason == DropReason::kNoRoute) fault = last_change_by_[e.where.sw];
  const PacketLoss loss{e.at, e.where, e.reason, e.packet, e.moment, e.source, e.destination};
  const auto keep = [&loss](std::vector<PacketLoss>& losses, std::uint64_t& cut) {
    if (losses.size() < kLosses) losses.push_back(loss);
    else ++cut;
  };
  const auto keep_of = [&keep](std::vector<LossList>& lists, std::uint32_t number) {
    if (number >= lists.size()) lists.resize(number + 1);
    keep(lists[number].losses, lists[number].cut);
  };
  if (is_death(fault)) keep_of(others_.of_nodes, fault - kDeaths);
  else if (is_flap(fault)) keep_of(others_.of_flaps, fault - kFlaps);
  else if (fault < stories_.size()) keep(stories_[fault].losses, stories_[fault].losses_cut);
  else keep(others_.of_nothing.losses, others_.of_nothing.cut);
}

void EventLog::on(const Decided& e) {
  if (!watches(e.sw)) return;
  std::vector<Watch>& here = watches_[e.sw];
  const auto& [sw, packet, request, decision, requested, now] = e;
  for (Watch& w : here) {
    if (w.left == 0 || requested <= w.changed) continue;
    --w.left;
    if (decision.outcome != RouteDecision::Outcome::kForward) continue;
    const RouteDecision old = w.before->preview(request);
    const bool forwards = old.outcome == RouteDecision::Outcome::kForward;
    if (forwards && old.port == decision.port) continue;
    if (old == w.after->preview(request)) continue;
    std::optional<PortIdx> instead;
    if (forwards) instead = old.port;
    stories_[w.fault].reroutes.push_back({now, sw, request.packet, request.source,
                                          request.destination, decision.port, instead, w.repair});
    for (Watch& other : here) {
      if (other.fault == w.fault && other.repair == w.repair) other.left = 0;
    }
  }
  here.erase(std::remove_if(here.begin(), here.end(), [](const Watch& w) { return w.left == 0; }),
             here.end());
}

}  // namespace selvage::fabric
