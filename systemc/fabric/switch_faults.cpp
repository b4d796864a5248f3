// SPDX-License-Identifier: Apache-2.0
// A switch and its failing links: detection, fault messages, packets cut off.
#include "fabric/switch.hpp"

#include <algorithm>

#include "fabric/event_log.hpp"
#include "fabric/journey.hpp"
#include "fabric/ports.hpp"

namespace selvage::fabric {

void Switch::link_died(PortIdx port, const Switch& other_end, PortIdx out) {
  const Input& in = inputs_[port];
  if (in.last_slot == kNoSlot) return;
  Packet& p = context_.packets.at(in.last_slot);
  const Output& o = other_end.outputs_[out];
  const Cycle start = in.last_header - context_.timing.link;
  const Cycle gone = start == o.granted          ? o.busy_until
                     : start == o.granted_before ? o.busy_until_before
                                                 : start + context_.timing.beats;
  const bool tail_on_wire = gone + context_.timing.link > context_.now();
  if (tail_on_wire && p.id == in.last_packet && p.payload->get_ref_count() > 0 && !p.lost) {
    p.lost = true;
    p.reason = DropReason::kCaughtOnLink;
    p.fault = in.link->fault;
    if (context_.events) {
      context_.events->packet_lost(p.fault, sender(port), p.reason, p.id, context_.now());
    }
  }
}

SwitchPort Switch::sender(PortIdx in) const {
  const PortEnd far = context_.topology.peer(self_, in);
  return {far.index, far.port};
}

void Switch::message_arrives(PortIdx in, Message& message) {
  if (inputs_[in].link->dead_at(context_.now())) {
    --context_.messages_pending;
    if (context_.events) context_.events->message_lost(message.slot);
    context_.messages.give_back(message);
    return;
  }
  control_queue_.push_back({in, false, message.slot});
  wake();
}

void Switch::detected(PortIdx port, std::uint32_t fault) {
  if (context_.events) context_.events->detected(fault, {self_, port}, context_.now());
  control_queue_.push_back({port, true, fault});
  wake();
}

void Switch::control_step() {
  const Cycle now = context_.now();
  const ControlWork work = control_queue_.front();
  control_queue_.pop_front();
  outgoing_.clear();
  before_ = context_.events ? control_->snapshot() : nullptr;
  if (work.detection) {
    Output& out = outputs_[work.port];
    port_dead_ |= PortMask{1} << work.port;
    out.dead_since = now;
    out.xon = ~0U;
    --context_.detections_pending;
    if (control_->link_down(now, work.port, outgoing_)) record_change(work.slot_or_fault, 0);
    send_messages(work.slot_or_fault, 1);
    reroute_waiting(work.port);
    return;
  }
  Message& message = context_.messages.at(work.slot_or_fault);
  const ControlMessage content = message.content;
  const std::uint32_t fault = message.fault;
  const unsigned hops = message.hops;
  context_.messages.give_back(message);
  --context_.messages_pending;
  const bool changed = control_->receive(now, work.port, content, outgoing_);
  if (context_.events) context_.events->handled(work.slot_or_fault, now, changed);
  if (changed) record_change(fault, hops);
  send_messages(fault, hops + 1);
}

void Switch::record_change(std::uint32_t fault, unsigned hops) {
  FaultEvent& f = context_.faults[fault];
  f.last_change = context_.now();
  f.hops = std::max(f.hops, hops);
  if (context_.events) {
    context_.events->changed(fault, self_, hops, context_.now(), std::move(before_),
                             control_->snapshot());
  }
}

void Switch::send_messages(std::uint32_t fault, unsigned hops) {
  const Cycle now = context_.now();
  for (const OutMessage& m : outgoing_) {
    Output& out = outputs_[m.port];
    if (out.link == nullptr || ((port_dead_ >> m.port) & 1U) != 0) continue;
    const Cycle departs = std::max(now, out.message_free_at);
    out.message_free_at = departs + 1;
    if (out.sending) {
      ++out.busy_until;
      ++buffer(out.holder, out.holder_vc).send_start;
    } else {
      context_.wheel.schedule(out.message_free_at,
                              make_event(EventKind::kMessagesGone, self_, m.port));
    }
    Message& message = context_.messages.take();
    message.content = m.message;
    message.fault = fault;
    message.hops = static_cast<std::uint16_t>(hops);
    ++context_.messages_sent;
    ++context_.messages_pending;
    ++context_.faults[fault].messages;
    if (context_.events) {
      context_.events->sent(fault, message.slot, {self_, m.port}, m.message, hops, now, departs);
    }
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = CycleTime::of(departs - now + context_.timing.link);
    out_sockets_[m.port]->socket->nb_transport_fw(*message.payload, phase, delay);
  }
}

void Switch::messages_gone(PortIdx out) { mark_dirty(out); }

void Switch::reroute_waiting(PortIdx out) {
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    PortMask inputs = waiting_[out * vcs_ + vc];
    waiting_[out * vcs_ + vc] = 0;
    for (; inputs != 0; inputs &= inputs - 1) {
      ask_route(static_cast<PortIdx>(__builtin_ctzll(inputs)), vc);
    }
  }
}

}  // namespace selvage::fabric
