// SPDX-License-Identifier: Apache-2.0
/// What a head waits for besides its output, and when it goes on (FLOW-C-5, FLOW-C-8, FLOW-D-4,
/// FLOW-RECV-1): to the cycle.
#include <catch2/catch.hpp>

#include <algorithm>

#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// When packets of host 0 left their queues at switch 0, in this order.
std::vector<Hop> first_hops(const Lab& lab) {
  std::vector<Hop> out;
  for (const Hop& h : lab.hops)
    if (h.sw == 0 && lab.packets[h.slot].source == 0) out.push_back(h);
  return out;
}

}  // namespace

TEST_CASE("FLOW-C-5: flows that wait for the limit of their port go in turn, as ACKs make room") {
  flow::Params p = quiet();
  p.ifct.inj_limit = 8;
  Lab lab(tree(), p);
  lab.controls[0]->dead = 0xe0;
  lab.send(0, 16, 2'048);
  for (HostIdx to = 17; to < 26; ++to) lab.send(0, to, 1'024);  // nobody else uses their ways
  lab.run_to(5'000);
  const std::vector<Hop> hops = first_hops(lab);
  REQUIRE(hops.size() == 10);
  // What had asked before another was away is refused behind its grant, and comes a turn later.
  for (unsigned i = 0; i < 10; ++i) CHECK((hops[i].slot + 1 >= i && hops[i].slot <= i + 1));
  // Eight units come back at once, then four and four: two go with each.
  const Cycle read = 32;
  for (unsigned i = 1; i < 9; i += 2) {
    CAPTURE(i);
    CHECK(hops[i].at > hops[i - 1].at + 100);
    CHECK(hops[i + 1].at <= hops[i].at + 2 * read);
  }
  REQUIRE(lab.run_dry());
  CHECK(lab.net.packets_in_flight() == 0);
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE(
    "FLOW-C-5: who waits for the limit of the port asks again with each ACK, and not before") {
  flow::Params p = quiet();
  p.ifct.inj_limit = 1;
  Lab lab(tree(), p);
  for (HostIdx to = 16; to < 24; ++to) lab.send(0, to, 64);
  lab.run_to(150);  // one is away, seven wait
  const Cycle next = lab.net.next_activity(lab.now);
  CHECK(next >= 150);
  unsigned busy = 0;
  for (; lab.now < 3'000; lab.run_to(lab.now + 1))
    busy += lab.net.next_activity(lab.now) == lab.now ? 1 : 0;
  CHECK(lab.net.counts().delivered == 8);
  CHECK(busy < 8 * 75);
  const std::vector<Hop> hops = first_hops(lab);
  REQUIRE(hops.size() == 8);
  const unsigned order[] = {0, 2, 1, 3, 4, 5, 6, 7};  // as above, between 1 and 2
  for (unsigned i = 0; i < 8; ++i) CHECK(hops[i].slot == order[i]);
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("FLOW-C-5: what one ACK makes room for goes at once, flow by flow") {
  flow::Params p = quiet();
  p.ifct.inj_limit = 8;
  Lab lab(tree(), p);
  lab.send(0, 16, 2'048);
  for (HostIdx to = 17; to < 25; ++to) lab.send(0, to, 64);
  lab.run_to(1'000);
  const std::vector<Hop> hops = first_hops(lab);
  REQUIRE(hops.size() == 9);
  CHECK(hops[2].at > 150);  // at most one had asked before the first was away
  CHECK(hops[8].at < hops[2].at + 100);
}

TEST_CASE("FLOW-C-5: a flow that has to drain before it moves does not hold up those behind it") {
  flow::Params p = quiet();
  p.ifct.inj_limit = 8;
  Lab lab(tree(), p);
  lab.net[4].host_says(0, false, lab.now);
  const auto stays = lab.send(0, 16);
  const auto goes = lab.send(0, 20);
  lab.run_to(100);  // eight units are away
  const auto moves = lab.send(0, 16);
  const auto behind = lab.send(0, 24);
  lab.run_to(130);
  REQUIRE(first_hops(lab).size() == 2);
  lab.controls[0]->dead = PortMask{1} << lab.first_port[stays];
  lab.net[0].routes_changed(lab.now);
  lab.run_to(5'000);
  CHECK(lab.at[goes] != kNever);
  CHECK(lab.at[behind] != kNever);
  CHECK(lab.at[stays] == kNever);
  CHECK(lab.at[moves] == kNever);
  lab.net[4].host_says(0, true, lab.now);
  REQUIRE(lab.run_dry());
  CHECK(lab.at[moves] > lab.at[stays]);
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("FLOW-C-5: of flows that always wait for the limit of their port none is left out") {
  const unsigned latency = GENERATE(2U, 3U, 5U, 8U, 20U, 40U);
  const unsigned bytes = GENERATE(64U, 256U);
  for (const unsigned flows : {2U, 3U, 4U, 5U}) {
    flow::Params p = quiet();
    p.ifct.inj_limit = 1;
    p.route_latency = latency;
    Lab lab(tree(), p);
    for (unsigned i = 0; i < 10; ++i)
      for (HostIdx f = 0; f < flows; ++f) lab.send(0, 16 + f, bytes);
    REQUIRE(lab.run_dry());
    const std::vector<Hop> hops = first_hops(lab);
    REQUIRE(hops.size() == 10 * flows);
    CAPTURE(latency, bytes, flows);
    std::vector<unsigned> left(flows, 0);
    for (const Hop& h : hops) {
      ++left[h.slot % flows];
      const auto [least, most] = std::minmax_element(left.begin(), left.end());
      CHECK(*most - *least <= 2);
    }
  }
}

namespace {

/// Packets of two units in a flow of level 7; the third sets the pace. When the fourth, offered in
/// cycle `offer`, leaves its queue.
Cycle paced(Cycle offer) {
  flow::Params p = quiet();
  p.ep.congested = 0;
  p.ep.draw_w = 1;  // every packet is EP_SEVERE
  Lab lab(two_hosts(), p);
  lab.net[0].host_says(1, false, lab.now);
  lab.send(0, 1, 512);
  lab.send(0, 1, 512);
  lab.run_to(60);
  lab.net[0].host_says(1, true, lab.now);
  lab.run_to(61);  // the first is on its way to the host, which takes no other for now
  lab.net[0].host_says(1, false, lab.now);
  lab.run_to(100);
  lab.send(0, 1, 512);
  lab.run_to(offer);
  const auto slot = lab.send(0, 1, 512);
  lab.run_to(4'000);
  lab.net[0].host_says(1, true, lab.now);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
  for (const Hop& h : lab.hops)
    if (h.slot == slot) return h.at;
  return kNever;
}

}  // namespace

TEST_CASE("FLOW-C-8: a flow of level 7 leaves by a thirty-second of its rate, to the cycle") {
  const Cycle first = paced(130);
  // The third has left in 121, asked for in 117; from there 2 units of 2 x 10 x 32 cycles each.
  const Cycle ready = first - 4;
  CHECK(ready >= 117 + 1'280);
  CHECK(ready <= 121 + 1'280);
  for (Cycle offer = ready - 30; offer < ready - 5; ++offer) {
    const Cycle asks = offer + 17;  // link, deframing, table, queue, route
    CAPTURE(ready, offer, asks);
    CHECK(paced(offer) == (asks >= ready ? asks : std::max(ready, asks + 3)) + 4);
  }
}

TEST_CASE("FLOW-D-4: a branch out of credit is none for unordered packets, until it has some") {
  for (const bool other : {false, true}) {
    CAPTURE(other);
    flow::Params p = quiet();
    p.ifct.fc_hi = 4;
    p.ifct.fc_lo = 2;
    p.ifct.headroom = 4;
    Lab lab(tree(), p);
    lab.controls[0]->dead = 0xe0;
    const SwitchIdx root = tree().ends[4].index;
    for (PortIdx port = 0; port < 8; ++port) lab.net[root].allow(port, 0, 0);
    lab.net[0].allow(5, 0, 0);
    lab.send(0, 31, 1'024, 0, false);
    lab.send(0, 31, 1'024, 0, false);
    lab.run_to(500);
    CHECK(lab.net.counts().credits == 1);
    if (other) {
      lab.controls[0]->dead = 0xd0;
      lab.send(1, 31, 4'096, 0, false);  // stands at port 5, which has more to do
      lab.run_to(600);
      lab.controls[0]->dead = 0xc0;
    }
    const auto third = lab.send(0, 31, 1'024, 0, false);
    lab.run_to(1'000);
    CHECK(lab.first_port[third] == 0xff);
    CHECK((lab.net[0].look(5).waiting_units > 16) == other);
    unsigned busy = 0;  // it does not ask again and again
    for (; lab.now < 2'000; lab.run_to(lab.now + 1))
      busy += lab.net.next_activity(lab.now) == lab.now ? 1 : 0;
    CHECK(busy < 10);
    for (PortIdx port = 0; port < 8; ++port) lab.net[root].allow(port, flow::kNoSlot, lab.now);
    lab.run_to(2'300);
    CHECK(lab.first_port[third] == (other ? 0xff : 4));
    lab.net[0].allow(5, flow::kNoSlot, lab.now);
    lab.controls[0]->dead = 0xe0;
    lab.run_to(3'000);
    const auto last = lab.send(0, 31, 1'024, 0, false);  // by what was excluded
    lab.run_to(3'400);
    CHECK(lab.first_port[last] == 4);
    CHECK(lab.at[last] < 3'400);
    REQUIRE(lab.run_dry());
    CHECK(lab.net.audit_end(lab.last) == "");
  }
}

TEST_CASE(
    "FLOW-D-5: a paused flow goes on when its queue is half the limit, before its time is over") {
  flow::Params p = quiet();
  p.pause_t = 50'000;
  Lab lab(tree(), p);
  for (PortIdx up = 4; up < 8; ++up) lab.net[0].allow(up, 0, 0);
  for (int i = 0; i < 60; ++i) lab.send(0, 31);
  lab.run_to(3'000);
  CHECK(lab.net.counts().pauses == 1);
  for (PortIdx up = 4; up < 8; ++up) lab.net[0].allow(up, flow::kNoSlot, lab.now);
  lab.run_to(10'000);
  CHECK(lab.net.counts().delivered == 60);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE(
    "FLOW-RECV-1: from XOFF to XON no packet begins at the FIFO of a host, what is there stays") {
  flow::Params p = quiet();
  Lab lab(two_hosts(), p);
  std::vector<Cycle> begins;
  lab.header = [&](std::uint32_t, SwitchPort out) {
    if (out.port == 1) begins.push_back(lab.now);
  };
  for (int i = 0; i < 4; ++i) lab.send(0, 1, 512);  // 21 beats each
  const auto run_to = [&](Cycle end) {
    while (lab.now < end) lab.run_to(lab.now + 1);
  };
  run_to(30);
  REQUIRE(begins == std::vector<Cycle>{26});
  lab.net[0].host_says(1, false, lab.now);
  run_to(200);
  CHECK(begins.size() == 1);  // it goes on
  CHECK(lab.at[0] == 26 + 4 + 20);
  CHECK(lab.net[0].look(1).fifo == 6);
  lab.net[0].host_says(1, true, lab.now);
  run_to(230);
  CHECK(begins == std::vector<Cycle>{26, 200, 221});
  run_to(300);
  CHECK(begins == std::vector<Cycle>{26, 200, 221, 242});
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("FLOW-C-5: what is beyond the ingress queues, and what the levels allow then") {
  flow::Params p = quiet();
  p.ifct.mfe.fill(100);
  Lab lab(tree(), p);
  lab.net[7].allow(3, 0, 0);
  lab.send(0, 31, 1'024);
  lab.send(1, 31, 512);
  lab.run_to(300);
  CHECK(lab.net.in_fabric() == 6);
  CHECK(lab.net.fabric_high() == 6);
  CHECK(lab.net.limit_at_high() == 100 + 3 + 100 + 1);
  CHECK(lab.net.last_progress() < 100);  // the last of the two has left its second switch
  CHECK(lab.net.last_progress() > 45);
  CHECK(lab.net.counts().pool_high == 4);
  lab.send(0, 31, 768);  // of the first flow: what its last packet allows
  lab.run_to(600);
  CHECK(lab.net.fabric_high() == 9);
  CHECK(lab.net.limit_at_high() == 100 + 2 + 100 + 1);
  CHECK(lab.net.counts().pool_high == 7);
  lab.net[7].allow(3, 1, lab.now);  // four units, in whose place others come, shorter ones
  lab.run_to(700);
  CHECK(lab.net.in_fabric() == 5);
  for (int i = 0; i < 4; ++i) lab.send(0, 31, 256);
  lab.run_to(1'000);
  CHECK(lab.net.fabric_high() == 9);
  CHECK(lab.net.limit_at_high() == 100 + 100 + 1);
  lab.net[7].allow(3, flow::kNoSlot, lab.now);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.in_fabric() == 0);
  CHECK(lab.net.take_fabric_high() == 9);
  CHECK(lab.net.fabric_high() == 0);
  lab.send(2, 31, 256);
  lab.run_to(lab.now + 300);
  CHECK(lab.net.limit_at_high() == 100);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.take_fabric_high() == 1);
  lab.send(0, 31, 768);  // again of the first, whose row has been released
  lab.run_to(lab.now + 300);
  CHECK(lab.net.limit_at_high() == 100 + 2);
  CHECK(lab.net.audit_end(lab.last) == "");
}
