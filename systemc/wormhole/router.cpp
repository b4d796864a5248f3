// SPDX-License-Identifier: Apache-2.0
/// What comes to a router in one cycle, and its questions to the control.
#include "wormhole/router.hpp"

#include <cassert>

#include "wormhole/sink.hpp"

namespace selvage::wormhole {

void Router::wire(PortIdx port, const PortEnd& end) {
  Port& p = ports()[port];
  const unsigned base = port * shared_.params.vcs;
  p.kind = end.kind;
  const ChannelMask channels = shared_.vc_mask << base;
  exists_ |= channels;
  free_ |= channels;
  credit_ |= channels;
  if (end.kind == PortEnd::Kind::kHost) {
    p.entity = shared_.nodes + end.index;
    p.delta = static_cast<std::int8_t>(-static_cast<int>(base));
    const bool slow = !shared_.sinks->empty() && (*shared_.sinks)[end.index].slow();
    for (unsigned vc = 0; slow && vc < shared_.params.vcs; ++vc) {
      Out& out = outputs()[base + vc];
      out.full = out.credits = static_cast<std::uint16_t>((*shared_.sinks)[end.index].depth());
    }
    return;
  }
  p.entity = end.index;
  const unsigned far = end.port * shared_.params.vcs;
  p.delta = static_cast<std::int8_t>(static_cast<int>(far) - static_cast<int>(base));
  for (unsigned vc = 0; vc < shared_.params.vcs; ++vc) {
    Out& out = outputs()[base + vc];
    out.full = out.credits = (*shared_.routers)[end.index].inputs()[far + vc].depth;
  }
}

void Router::push(Channel in, std::uint32_t slot) {
  Fifo& f = fifos()[in];
  if (f.size > 0 && keeps_apart(in)) meet(FlitCase::kTwoPackets);
  assert(f.size < f.capacity);
  unsigned place = f.head + f.size;
  if (place >= f.capacity) place -= f.capacity;
  shared_.slots[f.base + place] = slot;
  ++f.size;
}

void Router::header_coming(PortIdx port, unsigned vc, std::uint32_t slot) {
  push(static_cast<Channel>(port * shared_.params.vcs + vc), slot);
}

/// The port that a decision names, or the lowest of several.
PortIdx Router::named_by(const RouteDecision& d) const {
  if (d.outcome == RouteDecision::Outcome::kForward) {
    return d.port < shared_.ports ? d.port : kNoPort;
  }
  return d.candidates == 0 ? kNoPort : static_cast<PortIdx>(lowest(d.candidates));
}

SwitchControl& Router::control() const {
  if (rare().control == nullptr) rare().control = &shared_.client.control(self_);
  return *rare().control;
}

RouteRequest Router::request_of(Channel in, ChannelMask free) const {
  const Packet& p = shared_.packets[inputs()[in].slot];
  RouteRequest r;
  r.packet = p.id;
  r.source = p.source;
  r.destination = p.destination;
  r.in_port = shared_.port_of[in];
  r.in_vc = static_cast<std::uint8_t>(in - shared_.port_of[in] * shared_.params.vcs);
  r.header = p.header;
  r.free_channels = free;
  return r;
}

ChannelMask Router::ports_to_channels(PortMask ports) const {
  ChannelMask m = 0;
  for (unsigned p = 0; p < shared_.ports; ++p) {
    if (((ports >> p) & 1U) != 0) m |= shared_.vc_mask << (p * shared_.params.vcs);
  }
  return m;
}

void Router::step() {
  used_ = 0;
  take_credits();
  take_flits();
  if (aborts_ != 0) put_aborts();
  route();
  if (drain_ != 0) drain();
  if ((filled_ & credit_) != 0) allocate();
  if ((need_ | (filled_ & credit_)) != 0) shared_.wires.look_next(self_);
  if (aborts_ != 0 && abort_fits()) shared_.wires.look_next(self_);
}

inline void Router::take_credits() {
  ChannelMask& arriving = shared_.wires.credits_here(self_);
  if (arriving == 0) return;
  for (ChannelMask m = arriving; m != 0; m &= m - 1) {
    Out& out = outputs()[lowest(m)];
    if (++out.credits > out.full) meet(FlitCase::kCreditTooMany);
  }
  if ((arriving & filled_ & ~credit_) != 0) meet(FlitCase::kCreditAwaited);
  credit_ |= arriving;
  ChannelMask freed = 0;
  for (ChannelMask m = arriving & closing_; m != 0; m &= m - 1) {
    const Out& out = outputs()[lowest(m)];
    if (out.credits == out.full) freed |= bit(lowest(m));
  }
  arriving = 0;
  if (freed == 0) return;
  closing_ &= ~freed;
  free_ |= freed;
  meet(FlitCase::kFreedByCredit);
  if (waiting_ != 0) wake_waiting(freed);
}

inline void Router::take_flits() {
  ChannelMask& arriving = shared_.wires.flits_here(self_);
  for (ChannelMask m = arriving; m != 0; m &= m - 1) {
    In& in = inputs()[lowest(m)];
    assert(in.count < in.depth);
    if (++in.count >= in.depth) {
      meet(in.count == in.depth ? FlitCase::kBufferFull : FlitCase::kOverfull);
    }
    filled_ |= ChannelMask{in.target != kNoChannel} << (in.target % 64);
  }
  const ChannelMask headers = arriving & ~fronted_;
  if ((headers & ~exists_) != 0) meet_early(headers & ~exists_);
  for (ChannelMask m = headers; m != 0; m &= m - 1) front(static_cast<Channel>(lowest(m)));
  arriving = 0;
}

/// A header has come to the head of `in`.
void Router::front(Channel c) {
  const Fifo& f = fifos()[c];
  In& in = inputs()[c];
  assert(f.size > 0);
  in.slot = shared_.slots[f.base + f.head];
  in.left = shared_.packets[in.slot].flits;
  in.cut = shared_.packets[in.slot].cut;
  fronted_ |= bit(c);
  header_ |= bit(c);
  need_ |= bit(c);
}

void Router::wake_waiting(ChannelMask freed) {
  for (ChannelMask m = waiting_; m != 0; m &= m - 1) {
    const unsigned c = lowest(m);
    if ((waits()[c] & freed) == 0) continue;
    waiting_ &= ~bit(c);
    need_ |= bit(c);
    meet(FlitCase::kWoken);
  }
}

inline void Router::route() {
  Asked& asked = questions()[shared_.asked_now];
  if (asked.in != kNoChannel) {
    const Asked question = asked;
    asked.in = kNoChannel;
    answer(question);
    if (!question.gone) meet_answer(question.in);
    if (shared_.params.report_flits && !question.gone) report_answer(question.in);
  }
  if (need_ == 0) return;
  const ChannelMask later = need_ & (~ChannelMask{0} << next_route_);
  const auto in = static_cast<Channel>(lowest(later != 0 ? later : need_));
  if ((need_ & (need_ - 1)) != 0) meet(FlitCase::kSeveralAsk);
  if (later == 0) meet(FlitCase::kAskWraps);
  next_route_ = static_cast<std::uint8_t>((in + 1U) % 64);
  need_ &= ~bit(in);
  asked = {free_, in, false, false};
  ++shared_.counts.requests;
  control().request(shared_.now, request_of(in, free_));
  shared_.wires.look_at_answer(self_);
}

void Router::answer(const Asked& asked) {
  const Channel in = asked.in;
  const ChannelMask free_then = asked.free;
  const Cycle then = shared_.now - shared_.params.route_latency;
  const RouteDecision d = control().collect(shared_.now);
  if (asked.gone) return meet(FlitCase::kAnswerLost);
  ChannelMask wait = 0;
  bool to_host = false;  // whatever the routing state, it goes there
  switch (d.outcome) {
    case RouteDecision::Outcome::kDrop:
      drain_ |= bit(in);
      shared_.client.refused(inputs()[in].slot, self_, request_of(in, free_then), then);
      return;
    case RouteDecision::Outcome::kForward:
      if (d.port >= shared_.ports || d.vc >= shared_.params.vcs) break;
      wait = bit(d.port * shared_.params.vcs + d.vc) & exists_;
      // All channels to a host are alike.
      if (ports()[d.port].kind == PortEnd::Kind::kHost) {
        wait = shared_.vc_mask << (d.port * shared_.params.vcs);
        to_host = true;
      }
      if ((wait & free_) != 0) {
        grant(in, static_cast<Channel>(lowest(wait & free_)), d);
        return;
      }
      if ((wait & free_then) != 0) {
        ++shared_.counts.overtaken;
        meet(FlitCase::kOvertaken);
        need_ |= bit(in);
        return;
      }
      if (wait != 0) meet(FlitCase::kChoiceTaken);
      break;  // this control does not look at free_channels: its choice is the one candidate
    case RouteDecision::Outcome::kWait: wait = ports_to_channels(d.candidates) & exists_; break;
  }
  if (asked.stale && !to_host && (wait != 0 || d.outcome == RouteDecision::Outcome::kWait)) {
    meet(FlitCase::kStale);
    need_ |= bit(in);
    return;
  }
  if (wait == 0) {  // it would wait for ever
    if (shared_.client.outdated(self_, then)) {
      meet(FlitCase::kOutdated);
      need_ |= bit(in);
      return;
    }
    meet(FlitCase::kNamesNothing);
    drain_ |= bit(in);
    rare().bad |= bit(in);
    inputs()[in].named = named_by(d);
    return;
  }
  ++shared_.counts.waits;
  waits()[in] = wait;
  // A channel that became free after the question would wake nobody.
  const bool freed = (wait & free_ & ~free_then) != 0;
  if (freed) meet(FlitCase::kFreedMeanwhile);
  (freed ? need_ : waiting_) |= bit(in);
}

/// What the answer has made of the header at `in`.
Answered Router::made_of(Channel in) const {
  const ChannelMask c = bit(in);
  return (held_ & c) != 0    ? Answered::kTakes
         : (drain_ & c) != 0 ? Answered::kDropped
         : (need_ & c) != 0  ? Answered::kAgain
                             : Answered::kWaits;
}

void Router::meet_answer(Channel in) const {
  const bool by_link = ports()[shared_.port_of[in]].kind != PortEnd::Kind::kHost;
  shared_.met.answered(made_of(in), by_link, self_);
}

void Router::report_answer(Channel in) const {
  const Answered what = made_of(in);
  shared_.client.answered(self_, in, what, what == Answered::kTakes ? inputs()[in].target : 0);
}

void Router::grant(Channel in, Channel c, const RouteDecision& d) {
  const Port& to = ports()[shared_.port_of[c]];
  const unsigned vc = c - shared_.port_of[c] * shared_.params.vcs;
  if (vc != d.vc && to.kind == PortEnd::Kind::kHost) meet(FlitCase::kHostChannel);
  shared_.met.takes(ports()[shared_.port_of[in]].kind != PortEnd::Kind::kHost,
                    to.kind != PortEnd::Kind::kHost,
                    vc != in - shared_.port_of[in] * shared_.params.vcs, self_);
  shared_.packets[inputs()[in].slot].header = d.header;
  inputs()[in].target = c;
  outputs()[c].owner = in;
  free_ &= ~bit(c);
  held_ |= bit(in);
  filled_ |= bit(c);
}

void Router::routes_changed(Cycle next) {
  need_ |= waiting_;
  waiting_ = 0;
  for (unsigned k = 0; k < shared_.params.route_latency; ++k) questions()[k].stale = true;
  if (need_ != 0 || aborts_ != 0) shared_.wires.look_at(next, self_);
}

Waiting Router::waits_for(Channel in) const {
  if ((held_ & bit(in)) != 0) {
    const In& i = inputs()[in];
    if (i.count == 0 || ((credit_ >> i.target) & 1U) != 0 ||
        shared_.wires.credits_under_way(self_, i.target) != 0) {
      return {};
    }
    return {Waiting::For::kCredit, bit(i.target)};
  }
  if ((waiting_ & bit(in)) == 0) return {};
  // The answer named ports; the control is asked channel by channel which are legal.
  Waiting w{Waiting::For::kChannel, 0};
  for (ChannelMask rest = waits()[in]; rest != 0; rest &= rest - 1) {
    const auto c = static_cast<Channel>(lowest(rest));
    const RouteDecision d = control().preview(request_of(in, bit(c)));
    if (d.outcome == RouteDecision::Outcome::kForward && d.port == shared_.port_of[c] &&
        (d.vc == c % shared_.params.vcs || ports()[d.port].kind == PortEnd::Kind::kHost)) {
      w.channels |= bit(c);
    }
  }
  return w;
}

FarEnd Router::far_end(Channel out) const {
  const Port& p = ports()[shared_.port_of[out]];
  if (p.kind != PortEnd::Kind::kSwitch) return {};
  return {true, p.entity, static_cast<Channel>(out + p.delta)};
}

}  // namespace selvage::wormhole
