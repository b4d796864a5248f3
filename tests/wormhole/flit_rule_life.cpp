// SPDX-License-Identifier: Apache-2.0
/// What it is built of, and flits that go from node to node.
#include <algorithm>

#include "flit_rule.hpp"

namespace selvage::test {

using wormhole::Met;
using wormhole::Release;
using Kind = PortEnd::Kind;

FlitRule::FlitRule(const wormhole::Wiring& wiring, const wormhole::Params& p, Preview preview,
                   Outdated outdated)
    : p_(p),
      preview_(std::move(preview)),
      outdated_(std::move(outdated)),
      ports_(wiring.ports),
      channels_(wiring.ports * p.vcs),
      nodes_(wiring.nodes),
      hosts_(wiring.hosts) {
  for (const HostIdx h : p.slow.hosts) hosts_[h].slow = true;
  for (SwitchIdx n = 0; n < wiring.nodes; ++n) {
    Node& node = at(n);
    node.in.resize(channels_);
    node.out.resize(channels_);
    for (unsigned q = 0; q < ports_; ++q) {
      node.port.push_back({wiring.ends[n * ports_ + q]});
      const PortEnd& end = node.port.back().end;
      if (end.kind != Kind::kHost) continue;
      Host& host = hosts_[end.index];
      host.node = n;
      host.base = q * p.vcs;
      host.wired = true;
      host.held.resize(p.vcs);
      host.lanes.resize(p.injection_channels);
      for (Lane& lane : host.lanes) lane.credits = p.injection_flits;
    }
    size_buffers(node, wiring, n);
  }
  for (Node& node : nodes_) {
    for (unsigned c = 0; c < channels_; ++c) {
      const PortEnd& end = node.port[port_of(c)].end;
      Output& out = node.out[c];
      out.free = out.exists = end.kind != Kind::kNone;
      if (end.kind == Kind::kSwitch) {
        out.full = at(end.index).in[end.port * p.vcs + c % p.vcs].depth;
      } else if (end.kind == Kind::kHost && hosts_[end.index].slow) {
        out.full = p.injection_flits + 2 * p.link_latency;
      }
      out.credits = out.full;
    }
  }
}

void FlitRule::size_buffers(Node& node, const wormhole::Wiring& wiring, SwitchIdx n) {
  std::vector<unsigned> network;
  for (unsigned c = 0; c < channels_; ++c) {
    if (wiring.ends[n * ports_ + port_of(c)].kind != Kind::kHost) {
      network.push_back(c);
    } else if (c % p_.vcs < p_.injection_channels) {
      node.in[c].depth = p_.injection_flits;
    }
  }
  for (unsigned flit = 0; flit < p_.node_buffer; ++flit) {
    ++node.in[network[flit % network.size()]].depth;
  }
}

void FlitRule::see(Seen what, const std::vector<std::uint64_t>& about) {
  Event e{static_cast<std::uint64_t>(what), now_};
  std::copy(about.begin(), about.end(), e.begin() + 2);
  events.push_back(e);
}

/// A flit is nowhere any more.
void FlitRule::gone(const Flit& flit) {
  Life& life = lives_.at(flit.slot);
  if (--life.parts != 0 || !life.met) return;
  see(Seen::kLost, {flit.slot});
  --in_flight;
  lives_.erase(flit.slot);
}

/// A piece ends with its tail; what comes before it is at its end with the switch.
void FlitRule::at_host(HostIdx host, const Flit& flit) {
  if (!flit.tail) return;
  const bool met_any = lives_.at(flit.slot).met;
  gone(flit);
  if (met_any) return;
  see(Seen::kDelivered, {flit.slot, host});
  --in_flight;
  lives_.erase(flit.slot);
}

void FlitRule::host_takes(SwitchIdx node, unsigned out) {
  const HostIdx h = at(node).port[port_of(out)].end.index;
  std::deque<Flit>& held = hosts_[h].held[out % p_.vcs];
  const Flit flit = held.front();
  held.pop_front();
  progress = now_;
  at(node).credits.emplace_back(now_ + p_.link_latency, out);
  at_host(h, flit);
}

bool FlitRule::can_inject(HostIdx host) const {
  const Host& h = hosts_[host];
  return h.wired && std::any_of(h.lanes.begin(), h.lanes.end(),
                                [](const Lane& lane) { return lane.left == 0; });
}

void FlitRule::inject(std::uint32_t slot, const wormhole::Packet& packet) {
  lives_[slot] = {packet, packet.flits};
  ++in_flight;
  for (Lane& lane : hosts_[packet.source].lanes) {
    if (lane.left != 0) continue;
    lane.slot = slot;
    lane.left = packet.flits;
    lane.head = true;
    return;
  }
}

void FlitRule::host_sends(HostIdx h) {
  Host& host = hosts_[h];
  for (const auto& [cycle, lane] : host.credits) {
    if (cycle == now_) ++host.lanes[lane].credits;
  }
  host.credits.erase(std::remove_if(host.credits.begin(), host.credits.end(),
                                    [&](const auto& c) { return c.first == now_; }),
                     host.credits.end());
  for (unsigned i = 1; i <= host.lanes.size(); ++i) {
    const unsigned v = (host.last + i) % static_cast<unsigned>(host.lanes.size());
    Lane& lane = host.lanes[v];
    if (lane.left == 0 || lane.credits == 0) continue;
    host.last = v;
    const Flit flit{lane.slot, lane.head, lane.left == 1, false};
    const unsigned in = host.base + v;
    if (lane.head) at(host.node).in[in].packets.push_back({lane.slot});
    at(host.node).flits.push_back({now_ + p_.link_latency, in, flit});
    see(Seen::kHostFlit, {flit.slot, host.node, in, flit.head, flit.tail, 0});
    ++counts.injected;
    lane.head = false;
    --lane.credits;
    if (--lane.left == 0) see(Seen::kInjected, {h});
    return;
  }
}

/// The flit at the head of `in` leaves its buffer: its credit goes back.
void FlitRule::leaves(SwitchIdx n, unsigned c) {
  Node& node = at(n);
  Input& in = node.in[c];
  PortState& port = node.port[port_of(c)];
  port.read = true;
  if (!port.dead) {
    see(Seen::kCredit, {n, c});
    Credits& to =
        port.end.kind == Kind::kHost ? hosts_[port.end.index].credits : at(port.end.index).credits;
    const unsigned base = port.end.kind == Kind::kHost ? 0 : port.end.port * p_.vcs;
    to.emplace_back(now_ + p_.link_latency, base + c % p_.vcs);
  }
  const bool tail = in.buffer.front().tail;
  in.buffer.pop_front();
  if (!tail) return;
  in.packets.pop_front();
  in.state = State::kEmpty;
  if (in.buffer.empty()) return;
  if (p_.release == Release::kTailSent || port.end.kind == Kind::kHost) {
    meet("buffer.behind_others");
  }
  head_comes(in);
}

void FlitRule::send(SwitchIdx n, unsigned in) {
  Node& node = at(n);
  const Flit flit = node.in[in].buffer.front();
  const unsigned out = node.in[in].out;
  node.port[port_of(out)].last = in;
  progress = now_;
  leaves(n, in);
  send_over(n, out, flit);
  if (flit.tail) tail_sent(n, out);
}

void FlitRule::send_over(SwitchIdx n, unsigned out, const Flit& flit) {
  Node& node = at(n);
  const PortIdx p = static_cast<PortIdx>(port_of(out));
  const PortState& port = node.port[p];
  if (flit.head) see(Seen::kHop, {flit.slot, n, p});
  if (port.dead) {
    ++counts.lost;
    if (flit.head) {
      meet("cut.sent_into_dead");
      lives_.at(flit.slot).met = true;
      see(Seen::kMetLink, {flit.slot, n, p, static_cast<std::uint64_t>(Met::kSentInto)});
    }
    return gone(flit);
  }
  see(Seen::kFlit, {flit.slot, n, out, flit.head, flit.tail, flit.abort});
  const bool host = port.end.kind == Kind::kHost;
  ++(host ? counts.ejected : counts.hops);
  if (node.out[out].full != 0 && --node.out[out].credits == 0) {
    meet(host ? "credit.last_of_host" : "credit.last");
  }
  const Cycle arrives = now_ + p_.link_latency;
  if (host) {
    hosts_[port.end.index].flits.push_back({arrives, out % p_.vcs, flit});
    if (!flit.tail) gone(flit);
    return;
  }
  const unsigned in = port.end.port * p_.vcs + out % p_.vcs;
  at(port.end.index).flits.push_back({arrives, in, flit});
  if (flit.head) at(port.end.index).in[in].packets.push_back({flit.slot});
}

void FlitRule::tail_sent(SwitchIdx n, unsigned c) {
  Node& node = at(n);
  Output& out = node.out[c];
  const PortState& port = node.port[port_of(c)];
  out.owner = -1;
  if (port.end.kind == Kind::kSwitch && !port.dead && p_.release == Release::kTailLeftBuffer) {
    out.closing = true;
    return;
  }
  if (!out.exists) return;
  out.free = true;
  meet("channel.freed_by_tail");
  wake(node, std::uint64_t{1} << c);
}

}  // namespace selvage::test
