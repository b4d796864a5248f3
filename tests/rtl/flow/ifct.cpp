// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/difference.hpp"
#include "ifct_support.hpp"

using namespace selvage::test;

// FLOW-A-4, FLOW-A-6, FLOW-A-7: the extents of the patent's example, last switch first
TEST_CASE("the RTL input tables of a path have the extents of the example",
          "[FLOW-A-4][FLOW-A-6][FLOW-A-7]") {
  const auto last = make_ifct(FlowSize::kSmall, false, limits());
  const auto middle = make_ifct(FlowSize::kSmall, false, limits());
  const auto first = make_ifct(FlowSize::kSmall, true, limits());
  const auto feed = [](IfctBlock& block, unsigned sent, unsigned queued) {
    step(block, enq(4, 0, sent + queued));
    step(block, deq(4, sent));
    const IfctRow row = state_of(block).row[4];
    CHECK(unsigned{row.next} - row.data == queued);
    return unsigned{row.data} - row.ack;
  };
  const unsigned third = feed(*last, 1, 6);
  CHECK(third == 1);
  const unsigned second = feed(*middle, third + 6 + 2, 3);
  CHECK(second == 9);
  CHECK(feed(*first, second + 3 + 1, 5) == 13);
  CHECK(state_of(*first).inj == 13);
}

// FLOW-A-9, FLOW-A-19, FLOW-A-20: release, and positions that outlive the channel
TEST_CASE("the RTL input table opens, forwards, releases and opens again",
          "[FLOW-A-9][FLOW-A-19][FLOW-A-20]") {
  const auto block =
      make_ifct(GENERATE(FlowSize::kSmall, FlowSize::kLarge), GENERATE(false, true), limits());
  IfctOut out = step(*block, enq(7, 0, 6));
  CHECK(out.enq.open);
  CHECK(out.enq.hole == 0);
  out = step(*block, deq(7, 4));
  CHECK(out.deq.go);
  CHECK(out.deq.port == 2);
  CHECK(out.deq.vc == 1);
  CHECK(step(*block, deq(7, 3)).deq.why == 1);  // not that much queued
  out = step(*block, ack(7, 4));
  CHECK(out.ack.up == message(7, kNormal, 4));
  CHECK_FALSE(out.ack.rel);
  step(*block, deq(7, 2));
  out = step(*block, ack(7, 100));  // never more than is under way
  CHECK(out.ack.up == message(7, kNormal, 6));
  CHECK(out.ack.rel);
  CHECK(step(*block, deq(7, 1)).deq.why == 1);
  CHECK_FALSE(step(*block, ack(7, 1)).ack.up.valid);
  CHECK(state_of(*block).stray == 1);
  CHECK(state_of(*block).inj == 0);
  out = step(*block, enq(7, 6, 1));
  CHECK(out.enq.open);
  CHECK(out.enq.hole == 0);
}

// REG-7; what is in the row is read by registers (tests/cosim/flow/registers)
TEST_CASE("the RTL input table shows a row two clocks after it is asked for, and changes nothing",
          "[REG-7]") {
  const auto block = make_ifct(FlowSize::kSmall, GENERATE(false, true), limits());
  IfctIn look;
  look.chk = {true, 5, true};
  CHECK(step(*block, look).row_valid);  // a row that was never opened
  step(*block, enq(5, 0, 6));
  step(*block, deq(5, 4));
  const IfctRow before = state_of(*block).row[5];
  look.now = 1'000'000;  // far behind every timer
  const IfctOut out = step(*block, look);
  CHECK(out.row_valid);
  CHECK_FALSE(out.chk.valid);
  CHECK_FALSE(selvage::cosim::difference(before, state_of(*block).row[5]));
  CHECK_FALSE(step(*block, chk(5)).row_valid);
}

// FLOW-A-16: the four operations of a step on one row
TEST_CASE("in the RTL input table the operations of one step see each other", "[FLOW-A-16]") {
  const auto block = make_ifct(FlowSize::kSmall, false, limits());
  step(*block, enq(3, 0, 10));
  IfctIn in = deq(3, 10);
  in.enq = enq(3, 12, 5).enq;
  in.ack = ack(3, 10).ack;
  in.chk = chk(3).chk;
  in.now = 50;
  IfctOut out = step(*block, in);
  CHECK(out.deq.go);
  CHECK(out.enq.hole == 2);
  CHECK(out.enq.loss == message(3, kLoss, 10));
  CHECK(out.ack.up == message(3, kNormal, 10));  // ACK sees the DEQ
  CHECK_FALSE(out.ack.rel);                      // and the ENQ
  IfctRow row = state_of(*block).row[3];
  CHECK(row.next == 17);
  CHECK(row.data == 10);
  CHECK(row.ack == 10);
  in = deq(3, 5, 2);
  in.ack = ack(3, 7).ack;
  out = step(*block, in);
  CHECK(out.deq.go);
  CHECK(out.ack.rel);
  in = enq(3, 17, 1);  // opened and acknowledged in one step: nothing is under way yet
  in.ack = ack(3, 1, kEpNew).ack;
  out = step(*block, in);
  CHECK(out.enq.open);
  CHECK(out.ack.up == message(3, kEpNew, 17));
  CHECK(state_of(*block).row[3].level == 1);
}

// FLOW-A-26
TEST_CASE("the RTL input table reports a hole once and lets it travel", "[FLOW-A-26]") {
  const auto block = make_ifct(FlowSize::kSmall, false, limits());
  IfctOut out = step(*block, enq(1, 5, 2));  // the first packets never came
  CHECK(out.enq.hole == 5);
  CHECK(out.enq.gap);
  CHECK(out.enq.loss == message(1, kLoss, 0));
  out = step(*block, enq(1, 9, 1, true, true));  // reported upstream of here
  CHECK(out.enq.hole == 2);
  CHECK(out.enq.gap);
  CHECK_FALSE(out.enq.loss.valid);
  CHECK(state_of(*block).holes == 2);
  CHECK(step(*block, deq(1, 2, 5)).deq.go);
  out = step(*block, ack(1, 5, kLoss));  // position ack + delta, moves nothing
  CHECK(out.ack.up == message(1, kLoss, 5));
  CHECK(state_of(*block).row[1].ack == 0);
  CHECK(state_of(*block).losses == 1);
}

// FLOW-C-1, FLOW-C-3
TEST_CASE("in the RTL input table an ordered flow follows its way, or waits when it is gone",
          "[FLOW-C-1][FLOW-C-3][FLOW-C-4]") {
  const auto block = make_ifct(FlowSize::kSmall, false, limits());
  step(*block, enq(1, 0, 20));
  step(*block, deq(1, 1));
  IfctIn in = deq(1, 1);
  in.deq.port = 6;
  in.deq.any = false;
  CHECK(step(*block, in).deq.port == 2);
  in.deq.mask = 0xFB;
  in.deq.peek = true;
  CHECK(step(*block, in).deq.why == 7);
  CHECK(state_of(*block).row[1].state == 1);
  in.deq.peek = false;
  CHECK(step(*block, in).deq.why == 7);
  CHECK(state_of(*block).row[1].state == 2);
  CHECK(state_of(*block).moves == 1);
  CHECK(step(*block, deq(1, 1)).deq.why == 1);  // no dequeue in BLOCK
  step(*block, ack(1, 2));
  CHECK(state_of(*block).row[1].state == 1);
  CHECK(step(*block, in).deq.why == 6);  // nothing under way: free to choose, but no candidate
  in.deq.any = true;
  CHECK(step(*block, in).deq.port == 6);
  step(*block, enq(2, 0, 5, false));
  step(*block, deq(2, 1));
  in.deq.id = 2;
  CHECK(step(*block, in).deq.port == 6);  // unordered: free
}

// FLOW-C-5
TEST_CASE("the RTL edge table limits what a flow and a port inject", "[FLOW-C-5]") {
  const auto block = make_ifct(FlowSize::kSmall, true, limits());
  for (unsigned id = 0; id < 3; ++id) {
    for (unsigned k = 0; k < 4; ++k) step(*block, enq(id, 63 * k, 63));
    for (unsigned k = 0; k < 3; ++k) {
      if (id < 2) REQUIRE(step(*block, deq(id, 63)).deq.go);
    }
  }
  step(*block, deq(0, 40));
  CHECK(step(*block, deq(0, 1)).deq.why == 2);  // 229 >= mfe[0]
  CHECK(state_of(*block).inj == 7 * 63 - 63 + 40);
  step(*block, deq(2, 63));
  step(*block, deq(2, 63));
  CHECK(state_of(*block).inj == 544);
  CHECK(step(*block, deq(2, 1)).deq.why == 3);
  step(*block, ack(1, 63));
  CHECK(step(*block, deq(2, 1)).deq.go);
}

// FLOW-D-4: metering of the link before, and of this one
TEST_CASE("the RTL input table meters upstream and obeys downstream", "[FLOW-D-4]") {
  const auto block = make_ifct(FlowSize::kSmall, false, limits());
  CHECK_FALSE(step(*block, enq(1, 0, 63)).enq.up.valid);
  CHECK(step(*block, enq(1, 63, 1)).enq.up == message(1, kCredit, 104));
  CHECK_FALSE(step(*block, enq(1, 64, 16)).enq.up.valid);
  CHECK_FALSE(step(*block, deq(1, 7)).deq.up.valid);
  CHECK(step(*block, deq(1, 1)).deq.up == message(1, kCredit, 112));
  CHECK(step(*block, deq(1, 56)).deq.up == message(1, kCreditOff, 0));  // 16 left
  CHECK_FALSE(state_of(*block).row[1].um);
  step(*block, ack(1, 70, kCredit));  // up to 70; 64 are under way
  CHECK(step(*block, deq(1, 6)).deq.go);
  CHECK(step(*block, deq(1, 1)).deq.why == 5);
  CHECK(step(*block, ack(1, 70)).ack.up == message(1, kNormal, 70));
  CHECK(step(*block, deq(1, 1)).deq.why == 5);
  step(*block, ack(1, 0, kCreditOff));
  CHECK(step(*block, deq(1, 1)).deq.go);
}
