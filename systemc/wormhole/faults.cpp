// SPDX-License-Identifier: Apache-2.0
/// Links that die while flits are on them (WH-CUT). A worm that is cut becomes two pieces of one
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
  Here here{nodes_[node], &in_[at(node, 0)], &out_[at(node, 0)],
            &port_[std::size_t{node} * ports_], node, now};
  const ChannelMask freed = here.s.closing & out;
  here.s.closing &= ~out;
  here.s.free |= freed;
  here.s.credit |= out;
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
      cuts_.push_back({to, slot, expected - come, in, false});
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
