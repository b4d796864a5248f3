// SPDX-License-Identifier: Apache-2.0
#include "fabric/host.hpp"

#include <stdexcept>
#include <utility>

#include "fabric/data_path.hpp"
#include "fabric/faults/bit_errors.hpp"

namespace selvage::fabric {

Host::Host(sc_core::sc_module_name name, Context& context, Traffic& traffic, DataPath& path,
           HostIdx self)
    : sc_module(name),
      out("out", *this, 1),
      in("in", *this, 1),
      context_(context),
      traffic_(traffic),
      path_(path),
      self_(self) {}

void Host::start() {
  const Cycle at = traffic_.first(self_, 0);
  if (at < context_.timing.measure_until) {
    context_.wheel.schedule(at, make_event(EventKind::kGenerate, self_));
  }
}

void Host::prefetch_module() const {
  kernel::prefetch(self_);
  kernel::prefetch(queue_);
}

void Host::prefetch_out(unsigned step) const {
  if (step == 1) out.prefetch();
  if (step == 2) kernel::prefetch(out.end(0));
  if (step == 3) kernel::prefetch_line(out.end(0).interface);
}

void Host::generate() {
  const Cycle now = context_.now();
  if (user_ != nullptr) return offer_of_user(now);
  const bool elsewhere = context_.share.elsewhere(context_.topology.attachment(self_).sw);
  Cycle next = now;
  while (next == now) {                     // a trace may offer several packets in one cycle
    if (elsewhere) ++context_.next_packet;  // which another rank makes
    else offer(now, traffic_.offer(self_), {});
    next = traffic_.next(self_, now);
  }
  if (next < context_.timing.measure_until) {
    context_.wheel.schedule(next, make_event(EventKind::kGenerate, self_));
  }
}

bool Host::has_room(std::size_t more) const {
  return queue_.size() + path_.waiting(self_) + more <
         context_.scenario.traffic.source_queue_packets;
}

bool Host::offer_later(const Offer& offer, std::unique_ptr<LinkExtension>& load, Cycle at) {
  if (user_ == nullptr)
    throw std::logic_error("a packet is sent from a host nobody is attached to");
  if (!has_room(handed_.size())) return false;
  if (handed_.empty() || handed_.back().at != at) {
    context_.wheel.schedule(at, make_event(EventKind::kGenerate, self_));
  }
  handed_.emplace_back(at, offer, std::move(load));
  return true;
}

void Host::offer_of_user(Cycle now) {
  for (; !handed_.empty() && handed_.front().at <= now; handed_.pop_front()) {
    offer(now, handed_.front().offer, std::move(handed_.front().load));
  }
  room();
}

void Host::offer(Cycle now, const Offer& offer, std::unique_ptr<LinkExtension> load) {
  const Timing& t = context_.timing;
  const bool measured = now >= t.measure_from && now < t.measure_until;
  const PacketId id = context_.next_packet++;
  ++context_.tally.counts.offered;
  const unsigned beats = context_.scenario.traffic.beats(offer.length);
  FlowTally* tally = offer.flow == kNoFlow ? nullptr : &context_.tally.flows[offer.flow];
  if (measured) {
    context_.tally.measured_offered_beats += beats;
    if (tally != nullptr) tally->offered += beats;
  }
  if (!has_room(0)) {
    ++context_.tally.counts.refused;
    return;
  }
  ++context_.tally.counts.accepted;
  Packet& p = context_.packets.take();
  p.vc = 0;
  p.id = id;
  p.source = self_;
  p.destination = offer.destination;
  p.flow = offer.flow;
  p.tc = offer.tc;
  p.ordered = offer.ordered;
  p.length = offer.length;
  p.beats = beats;
  p.created = now;
  p.switches = 0;
  p.measured = measured;
  p.lost = p.cut = false;
  p.tail = 0;
  p.fault = kNoFault;
  if (load) p.extend(std::move(load));
  context_.record(PacketStarted{p});
  const SwitchIdx at = context_.topology.attachment(self_).sw;
  if (const std::uint32_t death = context_.book.death_of(at); death != kNoFault) {
    context_.drop(p, DropReason::kHostGone, death, {at, 0});
    return;
  }
  queue_.push_back(p.slot);
  wake();
}

void Host::wake() { context_.agenda.send.insert(self_); }

void Host::switch_died() {
  const SwitchPort at = context_.topology.attachment(self_);
  for (const std::uint32_t slot : queue_) {
    context_.drop(context_.packets.at(slot), DropReason::kHostGone, context_.book.death_of(at.sw),
                  at);
  }
  queue_.clear();
  room();
}

void Host::room() {
  if (user_ != nullptr) user_->room();
}

void Host::send() {
  while (!queue_.empty() && path_.may_send(self_)) {
    Packet& p = context_.packets.at(queue_.front());
    p.sent = context_.now();
    queue_.pop_front();
    context_.last_progress = context_.now();
    if (context_.errors && context_.errors->damages_from_host(self_, p.beats)) {
      context_.damage(p, context_.topology.attachment(self_));
    }
    path_.send(self_, p);
  }
  room();
}

void Host::transmit(Packet& packet) { out.header(0, packet, context_.timing.link); }

void Host::delivered(Packet& packet) {
  const Cycle now = context_.now();
  const Timing& t = context_.timing;
  context_.last_progress = context_.last_delivery = now;
  if (packet.destination != self_) {
    context_.violate("FAB-DEST: a packet has arrived at a host that is not its destination");
  }
  if (packet.lost) {
    context_.drop(packet, packet.reason, packet.fault, context_.topology.attachment(self_));
    return;
  }
  ++context_.tally.counts.delivered;
  const bool in_phase = now >= t.measure_from && now < t.measure_until;
  if (packet.measured) context_.tally.latency.add(now - packet.created);
  if (in_phase) context_.tally.measured_delivered_beats += packet.beats;
  if (in_phase && now < t.measure_middle()) {
    context_.tally.early_delivered_beats += packet.beats;
  }
  if (packet.flow != kNoFlow) {
    FlowTally& tally = context_.tally.flows[packet.flow];
    if (packet.measured) tally.latency.add(now - packet.created);
    if (in_phase) tally.delivered += packet.beats;
  }
  context_.record(PacketEnded{packet, "delivered", "", now});
  if (user_ != nullptr) user_->received(packet);
  context_.packets.give_back(packet);
}

void Host::transport_fw(PortIdx, LinkPayload& payload, LinkPhase phase, Cycle delay) {
  Packet& packet = context_.packets.at(payload.slot);
  if (phase == LinkPhase::kHeader) return path_.header_to_host(self_, packet, delay);
  if (phase == LinkPhase::kStall) return path_.stall_to_host(self_, packet);
  context_.violate("LINK-2: a host receives headers of packets, and their stalls, only");
}

void Host::transport_bw(PortIdx, LinkPhase phase, unsigned vc, Cycle delay) {
  if (phase != LinkPhase::kXon && phase != LinkPhase::kXoff) {
    context_.violate("LINK-2: a host receives XON and XOFF only");
    return;
  }
  path_.flow_control_to_host(self_, vc, phase == LinkPhase::kXon, delay);
}

}  // namespace selvage::fabric
