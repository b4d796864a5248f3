// SPDX-License-Identifier: Apache-2.0
/// The input flow channel table at the edges of its rules: what lies exactly at a limit, what every
/// operation leaves in the row, other settings (docs/reference/flow-blocks.md, "ifct").
#include <catch2/catch.hpp>

#include "golden/flow/tables/ifct.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

TEST_CASE("FLOW-A-26: DEQ moves data by the hole and the packet", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(4, 0, 5), 0);
  t.enqueue(arrives(4, 12, 2), 0);  // 7 units never came
  t.dequeue(leaves(4, 5), 1);
  DeqRequest in = leaves(4, 2);
  in.hole = 7;
  REQUIRE(t.dequeue(in, 1).go());
  CHECK(t.row(4).data == 14);
  CHECK(t.flow_extent(4) == 14);
  CHECK(t.queue_extent(4) == 0);
}

TEST_CASE("FLOW-A-26: gap says that units before the packet are missing, here or further back",
          "[flow]") {
  Ifct t(fabric_input());
  CHECK_FALSE(t.enqueue(arrives(1, 0, 5), 0).gap);
  const EnqAnswer one = t.enqueue(arrives(1, 6, 1), 1);
  CHECK(one.hole == 1);
  CHECK(one.gap);
  const EnqAnswer told = t.enqueue({1, 7, 1, true, true}, 2);  // found by a switch before
  CHECK(told.hole == 0);
  CHECK(told.gap);
}

TEST_CASE("FLOW-A-31: gap of a marker is whether units before it are missing", "[flow]") {
  Ifct t(fabric_input());
  CHECK_FALSE(t.enqueue({1, 0, 0, false, false}, 1).gap);
  const EnqAnswer one = t.enqueue({1, 1, 0, false, false}, 2);
  CHECK(one.hole == 1);
  CHECK(one.gap);
  CHECK(t.enqueue({1, 40, 0, false, false}, 3).gap);
}

TEST_CASE("FLOW-C-5: the port's limit of 0 lets one packet out, of 1 a second one only behind it",
          "[flow]") {
  IfctConfig c = edge_input();
  c.inj_limit = GENERATE(0U, 1U);
  Ifct t(c);
  t.enqueue(arrives(1, 0, 1), 0);
  t.enqueue(arrives(2, 0, 1), 0);
  REQUIRE(t.dequeue(leaves(1, 1), 1).go());
  REQUIRE(t.injected() == 1);
  CHECK(t.dequeue(leaves(2, 1), 2).why == DeqWhy::kInjection);
  t.acknowledge(acked(1, 1), 3);
  CHECK(t.dequeue(leaves(2, 1), 4).go());
}

TEST_CASE("FLOW-C-5: a packet at level L holds the next len UNIT_CYC 2^(L-1) cycles", "[flow]") {
  IfctConfig c = edge_input();
  Ifct t(c);
  t.enqueue(arrives(1, 0, 40), 1000);
  REQUIRE(t.row(1).ready == 500);  // opened; pairs of cycles
  t.dequeue(leaves(1, 1), 1000);
  t.acknowledge(acked(1, 0, AckType::kEpNew), 1001);
  t.acknowledge(acked(1, 0, AckType::kEpNew), 1002);
  REQUIRE(t.row(1).level == 2);
  REQUIRE(t.dequeue(leaves(1, 1), 1200).go());
  CHECK(t.row(1).ready == 600 + 10);  // 20 cycles
  CHECK(t.dequeue(leaves(1, 1), 1219).why == DeqWhy::kBandwidth);
  t.acknowledge(acked(1, 0, AckType::kEpNew), 1219);
  REQUIRE(t.dequeue(leaves(1, 2), 1220).go());
  CHECK(t.row(1).ready == 610 + 40);  // at level 3, two units
}

TEST_CASE("FLOW-D-4: metering begins with a queue of exactly FC_HI and ends with exactly FC_LO",
          "[flow]") {
  Ifct t(fabric_input());  // 64, 16
  t.enqueue(arrives(1, 0, 63), 0);
  REQUIRE_FALSE(t.row(1).um);
  const EnqAnswer at = t.enqueue(arrives(1, 63, 1), 1);
  REQUIRE(at.up.type == AckType::kCredit);
  REQUIRE(at.up.pos == 64 + 40);
  REQUIRE_FALSE(t.dequeue(leaves(1, 7), 2).up.valid);
  const DeqAnswer grown = t.dequeue(leaves(1, 1), 2);  // the limit is 8 further on
  CHECK(grown.up.valid);
  CHECK(grown.up.type == AckType::kCredit);
  CHECK(grown.up.pos == 8 + 64 + 40);
  CHECK(t.row(1).umt == 2);
  t.dequeue(leaves(1, 39), 3);
  REQUIRE(t.queue_extent(1) == 17);
  REQUIRE(t.row(1).um);
  const DeqAnswer off = t.dequeue(leaves(1, 1), 4);
  CHECK(off.up.type == AckType::kCreditOff);
  CHECK(off.up.pos == 0);
  CHECK_FALSE(t.row(1).um);
}

TEST_CASE("FLOW-A-19: a released row is cleared, its positions stay", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 10), 0);
  t.dequeue(leaves(1, 10), 0);
  t.acknowledge(acked(1, 1, AckType::kEpNew), 1);
  t.acknowledge(acked(1, 1), 2);
  t.acknowledge(acked(1, 100, AckType::kCredit), 3);
  REQUIRE(t.row(1).level == 1);
  REQUIRE(t.row(1).rec == 1);
  REQUIRE(t.row(1).forced);
  REQUIRE(t.row(1).dm);
  REQUIRE(t.acknowledge(acked(1, 8), 4).rel);
  CHECK(t.row(1).state == FlowState::kFree);
  CHECK(t.row(1).level == 0);
  CHECK(t.row(1).rec == 0);
  CHECK_FALSE(t.row(1).forced);
  CHECK_FALSE(t.row(1).um);
  CHECK_FALSE(t.row(1).dm);
  CHECK(t.row(1).next == 10);
  CHECK(t.row(1).data == 10);
  CHECK(t.row(1).ack == 10);
}

TEST_CASE("FLOW-A-16: a step looks at a row's timers if it is asked to, behind all else",
          "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 40), 0);
  t.enqueue(arrives(1, 40, 40), 0);
  IfctInput in;
  in.now = 400;  // the refresh of 300 is over
  in.chk = 1;
  CHECK_FALSE(t.step(in).chk.valid);
  CHECK(t.row(1).umt == 0);
  in.chk_valid = true;
  in.deq_valid = true;
  in.deq = leaves(1, 3);
  const UpMessage said = t.step(in).chk;
  CHECK(said.valid);
  CHECK(said.type == AckType::kCredit);
  CHECK(said.id == 1);
  CHECK(said.pos == 3 + 64 + 40);  // as DEQ left data
  CHECK(t.row(1).umt == 400);
}

TEST_CASE("FLOW-A-20, FLOW-A-32: an opened row begins without cool-down, its times now", "[flow]") {
  IfctConfig c = edge_input();
  c.tick = 3;
  Ifct t(c);
  t.enqueue(arrives(1, 0, 5), 1001);
  CHECK(t.row(1).mark == Tick{125} - kMostTicks);
  CHECK(t.row(1).hold == 125);
  CHECK(t.row(1).ready == 500);
  t.enqueue(arrives(1, 5, 5), 5000);  // open already
  CHECK(t.row(1).hold == 125);
  CHECK(t.row(1).ready == 500);
}

TEST_CASE("FLOW-A-32: a CHK moves a stamp of exactly 3 x 2^14 ticks, no younger one", "[flow]") {
  IfctConfig c = fabric_input();
  c.tick = GENERATE(0U, 4U);
  Ifct t(c);
  const Tick opened = 100'000;
  const auto cycle = [&](Tick tick) { return Cycle{tick} << c.tick; };
  t.enqueue(arrives(1, 0, 5), cycle(opened));
  const Tick mark = opened - 32'768;
  CHECK(t.next_activity() == std::make_pair(cycle(opened + 16'384), FlowId{1}));
  t.check(1, cycle(opened + 16'384) - 1);
  CHECK(t.row(1).mark == mark);
  t.check(1, cycle(opened + 16'384));
  CHECK(t.row(1).mark == mark + 16'384);
  CHECK(t.row(1).hold == opened);
  t.check(1, cycle(opened + 32'768));
  CHECK(t.row(1).mark == mark + 32'768);
  t.check(1, cycle(opened + 49'152) - 1);
  CHECK(t.row(1).hold == opened);
  t.check(1, cycle(opened + 49'152));
  CHECK(t.row(1).hold == opened + 16'384);
}

TEST_CASE("FLOW-A-32: the older of both stamps says when the next CHK does something", "[flow]") {
  Ifct t(edge_input());
  t.enqueue(arrives(1, 0, 9), 100'000);
  t.enqueue(arrives(1, 9, 9), 100'000);
  t.dequeue(leaves(1, 9), 100'000);
  t.acknowledge(acked(1, 0, AckType::kRedirect), 100'001);
  t.acknowledge(acked(1, 9), 110'000);  // the block ends here
  REQUIRE(t.row(1).mark == 110'000);
  CHECK(t.next_activity().first == 149'152);  // by hold
  t.check(1, 149'152);
  CHECK(t.next_activity().first == 159'152);  // by mark
}

TEST_CASE("FLOW-A-32: a CHK moves a pace of exactly 2^19 pairs of cycles, not one to come",
          "[flow]") {
  IfctConfig c = edge_input();
  c.tick = 15;  // other stamps are much later
  c.unit_cyc = 260;
  Ifct t(c);
  t.enqueue(arrives(1, 0, 63), 1000);
  t.enqueue(arrives(1, 63, 63), 1000);
  const Cycle aged = 2 * (500 + (Cycle{1} << 19));
  CHECK(t.next_activity() == std::make_pair(aged, FlowId{1}));
  t.check(1, aged - 1);
  CHECK(t.row(1).ready == 500);
  t.check(1, aged);
  CHECK(t.row(1).ready == aged / 2);
  t.dequeue(leaves(1, 1), aged);
  t.acknowledge(acked(1, 0, AckType::kEpSevere), aged);
  REQUIRE(t.dequeue(leaves(1, 60), aged + 2).go());
  const Tick later = aged / 2 + 1 + Tick{60 * 260} * 32;  // level 7
  REQUIRE(t.row(1).ready == later);
  t.check(1, aged + 4);
  CHECK(t.row(1).ready == later);
}

TEST_CASE("FLOW-D-4: a CREDIT brings the next CHK forward", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 5), 0);
  REQUIRE(t.next_activity().first == 16'384);
  t.acknowledge(acked(1, 9, AckType::kCredit), 10);
  CHECK(t.wake() <= 910);
  CHECK(t.next_activity() == std::make_pair(Cycle{910}, FlowId{1}));
}

TEST_CASE("FLOW-A-32, FLOW-D-4: other settings hold from the next step on, for timers that run too",
          "[flow]") {
  IfctConfig c = fabric_input();
  Ifct t(c);
  for (const FlowId id : {FlowId{0}, FlowId{63}}) {
    t.enqueue(arrives(id, 0, 40), 10 + id);
    t.enqueue(arrives(id, 40, 24), 10 + id);
  }
  REQUIRE(t.next_activity() == std::make_pair(Cycle{310}, FlowId{0}));
  c.refresh_t = 200;
  c.fc_hi = 50;
  t.configure(c);
  CHECK(t.wake() <= 210);
  CHECK(t.next_activity() == std::make_pair(Cycle{210}, FlowId{0}));
  CHECK(t.check(0, 210).pos == 50 + 40);
  CHECK(t.next_activity() == std::make_pair(Cycle{273}, FlowId{63}));
}
