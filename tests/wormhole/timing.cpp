// SPDX-License-Identifier: Apache-2.0
/// Cycle by cycle: what docs/reference/wormhole.md says about an empty network and about one link.
#include <algorithm>
#include <catch2/catch.hpp>

#include "lab.hpp"

using namespace selvage;
using selvage::test::Lab;
using wormhole::Params;
using wormhole::Release;

namespace {

/// Dimension order; counts hops in the header and keeps what it was given.
class Diary final : public SwitchControl {
 public:
  Diary(const tb::Grid& grid, std::uint32_t self, std::vector<RouteRequest>& log)
      : inner_(grid, self, 2), log_(log) {}
  void request(Cycle now, const RouteRequest& r) override {
    log_.push_back(r);
    inner_.request(now, r);
  }
  RouteDecision collect(Cycle now) override {
    RouteDecision d = inner_.collect(now);
    d.header = static_cast<std::uint8_t>(log_.back().header + 1);
    return d;
  }
  void finish(Cycle) override {}
  RouteDecision preview(const RouteRequest& r) const override { return inner_.preview(r); }
  std::uint64_t overflows() const override { return 0; }

 private:
  tb::GridControl inner_;
  std::vector<RouteRequest>& log_;
};

}  // namespace

TEST_CASE("wormhole: zero-load latency is L - 1 + (s + 1) d + s R", "[WH-LAT]") {
  const unsigned d = GENERATE(1U, 2U, 5U);
  const unsigned r = GENERATE(2U, 3U);
  const std::uint32_t flits = GENERATE(1U, 2U, 7U, 40U);
  Params p;
  p.link_latency = d;
  p.route_latency = r;
  const tb::Grid grid{{4, 3, 4}};
  Lab lab(grid, p);
  for (std::uint32_t from = 0; from < grid.nodes(); from += 5) {
    for (std::uint32_t to = 0; to < grid.nodes(); to += 3) {
      lab.now += 7;
      const Cycle start = lab.now;
      const std::uint32_t slot = lab.send(from, to, flits);
      REQUIRE(lab.run_dry());
      const unsigned s = grid.distance(from, to) + 1;
      REQUIRE(lab.arrived.at(slot) - start == flits - 1 + (s + 1) * d + s * r);
      REQUIRE(lab.at_host.at(slot) == to);
    }
  }
}

TEST_CASE("wormhole: a link carries min(1, B / 2d) flits a cycle", "[WH-LAT][WH-CRED-1]") {
  const unsigned d = GENERATE(1U, 2U, 3U, 4U);
  const unsigned buffer = GENERATE(1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 20U);
  const unsigned vcs = GENERATE(1U, 3U);
  Params p;
  p.vcs = vcs;
  p.link_latency = d;
  p.node_buffer = buffer * 2 * vcs;
  p.injection_flits = 64;
  Lab lab({{2}}, p);
  const std::uint32_t flits = 997;
  const std::uint32_t slot = lab.send(0, 1, flits);
  REQUIRE(lab.run_dry());
  // The last flit is number i of round q: B flits a round of 2d cycles.
  const unsigned b = std::min(buffer, 2 * d);
  const Cycle q = (flits - 1) / b;
  const Cycle i = (flits - 1) % b;
  // The first round piles up behind the header, which waits R at node 1; all later ones are R late.
  CHECK(lab.arrived.at(slot) == q * 2 * d + i + 3 * d + 2 * p.route_latency);
}

TEST_CASE("wormhole: a body flit leaves in the cycle in which it comes", "[WH-SA-1]") {
  Params p;
  p.report_hops = true;
  Lab lab({{4}}, p);
  lab.send(0, 3, 3);
  REQUIRE(lab.run_dry());
  REQUIRE(lab.hops.size() == 4);
  for (unsigned k = 0; k < 4; ++k) {
    CHECK(lab.hops[k].node == k);
    CHECK(lab.hops[k].out == (k < 3 ? 0 : 2));
    CHECK(lab.hops[k].at == (k + 1) * 3);  // d = 1 for the link, R = 2 for the answer
  }
}

TEST_CASE("wormhole: a channel is free when its credits are home, or its tail is sent", "[WH-VC]") {
  const unsigned d = GENERATE(1U, 2U, 3U);
  const Release release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  Params p;
  p.vcs = 1;
  p.link_latency = d;
  p.release = release;
  p.report_hops = true;
  Lab lab({{2}}, p);
  const std::uint32_t flits = 30;
  lab.send(0, 1, flits);
  while (!lab.net.sender(0).can_inject()) lab.cycle();
  CHECK(lab.now == flits);  // the tail left in the cycle before: no gap
  lab.send(0, 1, flits);
  REQUIRE(lab.run_dry());
  REQUIRE(lab.hops.size() == 4);
  std::vector<Cycle> first;
  for (const auto& h : lab.hops) {
    if (h.node == 0) first.push_back(h.at);
  }
  const Cycle tail = first[0] + flits - 1;
  const Cycle r = p.route_latency;
  if (release == Release::kTailSent) {
    CHECK(first[1] == tail + 1 + r);
  } else {
    // Every flit waited in node 1 for as long as the header did: R. Then a question, R again.
    CHECK(first[1] == tail + 2 * d + 2 * r);
  }
}

TEST_CASE("wormhole: cycles without activity may be left out", "[WH-DET]") {
  Params p;
  p.link_latency = 3;
  const tb::Grid grid{{4, 4}};
  Lab skipping(grid, p);
  Lab stepping(grid, p);
  for (Lab* lab : {&skipping, &stepping}) {
    lab->now = 1000;
    for (std::uint32_t h = 0; h < 16; ++h) lab->send(h, 15 - h, 20 + h);
  }
  REQUIRE(skipping.run_dry());
  stepping.run(500);
  CHECK(skipping.now < stepping.now);
  CHECK(skipping.arrived.size() == 16);
  CHECK(skipping.arrived == stepping.arrived);
  CHECK(stepping.net.next_activity(stepping.now) == kNever);
}

TEST_CASE("wormhole: a request tells all that the control may know", "[WH-RC-4]") {
  const tb::Grid grid{{3}};
  std::vector<RouteRequest> log;
  Lab lab(grid.wiring(), Params{},
          [&](std::uint32_t n) { return std::make_unique<Diary>(grid, n, log); });
  lab.packets.push_back({4711, 0, 2, 6, 40});
  lab.net.sender(0).inject(0, lab.packets[0], 0);
  REQUIRE(lab.run_dry());
  REQUIRE(log.size() == 3);
  // Ports: up, down, host; node 0 has nothing below, node 2 nothing above.
  const std::uint64_t free[] = {0b110011, 0b111111, 0b111100};
  for (unsigned k = 0; k < 3; ++k) {
    CHECK(log[k].packet == 4711);
    CHECK(log[k].source == 0);
    CHECK(log[k].destination == 2);
    CHECK(log[k].in_port == (k == 0 ? 2 : 1));
    CHECK(log[k].in_vc == 0);
    CHECK(log[k].header == 40 + k);
    CHECK(log[k].free_channels == free[k]);
  }
}

TEST_CASE("wormhole: a fault message takes the flit that would leave behind it", "[WH-MSG]") {
  // Two nodes on the way: what waits at the second for its route anyway is not late at the host.
  const unsigned d = GENERATE(1U, 3U);
  const std::uint32_t flits = GENERATE(1U, 2U, 9U);
  const unsigned messages = GENERATE(1U, 2U, 5U);
  Params p;
  p.link_latency = d;
  p.report_hops = true;
  const tb::Grid grid{{2}};
  Lab plain(grid, p);
  plain.send(0, 1, flits);
  REQUIRE(plain.run_dry());
  const Cycle first = plain.hops.at(0).at;
  const PortIdx out = plain.hops.at(0).out;
  for (Cycle from = 0; from < plain.arrived.at(0) + 3; ++from) {
    Cycle leaves = first, sent = 0;  // of flit i, from the first node and from the second
    for (std::uint32_t i = 0; i < flits; ++i) {
      if (leaves > from && leaves <= from + messages) leaves = from + messages + 1;
      sent = std::max(sent + 1, leaves + d + (i == 0 ? p.route_latency : 0));
      ++leaves;
    }
    Lab lab(grid, p);
    lab.send(0, 1, flits);
    while (lab.now < 60) {
      lab.cycle();
      const Cycle message = lab.now - 1;
      if (message >= from && message < from + messages) lab.net[0].message_leaves(out, message);
      REQUIRE(lab.net.audit().empty());
    }
    INFO("messages from cycle " << from);
    REQUIRE(lab.arrived.at(0) == sent + d);
  }
}
