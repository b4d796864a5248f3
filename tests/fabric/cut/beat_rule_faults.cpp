// SPDX-License-Identifier: Apache-2.0
// What links and switches that die do, in the second reading of virtual cut-through.
#include <algorithm>

#include "beat_rule.hpp"

namespace selvage::test {

using fabric::DropReason;

/// Both ends know.
void BeatRule::starts_dead(std::size_t link) {
  links_[link].dead.emplace_back(0, kNever);
  const SwitchPort end = topology_.fallible_link(static_cast<std::uint32_t>(link));
  const PortEnd other = far(end.sw, end.port);
  nodes_[end.sw].known_dead[end.port] = nodes_[other.index].known_dead[other.port] = true;
}

void BeatRule::link_dies(std::size_t link, Cycle now, std::uint32_t charged) {
  links_[link].dead.emplace_back(now, kNever);
  links_[link].charged = charged;
  const SwitchPort end = topology_.fallible_link(static_cast<std::uint32_t>(link));
  const PortEnd other = far(end.sw, end.port);
  cut(end);
  cut({other.index, other.port});
}

/// The packet of which a part has come is lost; the rest is made up.
void BeatRule::cut(SwitchPort end) {
  Input& in = nodes_[end.sw].in[end.port];
  if (complete(in)) return;
  in.made_up = true;
  const Channel& c = in.vc[in.last_vc];
  meet(c.leaving && c.packets.front().id == *in.last ? "cut.leaving" : "cut.in_buffer");
  lose(*in.last, DropReason::kCaughtOnLink, links_[*link_at(end.sw, end.port)].charged);
}

void BeatRule::node_dies(SwitchIdx n, Cycle now, std::uint32_t death) {
  now_ = now;
  Node& node = nodes_[n];
  node.death = death;
  for (unsigned in = 0; in < ports(n); ++in) {
    for (unsigned vc = 0; vc < p_.vcs; ++vc) wipe(n, in, vc);
    node.in[in].read = false;
    node.in[in].last.reset();
  }
  for (unsigned o = 0; o < node.out.size(); ++o) {
    Output& out = node.out[o];
    out.turn = 0;
    if (o < ports(n) && far(n, o).kind == PortEnd::Kind::kHost) continue;
    out.packet.reset();
    out.hole = false;
    out.on.assign(p_.vcs, true);
  }
  for (Question& q : node.asked) q.gone = true;
  node.turn = 0;
  for (HostIdx h = 0; h < hosts_.size(); ++h) {
    if (topology_.attachment(h).sw != n) continue;
    for (const PacketId id : hosts_[h].queue) {
      lose(id, DropReason::kHostGone, death);
      end(id);
    }
    hosts_[h].queue.clear();
  }
}

/// What leaves for a host is cut there; what leaves over a link belongs to its far end.
void BeatRule::wipe(SwitchIdx n, unsigned i, unsigned vc) {
  Node& node = nodes_[n];
  Channel& c = node.in[i].vc[vc];
  if (!c.packets.empty()) meet("dead.wiped");
  if (c.leaving) {
    for (unsigned o = 0; o < node.out.size(); ++o) {
      Output& out = node.out[o];
      if (!out.packet || out.orphan || out.in != i || out.vc != vc) continue;
      if (o >= ports(n)) break;
      if (far(n, o).kind == PortEnd::Kind::kHost) {
        if (out.gone < out.beats) {
          lose(*out.packet, DropReason::kLostInSwitch, node.death);
        }
        out.orphan = true;
      }
      c.packets.pop_front();
      break;
    }
  }
  for (const Held& packet : c.packets) {
    lose(packet.id, DropReason::kLostInSwitch, node.death);
    end(packet.id);
  }
  const bool xoff = c.xoff;
  c = {};
  if (xoff) say(n, i, vc, true);
}

/// Both ends say again what stands: XOFF, and the stop flag.
void BeatRule::link_back(std::size_t link, Cycle now) {
  now_ = now;
  links_[link].dead.back().second = now;
  const SwitchPort end = topology_.fallible_link(static_cast<std::uint32_t>(link));
  const PortEnd other = far(end.sw, end.port);
  for (const SwitchPort& at : {end, SwitchPort{other.index, other.port}}) {
    nodes_[at.sw].out[at.port].on.assign(p_.vcs, true);
    const PortEnd to = far(at.sw, at.port);
    if (nodes_[at.sw].out[at.port].stop_shown) {
      std::deque<Stop>& stops = nodes_[to.index].out[to.port].stops;
      const Stop again{now, now + p_.latency, true};
      stops.insert(std::find_if(stops.begin(), stops.end(),
                                [&](const Stop& stop) { return stop.acts > again.acts; }),
                   again);
    }
    for (unsigned vc = 0; vc < p_.vcs; ++vc) {
      if (!nodes_[at.sw].in[at.port].vc[vc].xoff) continue;
      meet("dead.flow_control_again");
      say(at.sw, at.port, vc, false);
    }
  }
}

/// Nothing starts before the far end has said its levels.
void BeatRule::flap_ends(std::size_t link, Cycle now) {
  now_ = now;
  links_[link].dead.back().second = now;
  const SwitchPort end = topology_.fallible_link(static_cast<std::uint32_t>(link));
  const PortEnd other = far(end.sw, end.port);
  for (const SwitchPort& at : {end, SwitchPort{other.index, other.port}}) {
    nodes_[at.sw].out[at.port].on.assign(p_.vcs, false);
    for (unsigned vc = 0; vc < p_.vcs; ++vc) {
      say(at.sw, at.port, vc, !nodes_[at.sw].in[at.port].vc[vc].xoff);
    }
  }
}

bool BeatRule::clear(SwitchPort end) const {
  const Output& out = nodes_[end.sw].out[end.port];
  return complete(nodes_[end.sw].in[end.port]) && (!out.packet || out.gone == out.beats);
}

}  // namespace selvage::test
