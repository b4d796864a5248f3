// SPDX-License-Identifier: Apache-2.0
/// Limits, redirects and congestion levels (FLOW-C-5, 6, 8, 9, FLOW-A-3).
#include <catch2/catch.hpp>

#include <algorithm>

#include "golden/flow/ep_ack_type.hpp"
#include "golden/flow/tables/ifct.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

namespace {

constexpr FlowId kFlow = 9;

/// `units` packets of one unit, of which `sent` have left by port 2 at time 0.
Ifct loaded(const IfctConfig& config, unsigned units, unsigned sent, bool ordered = true) {
  Ifct t(config);
  for (Position i = 0; i < units; ++i) t.enqueue(arrives(kFlow, i, 1, ordered), 0);
  for (unsigned i = 0; i < sent; ++i) REQUIRE(t.dequeue(leaves(kFlow, 1, 2), 0).go());
  return t;
}
AckAnswer tell(Ifct& t, AckType type, Cycle now, Position delta = 0) {
  return t.acknowledge({kFlow, type, delta, 5, 1}, now);
}

}  // namespace

TEST_CASE("FLOW-A-3: type of an endpoint's ACK by depth and level", "[flow]") {
  EpAckConfig c;
  c.draw = false;
  EpAckType t(c);
  REQUIRE(t.packet(63, 0) == AckType::kNormal);
  REQUIRE(t.packet(64, 0) == AckType::kEpNew);
  REQUIRE(t.packet(64, 1) == AckType::kEpCont);
  REQUIRE(t.packet(191, 7) == AckType::kEpCont);
  REQUIRE(t.packet(192, 0) == AckType::kEpSevere);
  REQUIRE(moves(AckType::kEpSevere));
  REQUIRE_FALSE(moves(AckType::kRedirect));
}

TEST_CASE("FLOW-A-3: between EP_TH and EP_SEV the share of packets notified grows with the depth",
          "[flow]") {
  EpAckType t(EpAckConfig{});
  for (const unsigned depth : {0U, 63U, 64U, 80U, 128U, 191U, 192U, 500U}) {
    unsigned notified = 0;
    for (unsigned i = 0; i < 4095; ++i) notified += t.packet(depth, 3) != AckType::kNormal;
    CAPTURE(depth);
    // A period shows every value of the 12 bits but 0: the draw is 32 times each number, 31 times
    // 0.
    const unsigned below = depth < 64 ? 0 : std::min(depth - 63, 128U);
    CHECK(notified == (below == 0 ? 0 : below * 32 - 1));
  }
  REQUIRE(t.random() == 1);
}

TEST_CASE("FLOW-C-5: the edge holds a flow at its extent, one packet always goes", "[flow]") {
  IfctConfig c = edge_input();
  c.mfe.fill(10);
  Ifct t = loaded(c, 100, 10);
  REQUIRE(t.dequeue(leaves(kFlow, 1), 1).why == DeqWhy::kExtent);
  tell(t, AckType::kNormal, 2, 1);
  REQUIRE(t.dequeue(leaves(kFlow, 63), 3).go());  // judged before, not after
  c.mfe.fill(0);
  Ifct none = loaded(c, 2, 0);
  REQUIRE(none.dequeue(leaves(kFlow, 1), 1).go());
  REQUIRE(none.dequeue(leaves(kFlow, 1), 1).why == DeqWhy::kExtent);
  Ifct fabric = loaded(fabric_input(), 250, 250);  // no limits inside the fabric
  REQUIRE(fabric.flow_extent(kFlow) == 250);
}

TEST_CASE("FLOW-C-5: the port's limit counts what is in the network, not the queues", "[flow]") {
  IfctConfig c = edge_input();
  c.inj_limit = 50;
  Ifct t(c);
  for (FlowId id = 0; id < 6; ++id)
    for (Position i = 0; i < 4; ++i) t.enqueue(arrives(id, i * 10, 10), 0);
  REQUIRE(t.injected() == 0);  // 240 units queued, and yet the port is not stuck
  for (FlowId id = 0; id < 5; ++id) REQUIRE(t.dequeue(leaves(id, 10), 1).go());
  REQUIRE(t.injected() == 50);
  REQUIRE(t.dequeue(leaves(5, 10), 1).why == DeqWhy::kInjection);
  t.acknowledge(acked(0, 10), 2);
  REQUIRE(t.dequeue(leaves(5, 10), 3).go());
}

TEST_CASE("FLOW-C-5: from level 2 on a flow has 1/2, 1/4, ... of the line", "[flow]") {
  IfctConfig c = edge_input();
  const unsigned level = GENERATE(2U, 3U, 7U);
  Ifct t = loaded(c, 40, 1);
  for (unsigned i = 0; i < level; ++i) tell(t, AckType::kEpNew, 0);
  REQUIRE(t.row(kFlow).level == level);
  Cycle now = 0;
  unsigned gone = 0;
  const Cycle share = Cycle{c.unit_cyc} << (level - 1);
  for (; now < 20 * share; ++now)
    if (t.dequeue(leaves(kFlow, 1), now).go()) ++gone;
  REQUIRE(gone == 20);
  REQUIRE(t.dequeue(leaves(kFlow, 1), now - 1).why == DeqWhy::kBandwidth);
}

TEST_CASE("FLOW-C-6: the states of an input flow channel, row by row", "[flow]") {
  const IfctConfig edge = edge_input();
  SECTION("RUNNING: an enabled table blocks and consumes") {
    Ifct t = loaded(edge, 3, 2);
    REQUIRE_FALSE(tell(t, AckType::kRedirect, 5, 1).up.valid);
    REQUIRE(t.row(kFlow).state == FlowState::kBlock);
    REQUIRE(t.dequeue(leaves(kFlow, 1), 6).why == DeqWhy::kState);
    tell(t, AckType::kRedirect, 6, 1);  // further ones are ignored
    REQUIRE(t.totals().moves == 1);
    tell(t, AckType::kNormal, 7, 1);
    REQUIRE(t.row(kFlow).state == FlowState::kBlock);  // one still in flight
    tell(t, AckType::kNormal, 8, 1);
    REQUIRE(t.row(kFlow).state == FlowState::kRunning);
    REQUIRE(t.dequeue(leaves(kFlow, 1, 6), 9).port == 6);  // and chooses again
    tell(t, AckType::kRedirect, 8 + edge.cool_t - 1);      // cooling down
    REQUIRE(t.row(kFlow).state == FlowState::kRunning);
    tell(t, AckType::kRedirect, 8 + edge.cool_t);
    REQUIRE(t.row(kFlow).state == FlowState::kBlock);
  }
  SECTION("RUNNING, not enabled: passed upstream, translated") {
    Ifct t = loaded(fabric_input(), 40, 40);
    tell(t, AckType::kNormal, 1, 30);
    const AckAnswer out = tell(t, AckType::kRedirect, 5, 4);
    REQUIRE(out.up.type == AckType::kRedirect);
    REQUIRE(out.up.pos == 34);
    REQUIRE(t.row(kFlow).state == FlowState::kRunning);
  }
  SECTION("nothing in flight, or unordered: consumed") {
    Ifct t = loaded(edge, 3, 0);
    tell(t, AckType::kRedirect, 5);
    REQUIRE(t.row(kFlow).state == FlowState::kRunning);
    Ifct u = loaded(edge, 3, 2, false);
    REQUIRE_FALSE(tell(u, AckType::kRedirect, 5).up.valid);
    REQUIRE(u.row(kFlow).state == FlowState::kRunning);
  }
  SECTION("BLOCK: no timer ends it, only what it waits for (FLOW-A-28)") {
    Ifct t = loaded(edge, 3, 2);
    tell(t, AckType::kRedirect, 5, 1);
    REQUIRE(t.next_activity().first >= kMostTicks / 2);  // only its stamps (FLOW-A-32)
    t.check(kFlow, 1'000'000'000);
    REQUIRE(t.row(kFlow).state == FlowState::kBlock);
    tell(t, AckType::kNormal, 1'000'000'001, 2);
    REQUIRE(t.row(kFlow).state == FlowState::kRunning);
  }
  SECTION("FREE: an ACK is stray") {
    Ifct t(edge);
    tell(t, AckType::kRedirect, 5);
    REQUIRE(t.totals().stray == 1);
    REQUIRE(t.row(kFlow).state == FlowState::kFree);
  }
  SECTION("FLOW-C-9: a flow that is congested at its endpoint does not move") {
    Ifct t = loaded(edge, 3, 2);
    tell(t, AckType::kEpNew, 1);
    tell(t, AckType::kRedirect, 5);
    REQUIRE(t.row(kFlow).state == FlowState::kRunning);
  }
}

TEST_CASE("FLOW-C-8: congestion levels go up and down by ACK type", "[flow]") {
  Ifct t = loaded(edge_input(), 200, 200);
  REQUIRE(tell(t, AckType::kEpNew, 10, 1).up.type == AckType::kEpNew);
  REQUIRE(t.row(kFlow).level == 1);
  tell(t, AckType::kEpCont, 109, 1);  // too early: hold_t is 100
  REQUIRE(t.row(kFlow).level == 1);
  tell(t, AckType::kEpCont, 110, 1);
  REQUIRE(t.row(kFlow).level == 2);
  tell(t, AckType::kEpCont, 111, 1);
  REQUIRE(t.row(kFlow).level == 2);
  for (int i = 0; i < 7; ++i) tell(t, AckType::kNormal, 120, 1);  // each counts 2 at level 2
  REQUIRE(t.row(kFlow).level == 2);
  tell(t, AckType::kEpCont, 121, 1);  // starts the count again
  for (int i = 0; i < 7; ++i) tell(t, AckType::kNormal, 122, 1);
  REQUIRE(t.row(kFlow).level == 2);
  tell(t, AckType::kNormal, 123, 1);
  REQUIRE(t.row(kFlow).level == 1);
  tell(t, AckType::kEpSevere, 124, 1);
  REQUIRE(t.row(kFlow).level == 7);
  tell(t, AckType::kEpNew, 125, 1);
  REQUIRE(t.row(kFlow).level == 7);
  // Down again: every level takes the packets that the full line sends in the time of 16.
  unsigned last = 7;
  for (const unsigned packets : {1U, 1U, 1U, 2U, 4U, 8U, 16U}) {
    for (unsigned i = 0; i < packets; ++i) {
      REQUIRE(t.row(kFlow).level == last);
      tell(t, AckType::kNormal, 130, 1);
    }
    --last;
  }
  REQUIRE(t.row(kFlow).level == 0);
}

TEST_CASE("FLOW-C-8: recovery counted one by one", "[flow]") {
  IfctConfig c = edge_input();
  c.ep_weigh = false;
  Ifct t = loaded(c, 200, 200);
  tell(t, AckType::kEpSevere, 10, 1);
  for (unsigned level = 7; level > 0; --level) {
    for (unsigned i = 0; i < c.ep_rec; ++i) {
      REQUIRE(t.row(kFlow).level == level);
      tell(t, AckType::kNormal, 20, 1);
    }
  }
  REQUIRE(t.row(kFlow).level == 0);
}

TEST_CASE("FLOW-C-8: a congested tree collapses onto the branch of the ACK", "[flow]") {
  Ifct t = loaded(edge_input(), 60, 20, false);
  REQUIRE(t.dequeue(leaves(kFlow, 1, 4), 1).port == 4);  // unordered: freely
  tell(t, AckType::kEpNew, 2, 1);                        // came back by port 5, vc 1
  const DeqAnswer out = t.dequeue(leaves(kFlow, 1, 4), 3);
  REQUIRE(out.port == 5);
  REQUIRE(out.vc == 1);
  for (int i = 0; i < 16; ++i) tell(t, AckType::kNormal, 4, 1);
  REQUIRE(t.row(kFlow).level == 0);
  REQUIRE(t.row(kFlow).forced);  // until nothing is in flight
  tell(t, AckType::kNormal, 5, 5);
  REQUIRE(t.flow_extent(kFlow) == 0);
  REQUIRE_FALSE(t.row(kFlow).forced);
}

TEST_CASE("FLOW-C-8: only a new notification turns a congested flow onto its way", "[flow]") {
  Ifct t = loaded(fabric_input(), 50, 40);
  tell(t, AckType::kEpNew, 1, 1);  // by port 5, virtual channel 1
  CHECK(t.row(kFlow).level == 1);
  CHECK(t.row(kFlow).forced);
  CHECK(t.row(kFlow).fport == 5);
  CHECK(t.row(kFlow).fvc == 1);
  t.acknowledge({kFlow, AckType::kEpCont, 1, 7, 2}, 2);
  CHECK(t.row(kFlow).fport == 5);
  CHECK(t.row(kFlow).fvc == 1);
  Ifct fresh = loaded(fabric_input(), 50, 40);
  fresh.acknowledge({kFlow, AckType::kEpCont, 1, 7, 2}, 2);  // of level 0 it is new
  CHECK(fresh.row(kFlow).forced);
  CHECK(fresh.row(kFlow).fport == 7);
  CHECK(fresh.row(kFlow).fvc == 2);
}

TEST_CASE("FLOW-C-8: EP_SEVERE holds the level as a step up does", "[flow]") {
  IfctConfig c = fabric_input();
  c.ep_rec = 1;  // a NORMAL is a level
  Ifct t = loaded(c, 50, 40);
  tell(t, AckType::kEpSevere, 1000, 1);
  CHECK(t.row(kFlow).level == 7);
  tell(t, AckType::kNormal, 1001, 1);
  CHECK(t.row(kFlow).level == 6);
  tell(t, AckType::kEpCont, 1000 + c.hold_t - 1, 1);
  CHECK(t.row(kFlow).level == 6);
  tell(t, AckType::kEpCont, 1000 + c.hold_t, 1);
  CHECK(t.row(kFlow).level == 7);
}

TEST_CASE("FLOW-C-6, FLOW-D-4: a redirect carried out is shown, a limit lies ahead of ack",
          "[flow]") {
  Ifct t = loaded(edge_input(), 50, 20);
  CHECK_FALSE(tell(t, AckType::kLoss, 1).block);
  CHECK(tell(t, AckType::kRedirect, 1'000).block);
  CHECK_FALSE(tell(t, AckType::kRedirect, 1'001).block);  // it is held already
  Ifct metered = loaded(fabric_input(), 60, 50);
  tell(metered, AckType::kNormal, 1, 30);
  tell(metered, AckType::kCredit, 2, 5);  // up to 35
  CHECK(metered.row(kFlow).dm);
  tell(metered, AckType::kNormal, 3, 5);
  CHECK(metered.row(kFlow).dm);  // on the limit
  tell(metered, AckType::kNormal, 4, 1);
  CHECK_FALSE(metered.row(kFlow).dm);
}
