// SPDX-License-Identifier: Apache-2.0
/// The mesh on wormhole switches, and the fat tree on them: conservation, nobody lost or stuck,
/// what is reported (FAB-PATH, FAB-NODE, MESH-CTL-1).
#include <catch2/catch.hpp>

#include "bench.hpp"
#include "cosim/plugs.hpp"
#include "cosim/settle.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

TEST_CASE("a mesh without faults delivers everything, under every algorithm",
          "[MESH-AUD-2][WH-CONS]") {
  const std::string algorithm = GENERATE(as<std::string>{}, "ipar", "ipar-literal", "par", "dor");
  const unsigned depth = GENERATE(0U, 1U);
  CAPTURE(algorithm, depth);
  const json r = tb::simulate(wormhole_scenario(Engine::kGolden, 0.1),
                              mesh(depth == 1 ? 6 : 4, Engine::kGolden, algorithm, depth));
  INFO(r.dump());
  CHECK(r["outcome"] == "delivered all");
  CHECK(r["delivered"] > 1000);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["audit"]["excluded"] == 0);
  CHECK(r["audit"]["unreachable_pairs"] == 0);
  check_balance(r);
}

TEST_CASE("zero-load latency of a mesh (WH-LAT, FAB-PATH)") {
  Scenario s = wormhole_scenario(Engine::kGolden, 0);
  s.link.latency = GENERATE(1U, 4U);
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.trace = {{1000, 0, 63}};
  s.phases.warmup = 0;
  const json r = tb::simulate(s, mesh(4, Engine::kGolden));
  INFO(r.dump());
  REQUIRE(r["latency"]["count"] == 1);
  CHECK(r["latency"]["max"] == 15 + 11 * s.link.latency + 10 * s.sw.route_latency);
}

TEST_CASE("faulty nodes are silent and what is dropped has no way (FAB-NODE, MESH-AUD-2)") {
  Scenario s = wormhole_scenario(Engine::kGolden, 0.1);
  s.faults.nodes = {21};
  s.faults.random_nodes = 5;
  s.seed = GENERATE(range(1U, 7U));
  const std::string algorithm = GENERATE(as<std::string>{}, "ipar", "par", "dor");
  const json r = tb::simulate(s, mesh(4, Engine::kGolden, algorithm));
  INFO(r.dump());
  CHECK(r["faulty_nodes"].size() == 6);
  CHECK((r["outcome"] == "delivered all" || r["outcome"] == "dropped some"));
  CHECK(r["dropped"]["no_route"] == dropped(r));
  CHECK(r["audited"] == true);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["audit"]["excluded"] == 0);
  CHECK(r["audit"]["unreachable_pairs"] >= 2 * 6 * 58 + 6 * 5);
  check_balance(r);
}

TEST_CASE("FAB-DEST: a way round may visit a node again, in a later sub-network") {
  Scenario s = wormhole_scenario(Engine::kGolden, 0.1);
  s.link.latency = 1;
  s.phases = {100, 5'000, 100'000};
  s.faults.preset = {{"", {0, 0}, 0}};  // 0.1/x+ of a 2x2 mesh
  s.seed = GENERATE(range(1U, 26U));
  const json r = tb::simulate(s, mesh(2, Engine::kGolden, "ipar", 1));
  INFO(r.dump());
  CHECK((r["outcome"] == "delivered all" || r["outcome"] == "dropped some"));
  CHECK(r["delivered"] > 10);
  check_balance(r);
}

TEST_CASE("nodes fail in a fat tree under both kinds of switch (FAB-NODE, FAB-PATH)") {
  Scenario s = wormhole_scenario(Engine::kLockstep, 0.1);
  s.sw.use_kind(GENERATE(CutThroughConfig::kName, WormholeConfig::kName));
  s.link.latency = 4;
  s.faults.nodes = {0, 19};  // a leaf with its hosts, and a root
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kLockstep));
  INFO(r.dump());
  CHECK(r["faulty_nodes"].size() == 2);
  CHECK(r["outcome"] == "delivered all");
  CHECK(r["delivered"] > 200);
  CHECK(r["compared"] > 1000);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK((s.sw.is<WormholeConfig>()) == r.contains("flits"));
}

TEST_CASE("a fat tree on wormhole switches delivers what cut-through does (FAB-PATH)") {
  Scenario s = wormhole_scenario(Engine::kGolden, 0.3);
  s.link.latency = 4;
  const auto tree = tb::fat_tree(4, 3, Engine::kGolden);
  const json flit_by_flit = tb::simulate(s, tree);
  s.sw.use<CutThroughConfig>();
  const json whole = tb::simulate(s, tree);
  INFO(flit_by_flit.dump());
  CHECK(flit_by_flit["outcome"] == "delivered all");
  CHECK(flit_by_flit["delivered"] == whole["delivered"]);
  CHECK(flit_by_flit["packet_hops"] == whole["packet_hops"]);
  check_balance(flit_by_flit);
}

TEST_CASE("FAB-DET: engines of a mesh agree, everything compared (MESH-CTL-1, MESH-CTL-2)") {
  const unsigned depth = GENERATE(0U, 1U);
  std::vector<json> results;
  for (const Engine engine : {Engine::kGolden, Engine::kRtl, Engine::kLockstep}) {
    Scenario s = wormhole_scenario(engine, 0.15);
    s.faults.random_nodes = 5;
    s.faults.preset = {{"", {0, 0}, 0}};
    results.push_back(tb::simulate(s, mesh(4, engine, "ipar", depth)));
  }
  INFO(results[2].dump());
  REQUIRE(!results[2].contains("mismatch"));
  CHECK(results[2]["compared_by_block"]["planar_route"] == results[2]["decisions"]);
  CHECK(results[2]["compared_by_block"]["mcc_label"] > 10);
  for (json& j : results) {
    j.erase("compared");
    j.erase("compared_by_block");
  }
  CHECK(results[0] == results[1]);
  CHECK(results[0] == results[2]);
}

TEST_CASE(
    "FAB-DET: engines agree on proxies while nodes die and come back (MESH-ORD-9, MESH-AUD-2)") {
  const auto run = [](Engine engine, bool proxy) {
    Scenario s = wormhole_scenario(engine, 0.15);
    s.faults.random_nodes = 18;
    s.faults.random.count = 6;
    s.faults.random.from = 1000;
    s.faults.random.until = 5000;
    s.faults.random.repair_after = RepairSpan{100, 2000};
    json r = tb::simulate(s, mesh(5, engine, "ipar", 0, {}, proxy));
    CHECK(r["audit"]["dead_ends"] == 0);
    CHECK(r["audit"]["excluded"] == 0);
    REQUIRE(!r.contains("mismatch"));
    check_balance(r);
    r.erase("compared");
    r.erase("compared_by_block");
    return r;
  };
  const json golden = run(Engine::kGolden, true);
  INFO(golden.dump());
  CHECK(golden == run(Engine::kRtl, true));
  CHECK(golden == run(Engine::kLockstep, true));
  CHECK(golden["packet_hops"] != run(Engine::kGolden, false)["packet_hops"]);
}

TEST_CASE("more than 512 nodes: RTL at 512 of them", "[COS-LOCKSTEP]") {
  Scenario s = wormhole_scenario(Engine::kLockstep, 0.02);
  s.phases = {0, 500, 20000};
  s.faults.random_nodes = 20;
  CHECK(mesh(9, Engine::kLockstep)()->rtl_build() ==
        "mcc_label, label_epoch, planar_route CW=4 at 512 of 729 nodes");
  const json r = tb::simulate(s, mesh(9, Engine::kLockstep));
  INFO(r.dump());
  CHECK((r["outcome"] == "delivered all" || r["outcome"] == "dropped some"));
  CHECK(r["compared_by_block"]["planar_route"] < r["decisions"]);
  CHECK(r["compared_by_block"]["planar_route"] > r["decisions"].get<std::uint64_t>() / 2);
}

TEST_CASE("printed rules deadlock, the ordered finish the run (FAB-PROG, MESH-LIT-2, MESH-ORD-7)") {
  Scenario s = wormhole_scenario(Engine::kGolden, 0.3);
  s.traffic.packet_beats = 32;
  s.sw.as<WormholeConfig>().node_buffer = 36;
  s.phases = {0, 20000, 20000};
  s.limits.watchdog = 2000;
  s.faults.random_nodes = 4;
  s.seed = 2;
  const json literal = tb::simulate(s, mesh(4, Engine::kGolden, "ipar-literal"));
  INFO(literal.dump());
  CHECK(literal["outcome"] == "deadlocked");
  const auto& cycle = literal["wait_cycle"];
  REQUIRE(cycle.size() >= 4);
  // Each channel of the cycle ends where the next begins.
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const std::string here = cycle[i];
    const std::string next = cycle[(i + 1) % cycle.size()];
    const std::size_t arrow = here.find("-> ");
    CHECK(here.substr(arrow + 3, 7) == next.substr(0, 7));
  }
  const json ordered = tb::simulate(s, mesh(4, Engine::kGolden, "ipar"));
  INFO(ordered.dump());
  CHECK(ordered["outcome"] != "deadlocked");
  CHECK(ordered["in_flight"] == 0);
}

TEST_CASE("each deliberate bug of the mesh RTL stops a run", "[COS-PLACE]") {
  const std::vector<BugInfo> bugs = find_plug("mesh")->bugs;
  const auto which = GENERATE_COPY(range(std::size_t{0}, bugs.size()));
  const std::string bug(bugs[which].name);
  if (bug.rfind("router_", 0) == 0) return;  // of whole routers: tests/fabric/whole/router_rtl.cpp
  Scenario s =
      wormhole_scenario(Engine::kLockstep, 0.15);  // faults as in scenarios/mesh_4x4x4_faults.yaml
  s.bugs = {bug};
  s.seed = 8;
  s.phases.measure = 20000;
  s.faults.nodes = {21, 42};
  s.faults.random_nodes = 4;
  s.faults.preset = {{"", {12, 0}, 0}, {"", {19, 4}, 0}};
  const bool epoch = bug.rfind("epoch", 0) == 0;
  const bool proxy = bug.find("proxy") != std::string::npos;
  if (epoch) s.faults.random = {25, 500, 9000, false, RepairSpan{200, 4000}};
  if (proxy) s.faults.random_nodes = 20;  // many unsafe nodes
  const auto system = mesh(proxy ? 5 : 4, Engine::kLockstep, "ipar", 0, {bug}, proxy);
  json r = tb::simulate(s, system);
  while (epoch && r["outcome"] != "mismatch" && ++s.seed < 14) {  // an older epoch has to be heard
    r = tb::simulate(s, system);
  }
  INFO(bug << " " << r.dump());
  CHECK(r["outcome"] == "mismatch");
  const std::string block = r["mismatch"]["block"];
  const bool label = bug.rfind("mcc", 0) == 0;
  // A sub-network that falls breaks an assertion of the block before the answer is compared.
  if (epoch) {  // labels that were not cleared show first
    CHECK((block == "label_epoch" || block == "mcc_label"));
  } else {
    CHECK(
        (block == (label ? "mcc_label" : "planar_route") || (!label && block == "rtl_assertion")));
  }
  const std::string name = r["mismatch"]["switch"];
  CHECK(name.front() == '(');
}

TEST_CASE(
    "the audit of a mesh sees a fault that the nodes were not notified of (MESH-AUD-1, MESH-AUD-2)") {
  const std::string algorithm = GENERATE(as<std::string>{}, "ipar", "par", "dor");
  const auto system = mesh(4, Engine::kGolden, algorithm)();
  Scoreboard board;
  std::vector<std::unique_ptr<SwitchControl>> controls;
  for (SwitchIdx n = 0; n < 64; ++n) controls.push_back(system->make_control(n, board));
  std::vector<SwitchPort> dead{{0, 0}, {21, 2}};
  const auto at = [&](SwitchIdx n) -> SwitchControl& { return *controls[n]; };
  CHECK(settle(system->topology(), dead, at, 100000).complete);
  const auto audit = [&](const std::vector<SwitchPort>& truth) {
    return system->audit(truth, [&](SwitchIdx n) -> const SwitchControl& { return *controls[n]; });
  };
  const AuditReport good = audit(dead);
  INFO(good.first);
  CHECK(good.dead_ends + good.excluded == 0);
  dead.push_back({0, 2});  // with its neighbour in x, this makes node 0 unsafe
  const AuditReport bad = audit(dead);
  CHECK(bad.dead_ends + bad.excluded > 0);
  CHECK(bad.requirement == (algorithm == "dor" ? "MESH-AUD-2" : "MESH-AUD-1"));
  dead.resize(1);
  CHECK(audit(dead).dead_ends + audit(dead).excluded > 0);
}
