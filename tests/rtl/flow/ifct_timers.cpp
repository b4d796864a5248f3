// SPDX-License-Identifier: Apache-2.0
#include "ifct_support.hpp"

using namespace selvage::test;

// FLOW-C-6
TEST_CASE("the RTL input table blocks a redirected flow until it has drained, then cools down",
          "[FLOW-C-6]") {
  IfctStatic st = limits();
  st.rd_enable = true;
  st.cool_t = 100;
  const auto block = make_ifct(FlowSize::kSmall, true, st);
  step(*block, enq(1, 0, 9));
  step(*block, ack(1, 0, kRedirect));  // nothing under way
  CHECK(state_of(*block).row[1].state == 1);
  step(*block, deq(1, 4));
  IfctOut out = step(*block, at(ack(1, 4, kRedirect), 10));
  CHECK_FALSE(out.ack.up.valid);
  CHECK(state_of(*block).row[1].state == 2);
  CHECK(state_of(*block).moves == 1);
  CHECK(step(*block, deq(1, 1)).deq.why == 1);
  CHECK_FALSE(step(*block, at(ack(1, 4, kRedirect), 11)).ack.block);  // ignored
  CHECK(state_of(*block).moves == 1);
  step(*block, at(ack(1, 4), 20));
  CHECK(state_of(*block).row[1].state == 1);
  CHECK(state_of(*block).row[1].mark == 20);
  step(*block, at(deq(1, 1), 30));
  CHECK_FALSE(step(*block, at(ack(1, 1, kRedirect), 119)).ack.block);
  CHECK(state_of(*block).row[1].state == 1);
  CHECK(step(*block, at(ack(1, 1, kRedirect), 120)).ack.block);
  CHECK(state_of(*block).row[1].state == 2);
  CHECK(state_of(*block).moves == 2);
}

// FLOW-C-6: not enabled
TEST_CASE("an RTL input table that is not enabled passes a redirect on", "[FLOW-C-6]") {
  const auto block = make_ifct(FlowSize::kSmall, false, limits());
  step(*block, enq(1, 0, 9));
  step(*block, deq(1, 4));
  CHECK(step(*block, ack(1, 3, kRedirect)).ack.up == message(1, kRedirect, 3));
  CHECK(state_of(*block).row[1].state == 1);
}

// FLOW-C-8
TEST_CASE("the RTL input table raises and lowers the level of a congested flow", "[FLOW-C-8]") {
  const auto block = make_ifct(FlowSize::kSmall, true, limits());
  step(*block, enq(1, 0, 60, false));
  step(*block, deq(1, 50));
  const auto level = [&block] { return unsigned{state_of(*block).row[1].level}; };
  IfctOut out = step(*block, at(ack(1, 1, kEpNew), 1'000));
  CHECK(out.ack.up == message(1, kEpNew, 1));
  CHECK(level() == 1);
  IfctRow row = state_of(*block).row[1];
  CHECK(row.forced);
  CHECK(row.fport == 5);
  CHECK(row.fvc == 3);
  step(*block, at(ack(1, 1, kEpCont), 2'999));
  CHECK(level() == 1);
  step(*block, at(ack(1, 1, kEpCont), 3'000));
  CHECK(level() == 2);
  CHECK(step(*block, at(deq(1, 1), 3'001)).deq.go);
  CHECK(state_of(*block).row[1].fport == 5);
  step(*block, at(ack(1, 1, kEpSevere), 3'002));
  CHECK(level() == 7);
  // A NORMAL of level L counts as 2^(L-1), 16 make a level.
  for (const unsigned before : {7U, 6U, 5U}) {
    CHECK(level() == before);
    step(*block, at(ack(1, 0), 4'000));
    CHECK(state_of(*block).row[1].rec == 0);
  }
  for (const auto& [from, packets] : {std::pair{4U, 2U}, {3U, 4U}, {2U, 8U}, {1U, 16U}}) {
    for (unsigned k = 0; k < packets; ++k) {
      CHECK(level() == from);
      CHECK(state_of(*block).row[1].rec == k << (from - 1));
      step(*block, at(ack(1, 0), 4'000));
    }
  }
  CHECK(level() == 0);
  CHECK(state_of(*block).row[1].rec == 0);
}

// FLOW-C-5: bandwidth of a level
TEST_CASE("the RTL edge table spaces the packets of a level", "[FLOW-C-5]") {
  const auto block = make_ifct(FlowSize::kSmall, true, limits());
  step(*block, enq(1, 0, 30, false));
  step(*block, deq(1, 2));
  step(*block, at(ack(1, 1, kEpNew), 10));
  step(*block, at(ack(1, 1, kEpNew), 11));  // level 2: half the line rate
  CHECK(step(*block, at(deq(1, 3), 100)).deq.go);
  CHECK(state_of(*block).row[1].pace == (100 + 3 * 10 * 2) / 2);
  CHECK(step(*block, at(deq(1, 1), 159)).deq.why == 4);
  CHECK(step(*block, at(deq(1, 1), 160)).deq.go);
  CHECK(state_of(*block).row[1].pace == 90);
}

// FLOW-A-28, FLOW-A-31
TEST_CASE("the RTL input table answers a marker when it has no data, and writes nothing off",
          "[FLOW-A-28][FLOW-A-31]") {
  const auto block = make_ifct(FlowSize::kSmall, false, limits());
  step(*block, enq(1, 0, 9));
  step(*block, at(deq(1, 9), 5));
  CHECK_FALSE(step(*block, at(chk(1), 1'000'000'000)).chk.valid);
  CHECK(state_of(*block).row[1].state == 1);
  IfctOut out = step(*block, at(enq(1, 12, 0), 1'000'000'001));  // data under way: nothing
  CHECK(out.enq.rsp);
  CHECK_FALSE(out.enq.up.valid);
  CHECK_FALSE(out.enq.loss.valid);
  CHECK(out.enq.hole == 0);
  CHECK(state_of(*block).row[1].next == 9);
  step(*block, ack(1, 9));
  out = step(*block, enq(1, 12, 0));  // all is acknowledged, three units are lost
  CHECK_FALSE(out.enq.open);
  CHECK(out.enq.hole == 3);
  CHECK(out.enq.loss == message(1, kLoss, 9));
  CHECK(out.enq.up == message(1, kNormal, 12));
  CHECK(state_of(*block).row[1].state == 0);
  CHECK(state_of(*block).row[1].next == 12);
  CHECK(state_of(*block).row[1].data == 12);
  CHECK(state_of(*block).row[1].ack == 12);
  CHECK(state_of(*block).holes == 1);
  out = step(*block, enq(2, 0, 0));  // a row that was never used
  CHECK(out.enq.up == message(2, kNormal, 0));
  out = step(*block, enq(1, 12, 5));
  CHECK(out.enq.open);
  CHECK(out.enq.hole == 0);
}

// FLOW-D-4
TEST_CASE("the RTL input table repeats its credit and forgets an old one", "[FLOW-D-4]") {
  const auto block = make_ifct(FlowSize::kSmall, false, limits());
  step(*block, enq(1, 0, 63));
  step(*block, at(enq(1, 63, 1), 100));
  CHECK_FALSE(step(*block, at(chk(1), 10'099)).chk.valid);
  step(*block, at(deq(1, 3), 10'099));
  CHECK(step(*block, at(chk(1), 10'100)).chk == message(1, kCredit, 107));
  CHECK(state_of(*block).row[1].pace == 10'100);
  step(*block, at(ack(1, 5, kCredit), 10'200));
  step(*block, at(chk(1), 40'199));
  CHECK(state_of(*block).row[1].dm);
  step(*block, at(chk(1), 40'200));
  CHECK_FALSE(state_of(*block).row[1].dm);
}

// FLOW-A-32
TEST_CASE("the RTL input table counts ticks, and what is over stays over") {
  IfctStatic st = limits();
  st.rd_enable = true;
  st.tick = 3;
  st.cool_t = 4;
  const auto block = make_ifct(FlowSize::kSmall, true, st);
  step(*block, at(enq(1, 0, 40), 7));
  CHECK(state_of(*block).row[1].mark == (1U << 17) - (1U << 15));  // tick 0, long ago
  step(*block, at(deq(1, 4), 8));
  CHECK(step(*block, at(ack(1, 0, kRedirect), 9)).ack.block);
  step(*block, at(ack(1, 4), 20));
  CHECK(state_of(*block).row[1].mark == 2);
  step(*block, at(deq(1, 4), 21));
  CHECK_FALSE(step(*block, at(ack(1, 0, kRedirect), 47)).ack.block);
  CHECK(step(*block, at(ack(1, 0, kRedirect), 48)).ack.block);
  step(*block, at(ack(1, 4), 50));
  step(*block, at(deq(1, 4), 51));
  constexpr std::uint64_t kAged = 3U << 14 << 3;
  step(*block, at(chk(1), kAged + 47));
  CHECK(state_of(*block).row[1].mark == 6);
  step(*block, at(chk(1), kAged + 48));
  CHECK(state_of(*block).row[1].mark == 6 + (1U << 14));
  CHECK(state_of(*block).row[1].hold == 5 + (1U << 14));
  for (unsigned quarter = 4; quarter < 8; ++quarter)
    step(*block, at(chk(1), std::uint64_t{quarter << 14} * 8));
  CHECK(step(*block, at(ack(1, 0, kRedirect), (1U << 17) * 8 + 50)).ack.block);  // once round
}
