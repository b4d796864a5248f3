// SPDX-License-Identifier: Apache-2.0
/// The k-ary fat tree on flow-channel switches: the same under every engine, and flows that its
/// control moves stay in order by the input tables alone (F-FLOW-3, FLOW-C-3).
#include <catch2/catch.hpp>

#include "cosim/plugs.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

tb::MakeSystem tree(const Engines& engine, const json& topology) {
  return [=] {
    json all = topology;
    all["kind"] = "twolevel";
    return find_plug("twolevel")->make(all, {engine, {}, 4, true});
  };
}

Scenario pairs(const Engines& engine) {
  Scenario s = flow_scenario(engine, 1);
  s.traffic.pattern = TrafficPattern::kPermutation;
  s.phases = {500, 8'000, 400'000};
  return s;
}

/// The three engines' results, the numbers of comparisons aside, are the same; that of lockstep.
json all_engines(const std::function<void(Scenario&)>& change, const json& topology) {
  std::vector<json> results;
  for (const Engine engine : {Engine::kGolden, Engine::kRtl, Engine::kLockstep}) {
    Scenario s = pairs(engine);
    change(s);
    results.push_back(tb::simulate(s, tree(engine, topology)));
  }
  json lockstep = results.back();
  INFO(lockstep.dump());
  REQUIRE(!lockstep.contains("failure"));
  REQUIRE(!lockstep.contains("mismatch"));
  CHECK(lockstep["compared_by_block"]["twolevel_route"] == lockstep["decisions"]);
  for (const char* block : {"efct", "ifct", "ofct", "redirect_gen", "ack_aggregator"}) {
    CAPTURE(block);
    CHECK(lockstep["compared_by_block"][block] > 500);
  }
  for (json& r : results) {
    r.erase("compared");
    r.erase("compared_by_block");
  }
  CHECK(results[0] == results[1]);
  CHECK(results[0] == results[2]);
  return lockstep;
}

const json kMoving{{"mode", "schedule"}, {"period", 500}};

}  // namespace

TEST_CASE("FAB-DET: engines of flow channels agree on the two-level tables, links dying") {
  const std::string faults = GENERATE(as<std::string>{}, "none", "lft");
  const json r = all_engines(
      [](Scenario& s) {
        s.traffic.load = 0.4;
        s.faults.random = {2, 1'000, 4'000, true, {}};
      },
      {{"k", 4}, {"faults", faults}});
  INFO(r.dump());
  CHECK(settled(r));
  CHECK(r["flow_channels"]["reorders"] == 0);
  // Nobody is notified, and what comes to the dead port is dropped: F-FLT-2.
  CHECK((r["dropped"]["dead_port"] > 10) == (faults == "none"));
}

TEST_CASE("F-FLOW-3, FLOW-C-3: flows that the control moves block, drain and stay in order") {
  const unsigned k = GENERATE(4U, 8U);
  const json r = all_engines([k](Scenario& s) { s.phases.measure = k == 4 ? 8'000 : 3'000; },
                             {{"k", k}, {"faults", "none"}, {"flows", kMoving}});
  INFO(r.dump());
  CHECK(settled(r));
  CHECK(r["counters"]["flows_moved"] > 3);
  CHECK(r["counters"]["flows_held"] == 0);  // not by the control
  CHECK(r["counters"]["packets_overtaken"] == 0);
  CHECK(r["flow_channels"]["blocks"] > 3);
  CHECK(r["flow_channels"]["reorders"] == 0);
}

TEST_CASE("F-FLOW-3, control: without BLOCK moved flows overtake their own packets") {
  Scenario s = pairs(Engine::kGolden);
  s.sw.as<FlowConfig>().params.block = false;
  s.phases.measure = 20'000;
  const json r =
      tb::simulate(s, tree(s.engine, {{"k", 8}, {"faults", "none"}, {"flows", kMoving}}));
  INFO(r.dump());
  CHECK(r["in_flight"] == 0);
  CHECK(r["counters"]["flows_moved"] > 20);
  CHECK(r["flow_channels"]["blocks"] == 0);
  CHECK(r["flow_channels"]["reorders"] > 0);
  CHECK(r["counters"]["packets_overtaken"] == r["flow_channels"]["reorders"]);
}

TEST_CASE("F-FLOW-1, FLOW-C-3: flows move while links die and come back") {
  Scenario s = pairs(Engine::kLockstep);
  s.traffic.load = 0.7;
  s.phases.measure = 30'000;
  s.faults.random = {2, 1'000, 4'000, true, RepairSpan{4'000, 8'000}};
  const json r = tb::simulate(s, tree(s.engine, {{"k", 4}, {"flows", kMoving}}));
  INFO(r.dump());
  CHECK(settled(r));
  CHECK(r["counters"]["flows_moved"] > 3);
  CHECK(r["flow_channels"]["joins"] == 2);
  CHECK(r["flow_channels"]["reorders"] == 0);
}

TEST_CASE("FLOW-C-11: static tables, ports die under load, nothing hangs") {
  const json topology{{"k", 4}, {"faults", "none"}, {"routing", "destination_digit"}};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Scenario s;  // with its default timers
    s.engine = Engine::kGolden;
    s.seed = seed;
    s.sw.use<FlowConfig>();
    s.traffic.load = 0.7;
    s.traffic.packet_bytes = 256;
    s.traffic.packet_beats = s.link.beats(256);
    s.phases = {500, 3'000, 20'000'000};
    s.faults.random = {4, 0, 3'000, false, {}};
    const json r = tb::simulate(s, tree(Engine::kGolden, topology));
    INFO(r.dump());
    CHECK(settled(r));
  }
}
