// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "kernel/stream.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

TEST_CASE("E-8: FLOW-A-26: random loss is reported once a hole and all channels come free") {
  flow::Params p = lab_params();
  p.loss = 0.003;
  p.redirects = false;
  Lab lab(flow::wiring_of(golden::FatTree(4, 3)), p);
  kernel::Stream random(2, "loss");
  for (int i = 0; i < 400; ++i) {
    for (int k = 0; k < 6; ++k) {
      const auto from = static_cast<HostIdx>(random.below(16));
      const auto to = static_cast<HostIdx>(random.below(16));
      if (from != to && lab.net.terminal(from).can_inject()) lab.send(from, to, 500);
    }
    REQUIRE(lab.run_audited(lab.now + 100, 29) == "");
  }
  const Cycle end = lab.now;
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
  const flow::Counts& c = lab.net.counts();
  CHECK(c.lost > 10);
  CHECK(c.reports > 0);
  CHECK(c.reports <= c.lost);
  CHECK(c.reorders == 0);
  CHECK(c.delivered + c.lost == c.injected);
  CHECK(lab.last < end + 3 * p.stale_t);
}

TEST_CASE("FLOW-A-27, FLOW-A-31: a lost last packet: a marker finds it, every channel comes free") {
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), lab_params());
  for (PortIdx up = 4; up < 8; ++up) lab.net[0].lose_next(up, 1);
  lab.send(0, 31);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.counts().lost == 1);
  CHECK(lab.net.counts().reports == 1);
  CHECK(lab.net.counts().found_units == lab.net.counts().lost_units);
  CHECK(lab.net.counts().markers == 1);
  CHECK(lab.net.audit_end(lab.last) == "");
  CHECK(lab.last > lab.params.stale_t);
  CHECK(lab.last < 3 * lab.params.stale_t);
}

TEST_CASE(
    "FLOW-A-31: a marker that is lost is sent again and again, and nothing is found without") {
  flow::Params p = lab_params();
  p.loss = 1;
  p.stale_t = 2'000;
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), p);
  lab.send(0, 31);
  lab.run_to(11'000);
  CHECK(lab.net.counts().lost == 1);
  CHECK(lab.net.counts().markers == 5);
  CHECK(lab.net.counts().found_units == 0);
  CHECK(lab.net.channels() == 1);
  CHECK(lab.net.last_progress() > 10'000);  // it goes on
}

TEST_CASE(
    "FLOW-A-31: a loss that a marker finds is told of the flow that has lost, not of another") {
  flow::Params p = lab_params();
  p.log = true;
  p.drain_t = 5'000;
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), p);
  lab.controls[0]->dead = 0xe0;
  lab.send(0, 31);
  REQUIRE(lab.run_dry());
  // The second flow has the id of the first one, and its only packet does not come.
  for (const bool before : {true, false}) {
    CAPTURE(before);
    lab.controls[0]->dead = before ? 0xe0 : 0xd0;
    lab.net[0].lose_next(before ? 4 : 5, 1);
    lab.now = lab.last + 1;
    lab.send(1, 30);
    const std::size_t from = lab.net.log().size();
    REQUIRE(lab.run_dry());
    unsigned told = 0;
    for (std::size_t i = from; i < lab.net.log().size(); ++i) {
      const flow::FlowEvent& e = lab.net.log()[i];
      CHECK(e.flow == 1);
      told += e.what == flow::FlowEvent::What::kLoss ? 1 : 0;
    }
    CHECK(told == 1);
  }
}

TEST_CASE("FLOW-A-29, FLOW-C-3: a cut link: its flows move, in order, and all is released") {
  flow::Params p = lab_params();
  p.source_packets = 8;
  const flow::Wiring w = flow::wiring_of(golden::FatTree(8, 2));
  Lab lab(w, p);
  const PortEnd far = w.ends[4];
  while (lab.now < 60'000) {
    for (HostIdx h = 0; h < 8; ++h)
      while (lab.net.terminal(h).can_inject()) lab.send(h, 16 + h, 1024);
    if (lab.now == 5'000) lab.cut({0, 4});
    if (lab.now == 5'200) {
      lab.net[0].port_dead(4, lab.now);
      lab.net[far.index].port_dead(far.port, lab.now);
      lab.controls[0]->dead |= PortMask{1} << 4;
      lab.controls[far.index]->dead |= PortMask{1} << far.port;
      lab.net[0].routes_changed(lab.now);
    }
    lab.run_to(lab.now + 50);
    REQUIRE(lab.net.violation() == "");
  }
  const std::uint64_t at_end = lab.net.counts().delivered;
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
  const flow::Counts& c = lab.net.counts();
  CHECK(c.reorders == 0);
  CHECK(c.lost > 0);
  CHECK(c.lost < 200);
  CHECK(c.losses > 0);
  CHECK(at_end > 8 * 60'000 / 42 * 3 / 4);
}

TEST_CASE("a packet without a way is dropped and its channel released", "[FL-CHOOSE][FLOW-A-19]") {
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), lab_params());
  lab.controls[0]->dead = 0xf0;
  for (int i = 0; i < 5; ++i) lab.send(0, 31);
  lab.send(0, 1);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
  CHECK(lab.drops.size() == 5);
  CHECK(lab.drops[0].second == flow::DropCause::kNoRoute);
  CHECK(lab.net.counts().delivered == 1);
}

// Inside the fabric, too, flows wait for ACKs before they move; many of these never come.
TEST_CASE(
    "FLOW-A-23, FLOW-A-31: ACK frames and packets are lost: in order, all channels come free") {
  flow::Params p = lab_params();
  p.stale_t = 6'400;
  p.rd_enable_fabric = true;
  p.redirect.d0 = 4;
  p.redirect.kd = 8;
  p.ifct.cool_t = 300;
  p.seed = GENERATE(range(1U, 13U));
  p.ack_errors = p.seed % 3 == 0 ? 0.5 : 0.05;
  p.loss = p.seed % 2 == 0 ? 0.01 : 0;
  Lab lab(flow::wiring_of(golden::FatTree(4, 3)), p);
  kernel::Stream random(p.seed, "lost acks");
  while (lab.now < 30'000) {
    for (HostIdx h = 0; h < 16; ++h)
      if (lab.net.terminal(h).can_inject())
        lab.send(h, (h + 4 + 4 * static_cast<HostIdx>(random.below(3))) % 16, 500);
    REQUIRE(lab.run_audited(lab.now + 100, 29) == "");
  }
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
  const flow::Counts& c = lab.net.counts();
  CHECK(c.reorders == 0);
  CHECK(c.ack_thrown > 50);
  CHECK(c.markers > 10);
  CHECK(c.blocks > 10);
}
