// SPDX-License-Identifier: Apache-2.0
/// \file
/// The controls of whole trees under random faults: every decision and every state compared, the
/// engines indistinguishable.
#include <catch2/catch.hpp>

#include "block/control_net.hpp"
#include "support.hpp"

using namespace selvage;
using test::fattree;
using tb::ControlNet;

namespace {

struct Tree {
  unsigned m, n, faults;
};

/// Bursts of faults, with requests in between and meanwhile.
void play(ControlNet& net, unsigned faults) {
  for (int i = 0; i < 20; ++i) net.cycle(50);
  net.kill_random(faults);
  for (int i = 0; i < 30; ++i) net.cycle(100, 100);
  net.kill_random(faults);
  net.settle(60);
  for (int i = 0; i < 20; ++i) net.cycle(30);
  net.settle(0);
}

}  // namespace

TEST_CASE("Lockstep agrees in reachable states while faults spread", "[FT-RS-6]") {
  const Tree tree = GENERATE(Tree{4, 2, 2}, Tree{4, 3, 4}, Tree{6, 3, 6}, Tree{8, 3, 8},
                             Tree{4, 4, 6}, Tree{4, 5, 8}, Tree{10, 2, 6}, Tree{64, 2, 20});
  CAPTURE(tree.m, tree.n);
  const auto system = fattree(tree.m, tree.n, Engine::kLockstep);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Scoreboard scoreboard;
    ControlNet net(*system, scoreboard, seed);
    play(net, tree.faults);
    net.finish();
    if (scoreboard.failed()) {
      const Mismatch& m = *scoreboard.first();
      FAIL(m.switch_name << " cycle " << m.cycle << " " << m.requirement << " " << m.what
                         << " expected " << m.expected << " is " << m.actual);
    }
    CHECK(test::compared(scoreboard, "route_select") == net.requests());
    CHECK(net.answers().size() == net.requests());
    CHECK(test::compared(scoreboard, "lft_cam") >= 4 * tree.faults);
    CHECK(test::compared(scoreboard, "lft_cam") == test::compared(scoreboard, "port_state"));
  }
}

TEST_CASE("Lockstep agrees when tables overflow", "[FT-LFT-2]") {
  const auto system = fattree(8, 3, Engine::kLockstep, {}, "corrected", 1);
  Scoreboard scoreboard;
  ControlNet net(*system, scoreboard, 5);
  play(net, 10);
  net.finish();
  CHECK_FALSE(scoreboard.failed());
  std::uint64_t lost = 0;
  for (SwitchIdx sw = 0; sw < system->topology().switch_count(); ++sw) {
    lost += net.control(sw).overflows();
  }
  CHECK(lost > 0);
}

TEST_CASE("Golden, RTL and lockstep give the same decisions", "[FAB-DET]") {
  const Tree tree = GENERATE(Tree{4, 3, 3}, Tree{8, 3, 8}, Tree{6, 4, 4});
  std::vector<std::vector<ControlNet::Answer>> answers;
  for (const Engine engine : {Engine::kGolden, Engine::kRtl, Engine::kLockstep}) {
    const auto system = fattree(tree.m, tree.n, engine);
    Scoreboard scoreboard;
    ControlNet net(*system, scoreboard, 77);
    play(net, tree.faults);
    net.finish();
    answers.push_back(net.answers());
    CHECK((scoreboard.compared() > 0) == (engine == Engine::kLockstep));
  }
  CHECK(answers[0].size() > 1000);
  CHECK((answers[0] == answers[1]));
  CHECK((answers[0] == answers[2]));
}

TEST_CASE("Tables written before the first request are replayed and compared", "[FT-RS-6]") {
  const auto system = fattree(8, 3, Engine::kLockstep);
  Scoreboard early_board;
  Scoreboard late_board;
  ControlNet early(*system, early_board, 3);
  ControlNet late(*system, late_board, 3);
  for (int i = 0; i < 5; ++i) early.cycle(100);
  early.kill_random(12);
  early.settle(0);
  early.finish();
  late.kill_random(12);
  late.settle(0);
  CHECK(late_board.compared() == 0);
  SECTION("by finish") {
    late.finish();
    CHECK(test::compared(late_board, "lft_cam") > 50);
  }
  SECTION("by a request") {
    for (int i = 0; i < 5; ++i) late.cycle(100);
    late.finish();
    CHECK(test::compared(late_board, "lft_cam") > 50);
    CHECK(test::compared(late_board, "route_select") == late.requests());
  }
  CHECK_FALSE(early_board.failed());
  CHECK_FALSE(late_board.failed());
}

TEST_CASE("bug.skip_lft is caught by lockstep", "[bug]") {
  const auto system = fattree(8, 3, Engine::kLockstep, {"skip_lft"});
  Scoreboard scoreboard;
  ControlNet net(*system, scoreboard, 11);
  net.kill_random(8);
  net.settle(30);
  for (int i = 0; i < 50; ++i) net.cycle(50);
  net.finish();
  REQUIRE(scoreboard.failed());
  CHECK(scoreboard.first()->block == "route_select");
  CHECK(scoreboard.first()->requirement == "FT-RS-3");
  CHECK(scoreboard.first()->what == "V");
}

TEST_CASE("bug.preferred_from_source is caught by lockstep", "[bug]") {
  const auto system = fattree(8, 3, Engine::kLockstep, {"preferred_from_source"});
  Scoreboard scoreboard;
  ControlNet net(*system, scoreboard, 12);
  for (int i = 0; i < 10; ++i) net.cycle(50);
  net.finish();
  REQUIRE(scoreboard.failed());
  CHECK(scoreboard.first()->requirement == "FT-RS-4");
  CHECK(scoreboard.first()->what == "port");
}

TEST_CASE("bug.next_lowest is caught by lockstep", "[bug]") {
  const auto system = fattree(8, 3, Engine::kLockstep, {"next_lowest"});
  Scoreboard scoreboard;
  ControlNet net(*system, scoreboard, 13);
  for (int i = 0; i < 10; ++i) net.cycle(50);
  CHECK_FALSE(scoreboard.failed());  // without a fault the preferred port is always there
  net.kill_random(8);
  net.settle(30);
  for (int i = 0; i < 50; ++i) net.cycle(50);
  net.finish();
  REQUIRE(scoreboard.failed());
  CHECK(scoreboard.first()->requirement == "FT-RS-4");
}
