// SPDX-License-Identifier: Apache-2.0
/// Lost tails, blocked flows that lost something, and when a timer runs out (FLOW-A-27, 28).
#include <catch2/catch.hpp>

#include "golden/flow/ifct.hpp"
#include "kernel/stream.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

TEST_CASE("FLOW-A-27: a lost last packet frees the row after LOSS and one more STALE_T", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 6), 0);
  t.dequeue(leaves(1, 6), 10);
  REQUIRE(t.next_activity() == std::make_pair(Cycle{5010}, FlowId{1}));
  const AckAnswer loss = t.check(1, 5010);
  REQUIRE(loss.up.type == AckType::kLoss);
  REQUIRE(loss.up.pos == 0);
  REQUIRE(t.row(1).state == FlowState::kFlush);
  REQUIRE(t.next_activity().first == 10010);
  const AckAnswer end = t.check(1, 10010);
  REQUIRE(end.rel);
  REQUIRE(end.up.type == AckType::kNormal);  // so that upstream may free, too
  REQUIRE(end.up.pos == 6);
  REQUIRE(t.live() == 0);
}

TEST_CASE("FLOW-A-27: an ACK during FLUSH is enough", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 6), 0);
  t.dequeue(leaves(1, 4), 10);
  t.check(1, 5010);
  t.acknowledge(acked(1, 4), 5020);
  REQUIRE(t.row(1).state == FlowState::kRunning);
  REQUIRE(t.dequeue(leaves(1, 2), 5021).go());
}

TEST_CASE("FLOW-A-27: what waits here is not stale", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 6), 0);
  REQUIRE(t.next_activity().first == kNever);
  t.check(1, 100000);
  REQUIRE(t.row(1).state == FlowState::kRunning);
}

TEST_CASE("FLOW-A-28: a loss under a blocked flow is resolved by BLOCK_T", "[flow]") {
  Ifct t(edge_input());
  t.enqueue(arrives(1, 0, 6), 0);
  t.enqueue(arrives(1, 6, 6), 0);
  t.dequeue(leaves(1, 6, 3), 10);                   // gets lost
  t.acknowledge(acked(1, 0, AckType::kRedirect), 20);
  REQUIRE(t.row(1).state == FlowState::kBlock);     // nobody will ever see the hole
  t.check(1, 1020);
  REQUIRE(t.row(1).state == FlowState::kFlush);
  REQUIRE(t.next_activity().first == 6020);
  t.check(1, 6020);
  REQUIRE(t.row(1).state == FlowState::kRunning);
  REQUIRE(t.injected() == 0);
  REQUIRE(t.dequeue(leaves(1, 6, 4), 6021).port == 4);
}

TEST_CASE("FLOW-A-27: why the output row must close before the input row writes off", "[flow]") {
  Ifct t(edge_input());
  t.enqueue(arrives(1, 0, 6), 0);
  t.enqueue(arrives(1, 6, 6), 0);
  t.dequeue(leaves(1, 6, 3), 10);  // lost
  t.acknowledge(acked(1, 0, AckType::kRedirect), 20);
  t.check(1, 1020);
  const bool in_time = GENERATE(true, false);
  if (in_time) t.acknowledge(acked(1, 6), 5510);  // closing, stale_t + block_t / 2 after the packet
  t.check(1, 6020);
  REQUIRE(t.dequeue(leaves(1, 6, 4), 6021).go());
  if (!in_time) t.acknowledge(acked(1, 6), 6022);
  REQUIRE(t.flow_extent(1) == (in_time ? 6 : 0));  // too late: taken for the packet under way
}

TEST_CASE("FLOW-A-27: next_activity names the first row whose CHK does something", "[flow]") {
  // A CHK of every row in every cycle against CHK only when and where next_activity() says.
  kernel::Stream random(5, "timers");
  Ifct walked(fabric_input());
  Ifct called(fabric_input());
  std::vector<Position> at(8, 0);
  std::size_t asked = 0;
  for (Cycle now = 0; now < 60000; ++now) {
    const auto id = static_cast<FlowId>(random.below(8));
    const std::uint64_t what = random.below(400);
    if (what == 0 && walked.total_extent(id) < 150) {
      const Position start = walked.row(id).next;
      for (Ifct* t : {&walked, &called}) t->enqueue(arrives(id, start, 40), now);
    } else if (what == 1) {
      for (Ifct* t : {&walked, &called}) t->dequeue(leaves(id, 40), now);
    } else if (what == 2 && walked.flow_extent(id) > 0) {
      for (Ifct* t : {&walked, &called}) t->acknowledge(acked(id, 40), now);
    } else if (what == 3) {
      for (Ifct* t : {&walked, &called}) t->acknowledge(acked(id, 5, AckType::kCredit), now);
    }
    for (FlowId r = 0; r < 8; ++r) walked.check(r, now);
    while (called.wake() <= now) {
      const auto due = called.next_activity();
      if (due.first > now) break;
      called.check(due.second, now);
      ++asked;
    }
    for (FlowId r = 0; r < 8; ++r) {
      REQUIRE(walked.row(r).state == called.row(r).state);
      REQUIRE(walked.row(r).ack == called.row(r).ack);
      REQUIRE(walked.row(r).dm == called.row(r).dm);
      REQUIRE(walked.row(r).umt == called.row(r).umt);
    }
  }
  REQUIRE(asked > 50);
  REQUIRE(asked < 3000);
}
