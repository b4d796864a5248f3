// SPDX-License-Identifier: Apache-2.0
#include "flow/terminal.hpp"

#include <algorithm>

namespace selvage::flow {

void Terminal::inject(std::uint32_t slot, const Packet& packet, Cycle now) {
  if (slot >= shared_.cargo.size()) shared_.cargo.resize(slot + 1);
  const std::uint32_t flow = shared_.flow_of(packet);
  FlowStat& f = shared_.flows[flow];
  Cargo& c = shared_.cargo[slot];
  c = Cargo{};
  c.packet = packet;
  c.flow = flow;
  c.sequence = f.sent++;
  c.len = std::max(1U, (packet.bytes + shared_.params.unit_bytes - 1) / shared_.params.unit_bytes);
  ++shared_.counts.injected;
  ++waiting_;
  f.host.packets.push_back(slot);
  if (!f.host.listed) list_flow(flow);
  if (send_at_ == kNever || send_at_ < now) {
    send_at_ = std::max(now, wire_free_);
    at(send_at_, Kind::kHostSend);
  }
}

void Terminal::list_flow(std::uint32_t flow) {
  shared_.flows[flow].host.listed = true;
  ready_[shared_.flows[flow].tc].push_back(flow);
}

void Terminal::send() {
  if (now() < wire_free_) {
    if (send_at_ == kNever || send_at_ <= now()) at(send_at_ = wire_free_, Kind::kHostSend);
    return;
  }
  if (send_at_ <= now()) send_at_ = kNever;
  for (unsigned i = 0; i < kClasses; ++i) {
    const unsigned tc = (next_class_ + i) % kClasses;
    auto& ready = ready_[tc];
    while (xoff_[tc] == 0 && !ready.empty()) {
      const std::uint32_t flow = ready.front();
      ready.pop_front();
      HostFlow& f = shared_.flows[flow].host;
      f.listed = false;
      if (f.paused_until > now() || f.packets.empty()) continue;
      const std::uint32_t slot = f.packets.front();
      f.packets.pop_front();
      if (!f.packets.empty()) list_flow(flow);
      next_class_ = static_cast<std::uint8_t>((tc + 1) % kClasses);
      return transmit(slot);
    }
  }
}

void Terminal::transmit(std::uint32_t slot) {
  --waiting_;
  wire_free_ = now() + shared_.beats(shared_.cargo[slot]);
  shared_.client.header_leaves_host(slot, self_);
  if (send_at_ == kNever) at(send_at_ = wire_free_, Kind::kHostSend);
}

void Terminal::flow_control(unsigned lane, bool on) {
  xoff_[lane % kClasses] = on ? 0 : 1;
  if (on) send();
}

void Terminal::pause(std::uint32_t flow, bool on) {
  HostFlow& f = shared_.flows[flow].host;
  if (on) {
    f.paused_until = now() + shared_.params.pause_t;
    at(f.paused_until, Kind::kPause, flow);
    return;
  }
  f.paused_until = std::min(f.paused_until, now());
  if (f.listed || f.packets.empty()) return;
  list_flow(flow);
  send();
}

/// Its end comes with its tail.
void Terminal::header_coming(std::uint32_t slot, Cycle delay) {
  at(now() + delay + shared_.beats(shared_.cargo[slot]) - 1, Kind::kDelivered, slot);
}

void Terminal::deliver(std::uint32_t slot) {
  Cargo& c = shared_.cargo[slot];
  shared_.leave_fabric(c);
  if (c.packet.destination != self_) shared_.violate("FAB-DEST", "packet at a wrong host", port_);
  FlowStat& f = shared_.flows[c.flow];
  if (c.sequence < f.delivered) {
    ++(f.ordered ? shared_.counts.reorders : shared_.counts.late_unordered);
    if (f.ordered && shared_.keeps_order())
      shared_.violate("FLOW-A-23",
                      "packet " + std::to_string(c.packet.id) + " has been overtaken in its flow",
                      port_);
  }
  f.delivered = std::max(f.delivered, c.sequence + 1);
  ++shared_.counts.delivered;
  shared_.counts.delivered_bytes += c.packet.bytes;
  shared_.last_progress = now();
  shared_.client.delivered(slot, self_, now());
}

}  // namespace selvage::flow
