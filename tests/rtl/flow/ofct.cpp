// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

using namespace selvage::test;

namespace {
OfctIn map(unsigned port, unsigned id, unsigned len, unsigned hole = 0, bool ordered = true) {
  OfctIn in;
  in.map = {true, port, id, len, hole, ordered};
  return in;
}
OfctIn rev(unsigned id, unsigned type, unsigned pos) {
  OfctIn in;
  in.rev = {true, id, type, pos};
  return in;
}
OfctIn chk(unsigned id, unsigned kind, std::uint64_t now) {
  OfctIn in;
  in.chk = {true, id, kind};
  in.now = now;
  return in;
}
}  // namespace

// FLOW-A-9, FLOW-A-17, FLOW-A-19
TEST_CASE("the RTL output table maps packets and ACKs, and releases an empty row",
          "[FLOW-A-9][FLOW-A-17][FLOW-A-19]") {
  const auto block = make_ofct(GENERATE(FlowSize::kSmall, FlowSize::kLarge), {});
  OfctOut out = step(*block, map(3, 40, 5));
  CHECK(out.map.alloc);
  CHECK(out.map.oid == 0);
  CHECK(out.map.start == 0);
  out = step(*block, map(3, 40, 2, 4));  // a hole of 4 before it (FLOW-A-26)
  CHECK(out.map.hit);
  CHECK(out.map.start == 9);
  CHECK(out.map.delta == 9);
  CHECK(step(*block, map(2, 40, 1)).map.oid == 1);
  out = step(*block, rev(0, kNormal, 5));
  CHECK(out.rev.valid);
  CHECK(out.rev.port == 3);
  CHECK(out.rev.iid == 40);
  CHECK(out.rev.delta == 5);
  CHECK_FALSE(out.rev.rel);
  out = step(*block, rev(0, kLoss, 7));  // moves nothing
  CHECK(out.rev.type == kLoss);
  CHECK(out.rev.delta == 2);
  out = step(*block, rev(0, kEpNew, 11));
  CHECK(out.rev.delta == 6);
  CHECK(out.rev.rel);
  CHECK(out.count == 1);
  CHECK_FALSE(step(*block, rev(0, kNormal, 11)).rev.valid);  // stray
  CHECK(state_of(*block).stray == 1);
  out = step(*block, map(7, 12, 3));
  CHECK(out.map.oid == 0);
  CHECK(out.map.start == 11);  // positions outlive the channel
  CHECK(out.map.delta == 0);
}

// FLOW-A-12, FLOW-A-16: MAP before REV
TEST_CASE("in the RTL output table a packet keeps the row that the ACK would release",
          "[FLOW-A-12][FLOW-A-16]") {
  const auto block = make_ofct(FlowSize::kSmall, {});
  step(*block, map(1, 1, 5));
  OfctIn both = map(1, 1, 2);
  both.rev = {true, 0, kNormal, 5};
  OfctOut out = step(*block, both);
  CHECK(out.map.hit);
  CHECK(out.map.start == 5);
  CHECK(out.map.delta == 5);
  CHECK(out.rev.delta == 5);
  CHECK_FALSE(out.rev.rel);
  CHECK(out.count == 1);
  both = map(4, 4, 1);  // REV of the row allocated in the step is stray
  both.rev = {true, 1, kNormal, 1};
  out = step(*block, both);
  CHECK(out.map.oid == 1);
  CHECK_FALSE(out.rev.valid);
  CHECK_FALSE(step(*block, rev(0, kNormal, 8)).rev.valid);  // more than is under way
  CHECK(state_of(*block).stray == 2);
}

// FLOW-D-4
TEST_CASE("in the RTL output table a credit limits unordered packets until it is passed or old",
          "[FLOW-D-4]") {
  const auto block = make_ofct(FlowSize::kSmall, {30'000, 300});
  step(*block, map(1, 1, 10, 0, false));
  OfctOut out = step(*block, rev(0, kCredit, 20));
  CHECK(out.rev.delta == 20);
  CHECK(step(*block, map(1, 1, 10, 0, false)).map.hit);
  out = step(*block, map(1, 1, 1, 0, false));
  CHECK(out.map.stall);
  CHECK(out.map.over);
  CHECK(out.stalls == 1);
  CHECK(step(*block, map(1, 1, 1, 0, true)).map.hit);  // ordered: limited in the IFCT
  OfctIn both = map(1, 1, 5, 0, false);
  both.rev = {true, 0, kNormal, 21};  // empties the row
  out = step(*block, both);
  CHECK(out.map.hit);
  CHECK_FALSE(state_of(*block).row[0].dm);  // the limit is behind
  step(*block, rev(0, kCredit, 26));
  CHECK(step(*block, map(1, 1, 1, 0, false)).map.over);
  step(*block, chk(0, 0, 299));
  CHECK(step(*block, map(1, 1, 1, 0, false)).map.over);
  step(*block, chk(0, 0, 300));
  CHECK(step(*block, map(1, 1, 1, 0, false)).map.hit);
  step(*block, rev(0, kCredit, 27));
  out = step(*block, rev(0, kCreditOff, 0));
  CHECK(out.rev.type == kCreditOff);
  CHECK(out.rev.delta == 0);
  CHECK(step(*block, map(1, 1, 1, 0, false)).map.hit);
}

// FLOW-A-29, FLOW-A-31
TEST_CASE("the RTL output table reports and closes rows of a dead link, and sends markers",
          "[FLOW-A-29][FLOW-A-31]") {
  const auto block = make_ofct(FlowSize::kSmall, {2'000, 300});
  step(*block, map(5, 6, 7));
  OfctOut out = step(*block, chk(0, 1, 0));
  CHECK(out.chk.valid);
  CHECK(out.chk.port == 5);
  CHECK(out.chk.iid == 6);
  CHECK(out.chk.type == kLoss);
  CHECK(out.chk.delta == 0);
  CHECK_FALSE(step(*block, chk(0, 3, 9'000)).chk.valid);
  CHECK_FALSE(step(*block, chk(0, 0, 1'999)).mark.valid);
  out = step(*block, chk(0, 0, 2'000));
  CHECK_FALSE(out.chk.valid);
  CHECK(out.mark.valid);
  CHECK(out.mark.id == 0);
  CHECK(out.mark.pos == 7);
  CHECK(out.count == 1);
  CHECK(state_of(*block).row[0].last == 2'000);
  CHECK_FALSE(step(*block, chk(0, 0, 3'999)).mark.valid);
  CHECK(step(*block, chk(0, 0, 4'000)).mark.pos == 7);
  out = step(*block, chk(0, 2, 4'001));
  CHECK(out.chk.type == kNormal);
  CHECK(out.chk.delta == 7);
  CHECK(out.chk.rel);
  CHECK(out.count == 0);
  CHECK(state_of(*block).row[0].ack == 7);
  CHECK_FALSE(step(*block, chk(0, 2, 2'000)).chk.valid);
  OfctIn both = map(2, 3, 4);  // CHK acts on what MAP left, also on a new row
  both.chk = {true, 0, 2};
  out = step(*block, both);
  CHECK(out.map.start == 7);
  CHECK(out.chk.port == 2);
  CHECK(out.chk.iid == 3);
  CHECK(out.chk.delta == 4);
  CHECK(out.chk.rel);
  CHECK(out.count == 0);
}

// FLOW-A-18
TEST_CASE("a full RTL output table stalls a new flow and says so", "[FLOW-A-18]") {
  const auto block = make_ofct(FlowSize::kSmall, {});
  for (unsigned k = 0; k < 64; ++k) REQUIRE(step(*block, map(k % 8, k, 1)).map.oid == k);
  OfctOut out = step(*block, map(1, 0, 1));
  CHECK(out.full);
  CHECK(out.map.stall);
  CHECK_FALSE(out.map.over);
  CHECK(step(*block, map(1, 1, 1)).map.hit);
  CHECK(step(*block, rev(9, kNormal, 1)).rev.rel);
  CHECK(step(*block, map(1, 0, 1)).map.oid == 9);
}
