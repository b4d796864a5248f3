// SPDX-License-Identifier: Apache-2.0
/// FAB-DRAIN: a packet that is refused a way leaves its buffer beat by beat, in its turn.
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <map>

#include "fabric_bench.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

/// The lives of all packets, by number.
std::map<int, json> lives(const Scenario& s, const tb::MakeSystem& make) {
  const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
  fabric::RunOptions options;
  options.journey_file = log;
  const json r = tb::simulate(s, make, options);
  INFO(r.dump());
  REQUIRE(r["outcome"] == "dropped some");
  CHECK(r["in_flight"] == 0);
  std::map<int, json> of;
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) {
    const json life = json::parse(line);
    of[life["id"].get<int>()] = life;
  }
  std::remove(log.c_str());
  return of;
}

/// An 8P2T whose leaf <0,1>, with the hosts 4 to 7, cannot be reached from the others.
Scenario cut_off() {
  const auto system = tb::fat_tree(8, 2, Engine::kGolden)();
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.source_queue_packets = 20;
  for (unsigned port = 4; port < 8; ++port) {
    std::string why;
    const auto end = system->topology().parse_link("0/1/" + std::to_string(port), why);
    REQUIRE(end);
    s.faults.preset.push_back({"", *end, 0});
  }
  s.phases = {0, 1000, 10000};
  return s;
}

Cycle departure(const json& life) { return life["hops"][0]["depart"].get<Cycle>(); }

}  // namespace

TEST_CASE("FAB-DRAIN: a refused packet drains L beats in L cycles, in its turn") {
  Scenario s = cut_off();
  const Cycle beats = s.traffic.packet_beats = GENERATE(1U, 5U, 64U);
  s.sw.as<CutThroughConfig>().buffer_packets = 10;
  // Host 2 sends first; the packet of host 0 to the same host waits, behind it one to nowhere.
  s.traffic.trace = {{10, 2, 1}, {11, 0, 1}, {11, 0, 5}, {11, 0, 3}, {11, 0, 1}};
  std::map<int, json> of = lives(s, tb::fat_tree(8, 2, Engine::kGolden));
  REQUIRE(of.size() == 5);
  const Cycle first = departure(of[0]);
  CHECK(first == 10 + 4 + 2);
  const Cycle second = departure(of[1]);
  CHECK(second == std::max<Cycle>(first + beats, 11 + 4 + 2));
  // Behind a grant the next header asks a cycle later, and is answered two cycles after that.
  const Cycle drains = second + std::max<Cycle>(beats, 1 + 2);
  CHECK(of[2]["end"] == "no_route");
  CHECK(of[2]["at"] == drains + beats);
  const Cycle third = drains + std::max<Cycle>(beats, 1 + 2);
  CHECK(departure(of[3]) == third);
  CHECK(departure(of[4]) == third + std::max<Cycle>(beats, 1 + 2));
}

TEST_CASE("FAB-DRAIN: what drains holds its buffer, and gives it back beat by beat") {
  Scenario s = cut_off();
  s.traffic.packet_beats = 16;
  s.sw.as<CutThroughConfig>().buffer_packets = 2;
  // Three packets to nowhere fill the buffer: each holds the host back until it drains.
  for (unsigned i = 0; i < 12; ++i) s.traffic.trace.push_back({10, 0, i < 11 ? 5U : 3U});
  std::map<int, json> of = lives(s, tb::fat_tree(8, 2, Engine::kGolden));
  REQUIRE(of.size() == 12);
  for (int i = 0; i < 11; ++i) {
    CHECK(of[i]["end"] == "no_route");
    if (i > 0) CHECK(of[i]["at"].get<Cycle>() >= of[i - 1]["at"].get<Cycle>() + 16);
  }
  CHECK(of[0]["at"] == 10 + 4 + 2 + 16);
  CHECK(departure(of[11]) >= of[10]["at"].get<Cycle>());
}

TEST_CASE("FAB-DRAIN: refused packets under load, links dying: every packet ends once") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.seed = GENERATE(range(1U, 5U));
  s.traffic.load = 0.9;
  s.traffic.packet_beats = GENERATE(4U, 20U);
  s.traffic.source_queue_packets = 8;
  s.phases = {0, 6000, 100000};
  s.faults.random = {12, 500, 4000, false, RepairSpan{500, 2500}};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  CHECK((r["outcome"] == "dropped some" || r["outcome"] == "saturated"));
  CHECK(r["settled"] == true);
  CHECK(r["in_flight"] == 0);
  CHECK(r["dropped"]["no_route"] > 20);
  std::uint64_t dropped = 0;
  for (const auto& [reason, n] : r["dropped"].items()) dropped += n.get<std::uint64_t>();
  CHECK(r["accepted"].get<std::uint64_t>() == r["delivered"].get<std::uint64_t>() + dropped);
}
