// SPDX-License-Identifier: Apache-2.0
#include "fabric/receivers/receivers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace selvage::fabric {
namespace {

ReceiverRules rules_of(const ReceiverConfig& config, std::uint64_t capacity,
                       std::uint64_t xoff_free) {
  ReceiverRules rules;
  rules.capacity = capacity;
  rules.xoff_free = xoff_free;
  rules.rate = static_cast<std::uint64_t>(std::llround(config.rate * 1e6));
  rules.stalls = config.stalls;
  rules.every = config.every;
  rules.longest = config.longest;
  return rules;
}

}  // namespace

Receivers::Receivers(Context& context, const Hosts& hosts, std::uint64_t capacity,
                     std::uint64_t xoff_free, std::function<void(HostIdx, Packet&)> taken)
    : context_(context),
      hosts_(hosts),
      taken_(std::move(taken)),
      place_(context.topology.host_count(), kNone) {
  const ReceiverConfig& config = context.scenario.traffic.receivers;
  if (!config.in_use()) return;
  const ReceiverRules rules = rules_of(config, capacity, xoff_free);
  for (const HostIdx host : config.slow_hosts(context.topology.host_count())) {
    place_[host] = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back(
        {Receiver(rules, kernel::Stream(context.scenario.seed, "stalls", host)), kNever, 0});
  }
}

void Receivers::header(HostIdx host, Packet& packet) {
  Receiver& receiver = entries_[place_[host]].receiver;
  const bool idle = receiver.empty();
  Receiver::Output out;
  receiver.accept(context_.now(), packet.slot, packet.beats, out);
  if (out.overflow) {
    context_.violate(fmt::format("FAB-RECV-2: cycle {}: the receive buffer of host {} overflows",
                                 context_.now(), context_.topology.host_name(host)));
    context_.drop(packet, DropReason::kDeadPort, kNoFault, context_.topology.attachment(host));
    return;
  }
  busy_ += idle ? 1 : 0;
  ReceiverCounts& counts = context_.tally.receivers;
  counts.fullest = std::max(counts.fullest, receiver.held());
  step(host, out);
}

void Receivers::due(HostIdx host) {
  if (entries_[place_[host]].scheduled != context_.now()) return;
  Receiver::Output out;
  step(host, out);
}

void Receivers::step(HostIdx host, Receiver::Output& out) {
  Entry& entry = entries_[place_[host]];
  entry.receiver.step(context_.now(), out);
  context_.tally.receivers.stalled += entry.receiver.stalled() - entry.stalled;
  entry.stalled = entry.receiver.stalled();
  if (out.xoff) signal(host, false);
  if (out.xon) signal(host, true);
  if (out.taken) {
    busy_ -= entry.receiver.empty() ? 1 : 0;
    taken_(host, context_.packets.at(*out.taken));
  }
  const Cycle due = entry.receiver.due();
  if (due == entry.scheduled) return;
  entry.scheduled = due;
  if (due != kNever) context_.wheel.schedule(due, make_event(EventKind::kReceiverDue, host));
}

/// For every virtual channel: one buffer takes what comes over all of them.
void Receivers::signal(HostIdx host, bool xon) {
  ReceiverCounts& counts = context_.tally.receivers;
  ++(xon ? counts.xon : counts.xoff);
  for (unsigned vc = 0; vc < context_.topology.data_vc_count(); ++vc) {
    hosts_[host]->in.flow_control(0, xon ? LinkPhase::kXon : LinkPhase::kXoff, vc,
                                  context_.timing.link);
  }
}

}  // namespace selvage::fabric
