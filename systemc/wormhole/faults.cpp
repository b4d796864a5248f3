// SPDX-License-Identifier: Apache-2.0
/// Links and nodes that die while flits are on them, links that come back (WH-CUT, WH-REP-1..3,
/// WH-NODE). A worm that is cut becomes two pieces of one
/// packet; each frees its channels with a tail of its own, and the packet ends with the last one.
#include <algorithm>
#include <stdexcept>

#include "wormhole/net.hpp"

namespace selvage::wormhole {

namespace {

ChannelMask bit(unsigned c) { return ChannelMask{1} << c; }

}  // namespace

void Net::link_dies(SwitchIdx node, PortIdx port, Cycle now) {
  if (handled_ != kNever && now <= handled_) {
    throw std::logic_error("wormhole: a link dies in the past");
  }
  Port& p = port_[std::size_t{node} * ports_ + port];
  if (p.kind != PortEnd::Kind::kSwitch) {
    throw std::logic_error("wormhole: a link dies that is none, or is dead");
  }
  const unsigned first = port * params_.vcs;
  const ChannelMask out = vc_mask_ << first;
  const ChannelMask in = vc_mask_ << (first + p.delta);
  for (unsigned k = 0; k < wheel_; ++k) {
    ChannelMask& flits = flits_[std::size_t{k} * entities_ + p.entity];
    counts_.lost += static_cast<unsigned>(__builtin_popcountll(flits & in));
    flits &= ~in;
    credits_[std::size_t{k} * entities_ + node] &= ~out;
  }
  for (unsigned c = first; c < first + params_.vcs; ++c) {
    cut_channel(node, static_cast<Channel>(c), p.entity, static_cast<Channel>(c + p.delta), now);
  }
  // The dead output takes everything and asks for no credits.
  p.kind = PortEnd::Kind::kNone;
  Here here{
      nodes_[node], &in_[at(node, 0)], &out_[at(node, 0)], &port_[std::size_t{node} * ports_], node,
      now};
  const ChannelMask freed = here.s.closing & out;
  here.s.closing &= ~out;
  here.s.free |= freed & here.s.exists;
  here.s.credit |= out;
  mended_[node] &= ~out;
  wake_waiting(here, freed);
  mark(static_cast<unsigned>(now) & (wheel_ - 1), node);
}

/// Finds what output channel `out` of `from` has sent and what of it has come to `to`.
void Net::cut_channel(std::uint32_t from, Channel out, std::uint32_t to, Channel in, Cycle now) {
  const Channel owner = out_[at(from, out)].owner;
  const bool sending = owner != kNoChannel && (nodes_[from].header & bit(owner)) == 0;
  Fifo& f = fifos_[at(to, in)];
  const In& far = in_[at(to, in)];
  const bool fronted = (nodes_[to].fronted & bit(in)) != 0;
  const unsigned queued = f.size;
  std::uint32_t count = far.count;
  for (unsigned i = 0; i < queued; ++i) {
    const std::uint32_t slot = slots_[f.base + (f.head + i) % f.capacity];
    const bool at_head = i == 0 && fronted;
    const std::uint32_t expected = at_head ? far.left : packets_[slot].flits;
    const bool begun = at_head || count > 0;
    const std::uint32_t come = std::min(count, expected);
    count -= come;
    if (come == expected) continue;
    if (begun) {
      // One that has not seen the last repair declares nothing: it knows already.
      const bool known = (nodes_[to].exists & bit(in)) == 0;
      cuts_.push_back({to, slot, expected - come, in, known});
      nodes_[to].aborts = static_cast<std::uint8_t>(nodes_[to].aborts + (known ? 1 : 0));
      if (known) mark(static_cast<unsigned>(now) & (wheel_ - 1), to);
    } else {
      --f.size;
    }
    const bool upstream = sending && in_[at(from, owner)].slot == slot;
    std::uint8_t& pieces = pieces_[slot];
    pieces = static_cast<std::uint8_t>(std::max<unsigned>(pieces, 1) + (upstream ? 1 : 0) +
                                       (begun ? 1 : 0));
    client_.met_dead_link(slot, from, port_of_[out], begun ? Met::kCut : Met::kHeaderOnWire, now);
    end_piece(slot, now);  // the whole that it was
  }
}

void Net::link_known_dead(SwitchIdx node, PortIdx port, Cycle next) {
  const ChannelMask out = vc_mask_ << (port * params_.vcs);
  nodes_[node].exists &= ~out;
  nodes_[node].free &= ~out;
  for (Cut& cut : cuts_) {
    if (cut.node != node || port_of_[cut.in] != port || cut.known) continue;
    cut.known = true;
    ++nodes_[node].aborts;
  }
  routes_changed(node, next);
}

bool Net::link_clear(SwitchIdx node, PortIdx port) const {
  const bool worms = (params_.bugs & kKeepsWorm) == 0;
  const bool fronts = (params_.bugs & kKeepsFront) == 0;
  for (unsigned c = port * params_.vcs; c < (port + 1) * params_.vcs; ++c) {
    if (worms && out_[at(node, c)].owner != kNoChannel) return false;
    if (fronts && fifos_[at(node, c)].size != 0) return false;
  }
  return true;
}

void Net::link_heals(SwitchIdx node, PortIdx port, Cycle now) {
  if (handled_ != kNever && now <= handled_) {
    throw std::logic_error("wormhole: a link comes back in the past");
  }
  Port& p = port_[std::size_t{node} * ports_ + port];
  const unsigned first = port * params_.vcs;
  if (p.kind != PortEnd::Kind::kNone || out_[at(node, first)].full == 0) {
    throw std::logic_error("wormhole: a link comes back that is none, or is not dead");
  }
  p.kind = PortEnd::Kind::kSwitch;
  Node& s = nodes_[node];
  for (unsigned c = first; c < first + params_.vcs; ++c) {
    Out& out = out_[at(node, c)];
    if ((params_.bugs & kKeepsCredits) == 0) out.credits = out.full;
    if (out.credits == 0) s.credit &= ~bit(c);
    if ((s.exists & bit(c)) == 0) mended_[node] |= bit(c);
  }
}

void Net::link_known_up(SwitchIdx node, PortIdx port, Cycle next) {
  const ChannelMask out = vc_mask_ << (port * params_.vcs);
  nodes_[node].exists |= out;
  nodes_[node].free |= out;
  mended_[node] &= ~out;
  routes_changed(node, next);
}

void Net::lose_in_node(std::uint32_t slot, std::uint32_t n, Cycle now) {
  if (pieces_[slot] == 0) pieces_[slot] = 1;
  client_.met_dead_node(slot, n, now);
  end_piece(slot, now);
}

/// All packets of one input channel, the one that comes from the host included.
void Net::wipe_channel(Here& here, Channel c) {
  Fifo& f = fifos_[at(here.n, c)];
  In& in = here.in[c];
  for (unsigned i = 0; i < f.size; ++i) {
    lose_in_node(slots_[f.base + (f.head + i) % f.capacity], here.n, here.now);
  }
  f.head = f.size = 0;
  counts_.lost += in.count;
  in.slot = in.left = in.count = 0;
  if (in.target != kNoChannel) here.out[in.target].owner = kNoChannel;
  in.target = kNoChannel;
}

void Net::node_dies(SwitchIdx node, Cycle now) {
  if (handled_ != kNever && now <= handled_) {
    throw std::logic_error("wormhole: a node dies in the past");
  }
  Here here{
      nodes_[node], &in_[at(node, 0)], &out_[at(node, 0)], &port_[std::size_t{node} * ports_], node,
      now};
  Node& s = here.s;
  const auto of_node = [node](const Cut& cut) { return cut.node == node; };
  cuts_.erase(std::remove_if(cuts_.begin(), cuts_.end(), of_node), cuts_.end());
  for (unsigned p = 0; p < ports_; ++p) {
    if (here.port[p].kind == PortEnd::Kind::kSwitch) {
      throw std::logic_error("wormhole: a node dies before its links");
    }
    if (here.port[p].kind != PortEnd::Kind::kHost) continue;
    const std::uint32_t entity = here.port[p].entity;
    const ChannelMask in = vc_mask_ << (p * params_.vcs);
    for (unsigned k = 0; k < wheel_; ++k) {
      ChannelMask& flits = flits_[std::size_t{k} * entities_ + node];
      counts_.lost += static_cast<unsigned>(__builtin_popcountll(flits & in));
      flits &= ~in;
      credits_[std::size_t{k} * entities_ + entity] = 0;
    }
    Sender* senders = &senders_[std::size_t{entity - node_count_} * params_.injection_channels];
    for (unsigned v = 0; v < params_.injection_channels; ++v) {
      // One whose header has left stands in the node's buffer.
      if (senders[v].left > 0 && senders[v].header) lose_in_node(senders[v].slot, node, now);
      senders[v] = {};
      senders[v].credits = params_.injection_flits;
    }
  }
  for (unsigned c = 0; c < channels_; ++c) wipe_channel(here, static_cast<Channel>(c));
  s.fronted = s.need = s.waiting = s.held = s.header = s.drain = s.bad = s.filled = 0;
  s.aborts = 0;
  s.free = s.exists;
  for (unsigned k = 0; k < params_.route_latency; ++k) {
    Asked& asked = asked_[std::size_t{node} * params_.route_latency + k];
    asked.gone = asked.in != kNoChannel;
  }
}

void Net::routes_changed(SwitchIdx node, Cycle next) {
  Node& s = nodes_[node];
  s.need |= s.waiting;
  s.waiting = 0;
  for (unsigned k = 0; k < params_.route_latency; ++k) {
    asked_[std::size_t{node} * params_.route_latency + k].stale = true;
  }
  if (s.need != 0 || s.aborts != 0) mark(static_cast<unsigned>(next) & (wheel_ - 1), node);
}

/// Abort flits come into the buffers like flits, as soon as there is a place.
void Net::put_aborts(Here& here) {
  const auto put = [&](const Cut& cut) {
    if (cut.node != here.n || !cut.known) return false;
    In& in = here.in[cut.in];
    if (in.count == in.depth) return false;
    shorten(here.n, cut.in, cut.slot, cut.missing - 1);
    ++in.count;
    here.s.filled |= ChannelMask{in.target != kNoChannel} << (in.target % 64);
    ++counts_.aborts;
    --here.s.aborts;
    return true;
  };
  cuts_.erase(std::remove_if(cuts_.begin(), cuts_.end(), put), cuts_.end());
}

bool Net::abort_fits(std::uint32_t n) const {
  return std::any_of(cuts_.begin(), cuts_.end(), [&](const Cut& cut) {
    return cut.node == n && cut.known && in_[at(n, cut.in)].count < in_[at(n, cut.in)].depth;
  });
}

/// The piece that comes through `c` ends `by` flits earlier, there and wherever it has got to. What
/// a router counts down is the place of the tail: the same as finding it in the flit.
void Net::shorten(std::uint32_t n, Channel c, std::uint32_t slot, std::uint32_t by) {
  for (;;) {
    const Node& s = nodes_[n];
    In& in = in_[at(n, c)];
    if ((s.fronted & bit(c)) == 0 || in.slot != slot) break;
    in.left -= by;
    if ((s.header & bit(c)) != 0) break;
    if ((s.held & bit(c)) == 0) return;
    const Port& p = port_[std::size_t{n} * ports_ + port_of_[in.target]];
    if (p.kind != PortEnd::Kind::kSwitch) return;  // a host, or another cut
    c = static_cast<Channel>(in.target + p.delta);
    n = p.entity;
  }
  packets_[slot].flits -= by;  // for those whom its header has still to reach
}

void Net::sent_into_dead_link(Here& here, std::uint32_t slot, Channel out) {
  if (pieces_[slot] == 0) pieces_[slot] = 1;
  client_.met_dead_link(slot, here.n, port_of_[out], Met::kSentInto, here.now);
}

void Net::end_piece(std::uint32_t slot, Cycle now) {
  if (--pieces_[slot] != 0) return;
  --in_flight_;
  client_.lost(slot, now);
}

}  // namespace selvage::wormhole
