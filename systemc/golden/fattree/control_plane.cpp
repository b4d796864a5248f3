// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/control_plane.hpp"

#include <algorithm>

namespace selvage::golden {

namespace {

using Unit = ControlState::Unit;
using Operation = ControlState::Operation;

constexpr PortMask bit(PortIdx port) { return PortMask{1} << port; }

PortIdx lowest(PortMask ports) { return static_cast<PortIdx>(__builtin_ctzll(ports)); }

/// The first of `candidates` after `last`, wrapping around.
PortIdx after(PortMask candidates, PortIdx last) {
  const PortMask above =
      last + 1 >= static_cast<int>(kMaxPorts) ? 0 : candidates & (~PortMask{0} << (last + 1));
  return lowest(above != 0 ? above : candidates);
}

void begin(ControlState& s, Operation operation, PortIdx port, Cause cause) {
  s.unit = Unit::kPicked;
  s.operation = operation;
  s.port = port;
  s.cause = cause;
}

}  // namespace

void MessageFifo::push(const FaultMessage& message) {
  require(!full(), "a message for a full FIFO (FT-CYC-2)");
  if (count_ == ring_.size()) grow();
  ring_[(first_ + count_) % ring_.size()] = message;
  ++count_;
  peak_ = std::max(peak_, count_);
}

FaultMessage MessageFifo::pop() {
  const FaultMessage message = ring_[first_];
  first_ = static_cast<std::uint16_t>((first_ + 1U) % ring_.size());
  if (--count_ == 0) clear();
  return message;
}

void MessageFifo::clear() {
  ring_ = {};
  first_ = count_ = 0;
}

/// The ring is full, so its oldest message is followed by all others.
void MessageFifo::grow() {
  std::rotate(ring_.begin(), ring_.begin() + first_, ring_.end());
  first_ = 0;
  ring_.resize(std::min<std::size_t>(depth_, std::max<std::size_t>(4, 2 * ring_.size())));
}

ControlPlane::ControlPlane(const FatTree& tree, SwitchIdx self, Rule rule, MessageBugs bugs,
                           ControlTiming timing)
    : rules_(tree, self, rule, bugs), timing_(timing) {
  require(timing.latency >= 1 && 2 * timing.latency + 4 <= timing.input_depth,
          "input FIFO too short for the link latency (FT-CYC-2)");
}

ControlState ControlPlane::power_on(unsigned lft_capacity) const {
  const unsigned m = rules_.tree().m();
  ControlState s(rules_.power_on(lft_capacity));
  s.in.assign(m, MessageFifo(timing_.input_depth));
  s.out.assign(m, MessageFifo(timing_.output_depth));
  s.down_event.assign(m, Cause::kUnknown);
  s.up_event.assign(m, Cause::kUnknown);
  s.announce_cause.assign(m, {});
  return s;
}

void ControlPlane::step(ControlState& s, const ControlInput& in, ControlOutput& out) const {
  out.sent.clear();
  out.stop = 0;
  out.changed = false;
  if (s.quiet() && !in.any()) return;
  const PortMask full = s.out_full;  // room is judged at the beginning of the cycle
  send(s, in.stop, out);
  switch (s.unit) {
    case Unit::kIdle: pick(s, full); break;
    case Unit::kPicked:
      execute(s);
      out.changed = s.effects.changed;
      out.cause = s.cause;
      break;
    case Unit::kBroadcasting: broadcast(s, full); break;
  }
  accept(s, in);
  out.stop = s.in_high;
}

/// FT-CYC-3: every output FIFO that is not stopped sends its head.
void ControlPlane::send(ControlState& s, PortMask stop, ControlOutput& out) const {
  for (PortMask left = s.out_waiting & ~stop; left != 0; left &= left - 1) {
    const PortIdx port = lowest(left);
    out.sent.push_back({port, s.out[port].pop()});
    s.out_full &= ~bit(port);
    if (s.out[port].empty()) s.out_waiting &= ~bit(port);
    ++s.totals.sent;
  }
}

/// FT-CYC-4: the first that is ready of link events, heads from above, heads from below,
/// announcements.
void ControlPlane::pick(ControlState& s, PortMask full) const {
  if ((s.link_down | s.link_up) != 0 && pick_link_event(s, full)) return;
  const PortMask down = rules_.down_mask();
  const PortMask up = rules_.up_mask();
  if ((s.in_waiting & up) != 0 && (full & down) == 0) {
    pick_head(s, s.in_waiting & up, s.last_from_above);
    return;
  }
  PortMask from_below = s.in_waiting & down;
  if (full != 0) {  // a SYNCREQ waits for no room before it is picked
    for (PortMask left = from_below; left != 0; left &= left - 1) {
      const PortIdx port = lowest(left);
      if (s.in[port].head().kind != FaultMessage::Kind::kSyncReq) from_below &= ~bit(port);
    }
  }
  if (from_below != 0) {
    pick_head(s, from_below, s.last_from_below);
  } else if (s.faults.pending != 0 && full == 0) {
    const PortIdx port = lowest(s.faults.pending);
    begin(s, Operation::kAnnounce, port, s.announce_cause[port]);
  }
}

bool ControlPlane::pick_link_event(ControlState& s, PortMask full) const {
  if (s.link_down != 0) {
    const PortIdx port = lowest(s.link_down);
    s.link_down &= ~bit(port);
    begin(s, Operation::kLinkDown, port, {s.down_event[port], 0});
    return true;
  }
  const PortMask up = rules_.up_mask();
  const PortMask ready = s.link_up & ((up & ~full) | (full == 0 ? ~up : 0));
  if (ready == 0) return false;
  const PortIdx port = lowest(ready);
  s.link_up &= ~bit(port);
  begin(s, Operation::kLinkUp, port, {s.up_event[port], 0});
  return true;
}

void ControlPlane::pick_head(ControlState& s, PortMask candidates, PortIdx& last) const {
  last = after(candidates, last);
  s.message = s.in[last].pop();
  if (s.in[last].empty()) s.in_waiting &= ~bit(last);
  if (s.in[last].size() <= timing_.xoff()) s.in_high &= ~bit(last);
  ++s.totals.received;
  begin(s, Operation::kReceive, last, s.message.cause);
}

/// FT-CYC-5: in the cycle after the pick; the writes take effect at its end.
void ControlPlane::execute(ControlState& s) const {
  s.effects.clear();
  const PortMask pending_before = s.faults.pending;
  switch (s.operation) {
    case Operation::kLinkDown: rules_.link_down(s.faults, s.port, s.effects); break;
    case Operation::kLinkUp: rules_.link_up(s.faults, s.port, s.effects); break;
    case Operation::kReceive: rules_.receive(s.faults, s.port, s.message, s.effects); break;
    case Operation::kAnnounce: rules_.announce(s.faults, s.port, s.effects); break;
  }
  pass_cause_on(s, pending_before);
  ++s.totals.operations;
  s.next = 0;
  s.unit = s.effects.broadcasts.empty() ? Unit::kIdle : Unit::kBroadcasting;
}

/// What the operation has made pending, and what it sends, goes back to what it goes back to
/// itself.
void ControlPlane::pass_cause_on(ControlState& s, PortMask pending_before) const {
  for (PortMask left = s.faults.pending & ~pending_before; left != 0; left &= left - 1) {
    s.announce_cause[lowest(left)] = s.cause;
  }
  const Cause next{s.cause.event, static_cast<std::uint16_t>(s.cause.hops + 1U)};
  for (Broadcast& broadcast : s.effects.broadcasts) broadcast.message.cause = next;
}

/// FT-CYC-5: one broadcast a cycle, once all its FIFOs have room.
void ControlPlane::broadcast(ControlState& s, PortMask full) const {
  const Broadcast& next = s.effects.broadcasts[s.next];
  if ((next.ports & full) != 0) return;
  for (PortMask left = next.ports; left != 0; left &= left - 1) {
    const PortIdx port = lowest(left);
    s.out[port].push(next.message);
    if (s.out[port].full()) s.out_full |= bit(port);
    ++s.totals.entered;
  }
  s.out_waiting |= next.ports;
  if (++s.next == s.effects.broadcasts.size()) s.unit = Unit::kIdle;
}

/// What arrives in a cycle may be picked from the next one on. FT-CYC-7: a LINK_DOWN empties both
/// FIFOs of its port and takes a waiting LINK_UP away.
void ControlPlane::accept(ControlState& s, const ControlInput& in) const {
  for (const PortMessage& arrival : in.arrivals) {
    s.in[arrival.port].push(arrival.message);
    s.in_waiting |= bit(arrival.port);
    if (s.in[arrival.port].size() > timing_.xoff()) s.in_high |= bit(arrival.port);
    ++s.totals.arrived;
  }
  for (PortMask left = in.link_down; left != 0; left &= left - 1) {
    const PortIdx port = lowest(left);
    s.totals.emptied_in += s.in[port].size();
    s.totals.emptied_out += s.out[port].size();
    s.in[port].clear();
    s.out[port].clear();
  }
  s.in_waiting &= ~in.link_down;
  s.in_high &= ~in.link_down;
  s.out_waiting &= ~in.link_down;
  s.out_full &= ~in.link_down;
  for (PortMask left = in.link_down | in.link_up; left != 0; left &= left - 1) {
    const PortIdx port = lowest(left);
    if ((in.link_down & bit(port)) != 0) s.down_event[port] = Cause::kUnknown;
    if ((in.link_up & bit(port)) != 0) s.up_event[port] = Cause::kUnknown;
  }
  for (const LinkEvent& event : in.known) {
    (event.up ? s.up_event : s.down_event)[event.port] = event.event;
  }
  s.link_down |= in.link_down;
  s.link_up = (s.link_up & ~in.link_down) | in.link_up;
}

}  // namespace selvage::golden
