// SPDX-License-Identifier: Apache-2.0
/// \file
/// Scenarios of flow-channel switches, with timers fit for short runs.
#pragma once

#include <cstdint>

#include "../support.hpp"

namespace selvage::test {

inline Scenario flow_scenario(const Engines& engine, double load, unsigned bytes = 1024) {
  Scenario s;
  s.engine = engine;
  s.seed = 3;
  s.sw.use<FlowConfig>();
  s.sw.as<FlowConfig>().params.stale_t = 60'000;
  s.sw.as<FlowConfig>().params.drain_t = 5'000;
  s.sw.as<FlowConfig>().audit_period = 500;
  s.traffic.load = load;
  s.traffic.packet_bytes = bytes;
  s.traffic.packet_beats = s.link.beats(bytes);
  s.phases = {500, 10'000, 400'000};
  return s;
}

/// Everything accepted has come to an end, in order, and every channel has been released.
inline bool settled(const nlohmann::json& r) {
  return r["in_flight"] == 0 && r["flow_channels"]["left"] == 0 &&
         r["flow_channels"]["reorders"] == 0 &&
         r["accepted"] == r["delivered"].get<std::uint64_t>() + dropped(r) &&
         r["flow_channels"]["audits"] > 3;
}

}  // namespace selvage::test
