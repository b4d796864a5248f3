// SPDX-License-Identifier: Apache-2.0
// What comes to a switch, and what it looks like from outside.
#include "fabric/beats/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace selvage::fabric {

PinJudge::PinJudge(const Topology& topology, const cosim::SwitchFacts& facts, JudgeClient& client)
    : topology_(topology), facts_(facts), client_(client), nodes_(topology.switch_count()) {
  for (SwitchIdx sw = 0; sw < nodes_.size(); ++sw) {
    nodes_[sw].ports.resize(topology.port_count(sw));
    for (unsigned p = 0; p < nodes_[sw].ports.size(); ++p) {
      const PortEnd far = topology.peer(sw, static_cast<PortIdx>(p));
      nodes_[sw].ports[p].up =
          far.kind == PortEnd::Kind::kSwitch && topology.level(far.index) > topology.level(sw);
    }
  }
}

void PinJudge::fail(std::string_view rule, std::string what, std::string expected,
                    std::string actual, SwitchPort where, std::optional<std::uint32_t> tag) {
  if (violation_) return;
  violation_ = Violation{rule, std::move(what), std::move(expected), std::move(actual), where, tag};
}

std::string PinJudge::names(SwitchIdx sw, PortMask ports) const {
  std::string text;
  each_port(ports,
            [&](PortIdx p) { text += (text.empty() ? "" : ", ") + topology_.port_name(sw, p); });
  return text.empty() ? "none" : text;
}

// ---- what is at the pins ------------------------------------------------------------------------

void PinJudge::comes(SwitchPort in, Cycle c, const cosim::Beat& beat, std::uint32_t tag) {
  Port& at = port(in);
  if (beat.head) {
    begins(in, c, beat, tag);
    if (at.coming == nullptr) return;
  } else if (at.coming == nullptr) {
    return;  // the rest of what a dead link has cut
  } else {
    at.coming->data.push_back(beat.data);
  }
  Inside& packet = *at.coming;
  if (packet.data.size() < packet.head.beats) return;
  packet.came_bad = beat.bad;
  at.coming = nullptr;
  if (packet.gone) forget(nodes_[in.sw], packet);
}

void PinJudge::begins(SwitchPort in, Cycle c, const cosim::Beat& beat, std::uint32_t tag) {
  Node& node = nodes_[in.sw];
  Port& at = port(in);
  const auto found = known_.find(tag);
  if (found == known_.end()) return;  // lost before
  if (at.used + found->second.head.beats > facts_.buffer) {
    return fail("SW-FC", "packet that XON has let in",
                fmt::format("room for {} beats: {} of {} held", found->second.head.beats, at.used,
                            facts_.buffer),
                "no room", in, tag);
  }
  for (const auto& other : node.inside) other->alone = false;
  auto packet = std::make_unique<Inside>();
  packet->head = found->second.head;
  packet->hops = found->second.hops;
  packet->in = in.port;
  packet->data.reserve(packet->head.beats);
  packet->data.push_back(beat.data);
  packet->order = ++node.order;
  packet->came = c;
  at.used += packet->head.beats;
  at.coming = packet.get();
  const bool empty = node.inside.empty();
  node.inside.push_back(std::move(packet));
  Inside& inside = *node.inside.back();
  take_ways(in.sw, inside, c);
  inside.alone = empty && (inside.now & ~node.dead) != 0 && !client_.in_flux();
  each_port(inside.now, [&](PortIdx p) {
    if (!node.ports[p].xon || node.ports[p].leaving != nullptr) inside.alone = false;
  });
}

void PinJudge::take_ways(SwitchIdx sw, Inside& packet, Cycle c) {
  RouteRequest request;
  request.packet = packet.head.tag;
  request.source = packet.head.source;
  request.destination = packet.head.destination;
  request.in_port = packet.in;
  packet.now = client_.ways(sw, request);
  packet.ways |= packet.now;
  const bool none = (packet.now & ~nodes_[sw].dead) == 0;
  if (!none && !client_.in_flux()) return;
  packet.empty = c;
  packet.dead_ways = none ? packet.now : 0;
}

void PinJudge::far_xon(SwitchPort out, Cycle c, bool xon) {
  Port& at = port(out);
  if (at.xon == xon) return;
  at.xon = xon;
  (xon ? at.on_since : at.off_since) = c;
  disturb(out.sw);
}

void PinJudge::link(SwitchPort at, Cycle c, bool alive) {
  Port& end = port(at);
  end.alive = alive;
  disturb(at.sw);
  if (alive) {
    if (!end.xon) end.on_since = c;
    end.xon = true;
    return;
  }
  if (end.coming == nullptr) return;
  end.coming->cut = true;
  Inside& packet = *std::exchange(end.coming, nullptr);
  if (packet.gone) forget(nodes_[at.sw], packet);
}

void PinJudge::declared(SwitchPort at, Cycle c, bool up) {
  Node& node = nodes_[at.sw];
  Port& end = port(at);
  end.dead = !up;
  end.dead_since = c;
  const PortMask bit = PortMask{1} << at.port;
  node.dead = up ? node.dead & ~bit : node.dead | bit;
  routes_changed(at.sw, c);
}

void PinJudge::routes_changed(SwitchIdx sw, Cycle c) {
  for (const auto& packet : nodes_[sw].inside) {
    if (packet->leaving || packet->gone) continue;
    take_ways(sw, *packet, c);
  }
  disturb(sw);
}

void PinJudge::disturb(SwitchIdx sw) {
  for (const auto& packet : nodes_[sw].inside) packet->alone = false;
}

// ---- for others ---------------------------------------------------------------------------------

bool PinJudge::owes(SwitchIdx sw) const {
  const Node& node = nodes_[sw];
  return !node.inside.empty() || std::any_of(node.ports.begin(), node.ports.end(),
                                             [](const Port& p) { return !p.says_xon; });
}

bool PinJudge::clear(SwitchPort at) const {
  const Port& end = port(at);
  if (end.coming != nullptr || end.leaving != nullptr) return false;
  const Node& node = nodes_[at.sw];
  return std::none_of(node.inside.begin(), node.inside.end(), [&](const auto& packet) {
    return packet->in == at.port && packet->cut && packet->leaving && !packet->gone;
  });
}

std::uint64_t PinJudge::held(SwitchPort at) const { return port(at).used; }

const cosim::HeadBeat* PinJudge::coming(SwitchPort in) const {
  const Port& at = port(in);
  return at.coming == nullptr ? nullptr : &at.coming->head;
}

void PinJudge::forget(Node& node, Inside& packet) {
  const auto found = std::find_if(node.inside.begin(), node.inside.end(),
                                  [&](const auto& p) { return p.get() == &packet; });
  node.inside.erase(found);
}

void PinJudge::free_beats(Port& in, std::uint64_t beats, Cycle c) {
  in.used -= beats;
  if (in.used == 0) in.empty_since = c;
}

}  // namespace selvage::fabric
