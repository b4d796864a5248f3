// SPDX-License-Identifier: Apache-2.0
/// Links and nodes that die while flits are on them, links that come back (WH-CUT, WH-REP-1..3,
/// WH-NODE). A worm that is cut becomes two pieces of one
/// packet; each frees its channels with a tail of its own, and the packet ends with the last one.
#include <algorithm>
#include <stdexcept>

#include "wormhole/router.hpp"
#include "wormhole/sender.hpp"
#include "wormhole/sink.hpp"

namespace selvage::wormhole {

void Router::link_dies(PortIdx port, Cycle now) {
  shared_.not_past(now, "a link dies in the past");
  shared_.now = now;
  Port& p = ports()[port];
  if (p.kind != PortEnd::Kind::kSwitch) {
    throw std::logic_error("wormhole: a link dies that is none, or is dead");
  }
  const unsigned first = port * shared_.params.vcs;
  const ChannelMask out = shared_.vc_mask << first;
  const ChannelMask far_in = shared_.vc_mask << (first + static_cast<unsigned>(p.delta));
  const unsigned lost = shared_.wires.lose_flits(p.entity, far_in);
  if (lost != 0) meet(FlitCase::kFlitsLost);
  shared_.counts.lost += lost;
  shared_.wires.lose_credits(self_, out);
  Router& far = (*shared_.routers)[p.entity];
  for (unsigned c = first; c < first + shared_.params.vcs; ++c) {
    far.cut_off(static_cast<Channel>(c + static_cast<unsigned>(p.delta)), *this,
                static_cast<Channel>(c));
  }
  // The dead output accepts every flit and needs no credits.
  p.kind = PortEnd::Kind::kNone;
  const ChannelMask freed = closing_ & out;
  if (freed != 0) meet(FlitCase::kFreedByDeath);
  closing_ &= ~out;
  free_ |= freed & exists_;
  credit_ |= out;
  rare().mended &= ~out;
  wake_waiting(freed);
  shared_.wires.look_at(now, self_);
}

/// What `from` has sent by `out` and has not come here in full by now is lost.
void Router::cut_off(Channel c, const Router& from, Channel out) {
  const Channel owner = from.owner(out);
  const bool sending = owner != kNoChannel && (from.header_ & bit(owner)) == 0;
  Fifo& f = fifos()[c];
  const In& in = inputs()[c];
  const bool fronted = (fronted_ & bit(c)) != 0;
  const unsigned queued = f.size;
  std::uint32_t count = in.count;
  for (unsigned i = 0; i < queued; ++i) {
    const std::uint32_t slot = shared_.slots[f.base + (f.head + i) % f.capacity];
    const bool at_head = i == 0 && fronted;
    const std::uint32_t expected = at_head ? in.left : shared_.packets[slot].flits;
    const bool begun = at_head || count > 0;
    const std::uint32_t come = std::min(count, expected);
    count -= come;
    if (come == expected) continue;
    if (begun) {
      // One that has not seen the last repair declares nothing: the link is dead to it already.
      const bool known = (exists_ & bit(c)) == 0;
      rare().cuts.push_back({slot, expected - come, c, known});
      aborts_ = static_cast<std::uint8_t>(aborts_ + (known ? 1 : 0));
      if (known) meet(FlitCase::kAbortAtOnce);
      meet(!at_head                  ? FlitCase::kCutBehindOthers
           : (header_ & bit(c)) != 0 ? FlitCase::kCutWaiting
                                     : FlitCase::kCutMoving);
      if (known) shared_.wires.look_at(shared_.now, self_);
    } else {
      --f.size;
      meet(FlitCase::kCutOnWire);
    }
    const bool upstream = sending && from.head_slot(owner) == slot;
    std::uint8_t& pieces = shared_.pieces[slot];
    if (pieces != 0) meet(FlitCase::kCutAgain);
    pieces = static_cast<std::uint8_t>(std::max<unsigned>(pieces, 1) + (upstream ? 1 : 0) +
                                       (begun ? 1 : 0));
    shared_.client.met_dead_link(slot, from.self_, shared_.port_of[out],
                                 begun ? Met::kCut : Met::kHeaderOnWire, shared_.now);
    shared_.end_piece(slot);  // the whole that it was
  }
}

void Router::link_known_dead(PortIdx port, Cycle next) {
  const ChannelMask out = shared_.vc_mask << (port * shared_.params.vcs);
  exists_ &= ~out;
  free_ &= ~out;
  for (Cut& cut : rare().cuts) {
    if (shared_.port_of[cut.in] != port || cut.known) continue;
    cut.known = true;
    ++aborts_;
  }
  if (waiting_ != 0) meet(FlitCase::kDeadWakes);
  routes_changed(next);
}

bool Router::link_clear(PortIdx port) const {
  const unsigned vcs = shared_.params.vcs;
  const bool worms = (shared_.params.bugs & kKeepsWorm) == 0;
  const bool fronts = (shared_.params.bugs & kKeepsFront) == 0;
  for (unsigned c = port * vcs; c < (port + 1) * vcs; ++c) {
    const bool worm = outputs()[c].owner != kNoChannel;
    const bool front = fifos()[c].size != 0;
    if (worm && worms) meet(FlitCase::kHeldByWorm);
    if (front && fronts) meet(FlitCase::kHeldByFront);
    if ((worm && worms) || (front && fronts)) return false;
  }
  return true;
}

void Router::link_heals(PortIdx port, Cycle now) {
  shared_.not_past(now, "a link comes back in the past");
  Port& p = ports()[port];
  const unsigned first = port * shared_.params.vcs;
  if (p.kind != PortEnd::Kind::kNone || outputs()[first].full == 0) {
    throw std::logic_error("wormhole: a link comes back that is none, or is not dead");
  }
  p.kind = PortEnd::Kind::kSwitch;
  meet_back(port);
  for (unsigned c = first; c < first + shared_.params.vcs; ++c) {
    Out& out = outputs()[c];
    if (out.credits != out.full) meet(FlitCase::kCreditsRestored);
    if ((shared_.params.bugs & kKeepsCredits) == 0) out.credits = out.full;
    if (out.credits != out.full) meet(FlitCase::kBackWithoutCredits);
    if (out.credits == 0) credit_ &= ~bit(c);
    if ((exists_ & bit(c)) == 0) rare().mended |= bit(c);
  }
}

/// Headers have come by channels of which it does not know that they lead somewhere again.
void Router::meet_early(ChannelMask headers) const {
  for (ChannelMask m = headers; m != 0; m &= m - 1) {
    const Port& by = ports()[shared_.port_of[lowest(m)]];
    if (by.kind != PortEnd::Kind::kHost) meet(FlitCase::kUsedBeforeKnown);
  }
}

void Router::meet_back(PortIdx port) const {
  if (shared_.is_elsewhere(self_)) return;  // who simulates it counts it
  meet(FlitCase::kComesBack);
  for (unsigned c = port * shared_.params.vcs; c < (port + 1U) * shared_.params.vcs; ++c) {
    if (outputs()[c].owner != kNoChannel) meet(FlitCase::kBackOverWorm);
    if (fifos()[c].size != 0) meet(FlitCase::kBackOverFront);
  }
}

void Router::link_known_up(PortIdx port, Cycle next) {
  const ChannelMask out = shared_.vc_mask << (port * shared_.params.vcs);
  exists_ |= out;
  free_ |= out;
  rare().mended &= ~out;
  if (waiting_ != 0) meet(FlitCase::kUpWakes);
  routes_changed(next);
}

void Router::lose(std::uint32_t slot) {
  if (shared_.pieces[slot] == 0) shared_.pieces[slot] = 1;
  shared_.client.met_dead_node(slot, self_, shared_.now);
  shared_.end_piece(slot);
}

/// All packets of one input channel, the one that comes from the host included.
void Router::wipe_channel(Channel c) {
  Fifo& f = fifos()[c];
  In& in = inputs()[c];
  for (unsigned i = 0; i < f.size; ++i) {
    lose(shared_.slots[f.base + (f.head + i) % f.capacity]);
  }
  f.head = f.size = 0;
  shared_.counts.lost += in.count;
  in.slot = in.left = in.count = 0;
  if (in.target != kNoChannel) outputs()[in.target].owner = kNoChannel;
  in.target = kNoChannel;
}

void Router::dies(Cycle now) {
  shared_.not_past(now, "a node dies in the past");
  shared_.now = now;
  rare().cuts.clear();
  const Fifo* const first = fifos();
  const bool holds =
      std::any_of(first, first + shared_.channels, [](const Fifo& f) { return f.size != 0; });
  if (!shared_.is_elsewhere(self_)) meet(holds ? FlitCase::kDiesHolding : FlitCase::kDiesEmpty);
  for (unsigned p = 0; p < shared_.ports; ++p) {
    Port& port = ports()[p];
    if (port.kind == PortEnd::Kind::kSwitch) {
      throw std::logic_error("wormhole: a node dies before its links");
    }
    port.last = port.last_read = 0;
    if (port.kind != PortEnd::Kind::kHost) continue;
    shared_.counts.lost +=
        shared_.wires.lose_flits(self_, shared_.vc_mask << (p * shared_.params.vcs));
    shared_.wires.lose_credits(port.entity, ~ChannelMask{0});
    if (!shared_.sinks->empty()) (*shared_.sinks)[port.entity - shared_.nodes].node_died();
    // A packet whose header has left holds the node's buffer.
    (*shared_.senders)[port.entity - shared_.nodes].node_died(
        [this](std::uint32_t slot) { lose(slot); });
  }
  for (unsigned c = 0; c < shared_.channels; ++c) wipe_channel(static_cast<Channel>(c));
  fronted_ = need_ = waiting_ = held_ = header_ = drain_ = rare().bad = filled_ = 0;
  aborts_ = next_route_ = 0;
  free_ = exists_;
  for (unsigned k = 0; k < shared_.params.route_latency; ++k) {
    questions()[k].gone = questions()[k].in != kNoChannel;
  }
}

/// Abort flits come into the buffers like flits, as soon as there is a place.
void Router::put_aborts() {
  const auto put = [&](const Cut& cut) {
    if (!cut.known) return false;
    In& in = inputs()[cut.in];
    if (in.count == in.depth) {
      meet(FlitCase::kAbortWaits);
      return false;
    }
    meet(FlitCase::kAbortComes);
    shorten(cut.in, cut.slot, cut.missing - 1);
    ++in.count;
    filled_ |= ChannelMask{in.target != kNoChannel} << (in.target % 64);
    ++shared_.counts.aborts;
    --aborts_;
    return true;
  };
  rare().cuts.erase(std::remove_if(rare().cuts.begin(), rare().cuts.end(), put), rare().cuts.end());
}

bool Router::abort_fits() const {
  return std::any_of(rare().cuts.begin(), rare().cuts.end(), [&](const Cut& cut) {
    return cut.known && inputs()[cut.in].count < inputs()[cut.in].depth;
  });
}

/// The piece that comes through `c` ends `by` flits earlier, here and wherever it has got to. What
/// a router counts down is the place of the tail: the same as finding it in the flit.
void Router::shorten(Channel c, std::uint32_t slot, std::uint32_t by) {
  In& in = inputs()[c];
  if ((fronted_ & bit(c)) != 0 && in.slot == slot) {
    in.left -= by;
    in.cut = true;
    if ((header_ & bit(c)) == 0) {
      const Port& p = ports()[shared_.port_of[in.target]];
      if (p.kind != PortEnd::Kind::kSwitch) return;  // a host, or another cut
      const auto far = static_cast<Channel>(in.target + p.delta);
      meet(FlitCase::kShortensBeyond);
      return (*shared_.routers)[p.entity].shorten(far, slot, by);
    }
  }
  // For those whom its header has still to reach.
  shared_.packets[slot].flits -= by;
  shared_.packets[slot].cut = true;
}

}  // namespace selvage::wormhole
