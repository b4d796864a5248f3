// SPDX-License-Identifier: Apache-2.0
// What failing links and fault messages do to the packets of a cut-through switch.
#include "fabric/ports.hpp"

namespace selvage::fabric {

void CutThroughSwitch::link_died(PortIdx port) {
  const Input& in = inputs_[port];
  if (in.last_slot == kNoSlot || context_.now() >= in.until) return;
  Packet& p = context_.packets.at(in.last_slot);
  if (p.id == in.last_packet && p.live && !p.lost) {
    p.lost = true;
    p.reason = DropReason::kCaughtOnLink;
    p.fault = plugs_[port].link->fault;
    context_.record(PacketLost{p.fault, sender(port), p.reason, p.id, context_.now()});
  }
}

/// The receiver makes up a beat a cycle of what a dead link has cut, until the packet is whole.
bool CutThroughSwitch::link_clear(PortIdx port) const {
  return std::max(inputs_[port].until, outputs_[port].busy_until) <= context_.now();
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
