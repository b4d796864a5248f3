// SPDX-License-Identifier: Apache-2.0
#include "flow/bounds/loop.hpp"

#include <algorithm>

namespace selvage::flow {
namespace {

/// The round trip for which the specification gives its values.
constexpr Cycle kPageTrip = 1'500;
/// What they are there.
constexpr unsigned kPageFloor = 32;
constexpr Cycle kPageHold = 2'000;
constexpr unsigned kPageEgress = 512;
/// Links' worth that the senders of an incast send at most, but for 5 % of the time.
constexpr unsigned kSwing = 3;
constexpr unsigned kMostDraw = 11;  ///< bits

}  // namespace

Cycle round_trip(const Params& p, const Wiring& w) {
  unsigned links = 0;
  for (std::size_t i = 0; i < w.ends.size(); ++i)
    if (w.ends[i].kind == PortEnd::Kind::kSwitch)
      links = std::max(links, 1 + (w.ahead.empty() ? 0 : w.ahead[i]));
  const Stages& s = p.stages;
  const Cycle table = Blocks::kLatency;
  const Cycle inside = p.route_latency + 5 * table + s.xbar + s.tx;  // ENQ, choose, peek, MAP, DEQ
  const Cycle last = s.ack_xbar + table;
  if (links == 0) return inside - 3 * table + last;  // no peek, no MAP
  const Cycle there =
      inside + (links - 1) * (s.rx_fabric + inside) + s.rx_fabric + inside - 2 * table;
  const Cycle back = p.aggregator.t1 + 3 + s.ack_rx + table + last;
  return there + s.ack_xbar + links * (2 * Cycle{p.link_latency} + back);
}

void follow_round_trip(Params& p, Cycle trip, const LoopKeys& keys) {
  if (keys.floor)
    p.redirect.d0 = static_cast<unsigned>(
        std::clamp<Cycle>((kPageFloor * trip + kPageTrip / 2) / kPageTrip, kPageFloor, kMostDepth));
  if (keys.depth_gain) {
    const Cycle square = std::max<Cycle>(1, trip * trip);
    p.redirect.kd = static_cast<unsigned>(
        std::clamp<Cycle>((kPageTrip * kPageTrip + square / 2) / square, 1, 255));
  }
  if (keys.cooldown) p.ifct.cool_t = 3 * trip;
  if (keys.hold) p.ifct.hold_t = std::max(kPageHold, kPageHold * trip / kPageTrip);
  if (keys.draw) {
    const Cycle loop = p.ifct.hold_t + Cycle{p.ep.congested} * p.ifct.unit_cyc + trip;
    for (p.ep.draw_w = 7;
         p.ep.draw_w < kMostDraw && (Cycle{1} << p.ep.draw_w) * p.ifct.unit_cyc < kSwing * loop;)
      ++p.ep.draw_w;
  }
  if (keys.egress) p.egress_units = std::max(kPageEgress, 1U << p.ep.draw_w);
}

}  // namespace selvage::flow
