// SPDX-License-Identifier: Apache-2.0
#include "wormhole/net.hpp"

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

}  // namespace

Net::Net(const Params& params, const Wiring& wiring, Client& client)
    : params_(params),
      client_(client),
      node_count_(wiring.nodes),
      host_count_(wiring.hosts),
      ports_(wiring.ports),
      channels_(wiring.ports * params.vcs),
      vc_mask_((ChannelMask{1} << params.vcs) - 1),
      wheel_(power_of_two_above(std::max(params.link_latency, params.route_latency))),
      entities_(wiring.nodes + wiring.hosts),
      words_((entities_ + 63) / 64) {
  need(params.vcs >= 1 && params.vcs <= 4, "wormhole: 1 to 4 virtual channels");
  need(ports_ >= 1 && channels_ <= 64, "wormhole: at most 64 channels (ports x VCs) a node");
  need(params.link_latency >= 1 && params.link_latency <= 1024, "wormhole: link latency 1 to 1024");
  need(params.route_latency >= SwitchControl::kRouteLatency && params.route_latency <= 1024,
       "wormhole: route latency 2 to 1024");
  need(params.injection_channels >= 1 && params.injection_channels <= params.vcs,
       "wormhole: injection channels 1 to VCs");
  need(params.injection_flits >= 1 && params.injection_flits <= 0xffff &&
           params.node_buffer <= 0xffff,
       "wormhole: buffers of 1 to 65535 flits");
  need(wiring.ends.size() == std::size_t{node_count_} * ports_, "wormhole: ends of every port");
  const std::size_t all = std::size_t{node_count_} * channels_;
  for (unsigned c = 0; c < channels_; ++c) {
    port_of_.push_back(static_cast<std::uint8_t>(c / params.vcs));
  }
  nodes_.resize(node_count_);
  in_.resize(all);
  out_.resize(all);
  fifos_.resize(all);
  wait_.resize(all);
  port_.resize(std::size_t{node_count_} * ports_);
  asked_.resize(std::size_t{node_count_} * params.route_latency);
  hosts_.resize(host_count_);
  senders_.resize(std::size_t{host_count_} * params.injection_channels);
  controls_.resize(node_count_);
  mended_.resize(node_count_);
  flits_.resize(std::size_t{wheel_} * entities_);
  credits_.resize(std::size_t{wheel_} * entities_);
  active_.resize(std::size_t{wheel_} * words_);
  busy_.resize(wheel_);
  tails_.resize(wheel_);
  size_buffers(wiring);
  wire(wiring);
}

void Net::size_buffers(const Wiring& wiring) {
  for (std::uint32_t n = 0; n < node_count_; ++n) {
    const PortEnd* ends = &wiring.ends[std::size_t{n} * ports_];
    const auto network = static_cast<unsigned>(std::count_if(
        ends, ends + ports_, [](const PortEnd& e) { return e.kind != PortEnd::Kind::kHost; }));
    const unsigned shares = network * params_.vcs;
    unsigned remainder = shares == 0 ? 0 : params_.node_buffer % shares;
    for (unsigned c = 0; c < channels_; ++c) {
      unsigned depth = 0;
      bool many = true;
      if (ends[port_of_[c]].kind == PortEnd::Kind::kHost) {
        if (c % params_.vcs < params_.injection_channels) depth = params_.injection_flits;
      } else {
        depth = params_.node_buffer / shares + (remainder > 0 ? 1 : 0);
        remainder -= remainder > 0 ? 1 : 0;
        need(depth > 0, "wormhole: node buffer below one flit for each port and VC");
        many = params_.release == Release::kTailSent;
      }
      in_[at(n, c)].depth = static_cast<std::uint16_t>(depth);
      Fifo& f = fifos_[at(n, c)];
      f.base = static_cast<std::uint32_t>(slots_.size());
      f.capacity = static_cast<std::uint16_t>(many ? depth : 1);
      slots_.resize(slots_.size() + f.capacity);
    }
  }
}

void Net::wire(const Wiring& wiring) {
  using Kind = PortEnd::Kind;
  for (std::uint32_t n = 0; n < node_count_; ++n) {
    for (unsigned p = 0; p < ports_; ++p) {
      const PortEnd& end = wiring.ends[std::size_t{n} * ports_ + p];
      Port& port = port_[std::size_t{n} * ports_ + p];
      const unsigned base = p * params_.vcs;
      port.kind = end.kind;
      if (end.kind == Kind::kNone) continue;
      nodes_[n].exists |= vc_mask_ << base;
      nodes_[n].free |= vc_mask_ << base;
      nodes_[n].credit |= vc_mask_ << base;
      if (end.kind == Kind::kSwitch) {
        need(end.index < node_count_ && end.port < ports_, "wormhole: a link leads nowhere");
        const PortEnd& back = wiring.ends[std::size_t{end.index} * ports_ + end.port];
        need(back.kind == Kind::kSwitch && back.index == n && back.port == p,
             "wormhole: the two ends of a link disagree");
        port.entity = end.index;
        port.delta = static_cast<std::int8_t>(static_cast<int>(end.port * params_.vcs) -
                                              static_cast<int>(base));
        for (unsigned vc = 0; vc < params_.vcs; ++vc) {
          Out& out = out_[at(n, base + vc)];
          out.full = out.credits = in_[at(end.index, end.port * params_.vcs + vc)].depth;
        }
      } else {
        need(end.index < host_count_ && !hosts_[end.index].wired, "wormhole: a host hangs twice");
        port.entity = node_count_ + end.index;
        port.delta = static_cast<std::int8_t>(-static_cast<int>(base));
        hosts_[end.index] = {n, static_cast<Channel>(base), true, 0};
      }
    }
  }
  for (Sender& s : senders_) s.credits = params_.injection_flits;
}

bool Net::can_inject(HostIdx host) const {
  if (!hosts_[host].wired) return false;
  const Sender* s = &senders_[std::size_t{host} * params_.injection_channels];
  return std::any_of(s, s + params_.injection_channels,
                     [](const Sender& x) { return x.left == 0; });
}

void Net::inject(HostIdx host, std::uint32_t slot, const Packet& packet, Cycle now) {
  if (!can_inject(host) || packet.flits == 0) {
    throw std::logic_error("wormhole: a packet is injected where none can be");
  }
  if (handled_ != kNever && now <= handled_) {
    throw std::logic_error("wormhole: a packet is injected into the past");
  }
  if (slot >= packets_.size()) {
    packets_.resize(std::size_t{slot} + 1);
    pieces_.resize(std::size_t{slot} + 1);
  }
  packets_[slot] = packet;
  pieces_[slot] = 0;
  Sender* s = &senders_[std::size_t{host} * params_.injection_channels];
  while (s->left != 0) ++s;
  s->slot = slot;
  s->left = packet.flits;
  s->header = true;
  ++in_flight_;
  mark(static_cast<unsigned>(now) & (wheel_ - 1), node_count_ + host);
}

Cycle Net::next_activity(Cycle from) const {
  for (unsigned i = 0; i < wheel_; ++i) {
    if (busy_[static_cast<unsigned>(from + i) & (wheel_ - 1)] != 0) return from + i;
  }
  return kNever;
}

Waiting Net::waits_for(SwitchIdx n, Channel in) const {
  const Node& s = nodes_[n];
  const ChannelMask bit = ChannelMask{1} << in;
  if ((s.held & bit) != 0) {
    const In& i = in_[at(n, in)];
    if (i.count == 0 || ((s.credit >> i.target) & 1U) != 0 || credit_incoming(n, i.target))
      return {};
    return {Waiting::For::kCredit, ChannelMask{1} << i.target};
  }
  if ((s.waiting & bit) == 0) return {};
  // The answer named ports; which of their channels are legal the control tells one by one.
  Waiting w{Waiting::For::kChannel, 0};
  for (ChannelMask rest = wait_[at(n, in)]; rest != 0; rest &= rest - 1) {
    const auto c = static_cast<Channel>(__builtin_ctzll(rest));
    const ChannelMask one = ChannelMask{1} << c;
    const RouteDecision d = control(n).preview(request_of(n, in, one));
    if (d.outcome == RouteDecision::Outcome::kForward && d.port == port_of_[c] &&
        (d.vc == c % params_.vcs || out_[at(n, c)].full == 0)) {
      w.channels |= one;
    }
  }
  return w;
}

bool Net::credit_incoming(SwitchIdx node, Channel out) const {
  for (unsigned k = 0; k < wheel_; ++k) {
    if (((credits_[std::size_t{k} * entities_ + node] >> out) & 1U) != 0) return true;
  }
  return false;
}

FarEnd Net::far_end(SwitchIdx node, Channel out) const {
  const Port& p = port_[std::size_t{node} * ports_ + port_of_[out]];
  if (p.kind != PortEnd::Kind::kSwitch) return {};
  return {true, p.entity, static_cast<Channel>(out + p.delta)};
}

Channel Net::owner(SwitchIdx node, Channel out) const { return out_[at(node, out)].owner; }

std::uint32_t Net::head_slot(SwitchIdx node, Channel in) const { return in_[at(node, in)].slot; }

unsigned Net::depth(SwitchIdx node, Channel in) const { return in_[at(node, in)].depth; }

}  // namespace selvage::wormhole
