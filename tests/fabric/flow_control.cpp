// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

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
  s.link.latency = GENERATE(1U, 4U, 33U, 100U);
  s.probe.timeout = 400;
  const unsigned round_trip_packets = (2 * s.link.latency + 63) / 64;
  s.sw.buffer_packets = 1 + round_trip_packets + GENERATE(0U, 3U);
  s.phases = {500, 6000, 2000000};
  s.seed = 5;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  CHECK(r["outcome"] == (r["refused"] > 0 ? "saturated" : "delivered all"));
  CHECK(r["in_flight"] == 0);
  CHECK(r["delivered"] == r["accepted"]);
  CHECK(r["delivered"] > 300);
}

TEST_CASE("an output shares itself fairly among its inputs") {
  // Three leaves under one level-1 switch's neighbours send to one host for ever.
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
