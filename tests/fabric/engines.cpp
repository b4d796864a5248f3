// SPDX-License-Identifier: Apache-2.0
// Engines of single blocks.
#include <catch2/catch.hpp>

#include "fabric_bench.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

Engines mixed(Engine all, const std::string& block, Engine own) {
  Engines engines(all);
  engines.set(block, own);
  return engines;
}

json result(const json& topology, const Engines& engines, const std::vector<std::string>& bugs = {},
            std::string_view kind = CutThroughConfig::kName) {
  Scenario s;
  s.engine = engines;
  s.sw.use_kind(kind);
  s.bugs = bugs;
  s.traffic.load = 0.2;
  s.phases = {500, 6000, 200000};
  s.faults.random = {4, 500, 4000, false, RepairSpan{2500, 3000}};
  s.seed = 3;
  return tb::simulate(s, [&] {
    const std::string kind_name = topology.at("kind");
    return find_plug(kind_name)->make(topology, {engines, bugs, s.link.latency});
  });
}

std::uint64_t compared(const json& r, const char* block) {
  return r["compared_by_block"].value(block, std::uint64_t{0});
}

json outcome(json r) {
  r.erase("compared");
  r.erase("compared_by_block");
  return r;
}

const json kTree{{"kind", "fattree"}, {"m", 8}, {"n", 3}};
const json kMesh{{"kind", "mesh"}, {"k", 4}};
const json kTwoLevel{{"kind", "twolevel"}, {"k", 4}};

}  // namespace

TEST_CASE("COS-ENGINE: a block of a fat tree may have an engine of its own, the run is the same") {
  const json all = result(kTree, Engine::kLockstep);
  const json golden_route =
      result(kTree, mixed(Engine::kLockstep, "route_select", Engine::kGolden));
  const json rtl_route = result(kTree, mixed(Engine::kLockstep, "route_select", Engine::kRtl));
  const json rtl_plane = result(kTree, mixed(Engine::kLockstep, "control_plane", Engine::kRtl));
  const json probes = result(kTree, mixed(Engine::kGolden, "link_probe", Engine::kLockstep));
  INFO(all.dump());
  REQUIRE(compared(all, "route_select") > 1000);
  for (const json& r : {golden_route, rtl_route, rtl_plane, probes}) {
    CHECK(outcome(r) == outcome(all));
  }
  CHECK(compared(golden_route, "route_select") == 0);
  CHECK(compared(golden_route, "fault_table") == compared(all, "fault_table"));
  CHECK(compared(rtl_route, "route_select") == 0);
  CHECK(compared(rtl_plane, "route_select") == compared(all, "route_select"));
  CHECK(compared(rtl_plane, "fault_table") == 0);
  CHECK(compared(probes, "link_probe") == compared(all, "link_probe"));
  CHECK(compared(probes, "link_probe") == probes["compared"]);
}

TEST_CASE("COS-ENGINE: a defect shows where its block is in the run, and nowhere else") {
  const std::vector<std::string> bug{"next_lowest"};
  CHECK(result(kTree, Engine::kLockstep, bug)["outcome"] == "mismatch");
  const Engines rest = mixed(Engine::kLockstep, "control_plane", Engine::kRtl);
  CHECK(result(kTree, rest, bug)["mismatch"]["block"] == "route_select");
  const json without =
      result(kTree, mixed(Engine::kLockstep, "route_select", Engine::kGolden), bug);
  CHECK(!without.contains("mismatch"));
  CHECK(outcome(without) == outcome(result(kTree, Engine::kGolden)));
  const Engines seen = mixed(Engine::kLockstep, "route_select", Engine::kRtl);
  const json moved = result(kTree, seen, bug);
  CHECK(!moved.contains("mismatch"));
  CHECK(outcome(moved) != outcome(without));  // its answers move the packets
}

TEST_CASE("COS-ENGINE: so may the blocks of a mesh and of a two-level fabric") {
  const auto mesh = [](const Engines& e) { return result(kMesh, e, {}, WormholeConfig::kName); };
  const json all = mesh(Engine::kLockstep);
  INFO(all.dump());
  const json route = mesh(mixed(Engine::kGolden, "planar_route", Engine::kLockstep));
  const json labels = mesh(mixed(Engine::kGolden, "mcc_label", Engine::kLockstep));
  REQUIRE(compared(all, "planar_route") > 1000);
  CHECK(outcome(route) == outcome(all));
  CHECK(outcome(labels) == outcome(all));
  CHECK(compared(route, "planar_route") == compared(all, "planar_route"));
  CHECK(compared(route, "mcc_label") == 0);
  CHECK(compared(labels, "mcc_label") == compared(all, "mcc_label"));
  CHECK(compared(labels, "planar_route") == 0);

  const json two = result(kTwoLevel, Engine::kLockstep);
  const json lookup =
      result(kTwoLevel, mixed(Engine::kGolden, "twolevel_route", Engine::kLockstep));
  const json others =
      result(kTwoLevel, mixed(Engine::kLockstep, "twolevel_route", Engine::kGolden));
  CHECK(outcome(lookup) == outcome(two));
  CHECK(outcome(others) == outcome(two));
  REQUIRE(compared(two, "twolevel_route") > 1000);
  CHECK(compared(lookup, "twolevel_route") == compared(two, "twolevel_route"));
  CHECK(compared(lookup, "route_select") == 0);
  CHECK(compared(others, "twolevel_route") == 0);
  CHECK(compared(others, "route_select") == compared(two, "route_select"));
}
