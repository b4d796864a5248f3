// SPDX-License-Identifier: Apache-2.0
// What a switch does where links damage or lose fault messages (FAB-ERR-2, FAB-FLAP-2).
#include "fabric/switch.hpp"

namespace selvage::fabric {

void Switch::at_message_port(PortIdx port, const std::function<void(MessagePort&)>& change) {
  if (message_ports_.empty()) return;
  MessagePort& end = message_ports_[port];
  const bool before = end.pending();
  change(end);
  context_.book.resends_pending += end.pending() ? 1 : 0;
  context_.book.resends_pending -= before ? 1 : 0;
  const PortMask bit = PortMask{1} << port;
  behind_ = end.held() || end.behind() ? behind_ | bit : behind_ & ~bit;
}

std::uint32_t Switch::number_new(const PortedMessage& m) {
  if (message_ports_.empty()) return 0;
  const LinkState& link = *plugs_[m.port].link;
  const Cycle round_trip = 2 * context_.timing.link;
  std::uint32_t number = 0;
  at_message_port(m.port, [&](MessagePort& end) {
    number = end.send(m.message, m.cause, context_.now(), round_trip, !link.dead);
  });
  if (link.dead && declared_dead(m.port)) given_up_ |= PortMask{1} << m.port;
  return number;
}

/// What a declaration of this cycle ends, from the next cycle on.
void Switch::give_up() {
  for (; given_up_ != 0; given_up_ &= given_up_ - 1) {
    at_message_port(static_cast<PortIdx>(__builtin_ctzll(given_up_)),
                    [](MessagePort& end) { end.give_up(); });
  }
}

bool Switch::in_turn(PortIdx in, const Message& message) {
  if (message_ports_.empty()) return true;
  if (context_.book.no_resend) return !message.bad;
  auto arrival = MessagePort::Arrival::kDiscarded;
  at_message_port(in,
                  [&](MessagePort& end) { arrival = end.arrives(message.number, message.bad); });
  if (arrival == MessagePort::Arrival::kRequest) request_resend(in);
  return arrival == MessagePort::Arrival::kTaken;
}

void Switch::request_resend(PortIdx in) {
  context_.book.link_changes.last_resent = context_.now();
  context_.record(ResendAsked{{self_, in}, message_ports_[in].expected(), context_.now()});
  in_.flow_control(in, LinkPhase::kResend, message_ports_[in].expected(), context_.timing.link);
}

void Switch::resend(PortIdx out, std::uint32_t number) {
  const Cycle now = context_.now();
  if (plugs_[out].link->lost(now - context_.timing.link, now)) return;
  at_message_port(out, [number](MessagePort& end) { end.resend(number); });
  if (behind_ != 0) wake();
}

void Switch::send_again() {
  for (PortMask ports = behind_ & ~stop_seen_; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<PortIdx>(__builtin_ctzll(ports));
    if (message_ports_[port].held()) continue;
    MessagePort::Copy copy;
    at_message_port(port, [&](MessagePort& end) { copy = end.again(context_.now()); });
    ++context_.tally.errors.resent;
    // News that was lost is told late, perhaps beside that of another link: of how many nobody can
    // tell.
    context_.begin_news(cover::Phase::kOverlap);
    context_.book.link_changes.last_resent = context_.now();
    transmit(port, copy.content, copy.cause, copy.number);
  }
}

void Switch::flap_ended(PortIdx port) {
  hold_for_flow_control(port);
  resend_stop_flag(port);
  if (context_.book.no_resend) return;
  at_message_port(port, [](MessagePort& end) { end.hold(); });
  request_resend(port);
}

}  // namespace selvage::fabric
