// SPDX-License-Identifier: Apache-2.0
/// \file
/// Links that die and come back (FLOW-A-9, FLOW-A-29).
#include <algorithm>

#include "flow/router.hpp"

namespace selvage::flow {

void OutputUnit::cut(Cycle now) {
  Output& out = output();
  shared_.lossy = true;
  out.severed = true;
  if (out.cut) return;
  out.cut = true;
  const Input& in = input();
  if (in.last_slot == kNoSlot) return;
  const bool whole = in.last_tail < now + shared_.params.stages.rx_fabric;
  if (whole || shared_.cargo[in.last_slot].packet.id != in.last_packet) return;
  shared_.client.torn(in.last_slot, shared_.place(out.peer), now);
}

void OutputUnit::port_dead(Cycle now) {
  Output& out = output();
  out.alive = out.up = false;
  out.walks = out.down = true;
  at(now, Kind::kServe, static_cast<std::uint64_t>(Serve::kOfct));
  at(now, Kind::kWake, kLeave << 32);
}

void OutputUnit::wake(std::uint64_t what) {
  if (what == kLeave) leave();
  else join();
}

/// Heads that wait at a dead output choose again, and those that wait for any.
void OutputUnit::leave() {
  router().wake_any();
  Output& out = output();
  if (shared_.observer != nullptr) shared_.observer->sent_away({sw_, port_});
  for (unsigned l = 0; l < shared_.lanes; ++l)
    for (unsigned in = 0; in < shared_.ports; ++in)
      while (out.lanes[l].first[in] != kNoRow) {
        const auto port = static_cast<PortIdx>(in);
        const golden::FlowId id = router().unrequest(port_, l, port);
        out.behind -= shared_.behind(router().row(port, id));
        router().choose(port, id);
      }
}

void OutputUnit::start_dead() {
  Output& out = output();
  out.alive = false;
  out.cut = out.severed = out.walks = true;
  blocks().walker_down(1, 0);  // over before the first cycle: no row is in use
  Cycle at = 1;
  for (unsigned left = 2 * shared_.sizes().rows(); at != kNever && left != 0; --left)
    at = blocks().walker(at).next;
  if (at != kNever)
    shared_.violate("FLOW-A-29", "the walk through a link that was dead before does not end",
                    self_);
}

void OutputUnit::port_up(Cycle now) {
  Output& out = output();
  out.up = true;
  if (far().output().up)
    shared_.agenda.at(now, Kind::kWake, std::min(self_, out.peer), kJoin << 32);
}

/// Nothing of the time before is left at this end: tables closed, queues, FIFO and wire empty.
bool OutputUnit::at_rest(Cycle now) const {
  const Input& in = input();
  const Output& out = output();
  const bool closed = out.walks && !out.down && out.walk_next == kNever;
  const Cycle flight = shared_.params.link_latency +
                       std::max(shared_.params.stages.ack_rx, shared_.params.stages.rx_fabric);
  return closed && out.live == 0 && in.live == 0 && out.fifo.empty() && out.waiting == 0 &&
         out.reserved == 0 && out.steps.empty() && out.revs.empty() && out.chks.empty() &&
         out.push.empty() && out.held.empty() && in.steps.empty() && in.enq.empty() &&
         in.acks.empty() && in.chk == kNoRow && in.deqs.empty() && in.locked == kNoRow &&
         router().quiet(port_) && std::max(out.tail_at, out.ack_free) + flight < now &&
         std::all_of(out.transit.begin(), out.transit.end(),
                     [](std::uint32_t u) { return u == 0; });
}

/// Both ends know the link as up. They offer each other the initialisation, once a round trip, and
/// it takes place when both are at rest: tables as after reset, positions 0 (FLOW-A-9).
void OutputUnit::join() {
  if (!output().up || !far().output().up) return;  // it has died again
  if (output().severed || !at_rest(now()) || !far().at_rest(now())) {
    at(now() + 2 * shared_.params.link_latency + 16, Kind::kWake, kJoin << 32);
    return;
  }
  ++shared_.counts.joins;
  initialise();
  far().initialise();
}

void OutputUnit::initialise() {
  blocks().walker_up(now());
  blocks().finish(now());
  shared_.blocks[self_] =
      shared_.client.blocks(sw_, port_, blocks_config(shared_.params, false, self_));
  Output& out = output();
  out.alive = true;
  out.cut = out.up = out.full = false;
  out.walks = false;
  out.xoff.assign(shared_.lanes, 0);
  out.lost.assign(shared_.sizes().rows(), 0);
  out.sent_depth = 0;
  router().wake_any();
}

void OutputUnit::flow_control(unsigned lane, bool on) {
  if (output().cut) return;
  output().xoff[lane] = static_cast<std::uint8_t>(!on);
  if (!on) return;
  router().serve(Serve::kArbiter);
  router().wake_any();
}

/// What waits in the FIFO goes on waiting; once that is full nothing is granted.
void OutputUnit::host_says(bool on, Cycle now) {
  output().host_full = !on;
  if (on) at(now, Kind::kServe, static_cast<std::uint64_t>(Serve::kTx));
}

}  // namespace selvage::flow
