// SPDX-License-Identifier: Apache-2.0
// Hosts that take flits slowly, under wormhole (WH-RECV-1..3, FAB-RECV-4).
#include "bench.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

void check_conserved(const json& r) {
  INFO(r.dump());
  REQUIRE(!r.contains("failure"));
  REQUIRE(r["outcome"] != "check failed");
  check_balance(r);
}

/// All other nodes of a 3 x 3 x 3 mesh send to one, which is slow.
Scenario incast(double load, double rate) {
  Scenario s = wormhole_scenario(Engine::kGolden, load);
  s.traffic.pattern = TrafficPattern::kIncast;
  s.traffic.incast_to = 13;
  s.traffic.source_queue_packets = 8;
  s.traffic.receivers.rate = rate;
  s.traffic.receivers.hosts = {13};
  s.phases = {2000, 20000, 2'000'000};
  return s;
}

}  // namespace

TEST_CASE("WH-RECV-1: over an idle network the pace of the host adds to the latency alone") {
  const auto [rate, millionths] = GENERATE(std::pair{0.9999, 999900U}, std::pair{0.5, 500000U},
                                           std::pair{0.3, 300000U}, std::pair{0.001, 1000U});
  const unsigned flits = GENERATE(1U, 2U, 16U, 64U);
  const unsigned latency = GENERATE(1U, 5U);
  Scenario s = wormhole_scenario(Engine::kGolden, 0);
  s.link.latency = latency;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.trace = {{10, 0, 26}};  // through seven nodes
  s.traffic.packet_beats = flits;
  s.traffic.receivers.rate = rate;
  s.phases = {0, 100, 200000};
  s.sw.as<WormholeConfig>().node_buffer = 2000;  // no gaps
  const json r = tb::simulate(s, mesh(3, Engine::kGolden));
  INFO(r.dump());
  CHECK(r["outcome"] == "delivered all");
  const bool gaps = 16 < 2 * latency + 2;  // of the injection queue
  REQUIRE(!gaps);
  const std::uint64_t last = std::uint64_t{flits - 1} * 1000000 / millionths;
  CHECK(r["latency"]["max"] == last + 8 * latency + 7 * 2);
}

TEST_CASE("WH-RECV-1: a slow host takes its share of the flits, without gaps") {
  Scenario s = incast(0.2, GENERATE(0.1, 0.35, 0.8));
  const json r = tb::simulate(s, mesh(3, Engine::kGolden));
  check_conserved(r);
  CHECK(r["accepted_load"].get<double>() * 27 == Approx(s.traffic.receivers.rate).epsilon(0.03));
  CHECK(r["receivers"]["fullest"] == 16 + 2);
}

TEST_CASE("WH-RECV-1: a stall begins with each header") {
  Scenario s = wormhole_scenario(Engine::kGolden, 0);
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.trace = {{10, 0, 26}, {500, 3, 26}};
  s.traffic.receivers.stalls = StallKind::kHeader;
  s.traffic.receivers.longest = 100;
  s.phases = {0, 1000, 20000};
  const json r = tb::simulate(s, mesh(3, Engine::kGolden));
  check_conserved(r);
  // The header waits for 100 cycles, so do the flits behind it.
  CHECK(r["latency"]["max"] == 15 + 8 + 7 * 2 + 100);
  CHECK(r["receivers"]["stalled"] == 200);
}

TEST_CASE(
    "WH-RECV-2: no buffer of a slow host overflows, no credit is lost, links and nodes dying") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 25)));
  Scenario s = wormhole_scenario(Engine::kGolden, 0.1 + 0.02 * static_cast<double>(seed % 7));
  s.seed = seed;
  s.link.latency = 1 + seed % 4;
  s.probe = {64, 12, 2};
  s.sw.as<WormholeConfig>().release =
      seed % 3 == 0 ? wormhole::Release::kTailSent : wormhole::Release::kTailLeftBuffer;
  s.sw.as<WormholeConfig>().allocator =
      seed % 2 == 0 ? wormhole::Allocator::kSeparable : wormhole::Allocator::kSerial;
  s.sw.as<WormholeConfig>().injection_channels = 1 + seed % 2;
  s.traffic.source_queue_packets = 8;
  s.traffic.receivers.stalls = seed % 2 == 0 ? StallKind::kRandom : StallKind::kHeader;
  s.traffic.receivers.rate = seed % 4 == 0 ? 0.6 : 1.0;
  s.traffic.receivers.longest = 1 + 17 * (seed % 7);
  s.traffic.receivers.every = 150;
  if (seed % 5 == 0) s.traffic.receivers.hosts = {0, 3, 6, 13};
  s.phases = {500, 9000, 2'000'000};
  s.faults.random = {4, 1000, 7000, false, RepairSpan{200, 2000}, seed % 3 == 1 ? 1U : 0U};
  const json r = tb::simulate(s, mesh(3, Engine::kGolden));
  check_conserved(r);
  CHECK(r["delivered"] > 500);
  CHECK(r["receivers"]["stalled"] > 0);
  CHECK(r["receivers"]["fullest"] <= 16 + 2 * s.link.latency);
}

TEST_CASE("WH-RECV-3: a host that could be slow and is not changes nothing") {
  Scenario s = wormhole_scenario(Engine::kGolden, 0.3);
  s.link.latency = GENERATE(1U, 9U);
  s.traffic.source_queue_packets = 8;
  json at_once = tb::simulate(s, mesh(3, Engine::kGolden));
  s.traffic.receivers.stalls = StallKind::kRandom;
  s.traffic.receivers.every = 1'000'000'000;
  json rare = tb::simulate(s, mesh(3, Engine::kGolden));
  REQUIRE(rare["receivers"]["stalled"] == 0);
  CHECK(rare["cycles"] == at_once["cycles"].get<Cycle>() + s.link.latency);  // the last credit
  for (json* r : {&rare, &at_once}) r->erase("cycles");
  rare.erase("receivers");
  CHECK(rare == at_once);
}

TEST_CASE("FAB-RECV-4: a slow host of a wormhole network is no deadlock") {
  Scenario s = incast(0.2, 0.01);
  s.traffic.source_queue_packets = 2;
  s.limits.watchdog = 50;
  s.phases = {0, 2000, 20'000'000};
  const json r = tb::simulate(s, mesh(3, Engine::kGolden));
  check_conserved(r);
  CHECK(r["outcome"] == "saturated");
  CHECK(r["cycles"] > 50'000);
}

TEST_CASE("WH-RECV-2: a fat tree of wormhole switches waits for its slow hosts") {
  Scenario s = wormhole_scenario(Engine::kGolden, 0.6);
  s.link.latency = 4;
  s.traffic.receivers = {0.5, StallKind::kRandom, 300, 200, {}};
  s.traffic.source_queue_packets = 16;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  check_conserved(r);
  CHECK(r["outcome"] == "saturated");
  CHECK(r["receivers"]["fullest"] == 16 + 2 * 4);
}

TEST_CASE("WH-RECV-2, FAB-DET: slow hosts are the same under golden and in lockstep") {
  const auto run = [](Engine engine) {
    Scenario s = wormhole_scenario(engine, 0.15);
    s.traffic.receivers = {0.7, StallKind::kRandom, 300, 50, {}};
    s.faults.random = {3, 1000, 4000, false, RepairSpan{200, 2000}};
    json r = tb::simulate(s, mesh(3, engine));
    check_conserved(r);
    CHECK((r["compared"] > 0) == (engine == Engine::kLockstep));
    for (const char* key : {"compared", "compared_by_block"}) r.erase(key);
    return r;
  };
  CHECK(run(Engine::kGolden) == run(Engine::kLockstep));
}
