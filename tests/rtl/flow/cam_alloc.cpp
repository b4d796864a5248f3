// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "kernel/stream.hpp"
#include "support.hpp"

using namespace selvage::test;

namespace {
CamAllocIn look_up(std::uint64_t key) {
  CamAllocIn in;
  in.req = true;
  in.key = key;
  return in;
}
CamAllocIn give_back(unsigned id) {
  CamAllocIn in;
  in.free = true;
  in.free_id = id;
  return in;
}
}  // namespace

// FLOW-A-10
TEST_CASE("the RTL allocates a new key once when it comes in two cycles in a row", "[FLOW-A-10]") {
  const auto size = GENERATE(FlowSize::kSmall, FlowSize::kLarge);
  const auto block = make_cam_alloc(size);
  block->edge(look_up(7));
  block->edge(look_up(7));
  CHECK(block->out().alloc);
  CHECK(block->out().id == 0);
  block->edge({});
  CHECK(block->out().hit);
  CHECK_FALSE(block->out().alloc);
  CHECK(block->out().id == 0);
  CHECK(block->out().count == 1);
  block->edge({});
  CHECK_FALSE(block->out().rsp);
}

// FLOW-A-11, FLOW-A-12
TEST_CASE("in the RTL a hit cancels the free of its row, and only that", "[FLOW-A-11][FLOW-A-12]") {
  const auto block = make_cam_alloc(FlowSize::kSmall);
  step(*block, look_up(1));
  step(*block, look_up(2));
  CamAllocIn both = look_up(1);
  both.free = true;
  both.free_id = 0;
  CamAllocOut out = step(*block, both);
  CHECK(out.hit);
  CHECK(out.kept);
  CHECK_FALSE(out.freed);
  CHECK(out.count == 2);
  both.free_id = 1;  // another row
  out = step(*block, both);
  CHECK(out.freed);
  CHECK_FALSE(out.kept);
  CHECK(out.count == 1);
  both.key = 3;  // the row freed in a step is not for the miss of that step
  both.free_id = 0;
  out = step(*block, both);
  CHECK(out.alloc);
  CHECK(out.freed);
  CHECK(out.id == 1);
  out = step(*block, give_back(0));  // not valid: nothing
  CHECK_FALSE(out.freed);
  CHECK(out.count == 1);
  CHECK(step(*block, look_up(4)).id == 0);  // the lowest free row
}

// FLOW-A-14
TEST_CASE("a full RTL table stalls a miss, still hits, and pauses until a row is free",
          "[FLOW-A-14]") {
  const auto size = GENERATE(FlowSize::kSmall, FlowSize::kLarge);
  const unsigned rows = flow_geometry(size).rows;
  const auto block = make_cam_alloc(size);
  for (unsigned k = 0; k < rows; ++k) {
    const CamAllocOut out = step(*block, look_up(1000 + k));
    REQUIRE(out.alloc);
    REQUIRE(out.id == k);
  }
  CHECK(block->out().full);
  CHECK_FALSE(block->out().pause);
  CamAllocIn in = look_up(5);
  in.free = true;
  in.free_id = rows - 1;
  CamAllocOut out = step(*block, in);  // a free in the step of the stall: no pause
  CHECK(out.stall);
  CHECK(out.freed);
  CHECK_FALSE(out.pause);
  CHECK(step(*block, look_up(5)).id == rows - 1);
  out = step(*block, look_up(6));
  CHECK(out.stall);
  CHECK(out.pause);
  CHECK(out.stalls == 2);
  CHECK(step(*block, look_up(1000 + rows / 2)).hit);
  CHECK(block->out().pause);
  out = step(*block, give_back(3));
  CHECK_FALSE(out.pause);
  CHECK_FALSE(out.full);
  CHECK(step(*block, look_up(6)).id == 3);
}

// FLOW-A-13: and each key keeps its row as long as it is valid
TEST_CASE("the RTL table agrees with a map over random steps",
          "[FLOW-A-11][FLOW-A-12][FLOW-A-13]") {
  const auto size = GENERATE(FlowSize::kSmall, FlowSize::kLarge);
  const unsigned rows = flow_geometry(size).rows;
  const auto block = make_cam_alloc(size);
  selvage::kernel::Stream random(7, "cam", 0);
  std::map<std::uint64_t, unsigned> row_of;
  std::map<unsigned, std::uint64_t> key_of;
  for (unsigned t = 0; t < 20'000; ++t) {
    CamAllocIn in;
    in.req = random.below(8) != 0;
    in.key = random.below(rows + rows / 4);
    in.free = random.below(3) == 0;
    in.free_id = static_cast<unsigned>(random.below(rows));
    const auto at = row_of.find(in.key);
    const bool hit = in.req && at != row_of.end();
    unsigned lowest = 0;
    while (key_of.count(lowest) != 0) ++lowest;
    const bool alloc = in.req && !hit && lowest < rows;
    const bool live = in.free && key_of.count(in.free_id) != 0;
    const bool kept = live && hit && at->second == in.free_id;
    const CamAllocOut out = step(*block, in);
    REQUIRE(out.hit == hit);
    REQUIRE(out.alloc == alloc);
    REQUIRE(out.stall == (in.req && !hit && !alloc));
    REQUIRE(out.id == (hit ? at->second : alloc ? lowest : 0));
    REQUIRE(out.kept == kept);
    REQUIRE(out.freed == (live && !kept));
    if (out.freed) {
      row_of.erase(key_of[in.free_id]);
      key_of.erase(in.free_id);
    }
    if (alloc) {
      row_of[in.key] = lowest;
      key_of[lowest] = in.key;
    }
    REQUIRE(out.count == key_of.size());
  }
}
