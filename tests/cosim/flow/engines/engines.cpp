// SPDX-License-Identifier: Apache-2.0
/// A network does the same with golden blocks, with RTL, and with both in lockstep.
#include <catch2/catch.hpp>

#include "story.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// Runs the story under the three engines; the golden record.
Record three(const Story& story) {
  INFO(story.name);
  Scoreboard none;
  const Record golden = tell(story, Engine::kGolden, none);
  REQUIRE(golden.audit == "");
  REQUIRE(golden.dry);
  for (const Engine engine : {Engine::kRtl, Engine::kLockstep}) {
    CAPTURE(engine == Engine::kRtl);
    Scoreboard board;
    const Record other = tell(story, engine, board);
    if (board.failed())
      FAIL("cycle " << board.first()->cycle << " switch " << board.first()->switch_name << " port "
                    << board.first()->port << " " << board.first()->block << " "
                    << board.first()->what << ": expected " << board.first()->expected
                    << ", actual " << board.first()->actual);
    check_same(other, golden);
    CHECK((board.compared() > 1'000) == (engine == Engine::kLockstep));
  }
  return golden;
}

}  // namespace

TEST_CASE("FLOW-A-16: random traffic is the same under golden, rtl and lockstep", "[lockstep]") {
  Story s{"uniform"};
  s.seed = GENERATE(range(1, 5));
  s.levels = 2 + s.seed % 2;
  s.load = 15 + 20 * static_cast<unsigned>(s.seed);
  s.unordered = 25;
  const Record r = three(s);
  CHECK(r.events.delivered > 300);
  CHECK(r.events.reorders == 0);
  CHECK(r.events.opened > 500);
}

TEST_CASE("FLOW-C-6: redirects in three engines: moved, in order, alike", "[lockstep]") {
  Story s{"redirects", 8, 2};
  s.seed = 7;
  s.load = 95;
  s.eager = true;
  s.length = 8'000;
  const Record r = three(s);
  CHECK(r.events.redirects > 0);
  CHECK(r.events.blocks > 0);
  CHECK(r.events.divergences > 0);
  CHECK(r.events.reorders == 0);
}

TEST_CASE("FLOW-A-26, FLOW-A-27: losses in three engines", "[lockstep]") {
  Story s{"loss"};
  s.seed = GENERATE(11, 12, 13);
  s.load = 40;
  s.loss = 0.01;
  const Record r = three(s);
  CHECK(r.events.lost > 3);
  CHECK(r.events.reports > 0);
  CHECK(r.events.reorders == 0);
}

TEST_CASE("FLOW-A-29, FLOW-C-3: a link is cut in three engines", "[lockstep]") {
  Story s{"cut", 4, 3};
  s.seed = GENERATE(21, 22);
  s.load = 60;
  s.cut = true;
  const Record r = three(s);
  CHECK(r.events.lost > 0);
  CHECK(r.events.losses > 0);
  CHECK(r.events.reorders == 0);
}

TEST_CASE("FLOW-B-1: a frame with a flipped bit is thrown away by the unpackers of three engines",
          "[lockstep]") {
  Story s{"damaged", 4, 3};
  s.seed = GENERATE(51, 52);
  s.load = 50;
  s.ack_errors = 0.2;
  const Record r = three(s);
  CHECK(r.events.ack_thrown > 50);
  CHECK(r.events.lost == 0);
  CHECK(r.events.reorders == 0);
}

TEST_CASE("FLOW-P-2: frames of words and lists of ACKs are the same to a network", "[lockstep]") {
  const Engine engine = GENERATE(Engine::kGolden, Engine::kRtl, Engine::kLockstep);
  Story s{"lists", 8, 2};
  s.seed = 61;
  s.load = 80;
  s.eager = true;
  Scoreboard words_board, lists_board;
  const Record words = tell(s, engine, words_board);
  s.wire_frames = false;
  const Record lists = tell(s, engine, lists_board);
  CHECK(words.dry);
  CHECK(words.counts == lists.counts);
  CHECK(words.at == lists.at);
  CHECK(words.log == lists.log);
  CHECK_FALSE(words_board.failed());
  const auto clocks = [](const Scoreboard& board) {
    std::uint64_t n = 0;
    for (const BlockCount& b : board.blocks())
      if (b.kind == "ack_frame_unpacker") n = b.compared;
    return n;
  };
  CHECK((clocks(words_board) > 1'000) == (engine == Engine::kLockstep));
  CHECK(clocks(lists_board) == 0);
}

TEST_CASE("FLOW-A-29: a port that dies again before it is initialised is not walked through again",
          "[lockstep]") {
  Story s{"again", 4, 3};
  s.seed = 23;
  s.load = 60;
  s.cut = s.again = true;
  s.length = 24'000;  // drain_t and two rounds have passed
  const Record r = three(s);
  CHECK(r.at_rest);
  CHECK(r.events.reorders == 0);
}

TEST_CASE("FLOW-C-8, FLOW-D-4, FLOW-A-3: incast in three engines", "[lockstep]") {
  Story s{"incast", 8, 2};
  s.seed = 31;
  s.load = 100;
  s.incast = true;
  s.unordered = 30;
  s.length = 12'000;
  const Record r = three(s);
  CHECK(r.events.level_ups[7] > 0);
  CHECK(r.events.pauses > 0);
  CHECK(r.events.dropped == 0);
}
