// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

using namespace selvage::test;

namespace {
EfctIn packet(std::uint64_t key, unsigned len) {
  EfctIn in;
  in.req = true;
  in.key = key;
  in.len = len;
  return in;
}
EfctIn ack(unsigned id, unsigned pos) {
  EfctIn in;
  in.ack = true;
  in.ack_id = id;
  in.ack_pos = pos;
  return in;
}
EfctIn with(EfctIn a, const EfctIn& b) {
  a.ack = b.ack;
  a.ack_id = b.ack_id;
  a.ack_pos = b.ack_pos;
  return a;
}
}  // namespace

// FLOW-A-8, FLOW-A-10: start is the position before the packet
TEST_CASE("the RTL edge table gives start positions and releases an empty row",
          "[FLOW-A-8][FLOW-A-9][FLOW-A-10]") {
  const auto block = make_efct(GENERATE(FlowSize::kSmall, FlowSize::kLarge));
  block->edge(packet(9, 5));
  block->edge(packet(9, 6));
  CHECK(block->out().alloc);
  CHECK(block->out().start == 0);
  block->edge(packet(8, 1));
  CHECK(block->out().hit);
  CHECK(block->out().start == 5);
  block->edge({});
  CHECK(block->out().alloc);
  CHECK(block->out().id == 1);
  CHECK_FALSE(step(*block, ack(0, 5)).rel);
  const EfctOut out = step(*block, ack(0, 11));
  CHECK(out.rel);
  CHECK(out.rel_id == 0);
  CHECK(out.count == 1);
  CHECK_FALSE(step(*block, ack(0, 3)).rel);  // an invalid row: nothing
  EfctState s = state_of(*block);
  CHECK(s.data[0] == 11);
  CHECK(s.ack[0] == 11);
  CHECK(step(*block, packet(77, 2)).start == 11);  // positions outlive the channel (FLOW-A-9)
  block->reset();
  CHECK(step(*block, packet(77, 2)).start == 0);
  CHECK(step(*block, ack(0, 2)).rel);
}

// FLOW-A-12: hit beats release
TEST_CASE("in the RTL edge table a hit keeps the row that the ACK would release", "[FLOW-A-12]") {
  const auto block = make_efct(FlowSize::kSmall);
  step(*block, packet(1, 4));
  EfctOut out = step(*block, with(packet(1, 3), ack(0, 4)));
  CHECK(out.hit);
  CHECK(out.kept);
  CHECK_FALSE(out.rel);
  CHECK(out.start == 4);
  out = step(*block, with(packet(2, 3), ack(0, 7)));  // somebody else's packet
  CHECK(out.alloc);
  CHECK(out.id == 1);
  CHECK(out.rel);
  CHECK_FALSE(out.kept);
}

// FLOW-A-5
TEST_CASE("the RTL edge table holds at most 2^POS_W - 1 units of a flow", "[FLOW-A-5]") {
  const auto block = make_efct(FlowSize::kSmall);
  for (unsigned k = 0; k < 4; ++k) REQUIRE(step(*block, packet(1, 63)).start == 63 * k);
  EfctOut out = step(*block, packet(1, 4));  // 252 + 4 = 256
  CHECK(out.stall);
  CHECK(out.window);
  CHECK(out.stalls == 1);
  CHECK_FALSE(out.pause);
  CHECK(step(*block, packet(1, 3)).hit);                // 255
  out = step(*block, with(packet(1, 1), ack(0, 254)));  // the state before the step counts
  CHECK(out.window);
  out = step(*block, packet(1, 63));
  CHECK(out.hit);
  CHECK(out.start == 255);
  for (unsigned k = 0; k < 3; ++k) REQUIRE(step(*block, packet(1, 63)).hit);
  out = step(*block, with(packet(1, 63), ack(0, (255 + 4 * 63) % 256)));  // the ACK empties the row
  CHECK(out.hit);
  CHECK(out.kept);
}

// FLOW-A-14
TEST_CASE("a full RTL edge table stalls and pauses until an ACK releases a row", "[FLOW-A-14]") {
  const auto block = make_efct(FlowSize::kSmall);
  for (unsigned k = 0; k < 64; ++k) REQUIRE(step(*block, packet(100 + k, 1)).id == k);
  EfctOut out = step(*block, packet(5, 1));
  CHECK(out.stall);
  CHECK_FALSE(out.window);
  CHECK(out.pause);
  out = step(*block, ack(17, 1));
  CHECK(out.rel);
  CHECK_FALSE(out.pause);
  CHECK(step(*block, packet(5, 1)).id == 17);
}
