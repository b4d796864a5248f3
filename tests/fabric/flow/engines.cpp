// SPDX-License-Identifier: Apache-2.0
/// Golden, RTL and lockstep under the whole fabric: the same result, everything compared, a defect
/// of the RTL found by the comparison and, without one, by the laws (FAB-DET, FAB-PATH).
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

json with_engine(Engine engine, unsigned m, unsigned n,
                 const std::function<void(Scenario&)>& change) {
  Scenario s = flow_scenario(engine, 0.4);
  s.phases.measure = 4'000;
  change(s);
  return tb::simulate(s, tb::fat_tree(m, n, engine));
}

json engines_agree(unsigned m, unsigned n, const std::function<void(Scenario&)>& change) {
  json golden = with_engine(Engine::kGolden, m, n, change);
  json rtl = with_engine(Engine::kRtl, m, n, change);
  json lockstep = with_engine(Engine::kLockstep, m, n, change);
  INFO(lockstep.dump());
  REQUIRE(!lockstep.contains("failure"));
  REQUIRE(!lockstep.contains("mismatch"));
  CHECK(settled(lockstep));
  CHECK(golden["compared"] == 0);
  CHECK(rtl["compared"] == 0);
  const json& by = lockstep["compared_by_block"];
  for (const char* block :
       {"efct", "ifct", "ofct", "redirect_gen", "ack_aggregator", "least_loaded"}) {
    CAPTURE(block);
    CHECK(by[block] > 500);
  }
  CHECK(by["route_select"] == lockstep["decisions"]);
  for (json* j : {&golden, &rtl, &lockstep}) {
    j->erase("compared");
    j->erase("compared_by_block");
  }
  CHECK(golden == rtl);
  CHECK(golden == lockstep);
  return golden;
}

}  // namespace

TEST_CASE("FAB-DET: engines of flow channels agree, links failing, packets lost, no order asked") {
  engines_agree(4, 3, [](Scenario& s) {
    s.faults.random = {2, 500, 3'000, true, {}};
    s.sw.as<FlowConfig>().params.loss = 0.002;
    s.traffic.ordered = 0.6;
    s.traffic.classes = {1, 1, 2};
  });
}

TEST_CASE("FAB-DET, FLOW-A-9: engines of flow channels agree, links dying and coming back") {
  const json r = engines_agree(4, 3, [](Scenario& s) {
    s.phases.measure = 20'000;
    s.faults.random = {3, 500, 3'000, true, RepairSpan{500, 3'000}};
  });
  CHECK(r["flow_channels"]["joins"] == 3);
}

TEST_CASE("FAB-DET, COS-ENGINE: a port as one model, links dying and coming back") {
  const auto with = [](const Engines& engines) {
    Scenario s = flow_scenario(engines, 0.4);
    s.phases.measure = 20'000;
    s.faults.random = {3, 500, 3'000, true, RepairSpan{500, 3'000}};
    return tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  };
  json golden = with(Engine::kGolden);
  json whole = with(
      {Engine::kGolden, {{"flow_port", Engine::kLockstep}, {"least_loaded", Engine::kLockstep}}});
  INFO(whole.dump());
  REQUIRE(!whole.contains("mismatch"));
  CHECK(whole["flow_channels"]["joins"] == 3);
  CHECK(whole["compared_by_block"].value("flow_port", 0) > 100'000);
  CHECK(whole["compared_by_block"].value("least_loaded", 0) > 1'000);
  for (json* j : {&golden, &whole}) {
    j->erase("compared");
    j->erase("compared_by_block");
  }
  CHECK(golden == whole);
}

TEST_CASE("FAB-DET: engines of flow channels agree at full load, 8P3T and 8P2T") {
  const unsigned n = GENERATE(2U, 3U);
  engines_agree(8, n, [n](Scenario& s) {
    s.traffic.pattern = TrafficPattern::kPermutation;
    s.traffic.load = 1;
    s.phases.measure = n == 2 ? 6'000 : 1'500;
  });
}

TEST_CASE(
    "FAB-DET: engines of flow channels agree with other gains of redirects and a wider draw") {
  const json r = engines_agree(8, 2, [](Scenario& s) {
    s.traffic.pattern = TrafficPattern::kFlows;
    for (HostIdx h = 0; h < 12; ++h) s.traffic.flows.push_back({h, 31, 1.0, 0, true});
    for (HostIdx h = 12; h < 18; ++h) s.traffic.flows.push_back({h, 16 + h - 4, 0.9, 0, true});
    s.sw.as<FlowConfig>().params.redirect.kd = 64;
    s.sw.as<FlowConfig>().params.ep.draw_w = 10;
    s.sw.as<FlowConfig>().params.egress_units = 1'024;
    s.sw.as<FlowConfig>().params.ifct.cool_t = 480;
  });
  CHECK(r["flow_channels"]["redirects"] > 0);
  CHECK(r["flow_channels"]["blocks"] > 0);
  CHECK(r["flow_channels"]["level_ups"][2] > 0);
}

TEST_CASE("FAB-DET: engines of flow channels agree under incast and with the large tables") {
  engines_agree(4, 2, [](Scenario& s) {
    s.traffic.pattern = TrafficPattern::kIncast;
    s.traffic.incast_to = 1;
    s.traffic.load = 0.9;
    s.sw.as<FlowConfig>().params = flow::standard_params(golden::kLargeFlowSizes);
    s.phases.drain = 1'000'000;
  });
}

TEST_CASE("defects of the flow blocks stop a run in lockstep, with the place") {
  const std::string bug = GENERATE(as<std::string>{}, "efct_start_behind", "ifct_no_release",
                                   "ofct_no_release", "redirect_late", "ack_age_restarts");
  Scenario s = flow_scenario(Engine::kLockstep, 0.4);
  s.bugs = {bug};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kLockstep));
  INFO(bug << " " << r.dump());
  REQUIRE(r["outcome"] == "mismatch");
  CHECK(r["mismatch"]["switch"].get<std::string>().front() == '<');
  CHECK(r["cycles"] < 2'000);
}

TEST_CASE("COS-ENGINE: single blocks of flow-channel switches in lockstep, the run is the same") {
  const auto run = [](const Engines& engines) {
    Scenario s = flow_scenario(engines, 0.4);
    s.phases.measure = 3'000;
    return tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  };
  json golden = run(Engine::kGolden);
  json one = run({Engine::kGolden, {{"ack_aggregator", Engine::kLockstep}}});
  json but_one = run({Engine::kLockstep, {{"ack_aggregator", Engine::kGolden}}});
  INFO(one.dump());
  REQUIRE(one["compared_by_block"].value("ack_aggregator", 0) > 1000);
  CHECK(one["compared_by_block"].value("ifct", 0) == 0);
  CHECK(but_one["compared_by_block"].value("ack_aggregator", 0) == 0);
  CHECK(but_one["compared_by_block"].value("ifct", 0) > 1000);
  for (json* j : {&golden, &one, &but_one}) {
    j->erase("compared");
    j->erase("compared_by_block");
  }
  CHECK(golden == one);
  CHECK(golden == but_one);
}
