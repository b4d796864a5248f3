// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "fabric_bench.hpp"
#include "ring_system.hpp"

using namespace selvage;
using nlohmann::json;

namespace {
const tb::MakeSystem kRing = [] { return std::make_unique<tb::RingSystem>(6); };
}

TEST_CASE("another topology plugs in: a lightly loaded ring delivers everything", "[FAB-DEST]") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 0.05;
  s.phases = {500, 20000, 100000};
  const json r = tb::simulate(s, kRing);
  INFO(r.dump());
  CHECK(r["outcome"] == "delivered all");
  CHECK(r["delivered"] > 60);
}

TEST_CASE("a ring on one virtual channel deadlocks, and the cycle is named (FAB-PROG)") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 1.0;
  s.sw.as<CutThroughConfig>().buffer_packets = 2;
  s.phases = {0, 100000, 100000};
  s.limits.watchdog = 5000;
  const bool injection_ends = GENERATE(false, true);
  if (injection_ends) s.phases = {0, 3000, 1000000};
  const json r = tb::simulate(s, kRing);
  INFO(r.dump());
  REQUIRE(r["outcome"] == "deadlocked");
  REQUIRE(r["wait_cycle"].size() == 6);
  // Each channel of the cycle ends where the next begins.
  for (std::size_t i = 0; i < 6; ++i) {
    const std::string here = r["wait_cycle"][i];
    const std::string next = r["wait_cycle"][(i + 1) % 6];
    const std::size_t arrow = here.find("-> ");
    CHECK(here.substr(arrow + 3, 2) == next.substr(0, 2));
  }
}

TEST_CASE("FAB-DEST: a packet that runs in circles or ends at the wrong host stops the run") {
  const tb::RingError error = GENERATE(tb::RingError::kCircles, tb::RingError::kWrongHost);
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 0.05;
  s.phases = {0, 5000, 100000};
  const json r = tb::simulate(s, [error] { return std::make_unique<tb::RingSystem>(6, error); });
  INFO(r.dump());
  CHECK(r["outcome"] == "check failed");
  const std::string detail = r["detail"];
  CHECK(detail.find("FAB-DEST") != std::string::npos);
  CHECK((detail.find("circles") != std::string::npos) == (error == tb::RingError::kCircles));
}

TEST_CASE("the fat tree does not deadlock under overload while links fail") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 1.0;
  s.traffic.source_queue_packets = 4;
  s.sw.as<CutThroughConfig>().buffer_packets = 2;
  s.phases = {0, 20000, 3000000};
  s.seed = GENERATE(range(1, 9));
  s.faults.random = {6, 1000, 15000, false};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  CHECK(r["outcome"] == "saturated");
  CHECK(r["in_flight"] == 0);
}
