// SPDX-License-Identifier: Apache-2.0
#include "fabric/switch.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "fabric/sockets.hpp"

namespace selvage::fabric {

Switch::Switch(sc_core::sc_module_name name, Context& context, SwitchIdx self,
               std::unique_ptr<SwitchControl> control)
    : sc_module(name),
      context_(context),
      self_(self),
      port_count_(context.topology.port_count(self)),
      control_(std::move(control)),
      plugs_(port_count_) {
  for (unsigned p = 0; p < port_count_; ++p) {
    const auto port = static_cast<PortIdx>(p);
    // Left unbound where nobody is: no socket.
    const bool used = context.topology.peer(self, port).kind != PortEnd::Kind::kNone;
    in_sockets_.push_back(
        used ? std::make_unique<InSocket>(fmt::format("in{}", p).c_str(), context, self, port)
             : nullptr);
    out_sockets_.push_back(
        used ? std::make_unique<OutSocket>(fmt::format("out{}", p).c_str(), context, self, port)
             : nullptr);
  }
}

Switch::~Switch() = default;

void Switch::end_of_elaboration() {
  for (unsigned p = 0; p < port_count_; ++p) {
    if (!in_sockets_[p]) continue;
    plugs_[p].upstream = in_sockets_[p]->socket.operator->();
    plugs_[p].downstream = out_sockets_[p]->socket.operator->();
  }
}

tlm::tlm_target_socket<>& Switch::in(PortIdx port) { return in_sockets_[port]->socket; }
tlm::tlm_initiator_socket<>& Switch::out(PortIdx port) { return out_sockets_[port]->socket; }

void Switch::set_dead(PortIdx port) { port_dead_ |= PortMask{1} << port; }

void Switch::wake() {
  const Cycle now = context_.now();
  if (scheduled_ != now) {
    scheduled_ = now;
    context_.agenda.control.push_back(self_);
  }
}

void Switch::link_healed(PortIdx port) {
  resend_flow_control(port);
  if (((stop_shown_ >> port) & 1U) == 0) return;
  const SwitchPort far = sender(port);
  context_.wheel.schedule(context_.now() + context_.timing.link,
                          make_event(EventKind::kStopFlag, far.sw, far.port, 0,
                                     static_cast<std::uint64_t>(StopFlag::kStopAgain)));
}

SwitchPort Switch::sender(PortIdx in) const {
  const PortEnd far = context_.topology.peer(self_, in);
  return {far.index, far.port};
}

// ---- the fault plane ----------------------------------------------------------------------------

/// A flag that is shown at the end of cycle t acts from cycle t + d + 1 on; that is now.
void Switch::stop_flag(PortIdx out, StopFlag flag) {
  const Cycle now = context_.now();
  const Cycle shown = now - context_.timing.link - (flag == StopFlag::kStopAgain ? 0 : 1);
  if (flag != StopFlag::kNone && plugs_[out].link->lost(shown, now - 1)) return;
  const PortMask port = PortMask{1} << out;
  const bool stop = flag == StopFlag::kStop || flag == StopFlag::kStopAgain;
  stop_seen_ = stop ? stop_seen_ | port : stop_seen_ & ~port;
}

void Switch::message_arrives(PortIdx in, Message& message) {
  const LinkState& link = *plugs_[in].link;
  --context_.book.messages_pending;
  if (link.lost(message.sent, context_.now()) && !context_.book.cross_dead_link) {
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
  if (!step_out_.active) return;
  context_.wheel.schedule(context_.now() + 1, make_event(EventKind::kSwitchTick, self_));
}

void Switch::control_step() {
  const bool was_active = step_out_.active;
  if (context_.record.wants_views() && !view_) view_ = control_->snapshot();
  step_in_.stop = stop_seen_;
  control_->step(context_.now(), step_in_, step_out_);
  stepped_at_ = context_.now();
  for (const LinkEvent& event : step_in_.links) take_link_event(event);
  step_in_.clear();
  if (step_out_.changed) {
    record_change(step_out_.cause);
    routes_changed();
  }
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
  port_down(event.port);
}

void Switch::record_change(Cause cause) {
  const std::shared_ptr<const RouteView> before = std::move(view_);
  if (context_.record.wants_views()) view_ = control_->snapshot();
  context_.record(StateChanged{cause, self_, before, view_, context_.now()});
  if (cause.event == Cause::kUnknown) return;
  Spread& spread = context_.book.spread_of(cause.event);
  spread.last_change = context_.now();
  spread.hops = std::max<unsigned>(spread.hops, cause.hops);
  ++spread.changes;
  spread.switches.insert(self_);
}

void Switch::send_messages() {
  const Cycle now = context_.now();
  for (const PortedMessage& m : step_out_.sent) {
    const Plug& plug = plugs_[m.port];
    if (plug.link == nullptr) continue;
    message_leaves(m.port);
    Message& message = context_.messages.take();
    message.content = m.message;
    message.cause = m.cause;
    message.sent = now;
    ++context_.tally.messages_sent;
    ++context_.book.messages_pending;
    if (m.cause.event != Cause::kUnknown) ++context_.book.spread_of(m.cause.event).messages;
    const SwitchIdx far = context_.topology.peer(self_, m.port).index;
    context_.record(MessageSent{m.cause, message.slot, {self_, m.port}, far, m.message, now});
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = CycleTime::of(context_.timing.link);
    plug.downstream->nb_transport_fw(*message.payload, phase, delay);
  }
}

void Switch::show_stop() {
  PortMask flips = step_out_.stop ^ stop_shown_;
  stop_shown_ = step_out_.stop;
  for (; flips != 0; flips &= flips - 1) {
    const auto port = static_cast<PortIdx>(__builtin_ctzll(flips));
    if (plugs_[port].link == nullptr) continue;
    tlm::tlm_phase phase = ((stop_shown_ >> port) & 1U) != 0 ? PHASE_STOP : PHASE_GO;
    sc_core::sc_time delay = CycleTime::of(context_.timing.link + 1);
    plugs_[port].upstream->nb_transport_bw(*context_.flow_control.payload, phase, delay);
  }
}

}  // namespace selvage::fabric
