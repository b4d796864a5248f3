// SPDX-License-Identifier: Apache-2.0
// What failing links and fault messages do to the packets of a cut-through switch.
#include "fabric/ports.hpp"

namespace selvage::fabric {

void CutThroughSwitch::link_died(PortIdx port, const Switch& other_end, PortIdx out) {
  const Input& in = inputs_[port];
  if (in.last_slot == kNoSlot) return;
  Packet& p = context_.packets.at(in.last_slot);
  const Output& o = static_cast<const CutThroughSwitch&>(other_end).outputs_[out];
  const Cycle start = in.last_header - context_.timing.link;
  const Cycle gone = start == o.granted          ? o.busy_until
                     : start == o.granted_before ? o.busy_until_before
                                                 : start + context_.timing.beats;
  const bool tail_on_wire = gone + context_.timing.link > context_.now();
  if (tail_on_wire && p.id == in.last_packet && p.live && !p.lost) {
    p.lost = true;
    p.reason = DropReason::kCaughtOnLink;
    p.fault = plugs_[port].link->charged;
    context_.record(PacketLost{p.fault, sender(port), p.reason, p.id, context_.now()});
  }
}

void CutThroughSwitch::lose(Packet& packet) const {
  if (packet.lost) return;
  packet.lost = true;
  packet.reason = DropReason::kLostInSwitch;
  packet.fault = context_.book.death_of(self_);
}

void CutThroughSwitch::dies() {
  for (const Buffer& b : buffers_) {
    for (std::uint32_t i = 0; i < b.count; ++i) lose(context_.packets.at(b.slot(i)));
  }
}

void CutThroughSwitch::resend_flow_control(PortIdx port) {
  outputs_[port].xon = ~0U;
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    if (buffer(port, vc).xoff) signal(port, vc, false);
  }
}

void CutThroughSwitch::hold_for_flow_control(PortIdx port) {
  outputs_[port].xon = 0;
  for (unsigned vc = 0; vc < vcs_; ++vc) signal(port, vc, !buffer(port, vc).xoff);
}

/// The control shows the message after its edge: it takes the next beat, and a packet that has one
/// then ends a beat later (FAB-BEAT).
void CutThroughSwitch::message_leaves(PortIdx port) {
  Output& out = outputs_[port];
  out.taken_before = out.taken_at;
  out.taken_at = context_.now() + 1;
  if (out.sending && out.busy_until > out.taken_at) {
    ++out.busy_until;
    ++buffer(out.holder, out.holder_vc).send_start;
  }
}

void CutThroughSwitch::message_gone(PortIdx out) { mark_dirty(out); }

/// The control shows a declaration after its edge: the data path uses it in the next (FAB-DECL).
void CutThroughSwitch::port_down(PortIdx port) {
  context_.wheel.schedule(context_.now() + 1, make_event(EventKind::kPortKnown, self_, port));
}

void CutThroughSwitch::port_known(PortIdx port) {
  if (!declared_dead(port)) return;
  outputs_[port].xon = ~0U;
  reroute_waiting(port);
}

void CutThroughSwitch::reroute_waiting(PortIdx out) {
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    PortMask inputs = waiting_[out * vcs_ + vc];
    waiting_[out * vcs_ + vc] = 0;
    for (; inputs != 0; inputs &= inputs - 1) {
      ask_route(static_cast<PortIdx>(__builtin_ctzll(inputs)), vc);
    }
  }
}

}  // namespace selvage::fabric
