// SPDX-License-Identifier: Apache-2.0
/// \file
/// Links that die and come back (FLOW-A-9, FLOW-A-29).
#include <algorithm>

#include "flow/net.hpp"

namespace selvage::flow {

void Net::cut(SwitchIdx sw, PortIdx port, Cycle now) {
  const G o = g(sw, port);
  lossy_ = true;
  for (const G p : {o, out_[o].peer}) out_[p].severed = true;
  if (out_[o].cut) return;
  for (const G p : {o, out_[o].peer}) {
    out_[p].cut = true;
    const Input& in = in_[p];
    if (in.last_slot == kNoSlot) continue;
    const Cargo& c = cargo_[in.last_slot];
    if (c.packet.id != in.last_packet || c.tail < now + params_.stages.rx_fabric) continue;
    const G from = out_[p].peer;
    client_.torn(in.last_slot, {sw_of(from), port_of(from)}, now);
  }
}

void Net::port_dead(SwitchIdx sw, PortIdx port, Cycle now) {
  const G o = g(sw, port);
  Output& out = out_[o];
  out.alive = out.up = false;
  out.walks = out.down = true;
  at(now, Kind::kServe, o, static_cast<std::uint64_t>(Serve::kOfct));
  at(now, Kind::kWake, o, kLeave << 32);
}

/// Heads that stand at a dead output choose again, and those that wait for any.
void Net::leave_output(G o) {
  wake_any(sw_of(o));
  Output& out = out_[o];
  for (unsigned l = 0; l < lanes_; ++l)
    for (unsigned in = 0; in < ports_; ++in)
      while (out.lanes[l].first[in] != kNoRow) {
        const G p = g(sw_of(o), static_cast<PortIdx>(in));
        const golden::FlowId id = unrequest(o, l, static_cast<std::uint8_t>(in));
        out.behind -= behind(in_[p].rows[id]);
        choose(p, id);
      }
  serve(Serve::kTx, o);
}

void Net::start_dead(SwitchIdx sw, PortIdx port) {
  Output& out = out_[g(sw, port)];
  out.alive = false;
  out.cut = out.severed = out.walks = true;
  Blocks& blocks = *blocks_[g(sw, port)];
  blocks.walker_down(1, 0);  // over before the first cycle: no row is in use
  Cycle at = 1;
  for (unsigned left = 2 * sizes_.rows() + 2; at != kNever && left != 0; --left)
    at = blocks.walker(at).next;
  if (at != kNever)
    violate("FLOW-A-29", "the walk through a link that was dead before does not end", g(sw, port));
}

void Net::healed(SwitchIdx sw, PortIdx port) {
  for (const G p : {g(sw, port), out_[g(sw, port)].peer}) out_[p].severed = false;
}

void Net::port_up(SwitchIdx sw, PortIdx port, Cycle now) {
  const G o = g(sw, port);
  out_[o].up = true;
  if (out_[out_[o].peer].up) at(now, Kind::kWake, std::min(o, out_[o].peer), kJoin << 32);
}

bool Net::incoming(SwitchIdx sw, PortMask candidates) const {
  for (PortMask rest = candidates; rest != 0; rest &= rest - 1) {
    const auto o = static_cast<unsigned>(__builtin_ctzll(rest));
    if (o < ports_ && out_[g(sw, static_cast<PortIdx>(o))].up) return true;
  }
  return false;
}

/// Nothing of the time before is left at this end: tables closed, queues, FIFO and wire empty.
bool Net::at_rest(G p, Cycle now) const {
  const Input& in = in_[p];
  const Output& out = out_[p];
  const bool closed = out.walks && !out.down && out.walk_next == kNever;
  const Cycle flight =
      params_.link_latency + std::max(params_.stages.ack_rx, params_.stages.rx_fabric);
  return closed && out.live == 0 && in.live == 0 && out.fifo.empty() && out.waiting == 0 &&
         out.reserved == 0 && out.steps.empty() && out.revs.empty() && out.chks.empty() &&
         out.push.empty() && out.held.empty() && in.steps.empty() && in.enq.empty() &&
         in.acks.empty() && in.chks.empty() && in.deqs.empty() && in.locked == kNoRow &&
         std::max(out.wire_free, out.ack_free) + flight < now &&
         std::all_of(out.transit.begin(), out.transit.end(),
                     [](std::uint32_t u) { return u == 0; });
}

/// Both ends know the link as up. They offer each other the initialisation, once a round trip, and
/// it takes place when both are at rest: tables as after reset, positions 0 (FLOW-A-9).
void Net::join(G o) {
  const G q = out_[o].peer;
  if (!out_[o].up || !out_[q].up) return;  // it has died again
  if (out_[o].severed || !at_rest(o, now_) || !at_rest(q, now_)) {
    at(now_ + 2 * params_.link_latency + 16, Kind::kWake, o, kJoin << 32);
    return;
  }
  ++counts_.joins;
  for (const G p : {o, q}) {
    blocks_[p]->walker_up(now_);
    blocks_[p]->finish(now_);
    blocks_[p] = client_.blocks(sw_of(p), port_of(p), blocks_config(params_, false, p));
    Output& out = out_[p];
    out.alive = true;
    out.cut = out.up = out.full = false;
    out.walks = false;
    out.xoff.assign(lanes_, 0);
    out.lost.assign(sizes_.rows(), 0);
    out.sent_idle = true;
    out.sent_depth = 0;
    in_[p].last_slot = kNoSlot;
    wake_any(sw_of(p));
  }
}

}  // namespace selvage::flow
