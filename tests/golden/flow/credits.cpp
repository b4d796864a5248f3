// SPDX-License-Identifier: Apache-2.0
/// Per-flow credits between two input tables (FLOW-D-4, FLOW-D-5).
#include <catch2/catch.hpp>

#include "golden/flow/tables/ifct.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

TEST_CASE("FLOW-D-4: downstream asks for metering at FC_HI and ends it at FC_LO", "[flow]") {
  Ifct t(fabric_input());
  for (Position i = 0; i < 9; ++i) REQUIRE_FALSE(t.enqueue(arrives(1, i * 7, 7), 0).up.valid);
  const EnqAnswer out = t.enqueue(arrives(1, 63, 7), 1);  // 70
  REQUIRE(out.up.type == AckType::kCredit);
  REQUIRE(out.up.pos == 64 + 40);
  REQUIRE(t.row(1).um);
  REQUIRE_FALSE(t.enqueue(arrives(1, 70, 7), 1).up.valid);
  REQUIRE_FALSE(t.dequeue(leaves(1, 7), 2).up.valid);  // the limit grew by 7
  const DeqAnswer again = t.dequeue(leaves(1, 7), 2);  // by 14
  REQUIRE(again.up.type == AckType::kCredit);
  REQUIRE(again.up.pos == 14 + 104);
  for (int i = 0; i < 6; ++i) t.dequeue(leaves(1, 7), 3);
  REQUIRE(t.queue_extent(1) == 21);
  const DeqAnswer off = t.dequeue(leaves(1, 7), 3);
  REQUIRE(off.up.type == AckType::kCreditOff);
  REQUIRE_FALSE(t.row(1).um);
}

TEST_CASE("FLOW-D-4: the limit is said again while it holds", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 60), 5);
  t.enqueue(arrives(1, 60, 10), 5);
  REQUIRE(t.next_activity() == std::make_pair(Cycle{305}, FlowId{1}));
  REQUIRE_FALSE(t.check(1, 304).valid);
  REQUIRE(t.check(1, 305).pos == 104);
  REQUIRE(t.next_activity().first == 605);
}

TEST_CASE("FLOW-D-4: upstream sends up to the limit, translated to its own positions", "[flow]") {
  Ifct t(edge_input());
  for (Position i = 0; i < 10; ++i) t.enqueue(arrives(1, i * 10, 10), 0);
  t.dequeue(leaves(1, 10), 0);
  t.acknowledge(acked(1, 10), 1);
  REQUIRE_FALSE(t.acknowledge(acked(1, 30, AckType::kCredit), 2).up.valid);
  REQUIRE(t.row(1).dmlim == 40);
  for (int i = 0; i < 3; ++i) REQUIRE(t.dequeue(leaves(1, 10), 3).go());
  REQUIRE(t.dequeue(leaves(1, 10), 3).why == DeqWhy::kCredit);
  SECTION("said twice is said once") {
    t.acknowledge(acked(1, 30, AckType::kCredit), 4);
    REQUIRE(t.dequeue(leaves(1, 10), 4).why == DeqWhy::kCredit);
  }
  SECTION("an ACK does not move the limit") {
    t.acknowledge(acked(1, 30), 4);
    REQUIRE(t.row(1).dm);
    REQUIRE(t.dequeue(leaves(1, 10), 4).why == DeqWhy::kCredit);
  }
  SECTION("off") {
    t.acknowledge(acked(1, 0, AckType::kCreditOff), 4);
    REQUIRE(t.dequeue(leaves(1, 10), 4).go());
  }
  SECTION("not refreshed") {
    REQUIRE(t.next_activity().first == 902);
    t.check(1, 902);
    REQUIRE(t.dequeue(leaves(1, 10), 903).go());
  }
}

TEST_CASE("FLOW-D-4: a limit that ACKs have passed is gone, not one turn ahead", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 63), 0);
  t.dequeue(leaves(1, 40), 0);
  t.acknowledge(acked(1, 20, AckType::kCredit), 1);  // more is on its way already
  REQUIRE(t.dequeue(leaves(1, 1), 1).why == DeqWhy::kCredit);
  t.acknowledge(acked(1, 25), 2);
  REQUIRE_FALSE(t.row(1).dm);
}

TEST_CASE("FLOW-D-4: unordered flows ignore the table's limit", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 63, false), 0);
  t.dequeue(leaves(1, 40), 0);
  t.acknowledge(acked(1, 41, AckType::kCredit), 1);
  REQUIRE(t.dequeue(leaves(1, 20), 1).go());
}

TEST_CASE("FLOW-D-5: the edge says when a flow's queue is above its level's extent", "[flow]") {
  Ifct t(edge_input());
  for (Position i = 0; i < 4; ++i) REQUIRE_FALSE(t.enqueue(arrives(1, i * 32, 32), 0).over);
  REQUIRE(t.enqueue(arrives(1, 128, 1), 0).over);  // 129 > 128
  REQUIRE_FALSE(t.row(1).um);
}
