// SPDX-License-Identifier: Apache-2.0
/// \file
/// A few packets without gaps, for switches in RTL in a fabric.
#pragma once

#include <utility>

#include "../support.hpp"

namespace selvage::test {

/// In a 4P3T hosts 0 to 3 of two leaves, 15 and 8 send to each other without gaps; fault messages
/// of a link that dies meanwhile take beats of theirs.
inline Scenario busy(Cycle until) {
  Scenario s;
  s.engine = Engine::kSwitch;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_beats = 8;
  for (Cycle at = 10; at < until; at += 8) {
    for (const auto& [from, to] : {std::pair(2, 15), {15, 2}, {0, 3}, {3, 0}, {1, 8}, {8, 1}}) {
      s.traffic.trace.push_back({at, static_cast<HostIdx>(from), static_cast<HostIdx>(to)});
    }
  }
  s.phases = {0, until, 1000};
  s.link.latency = 2;
  s.probe = {50, 12, 3};
  s.faults.links = {{"0/00/2", {0, 2}, 20, Cycle{180}}};
  return s;
}

/// Some links die and come back, so that inputs ask for no more messages: of 16 an input may hold
/// two before it says stop, since 12 may be under way. Switch 12 does so at ports 2 and 3 between
/// 557 and 594.
inline Scenario stopped() {
  Scenario s = busy(100);
  s.link.latency = 6;
  s.probe = {120, 30, 1};
  s.phases = {0, 1500, 2000};
  s.faults.links = {{"0/00/2", {0, 2}, 100, Cycle{500}},
                    {"0/10/2", {2, 2}, 101, Cycle{503}},
                    {"1/00/2", {8, 2}, 102, Cycle{500}},
                    {"1/10/3", {10, 3}, 104, Cycle{504}}};
  return s;
}

}  // namespace selvage::test
