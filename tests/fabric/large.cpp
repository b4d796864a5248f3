// SPDX-License-Identifier: Apache-2.0
// A fabric of more than 16,384 ports, which looks ahead in its lists (kernel::with_look_ahead).
#include "support.hpp"

using namespace selvage;
using namespace selvage::test;

TEST_CASE("FAB-DET: in a fabric that looks ahead every packet comes when it should") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  for (HostIdx h = 0; h < 3456; ++h) s.traffic.trace.push_back({10, h, h ^ 1U});
  s.phases = {0, 100, 10000};
  const nlohmann::json r = tb::simulate(s, tb::fat_tree(24, 3, Engine::kGolden));
  INFO(r.dump(1));
  CHECK(r["delivered"] == 3456);
  CHECK(r["latency"]["max"] == 63 + 2 * 4 + 2 + 11);
}

TEST_CASE("FAB-DET: a fabric that looks ahead loses nothing under load, with links that die") {
  Scenario s = uniform(0.5, 300);
  s.traffic.packet_beats = 16;
  s.phases = {0, 200, 100000};
  s.faults.random = {40, 0, 200, true, std::nullopt, 0};
  const nlohmann::json r = tb::simulate(s, tb::fat_tree(24, 3, Engine::kGolden));
  INFO(r.dump(1));
  CHECK(r["accepted"] > 20000);
  CHECK(r["accepted"] == r["delivered"].get<std::uint64_t>() + dropped(r));
}
