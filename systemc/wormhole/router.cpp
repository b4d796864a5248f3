// SPDX-License-Identifier: Apache-2.0
/// One cycle of the routers and of the hosts' senders. Whatever leaves arrives d >= 1 cycles later,
/// so inside a cycle no node sees another one, and the order of nodes only orders the calls.
#include <cassert>
#include <stdexcept>

#include "wormhole/net.hpp"

namespace selvage::wormhole {

namespace {

unsigned lowest(ChannelMask m) { return static_cast<unsigned>(__builtin_ctzll(m)); }
unsigned highest(ChannelMask m) { return 63U - static_cast<unsigned>(__builtin_clzll(m)); }
ChannelMask bit(unsigned c) { return ChannelMask{1} << c; }

}  // namespace

inline void Net::push(std::uint32_t n, Channel in, std::uint32_t slot) {
  Fifo& f = fifos_[at(n, in)];
  assert(f.size < f.capacity);
  unsigned place = f.head + f.size;
  if (place >= f.capacity) place -= f.capacity;
  slots_[f.base + place] = slot;
  ++f.size;
}

/// The port that a decision names, or the lowest of several.
PortIdx Net::named_by(const RouteDecision& d) const {
  if (d.outcome == RouteDecision::Outcome::kForward) return d.port < ports_ ? d.port : kNoPort;
  return d.candidates == 0 ? kNoPort : static_cast<PortIdx>(lowest(d.candidates));
}

SwitchControl& Net::control(std::uint32_t n) const {
  if (controls_[n] == nullptr) controls_[n] = &client_.control(n);
  return *controls_[n];
}

RouteRequest Net::request_of(std::uint32_t n, Channel in, ChannelMask free) const {
  const Packet& p = packets_[in_[at(n, in)].slot];
  RouteRequest r;
  r.packet = p.id;
  r.source = p.source;
  r.destination = p.destination;
  r.in_port = port_of_[in];
  r.in_vc = static_cast<std::uint8_t>(in - port_of_[in] * params_.vcs);
  r.header = p.header;
  r.free_channels = free;
  return r;
}

ChannelMask Net::ports_to_channels(PortMask ports) const {
  ChannelMask m = 0;
  for (unsigned p = 0; p < ports_; ++p) {
    if (((ports >> p) & 1U) != 0) m |= vc_mask_ << (p * params_.vcs);
  }
  return m;
}

void Net::cycle(Cycle now) {
  if (handled_ != kNever && now <= handled_) throw std::logic_error("wormhole: time goes back");
  handled_ = now;
  const unsigned wrap = wheel_ - 1;
  const auto t = static_cast<unsigned>(now & wrap);
  slot_now_ = t;
  slot_next_ = (t + 1) & wrap;
  slot_far_ = (t + params_.link_latency) & wrap;
  slot_answer_ = (t + params_.route_latency) & wrap;
  asked_now_ = static_cast<unsigned>(now % params_.route_latency);
  // Of any two outputs each comes first in half of the cycles; of all, each in some.
  descending_ = (now & 1U) != 0;
  const auto start = static_cast<unsigned>(now / 2 % ports_) * params_.vcs;
  served_first_ = descending_ ? (vc_mask_ << start) | (bit(start) - 1) : ~ChannelMask{0} << start;
  if (busy_[t] == 0) return;
  busy_[t] = 0;
  for (const Done& d : tails_[t]) {
    if (pieces_[d.slot] != 0) {
      end_piece(d.slot, now);
      continue;
    }
    --in_flight_;
    client_.delivered(d.slot, d.host, now);
  }
  tails_[t].clear();
  std::uint64_t* words = &active_[std::size_t{t} * words_];
  for (unsigned w = 0; w < words_; ++w) {
    std::uint64_t rest = words[w];
    words[w] = 0;
    for (; rest != 0; rest &= rest - 1) {
      const std::uint32_t e = w * 64 + lowest(rest);
      if (e < node_count_) {
        step_node(e, now);
      } else {
        step_host(e - node_count_, now);
      }
    }
  }
}

void Net::step_host(std::uint32_t h, Cycle now) {
  Host& host = hosts_[h];
  const unsigned many = params_.injection_channels;
  Sender* senders = &senders_[std::size_t{h} * many];
  const std::size_t link = std::size_t{slot_now_} * entities_ + node_count_ + h;
  for (ChannelMask m = credits_[link]; m != 0; m &= m - 1) ++senders[lowest(m)].credits;
  credits_[link] = 0;
  for (unsigned i = 1; i <= many; ++i) {
    const unsigned v = (host.last + i) % many;
    Sender& s = senders[v];
    if (s.left == 0 || s.credits == 0) continue;
    host.last = static_cast<std::uint8_t>(v);
    const auto in = static_cast<Channel>(host.base + v);
    if (s.header) push(host.node, in, s.slot);
    s.header = false;
    --s.left;
    --s.credits;
    ++counts_.injected;
    flits_[std::size_t{slot_far_} * entities_ + host.node] |= bit(in);
    mark(slot_far_, host.node);
    mark(slot_next_, node_count_ + h);
    if (s.left == 0) client_.injected(h, now);
    break;
  }
}

void Net::step_node(std::uint32_t n, Cycle now) {
  Here here{nodes_[n], &in_[at(n, 0)], &out_[at(n, 0)], &port_[std::size_t{n} * ports_], n, now};
  take_credits(here);
  take_flits(here);
  if (here.s.aborts != 0) put_aborts(here);
  route(here);
  if (here.s.drain != 0) drain(here);
  if ((here.s.filled & here.s.credit) != 0) allocate(here);
  if ((here.s.need | (here.s.filled & here.s.credit)) != 0) mark(slot_next_, n);
  if (here.s.aborts != 0 && abort_fits(n)) mark(slot_next_, n);
}

inline void Net::take_credits(Here& here) {
  Node& s = here.s;
  ChannelMask& arriving = credits_[std::size_t{slot_now_} * entities_ + here.n];
  if (arriving == 0) return;
  for (ChannelMask m = arriving; m != 0; m &= m - 1) ++here.out[lowest(m)].credits;
  s.credit |= arriving;
  ChannelMask freed = 0;
  for (ChannelMask m = arriving & s.closing; m != 0; m &= m - 1) {
    const Out& out = here.out[lowest(m)];
    if (out.credits == out.full) freed |= bit(lowest(m));
  }
  arriving = 0;
  if (freed == 0) return;
  s.closing &= ~freed;
  s.free |= freed;
  if (s.waiting != 0) wake_waiting(here, freed);
}

inline void Net::take_flits(Here& here) {
  Node& s = here.s;
  ChannelMask& arriving = flits_[std::size_t{slot_now_} * entities_ + here.n];
  for (ChannelMask m = arriving; m != 0; m &= m - 1) {
    In& in = here.in[lowest(m)];
    assert(in.count < in.depth);
    ++in.count;
    s.filled |= ChannelMask{in.target != kNoChannel} << (in.target % 64);
  }
  for (ChannelMask m = arriving & ~s.fronted; m != 0; m &= m - 1) {
    front(here, static_cast<Channel>(lowest(m)));
  }
  arriving = 0;
}

/// A header has come to the head of `in`.
void Net::front(Here& here, Channel c) {
  const Fifo& f = fifos_[at(here.n, c)];
  In& in = here.in[c];
  assert(f.size > 0);
  in.slot = slots_[f.base + f.head];
  in.left = packets_[in.slot].flits;
  here.s.fronted |= bit(c);
  here.s.header |= bit(c);
  here.s.need |= bit(c);
}

/// The last flit of the packet at the head of `in` is gone.
void Net::pop_front(Here& here, Channel c) {
  Fifo& f = fifos_[at(here.n, c)];
  f.head = static_cast<std::uint16_t>(f.head + 1 == f.capacity ? 0 : f.head + 1);
  --f.size;
  here.s.fronted &= ~bit(c);
  here.s.header &= ~bit(c);
  if (here.in[c].count > 0) front(here, c);
}

void Net::wake_waiting(Here& here, ChannelMask freed) {
  for (ChannelMask m = here.s.waiting; m != 0; m &= m - 1) {
    const unsigned c = lowest(m);
    if ((wait_[at(here.n, c)] & freed) == 0) continue;
    here.s.waiting &= ~bit(c);
    here.s.need |= bit(c);
  }
}

inline void Net::route(Here& here) {
  Node& s = here.s;
  Asked& asked = asked_[std::size_t{here.n} * params_.route_latency + asked_now_];
  if (asked.in != kNoChannel) {
    const Asked question = asked;
    asked.in = kNoChannel;
    answer(here, question);
  }
  if (s.need == 0) return;
  const ChannelMask later = s.need & (~ChannelMask{0} << s.next_route);
  const auto in = static_cast<Channel>(lowest(later != 0 ? later : s.need));
  s.next_route = static_cast<std::uint8_t>((in + 1U) % 64);
  s.need &= ~bit(in);
  asked = {s.free, in, false, false};
  ++counts_.requests;
  control(here.n).request(here.now, request_of(here.n, in, s.free));
  mark(slot_answer_, here.n);
}

void Net::answer(Here& here, const Asked& asked) {
  Node& s = here.s;
  const Channel in = asked.in;
  const ChannelMask free_then = asked.free;
  const RouteDecision d = control(here.n).collect(here.now);
  if (asked.gone) return;
  ChannelMask wait = 0;
  switch (d.outcome) {
    case RouteDecision::Outcome::kDrop:
      s.drain |= bit(in);
      client_.refused(here.in[in].slot, here.n, request_of(here.n, in, free_then),
                      here.now - params_.route_latency);
      return;
    case RouteDecision::Outcome::kForward:
      if (d.port >= ports_ || d.vc >= params_.vcs) break;
      wait = bit(d.port * params_.vcs + d.vc) & s.exists;
      // All channels to a host are alike.
      if (here.port[d.port].kind == PortEnd::Kind::kHost) wait = vc_mask_ << (d.port * params_.vcs);
      if ((wait & s.free) != 0) {
        grant(here, in, static_cast<Channel>(lowest(wait & s.free)), d);
        return;
      }
      if ((wait & free_then) != 0) {
        ++counts_.overtaken;
        s.need |= bit(in);
        return;
      }
      break;  // this control does not look at free_channels: its choice is the one candidate
    case RouteDecision::Outcome::kWait:
      wait = ports_to_channels(d.candidates) & s.exists;
      if (asked.stale) {
        s.need |= bit(in);
        return;
      }
      break;
  }
  if (wait == 0) {  // it would wait for ever
    if (client_.outdated(here.n, here.now - params_.route_latency)) {
      s.need |= bit(in);
      return;
    }
    s.drain |= bit(in);
    s.bad |= bit(in);
    here.in[in].named = named_by(d);
    return;
  }
  ++counts_.waits;
  wait_[at(here.n, in)] = wait;
  // A channel that became free after the question would wake nobody.
  ((wait & s.free & ~free_then) != 0 ? s.need : s.waiting) |= bit(in);
}

void Net::grant(Here& here, Channel in, Channel c, const RouteDecision& d) {
  Node& s = here.s;
  Out& out = here.out[c];
  packets_[here.in[in].slot].header = d.header;
  here.in[in].target = c;
  out.owner = in;
  s.free &= ~bit(c);
  s.held |= bit(in);
  s.filled |= bit(c);
}

inline void Net::return_credit(Here& here, Channel in) {
  const Port& p = here.port[port_of_[in]];
  if (p.kind != PortEnd::Kind::kNone) {  // else over a dead link
    credits_[std::size_t{slot_far_} * entities_ + p.entity] |= bit(in + p.delta);
    mark(slot_far_, p.entity);
  }
  here.used |= vc_mask_ << (port_of_[in] * params_.vcs);
}

void Net::drain(Here& here) {
  Node& s = here.s;
  bool more = false;
  for (ChannelMask m = s.drain; m != 0; m &= m - 1) {
    const auto c = static_cast<Channel>(lowest(m));
    In& in = here.in[c];
    if (in.count == 0) continue;
    more = true;
    if ((here.used & bit(c)) != 0) continue;
    --in.count;
    ++counts_.drained;
    last_progress_ = here.now;
    return_credit(here, c);
    if (--in.left == 0) {
      s.drain &= ~bit(c);
      const std::uint32_t slot = in.slot;
      const bool bad = (s.bad & bit(c)) != 0;
      s.bad &= ~bit(c);
      pop_front(here, c);
      if (pieces_[slot] != 0) {
        end_piece(slot, here.now);
        continue;
      }
      --in_flight_;
      client_.dropped(slot, here.n, bad ? DropCause::kBadChannel : DropCause::kNoRoute,
                      bad ? in.named : kNoPort, here.now);
    }
  }
  if (more) mark(slot_next_, here.n);
}

inline void Net::allocate(Here& here) {
  const ChannelMask ready = here.s.filled & here.s.credit;
  for (ChannelMask part : {ready & served_first_, ready & ~served_first_}) {
    while (part != 0) {
      const unsigned p = port_of_[descending_ ? highest(part) : lowest(part)];
      const ChannelMask port = vc_mask_ << (p * params_.vcs);
      ChannelMask inputs = 0;
      for (ChannelMask m = part & port; m != 0; m &= m - 1) {
        inputs |= bit(here.out[lowest(m)].owner);
      }
      part &= ~port;
      inputs &= ~here.used;
      if (inputs == 0) continue;
      const ChannelMask later = inputs & ((~ChannelMask{0} << here.port[p].last) << 1);
      const auto in = static_cast<Channel>(lowest(later != 0 ? later : inputs));
      send(here, in, here.in[in].target);
    }
  }
}

inline void Net::send(Here& here, Channel c, Channel target) {
  Node& s = here.s;
  In& in = here.in[c];
  Out& out = here.out[target];
  Port& p = here.port[port_of_[target]];
  p.last = c;
  last_progress_ = here.now;
  --in.count;
  --in.left;
  return_credit(here, c);
  const bool to_router = p.kind == PortEnd::Kind::kSwitch;
  if (!to_router) {
    ++(p.kind == PortEnd::Kind::kHost ? counts_.ejected : counts_.lost);
  } else {
    ++counts_.hops;
    if (--out.credits == 0) s.credit &= ~bit(target);
    flits_[std::size_t{slot_far_} * entities_ + p.entity] |= bit(target + p.delta);
    mark(slot_far_, p.entity);
  }
  if ((s.header & bit(c)) != 0) {
    s.header &= ~bit(c);
    if (to_router) {
      push(p.entity, static_cast<Channel>(target + p.delta), in.slot);
    } else if (p.kind == PortEnd::Kind::kNone) {
      sent_into_dead_link(here, in.slot, target);
    }
    if (params_.report_hops) client_.hop(in.slot, here.n, port_of_[target], here.now);
  }
  if (in.left == 0) {  // the tail
    s.filled &= ~bit(target);
    s.held &= ~bit(c);
    out.owner = kNoChannel;
    in.target = kNoChannel;
    if (p.kind == PortEnd::Kind::kHost) {
      tails_[slot_far_].push_back({in.slot, p.entity - node_count_});
      busy_[slot_far_] = 1;
    } else if (!to_router) {
      end_piece(in.slot, here.now);
    }
    if (!to_router || params_.release == Release::kTailSent) {
      s.free |= bit(target) & s.exists;
      if (s.waiting != 0) wake_waiting(here, bit(target));
    } else {
      s.closing |= bit(target);
    }
    pop_front(here, c);
  } else if (in.count == 0) {
    s.filled &= ~bit(target);
  }
}

}  // namespace selvage::wormhole
