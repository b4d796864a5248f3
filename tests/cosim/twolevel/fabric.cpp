// SPDX-License-Identifier: Apache-2.0
/// The k-ary fat tree in the fabric.
#include <catch2/catch.hpp>

#include "cosim/plugs.hpp"
#include "fabric_bench.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

tb::MakeSystem tree(unsigned k, Engine engine, const std::string& routing = "two_level",
                    const std::string& faults = "lft", std::vector<std::string> bugs = {}) {
  return [=] {
    const json topology{{"kind", "twolevel"}, {"k", k}, {"routing", routing}, {"faults", faults}};
    return find_plug("twolevel")->make(topology, {engine, bugs, 4});
  };
}

/// Every host sends one packet to every other.
Scenario all_pairs(unsigned hosts, Engine engine) {
  Scenario s;
  s.engine = engine;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_beats = 8;
  for (HostIdx shift = 1; shift < hosts; ++shift) {
    for (HostIdx from = 0; from < hosts; ++from) {
      s.traffic.trace.push_back({Cycle{shift} * 20, from, (from + shift) % hosts});
    }
  }
  s.phases = {0, Cycle{hosts} * 20 + 20, 200000};
  return s;
}

Scenario loaded(Engine engine) {
  Scenario s;
  s.engine = engine;
  s.traffic.load = 0.3;
  s.phases = {500, 6000, 200000};
  s.seed = 3;
  return s;
}

}  // namespace

TEST_CASE("F-PATH-1: all pairs are delivered in the fabric, every decision compared",
          "[twolevel]") {
  const unsigned k = GENERATE(4U, 6U, 8U);
  const unsigned hosts = k * k * k / 4;
  const std::string routing = GENERATE(as<std::string>{}, "two_level", "destination_digit");
  const std::string faults = routing == "two_level" ? "none" : "lft";
  const json r = tb::simulate(all_pairs(hosts, Engine::kLockstep),
                              tree(k, Engine::kLockstep, routing, faults));
  INFO(r.dump());
  CHECK(r["outcome"] == "delivered all");
  CHECK(r["delivered"] == hosts * (hosts - 1));
  CHECK(r["audit"]["checked"] > 0);
  CHECK(r["audit"]["dead_ends"] == 0);
  const char* block = routing == "two_level" ? "twolevel_route" : "route_select";
  CHECK(r["compared_by_block"][block] == r["decisions"]);
}

TEST_CASE("FAB-DET, F-SYS-2: golden, rtl and lockstep give the same result", "[twolevel]") {
  const std::string faults = GENERATE(as<std::string>{}, "none", "lft");
  std::vector<json> results;
  for (const Engine engine : {Engine::kGolden, Engine::kRtl, Engine::kLockstep}) {
    Scenario s = loaded(engine);
    s.faults.random = {4, 500, 4000, false, RepairSpan{300, 2000}};
    results.push_back(tb::simulate(s, tree(6, engine, "two_level", faults)));
  }
  INFO(results.back().dump());
  REQUIRE(results.back()["compared_by_block"]["twolevel_route"] == results.back()["decisions"]);
  for (json& r : results) {
    r.erase("compared");
    r.erase("compared_by_block");
  }
  CHECK(results[0] == results[1]);
  CHECK(results[0] == results[2]);
}

TEST_CASE("F-FLT-1, FT-AUD-1: links die under load, the fault tables settle right", "[twolevel]") {
  const std::string routing = GENERATE(as<std::string>{}, "two_level", "destination_digit", "hash");
  const Engine engine = routing == "hash" ? Engine::kGolden : Engine::kLockstep;
  Scenario s = loaded(engine);
  s.faults.random = {4, 500, 4000, true};
  const json r = tb::simulate(s, tree(8, engine, routing, "lft"));
  INFO(r.dump());
  CHECK((r["outcome"] == "dropped some" || r["outcome"] == "delivered all"));
  CHECK(r["messages"] > 0);
  CHECK(r["settled"] == true);
  CHECK(r["audit"]["applicable"] == true);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["audit"]["excluded"] == 0);
  CHECK(r["dropped"]["no_route"] == 0);
  CHECK(r["in_flight"] == 0);
}

TEST_CASE("F-FLT-2: without fault tables packets for a dead port are dropped", "[twolevel]") {
  Scenario s = loaded(Engine::kLockstep);
  s.faults.random = {2, 500, 1000, true};
  const json r = tb::simulate(s, tree(4, Engine::kLockstep, "two_level", "none"));
  INFO(r.dump());
  CHECK(r["outcome"] == "dropped some");
  CHECK(r["messages"] == 0);
  CHECK(r["dropped"]["dead_port"] > 10);
  CHECK(r["audit"]["applicable"] == false);
}

TEST_CASE("Deliberate faults of the lookup stop the fabric and name the switch",
          "[twolevel][bug][F-TAB-3][COS-PLACE]") {
  const std::string bug = GENERATE(as<std::string>{}, "highest_row", "mask_ignored");
  const json r = tb::simulate(loaded(Engine::kLockstep),
                              tree(4, Engine::kLockstep, "two_level", "lft", {bug}));
  INFO(r.dump());
  REQUIRE(r["outcome"] == "mismatch");
  CHECK(r["mismatch"]["block"] == "twolevel_route");
  CHECK(r["mismatch"]["requirement"] == "F-TAB-3");
  CHECK(r["mismatch"]["switch"].get<std::string>().rfind("10.", 0) == 0);
}

TEST_CASE("FAB-LOAD: loads of links by counting what crossed them", "[twolevel]") {
  // One flow 10.0.1.2 -> 10.2.0.3: 40 packets of 8 beats over four links between switches.
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_beats = 8;
  std::string why;
  const auto make = tree(4, Engine::kGolden, "two_level", "none");
  const auto system = make();
  const auto host = [&](const char* name) { return *system->topology().parse_host(name, why); };
  for (Cycle i = 0; i < 40; ++i) {
    s.traffic.trace.push_back({i * 20, host("10.0.1.2"), host("10.2.0.3")});
  }
  s.phases = {0, 1000, 10000};
  const json r = tb::simulate(s, make);
  INFO(r.dump());
  CHECK(r["links"]["links"] == 64);
  CHECK(r["links"]["used"] == 4);
  const double load = 40 * 8 / (r["cycles"].get<double>() + 1);  // it ends as soon as it is empty
  CHECK(r["links"]["worst"].get<double>() == Approx(load));
  CHECK(r["links"]["mean"].get<double>() == Approx(load * 4 / 64));
  CHECK(r["links"]["worst_name"] == "10.0.1.1/2");
}
