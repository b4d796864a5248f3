// SPDX-License-Identifier: Apache-2.0
#include "wormhole/routers.hpp"

#include <algorithm>
#include <stdexcept>

namespace selvage::wormhole {

namespace {

void need(bool condition, const char* what) {
  if (!condition) throw std::invalid_argument(what);
}

}  // namespace

Routers::Routers(const Params& params, const Wiring& wiring, Client& client)
    : shared_(params, wiring, client) {
  lanes_.resize(std::size_t{wiring.hosts} * params.injection_channels);
  size_buffers(wiring);
  make_routers();
  make_sinks(wiring);
  wire(wiring);
}

void Routers::size_buffers(const Wiring& wiring) {
  const Params& params = shared_.params;
  for (std::uint32_t n = 0; n < wiring.nodes; ++n) {
    const PortEnd* ends = &wiring.ends[std::size_t{n} * wiring.ports];
    const auto network =
        static_cast<unsigned>(std::count_if(ends, ends + wiring.ports, [](const PortEnd& e) {
          return e.kind != PortEnd::Kind::kHost;
        }));
    const unsigned shares = network * params.vcs;
    unsigned remainder = shares == 0 ? 0 : params.node_buffer % shares;
    for (unsigned c = 0; c < shared_.channels; ++c) {
      unsigned depth = 0;
      bool many = true;
      if (ends[shared_.port_of[c]].kind == PortEnd::Kind::kHost) {
        if (c % params.vcs < params.injection_channels) depth = params.injection_flits;
      } else {
        depth = params.node_buffer / shares + (remainder > 0 ? 1 : 0);
        remainder -= remainder > 0 ? 1 : 0;
        need(depth > 0, "wormhole: node buffer below one flit for each port and VC");
        many = params.frees_at_tail();
      }
      const std::size_t at = std::size_t{n} * shared_.channels + c;
      shared_.in[at].depth = static_cast<std::uint16_t>(depth);
      Fifo& f = shared_.fifo[at];
      f.base = static_cast<std::uint32_t>(shared_.slots.size());
      f.capacity = static_cast<std::uint16_t>(many ? depth : 1);
      shared_.slots.resize(shared_.slots.size() + f.capacity);
    }
  }
}

void Routers::make_routers() {
  const Params& params = shared_.params;
  routers_.reserve(shared_.nodes);
  for (std::uint32_t n = 0; n < shared_.nodes; ++n) routers_.emplace_back(shared_, n);
  const std::size_t hosts = lanes_.size() / params.injection_channels;
  senders_.reserve(hosts);
  for (std::uint32_t h = 0; h < hosts; ++h) {
    senders_.emplace_back(shared_, h, &lanes_[std::size_t{h} * params.injection_channels]);
  }
  shared_.routers = &routers_;
  shared_.senders = &senders_;
}

/// Places beyond the round trip, so that a host that takes every flit at once delays none.
void Routers::make_sinks(const Wiring& wiring) {
  const Params& params = shared_.params;
  const unsigned depth = params.injection_flits + 2 * params.link_latency;
  shared_.sinks = &sinks_;
  if (params.slow.hosts.empty()) return;
  sinks_.reserve(wiring.hosts);
  for (std::uint32_t h = 0; h < wiring.hosts; ++h) sinks_.emplace_back(shared_, h, 0U);
  for (const HostIdx host : params.slow.hosts) {
    need(host < wiring.hosts, "wormhole: a slow host that is none");
    sinks_[host].make_slow(depth);
  }
}

void Routers::wire(const Wiring& wiring) {
  using Kind = PortEnd::Kind;
  for (std::uint32_t n = 0; n < wiring.nodes; ++n) {
    for (unsigned p = 0; p < wiring.ports; ++p) {
      const PortEnd& end = wiring.ends[std::size_t{n} * wiring.ports + p];
      if (end.kind == Kind::kNone) continue;
      if (end.kind == Kind::kSwitch) {
        need(end.index < wiring.nodes && end.port < wiring.ports, "wormhole: a link leads nowhere");
        const PortEnd& back = wiring.ends[std::size_t{end.index} * wiring.ports + end.port];
        need(back.kind == Kind::kSwitch && back.index == n && back.port == p,
             "wormhole: the two ends of a link disagree");
      } else {
        need(end.index < wiring.hosts && !senders_[end.index].wired(),
             "wormhole: a host hangs twice");
        senders_[end.index].wire(n, static_cast<Channel>(p * shared_.params.vcs));
        if (!sinks_.empty()) {
          sinks_[end.index].wire(n, static_cast<Channel>(p * shared_.params.vcs));
        }
      }
      routers_[n].wire(static_cast<PortIdx>(p), end);
    }
  }
}

void Routers::cycle(Cycle now) {
  shared_.not_past(now, "time goes back");
  shared_.handled = shared_.now = now;
  shared_.wires.start(now);
  shared_.asked_now = static_cast<unsigned>(now % shared_.params.route_latency);
  // Of any two outputs each comes first in half of the cycles; of all, each in some.
  shared_.descending = (now & 1U) != 0;
  const auto start = static_cast<unsigned>(now / 2 % shared_.ports) * shared_.params.vcs;
  shared_.served_first =
      shared_.descending ? (shared_.vc_mask << start) | (bit(start) - 1) : ~ChannelMask{0} << start;
  if (!shared_.wires.take_busy()) return;
  for (const Wires::Tail& d : shared_.wires.tails_here()) {
    if (!sinks_.empty() && sinks_[d.host].slow()) {
      sinks_[d.host].tail_coming(d.slot);
    } else {
      shared_.end_at_host(d.slot, d.host);
    }
  }
  shared_.wires.tails_here().clear();
  shared_.wires.each([this](std::uint32_t entity) {
    if (entity < shared_.nodes) {
      routers_[entity].step();
    } else {
      senders_[entity - shared_.nodes].step();
      if (!sinks_.empty()) sinks_[entity - shared_.nodes].step();
    }
  });
}

void Routers::share(const std::vector<bool>& here) {
  shared_.elsewhere.assign((shared_.nodes + senders_.size() + 63) / 64, 0);
  for (std::uint32_t n = 0; n < shared_.nodes; ++n) {
    if (!here[n]) shared_.elsewhere[n / 64] |= bit(n % 64);
  }
}

void Routers::carry(std::uint32_t slot, SwitchIdx node, PortIdx out, unsigned vc) {
  const auto from = static_cast<Channel>(out * vcs() + vc);
  const FarEnd far = routers_[node].far_end(from);
  if (!far.router) return;
  routers_[far.node].header_coming(static_cast<PortIdx>(far.in / vcs()), vc, slot);
}

void Routers::carry_from(std::uint32_t slot, HostIdx host, unsigned vc) {
  const Sender& s = senders_[host];
  routers_[s.node()].header_coming(static_cast<PortIdx>(s.base() / vcs()), vc, slot);
}

}  // namespace selvage::wormhole
