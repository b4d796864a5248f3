// SPDX-License-Identifier: Apache-2.0
/// Links that die while worms are on them, in a whole fabric: the mesh and the fat tree on wormhole
/// switches (WH-CUT).
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <map>

#include "bench.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

/// Everything that has to hold once the last link has died and all is quiet.
void check_settled(const json& r, std::size_t faults) {
  CHECK((r["outcome"] == "delivered all" || r["outcome"] == "dropped some" ||
         r["outcome"] == "saturated"));
  CHECK(r["settled"] == true);
  CHECK(r["audited"] == true);
  CHECK(r["audit"]["checked"] > 0);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["audit"]["excluded"] == 0);
  REQUIRE(r["faults"].size() == faults);
  std::uint64_t lost = 0;
  for (const json& f : r["faults"]) {
    CHECK(f["detected"][0] > f["failed"]);
    CHECK(f["detected"][1] > f["failed"]);
    lost += f["lost"].get<std::uint64_t>();
  }
  const auto of = [&](const char* reason) { return r["dropped"][reason].get<std::uint64_t>(); };
  CHECK(of("caught_on_link") + of("sent_into_dead_link") <= lost);
  CHECK(lost <= of("caught_on_link") + of("sent_into_dead_link") + of("dead_port"));
  check_balance(r);
}

}  // namespace

TEST_CASE("a mesh goes on while links die (WH-CUT, MESH-AUD-1, MESH-AUD-2, FAB-CONS)") {
  const std::string algorithm = GENERATE(as<std::string>{}, "ipar", "par");
  const bool lockstep = algorithm == "ipar";
  Scenario s = wormhole_scenario(lockstep ? Engine::kLockstep : Engine::kGolden, 0.2);
  s.seed = GENERATE(range(1U, 6U));
  s.traffic.packet_beats = 64;
  s.link.latency = GENERATE(1U, 3U);
  s.sw.as<WormholeConfig>().release =
      s.seed % 2 == 0 ? wormhole::Release::kTailLeftBuffer : wormhole::Release::kTailSent;
  s.faults.random = {8, 500, 6000, false};
  s.faults.random_nodes = static_cast<unsigned>(s.seed % 3);
  const json r = tb::simulate(s, mesh(4, s.engine, algorithm));
  INFO(r.dump());
  check_settled(r, 8);
  CHECK(r["dropped"]["sent_into_dead_link"] > 0);
  if (lockstep) CHECK(r["compared_by_block"]["planar_route"] == r["decisions"]);
}

TEST_CASE("a mesh of 512 nodes goes on while links die (WH-CUT, MESH-AUD-1, MESH-AUD-2)") {
  Scenario s = wormhole_scenario(Engine::kGolden, 0.15);
  s.seed = GENERATE(1U, 2U);
  s.traffic.packet_beats = 64;
  s.phases = {200, 4000, 60000};
  s.faults.random = {20, 500, 4000, false};
  const json r = tb::simulate(s, mesh(8, Engine::kGolden));
  INFO(r.dump());
  check_settled(r, 20);
  CHECK(r["flits"]["aborts"] > 5);
}

TEST_CASE("FAB-DET: engines of a mesh agree while links die (WH-CUT)") {
  std::vector<json> results;
  for (const Engine engine : {Engine::kGolden, Engine::kRtl, Engine::kLockstep}) {
    Scenario s = wormhole_scenario(engine, 0.2);
    s.faults.random_nodes = 2;
    s.faults.random = {6, 500, 6000, false};
    results.push_back(tb::simulate(s, mesh(4, engine)));
  }
  INFO(results[2].dump());
  REQUIRE(!results[2].contains("mismatch"));
  CHECK(results[2]["compared_by_block"]["planar_route"] == results[2]["decisions"]);
  check_settled(results[2], 6);
  for (json& j : results) {
    j.erase("compared");
    j.erase("compared_by_block");
  }
  CHECK(results[0] == results[1]);
  CHECK(results[0] == results[2]);
}

TEST_CASE("a fat tree on wormhole switches goes on while links die (WH-CUT, FT-AUD-1, FAB-PATH)") {
  Scenario s = wormhole_scenario(Engine::kLockstep, 0.3);
  s.seed = GENERATE(range(1U, 7U));
  s.link.latency = 4;
  s.traffic.packet_beats = 64;
  s.phases = {1000, 12000, 200000};
  s.faults.random = {5, 1000, 10000, false};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kLockstep));
  INFO(r.dump());
  check_settled(r, 5);
  CHECK(r["compared"] > 1000);
}

TEST_CASE("FAB-DET: engines of a fat tree agree while links die under worms (WH-CUT)") {
  std::vector<json> results;
  for (const Engine engine : {Engine::kGolden, Engine::kRtl, Engine::kLockstep}) {
    Scenario s = wormhole_scenario(engine, 0.3);
    s.link.latency = 4;
    s.traffic.packet_beats = 64;
    s.faults.random = {4, 1000, 6000, false};
    results.push_back(tb::simulate(s, tb::fat_tree(4, 3, engine)));
    results.back().erase("compared");
    results.back().erase("compared_by_block");
  }
  INFO(results[2].dump());
  CHECK(results[2]["delivered"] > 100);
  CHECK(results[0] == results[1]);
  CHECK(results[0] == results[2]);
}

TEST_CASE("worms that meet a dying link: reasons, the fault and their journeys (WH-CUT)") {
  // One flow 100 -> 211 goes up by port 3 of <0,10>: its way down crosses LK<0,21>3.
  const tb::MakeSystem make = tb::fat_tree(4, 3, Engine::kGolden);
  Scenario s = wormhole_scenario(Engine::kGolden, 0);
  s.link.latency = 4;
  s.traffic.packet_beats = 64;
  s.traffic.pattern = TrafficPattern::kTrace;
  for (unsigned i = 0; i < 100; ++i) s.traffic.trace.push_back({1 + 70 * i, 4, 11});
  s.phases = {0, 7500, 100000};
  std::string why;
  const auto end = make()->topology().parse_link("0/21/3", why);
  REQUIRE(end);
  // At that time a header is on the link, a worm straddles it, or nothing is there.
  s.faults.links = {{"0/21/3", *end, Cycle{2000} + GENERATE(range(0U, 70U, 5U))}};
  const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
  fabric::RunOptions options;
  options.journey_file = log;
  const json r = tb::simulate(s, make, options);
  INFO(r.dump());
  CHECK(r["outcome"] == "dropped some");
  CHECK(r["dropped"]["caught_on_link"] <= 1);
  CHECK(r["dropped"]["sent_into_dead_link"] >= 1);
  CHECK(r["dropped"]["no_route"] == 0);
  CHECK(r["delivered"] > 50);
  CHECK(r["faults"][0]["lost"] == 100 - r["delivered"].get<std::uint64_t>());
  check_balance(r);
  std::ifstream in(log);
  std::map<std::string, unsigned> ends;
  for (std::string line; std::getline(in, line);) {
    const json j = json::parse(line);
    const std::string how = j["end"];
    ++ends[how];
    CHECK(j.contains("fault") == (how != "delivered"));
    const json& last = j["hops"].back();
    if (how == "delivered") CHECK(last["switch"] == "<0,21>");
    if (how == "sent_into_dead_link") {
      CHECK(last["switch"] == "<1,21>");
      CHECK(last.contains("depart"));
    }
  }
  std::remove(log.c_str());
  CHECK(ends["delivered"] == r["delivered"]);
  CHECK(ends["sent_into_dead_link"] == r["dropped"]["sent_into_dead_link"]);
}

TEST_CASE(
    "fault messages cost worms a flit each, on wires of their own nothing (WH-MSG, LINK-10)") {
  const auto run = [](LinkMessages messages, unsigned faults) {
    Scenario s = wormhole_scenario(Engine::kGolden, 0.6);
    s.link.messages = messages;
    s.faults.random = {faults, 500, 5000, false};
    return tb::simulate(s, mesh(4, s.engine));
  };
  // The checker sits on every link: with `beat` no header leaves in the beat of a message.
  const json beat = run(LinkMessages::kBeat, 6);
  const json sideband = run(LinkMessages::kSideband, 6);
  check_balance(beat);
  check_balance(sideband);
  CHECK(beat["messages"].get<unsigned>() > 0);
  CHECK(beat["flits"] != sideband["flits"]);
  CHECK(run(LinkMessages::kBeat, 0)["flits"] == run(LinkMessages::kSideband, 0)["flits"]);
}
