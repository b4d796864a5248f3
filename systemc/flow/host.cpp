// SPDX-License-Identifier: Apache-2.0
/// \file
/// Hosts: source queues by flow, sending, taking, the order monitor.
#include <algorithm>

#include "flow/net.hpp"

namespace selvage::flow {

void Net::inject(HostIdx host, std::uint32_t slot, const Packet& packet, Cycle now) {
  if (slot >= cargo_.size()) cargo_.resize(slot + 1);
  const std::uint64_t key = (std::uint64_t{packet.source} << 32 | packet.destination) << 4 |
                            packet.tc << 1 | (packet.ordered ? 1U : 0U);
  const auto [found, fresh] = flow_of_.emplace(key, static_cast<std::uint32_t>(flows_.size()));
  if (fresh) {
    flows_.emplace_back();
    FlowStat& f = flows_.back();
    f.source = packet.source;
    f.destination = packet.destination;
    f.tc = packet.tc;
    f.ordered = packet.ordered;
  }
  FlowStat& f = flows_[found->second];
  Cargo& c = cargo_[slot];
  c = Cargo{};
  c.packet = packet;
  c.flow = found->second;
  c.sequence = f.sent++;
  c.len = std::max(1U, (packet.bytes + params_.unit_bytes - 1) / params_.unit_bytes);
  ++counts_.injected;
  Host& h = hosts_[host];
  ++h.waiting;
  f.host.packets.push_back(slot);
  if (!f.host.listed) list_flow(host, c.flow);
  if (h.send_at == kNever || h.send_at < now) {
    h.send_at = std::max(now, h.wire_free);
    at(h.send_at, Kind::kHostSend, host);
  }
}

void Net::list_flow(HostIdx h, std::uint32_t flow) {
  flows_[flow].host.listed = true;
  hosts_[h].ready[flows_[flow].tc].push_back(flow);
}

void Net::host_send(HostIdx index) {
  Host& h = hosts_[index];
  if (now_ < h.wire_free) {
    if (h.send_at == kNever || h.send_at <= now_)
      at(h.send_at = h.wire_free, Kind::kHostSend, index);
    return;
  }
  if (h.send_at <= now_) h.send_at = kNever;
  for (unsigned i = 0; i < kClasses; ++i) {
    const unsigned tc = (h.next_class + i) % kClasses;
    auto& ready = h.ready[tc];
    while (h.xoff[tc] == 0 && !ready.empty()) {
      const std::uint32_t flow = ready.front();
      ready.pop_front();
      HostFlow& f = flows_[flow].host;
      f.listed = false;
      if (f.paused_until > now_ || f.packets.empty()) continue;
      const std::uint32_t slot = f.packets.front();
      f.packets.pop_front();
      if (!f.packets.empty()) list_flow(index, flow);
      --h.waiting;
      h.next_class = static_cast<std::uint8_t>((tc + 1) % kClasses);
      const Cargo& c = cargo_[slot];
      h.wire_free = now_ + beats(c);
      client_.header_leaves_host(slot, index);
      if (h.send_at == kNever) at(h.send_at = h.wire_free, Kind::kHostSend, index);
      return;
    }
  }
}

void Net::header_to_host(HostIdx host, std::uint32_t slot, Cycle delay) {
  at(now_ + delay + beats(cargo_[slot]) - 1, Kind::kDelivered, host, slot);
}

void Net::carry_from(std::uint32_t slot, HostIdx host) {
  const G p = hosts_[host].port;
  header_coming(sw_of(p), port_of(p), slot, params_.link_latency);
}

void Net::pause(std::uint32_t flow, bool on) {
  FlowStat& f = flows_[flow];
  if (on) {
    f.host.paused_until = now_ + params_.pause_t;
    at(f.host.paused_until, Kind::kPause, f.source, flow);
    return;
  }
  f.host.paused_until = std::min(f.host.paused_until, now_);
  if (f.host.listed || f.host.packets.empty()) return;
  list_flow(f.source, flow);
  host_send(f.source);
}

void Net::leave_fabric(Cargo& c) {
  if (c.inside) in_fabric_ -= c.len;
  c.inside = false;
}

void Net::deliver(HostIdx host, std::uint32_t slot) {
  Cargo& c = cargo_[slot];
  leave_fabric(c);
  if (c.packet.destination != host)
    violate("FAB-DEST", "packet at a wrong host", hosts_[host].port);
  FlowStat& f = flows_[c.flow];
  if (c.sequence < f.delivered) {
    ++(f.ordered ? counts_.reorders : counts_.late_unordered);
    if (f.ordered && keeps_order())
      violate("FLOW-A-23",
              "packet " + std::to_string(c.packet.id) + " has been overtaken in its flow",
              hosts_[host].port);
  }
  f.delivered = std::max(f.delivered, c.sequence + 1);
  ++counts_.delivered;
  counts_.delivered_bytes += c.packet.bytes;
  last_progress_ = now_;
  client_.delivered(slot, host, now_);
}

}  // namespace selvage::flow
