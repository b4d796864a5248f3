// SPDX-License-Identifier: Apache-2.0
/// Times that follow from the fabric, worked out by hand from docs/reference/flow-fabric.md
/// (FLOW-A-30, FLOW-A-31, FLOW-RECV-2).
#include <catch2/catch.hpp>

#include "flow/bounds/bounds.hpp"
#include "kernel/service.hpp"

using namespace selvage;

TEST_CASE("FLOW-A-30: the bound, computed by hand") {
  flow::Params p = flow::standard_params(golden::kSmallFlowSizes);
  flow::Wiring w;
  w.ports = 8;
  w.hosts = 128;
  // 7 inputs of 512 + 64 units and 512 in the FIFO to the host, 11 cycles each; 2 x 4 + 64 cycles.
  CHECK(flow::passage_bound(p, w, 0) == (7 * 576 + 512) * 11 + 72);
  CHECK(flow::passage_bound(p, w, 1) == (56 * 576 + 512) * 11 + 144);
  // From there on all that 128 hosts may have under way, 255 + 63 units each, is less.
  CHECK(flow::passage_bound(p, w, 2) == 128 * 318 * 11 + 216);
  CHECK(flow::drain_bound(p, w, 1) == flow::passage_bound(p, w, 0) + flow::passage_bound(p, w, 1));
  CHECK(flow::drain_time(p, w, 3) == flow::drain_bound(p, w, 3));
  p.ifct.mfe[0] = 1;  // the other levels allow as much as before
  p.ifct.mfe[3] = 255;
  CHECK(flow::passage_bound(p, w, 2) == 128 * 318 * 11 + 216);
  p.drain_t = 100;
  CHECK(flow::drain_time(p, w, 3) == 400);
  p.least_share = 0.25;
  CHECK(flow::passage_bound(p, w, 0) == (7 * 576 + 512) * 11 * 4 + 72);
}

TEST_CASE("FLOW-A-31, FLOW-A-32: news comes by markers, a whole tick apart at least") {
  flow::Params p = flow::standard_params(golden::kSmallFlowSizes);
  flow::Wiring w;
  w.ahead = {3};  // four links, and once more
  p.stale_t = 3'000;
  CHECK(flow::news_bound(p, w) == 5 * 3'000);
  p.ifct.tick = 15;
  CHECK(flow::news_bound(p, w) == 5 * 32'768);
}

TEST_CASE("FLOW-A-30: the share that a class is sure of") {
  std::array<flow::ClassRate, flow::kClasses> rates{};
  CHECK(flow::least_share(rates, 1) == 1);
  CHECK(flow::least_share(rates, 3) == 0.5);
  rates[1].weight = 3;
  CHECK(flow::least_share(rates, 3) == 0.25);
  rates[0].min = 0.5;  // its guarantee; the other half is by weight
  CHECK(flow::least_share(rates, 3) == 0.375);
  rates[1].max = 0.125;
  CHECK(flow::least_share(rates, 3) == 0.125);
}

TEST_CASE("FLOW-RECV-2: the bound on what a slow host has taken, computed by hand") {
  flow::Params p = flow::standard_params(golden::kSmallFlowSizes);
  flow::Wiring w;
  w.ports = 8;
  w.hosts = 128;
  const Cycle units = 7 * 576 + 512;  // see FLOW-A-30, 11 cycles each
  REQUIRE(flow::passage_bound(p, w, 0) == units * 11 + 72);
  p.slow.rate =
      0.5;  // each of the packets, of a unit, begins in a whole cycle and waits for an XON
  CHECK(flow::passage_bound(p, w, 0) == units * 22 + units * (1 + 8) + 72);
  p.slow.least_units = 4;
  CHECK(flow::passage_bound(p, w, 0) == units * 22 + units / 4 * 9 + 72);
  p.slow = {1, kernel::StallKind::kHeader, 0, 30, 4};
  p.slow.least_beats = 2;  // and a full buffer of 100 beats, of the shortest packets
  p.slow.buffer = 100;
  CHECK(flow::passage_bound(p, w, 0) == units * 11 + 100 + (units / 4 + 50) * (9 + 30) + 72);
  p.slow.buffer = 0;
  CHECK(flow::passage_bound(p, w, 0) == units * 11 + units / 4 * (9 + 30) + 72);
  p.slow.stalls = kernel::StallKind::kXon;
  CHECK(flow::passage_bound(p, w, 0) == units * 11 + units / 4 * (9 + 60) + 72);
  // 1,204 stalls in the mean, at most 1,472 but once in 10^12 times.
  p.slow = {1, kernel::StallKind::kRandom, 50, 30, 4};
  const Cycle service = units * 11 + units / 4 * 9;
  CHECK(service == 60'208);
  CHECK(static_cast<double>(flow::passage_bound(p, w, 0) - (service + 72)) ==
        Approx(1'472.5 * 30).epsilon(0.001));
}

TEST_CASE("FLOW-RECV-2: more random stalls than the bound allows for do not come") {
  constexpr Cycle kEvery = 50;
  constexpr Cycle kLongest = 30;
  flow::Params p = flow::standard_params(golden::kSmallFlowSizes);
  p.slow = {1, kernel::StallKind::kRandom, kEvery, kLongest, 1};
  p.ifct.inj_limit = 1;
  flow::Wiring w;
  w.ports = 4;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    kernel::ServiceCycles cycles(true, kEvery, kLongest, kernel::Stream(seed, "stalls", 1));
    for (const std::uint32_t hosts : {1U, 4U, 40U}) {
      w.hosts = hosts;
      const Cycle bound = flow::passage_bound(p, w, 0) - 72;
      const Cycle units = hosts * (1 + flow::kMostUnits);
      const auto passed = cycles.advance(cycles.counted() + bound);
      if (passed.service < units * (11 + 9)) FAIL(seed << " " << hosts << " " << passed.service);
    }
  }
}

TEST_CASE("FLOW-A-30: cycles of a unit: its bytes and the overhead of a packet, ten at least") {
  flow::Params p = flow::standard_params(golden::kSmallFlowSizes);
  flow::Wiring w;
  w.ports = 8;
  w.hosts = 128;
  const Cycle units = 7 * 576 + 512;
  const auto cycles = [&](unsigned unit_bytes) {
    p.unit_bytes = unit_bytes;
    return (flow::passage_bound(p, w, 0) - 72) / units;
  };
  CHECK(cycles(266) == 11);  // 275 bytes by 25
  CHECK(cycles(267) == 12);
  CHECK(cycles(291) == 12);
  CHECK(cycles(241) == 10);
  CHECK(cycles(32) == 10);
}

TEST_CASE("FLOW-A-30: pools of small switches, all that few hosts have under way") {
  flow::Params p = flow::standard_params(golden::kSmallFlowSizes);
  flow::Wiring w;  // nobody counts hosts here
  w.ports = 2;
  CHECK(flow::passage_bound(p, w, 0) == (576 + 512) * 11 + 72);
  CHECK(flow::passage_bound(p, w, 1) == (2 * 576 + 512) * 11 + 144);
  w.hosts = 1;
  CHECK(flow::passage_bound(p, w, 0) == 318 * 11 + 72);
  p.pair_flows = 3;
  CHECK(flow::passage_bound(p, w, 0) == (512 + 63) * 11 + 72);  // the port's limit
  w.hosts = 0;
  w.ports = 64;
  CHECK(flow::passage_bound(p, w, 40) == 1'000'000'000'000'000);
}

TEST_CASE(
    "FLOW-A-30: the longest drain is that of the link with most ahead, the share of nobody is whole") {
  flow::Params p = flow::standard_params(golden::kSmallFlowSizes);
  flow::Wiring w;
  w.ports = 8;
  w.hosts = 128;
  CHECK(flow::longest_drain(p, w) == flow::passage_bound(p, w, 0));  // no links between switches
  w.ahead = {1, 3, 0};
  CHECK(flow::longest_drain(p, w) == flow::drain_bound(p, w, 3));
  p.drain_t = 100;
  CHECK(flow::longest_drain(p, w) == 400);
  CHECK(flow::least_share({}, 0) == 1);
}

TEST_CASE(
    "FLOW-A-31: a marker comes after 100 cycles a row, or four round trips of the longest way") {
  flow::Params p = flow::standard_params(golden::kSmallFlowSizes);
  flow::Wiring w;
  CHECK(flow::marker_interval(p, w) == 6'400);
  p.link_latency = 1'000;
  CHECK(flow::marker_interval(p, w) == 4 * 2'064);
  w.ahead = {0, 2, 1};  // three links
  CHECK(flow::marker_interval(p, w) == 4 * 3 * 2'064);
  p.stale_t = 5'000;
  CHECK(flow::news_bound(p, w) == 4 * 5'000);
}

TEST_CASE("FLOW-RECV-2: random stalls, to the cycle") {
  flow::Params p = flow::standard_params(golden::kSmallFlowSizes);
  flow::Wiring w;
  w.ports = 8;
  w.hosts = 128;
  p.slow = {1, kernel::StallKind::kRandom, 50, 30, 4};
  // m = 1204.16, a = 27.6310211; m + a/3 + sqrt(a^2/9 + 2 a m) + 1 = 1472.49661.
  CHECK(flow::passage_bound(p, w, 0) == 60'208 + 72 + 44'174);
  p.slow.longest = 30'000;
  CHECK(flow::passage_bound(p, w, 0) == 60'208 + 72 + 44'174'898);
  p.slow.longest = 0;
  CHECK(flow::passage_bound(p, w, 0) == 60'208 + 72);
}
