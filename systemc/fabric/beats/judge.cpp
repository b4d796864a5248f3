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
      nodes_[sw].ports[p].host = far.kind == PortEnd::Kind::kHost;
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
  if (beat.head && at.coming != nullptr) return breaks_off(in);
  if (beat.head) begins(in, c, beat, tag);
  if (at.coming == nullptr) {  // the rest of what a dead link has cut, or malformed
    at.strays = true;
    at.empty_since = c;
    return disturb(in.sw);
  }
  Inside& packet = *at.coming;
  if (!beat.head) packet.data.push_back(beat.data);
  if (packet.data.size() < packet.head.beats) {
    if (beat.tail) breaks_off(in);
    return;
  }
  if (!beat.tail) malformed(in, packet);
  packet.came_bad = beat.bad || !beat.tail;
  at.coming = nullptr;
  if (packet.gone) forget(nodes_[in.sw], packet);
}

/// Whether it goes on, and what is held of it, is the switch's.
void PinJudge::malformed(SwitchPort in, Inside& packet) {
  Port& at = port(in);
  at.strays = true;
  if (packet.malformed || packet.gone) return;
  packet.malformed = true;
  packet.alone = false;
  ++at.doubtful;
  at.used -= packet.head.beats - packet.sent;
}

/// A packet ends before its length is reached, or another head comes: what follows of it is made
/// up.
void PinJudge::breaks_off(SwitchPort in) {
  Inside& packet = *std::exchange(port(in).coming, nullptr);
  malformed(in, packet);
  packet.cut = true;
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
  packet->nowhere = found->second.nowhere;
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
  if (inside.nowhere) return malformed(in, inside);
  inside.alone = empty && (inside.now & ~node.dead) != 0 && !client_.in_flux();
  each_port(inside.now, [&](PortIdx p) {
    if (!node.ports[p].xon || node.ports[p].leaving != nullptr) inside.alone = false;
  });
}

PortMask PinJudge::switch_ports(const Node& node, PortIdx in) const {
  PortMask ports = 0;
  for (unsigned p = 0; p < node.ports.size(); ++p) {
    const Port& at = node.ports[p];
    if (p != in && !at.host && !(at.up && node.ports[in].up)) ports |= PortMask{1} << p;
  }
  return ports;
}

void PinJudge::take_ways(SwitchIdx sw, Inside& packet, Cycle c) {
  if (packet.nowhere) {  // it may go on until it ends at a host
    packet.ways = packet.now = switch_ports(nodes_[sw], packet.in);
    return;
  }
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
  if (packet.malformed) --node.ports[packet.in].doubtful;
  const auto found = std::find_if(node.inside.begin(), node.inside.end(),
                                  [&](const auto& p) { return p.get() == &packet; });
  node.inside.erase(found);
}

void PinJudge::free_beats(Port& in, const Inside& packet, std::uint64_t beats, Cycle c) {
  if (packet.malformed) return;
  in.used -= beats;
  if (in.used == 0) in.empty_since = c;
}

}  // namespace selvage::fabric
