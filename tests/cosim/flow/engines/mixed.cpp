// SPDX-License-Identifier: Apache-2.0
/// Blocks of one port with different engines (COS-ENGINE).
#include <catch2/catch.hpp>

#include "story.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

Story busy() {
  Story s{"mixed", 8, 2};
  s.seed = 71;
  s.load = 90;
  s.eager = true;
  s.unordered = 20;
  return s;
}

}  // namespace

TEST_CASE("COS-ENGINE: blocks with engines of their own: what all of them in lockstep do",
          "[lockstep]") {
  Scoreboard whole;
  const Record all = tell(busy(), Engine::kLockstep, whole);
  REQUIRE_FALSE(whole.failed());
  REQUIRE(all.dry);
  const Engines mixtures[] = {
      {Engine::kLockstep, {{"ack_aggregator", Engine::kGolden}, {"ifct", Engine::kRtl}}},
      {Engine::kGolden, {{"ofct", Engine::kLockstep}, {"ep_ack_type", Engine::kRtl}}},
      {Engine::kRtl,
       {{"efct", Engine::kGolden},
        {"redirect_gen", Engine::kLockstep},
        {"flow_walker", Engine::kGolden}}},
      {Engine::kGolden, {{"ack_frame_unpacker", Engine::kLockstep}, {"ifct", Engine::kLockstep}}}};
  for (const Engines& engines : mixtures) {
    CAPTURE(&engines - mixtures);
    Scoreboard board;
    const Record record = tell(busy(), engines, board);
    CHECK_FALSE(board.failed());
    check_same(record, all);
    for (const bool edge : {false, true})
      for (const std::string& name : cosim::flow_block_names(edge)) {
        CAPTURE(name);
        const bool lockstep = engines.of(name) == Engine::kLockstep;
        CHECK((compared(board, name) > 0) == (lockstep && compared(whole, name) > 0));
      }
  }
}

TEST_CASE("COS-ENGINE: a fault of the RTL shows where its block is in lockstep, and only there",
          "[bug]") {
  struct Fault {
    const char* block;
    unsigned cosim::FlowBugs::*place;
  };
  const Fault fault = GENERATE(Fault{"ofct", &cosim::FlowBugs::ofct},
                               Fault{"redirect_gen", &cosim::FlowBugs::redirect},
                               Fault{"ack_aggregator", &cosim::FlowBugs::aggregator});
  CAPTURE(fault.block);
  cosim::FlowBugs bugs;
  bugs.*fault.place = 1;
  Scoreboard alone;
  static_cast<void>(
      tell(busy(), {Engine::kGolden, {{fault.block, Engine::kLockstep}}}, alone, bugs));
  REQUIRE(alone.failed());
  CHECK(alone.first()->block == fault.block);
  Scoreboard others;
  const Record record =
      tell(busy(), {Engine::kLockstep, {{fault.block, Engine::kGolden}}}, others, bugs);
  CHECK_FALSE(others.failed());
  CHECK(record.dry);
}

TEST_CASE(
    "COS-ENGINE: parameters without a verilated build are reported for blocks that are to have one") {
  flow::BlocksConfig c;
  c.ifct.sizes = c.ofct.sizes = golden::kSmallFlowSizes;
  c.redirect.rw = 10;
  CHECK(cosim::flow_build_problem(c) != "");
  CHECK(cosim::flow_build_problem(c, {Engine::kLockstep, {{"redirect_gen", Engine::kGolden}}}) ==
        "");
  c.ifct.sizes.pos_w = 9;
  CHECK(cosim::flow_build_problem(c, {Engine::kLockstep, {{"redirect_gen", Engine::kGolden}}}) !=
        "");
  CHECK(cosim::flow_build_problem(c, {Engine::kGolden, {{"ack_aggregator", Engine::kRtl}}}) == "");
}
