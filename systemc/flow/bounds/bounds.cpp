// SPDX-License-Identifier: Apache-2.0
#include "flow/bounds/bounds.hpp"

#include <algorithm>
#include <cmath>

namespace selvage::flow {
namespace {

/// A flow sends one packet in so many cycles at most (docs/reference/flow-fabric.md, "The way of a
/// packet").
constexpr unsigned kPacketCycles = 10;
/// Stages of a switch and its links' round trip of control, generously.
constexpr unsigned kStageCycles = 64;
constexpr double kForEver = 1e15;

/// Cycles in which an output sends one unit, of a packet of the shortest or of another length.
double unit_cycles(const Params& p) {
  const unsigned beats =
      (p.unit_bytes + p.overhead_bytes + p.bytes_per_cycle - 1) / p.bytes_per_cycle;
  return std::max(beats, kPacketCycles);
}

/// Stalls that begin in so many service cycles, each of which one begins in with probability
/// 1 / every: more come in less than one of 10^12 such times (Bernstein's inequality).
double stalls_within(double service, Cycle every) {
  const double mean = service / static_cast<double>(every);
  const double a = 12 * std::log(10.0);
  return mean + a / 3 + std::sqrt(a * a / 9 + 2 * a * mean) + 1;
}

/// Cycles by which a host has taken so many units, if nothing but it lets them wait (FLOW-RECV-2).
double taking_bound(const Params& p, double units) {
  if (!p.slow.any()) return units * unit_cycles(p);
  const auto buffer = static_cast<double>(p.slow.buffer);  // which may be full
  const double link = units * unit_cycles(p) + buffer;
  const double packets = units / p.slow.least_units + buffer / p.slow.least_beats;
  // Each packet begins in a whole cycle, and may wait a round trip for an XON.
  const double service = link / p.slow.rate + packets * (1 + 2.0 * p.link_latency);
  const auto longest = static_cast<double>(p.slow.longest);
  switch (p.slow.stalls) {
    case kernel::StallKind::kNone: return service;
    case kernel::StallKind::kRandom:
      return service + longest * stalls_within(service, p.slow.every);
    case kernel::StallKind::kHeader: return service + longest * packets;
    case kernel::StallKind::kXon: return service + longest * 2 * packets;
  }
  return service;
}

/// Links between switches of the longest way.
Cycle most_links(const Wiring& w) {
  const auto most = std::max_element(w.ahead.begin(), w.ahead.end());
  return most == w.ahead.end() ? 1 : *most + 1;
}

}  // namespace

double least_share(const std::array<ClassRate, kClasses>& rates, unsigned used) {
  double guaranteed = 0, weights = 0, least = 1;
  for (unsigned c = 0; c < kClasses; ++c) {
    if ((used >> c & 1) == 0) continue;
    guaranteed += rates[c].min;
    weights += rates[c].weight;
  }
  for (unsigned c = 0; c < kClasses; ++c) {
    if ((used >> c & 1) == 0) continue;
    const double fair = std::max(0.0, 1 - guaranteed) * rates[c].weight / weights;
    least = std::min({least, rates[c].max, std::max(rates[c].min, fair)});
  }
  return least;
}

Cycle passage_bound(const Params& p, const Wiring& w, unsigned ahead) {
  const double inputs = std::max(1U, w.ports - 1);
  double pools = p.egress_units;  // units that leave by one host link before it
  double share = inputs;
  for (unsigned hop = 0; hop <= ahead && pools < kForEver; ++hop, share *= inputs)
    pools += share * (p.pool_units + p.fifo_units);
  const auto& limits = p.ifct.mfe;  // by level, in any order
  const double flows =
      static_cast<double>(p.pair_flows) * *std::max_element(limits.begin(), limits.end());
  const double hosts = w.hosts * (std::min<double>(flows, p.ifct.inj_limit) + kMostUnits);
  const double units =
      (w.hosts == 0 ? pools : std::min(pools, hosts)) / std::max(p.least_share, 1e-6);
  const double fixed = (1.0 + ahead) * (2.0 * p.link_latency + kStageCycles);
  return static_cast<Cycle>(std::min(kForEver, taking_bound(p, units) + fixed));
}

Cycle drain_bound(const Params& p, const Wiring& w, unsigned ahead) {
  Cycle sum = 0;
  for (unsigned k = 0; k <= ahead; ++k) sum += passage_bound(p, w, k);
  return sum;
}

Cycle drain_time(const Params& p, const Wiring& w, unsigned ahead) {
  return p.drain_t ? *p.drain_t * (1 + ahead) : drain_bound(p, w, ahead);
}

Cycle marker_interval(const Params& p, const Wiring& w) {
  return std::max<Cycle>(Cycle{100} * p.sizes.rows(),
                         4 * most_links(w) * (2 * p.link_latency + kStageCycles));
}

Cycle news_bound(const Params& p, const Wiring& w) {
  const unsigned tick = table_tick(p);
  return (most_links(w) + 1) * (golden::ticks_of(p.stale_t, tick) << tick);
}

Cycle longest_drain(const Params& p, const Wiring& w) {
  return drain_time(p, w, static_cast<unsigned>(most_links(w) - 1));
}

}  // namespace selvage::flow
