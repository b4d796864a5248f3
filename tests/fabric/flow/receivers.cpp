// SPDX-License-Identifier: Apache-2.0
// Hosts of flow-channel switches that take packets slowly (FLOW-RECV-1, FLOW-RECV-2).
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

/// All other hosts of a 4P3T send to one.
Scenario incast(double load, unsigned bytes = 1024) {
  Scenario s = flow_scenario(Engine::kGolden, load, bytes);
  s.traffic.pattern = TrafficPattern::kIncast;
  s.traffic.incast_to = 5;
  s.phases = {2'000, 20'000, 40'000'000};
  return s;
}

/// All others of an 8P3T send to one while links die; nothing but the drain time is said.
Scenario incast_8p3t(Cycle measure) {
  Scenario s = incast(0.7, 1'500);
  s.traffic.incast_to = 0;
  s.phases = {500, measure, 400'000'000};
  s.sw.as<FlowConfig>().params = flow::standard_params(golden::kSmallFlowSizes);
  s.faults.random = {8, 500, measure, false, {}};
  s.limits.watchdog = 400'000'000;
  return s;
}

/// Beats of a slow host's receive buffer.
std::uint64_t host_buffer(const Scenario& s) {
  const unsigned longest = s.traffic.packet_beats;
  return (1 + packets_in_round_trip(s.link.latency, longest)) * std::uint64_t{longest};
}

void check_in_order(const json& r) {
  INFO(r.dump());
  REQUIRE(!r.contains("failure"));
  CHECK(settled(r));
}

}  // namespace

TEST_CASE("FLOW-RECV-1: over an idle fabric the pace of the host adds to the latency alone") {
  const auto [rate, millionths] = GENERATE(std::pair{0.9999, 999900U}, std::pair{0.5, 500000U},
                                           std::pair{0.3, 300000U}, std::pair{0.001, 1000U});
  Scenario s = flow_scenario(Engine::kGolden, 0.5, GENERATE(16U, 64U, 1024U, 9000U));
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.trace = {{10, 4, 11}};
  s.phases = {0, 100, 2'000'000};
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  const json at_once = tb::simulate(s, make);
  s.traffic.receivers.rate = rate;
  const json r = tb::simulate(s, make);
  INFO(r.dump());
  REQUIRE(r["outcome"] == "delivered all");
  const std::uint64_t behind_first = s.traffic.packet_beats - 1;
  const auto longest = [](const json& of) { return of["latency"]["max"].get<std::uint64_t>(); };
  CHECK(longest(r) - longest(at_once) == behind_first * 1'000'000 / millionths - behind_first);
}

TEST_CASE("FLOW-RECV-1: a slow host takes its share of the beats, without gaps") {
  Scenario s = incast(0.5);
  s.traffic.receivers.rate = GENERATE(0.1, 0.25, 0.8);
  s.phases = {40'000, 128'000, 40'000'000};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  check_in_order(r);
  const double taken = r["accepted_load"].get<double>() * 16;  // one of 16 hosts
  CHECK(taken == Approx(s.traffic.receivers.rate).epsilon(0.03));
}

TEST_CASE("FLOW-RECV-1: whatever a host does its buffer holds what comes, and XON goes out") {
  const auto [latency, bytes] = GENERATE(std::pair{4U, 1024U}, std::pair{33U, 1500U},
                                         std::pair{4U, 64U}, std::pair{64U, 300U});
  Scenario s = incast(1.0, bytes);
  s.link.latency = latency;
  s.probe.timeout = 400;
  s.probe.period = 2000;
  ReceiverConfig& receivers = s.traffic.receivers;
  receivers.stalls =
      GENERATE(StallKind::kNone, StallKind::kRandom, StallKind::kHeader, StallKind::kXon);
  receivers.rate = receivers.stalls == StallKind::kNone ? 0.4 : GENERATE(1.0, 0.7);
  receivers.longest = GENERATE(8U, 500U);
  receivers.every = 300;
  if (receivers.longest == 500) s.traffic.receivers.hosts = {5};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden, {}, "corrected", 32, latency));
  check_in_order(r);
  check_receivers(r, receivers, host_buffer(s), 10);
}

TEST_CASE("FLOW-RECV-1: stalls behind each XON fill the buffer to its last place") {
  Scenario s = incast(1.0);
  stall_at_xon(s, 3000);
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden, {}, "corrected", 32, 33));
  check_in_order(r);
  CHECK(r["receivers"]["xon"] > 10);
  CHECK(r["receivers"]["fullest"] == host_buffer(s));
}

TEST_CASE("FLOW-RECV-1: a host that could be slow and is not changes nothing") {
  Scenario s = flow_scenario(Engine::kGolden, 0.4);
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  const json at_once = tb::simulate(s, make);
  s.traffic.receivers.stalls = StallKind::kRandom;
  s.traffic.receivers.every = 1'000'000'000;
  json rare = tb::simulate(s, make);
  REQUIRE(rare["receivers"]["stalled"] == 0);
  REQUIRE(rare["receivers"]["xoff"] == 0);
  rare.erase("receivers");
  rare["flow_channels"]["drain"]["bound"] = at_once["flow_channels"]["drain"]["bound"];
  rare["flow_channels"]["drain"]["short"] = at_once["flow_channels"]["drain"]["short"];
  CHECK(rare == at_once);
}

TEST_CASE("FAB-RECV-4: a slow host of flow channels is no deadlock") {
  Scenario s = incast(0.3);
  s.traffic.receivers.rate = 0.001;
  s.traffic.source_queue_packets = 2;
  s.limits.watchdog = 500;
  s.phases = {0, 2'000, 60'000'000};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  check_in_order(r);
  CHECK(r["outcome"] != "deadlocked");
  CHECK(r["cycles"] > 1'000'000);
}

TEST_CASE("FLOW-A-23, FLOW-RECV-2: slow hosts, links die and come back: in order") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 17)));
  Scenario s = flow_scenario(Engine::kGolden, 0.2 + 0.1 * static_cast<double>(seed % 5), 256);
  s.seed = seed;
  s.phases = {100, 4'000, 40'000'000};
  s.sw.as<FlowConfig>().params.drain_t.reset();
  s.sw.as<FlowConfig>().params.stale_t = 6'400;
  s.sw.as<FlowConfig>().params.loss = seed % 3 == 0 ? 0.01 : 0;
  s.traffic.receivers = {seed % 2 == 0 ? 0.3 : 1.0,
                         std::array{StallKind::kNone, StallKind::kRandom, StallKind::kHeader,
                                    StallKind::kXon}[seed % 4],
                         300,
                         100,
                         {}};
  if (seed % 4 == 0) s.traffic.receivers.rate = 0.2;
  if (seed % 5 == 0) s.traffic.receivers.hosts = {0, 5, 9};
  s.faults.random = {static_cast<unsigned>(1 + seed % 5), 300, 3'500, false,
                     RepairSpan{1'000, 12'000}};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  check_in_order(r);
  CHECK(r["flow_channels"]["blocks"] > 0);
  CHECK(r["flow_channels"]["drain"]["short"] == false);
}

TEST_CASE("FLOW-RECV-2: control: the time that does for quick hosts is too short for slow ones") {
  Scenario s = incast_8p3t(4'000);
  s.sw.as<FlowConfig>().params.drain_t = 90'000;
  const auto make = tb::fat_tree(8, 3, s.engine);
  s.traffic.receivers.rate = GENERATE(1.0, 0.1);
  const json r = tb::simulate(s, make);
  INFO(r.dump());
  if (s.traffic.receivers.rate < 1.0) {
    CHECK(r["detail"].get<std::string>().rfind("FLOW-A-23", 0) == 0);
  } else {
    CHECK(settled(r));
  }
}

TEST_CASE(
    "FLOW-A-23, FLOW-RECV-2: 127 senders to a slow host, links die: in order with the defaults") {
  Scenario s = incast_8p3t(3'000);
  s.traffic.receivers.rate = 0.1;
  const json r = tb::simulate(s, tb::fat_tree(8, 3, s.engine));
  check_in_order(r);
  CHECK(r["flow_channels"]["drain"]["short"] == false);
}

TEST_CASE("FLOW-RECV-1, FAB-DET: slow hosts are the same under golden and in lockstep") {
  const auto run = [](Engine engine) {
    Scenario s = flow_scenario(engine, 0.3, 256);
    s.phases = {100, 2'000, 40'000'000};
    s.traffic.receivers = {0.5, StallKind::kRandom, 300, 50, {}};
    s.faults.random = {2, 500, 1'500, false, {}};
    json r = tb::simulate(s, tb::fat_tree(4, 3, engine));
    INFO(r.dump());
    CHECK(!r.contains("failure"));
    CHECK((r["compared"] > 0) == (engine == Engine::kLockstep));
    for (const char* key : {"compared", "compared_by_block"}) r.erase(key);
    return r;
  };
  CHECK(run(Engine::kGolden) == run(Engine::kLockstep));
}
