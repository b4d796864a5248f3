// SPDX-License-Identifier: Apache-2.0
/// \file
/// The packets at each place, for an observer.
#include "flow/observer.hpp"

#include "flow/router.hpp"

namespace selvage::flow {

namespace {

std::uint64_t lanes_set(const std::vector<std::uint8_t>& xoff) {
  std::uint64_t mask = 0;
  for (std::size_t l = 0; l < xoff.size(); ++l)
    if (xoff[l] != 0) mask |= std::uint64_t{1} << l;
  return mask;
}

TableState table_of(const Output& out) {
  if (!out.walks) return TableState::kOpen;
  if (out.up) return TableState::kJoining;
  if (!out.down && out.walk_next == kNever) return TableState::kClosed;
  return out.loss_sent ? TableState::kDraining : TableState::kTelling;
}

}  // namespace

PortLook Router::look(PortIdx port) const {
  PortLook look;
  const Input& in = input(port);
  const Output& out = output(port);
  if (out.kind == PortEnd::Kind::kNone) return look;
  for (const std::uint32_t units : in.pool) look.held += units;
  look.xoff_said = lanes_set(in.xoff);
  look.channels = in.live;
  if (in.locked != kNoRow) look.leaving = in.rows[in.locked].head;
  for (const Lane& lane : out.lanes) {
    if (lane.inputs == 0) continue;
    unsigned from = lane.next_input;
    while ((lane.inputs >> from & 1) == 0) from = (from + 1) % shared_.ports;
    look.waiting = input(static_cast<PortIdx>(from)).rows[lane.first[from]].head;
    break;
  }
  look.waiting_units = out.ahead;
  look.load = out.ahead + out.reserved;
  look.depth = shared_.redirect_depth(out);
  if (!out.fifo.empty() && !is_marker(out.fifo.front())) look.fifo_front = out.fifo.front();
  look.fifo = out.depth;
  look.xoff_seen = lanes_set(out.xoff);
  look.table = table_of(out);
  return look;
}

}  // namespace selvage::flow
