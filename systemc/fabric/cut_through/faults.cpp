// SPDX-License-Identifier: Apache-2.0
// What failing links and fault messages do to the packets of a cut-through switch.
#include <algorithm>
#include <utility>

#include "fabric/cut_through/ports.hpp"

namespace selvage::fabric {

void CutThroughSwitch::link_died(PortIdx port) {
  Input& in = inputs_[port];
  if (in.last_slot == kNoSlot || context_.now() >= in.until) return;
  in.made_up = true;
  // What comes in is last in its buffer. Whether it was cut before, elsewhere, is not looked at.
  const Buffer& b = buffer(port, in.last_vc);
  met(b.sending && b.count == 1 ? DataCase::kCutPacketLeaving : DataCase::kCutPacketWaits);
  context_.record(PacketCut{in.last_packet, {self_, port}});
  Packet& p = context_.packets.at(in.last_slot);
  if (p.id != in.last_packet || !p.live) return;
  p.cut = true;
  if (!p.lost) {
    p.lost = true;
    p.reason = DropReason::kCaughtOnLink;
    p.fault = plugs_[port].link->charged;
    context_.note_loss(p);
    context_.record_loss(p, sender(port), context_.now());
  }
}

/// The receiver makes up a beat a cycle of what a dead link has cut, until the packet is whole.
Cycle CutThroughSwitch::clear_at(PortIdx port) const {
  return std::max(inputs_[port].until, outputs_[port].busy_until);
}

void CutThroughSwitch::set_clear_at(PortIdx port, Cycle cycle) {
  outputs_[port].busy_until = cycle;
}

/// As after a reset, but for what the control shows. Buffers that were full say XON, to hosts and,
/// in vain, over the dead links.
void CutThroughSwitch::dies() {
  for (unsigned in = 0; in < port_count_; ++in) {
    for (unsigned vc = 0; vc < vcs_; ++vc) wipe(static_cast<PortIdx>(in), vc);
    inputs_[in] = {};
  }
  for (std::size_t port = 0; port < outputs_.size(); ++port) {
    Output& out = outputs_[port];
    out.sending = false;
    out.next_input = 0;
    out.waiting = 0;
    // A host is not wiped: what is on its way there ends there, and what it said last holds.
    if (port < port_count_ && plugs_[port].link == nullptr) continue;
    out.busy_until = 0;
    out.xon = ~0U;
  }
  std::fill(requesting_.begin(), requesting_.end(), 0);
  input_busy_ = dirty_ = dirty_sinks_ = 0;
  first_channel_ = {};
}

/// A packet belongs to the switch or host that its header has reached or is under way to.
void CutThroughSwitch::wipe(PortIdx in, unsigned vc) {
  Buffer& b = buffer(in, vc);
  if (b.count > 0) met(DataCase::kWiped);
  const std::uint32_t death = context_.book.death_of(self_);
  for (std::uint32_t i = 0; i < b.count; ++i) {
    const bool first = i == 0 && b.sending;
    const bool gone = first && outputs_[b.send_out].busy_until <= context_.now();
    const bool leaves = first && !is_sink(b.send_out);
    if (gone) record_tail(in, b.send_out);
    Packet& p = context_.packets.at(b.slot(i));
    if (!leaves) {
      context_.drop(p, DropReason::kLostInSwitch, death, {self_, in});
    } else if (plugs_[b.send_out].link == nullptr && !gone) {
      p.cut = true;  // its end at the host
      context_.lose(p, DropReason::kLostInSwitch, death, {self_, in});
    }
  }
  b.clear();
  if (b.xoff) signal(in, vc, true);
}

void CutThroughSwitch::resend_flow_control(PortIdx port) {
  outputs_[port].xon = ~0U;
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    if (!buffer(port, vc).xoff) continue;
    met(DataCase::kFlowControlAgain);
    signal(port, vc, false);
  }
}

void CutThroughSwitch::hold_for_flow_control(PortIdx port) {
  outputs_[port].xon = 0;
  for (unsigned vc = 0; vc < vcs_; ++vc) signal(port, vc, !buffer(port, vc).xoff);
}

/// The control shows a declaration after its edge: the data path uses it in the next (FAB-DECL).
void CutThroughSwitch::port_down(PortIdx port) {
  context_.wheel.schedule(context_.now() + 1, make_event(EventKind::kPortKnown, self_, port));
}

void CutThroughSwitch::port_known(PortIdx port) {
  if (declared_dead(port)) reroute_waiting(port);
}

void CutThroughSwitch::reroute_waiting(PortIdx out) {
  for (PortMask inputs = std::exchange(outputs_[out].waiting, 0); inputs != 0;
       inputs &= inputs - 1) {
    const auto in = static_cast<PortIdx>(__builtin_ctzll(inputs));
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      if (!buffer(in, vc).waits_for(out)) continue;
      met(DataCase::kWaitingRerouted);
      request_route(in, vc);
    }
  }
}

}  // namespace selvage::fabric
