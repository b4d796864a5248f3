// SPDX-License-Identifier: Apache-2.0
/// \file
/// The buffers of an input: what a packet that leaves frees, and when the sender has to hold.
#include <algorithm>
#include <utility>

#include "flow/input_unit.hpp"
#include "flow/router.hpp"

namespace selvage::flow {

/// The head leaves its queue; the input reads it, what it reads counts as free.
std::uint32_t InputUnit::pop(golden::FlowId id) {
  Input& in = input();
  Row& r = in.rows[id];
  const std::uint32_t slot = r.head;
  Cargo& c = shared_.cargo[slot];
  r.head = c.next;
  r.units -= c.len;
  const unsigned lane = lane_of(c.vc, c.packet.tc);
  in.pool[lane] -= c.len;
  pool_changed(lane);
  in.locked = kNoRow;
  if (r.turn != 0) in.limited.erase(std::exchange(r.turn, 0));
  const unsigned bytes = shared_.params.xbar_bytes;
  in.read_free = now() + (c.packet.bytes + bytes - 1) / bytes;
  if (slot == in.last_slot) {  // what came before it is here
    in.read_free = std::max(in.read_free, in.last_tail);
    in.last_read = true;
  }
  if (edge()) count_inside(r, c);
  const HostFlow& host = shared_.flows[c.flow].host;
  if (edge() && host.paused_until > now() && r.units <= shared_.params.ifct.mqe[r.level] / 2)
    shared_.agenda.at(now() + shared_.params.link_latency, Kind::kPause, c.packet.source, c.flow);
  if (r.head == kNoSlot) r.phase = Phase::kEmpty;
  else router().front(port_, id);
  serve(Serve::kIfct);
  router().serve(Serve::kArbiter);
  shared_.last_progress = now();
  return slot;
}

/// A packet leaves the queues of its ingress edge.
void InputUnit::count_inside(Row& r, Cargo& c) {
  c.inside = true;
  shared_.in_fabric += c.len;
  const std::uint32_t cap = shared_.params.ifct.mfe[r.level] + c.len - 1;  // judged before it goes
  shared_.cap_sum = shared_.cap_sum + cap - r.cap;
  r.cap = cap;
  if (shared_.in_fabric < shared_.fabric_high) return;
  shared_.fabric_high = shared_.in_fabric;
  shared_.cap_at_high = shared_.cap_sum;
}

/// XOFF or XON, if the cycle ends so (the back-stop of FLOW-D-4).
void InputUnit::pool_changed(unsigned lane) {
  Input& in = input();
  const unsigned units = in.pool[lane];
  shared_.counts.pool_high = std::max(shared_.counts.pool_high, units);
  if (units > shared_.params.pool_units) shared_.violate("FAB-BUF", "a pool overflows", self_);
  if (holds(lane) != (in.xoff[lane] != 0)) serve(Serve::kPool);
}

/// Said is what the end of the cycle is: a level, as hardware has it (FL-POOL).
void InputUnit::serve_pool() {
  Input& in = input();
  const std::uint64_t to_host = edge() ? std::uint64_t{1} << 32 : 0;
  for (unsigned lane = 0; lane < shared_.lanes; ++lane) {
    const bool off = holds(lane);
    if (off == (in.xoff[lane] != 0)) continue;
    in.xoff[lane] = off ? 1 : 0;
    if (off) ++shared_.counts.xoffs;
    shared_.agenda.at(now() + shared_.params.link_latency, Kind::kSignal, output().peer,
                      to_host | std::uint64_t{lane} << 1 | (off ? 0U : 1U));
  }
}

bool InputUnit::holds(unsigned lane) const {
  return input().pool[lane] + shared_.headroom > shared_.params.pool_units;
}

}  // namespace selvage::flow
