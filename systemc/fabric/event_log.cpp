// SPDX-License-Identifier: Apache-2.0
#include "fabric/event_log.hpp"

#include <algorithm>

namespace selvage::fabric {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

}  // namespace

EventLog::EventLog(const Topology& topology, std::size_t faults)
    : topology_(topology),
      stories_(faults),
      watches_(topology.switch_count()),
      last_change_by_(topology.switch_count(), kNone) {}

void EventLog::detected(std::uint32_t fault, SwitchPort where, Cycle now) {
  stories_[fault].detections.push_back({now, where});
}

void EventLog::sent(std::uint32_t fault, std::uint32_t slot, SwitchPort from,
                    const ControlMessage& content, unsigned hops, Cycle now, Cycle departs) {
  if (slot >= under_way_.size()) under_way_.resize(slot + 1, {kNone, 0});
  FaultStory& story = stories_[fault];
  if (story.messages.size() >= kMessages || messages_ >= kTotal) {
    ++story.messages_cut;
    under_way_[slot].fault = kNone;
    return;
  }
  ++messages_;
  under_way_[slot] = {fault, static_cast<std::uint32_t>(story.messages.size())};
  const PortEnd far = topology_.peer(from.sw, from.port);
  story.messages.push_back(
      {from, {far.index, far.port}, content, hops, now, departs, kNever, false});
}

void EventLog::handled(std::uint32_t slot, Cycle now, bool changed) {
  const Place place = under_way_[slot];
  if (place.fault == kNone) return;
  MessageHop& hop = stories_[place.fault].messages[place.index];
  hop.handled = now;
  hop.changed = changed;
  under_way_[slot].fault = kNone;
}

void EventLog::message_lost(std::uint32_t slot) { under_way_[slot].fault = kNone; }

void EventLog::changed(std::uint32_t fault, SwitchIdx sw, unsigned hops, Cycle now,
                       std::unique_ptr<RouteView> before, std::unique_ptr<RouteView> after) {
  FaultStory& story = stories_[fault];
  last_change_by_[sw] = fault;
  if (story.changes.size() >= kChanges) {
    ++story.changes_cut;
    return;
  }
  story.changes.push_back({now, sw, hops});
  const bool seen = std::any_of(story.reroutes.begin(), story.reroutes.end(),
                                [sw](const Reroute& r) { return r.sw == sw; });
  if (!before || !after || seen) return;
  watches_[sw].push_back({fault, now, kWatched, std::move(before), std::move(after)});
}

void EventLog::packet_lost(std::uint32_t fault, SwitchPort where, DropReason reason,
                           PacketId packet, Cycle now) {
  if (fault == kNone) fault = last_change_by_[where.sw];
  if (fault == kNone) return;
  FaultStory& story = stories_[fault];
  if (story.losses.size() >= kLosses) {
    ++story.losses_cut;
    return;
  }
  story.losses.push_back({now, where, reason, packet});
}

void EventLog::decided(SwitchIdx sw, const RouteRequest& request, const RouteDecision& decision,
                       Cycle requested, Cycle now) {
  std::vector<Watch>& here = watches_[sw];
  using Outcome = RouteDecision::Outcome;
  for (Watch& w : here) {
    if (w.left == 0 || requested <= w.changed) continue;
    --w.left;
    if (decision.outcome == Outcome::kDrop) continue;
    const RouteDecision old = w.before->preview(request);
    const bool forwards = old.outcome == Outcome::kForward;
    if (forwards && old.port == decision.port) continue;
    if (old == w.after->preview(request)) continue;
    std::optional<PortIdx> instead;
    if (forwards) instead = old.port;
    stories_[w.fault].reroutes.push_back({now, sw, request.packet, request.source,
                                          request.destination, decision.port, instead});
    for (Watch& other : here) {
      if (other.fault == w.fault) other.left = 0;
    }
  }
  here.erase(std::remove_if(here.begin(), here.end(), [](const Watch& w) { return w.left == 0; }),
             here.end());
}

}  // namespace selvage::fabric
