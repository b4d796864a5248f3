// SPDX-License-Identifier: Apache-2.0
#include "wormhole/sender.hpp"

#include <algorithm>
#include <stdexcept>

namespace selvage::wormhole {

void Sender::wire(SwitchIdx node, Channel base) {
  node_ = node;
  base_ = base;
  wired_ = true;
}

void Sender::begin_anew() {
  for (unsigned v = 0; v < shared_.params.injection_channels; ++v) {
    lanes_[v] = {};
    lanes_[v].credits = shared_.params.injection_flits;
  }
}

bool Sender::can_inject() const {
  return wired_ && std::any_of(lanes_, lanes_ + shared_.params.injection_channels,
                               [](const Lane& lane) { return lane.left == 0; });
}

void Sender::inject(std::uint32_t slot, const Packet& packet, Cycle now) {
  if (!can_inject() || packet.flits == 0) {
    throw std::logic_error("wormhole: a packet is injected where none can be");
  }
  shared_.not_past(now, "a packet is injected into the past");
  shared_.enter(slot, packet);
  Lane* lane = lanes_;
  while (lane->left != 0) ++lane;
  lane->slot = slot;
  lane->left = packet.flits;
  lane->header = true;
  shared_.wires.look_at(now, entity());
}

void Sender::step() {
  ChannelMask& credits = shared_.wires.credits_here(entity());
  for (ChannelMask m = credits; m != 0; m &= m - 1) ++lanes_[lowest(m)].credits;
  credits = 0;
  const unsigned many = shared_.params.injection_channels;
  for (unsigned i = 1; i <= many; ++i) {
    const unsigned v = (last_ + i) % many;
    Lane& lane = lanes_[v];
    if (lane.left == 0 || lane.credits == 0) continue;
    last_ = static_cast<std::uint8_t>(v);
    if (lane.header) shared_.client.header_leaves_host(lane.slot, self_, v);
    if (shared_.params.report_flits) {
      shared_.client.flit_leaves_host({lane.slot, node_, base_ + v, lane.header, lane.left == 1});
    }
    lane.header = false;
    --lane.left;
    --lane.credits;
    ++shared_.counts.injected;
    shared_.wires.send_flit(node_, bit(base_ + v));
    shared_.wires.look_next(entity());
    if (lane.left == 0) shared_.client.injected(self_, shared_.now);
    break;
  }
}

}  // namespace selvage::wormhole
