// SPDX-License-Identifier: Apache-2.0
/// \file
/// What many tests of whole fabrics begin with.
#pragma once

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

}  // namespace selvage::test
