// SPDX-License-Identifier: Apache-2.0
#include "fabric/cut_through/cut_through.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "config/switch/cut_through/config.hpp"
#include "fabric/cut_through/ports.hpp"

namespace selvage::fabric {

namespace {

/// Headers in a buffer: as many as its beats hold of the shortest packets, and one that leaves.
std::uint32_t most_headers(const Context& context) {
  const std::uint64_t least = context.scenario.traffic.shortest_beats();
  return static_cast<std::uint32_t>(context.timing.capacity / least + 1);
}

}  // namespace

CutThroughSwitch::CutThroughSwitch(sc_core::sc_module_name name, Context& context, SwitchIdx self,
                                   std::unique_ptr<SwitchControl> control)
    : Switch(name, context, self, std::move(control)),
      counts_(&context.board(self).coverage().of(cut_through_cover())),
      vcs_(context.topology.data_vc_count()),
      inputs_(port_count_),
      outputs_(std::size_t{2} * port_count_),
      buffers_(std::size_t{port_count_} * vcs_),
      slots_(buffers_.size() * most_headers(context)),
      requesting_(vcs_) {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    buffers_[i].size = static_cast<std::uint16_t>(most_headers(context));
    buffers_[i].ring = &slots_[i * buffers_[i].size];
  }
}

CutThroughSwitch::~CutThroughSwitch() = default;

void CutThroughSwitch::list_request() { context_.agenda.route.insert(self_); }

void CutThroughSwitch::mark_dirty(PortIdx out) {
  if (is_sink(out)) {
    dirty_sinks_ |= PortMask{1} << (out - port_count_);
  } else {
    dirty_ |= PortMask{1} << out;
  }
  context_.agenda.arbitrate.insert(self_);
}

std::uint64_t CutThroughSwitch::free_beats(const Buffer& b) const {
  const Timing& t = context_.timing;
  std::uint64_t held = b.beats;
  if (b.sending) held -= std::min<std::uint64_t>(b.leaving, b.gone(context_.now()));
  return held >= t.capacity ? 0 : t.capacity - held;
}

// ---- arrivals ---------------------------------------------------------------------------------

void CutThroughSwitch::header_arrives(PortIdx in, Packet& packet) {
  const Cycle now = context_.now();
  const Timing& t = context_.timing;
  Input& port = inputs_[in];
  const LinkState* link = plugs_[in].link;
  if (link != nullptr) {
    if (disturbed(in) && link->lost(packet.sent, now)) {
      const bool departed_dead = packet.sent >= link->died;
      met(departed_dead ? DataCase::kSentIntoDead : DataCase::kCaughtOnLink);
      context_.drop(packet, departed_dead ? DropReason::kSentIntoDead : DropReason::kCaughtOnLink,
                    link->charged, sender(in));
      return;
    }
    context_.packet_over(*link, packet.sent, {self_, in}, disturbed(in));
  }
  if (const std::uint32_t death = context_.book.death_of(self_); death != kNoFault) {
    met(DataCase::kAtDeadSwitch);
    context_.drop(packet, DropReason::kLostInSwitch, death, {self_, in});
    return;
  }
  port.last_slot = packet.slot;
  port.last_packet = packet.id;
  port.last_vc = packet.vc;
  port.last_header = now;
  port.until = now + packet.beats;
  port.made_up = false;
  context_.record(HeaderArrived{packet, {self_, in}, now});

  Buffer& b = buffer(in, packet.vc);
  if (free_beats(b) < packet.beats || b.count == b.size) {
    context_.violate(fmt::format("FAB-BUF: cycle {}: the input buffer of {} overflows", now,
                                 context_.topology.port_name(self_, in)));
    context_.drop(packet, DropReason::kDeadPort, kNoFault, {self_, in});
    return;
  }
  met(b.count == 0 ? DataCase::kEmptyBuffer : DataCase::kBehindOthers);
  if (b.xoff) met(DataCase::kArrivesAfterXoff);
  b.push(packet.slot, packet.beats);
  const std::uint64_t free = free_beats(b);
  if (free == 0) met(DataCase::kBufferFull);
  if (!b.xoff && free < t.xoff_free) {
    signal(in, packet.vc, false);
    after_space(in, packet.vc);
  }
  if (b.front == Buffer::Front::kNone) request_route(in, packet.vc);
}

// ---- route computation ------------------------------------------------------------

void CutThroughSwitch::queue_request(PortIdx in, unsigned vc) {
  buffer(in, vc).front = Buffer::Front::kQueued;
  requesting_[vc] |= PortMask{1} << in;
}

/// The first input channel that requests behind the last that did, round robin (FAB-RC-1).
std::optional<CutThroughSwitch::Channel> CutThroughSwitch::next_request() const {
  const auto first = [this](Channel from) {
    std::optional<Channel> found;
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      const unsigned port = from.in + (vc < from.vc ? 1U : 0U);
      const PortMask inputs = port < port_count_ ? requesting_[vc] & (~PortMask{0} << port) : 0;
      if (inputs == 0) continue;
      const auto in = static_cast<PortIdx>(__builtin_ctzll(inputs));
      if (!found || in < found->in) found = Channel{in, static_cast<std::uint8_t>(vc)};
    }
    return found;
  };
  const std::optional<Channel> behind = first(first_channel_);
  return behind ? behind : first({});
}

bool CutThroughSwitch::has_requests() const {
  return std::any_of(requesting_.begin(), requesting_.end(),
                     [](PortMask inputs) { return inputs != 0; });
}

void CutThroughSwitch::request_route(PortIdx in, unsigned vc) {
  queue_request(in, vc);
  list_request();
}

void CutThroughSwitch::route_phase() {
  const Cycle now = context_.now();
  if (const std::optional<Channel> next = next_request()) {
    const auto [in, vc] = *next;
    requesting_[vc] &= ~(PortMask{1} << in);
    const bool wraps = vc + 1U == vcs_;
    first_channel_ = {static_cast<PortIdx>(in + (wraps ? 1 : 0)),
                      static_cast<std::uint8_t>(wraps ? 0 : vc + 1)};
    Buffer& b = buffer(in, vc);
    const Packet& p = context_.packets.at(b.slot(b.front_index()));
    b.front = Buffer::Front::kRouting;
    b.requested_at = now;
    control_->request(now, {p.id, p.source, p.destination, in, vc});
    context_.wheel.schedule(now + context_.timing.route,
                            make_event(EventKind::kRouteDone, self_, in, vc));
  }
  if (!has_requests()) return;
  met(DataCase::kSeveralAsk);
  schedule_request();
}

void CutThroughSwitch::schedule_request() {
  if (request_at_ > context_.now()) return;
  request_at_ = context_.now() + 1;
  context_.wheel.schedule(request_at_, make_event(EventKind::kRouteDue, self_));
}

void CutThroughSwitch::route_done(PortIdx in, unsigned vc) {
  Buffer& b = buffer(in, vc);
  const RouteDecision d = control_->collect(context_.now());
  const bool asked = b.requested_at + context_.timing.route == context_.now();
  if (b.front != Buffer::Front::kRouting || !asked) {  // lost with the switch meanwhile
    return met(DataCase::kAnswerLost);
  }
  ++context_.tally.decisions;
  if (!context_.record.empty()) {
    const Packet& p = context_.packets.at(b.slot(b.front_index()));
    context_.record(Decided{self_,
                            p,
                            {p.id, p.source, p.destination, in, static_cast<std::uint8_t>(vc)},
                            d,
                            b.requested_at,
                            context_.now()});
  }
  if (d.outcome == RouteDecision::Outcome::kDrop) {
    met(DataCase::kNoWay);
    return refuse_front(in, vc, DropReason::kNoRoute, kNoFault, in);
  }
  if (d.outcome == RouteDecision::Outcome::kWait) {
    met(DataCase::kControlWaits);
    return request_route(in, vc);
  }
  if (declared_dead(d.port)) {
    // The routing state may not have known of the dead port when it was asked, or may know more
    // by now: a decision is final once it was asked for after the control's work was done.
    if (b.requested_at <= stepped_at()) {
      met(DataCase::kAskedAgain);
      request_route(in, vc);
    } else {
      met(DataCase::kDeadPort);
      refuse_front(in, vc, DropReason::kDeadPort, plugs_[d.port].link->fault, d.port);
    }
    return;
  }
  b.front = Buffer::Front::kWaiting;
  b.wait_out = d.port;
  b.wait_vc = d.vc;
  outputs_[d.port].waiting |= PortMask{1} << in;
  mark_dirty(d.port);
}

/// It drains when its turn in the buffer has come, a beat a cycle (FAB-DRAIN).
void CutThroughSwitch::refuse_front(PortIdx in, unsigned vc, DropReason reason, std::uint32_t fault,
                                    PortIdx at) {
  Buffer& b = buffer(in, vc);
  context_.lose(context_.packets.at(b.slot(b.front_index())), reason, fault, {self_, at});
  b.front = Buffer::Front::kRefused;
  b.wait_out = sink(in);
  outputs_[sink(in)].waiting |= PortMask{1} << in;
  mark_dirty(sink(in));
}

// ---- arbitration and departures ---------------------------------------------------------------

void CutThroughSwitch::arbitrate_phase() {
  PortMask outputs = std::exchange(dirty_, 0);
  for (; outputs != 0; outputs &= outputs - 1) {
    arbitrate(static_cast<PortIdx>(__builtin_ctzll(outputs)));
  }
  PortMask sinks = std::exchange(dirty_sinks_, 0);
  for (; sinks != 0; sinks &= sinks - 1) {
    arbitrate_sink(static_cast<PortIdx>(__builtin_ctzll(sinks)));
  }
}

void CutThroughSwitch::arbitrate(PortIdx o) {
  const Cycle now = context_.now();
  const Output& out = outputs_[o];
  if (out.waiting == 0) return;
  if (out.sending) return met(DataCase::kOutputBusy);
  const std::optional<Channel> next = next_for(o);
  if (!next) return;
  const auto again = [this, o](Cycle at) {
    context_.wheel.schedule(at, make_event(EventKind::kMessageGone, self_, o));
  };
  // A packet that the death of this switch has cut ends later.
  if (out.busy_until > now) return again(out.busy_until);
  if (out.taken(now)) {
    met(DataCase::kMessageHasBeat);
    return again(now + 1);
  }
  grant(o, next->in, next->vc);
}

/// Round robin over the inputs, of which each sends the first of its virtual channels that may.
std::optional<CutThroughSwitch::Channel> CutThroughSwitch::next_for(PortIdx o) {
  const Output& out = outputs_[o];
  PortMask inputs = out.waiting & ~input_busy_;
  if ((inputs & (inputs - 1)) != 0) met(DataCase::kSeveralForOutput);
  while (inputs != 0) {
    const PortMask at_or_after = inputs & (~PortMask{0} << out.next_input);
    const auto in = static_cast<PortIdx>(__builtin_ctzll(at_or_after != 0 ? at_or_after : inputs));
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      const Buffer& b = buffer(in, vc);
      if (!b.waits_for(o)) continue;
      if (out.may_send(b.wait_vc)) return Channel{in, static_cast<std::uint8_t>(vc)};
      met(DataCase::kFrontHasXoff);
    }
    inputs &= ~(PortMask{1} << in);
  }
  return std::nullopt;
}

bool CutThroughSwitch::waits_for(PortIdx in, PortIdx out) const {
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    if (buffer(in, vc).waits_for(out)) return true;
  }
  return false;
}

/// A sink is free whenever its input is.
void CutThroughSwitch::arbitrate_sink(PortIdx in) {
  for (unsigned vc = 0; vc < vcs_ && ((input_busy_ >> in) & 1U) == 0; ++vc) {
    if (buffer(in, vc).waits_for(sink(in))) grant(sink(in), in, vc);
  }
}

void CutThroughSwitch::grant(PortIdx o, PortIdx in, unsigned vc) {
  const Cycle now = context_.now();
  Output& out = outputs_[o];
  Buffer& b = buffer(in, vc);
  Packet& p = context_.packets.at(b.slot(0));
  input_busy_ |= PortMask{1} << in;
  b.start(now, o, p.beats);
  b.front = Buffer::Front::kNone;
  if (!waits_for(in, o)) out.waiting &= ~(PortMask{1} << in);
  out.sending = true;
  out.holder = in;
  out.holder_vc = static_cast<std::uint8_t>(vc);
  out.packet = p.id;
  out.busy_until = now + p.beats;
  const bool skips = second_beat_late(out, b, p);
  context_.wheel.schedule(out.busy_until, make_event(EventKind::kTailGone, self_, o));
  context_.last_progress = now;
  if (!is_sink(o)) {
    if (in < out.next_input) met(DataCase::kTurnWraps);
    out.next_input = in + 1U == port_count_ ? PortIdx{0} : static_cast<PortIdx>(in + 1U);
    send_header(o, b, p);
  }
  if (skips) skip_beat(o);
  after_space(in, vc);
  // The next packet's route is computed while this one is leaving.
  if (b.has_front()) {
    met(DataCase::kNextAsksMeanwhile);
    queue_request(in, vc);
    schedule_request();
  }
}

void CutThroughSwitch::send_header(PortIdx out, Buffer& from, Packet& packet) {
  context_.left(packet, {self_, out});
  packet.vc = from.wait_vc;
  packet.sent = context_.now();
  out_.header(out, packet, context_.timing.link);
}

void CutThroughSwitch::tail_gone(PortIdx o) {
  const Cycle now = context_.now();
  Output& out = outputs_[o];
  if (!out.sending) return;    // wiped meanwhile
  if (now < out.busy_until) {  // beats were skipped meanwhile
    context_.wheel.schedule(out.busy_until, make_event(EventKind::kTailGone, self_, o));
    return;
  }
  const PortIdx in = out.holder;
  Buffer& b = buffer(in, out.holder_vc);
  record_tail(in, o);
  if (is_sink(o)) {
    met(DataCase::kDrains);
    Packet& p = context_.packets.at(b.slot(0));
    context_.drop(p, p.reason, p.fault, {self_, in});
  }
  out.sending = false;
  b.pop();
  input_busy_ &= ~(PortMask{1} << in);
  mark_dirty(o);
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    const Buffer& other = buffer(in, vc);
    if (other.front >= Buffer::Front::kWaiting) mark_dirty(other.wait_out);
  }
}

// ---- XON / XOFF -------------------------------------------------------------------------------

void CutThroughSwitch::flow_control(PortIdx o, unsigned vc, bool xon) {
  Output& out = outputs_[o];
  const Cycle now = context_.now();
  if (disturbed(o) && plugs_[o].link->lost(now - context_.timing.link, now))
    return met(DataCase::kXonLost);
  out.xon = (out.xon & ~(1U << vc)) | (xon ? 1U << vc : 0U);
  if (xon) mark_dirty(o);
}

void CutThroughSwitch::signal(PortIdx in, unsigned vc, bool xon) {
  Buffer& b = buffer(in, vc);
  b.xoff = !xon;
  if (!xon) met(DataCase::kXoff);
  in_.flow_control(in, xon ? LinkPhase::kXon : LinkPhase::kXoff, vc, context_.timing.link);
}

void CutThroughSwitch::after_space(PortIdx in, unsigned vc) {
  Buffer& b = buffer(in, vc);
  if (!b.xoff) return;
  const Cycle now = context_.now();
  const std::uint64_t free = free_beats(b);
  if (free >= context_.timing.xoff_free) {
    met(b.sending ? DataCase::kXonWhileLeaving : DataCase::kXonBehindTail);
    signal(in, vc, true);
  } else if (b.sending && b.send_start + b.leaving > now) {
    // Space grows by a beat a cycle while a packet is leaving: the crossing is known now.
    const Cycle due =
        now + std::min<Cycle>(context_.timing.xoff_free - free, b.send_start + b.leaving - now);
    if (b.xon_check == kNever || b.xon_check <= now || due < b.xon_check) {
      b.xon_check = due;
      context_.wheel.schedule(due, make_event(EventKind::kXonDue, self_, in, vc));
    }
  }
}

void CutThroughSwitch::xon_due(PortIdx in, unsigned vc) {
  Buffer& b = buffer(in, vc);
  if (b.xon_check == context_.now()) b.xon_check = kNever;
  after_space(in, vc);
}

}  // namespace selvage::fabric
