// SPDX-License-Identifier: Apache-2.0
/// \file
/// Scenarios on wormhole switches, and what every run of them has to satisfy.
#pragma once

#include <catch2/catch.hpp>

#include "../support.hpp"
#include "cosim/plugs.hpp"

namespace selvage::test {

inline tb::MakeSystem mesh(unsigned k, Engines engine, const std::string& algorithm = "ipar",
                           unsigned depth = 0, std::vector<std::string> bugs = {},
                           bool proxy = false) {
  return [=] {
    nlohmann::json topology = {
        {"kind", "mesh"}, {"k", k}, {"algorithm", algorithm}, {"proxy", proxy}};
    if (depth != 0) topology["depth"] = depth;
    return find_plug("mesh")->make(topology, {engine, bugs, 1});
  };
}

inline Scenario wormhole_scenario(Engines engine, double load) {
  Scenario s;
  s.engine = engine;
  s.sw.use<WormholeConfig>();
  s.link.latency = 1;
  s.traffic.load = load;
  s.traffic.packet_beats = 16;
  s.phases = {200, 6000, 60000};
  s.limits.watchdog = 5000;
  s.seed = 5;
  return s;
}

/// Everything accepted has come to an end, and flits are conserved (FAB-CONS).
inline void check_balance(const nlohmann::json& r) {
  CHECK(r["in_flight"] == 0);
  CHECK(r["accepted"] == r["delivered"].get<std::uint64_t>() + dropped(r));
  const nlohmann::json& f = r["flits"];
  const auto of = [&](const char* name) { return f[name].get<std::uint64_t>(); };
  CHECK(of("injected") + of("aborts") == of("ejected") + of("drained") + of("lost"));
  if (r["faults"].empty()) {
    CHECK(of("aborts") + of("lost") == 0);
    CHECK(of("ejected") == r["delivered"].get<std::uint64_t>() * 16);
  }
}

}  // namespace selvage::test
