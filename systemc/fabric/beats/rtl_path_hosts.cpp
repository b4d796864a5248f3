// SPDX-License-Identifier: Apache-2.0
// Hosts of whole switches of others: what they send, and how they take what comes.
#include "fabric/beats/rtl_path.hpp"

namespace selvage::fabric {

bool RtlPath::may_send(HostIdx host) const {
  const Sender& sender = senders_[host];
  return sender.xon && !sender.owes_malformed && context_.now() >= sender.busy_until;
}

/// All its beats, one a cycle: a host makes no gaps.
void RtlPath::send(HostIdx host, Packet& packet) {
  pass_over(context_.now());
  const Cycle gone = context_.now() + packet.beats;
  senders_[host].busy_until = gone;
  context_.wheel.schedule(gone, make_event(EventKind::kHostReady, host));
  const cosim::HeadBeat head{static_cast<std::uint32_t>(packet.id), packet.beats, packet.source,
                             packet.destination};
  slots_[head.tag] = packet.slot;
  judge_.sent(head);
  Item item;
  item.to = context_.topology.attachment(host);
  const cosim::SwitchBlock& block = *states_[item.to.sw].block;
  item.edge = context_.now();
  for (std::uint32_t i = 0; i < head.beats; ++i) {
    item.beat = {i == 0, i + 1 == head.beats, false,
                 i == 0 ? block.head(head) : cosim::BeatData{std::uint64_t{head.tag} << 32 | i}};
    fly(context_.now() + d_ - 1 + i, item);
  }
  if (!malformed_.follows(host)) return;
  senders_[host].owes_malformed = true;
  context_.wheel.schedule(gone, make_event(EventKind::kTailGone, host));
}

/// What hosts owe of it leaves as packets do: with XON, when all that comes in this cycle is known.
void RtlPath::send_malformed() {
  for (const HostIdx host : owing_) send_malformed(host);
  owing_.clear();
}

void RtlPath::send_malformed(HostIdx host) {
  Sender& sender = senders_[host];
  if (!sender.owes_malformed || !sender.xon || context_.now() < sender.busy_until) return;
  pass_over(context_.now());
  sender.owes_malformed = false;
  Item item;
  item.to = context_.topology.attachment(host);
  item.edge = context_.now();
  const Malformed what = malformed_.draw(host, *states_[item.to.sw].block);
  if (what.head) judge_.sent(*what.head, what.nowhere);
  for (std::size_t i = 0; i < what.beats.size(); ++i) {
    item.beat = what.beats[i];
    fly(context_.now() + d_ - 1 + i, item);
  }
  sender.busy_until = context_.now() + what.cycles;
  context_.wheel.schedule(sender.busy_until, make_event(EventKind::kHostReady, host));
  ++context_.scoreboard.block("switch_malformed").compared;
}

/// XON or XOFF of a slow host, which comes in cycle `when`.
void RtlPath::host_says(SwitchPort at, bool xon, Cycle when) {
  pass_over(context_.now());
  Item item;
  item.kind = Item::Kind::kXon;
  item.to = at;
  item.edge = context_.now();
  item.level = xon;
  fly(when - 1, item);
}

/// A slow host has taken what is a packet's by its pace.
void RtlPath::taken(HostIdx host, Packet& packet) {
  Port& at = port(context_.topology.attachment(host));
  if (at.open && at.sending == static_cast<std::uint32_t>(packet.id)) {
    at.taken = true;  // its switch makes gaps
    return;
  }
  if (context_.now() >= packet.tail) return deliver(host, packet);
  context_.wheel.schedule(packet.tail, make_event(EventKind::kDelivered, host, 0, 0, packet.slot));
}

void RtlPath::event(const kernel::Event& e) {
  if (kind_of(e) == EventKind::kDelivered) {
    deliver(entity_of(e), context_.packets.at(static_cast<std::uint32_t>(e.arg)));
  }
  if (kind_of(e) == EventKind::kHostFlowControl) {
    senders_[entity_of(e)].xon = e.arg != 0;
    if (senders_[entity_of(e)].owes_malformed) owing_.push_back(entity_of(e));
    hosts_[entity_of(e)]->wake();
  }
  if (kind_of(e) == EventKind::kTailGone) owing_.push_back(entity_of(e));
  if (kind_of(e) == EventKind::kHostHeader)
    receivers_.header(entity_of(e), context_.packets.at(static_cast<std::uint32_t>(e.arg)));
  if (kind_of(e) == EventKind::kReceiverDue) receivers_.due(entity_of(e));
}

void RtlPath::deliver(HostIdx host, Packet& packet) {
  const auto tag = static_cast<std::uint32_t>(packet.id);
  slots_.erase(tag);
  judge_.ended(tag);
  hosts_[host]->delivered(packet);
}

Packet* RtlPath::packet_of(std::uint32_t tag) {
  const auto found = slots_.find(tag);
  return found == slots_.end() ? nullptr : &context_.packets.at(found->second);
}

}  // namespace selvage::fabric
