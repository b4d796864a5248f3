// SPDX-License-Identifier: Apache-2.0
// What waves show of a cut-through switch.
#include <algorithm>

#include "fabric/cut_through/ports.hpp"

namespace selvage::fabric {

/// Of several virtual channels the one that is sending, else the first that holds a packet.
Switch::PortView CutThroughSwitch::view(PortIdx port) const {
  const Buffer* b = &buffer(port, 0);
  for (unsigned vc = 1; vc < vcs_ && !b->sending; ++vc) {
    const Buffer& other = buffer(port, vc);
    if (other.sending || b->count == 0) b = &other;
  }
  PortView v;
  if (b->count != 0) v.in = b->sending ? leaving(b->send_out) : b->slot(0);
  const auto front = std::min(b->front, Buffer::Front::kWaiting);  // one that is refused waits, too
  v.front = b->count == 0 ? 0U : b->sending ? 4U : static_cast<unsigned>(front);
  v.held = b->count;
  v.beats = context_.timing.capacity - free_beats(*b);
  if (outputs_[port].sending) v.out = leaving(port);
  return v;
}

std::uint32_t CutThroughSwitch::leaving(PortIdx o) const {
  const Output& out = outputs_[o];
  const Packet& p = context_.packets.at(buffer(out.holder, out.holder_vc).slot(0));
  return p.live && p.id == out.packet ? p.slot : kNoSlot;
}

}  // namespace selvage::fabric
