// SPDX-License-Identifier: Apache-2.0
// Hosts that take packets slowly (FAB-RECV-1..4).
#include <algorithm>
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

void check_conserved(const json& r) {
  INFO(r.dump());
  REQUIRE(!r.contains("failure"));
  REQUIRE(r["outcome"] != "check failed");
  CHECK(r["accepted"] == r["delivered"].get<std::uint64_t>() + dropped(r));
  CHECK(r["in_flight"] == 0);
}

/// All other hosts of a 4P3T send to one.
Scenario incast(double load) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kIncast;
  s.traffic.incast_to = 5;
  s.traffic.load = load;
  s.traffic.source_queue_packets = 8;
  s.phases = {500, 12000, 2000000};
  return s;
}

}  // namespace

TEST_CASE("FAB-RECV-1: over an idle fabric the pace of the receiver adds to the latency alone") {
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  const auto [rate, millionths] = GENERATE(std::pair{0.9999, 999900U}, std::pair{0.5, 500000U},
                                           std::pair{0.3, 300000U}, std::pair{0.001, 1000U});
  const unsigned beats = GENERATE(1U, 2U, 64U);
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.trace = {{10, 4, 11}};  // through five switches
  s.traffic.packet_beats = beats;
  s.sw.as<CutThroughConfig>().buffer_packets = 1 + packets_in_round_trip(4, beats);
  s.traffic.receivers.rate = rate;
  s.phases = {0, 100, 200000};
  const json r = tb::simulate(s, make);
  INFO(r.dump());
  CHECK(r["outcome"] == "delivered all");
  const std::uint64_t last = std::uint64_t{beats - 1} * 1000000 / millionths;
  CHECK(r["latency"]["max"] == last + 6 * 4 + 5 * 2);
}

TEST_CASE("FAB-RECV-1: a slow receiver takes its share of the beats, without gaps") {
  Scenario s = incast(0.5);
  s.traffic.receivers.rate = GENERATE(0.1, 0.25, 0.8);
  s.phases = {20000, 64000, 2000000};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  check_conserved(r);
  const double taken = r["accepted_load"].get<double>() * 16;  // one of 16 hosts
  CHECK(taken == Approx(s.traffic.receivers.rate).epsilon(0.03));
}

TEST_CASE("FAB-RECV-2: whatever a receiver does its buffer holds what comes, and XON goes out") {
  Scenario s = incast(1.0);
  const auto [latency, beats] = GENERATE(std::pair{4U, 64U}, std::pair{33U, 64U}, std::pair{4U, 1U},
                                         std::pair{4U, 3U}, std::pair{64U, 16U});
  s.link.latency = latency;
  s.traffic.packet_beats = beats;
  s.probe.timeout = 400;
  s.probe.period = 2000;
  s.sw.as<CutThroughConfig>().buffer_packets =
      1 + packets_in_round_trip(latency, beats) + GENERATE(0U, 3U);
  ReceiverConfig& receivers = s.traffic.receivers;
  receivers.stalls =
      GENERATE(StallKind::kNone, StallKind::kRandom, StallKind::kHeader, StallKind::kXon);
  receivers.rate = receivers.stalls == StallKind::kNone ? 0.4 : GENERATE(1.0, 0.7);
  receivers.longest = GENERATE(1U, 8U, 500U);
  receivers.every = 300;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden, {}, "corrected", 32, latency));
  check_conserved(r);
  check_receivers(r, receivers, s.sw.as<CutThroughConfig>().buffer_packets * beats, 20);
}

TEST_CASE("FAB-RECV-2: stalls behind each XON fill the buffer to its last place") {
  Scenario s = incast(1.0);
  stall_at_xon(s, 1000);
  s.sw.as<CutThroughConfig>().buffer_packets = 1 + packets_in_round_trip(33, 64);
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden, {}, "corrected", 32, 33));
  check_conserved(r);
  CHECK(r["receivers"]["xon"] > 10);
  CHECK(r["receivers"]["fullest"] == s.sw.as<CutThroughConfig>().buffer_packets * 64);
}

TEST_CASE("FAB-RECV-3: stalls that never come change nothing") {
  Scenario s = uniform(0.4, 8000);
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  const json at_once = tb::simulate(s, make);
  s.traffic.receivers.stalls = StallKind::kRandom;
  s.traffic.receivers.every = 1'000'000'000;
  json rare = tb::simulate(s, make);
  REQUIRE(rare["receivers"]["stalled"] == 0);
  REQUIRE(rare["receivers"]["xoff"] == 0);
  rare.erase("receivers");
  CHECK(rare == at_once);
}

TEST_CASE("FAB-RECV-4: the watchdog does not take a slow receiver for a deadlock") {
  Scenario s = incast(0.2);
  s.traffic.receivers = {0.001, StallKind::kRandom, 2000, 50, {}};  // 64,000 cycles a packet
  s.traffic.source_queue_packets = 2;
  s.limits.watchdog = 1000;
  s.phases = {0, 3000, 20'000'000};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  check_conserved(r);
  CHECK(r["outcome"] == "saturated");
  CHECK(r["cycles"] > 1'000'000);
}

TEST_CASE("FAB-RECV-2: random fabrics with stalls, while links and switches die and come back") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 13)));
  Scenario s;
  s.engine = Engine::kGolden;
  s.seed = seed;
  s.traffic.load = 0.3 + 0.05 * static_cast<double>(seed % 5);
  s.traffic.pattern = seed % 2 == 0 ? TrafficPattern::kUniform : TrafficPattern::kHotSpot;
  s.traffic.hot_hosts = {"000", "110"};
  s.traffic.source_queue_packets = 8;
  s.phases = {1000, 12000, 2000000};
  s.faults.random = {4, 1000, 9000, false, RepairSpan{200, 3000}, seed % 3 == 0 ? 1U : 0U};
  ReceiverConfig& receivers = s.traffic.receivers;
  receivers.stalls = std::array{StallKind::kRandom, StallKind::kHeader, StallKind::kXon}[seed % 3];
  receivers.rate = seed % 4 == 0 ? 0.6 : 1.0;
  receivers.longest = 1 + 37 * (seed % 7);
  receivers.every = 200;
  if (seed % 5 == 0) receivers.hosts = {0, 3, 6};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  check_conserved(r);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["audit"]["excluded"] == 0);
  CHECK(r["receivers"]["stalled"] > 0);
}

TEST_CASE("FAB-RECV-2: a full receiver stays full while its switch dies and comes back") {
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  Scenario s = incast(0.5);
  s.traffic.receivers.rate = 0.001;
  s.traffic.source_queue_packets = 2;
  s.limits.watchdog = 1000;
  s.phases = {0, 9000, 20'000'000};
  s.faults.failing_nodes = {{make()->topology().attachment(5).sw, 3000, 4500}};
  const json r = tb::simulate(s, make);
  check_conserved(r);
  INFO(r.dump());
  REQUIRE(r["failed_nodes"].size() == 1);
  CHECK(r["failed_nodes"][0]["back"] < 9000);
  CHECK(r["receivers"]["fullest"] == 256);
}

TEST_CASE("FAB-RECV-2, FAB-DET: slow receivers are the same under golden and in lockstep") {
  Scenario s;
  s.traffic.load = 0.5;
  s.traffic.receivers = {0.7, StallKind::kRandom, 300, 200, {}};
  s.phases = {500, 6000, 200000};
  s.faults.random = {3, 1000, 4000, false, RepairSpan{200, 2000}};
  const auto run = [&s](Engine engine) {
    Scenario own = s;
    own.engine = engine;
    json r = tb::simulate(own, tb::fat_tree(4, 3, engine));
    check_conserved(r);
    CHECK((r["compared"] > 0) == (engine == Engine::kLockstep));
    for (const char* key : {"compared", "compared_by_block"}) r.erase(key);
    return r;
  };
  const json golden = run(Engine::kGolden);
  CHECK(golden["receivers"]["xon"] > 0);
  CHECK(golden == run(Engine::kLockstep));
}
