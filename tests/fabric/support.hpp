// SPDX-License-Identifier: Apache-2.0
/// \file
/// What many tests of whole fabrics begin with.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>

#include "fabric_bench.hpp"

namespace selvage::test {

/// Packets dropped for whatever reason.
inline std::uint64_t dropped(const nlohmann::json& r) {
  std::uint64_t sum = 0;
  for (const auto& [reason, count] : r["dropped"].items()) sum += count.get<std::uint64_t>();
  return sum;
}

/// Everybody sends to everybody.
inline Scenario uniform(double load, Cycle measure) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = load;
  s.phases = {500, measure, 200000};
  return s;
}

/// In a 4P3T one flow 100 -> 211 without gaps, 100 packets, down over LK<0,21>3 from cycle 40 on.
inline Scenario one_flow() {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  for (unsigned i = 0; i < 100; ++i) s.traffic.trace.push_back({1 + 64 * i, 4, 11});
  s.phases = {0, 6500, 100000};
  return s;
}

/// Receive buffers of slow hosts, of so many beats: never overfull, XON behind each XOFF.
inline void check_receivers(const nlohmann::json& r, const ReceiverConfig& slow,
                            std::uint64_t beats, unsigned least_xon) {
  const nlohmann::json& seen = r["receivers"];
  CHECK(seen["fullest"] <= beats);
  CHECK(seen["xoff"] == seen["xon"]);
  if (slow.rate < 1.0 || slow.longest == 500) CHECK(seen["xon"] > least_xon);
  CHECK((seen["stalled"] > 0) == (slow.stalls != StallKind::kNone));
}

/// Links of 33 cycles, and each XON begins a stall.
inline void stall_at_xon(Scenario& s, Cycle longest) {
  s.link.latency = 33;
  s.probe.timeout = 400;
  s.probe.period = 2000;
  s.traffic.receivers.stalls = StallKind::kXon;
  s.traffic.receivers.longest = longest;
}

}  // namespace selvage::test
