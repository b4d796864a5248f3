// SPDX-License-Identifier: Apache-2.0
/// The input flow channel table: counters, holes, following, release (FLOW-A-4..9, 15, 16, 19, 20,
/// 26, FLOW-C-1, 3, 4).
#include <catch2/catch.hpp>

#include "golden/flow/tables/ifct.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

TEST_CASE("FLOW-A-7: extents 1, 9, 13 along three switches", "[flow]") {
  // One flow: last switch 1 in flight; middle queue 6 behind 2 in flight; first 3 behind 1.
  // FE(i) = FE(i+1) + queue(i+1) + in flight(i -> i+1).
  Ifct last(fabric_input());
  Ifct middle(fabric_input());
  Ifct first(fabric_input());
  const unsigned sent_last = 1;
  for (unsigned i = 0; i < 1 + 6; ++i) last.enqueue(arrives(0, i, 1), 0);
  REQUIRE(last.dequeue(leaves(0, sent_last), 1).go());
  for (unsigned i = 0; i < 1 + 6 + 2 + 3; ++i) middle.enqueue(arrives(0, i, 1), 0);
  REQUIRE(middle.dequeue(leaves(0, 1 + 6 + 2), 1).go());
  for (unsigned i = 0; i < 13; ++i) first.enqueue(arrives(0, i, 1), 0);
  REQUIRE(first.dequeue(leaves(0, 1 + 6 + 2 + 3 + 1), 1).go());
  REQUIRE(last.flow_extent(0) == 1);
  REQUIRE(last.queue_extent(0) == 6);
  REQUIRE(middle.flow_extent(0) == 9);
  REQUIRE(middle.queue_extent(0) == 3);
  REQUIRE(first.flow_extent(0) == 13);
  REQUIRE(middle.flow_extent(0) == last.flow_extent(0) + last.queue_extent(0) + 2);
  REQUIRE(first.flow_extent(0) == middle.flow_extent(0) + middle.queue_extent(0) + 1);
  REQUIRE(first.total_extent(0) == 13);
}

TEST_CASE("FLOW-A-4: queue, flow and total extent through 40 turns of the circle", "[flow]") {
  Ifct t(fabric_input());
  Position at = 0;
  for (int i = 0; i < 400; ++i) {
    REQUIRE(t.enqueue(arrives(3, at, 20), 0).hole == 0);
    REQUIRE(t.enqueue(arrives(3, (at + 20) % 256, 6), 0).hole == 0);
    REQUIRE(t.queue_extent(3) == 26);
    REQUIRE(t.dequeue(leaves(3, 20), 1).go());  // FLOW-A-6: sent when it leaves the queue
    REQUIRE(t.flow_extent(3) == 20);
    REQUIRE(t.queue_extent(3) == 6);
    REQUIRE(t.total_extent(3) == 26);
    REQUIRE(t.dequeue(leaves(3, 6), 1).go());
    at = (at + 26) % 256;
    const AckAnswer half = t.acknowledge(acked(3, 20), 2);
    REQUIRE_FALSE(half.rel);
    const AckAnswer rest = t.acknowledge(acked(3, 6), 2);
    REQUIRE(rest.rel);
    REQUIRE(rest.up.pos == at);
  }
}

TEST_CASE("FLOW-A-16: DEQ, ENQ, ACK and CHK of one row in one step act in that order", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 8), 0);
  t.enqueue(arrives(1, 8, 8), 0);
  REQUIRE(t.dequeue(leaves(1, 8), 0).go());
  IfctInput in;
  in.now = 9;
  in.deq_valid = in.enq_valid = in.ack_valid = in.chk_valid = true;
  in.deq = leaves(1, 8, 2);
  in.enq = arrives(1, 16, 5);
  in.ack = acked(1, 16);  // what DEQ has just sent included
  in.chk = 1;
  const IfctOutput out = t.step(in);
  REQUIRE(out.deq.go());
  REQUIRE(out.deq.port == 0);  // the ACK comes after: it still follows
  REQUIRE(out.ack.up.pos == 16);
  REQUIRE_FALSE(out.ack.rel);
  REQUIRE(t.flow_extent(1) == 0);
  REQUIRE(t.queue_extent(1) == 5);
}

TEST_CASE("FLOW-A-16: a DEQ does not see the packet of its own step, an ACK does", "[flow]") {
  Ifct t(fabric_input());
  IfctInput in;
  in.deq_valid = in.enq_valid = true;
  in.deq = leaves(1, 5);
  in.enq = arrives(1, 0, 5);
  REQUIRE(t.step(in).deq.why == DeqWhy::kState);
  REQUIRE(t.dequeue(leaves(1, 5), 1).go());
  IfctInput last;
  last.enq_valid = last.ack_valid = true;
  last.enq = arrives(1, 5, 2);
  last.ack = acked(1, 5);
  const IfctOutput out = t.step(last);
  REQUIRE_FALSE(out.enq.open);
  REQUIRE_FALSE(out.ack.rel);
}

TEST_CASE("FLOW-A-19, FLOW-A-20: free when all is acknowledged, open again with the next packet",
          "[flow]") {
  Ifct t(fabric_input());
  REQUIRE(t.enqueue(arrives(2, 0, 3), 0).open);
  t.dequeue(leaves(2, 3), 0);
  const AckAnswer out = t.acknowledge(acked(2, 3), 1);
  REQUIRE(out.rel);
  REQUIRE(out.up.valid);
  REQUIRE(t.live() == 0);
  const EnqAnswer again = t.enqueue(arrives(2, 3, 4), 2);  // upstream never let go of the id
  REQUIRE(again.open);
  REQUIRE(again.hole == 0);
  REQUIRE(t.acknowledge(acked(1, 1), 3).up.valid == false);
  REQUIRE(t.totals().stray == 1);
}

TEST_CASE("FLOW-A-26: a hole is reported once and goes on with the packet", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(4, 0, 5), 0);
  EnqRequest late = arrives(4, 12, 2);
  const bool reported = GENERATE(false, true);
  late.gap = reported;
  const EnqAnswer out = t.enqueue(late, 1);
  REQUIRE(out.hole == 7);
  REQUIRE(out.gap);
  REQUIRE(out.loss.valid == !reported);
  if (!reported) REQUIRE(out.loss.pos == 5);
  REQUIRE(t.totals().holes == 1);
  REQUIRE(t.queue_extent(4) == 14);
  REQUIRE(t.dequeue(leaves(4, 5), 2).go());
  DeqRequest with_hole = leaves(4, 2);
  REQUIRE(t.dequeue(with_hole, 2).go());  // not what the queue does: the hole goes first
  with_hole.hole = 7;
  REQUIRE(t.dequeue(with_hole, 2).why == DeqWhy::kState);  // more than there is
}

TEST_CASE("FLOW-A-26: a LOSS from downstream is passed on in upstream positions, nothing moves",
          "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(4, 0, 50), 0);
  t.dequeue(leaves(4, 50), 0);
  t.acknowledge(acked(4, 30), 1);
  AckRequest loss = acked(4, 12);
  loss.type = AckType::kLoss;
  REQUIRE(t.totals().losses == 0);
  const AckAnswer out = t.acknowledge(loss, 2);
  REQUIRE(out.up.type == AckType::kLoss);
  REQUIRE(out.up.pos == 42);
  REQUIRE(t.totals().losses == 1);
  REQUIRE(t.flow_extent(4) == 20);  // FLOW-A-23 iv
}

TEST_CASE("FLOW-C-1: ordered flows follow while something is in flight", "[flow]") {
  Ifct t(fabric_input());
  for (Position i = 0; i < 4; ++i) t.enqueue(arrives(6, i, 1), 0);
  REQUIRE(t.dequeue(leaves(6, 1, 5, 1), 0).port == 5);
  const DeqAnswer second = t.dequeue(leaves(6, 1, 3), 0);
  REQUIRE(second.port == 5);
  REQUIRE(second.vc == 1);
  t.acknowledge(acked(6, 2), 1);
  REQUIRE(t.dequeue(leaves(6, 1, 3), 2).port == 3);
  DeqRequest nowhere = leaves(6, 1);
  nowhere.any = false;
  REQUIRE(t.dequeue(nowhere, 2).go());  // follows: needs no candidate
  t.acknowledge(acked(6, 1), 1);
  REQUIRE_FALSE(t.row(6).forced);
}

TEST_CASE("FLOW-C-1, FLOW-C-4: unordered flows choose each time, without candidate none goes",
          "[flow]") {
  Ifct t(fabric_input());
  for (Position i = 0; i < 4; ++i) t.enqueue(arrives(6, i, 1, false), 0);
  REQUIRE(t.dequeue(leaves(6, 1, 5), 0).port == 5);
  REQUIRE(t.dequeue(leaves(6, 1, 3), 0).port == 3);
  DeqRequest nowhere = leaves(6, 1);
  nowhere.any = false;
  REQUIRE(t.dequeue(nowhere, 0).why == DeqWhy::kNoPort);
}

TEST_CASE("FLOW-C-3: the followed port is not legal any more: block as for a redirect", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(6, 0, 1), 0);
  t.enqueue(arrives(6, 1, 1), 0);
  t.dequeue(leaves(6, 1, 5), 0);
  DeqRequest in = leaves(6, 1, 3);
  in.mask = ~(PortMask{1} << 5);
  in.peek = true;
  REQUIRE(t.dequeue(in, 1).why == DeqWhy::kReroute);
  REQUIRE(t.row(6).state == FlowState::kRunning);  // asking changes nothing
  in.peek = false;
  REQUIRE(t.dequeue(in, 1).why == DeqWhy::kReroute);
  REQUIRE(t.row(6).state == FlowState::kBlock);
  t.acknowledge(acked(6, 1), 2);
  REQUIRE(t.dequeue(in, 3).port == 3);
}

TEST_CASE("FLOW-A-15: limits by level, cut to what a position can say", "[flow]") {
  REQUIRE(standard_flow_limits(11) == LevelLimits{256, 128, 64, 36, 36, 36, 36, 36});
  REQUIRE(standard_queue_limits(11) == LevelLimits{128, 64, 36, 36, 36, 36, 36, 36});
  REQUIRE(standard_flow_limits(8)[0] == 255);
  REQUIRE(standard_flow_limits(6) == LevelLimits{63, 63, 63, 36, 36, 36, 36, 36});
}

TEST_CASE("FLOW-A-15: every packet says anew whether its flow is ordered", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(6, 0, 1, false), 0);
  t.enqueue(arrives(6, 1, 1, true), 0);
  t.dequeue(leaves(6, 1, 5), 0);
  REQUIRE(t.dequeue(leaves(6, 1, 3), 0).port == 5);
}
