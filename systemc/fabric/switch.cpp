// SPDX-License-Identifier: Apache-2.0
#include "fabric/switch.hpp"

#include <algorithm>

#include "fabric/faults/bit_errors.hpp"

namespace selvage::fabric {

Switch::Switch(sc_core::sc_module_name name, Context& context, SwitchIdx self,
               std::unique_ptr<SwitchControl> control)
    : sc_module(name),
      context_(context),
      self_(self),
      port_count_(context.topology.port_count(self)),
      control_(std::move(control)),
      plugs_(port_count_),
      in_("in", *this, port_count_),
      out_("out", *this, port_count_),
      message_ports_(context.scenario.faults.lossy() ? port_count_ : 0) {}

Switch::~Switch() = default;

// ---- the links ----------------------------------------------------------------------------------

void Switch::transport_fw(PortIdx port, LinkPayload& payload, LinkPhase phase, Cycle delay) {
  const auto arrives = [&](EventKind kind) {
    context_.wheel.schedule(context_.now() + delay,
                            make_event(kind, self_, port, payload.vc, payload.slot));
  };
  switch (phase) {
    case LinkPhase::kHeader: return header_coming(port, payload, delay);
    case LinkPhase::kMessage: return arrives(EventKind::kMessageArrives);
    case LinkPhase::kStall: return stall_coming(port, payload, delay);
    default: context_.violate("LINK-2: headers and messages go forward, flow control does not");
  }
}

void Switch::stall_coming(PortIdx in, LinkPayload& payload, Cycle delay) {
  context_.wheel.schedule(context_.now() + delay,
                          make_event(EventKind::kStall, self_, in, payload.vc, payload.slot));
}

void Switch::header_coming(PortIdx in, LinkPayload& payload, Cycle delay) {
  context_.wheel.schedule(context_.now() + delay, make_event(EventKind::kHeaderArrives, self_, in,
                                                             payload.vc, payload.slot));
}

void Switch::flow_control_coming(PortIdx out, unsigned vc, bool xon, Cycle delay) {
  context_.wheel.schedule(context_.now() + delay,
                          make_event(EventKind::kFlowControl, self_, out, vc, xon ? 1U : 0U));
}

void Switch::transport_bw(PortIdx port, LinkPhase phase, unsigned vc, Cycle delay) {
  const Cycle at = context_.now() + delay;
  const auto stop = [&](StopFlag flag) {
    context_.wheel.schedule(
        at, make_event(EventKind::kStopFlag, self_, port, 0, static_cast<std::uint64_t>(flag)));
  };
  switch (phase) {
    case LinkPhase::kXon:
    case LinkPhase::kXoff: return flow_control_coming(port, vc, phase == LinkPhase::kXon, delay);
    case LinkPhase::kStop: return stop(StopFlag::kStop);
    case LinkPhase::kGo: return stop(StopFlag::kGo);
    case LinkPhase::kStopAgain: return stop(StopFlag::kStopAgain);
    case LinkPhase::kResend:
      context_.wheel.schedule(at, make_event(EventKind::kResend, self_, port, 0, vc));
      return;
    default: context_.violate("LINK-2: flow control goes backward, headers do not");
  }
}

void Switch::set_dead(PortIdx port) {
  port_dead_ |= PortMask{1} << port;
  disturb(port);
}

void Switch::wake() { context_.agenda.control.insert(self_); }

void Switch::link_healed(PortIdx port) {
  resend_flow_control(port);
  at_message_port(port, [](MessagePort& end) { end.begin_anew(); });
  resend_stop_flag(port);
}

void Switch::resend_stop_flag(PortIdx port) {
  if (((stop_driven_ >> port) & 1U) == 0) return;
  in_.flow_control(port, LinkPhase::kStopAgain, 0, context_.timing.link);
}

SwitchPort Switch::sender(PortIdx in) const {
  const PortEnd far = context_.topology.peer(self_, in);
  return {far.index, far.port};
}

// ---- the fault plane ----------------------------------------------------------------------------

/// A flag that is visible at the end of cycle t acts from cycle t + d + 1 on; that is now.
void Switch::stop_flag(PortIdx out, StopFlag flag) {
  const Cycle now = context_.now();
  const Cycle visible = now - context_.timing.link - (flag == StopFlag::kStopAgain ? 0 : 1);
  if (flag != StopFlag::kNone && plugs_[out].link->lost(visible, now - 1)) return;
  const PortMask port = PortMask{1} << out;
  const bool stop = flag == StopFlag::kStop || flag == StopFlag::kStopAgain;
  stop_seen_ = stop ? stop_seen_ | port : stop_seen_ & ~port;
  if ((behind_ & port) != 0) wake();
}

void Switch::message_arrives(PortIdx in, Message& message) {
  const LinkState& link = *plugs_[in].link;
  --context_.book.messages_pending;
  const bool lost = link.lost(message.sent, context_.now()) && !context_.book.cross_dead_link;
  if (lost && is_flap(link.charged)) ++context_.book.flaps[link.charged - kFlaps].messages_lost;
  if (lost || !in_turn(in, message)) {
    context_.record(MessageLost{message.slot, {self_, in}});
    context_.messages.give_back(message);
    return;
  }
  context_.check_link(link, message.sent, {self_, in});
  step_in_.arrivals.push_back({in, message.content, message.cause});
  context_.record(MessageArrived{message.slot, {self_, in}, message.content, context_.now()});
  context_.messages.give_back(message);
  wake();
}

void Switch::declared(PortIdx port, bool up, std::uint32_t event) {
  context_.record(LinkDeclared{event, {self_, port}, up, context_.now()});
  step_in_.links.push_back({port, up, event});
  wake();
}

void Switch::control_phase() {
  if (step_out_.active || step_in_.any()) control_step();
  if (behind_ != 0) send_again();
  give_up();
  if (!step_out_.active && (behind_ & ~stop_seen_) == 0) return;
  context_.wheel.schedule(context_.now() + 1, make_event(EventKind::kSwitchTick, self_));
}

void Switch::control_step() {
  const bool was_active = step_out_.active;
  if (context_.record.needs_views() && !view_) view_ = control_->snapshot();
  step_in_.stop = stopped();
  control_->step(context_.now(), step_in_, step_out_);
  stepped_at_ = context_.now();
  for (const LinkEvent& event : step_in_.links) take_link_event(event);
  if (step_out_.changed) {
    record_change(step_out_.cause);
    routes_changed();
  }
  control_stepped(step_in_, step_out_);
  step_in_.clear();
  send_messages();
  show_stop();
  context_.book.controls_active += step_out_.active ? 1 : 0;
  context_.book.controls_active -= was_active ? 1 : 0;
}

void Switch::finish_control() {
  constexpr Cycle kMost = 100000;  // more than any work; a defect could make it endless
  Cycle now = context_.now();
  const Cycle limit = now + kMost;
  while (step_out_.active && now < limit && !context_.scoreboard.failed()) {
    control_->step(++now, step_in_, step_out_);
  }
  control_->finish(now + 2);
}

/// What the data path makes of a declaration.
void Switch::take_link_event(const LinkEvent& event) {
  const PortMask port = PortMask{1} << event.port;
  if (event.up) {
    port_dead_ &= ~port;
    port_up(event.port);
    return;
  }
  port_dead_ |= port;
  given_up_ |= port;
  port_down(event.port);
}

void Switch::record_change(Cause cause) {
  const std::shared_ptr<const RouteView> before = std::move(view_);
  if (context_.record.needs_views()) view_ = control_->snapshot();
  context_.record(StateChanged{cause, self_, before, view_, context_.now(), control_.get()});
  if (cause.event == Cause::kUnknown) return;
  Spread& spread = context_.book.spread_of(cause.event);
  spread.last_change = context_.now();
  spread.hops = std::max<unsigned>(spread.hops, cause.hops);
  ++spread.changes;
  spread.switches.insert(self_);
}

void Switch::send_messages() {
  for (const PortedMessage& m : step_out_.sent) {
    if (plugs_[m.port].link == nullptr) continue;
    ++context_.tally.messages_sent;
    if (m.cause.event != Cause::kUnknown) ++context_.book.spread_of(m.cause.event).messages;
    transmit(m.port, m.message, m.cause, number_new(m));
  }
}

void Switch::transmit(PortIdx port, const ControlMessage& content, Cause cause,
                      std::uint32_t number) {
  if (context_.scenario.link.messages == LinkMessages::kBeat) message_leaves(port);
  Message& message = context_.messages.take();
  message.content = content;
  message.cause = cause;
  message.number = number;
  message.sent = context_.now();
  message.bad = context_.errors && context_.errors->damages(SwitchPort{self_, port}, 1);
  context_.tally.errors.messages += message.bad ? 1 : 0;
  ++context_.book.messages_pending;
  const SwitchIdx far = context_.topology.peer(self_, port).index;
  context_.record(MessageSent{
      cause, message.slot, {self_, port}, far, content, message.sent, message.bad, message.number});
  out_.message(port, message, context_.timing.link);
}

void Switch::show_stop() {
  PortMask flips = step_out_.stop ^ stop_driven_;
  stop_driven_ = step_out_.stop;
  for (; flips != 0; flips &= flips - 1) {
    const auto port = static_cast<PortIdx>(__builtin_ctzll(flips));
    if (plugs_[port].link == nullptr) continue;
    const bool stop = ((stop_driven_ >> port) & 1U) != 0;
    in_.flow_control(port, stop ? LinkPhase::kStop : LinkPhase::kGo, 0, context_.timing.link + 1);
  }
}

}  // namespace selvage::fabric
