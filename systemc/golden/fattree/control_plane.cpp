// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/control_plane.hpp"

#include <algorithm>

namespace selvage::golden {

namespace {

using Unit = ControlState::Unit;
using Operation = ControlState::Operation;
using Kind = FaultMessage::Kind;
using Timing = OperationTiming;

constexpr PortMask bit(PortIdx port) { return PortMask{1} << port; }

PortIdx lowest(PortMask ports) { return static_cast<PortIdx>(__builtin_ctzll(ports)); }

/// The first of `candidates` after `last`, wrapping around.
PortIdx after(PortMask candidates, PortIdx last) {
  const PortMask above =
      last + 1 >= static_cast<int>(kMaxPorts) ? 0 : candidates & (~PortMask{0} << (last + 1));
  return lowest(above != 0 ? above : candidates);
}

void begin(ControlState& state, Operation operation, PortIdx port, Cause cause) {
  state.unit = Unit::kPicked;
  state.age = 0;
  state.operation = operation;
  state.port = port;
  state.cause = cause;
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
  ControlState state(rules_.power_on(lft_capacity));
  state.in.assign(m, MessageFifo(timing_.input_depth));
  state.out.assign(m, MessageFifo(timing_.output_depth));
  state.down_event.assign(m, Cause::kUnknown);
  state.up_event.assign(m, Cause::kUnknown);
  state.announce_cause.assign(m, {});
  return state;
}

void ControlPlane::step(ControlState& state, const ControlInput& in, ControlOutput& out) const {
  out.sent.clear();
  out.stop = 0;
  out.changed = false;
  if (state.quiet() && !in.any()) return;
  const PortMask full = state.out_full;  // room is judged at the beginning of the cycle
  send(state, in.stop, out);
  ++state.age;
  switch (state.unit) {
    case Unit::kIdle: pick(state, full); break;
    case Unit::kPicked:
      if (state.age < (is_statement(state) ? Timing::kStatement : Timing::kWrite)) break;
      execute(state);
      out.changed = state.effects.changed;
      out.cause = state.cause;
      break;
    case Unit::kBroadcasting: broadcast(state, full); break;
  }
  if (state.unit == Unit::kBroadcasting && is_over(state)) state.unit = Unit::kIdle;
  accept(state, in);
  out.stop = state.in_high;
}

/// FT-CYC-3: every output FIFO that is not stopped sends its head.
void ControlPlane::send(ControlState& state, PortMask stop, ControlOutput& out) const {
  for (PortMask left = state.out_waiting & ~stop; left != 0; left &= left - 1) {
    const PortIdx port = lowest(left);
    out.sent.push_back({port, state.out[port].pop()});
    state.out_full &= ~bit(port);
    if (state.out[port].empty()) state.out_waiting &= ~bit(port);
    ++state.totals.sent;
  }
}

/// FT-CYC-4: the first that is ready of link events, heads from above, heads from below,
/// announcements.
void ControlPlane::pick(ControlState& state, PortMask full) const {
  if ((state.link_down | state.link_up) != 0 && pick_link_event(state, full)) return;
  const PortMask down = rules_.down_mask();
  const PortMask up = rules_.up_mask();
  if ((state.in_waiting & up) != 0 && (full & down) == 0) {
    pick_head(state, state.in_waiting & up, state.last_from_above);
    return;
  }
  PortMask from_below = state.in_waiting & down;
  if (full != 0) {  // a SYNCREQ waits for no room before it is picked
    for (PortMask left = from_below; left != 0; left &= left - 1) {
      const PortIdx port = lowest(left);
      if (state.in[port].head().kind != FaultMessage::Kind::kSyncReq) from_below &= ~bit(port);
    }
  }
  if (from_below != 0) {
    pick_head(state, from_below, state.last_from_below);
  } else if (state.faults.pending != 0 && full == 0) {
    const PortIdx port = lowest(state.faults.pending);
    begin(state, Operation::kAnnounce, port, state.announce_cause[port]);
  }
}

bool ControlPlane::pick_link_event(ControlState& state, PortMask full) const {
  if (state.link_down != 0) {
    const PortIdx port = lowest(state.link_down);
    state.link_down &= ~bit(port);
    begin(state, Operation::kLinkDown, port, {state.down_event[port], 0});
    return true;
  }
  const PortMask up = rules_.up_mask();
  const PortMask ready = state.link_up & ((up & ~full) | (full == 0 ? ~up : 0));
  if (ready == 0) return false;
  const PortIdx port = lowest(ready);
  state.link_up &= ~bit(port);
  begin(state, Operation::kLinkUp, port, {state.up_event[port], 0});
  return true;
}

void ControlPlane::pick_head(ControlState& state, PortMask candidates, PortIdx& last) const {
  last = after(candidates, last);
  state.message = state.in[last].pop();
  if (state.in[last].empty()) state.in_waiting &= ~bit(last);
  if (state.in[last].size() <= timing_.xoff()) state.in_high &= ~bit(last);
  ++state.totals.received;
  begin(state, Operation::kReceive, last, state.message.cause);
}

bool ControlPlane::is_statement(const ControlState& state) const {
  if (state.operation != Operation::kReceive) return false;
  switch (state.message.kind) {
    case Kind::kUlfm:
    case Kind::kUlrm: return state.message.level == rules_.self().level;
    case Kind::kDerf:
    case Kind::kDerr: return true;
    default: return false;
  }
}

/// Whether re-evaluation follows the operation.
bool ControlPlane::is_evaluated(const ControlState& state) const {
  if (rules_.self().level == 0) return false;
  if (state.operation == Operation::kLinkDown || state.operation == Operation::kLinkUp) {
    return rules_.is_up(state.port);
  }
  if (state.operation != Operation::kReceive) return false;
  const Kind kind = state.message.kind;
  return kind == Kind::kDlfm || kind == Kind::kDlrm || is_statement(state);
}

/// Whether the unit may pick again in the next cycle.
bool ControlPlane::is_over(const ControlState& state) const {
  if (state.next < state.effects.broadcasts.size()) return false;
  return !is_evaluated(state) || state.age + 1 >= Timing::kSettled;
}

/// FT-CYC-5: the writes take effect at the end of this cycle.
void ControlPlane::execute(ControlState& state) const {
  state.effects.clear();
  const PortMask pending_before = state.faults.pending;
  switch (state.operation) {
    case Operation::kLinkDown: rules_.link_down(state.faults, state.port, state.effects); break;
    case Operation::kLinkUp: rules_.link_up(state.faults, state.port, state.effects); break;
    case Operation::kReceive:
      rules_.receive(state.faults, state.port, state.message, state.effects);
      break;
    case Operation::kAnnounce: rules_.announce(state.faults, state.port, state.effects); break;
  }
  pass_cause_on(state, pending_before);
  ++state.totals.operations;
  state.next = 0;
  state.unit = Unit::kBroadcasting;
}

/// What the operation has made pending, and what it sends, goes back to what it goes back to
/// itself.
void ControlPlane::pass_cause_on(ControlState& state, PortMask pending_before) const {
  for (PortMask left = state.faults.pending & ~pending_before; left != 0; left &= left - 1) {
    state.announce_cause[lowest(left)] = state.cause;
  }
  const Cause next{state.cause.event, static_cast<std::uint16_t>(state.cause.hops + 1U)};
  for (Broadcast& broadcast : state.effects.broadcasts) broadcast.message.cause = next;
}

/// FT-CYC-5: one broadcast a cycle, once all its FIFOs have room.
void ControlPlane::broadcast(ControlState& state, PortMask full) const {
  if (state.next == state.effects.broadcasts.size()) return;
  const Broadcast& next = state.effects.broadcasts[state.next];
  unsigned from = Timing::kBroadcast;
  if (is_evaluated(state) && state.next >= state.effects.own) {
    from = Timing::kEvaluated;
  } else if (state.operation == Operation::kReceive && state.message.kind == Kind::kSyncReq) {
    from = Timing::kAnswer;
  }
  if (state.age < from || (next.ports & full) != 0) return;
  for (PortMask left = next.ports; left != 0; left &= left - 1) {
    const PortIdx port = lowest(left);
    state.out[port].push(next.message);
    if (state.out[port].full()) state.out_full |= bit(port);
    ++state.totals.entered;
  }
  state.out_waiting |= next.ports;
  ++state.next;
}

/// What arrives in a cycle may be picked from the next one on. FT-CYC-7: a LINK_DOWN empties both
/// FIFOs of its port and takes a waiting LINK_UP away.
void ControlPlane::accept(ControlState& state, const ControlInput& in) const {
  for (const PortMessage& arrival : in.arrivals) {
    state.in[arrival.port].push(arrival.message);
    state.in_waiting |= bit(arrival.port);
    if (state.in[arrival.port].size() > timing_.xoff()) state.in_high |= bit(arrival.port);
    ++state.totals.arrived;
  }
  for (PortMask left = in.link_down; left != 0; left &= left - 1) {
    const PortIdx port = lowest(left);
    state.totals.emptied_in += state.in[port].size();
    state.totals.emptied_out += state.out[port].size();
    state.in[port].clear();
    state.out[port].clear();
  }
  state.in_waiting &= ~in.link_down;
  state.in_high &= ~in.link_down;
  state.out_waiting &= ~in.link_down;
  state.out_full &= ~in.link_down;
  for (PortMask left = in.link_down | in.link_up; left != 0; left &= left - 1) {
    const PortIdx port = lowest(left);
    if ((in.link_down & bit(port)) != 0) state.down_event[port] = Cause::kUnknown;
    if ((in.link_up & bit(port)) != 0) state.up_event[port] = Cause::kUnknown;
  }
  for (const LinkEvent& event : in.known) {
    (event.up ? state.up_event : state.down_event)[event.port] = event.event;
  }
  state.link_down |= in.link_down;
  state.link_up = (state.link_up & ~in.link_down) | in.link_up;
}

}  // namespace selvage::golden
