// SPDX-License-Identifier: Apache-2.0
/// What follows from the round trip, by hand from docs/reference/flow-fabric.md, "Parameters from
/// the round trip" (FLOW-C-12).
#include <catch2/catch.hpp>

#include <algorithm>

#include "flow/bounds/loop.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

flow::Params following(Cycle trip) {
  flow::Params p = lab_params();
  flow::follow_round_trip(p, trip);
  return p;
}

}  // namespace

TEST_CASE("FLOW-C-12: floor, gain, cool-down and hold by the round trip, to the unit") {
  struct Line {
    Cycle trip;
    unsigned floor, gain;
    Cycle hold;
  };
  const Line lines[] = {{0, 32, 255, 2'000},
                        {1, 32, 255, 2'000},
                        {93, 32, 255, 2'000},
                        {153, 32, 96, 2'000},
                        {291, 32, 27, 2'000},
                        {1'224, 32, 2, 2'000},
                        {1'225, 32, 1, 2'000},
                        {1'500, 32, 1, 2'000},
                        {1'501, 32, 1, 2'001},
                        {1'523, 32, 1, 2'030},
                        {1'524, 33, 1, 2'032},
                        {3'000, 64, 1, 4'000},
                        {30'000, 640, 1, 40'000},
                        {767'953, 16'383, 1, 1'023'937},
                        {767'976, 16'383, 1, 1'023'968},
                        {2'000'000, 16'383, 1, 2'666'666}};
  for (const Line& l : lines) {
    CAPTURE(l.trip);
    const flow::Params p = following(l.trip);
    CHECK(p.redirect.d0 == l.floor);
    CHECK(p.redirect.kd == l.gain);
    CHECK(p.ifct.cool_t == 3 * l.trip);
    CHECK(p.ifct.hold_t == l.hold);
  }
}

TEST_CASE("FLOW-C-12: the draw holds three loops' worth, the egress FIFO the draw") {
  flow::Params p = lab_params();
  p.ifct.unit_cyc = 12;
  p.ep.congested = 2;
  const auto draw = [&](Cycle hold, Cycle trip) {
    p.ifct.hold_t = hold;
    flow::LoopKeys keys;
    keys.hold = false;
    flow::follow_round_trip(p, trip, keys);
    return p.ep.draw_w;
  };
  CHECK(draw(300, 188) == 7);  // 3 x (300 + 24 + 188) = 12 x 128
  CHECK(p.egress_units == 512);
  CHECK(draw(300, 189) == 8);
  CHECK(draw(301, 188) == 8);
  CHECK(draw(836, 188) == 9);
  CHECK(draw(2'000, 24) == 9);
  CHECK(p.egress_units == 512);
  CHECK(draw(2'001, 24) == 10);
  CHECK(p.egress_units == 1'024);
  CHECK(draw(4'096, 0) == 11);
  CHECK(draw(50'000, 0) == 11);
  CHECK(p.egress_units == 2'048);
}

TEST_CASE("FLOW-C-12: what a scenario says itself does not follow") {
  const flow::Params given = lab_params({8, 6, 8});
  const flow::Params all = following(3'000);
  for (unsigned one = 0; one < 6; ++one) {
    CAPTURE(one);
    flow::LoopKeys keys{one != 0, one != 1, one != 2, one != 3, one != 4, one != 5};
    flow::Params p = given;
    p.egress_units = 777;
    flow::follow_round_trip(p, 3'000, keys);
    CHECK(p.redirect.d0 == (one == 0 ? given.redirect.d0 : all.redirect.d0));
    CHECK(p.redirect.kd == (one == 1 ? given.redirect.kd : all.redirect.kd));
    CHECK(p.ifct.cool_t == (one == 2 ? given.ifct.cool_t : all.ifct.cool_t));
    CHECK(p.ifct.hold_t == (one == 3 ? given.ifct.hold_t : all.ifct.hold_t));
    if (one == 4) CHECK(p.ep.draw_w == given.ep.draw_w);
    if (one == 5) CHECK(p.egress_units == 777);
  }
}

TEST_CASE("FLOW-C-12: the round trip of one switch, and where nobody counted what is ahead") {
  for (const unsigned switches : {1U, 2U}) {
    flow::Wiring w;  // a host at each end of a row
    w.switches = switches;
    w.hosts = 2;
    w.ports = 2;
    if (switches == 1) w.ends = {{PortEnd::Kind::kHost, 0, 0}, {PortEnd::Kind::kHost, 1, 0}};
    else
      w.ends = {{PortEnd::Kind::kHost, 0, 0},
                {PortEnd::Kind::kSwitch, 1, 1},
                {PortEnd::Kind::kHost, 1, 0},
                {PortEnd::Kind::kSwitch, 0, 1}};
    flow::Params p = lab_params();
    p.link_latency = 7;
    p.stages.ack_xbar = 3;
    p.stages.xbar = 4;
    Lab lab(w, p);
    lab.send(0, 1, 64);
    REQUIRE(lab.run_dry());
    CAPTURE(switches);
    REQUIRE(lab.net.counts().single == 1);
    CHECK(flow::round_trip(p, w) == lab.net.counts().single_cycles);
  }
}

TEST_CASE("FLOW-C-12: the round trip by the page's sum, over the longest way from any port") {
  flow::Params p = lab_params();
  p.link_latency = 4;
  p.aggregator.t1 = 30;
  flow::Wiring w;
  w.ports = 2;
  w.switches = 1;
  w.ends = {{PortEnd::Kind::kSwitch, 1, 0}, {PortEnd::Kind::kSwitch, 2, 0}};
  for (const unsigned first : {0U, 1U, 3U}) {
    w.ahead = {first, 1};
    const Cycle n = 1 + std::max(first, 1U);
    CHECK(flow::round_trip(p, w) == 17 + 20 * (n - 1) + 16 + n * (30 + 11) + 2 * 4 * n + 2);
  }
}
