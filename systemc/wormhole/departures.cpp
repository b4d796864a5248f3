// SPDX-License-Identifier: Apache-2.0
/// What leaves a router in one cycle: flits to the next one, credits back, packets that are
/// dropped. Whatever leaves arrives d >= 1 cycles later.
#include "wormhole/allocator.hpp"
#include "wormhole/router.hpp"

namespace selvage::wormhole {

/// The last flit of the packet at the head of `in` is gone.
void Router::pop_front(Channel c) {
  Fifo& f = fifos()[c];
  f.head = static_cast<std::uint16_t>(f.head + 1 == f.capacity ? 0 : f.head + 1);
  --f.size;
  fronted_ &= ~bit(c);
  header_ &= ~bit(c);
  if (inputs()[c].count == 0) return;
  if (!keeps_apart(c)) meet(FlitCase::kBehindOthers);  // its first flit was there before
  front(c);
}

inline void Router::return_credit(const Here& here, Channel in) {
  const Port& p = here.port[here.port_of[in]];
  if (p.kind != PortEnd::Kind::kNone) {  // else over a dead link
    shared_.wires.send_credit(p.entity, bit(static_cast<unsigned>(in + p.delta)));
    if (shared_.params.report_flits) shared_.client.credit_leaves(self_, in);
  }
  used_ |= here.vc_mask << (here.port_of[in] * here.vcs);
}

void Router::drain() {
  bool more = false;
  for (ChannelMask m = drain_; m != 0; m &= m - 1) {
    const auto c = static_cast<Channel>(lowest(m));
    In& in = inputs()[c];
    if (in.count == 0) {
      meet(FlitCase::kDrainWaits);
      continue;
    }
    more = true;
    if ((used_ & bit(c)) != 0) {
      meet(FlitCase::kDrainBehindReader);
      continue;
    }
    meet(FlitCase::kDrains);
    --in.count;
    ++shared_.counts.drained;
    shared_.last_progress = shared_.now;
    if ((shared_.params.bugs & kDrainsCredits) == 0) return_credit(here(), c);
    if (--in.left == 0) drained(c);
  }
  if (more) shared_.wires.look_next(self_);
}

/// The last flit of a packet that is dropped is gone.
void Router::drained(Channel c) {
  const In& in = inputs()[c];
  const std::uint32_t slot = in.slot;
  const bool bad = (rare().bad & bit(c)) != 0;
  drain_ &= ~bit(c);
  rare().bad &= ~bit(c);
  pop_front(c);
  if (shared_.pieces[slot] != 0) return shared_.end_piece(slot);
  --shared_.in_flight;
  shared_.client.dropped(slot, self_, bad ? DropCause::kBadChannel : DropCause::kNoRoute,
                         bad ? in.named : kNoPort, shared_.now);
}

void Router::message_leaves(PortIdx port, Cycle now) {
  Rare& r = rare();
  if (r.taken_at != now + 1) r.taken = 0;
  r.taken_at = now + 1;
  r.taken |= shared_.vc_mask << (port * shared_.params.vcs);
  taken_due_ = true;
}

/// What messages leave of the channels that are ready to send.
ChannelMask Router::not_taken(ChannelMask ready) {
  if (rare().taken_at == shared_.now) {
    if ((ready & rare().taken) != 0) meet(FlitCase::kMessageHasFlit);
    return ready & ~rare().taken;
  }
  taken_due_ = rare().taken_at > shared_.now;
  return ready;
}

void Router::allocate() {
  const Here here = this->here();
  ChannelMask ready = filled_ & credit_;
  if (taken_due_) ready = not_taken(ready);
  if (shared_.params.allocator == Allocator::kSeparable) return send_separable(ready);
  for (ChannelMask part : {ready & shared_.served_first, ready & ~shared_.served_first}) {
    while (part != 0) {
      const unsigned p = here.port_of[shared_.descending ? highest(part) : lowest(part)];
      const ChannelMask channels = here.vc_mask << (p * here.vcs);
      ChannelMask wanting = 0;
      for (ChannelMask m = part & channels; m != 0; m &= m - 1)
        wanting |= bit(here.out[lowest(m)].owner);
      part &= ~channels;
      if ((wanting & used_) != 0) {
        meet(FlitCase::kInputRead);
        wanting &= ~used_;
        if (wanting == 0) continue;
      }
      if ((wanting & (wanting - 1)) != 0) wanting = first_of_several(wanting, here.port[p].last);
      const auto c = static_cast<Channel>(lowest(wanting));
      send(here, c, here.in[c].target);
    }
  }
}

/// Of several inputs that have something to send by one output port those behind the last one
/// served, or else all.
ChannelMask Router::first_of_several(ChannelMask wanting, Channel last) const {
  meet(FlitCase::kSeveralInputs);
  const ChannelMask later = wanting & ((~ChannelMask{0} << last) << 1);
  if (later == 0) meet(FlitCase::kTurnWraps);
  return later != 0 ? later : wanting;
}

/// Not all that may send has been granted.
void Router::meet_separable(ChannelMask requesting, ChannelMask granted) const {
  for (ChannelMask m = requesting & ~granted; m != 0; m &= m - 1) {
    const unsigned port = shared_.port_of[lowest(m)];
    const ChannelMask others = (shared_.vc_mask << (port * shared_.params.vcs)) & ~bit(lowest(m));
    if ((requesting & others) != 0) meet(FlitCase::kSeveralChannels);
    if ((granted & others) == 0) meet(FlitCase::kChoiceLost);
  }
}

void Router::send_separable(ChannelMask ready) {
  ChannelMask requesting = 0;
  for (ChannelMask m = ready; m != 0; m &= m - 1) requesting |= bit(outputs()[lowest(m)].owner);
  const Crossbar crossbar{shared_.vc_mask, shared_.params.vcs, shared_.port_of.data(), inputs(),
                          ports()};
  requesting &= ~used_;
  ChannelMask granted = allocate_separable(crossbar, requesting);
  if (granted != requesting) meet_separable(requesting, granted);
  for (; granted != 0; granted &= granted - 1) {
    const auto c = static_cast<Channel>(lowest(granted));
    send(here(), c, inputs()[c].target);
  }
}

inline void Router::send(const Here& here, Channel c, Channel target) {
  In& in = here.in[c];
  Out& out = here.out[target];
  Port& p = here.port[here.port_of[target]];
  p.last = c;
  shared_.last_progress = shared_.now;
  --in.count;
  --in.left;
  return_credit(here, c);
  const bool to_router = p.kind == PortEnd::Kind::kSwitch;
  const bool to_host = p.kind == PortEnd::Kind::kHost;
  ++(to_router ? shared_.counts.hops : to_host ? shared_.counts.ejected : shared_.counts.lost);
  if (to_router || (to_host && out.full != 0)) {
    if (--out.credits == 0) {
      credit_ &= ~bit(target);
      meet(to_host ? FlitCase::kLastCreditOfHost : FlitCase::kLastCredit);
    }
    shared_.wires.send_flit(p.entity, bit(static_cast<unsigned>(target + p.delta)));
  }
  if (shared_.params.report_flits && (to_router || to_host)) {
    const bool tail = in.left == 0;
    shared_.client.flit_leaves(
        {in.slot, self_, target, (header_ & bit(c)) != 0, tail, tail && in.cut});
  }
  if ((header_ & bit(c)) != 0) send_header(c, target, p);
  if (in.left == 0) {
    tail_left(c, target, p);
  } else if (in.count == 0) {
    filled_ &= ~bit(target);
  }
}

void Router::send_header(Channel c, Channel target, const Port& p) {
  const std::uint32_t slot = inputs()[c].slot;
  const PortIdx port = shared_.port_of[target];
  const bool dead = p.kind == PortEnd::Kind::kNone;
  header_ &= ~bit(c);
  if (dead) {
    meet(FlitCase::kSentIntoDead);
    if (shared_.pieces[slot] == 0) shared_.pieces[slot] = 1;
    shared_.client.met_dead_link(slot, self_, port, Met::kSentInto, shared_.now);
  }
  if (shared_.params.report_hops) shared_.client.hop(slot, self_, port, shared_.now);
  if (!dead) shared_.client.header_leaves(slot, self_, port, target % shared_.params.vcs);
}

void Router::tail_left(Channel c, Channel target, const Port& p) {
  const std::uint32_t slot = inputs()[c].slot;
  const bool to_router = p.kind == PortEnd::Kind::kSwitch;
  filled_ &= ~bit(target);
  held_ &= ~bit(c);
  outputs()[target].owner = kNoChannel;
  inputs()[c].target = kNoChannel;
  if (p.kind == PortEnd::Kind::kHost) {
    shared_.wires.send_tail(slot, p.entity - shared_.nodes);
  } else if (!to_router) {
    shared_.end_piece(slot);
  }
  if (!to_router || shared_.params.frees_at_tail()) {
    free_ |= bit(target) & exists_;
    if ((exists_ & bit(target)) != 0) meet(FlitCase::kFreedByTail);
    if (waiting_ != 0) wake_waiting(bit(target));
  } else {
    closing_ |= bit(target);
  }
  pop_front(c);
}

}  // namespace selvage::wormhole
