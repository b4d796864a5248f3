// SPDX-License-Identifier: Apache-2.0
/// A run that is stuck names who waits for whom (FAB-PROG).
#include <catch2/catch.hpp>

#include "ring_system.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

TEST_CASE("FAB-PROG: a ring of flow-channel switches deadlocks, and the cycle is named") {
  static constexpr unsigned kSize = 12;
  Scenario s = flow_scenario(Engine::kGolden, 1);
  s.sw.as<FlowConfig>().params.pool_units =
      flow::pool_headroom(s.sw.as<FlowConfig>().params) + flow::kMostUnits;
  s.phases = {0, 40'000, 400'000};
  s.limits.watchdog = 5'000;
  const json r = tb::simulate(s, [] { return std::make_unique<tb::RingSystem>(kSize); });
  INFO(r.dump());
  REQUIRE(r["outcome"] == "deadlocked");
  REQUIRE(r["wait_cycle"].size() == kSize);
  // Each channel of the cycle ends where the next begins.
  const auto part = [](const std::string& text, std::size_t from) {
    return text.substr(from, text.find(' ', from) - from);
  };
  for (std::size_t i = 0; i < kSize; ++i) {
    const std::string here = r["wait_cycle"][i];
    const std::string next = r["wait_cycle"][(i + 1) % kSize];
    CHECK(part(here, here.find("-> ") + 3) == part(next, 0));
  }
}

TEST_CASE("FAB-PROG: hosts that are refused do not hide that nothing arrives any more") {
  Scenario s = flow_scenario(Engine::kGolden, 0.9);
  s.sw.as<FlowConfig>().params.ack_errors = 1;  // no ACK is ever heard: all flows wait
  s.phases = {500, 20'000, 100'000};
  s.limits.watchdog = 10'000'000;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  CHECK(r["refused"] > 0);
  CHECK(r["outcome"] == "not drained");
  CHECK_THAT(r["detail"].get<std::string>(), Catch::Contains("nothing has arrived since cycle"));
}

TEST_CASE("FAB-PROG, FLOW-A-31: markers that are lost are movement, too") {
  Scenario s = flow_scenario(Engine::kGolden, 0.03);
  s.sw.as<FlowConfig>().params.loss = 0.8;
  s.sw.as<FlowConfig>().params.stale_t = 60'000;
  s.sw.as<FlowConfig>().params.ifct.mfe.fill(
      1);  // one packet of a flow at a time: nothing else moves
  s.phases = {1'000, 3'000, 300'000'000};
  s.seed = GENERATE(range(1U, 9U));
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  CHECK(r["outcome"] == "dropped some");
  CHECK(settled(r));
}

// A row that is given back in the step in which a MAP finds the table full must wake those who wait
// for it.
TEST_CASE("FLOW-A-18: with tables of 16 rows everybody gets one in the end") {
  Scenario s = flow_scenario(Engine::kGolden, 0.9, 64);
  s.sw.as<FlowConfig>().params.sizes.flow_id_w = 4;
  s.sw.as<FlowConfig>().params.sizes.pos_w = 6;
  s.sw.as<FlowConfig>().params.unit_bytes = 64;
  s.traffic.ordered = 0.5;
  s.phases = {100, 1'000, 400'000};
  s.seed = GENERATE(range(1U, 31U));
  const json r = tb::simulate(s, tb::fat_tree(8, 2, s.engine));
  INFO(r.dump());
  CHECK(r["outcome"] == "delivered all");
  CHECK(settled(r));
}
