// SPDX-License-Identifier: Apache-2.0
/// FAB-DIE under cut-through: a switch that dies is empty from then on, and comes back empty.
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>

#include "fabric_bench.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

struct Story {
  json result;
  std::vector<json> lives;
  std::string name;  ///< of the switch
};

Story run(const Scenario& s, SwitchIdx node) {
  const auto make = tb::fat_tree(4, 3, s.engine);
  const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
  fabric::RunOptions options;
  options.journey_file = log;
  Story story;
  story.result = tb::simulate(s, make, options);
  story.name = make()->topology().switch_name(node);
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) story.lives.push_back(json::parse(line));
  std::remove(log.c_str());
  return story;
}

/// What was seen of a switch that dies in `died` and is back in `back`.
struct Seen {
  unsigned in_it = 0;      ///< packets whose header stood in it when it died
  unsigned lost = 0;       ///< of them those that no link had cut
  unsigned to_host = 0;    ///< packets that were leaving for a host
  unsigned after = 0;      ///< packets that it sent when it was back
  unsigned own_hosts = 0;  ///< packets of its own hosts delivered then
  unsigned wrong = 0;
  json first;  ///< life of the first packet for which something is wrong
};

/// One stay of a packet in the switch, its last or not.
bool look(Seen& seen, const json& life, const json& hop, bool last, Cycle died, Cycle back,
          Cycle beats) {
  const auto arrive = hop["arrive"].get<Cycle>();
  const auto at = life["at"].get<Cycle>();
  if (!hop.contains("depart")) {
    if (arrive >= died || at < died) return arrive < died || arrive >= back;
    ++seen.in_it;
    seen.lost += life["end"] == "lost_in_switch" ? 1 : 0;
    return at == died;
  }
  const auto depart = hop["depart"].get<Cycle>();
  if (depart >= died) {
    seen.after += arrive > back ? 1 : 0;
    return arrive >= back;
  }
  if (!last || hop["out"] >= 2 || depart + beats <= died) return true;
  ++seen.to_host;
  return life["end"] != "delivered";
}

void add(Seen& seen, const Story& story, Cycle died, Cycle back, Cycle beats) {
  for (const json& life : story.lives) {
    const json& hops = life["hops"];
    for (std::size_t i = 0; i < hops.size(); ++i) {
      if (hops[i]["switch"] != story.name) continue;
      const bool last = i + 1 == hops.size() && story.name.find("<0,") == 0;
      if (!look(seen, life, hops[i], last, died, back, beats) && seen.wrong++ == 0) {
        seen.first = life;
      }
      if (i == 0 && hops[i]["arrive"] > back && life["end"] == "delivered") ++seen.own_hosts;
    }
  }
}

}  // namespace

TEST_CASE("FAB-DIE: a cut-through switch is empty from its death on, and comes back empty") {
  // A switch with hosts, one in the middle, a root.
  const SwitchIdx node = GENERATE(0U, 9U, 17U);
  const unsigned beats = GENERATE(64U, 5U);
  Seen seen;
  for (const Cycle died : {2000U, 2013U, 2031U, 2050U, 2077U, 2099U}) {
    Scenario s;
    s.engine = died == 2000 ? Engine::kLockstep : Engine::kGolden;
    s.traffic.load = 0.9;
    s.traffic.packet_beats = beats;
    s.traffic.source_queue_packets = 8;
    s.phases = {0, 6000, 100000};
    s.faults.failing_nodes = {{node, died, Cycle{3500}}};
    const Story story = run(s, node);
    const json& r = story.result;
    INFO(r.dump());
    CHECK((r["outcome"] == "dropped some" || r["outcome"] == "saturated"));
    CHECK(r["settled"] == true);
    CHECK(r["in_flight"] == 0);
    CHECK(r["audit"]["dead_ends"].get<unsigned>() + r["audit"]["excluded"].get<unsigned>() == 0);
    REQUIRE(r["failed_nodes"].size() == 1);
    add(seen, story, died, r["failed_nodes"][0]["back"].get<Cycle>(), beats);
  }
  INFO(seen.first.dump());
  CHECK(seen.wrong == 0);
  CHECK(seen.in_it > 5);
  CHECK(seen.after > 50);
  if (beats == 64) CHECK(seen.lost > 0);
  if (node == 0) CHECK(seen.own_hosts > 20);
  if (node == 0) CHECK(seen.to_host > 0);
}

TEST_CASE("FAB-DIE: the link to a host is busy until what the death has cut is over") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.link.latency = 1;
  s.probe = {20, 10, 0};
  s.traffic.packet_beats = 1024;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.trace = {{10, 4, 0}, {300, 1, 0}};  // hosts 0 and 1 share switch 0
  s.phases = {0, 400, 10000};
  s.faults.failing_nodes = {{0, 60, Cycle{70}}};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  REQUIRE(r["failed_nodes"][0]["back"] < 300);
  CHECK(r["outcome"] == "dropped some");
  CHECK(r["dropped"]["caught_on_link"] == 1);
  CHECK(r["delivered"] == 1);
  CHECK(r["latency"]["max"] > 1024 + 700);  // it waits for the tail of the first
}

TEST_CASE("FAB-DIE: a switch dies while news of another death passes through it", "[LINK-11]") {
  const Cycle second = GENERATE(range(2100U, 2260U, 8U));
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 0.9;
  s.phases = {0, 3000, 100000};
  s.faults.failing_nodes = {{17, 2000, Cycle{5000}}, {9, second, Cycle{6000}}};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  CHECK((r["outcome"] == "dropped some" || r["outcome"] == "saturated"));
  CHECK(r["settled"] == true);
}

TEST_CASE("FAB-DIE: a switch is back with its links, a death planned before comes a cycle later") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 0;
  s.probe = {100, 20, 1};
  s.phases = {0, 2000, 10000};
  // 8 is dead when it is to die again; 0 dies twice, and stays dead.
  s.faults.failing_nodes = {
      {8, 500, Cycle{510}}, {8, 520, Cycle{1500}}, {0, 600, Cycle{900}}, {0, 1200}};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  const json& nodes = r["failed_nodes"];
  REQUIRE(nodes.size() == 4);
  CHECK(nodes[0]["failed"] == 500);
  const Cycle back = nodes[0]["back"];
  CHECK(back > 520);
  CHECK(nodes[2]["failed"] == 600);
  CHECK(nodes[2]["back"] == 900);
  CHECK(nodes[3]["failed"] == 1200);
  CHECK(nodes[3]["back"] == kNever);
  CHECK(nodes[1]["failed"] == back + 1);
  CHECK(nodes[1]["back"] == 1500);
  CHECK(r["settled"] == true);
  s.phases = {0, 521, 1};  // over before it is back
  const json early = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  CHECK(early["failed_nodes"][0]["back"] == kNever);
  CHECK(early["failed_nodes"][1]["failed"] == kNever);
}
