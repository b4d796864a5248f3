// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <map>
#include <tuple>

#include "fabric_bench.hpp"

using namespace selvage;
using nlohmann::json;

TEST_CASE("no buffer overflows and nothing is lost under overload (FAB-BUF, FAB-CONS)") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern =
      GENERATE(TrafficPattern::kUniform, TrafficPattern::kHotSpot, TrafficPattern::kTranspose);
  s.traffic.hot_hosts = {"000"};
  s.traffic.hot_fraction = 0.5;
  s.traffic.load = 1.0;
  s.traffic.source_queue_packets = 8;
  // Packets that divide the round trip, and packets that do not.
  const auto [latency, beats] =
      GENERATE(std::pair{1U, 64U}, std::pair{4U, 64U}, std::pair{32U, 64U}, std::pair{33U, 64U},
               std::pair{64U, 64U}, std::pair{100U, 64U}, std::pair{4U, 1U}, std::pair{4U, 2U},
               std::pair{4U, 3U}, std::pair{4U, 8U});
  s.link.latency = latency;
  s.traffic.packet_beats = beats;
  s.probe.timeout = 400;
  s.sw.as<CutThroughConfig>().buffer_packets =
      1 + packets_in_round_trip(latency, beats) + GENERATE(0U, 3U);
  s.phases = {500, beats * 100, 2000000};
  s.seed = 5;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  CHECK(r["outcome"] == (r["refused"] > 0 ? "saturated" : "delivered all"));
  CHECK(r["in_flight"] == 0);
  CHECK(r["delivered"] == r["accepted"]);
  CHECK(r["delivered"] > 250);
}

TEST_CASE("an output that is wanted never idles", "[FS-ARB]") {
  Scenario s;
  s.traffic.pattern = TrafficPattern::kTrace;
  const std::vector<HostIdx> senders = {1, 2, 3};
  for (unsigned i = 0; i < 100; ++i) {
    for (const HostIdx h : senders) s.traffic.trace.push_back({1 + i, h, 0});
  }
  s.traffic.source_queue_packets = 200;
  s.phases = {0, 3200, 1000000};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  // The host takes one packet per 64 cycles and never idles once the first has come.
  CHECK(r["delivered"] == 300);
  CHECK(r["cycles"] < 300 * 64 + 200);
}

TEST_CASE("round robin: every input of a contended output gets the same share", "[FS-ARB]") {
  // Hosts of <0,00> itself and of three other leaves, all for host 000, without end.
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.source_queue_packets = 400;
  const std::vector<HostIdx> senders = {1, 2, 6};
  for (unsigned i = 0; i < 300; ++i) {
    for (const HostIdx h : senders) s.traffic.trace.push_back({1 + i, h, 0});
  }
  s.phases = {0, 400, 9600};  // ends long before the queues are empty
  const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
  fabric::RunOptions options;
  options.journey_file = log;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden), options);
  INFO(r.dump());
  REQUIRE(r["outcome"] == "not drained");
  // By the input of <0,00> that each packet came by.
  std::map<int, unsigned> share;
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) {
    const json life = json::parse(line);
    if (life["end"] == "delivered") ++share[life["hops"].back()["in"].get<int>()];
  }
  std::remove(log.c_str());
  REQUIRE(share.size() >= 2);
  unsigned least = ~0U;
  unsigned most = 0;
  for (const auto& [input, packets] : share) {
    least = std::min(least, packets);
    most = std::max(most, packets);
  }
  CHECK(least > 30);
  CHECK(most - least <= 2);
}

TEST_CASE("FAB-BUF holds while bursts of fault messages take beats of the links") {
  const auto make = tb::fat_tree(16, 3, Engine::kGolden);
  const auto [beats, packets, seed] = GENERATE(std::tuple{12U, 4U, 1U}, std::tuple{12U, 3U, 2U},
                                               std::tuple{9U, 4U, 2U}, std::tuple{16U, 2U, 3U});
  Scenario s;
  s.engine = Engine::kGolden;
  s.seed = seed;
  s.traffic.load = 1.0;
  s.traffic.packet_beats = beats;
  s.traffic.source_queue_packets = 8;
  s.sw.as<CutThroughConfig>().buffer_packets = packets;
  s.phases = {0, 6000, 200000};
  s.audit = false;
  const auto system = make();
  for (unsigned k = 8; k < 16; ++k) {  // case 2 at the end: eight messages by every down port
    std::string why;
    const std::string link = "1/0.0/" + std::to_string(k);
    s.faults.links.push_back(
        {link, *system->topology().parse_link(link, why), 3800 + 100 * (k - 8)});
  }
  const json r = tb::simulate(s, make);
  INFO(r.dump());
  CHECK(r["outcome"] == "saturated");
  CHECK(r["in_flight"] == 0);
}

TEST_CASE("a fault message takes a beat of the link from the packet under way", "[FAB-BEAT]") {
  // One flow crosses <0,10> while a fault is announced down to <0,10>'s other neighbours.
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  for (unsigned i = 0; i < 200; ++i) s.traffic.trace.push_back({1 + i, 0, 8});
  s.traffic.source_queue_packets = 300;
  s.phases = {0, 300, 100000};
  const json quiet = tb::simulate(s, make);
  std::string why;
  const auto system = make();
  // LK<0,30>2: announced from <1,30> over the roots into every subtree, this flow's included.
  s.faults.links = {{"0/30/2", *system->topology().parse_link("0/30/2", why), 2000}};
  const json noisy = tb::simulate(s, make);
  INFO(quiet.dump() << noisy.dump());
  REQUIRE(noisy["delivered"] == 200);
  CHECK(noisy["latency"]["max"] > quiet["latency"]["max"]);
  CHECK(noisy["latency"]["max"] <= quiet["latency"]["max"].get<unsigned>() + 30);
}
