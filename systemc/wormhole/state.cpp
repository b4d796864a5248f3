// SPDX-License-Identifier: Apache-2.0
#include "wormhole/state.hpp"

#include <algorithm>
#include <stdexcept>

namespace selvage::wormhole {

namespace {

void need(bool condition, const char* what) {
  if (!condition) throw std::invalid_argument(what);
}

unsigned power_of_two_above(unsigned n) {
  unsigned p = 1;
  while (p <= n) p *= 2;
  return p;
}

/// Before anything is sized by them.
const Params& checked(const Params& p, const Wiring& wiring) {
  need(p.vcs >= 1 && p.vcs <= 4, "wormhole: 1 to 4 virtual channels");
  need(wiring.ports >= 1 && wiring.ports * p.vcs <= 64,
       "wormhole: at most 64 channels (ports x VCs) a node");
  need(p.link_latency >= 1 && p.link_latency <= 1024, "wormhole: link latency 1 to 1024");
  need(p.route_latency >= SwitchControl::kRouteLatency && p.route_latency <= 1024,
       "wormhole: route latency 2 to 1024");
  need(p.injection_channels >= 1 && p.injection_channels <= p.vcs,
       "wormhole: injection channels 1 to VCs");
  need(p.injection_flits >= 1 && p.injection_flits <= 0xffff && p.node_buffer <= 0xffff,
       "wormhole: buffers of 1 to 65535 flits");
  need(p.slow.rate >= 1 && p.slow.every >= 1 && p.slow.longest >= 1,
       "wormhole: slow hosts take flits, their stalls have a length");
  need(wiring.ends.size() == std::size_t{wiring.nodes} * wiring.ports,
       "wormhole: ends of every port");
  return p;
}

}  // namespace

Wires::Wires(std::uint32_t entities, unsigned link_latency, unsigned route_latency)
    : link_latency_(link_latency),
      route_latency_(route_latency),
      size_(power_of_two_above(std::max(link_latency, route_latency))),
      entities_(entities),
      words_((entities + 63) / 64),
      flits_(std::size_t{size_} * entities),
      credits_(std::size_t{size_} * entities),
      active_(std::size_t{size_} * words_),
      busy_(size_),
      tails_(size_) {}

Cycle Wires::next_activity(Cycle from) const {
  for (unsigned i = 0; i < size_; ++i) {
    if (busy_[slot(from + i)] != 0) return from + i;
  }
  return kNever;
}

unsigned Wires::lose_flits(std::uint32_t entity, ChannelMask channels) {
  unsigned lost = 0;
  for (unsigned k = 0; k < size_; ++k) {
    ChannelMask& m = flits(k, entity);
    lost += static_cast<unsigned>(__builtin_popcountll(m & channels));
    m &= ~channels;
  }
  return lost;
}

void Wires::lose_credits(std::uint32_t entity, ChannelMask channels) {
  for (unsigned k = 0; k < size_; ++k) credits(k, entity) &= ~channels;
}

unsigned Wires::flits_under_way(std::uint32_t entity, unsigned channel) const {
  unsigned many = 0;
  for (unsigned k = 0; k < size_; ++k) {
    many += static_cast<unsigned>(flits_[std::size_t{k} * entities_ + entity] >> channel) & 1U;
  }
  return many;
}

unsigned Wires::credits_under_way(std::uint32_t entity, unsigned channel) const {
  unsigned many = 0;
  for (unsigned k = 0; k < size_; ++k) {
    many += static_cast<unsigned>(credits_[std::size_t{k} * entities_ + entity] >> channel) & 1U;
  }
  return many;
}

Shared::Shared(const Params& p, const Wiring& wiring, Client& c)
    : params(checked(p, wiring)),
      client(c),
      nodes(wiring.nodes),
      ports(wiring.ports),
      channels(wiring.ports * p.vcs),
      vc_mask((ChannelMask{1} << p.vcs) - 1),
      wires(wiring.nodes + wiring.hosts, p.link_latency, p.route_latency),
      in(std::size_t{nodes} * channels),
      out(in.size()),
      fifo(in.size()),
      wait(in.size()),
      port(std::size_t{nodes} * ports),
      asked(std::size_t{nodes} * p.route_latency),
      rare(nodes) {
  for (unsigned channel = 0; channel < channels; ++channel) {
    port_of.push_back(static_cast<std::uint8_t>(channel / p.vcs));
  }
}

void Shared::not_past(Cycle cycle, const char* what) const {
  if (handled != kNever && cycle <= handled) {
    throw std::logic_error(std::string("wormhole: ") + what);
  }
}

void Shared::end_piece(std::uint32_t slot) {
  if (--pieces[slot] != 0) return;
  --in_flight;
  client.lost(slot, now);
}

void Shared::end_at_host(std::uint32_t slot, HostIdx host) {
  if (pieces[slot] != 0) return end_piece(slot);
  --in_flight;
  client.delivered(slot, host, now);
}

void Shared::enter(std::uint32_t slot, const Packet& packet) {
  if (slot >= packets.size()) {
    packets.resize(std::size_t{slot} + 1);
    pieces.resize(std::size_t{slot} + 1);
  }
  packets[slot] = packet;
  pieces[slot] = 0;
  ++in_flight;
}

}  // namespace selvage::wormhole
