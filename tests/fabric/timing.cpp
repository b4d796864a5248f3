// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "fabric_bench.hpp"
#include "forked.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

/// One packet through an otherwise empty 4P3T.
Scenario one_packet(HostIdx source, HostIdx destination) {
  Scenario s;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.trace = {{10, source, destination}};
  s.phases = {0, 100, 10000};
  return s;
}

}  // namespace

TEST_CASE("zero-load latency is L - 1 + links x d + switches x R, exactly",
          "[FAB-STALL][LINK-1][FAB-LAT]") {
  struct Case {
    HostIdx source, destination;
    unsigned switches;
  };
  const Case c = GENERATE(Case{4, 5, 1}, Case{4, 6, 3}, Case{4, 11, 5}, Case{0, 15, 5});
  const unsigned latency = GENERATE(1U, 4U, 70U);
  const unsigned route = GENERATE(2U, 5U);
  Scenario s = one_packet(c.source, c.destination);
  s.link.latency = latency;
  s.sw.route_latency = route;
  s.sw.as<CutThroughConfig>().buffer_packets = 6;
  s.probe.timeout = 200;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  REQUIRE(r["delivered"] == 1);
  CHECK(r["latency"]["max"] ==
        s.traffic.packet_beats - 1 + (c.switches + 1) * latency + c.switches * route);
  CHECK(r["packet_hops"] == c.switches);
}

TEST_CASE("a trace may offer several packets of one source in one cycle", "[FAB-TRACE]") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.trace = {{0, 0, 1}, {0, 0, 1}, {100, 0, 1}, {100, 0, 1}, {100, 0, 2}, {200, 0, 1}};
  s.phases = {0, 300, 10000};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  CHECK(r["outcome"] == "delivered all");
  CHECK(r["offered"] == 6);
  CHECK(r["delivered"] == 6);
  CHECK(r["cycles"] < 700);
}

TEST_CASE("one flow alone gets the whole link: packets follow each other without a gap",
          "[FS-RD][FAB-LAT]") {
  Scenario s;
  s.traffic.pattern = TrafficPattern::kTrace;
  for (unsigned i = 0; i < 60; ++i) s.traffic.trace.push_back({1 + i, 0, 15});
  s.phases = {0, 100, 100000};
  s.link.latency = GENERATE(1U, 4U, 40U, 90U);
  s.sw.as<CutThroughConfig>().buffer_packets = 8;
  s.probe.timeout = 400;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  REQUIRE(r["delivered"] == 60);
  // The last of 60 packets leaves 59 packet times after the first, and was offered 59 cycles later.
  const std::uint64_t first = 63 + 6 * s.link.latency + 5 * 2;
  CHECK(r["latency"]["max"] == first + 59 * 64 - 59);
}

TEST_CASE("FAB-RC-1: a switch takes one request a cycle, round robin over its inputs") {
  // The four hosts of a leaf send to each other: each packet wants an output of its own.
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  const auto all = [&s](Cycle at) {
    for (HostIdx h = 0; h < 4; ++h) s.traffic.trace.push_back({at, h, (h + 1) % 4});
  };
  all(10);                                 // the turn begins at input 0
  s.traffic.trace.push_back({200, 1, 2});  // the next turn at input 2
  all(400);
  s.phases = {0, 600, 10000};
  const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
  fabric::RunOptions options;
  options.journey_file = log;
  const json r = tb::simulate(s, tb::fat_tree(8, 2, Engine::kGolden), options);
  INFO(r.dump());
  REQUIRE(r["delivered"] == 9);
  std::map<Cycle, std::vector<int>> waited;  // by the cycle of the offer: beyond the decision's two
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) {
    const json life = json::parse(line);
    const json& hop = life["hops"][0];
    std::vector<int>& of = waited[life["created"].get<Cycle>()];
    of.resize(4, -1);
    of[hop["in"].get<std::size_t>()] = hop["depart"].get<int>() - hop["arrive"].get<int>() - 2;
  }
  std::remove(log.c_str());
  CHECK(waited[10] == std::vector<int>{0, 1, 2, 3});
  CHECK(waited[200] == std::vector<int>{-1, 0, -1, -1});
  CHECK(waited[400] == std::vector<int>{2, 3, 0, 1});
}

TEST_CASE("FAB-BEAT: a message takes the beat behind its cycle, and nothing else") {
  using Port = std::pair<std::string, unsigned>;
  constexpr Cycle kBeats = 16;
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 1.0;
  s.traffic.packet_beats = kBeats;
  s.traffic.source_queue_packets = 8;
  s.phases = {0, 6000, 100000};
  s.faults.random = {3, 500, 4000, false};
  s.link.checker = true;
  const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
  const tb::ChildReport report = tb::forked([&] {
    const auto system = tb::fat_tree(8, 3, Engine::kGolden)();
    Scoreboard board;
    fabric::RunOptions options;
    options.journey_file = log;
    options.stories = true;
    const fabric::RunResult r = fabric::run(s, *system, board, options);
    json messages;
    for (const fabric::FaultStory& story : r.stories) {
      for (const fabric::MessageHop& m : story.messages) {
        messages.push_back({system->topology().switch_name(m.from.sw), m.from.port, m.departs});
      }
    }
    return messages.dump();
  });
  REQUIRE(report.finished);
  std::map<Port, std::set<Cycle>> taken, begun;
  const json sent = json::parse(report.text);
  for (const json& m : sent) taken[{m[0], m[1]}].insert(m[2].get<Cycle>() + 1);
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) {
    const json hops = json::parse(line)["hops"];
    for (const json& hop : hops) {
      if (hop.contains("depart"))
        begun[{hop["switch"], hop["out"]}].insert(hop["depart"].get<Cycle>());
    }
  }
  std::remove(log.c_str());
  unsigned stretched = 0, tight = 0;
  for (const auto& [port, packets] : begun) {
    const std::set<Cycle>& messages = taken[port];
    for (auto at = packets.begin(); at != packets.end() && std::next(at) != packets.end(); ++at) {
      CHECK(messages.count(*at) == 0);
      Cycle end = *at;
      for (Cycle beats = 0; beats < kBeats; ++end) beats += messages.count(end) == 0 ? 1 : 0;
      const bool met = end != *at + kBeats;
      while (messages.count(end) != 0) ++end;
      CHECK(*std::next(at) >= end);
      stretched += met ? 1 : 0;
      tight += met && *std::next(at) == end ? 1 : 0;
    }
  }
  CHECK(stretched > 20);
  CHECK(tight > 5);
}
