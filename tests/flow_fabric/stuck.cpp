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
  s.sw.flow.pool_units = flow::pool_headroom(s.sw.flow) + flow::kMostUnits;
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
