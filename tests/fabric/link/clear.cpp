// SPDX-License-Identifier: Apache-2.0
/// FAB-REP: a link comes back when nothing is sent into it and what it has cut is filled up.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>

#include "fabric_bench.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

constexpr Cycle kBeats = 300;
constexpr Cycle kLatency = 4;

/// Packets there and back over LK<0,21>3 of a 4P3T, which dies at `at` and would be back at once.
Scenario flows(Cycle at, Cycle offset) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_beats = kBeats;
  s.traffic.source_queue_packets = 20;
  for (Cycle i = 0; i < 8; ++i) {
    s.traffic.trace.push_back({1 + i, 4, 11});
    s.traffic.trace.push_back({1 + offset + i, 11, 5});
  }
  std::stable_sort(s.traffic.trace.begin(), s.traffic.trace.end(),
                   [](const auto& a, const auto& b) { return a.cycle < b.cycle; });
  s.phases = {0, 4000, 30000};
  s.probe = {60, 12, 1};
  std::string why;
  const auto end = tb::fat_tree(4, 3, Engine::kGolden)()->topology().parse_link("0/21/3", why);
  REQUIRE(end);
  s.faults.links = {{"0/21/3", *end, at, at + 1}};
  return s;
}

using Port = std::pair<std::string, unsigned>;

Port port_of(const json& hop) {
  return {hop["switch"].get<std::string>(), hop["out"].get<unsigned>()};
}

/// The first cycle in which the link is clear at both ends, from the lives of all packets.
Cycle clear_from(const std::string& log, Cycle died, Cycle repaired) {
  std::set<Port> ends = {{"<0,21>", 3}};
  std::vector<json> lives;
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) {
    lives.push_back(json::parse(line));
    const json& hops = lives.back()["hops"];
    for (std::size_t i = 1; i < hops.size(); ++i) {
      if (hops[i]["switch"] == "<0,21>" && hops[i]["in"] == 3) {
        ends.insert(port_of(hops[i - 1]));
      }
    }
  }
  REQUIRE(ends.size() == 2);
  Cycle clear = 0;
  for (const json& life : lives) {
    const json& hops = life["hops"];
    for (std::size_t i = 0; i < hops.size(); ++i) {
      if (!hops[i].contains("depart")) continue;
      const auto depart = hops[i]["depart"].get<Cycle>();
      if (ends.count(port_of(hops[i])) == 0 || depart >= repaired) continue;
      const bool arrived = depart + kLatency < died;
      clear = std::max(clear, depart + kBeats + (arrived ? kLatency : 0));
    }
  }
  return clear;
}

}  // namespace

TEST_CASE("FAB-REP: a link comes back when nothing is sent into it and what it cut is filled up") {
  unsigned waited = 0, exact = 0, runs = 0;
  for (Cycle at = 1000; at < 2000; at += 29, ++runs) {
    const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
    fabric::RunOptions options;
    options.journey_file = log;
    const json r = tb::simulate(flows(at, at % 250), tb::fat_tree(4, 3, Engine::kGolden), options);
    INFO(r.dump());
    CHECK((r["outcome"] == "dropped some" || r["outcome"] == "delivered all"));
    CHECK(r["settled"] == true);
    CHECK(r["in_flight"] == 0);
    const json& f = r["faults"][0];
    const auto repaired = f["repair"]["repaired"].get<Cycle>();
    const Cycle known = std::max(f["detected"][0].get<Cycle>(), f["detected"][1].get<Cycle>()) + 1;
    const Cycle clear = clear_from(log, at, repaired);
    std::remove(log.c_str());
    CHECK(repaired >= std::max(known, clear));
    CHECK(repaired <= std::max(known, clear) + 4);  // beats that fault messages take
    waited += clear > known ? 1 : 0;
    exact += repaired == std::max(known, clear) ? 1 : 0;
  }
  CHECK(waited > runs / 2);
  CHECK(exact > runs / 2);
}
