// SPDX-License-Identifier: Apache-2.0
/// Markers behind lost tails and lost ACKs, and when a timer runs out (FLOW-A-27, 28, 31,
/// FLOW-D-4).
#include <catch2/catch.hpp>

#include <algorithm>

#include "golden/flow/tables/ifct.hpp"
#include "golden/flow/tables/ofct.hpp"
#include "golden/flow/tables/row_timers.hpp"
#include "kernel/stream.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

TEST_CASE("FLOW-A-31: a marker that finds its row free says that all before it is done", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 6), 0);
  t.dequeue(leaves(1, 6), 10);
  t.acknowledge(acked(1, 6), 20);  // what it says upstream gets lost
  REQUIRE(t.live() == 0);
  const EnqAnswer out = t.enqueue({1, 6, 0, false, false}, 5000);
  REQUIRE_FALSE(out.open);
  REQUIRE(out.hole == 0);
  REQUIRE_FALSE(out.loss.valid);
  REQUIRE(out.up.type == AckType::kNormal);
  REQUIRE(out.up.pos == 6);
  REQUIRE(t.live() == 0);
}

TEST_CASE("FLOW-A-27, FLOW-A-31: a marker shows that the last packets were lost", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 6), 0);
  t.dequeue(leaves(1, 6), 10);
  t.acknowledge(acked(1, 6), 20);
  const EnqAnswer out = t.enqueue({1, 250, 0, false, false}, 5000);  // 244 units never came
  REQUIRE(out.hole == 244);
  REQUIRE(out.loss.type == AckType::kLoss);
  REQUIRE(out.loss.pos == 6);
  REQUIRE(out.up.type == AckType::kNormal);
  REQUIRE(out.up.pos == 250);
  REQUIRE(t.totals().holes == 1);
  REQUIRE(t.row(1).state == FlowState::kFree);
  const EnqAnswer next = t.enqueue(arrives(1, 250, 10), 5001);  // round the circle of 256
  REQUIRE(next.open);
  REQUIRE(next.hole == 0);
  REQUIRE(t.total_extent(1) == 10);
}

TEST_CASE("FLOW-A-31: a marker says nothing while there is data", "[flow]") {
  Ifct t(fabric_input());
  t.enqueue(arrives(1, 0, 6), 0);
  if (GENERATE(false, true)) t.dequeue(leaves(1, 6), 10);
  const EnqAnswer out = t.enqueue({1, 9, 0, false, false}, 5000);
  REQUIRE_FALSE(out.up.valid);
  REQUIRE_FALSE(out.loss.valid);
  REQUIRE(out.hole == 0);
  REQUIRE(t.row(1).next == 6);
  REQUIRE(t.enqueue(arrives(1, 9, 1), 5001).hole == 3);  // the next packet finds the hole itself
}

TEST_CASE("FLOW-A-28: no time writes a flow off", "[flow]") {
  Ifct t(edge_input());
  t.enqueue(arrives(1, 0, 6), 0);
  t.enqueue(arrives(1, 6, 6), 0);
  t.dequeue(leaves(1, 6, 3), 10);
  t.acknowledge(acked(1, 0, AckType::kRedirect), 20);
  REQUIRE(t.row(1).state == FlowState::kBlock);
  REQUIRE(t.next_activity().first >= kMostTicks / 2);  // only to keep its stamps (FLOW-A-32)
  t.check(1, 1'000'000'000);
  REQUIRE(t.row(1).state == FlowState::kBlock);
  REQUIRE_FALSE(t.dequeue(leaves(1, 6, 4), 1'000'000'001).go());
  t.acknowledge(acked(1, 6), 1'000'000'002);  // what the marker behind it brought back
  REQUIRE(t.dequeue(leaves(1, 6, 4), 1'000'000'003).port == 4);
}

TEST_CASE("FLOW-D-4: next_activity names the first row whose CHK does something", "[flow]") {
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

TEST_CASE("FLOW-A-32: what is over stays over as long as a CHK comes in time", "[flow]") {
  IfctConfig c = edge_input();
  c.tick = GENERATE(0U, 5U);
  const bool checked = GENERATE(true, false);
  Ifct t(c);
  t.enqueue(arrives(1, 0, 63, false), 0);
  t.dequeue(leaves(1, 4), 1);
  t.acknowledge(acked(1, 1, AckType::kEpNew), 2);
  t.acknowledge(acked(1, 1, AckType::kEpNew), 3);
  t.dequeue(leaves(1, 4), 4);  // at level 2: the next one 80 cycles later
  REQUIRE(t.row(1).level == 2);
  const Cycle stamps = Cycle{1} << (kStampBits + c.tick);
  const Cycle round = std::max(stamps, Cycle{2} << kPaceBits);
  for (Cycle now = 0; now < round; now += round / 1024) {
    if (checked && t.next_activity().first <= now) t.check(1, now);
  }
  // Just after all bits have come round: the time since is almost nothing, or was long ago.
  REQUIRE(t.dequeue(leaves(1, 4), round + 6).go() == checked);
  t.acknowledge(acked(1, 1, AckType::kEpCont), round + (c.hold_t >> 1));
  REQUIRE(t.row(1).level == (checked ? 3 : 2));
}

TEST_CASE("FLOW-A-32: a timer waits its ticks, from the beginning of the first", "[flow]") {
  OfctConfig c{kSmallFlowSizes, 100, 90};
  c.tick = 4;
  Ofct t(c);
  t.map({1, 1, 5, 0, true}, 47);                                    // tick 2
  REQUIRE_FALSE(t.check(0, OfctCheck::kTimers, 143).marker.valid);  // 7 ticks of 16 hold 100
  REQUIRE(t.check(0, OfctCheck::kTimers, 144).marker.valid);
  REQUIRE(ticks_of(100, 4) == 7);
  REQUIRE(ticks_of(96, 4) == 6);
  REQUIRE(least_tick(32'768) == 0);
  REQUIRE(least_tick(32'769) == 1);
  REQUIRE(least_tick(204'800) == 3);
}

TEST_CASE("FLOW-A-32: a time is whole again from the bits that a row keeps", "[flow]") {
  for (const Tick now : {Tick{1} << 22, (Tick{1} << 30) + 54321, (Tick{3} << 33) - 1}) {
    for (const Tick age : {0U, 1U, 32768U, 65536U, 131071U}) {  // 17 bits
      REQUIRE(whole_stamp((now - age) % 131072, now) == now - age);
    }
    for (const Tick past : {0U, 1U, 524288U, 1048575U}) {  // 21 bits, both ways
      REQUIRE(whole_pace((now - past) % 2097152, now) == now - past);
      REQUIRE(whole_pace((now + past + 1) % 2097152, now) == now + past + 1);
    }
  }
}

TEST_CASE("FLOW-A-32: the smallest tick by which a timer has at most 32,768 of them", "[flow]") {
  for (unsigned n = 0; n <= 15; ++n) {
    const Cycle most = Cycle{32768} << n;
    REQUIRE(least_tick(most) == n);
    REQUIRE(least_tick(most + 1) == std::min(n + 1, 15U));  // there is none above 15
  }
}

TEST_CASE("FLOW-D-4: where no timer runs no row is the first", "[flow]") {
  RowTimers timers(4);
  timers.note(3, kNever);
  const auto none = timers.first([](FlowId) { return kNever; });
  CHECK(none.first == kNever);
  CHECK(none.second == 0);
  CHECK(timers.wake() == kNever);
  CHECK(timers.walked(5, [](FlowId) { return kNever; }) == std::make_pair(kNever, FlowId{0}));
}

TEST_CASE("FLOW-A-29: the next row that a walk finds is the first with something to do", "[flow]") {
  OfctConfig config{kSmallFlowSizes, 90, 70};
  config.tick = GENERATE(0U, 3U);
  kernel::Stream random(GENERATE(1U, 2U, 3U), "walk");
  Ofct table(config);
  const unsigned rows = config.sizes.rows();
  unsigned found = 0;
  Cycle now = 1'000;
  for (unsigned round = 0; round < 400; ++round, now += 1 + random.below(40)) {
    const auto port = static_cast<std::uint8_t>(random.below(8));
    if (!table.rows().full())
      table.map({port, static_cast<FlowId>(random.below(64)), 1, 0, false}, now);
    const auto id = static_cast<FlowId>(random.below(rows));
    if (random.chance(0.4)) table.reverse({id, AckType::kNormal, table.row(id).data}, now);
    if (random.chance(0.2))
      table.reverse({id, AckType::kCredit, static_cast<Position>(table.row(id).data + 4)}, now);
    // Ground truth: the walk itself, row by row, on a table that nothing else changes.
    const auto [when, row] = table.next_walk(now);
    Ofct walked = table;
    for (Cycle c = now; c < std::min(when, now + 2 * rows + 200); ++c) {
      const auto at = static_cast<FlowId>(c % rows);
      const OfctRow before = walked.row(at);
      const OfctChecked none = walked.check(at, OfctCheck::kTimers, c);
      REQUIRE((!none.back.valid && !none.marker.valid && before.dm == walked.row(at).dm));
    }
    if (when > now + 200) continue;
    REQUIRE(when % rows == row);
    const bool credit = table.row(row).dm;
    const OfctChecked done = table.check(row, OfctCheck::kTimers, when);
    REQUIRE((done.marker.valid || done.back.valid || credit != table.row(row).dm));
    ++found;
  }
  CHECK(found > 50);
}
