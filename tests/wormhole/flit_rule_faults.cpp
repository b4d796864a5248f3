// SPDX-License-Identifier: Apache-2.0
/// Links and nodes that die and come back, and what a channel waits for.
#include <algorithm>
#include <utility>

#include "flit_rule.hpp"

namespace selvage::test {

using wormhole::Met;
using wormhole::Waiting;
using Kind = PortEnd::Kind;

void FlitRule::link_dies(SwitchIdx n, PortIdx p, Cycle now) {
  now_ = now;
  Node& node = at(n);
  PortState& port = node.port[p];
  Node& far = at(port.end.index);
  for (unsigned vc = 0; vc < p_.vcs; ++vc) {
    const unsigned c = port.end.port * p_.vcs + vc;
    Input& in = far.in[c];
    std::deque<Coming> stay;
    for (std::size_t i = 0; i < in.packets.size(); ++i) {
      const Coming& coming = in.packets[i];
      if (coming.head) stay.push_back(coming);
      if (coming.tail) continue;
      Life& life = lives_.at(coming.slot);
      if (life.met) meet("cut.again");
      life.met = true;
      see(Seen::kMetLink,
          {coming.slot, n, p,
           static_cast<std::uint64_t>(coming.head ? Met::kCut : Met::kHeaderOnWire)});
      if (!coming.head) {
        meet("cut.header_on_wire");
        continue;
      }
      const bool known = !far.out[c].exists;
      if (known) meet("abort.at_once");
      far.cuts.push_back({coming.slot, c, known});
      ++life.parts;
      const bool moves =
          in.state == State::kHolds && (in.buffer.empty() || !in.buffer.front().head);
      meet(i != 0 ? "cut.behind_others" : moves ? "cut.front_moves" : "cut.front_waits");
    }
    in.packets = stay;
  }
  std::vector<Flying> arrive, lost;
  for (const Flying& f : far.flits) {
    (port_of(f.channel) == port.end.port ? lost : arrive).push_back(f);
  }
  far.flits = arrive;
  counts.lost += lost.size();
  if (!lost.empty()) meet("cut.flits_lost");
  for (const Flying& f : lost) gone(f.flit);
  node.credits.erase(std::remove_if(node.credits.begin(), node.credits.end(),
                                    [&](const auto& c) { return port_of(c.second) == p; }),
                     node.credits.end());
  port.dead = true;
  std::uint64_t freed = 0;
  for (unsigned c = p * p_.vcs; c < (p + 1) * p_.vcs; ++c) {
    if (!std::exchange(node.out[c].closing, false)) continue;
    node.out[c].free = node.out[c].exists;
    freed |= std::uint64_t{1} << c;
  }
  if (freed != 0) meet("cut.frees_channel");
  wake(node, freed);
}

/// The routing state has changed.
void FlitRule::news(Node& node) {
  for (Input& in : node.in) {
    if (in.state == State::kWaits) in.state = State::kAsks;
  }
  for (Question& q : node.asked) q.stale = true;
}

void FlitRule::known_dead(SwitchIdx n, PortIdx p) {
  Node& node = at(n);
  for (unsigned c = p * p_.vcs; c < (p + 1) * p_.vcs; ++c) {
    node.out[c].exists = node.out[c].free = false;
  }
  for (Cut& cut : node.cuts) cut.known = cut.known || port_of(cut.in) == p;
  const auto waits = [](const Input& in) { return in.state == State::kWaits; };
  if (std::any_of(node.in.begin(), node.in.end(), waits)) meet("known.dead_wakes");
  news(node);
}

bool FlitRule::clear(SwitchIdx n, PortIdx p) {
  for (unsigned c = p * p_.vcs; c < (p + 1) * p_.vcs; ++c) {
    const bool worm = at(n).out[c].owner >= 0;
    const bool front = !at(n).in[c].packets.empty();
    if (worm) meet("repair.held_by_worm");
    if (front) meet("repair.held_by_front");
    if (worm || front) return false;
  }
  return true;
}

void FlitRule::link_heals(SwitchIdx n, PortIdx p) {
  at(n).port[p].dead = false;
  meet("repair.comes_back");
  for (unsigned c = p * p_.vcs; c < (p + 1) * p_.vcs; ++c) {
    Output& out = at(n).out[c];
    if (out.credits != out.full) meet("repair.credits_restored");
    out.credits = out.full;
  }
}

void FlitRule::known_up(SwitchIdx n, PortIdx p) {
  Node& node = at(n);
  for (unsigned c = p * p_.vcs; c < (p + 1) * p_.vcs; ++c) {
    node.out[c].exists = node.out[c].free = true;
  }
  const auto waits = [](const Input& in) { return in.state == State::kWaits; };
  if (std::any_of(node.in.begin(), node.in.end(), waits)) meet("repair.up_wakes");
  news(node);
}

void FlitRule::node_dies(SwitchIdx n, Cycle now) {
  now_ = now;
  Node& node = at(n);
  bool holds = false;
  std::vector<Flit> lost;
  const auto meets = [&](std::uint32_t slot) {
    lives_.at(slot).met = true;
    see(Seen::kMetNode, {slot, n});
  };
  for (Input& in : node.in) {
    holds = holds || !in.packets.empty();
    for (const Coming& c : in.packets) meets(c.slot);
    lost.insert(lost.end(), in.buffer.begin(), in.buffer.end());
    const unsigned depth = in.depth;
    in = {};
    in.depth = depth;
  }
  meet(holds ? "node.dies_with_packets" : "node.dies_empty");
  for (const Flying& f : node.flits) lost.push_back(f.flit);
  node.flits.clear();
  counts.lost += lost.size();
  for (const Cut& cut : node.cuts) lost.push_back({cut.slot, false, true, true});
  node.cuts.clear();
  for (PortState& port : node.port) {
    port.last = port.last_read = 0;
    if (port.end.kind != Kind::kHost) continue;
    Host& host = hosts_[port.end.index];
    host.credits.clear();
    for (Lane& lane : host.lanes) {
      if (lane.left != 0 && lane.head) meets(lane.slot);
      lost.insert(lost.end(), lane.left, Flit{lane.slot, false, false, false});
      lane = {};
      lane.credits = p_.injection_flits;
    }
  }
  for (const Flit& flit : lost) gone(flit);
  for (Output& out : node.out) {
    out.owner = -1;
    out.free = out.exists;
  }
  node.next_ask = 0;
  for (Question& q : node.asked) q.gone = true;
}

RouteRequest FlitRule::request(SwitchIdx n, unsigned in, std::uint64_t free) const {
  const wormhole::Packet& packet = lives_.at(nodes_[n].in[in].packets.front().slot).packet;
  RouteRequest r;
  r.packet = packet.id;
  r.source = packet.source;
  r.destination = packet.destination;
  r.in_port = static_cast<PortIdx>(port_of(in));
  r.in_vc = static_cast<std::uint8_t>(in % p_.vcs);
  r.header = packet.header;
  r.free_channels = free;
  return r;
}

Waiting FlitRule::waits_for(SwitchIdx n, unsigned c) const {
  const Node& node = nodes_[n];
  const Input& in = node.in[c];
  if (in.state == State::kHolds) {
    const bool comes = std::any_of(node.credits.begin(), node.credits.end(),
                                   [&](const auto& credit) { return credit.second == in.out; });
    if (in.buffer.empty() || comes || may_send(node, in.out)) return {};
    return {Waiting::For::kCredit, std::uint64_t{1} << in.out};
  }
  if (in.state != State::kWaits) return {};
  Waiting w{Waiting::For::kChannel, 0};
  for (unsigned out = 0; out < channels_; ++out) {
    if (((in.waits >> out) & 1U) == 0) continue;
    const RouteDecision d = preview_(n, request(n, c, std::uint64_t{1} << out));
    const bool host = node.port[port_of(out)].end.kind == Kind::kHost;
    if (d.outcome == RouteDecision::Outcome::kForward && d.port == port_of(out) &&
        (host || d.vc == out % p_.vcs)) {
      w.channels |= std::uint64_t{1} << out;
    }
  }
  return w;
}

}  // namespace selvage::test
