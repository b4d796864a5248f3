// SPDX-License-Identifier: Apache-2.0
#include "fabric/application/run.hpp"

#include <algorithm>

namespace selvage::fabric {
namespace {

/// Which message a packet is of.
struct OfMessage final : LinkExtension {
  explicit OfMessage(std::uint32_t n) : number(n) {}
  std::uint32_t number;
};

}  // namespace

ApplicationRun::ApplicationRun(Context& context, HostAt host, const std::vector<SwitchIdx>& faulty)
    : context_(context),
      host_(std::move(host)),
      application_(context.scenario.traffic.application),
      longest_(longest_length(context.scenario.traffic)),
      states_(application_.messages.size()) {
  packet_bytes_ = packet_bytes(context.scenario.traffic, context.scenario.link, longest_);
  list_waiting();
  for (const AppMessage& m : application_.messages) {
    for (const HostIdx h : {m.source, m.destination}) {
      if (ranks_.try_emplace(h, *this, h).second) host_(h).attach(ranks_.at(h));
    }
  }
  const auto dead = [&](HostIdx h) {
    return std::binary_search(faulty.begin(), faulty.end(), context.topology.attachment(h).sw);
  };
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    const AppMessage& m = message(i);
    states_[i].awaited = m.waits;
    if (dead(m.source) || dead(m.destination)) {
      lose(i, 0, "host_gone",
           context.topology.switch_name(
               context.topology.attachment(dead(m.source) ? m.source : m.destination).sw));
    } else if (m.waits == 0) {
      release(i, m.at);
    }
  }
  for (const auto& [h, rank] : ranks_) send(h);
  begun_ = true;
}

/// Turns "waits for" round.
void ApplicationRun::list_waiting() {
  waiting_from_.assign(states_.size() + 1, 0);
  for (const std::uint32_t awaited : application_.waits) ++waiting_from_[awaited + 1];
  for (std::size_t i = 1; i < waiting_from_.size(); ++i) waiting_from_[i] += waiting_from_[i - 1];
  waiting_.resize(application_.waits.size());
  std::vector<std::uint32_t> next = waiting_from_;
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    const AppMessage& m = message(i);
    for (std::uint32_t w = 0; w < m.waits; ++w) {
      waiting_[next[application_.waits[m.waits_from + w]]++] = i;
    }
  }
}

std::uint64_t ApplicationRun::packets_of(const AppMessage& message) const {
  return (message.bytes + packet_bytes_ - 1) / packet_bytes_;
}

/// The longest, of the last packet the shortest that holds the rest.
std::uint8_t ApplicationRun::length(const AppMessage& message, std::uint64_t packet) const {
  const std::uint64_t rest = message.bytes - packet * packet_bytes_;
  if (rest >= packet_bytes_) return static_cast<std::uint8_t>(longest_);
  const TrafficConfig& traffic = context_.scenario.traffic;
  std::size_t best = longest_;
  for (std::size_t i = 0; i < traffic.lengths(); ++i) {
    const bool holds = packet_bytes(traffic, context_.scenario.link, i) >= rest;
    if (holds && traffic.beats(i) < traffic.beats(best)) best = i;
  }
  return static_cast<std::uint8_t>(best);
}

void ApplicationRun::release(std::uint32_t number, Cycle at) {
  const HostIdx host = message(number).source;
  ranks_.at(host).due.push({at, number});
  if (at <= soonest()) return;
  context_.wheel.schedule(at - 1, make_event(EventKind::kGenerate, host));
}

void ApplicationRun::happened(std::uint32_t number, HostIdx host, Cycle at) {
  for (std::uint32_t w = waiting_from_[number]; w < waiting_from_[number + 1]; ++w) {
    const AppMessage& next = message(waiting_[w]);
    State& state = states_[waiting_[w]];
    if (next.source != host || --state.awaited > 0 || state.lost) continue;
    release(waiting_[w], std::max(next.at, at + next.work));
  }
}

void ApplicationRun::send(HostIdx host) {
  Rank& rank = ranks_.at(host);
  const Cycle at = soonest();
  for (;;) {
    if (!rank.sending) {
      if (rank.due.empty() || rank.due.top().at > at) return;
      rank.sending = rank.due.top().message;
      rank.due.pop();
    }
    if (!hand_over(host, rank, at)) return;
  }
}

bool ApplicationRun::hand_over(HostIdx host, Rank& rank, Cycle at) {
  const std::uint32_t number = *rank.sending;
  const AppMessage& m = message(number);
  State& state = states_[number];
  Offer offer;
  offer.destination = m.destination;
  offer.length = length(m, state.handed);
  if (!rank.mark) rank.mark = std::make_unique<OfMessage>(number);
  if (!host_(host).offer_later(offer, rank.mark, at)) return false;
  if (++state.handed < packets_of(m)) return true;
  rank.sending.reset();
  happened(number, host, at);
  return true;
}

void ApplicationRun::arrived(const Packet& packet) {
  const OfMessage* mark = packet.extension<OfMessage>();
  if (mark == nullptr) return;
  State& state = states_[mark->number];
  if (++state.arrived < packets_of(message(mark->number))) return;
  ++delivered_;
  last_ = context_.now();
  const HostIdx host = packet.destination;
  happened(mark->number, host, context_.now() + 1);
  send(host);
}

void ApplicationRun::on(const PacketEnded& event) {
  if (event.end == "delivered") return;
  const OfMessage* mark = event.packet.extension<OfMessage>();
  if (mark != nullptr) lose(mark->number, event.at, event.end, event.met);
}

void ApplicationRun::lose(std::uint32_t number, Cycle at, std::string_view reason,
                          std::string_view met) {
  if (std::exchange(states_[number].lost, true)) return;
  ++lost_;
  if (first_lost_) return;
  const AppMessage& m = message(number);
  first_lost_ = LostMessage{number,
                            m.name,
                            context_.topology.host_name(m.source),
                            context_.topology.host_name(m.destination),
                            at,
                            std::string(reason),
                            std::string(met)};
}

ApplicationReport ApplicationRun::report() const {
  ApplicationReport r;
  r.kind = application_.kind;
  r.messages = states_.size();
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    r.bytes += message(i).bytes;
    r.packets += packets_of(message(i));
    r.unsent += states_[i].handed == 0 && !states_[i].lost ? 1 : 0;
  }
  r.delivered = delivered_;
  r.lost = lost_;
  for (const auto& [h, rank] : ranks_) r.due += rank.due.size() + (rank.sending ? 1 : 0);
  if (delivered_ == r.messages) r.complete = last_;
  r.first_lost = first_lost_;
  return r;
}

}  // namespace selvage::fabric
