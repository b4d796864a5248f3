// SPDX-License-Identifier: Apache-2.0
/// \file
/// The controls of whole trees under random faults: every decision and every state compared, the
/// engines indistinguishable.
#include <catch2/catch.hpp>

#include "control/net.hpp"
#include "cosim/plugs.hpp"
#include "support.hpp"

using namespace selvage;
using tb::ControlNet;
using test::fattree;

namespace {

struct Tree {
  unsigned m, n, faults;
};

/// Bursts of faults and their repair, with requests in between and meanwhile.
void play(ControlNet& net, unsigned faults) {
  for (int i = 0; i < 20; ++i) net.cycle(50);
  net.kill_random(faults);
  for (int i = 0; i < 60; ++i) net.cycle(100);
  net.kill_random(faults);
  net.settle(60);
  net.repair_all(40);
  net.settle(20);
  net.kill_random(faults);
  net.settle(5);
  for (int i = 0; i < 20; ++i) net.cycle(30);
  net.settle(0);
}

}  // namespace

TEST_CASE("Lockstep agrees in reachable states while faults and repairs spread", "[FT-RS-6]") {
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
      FAIL(system->topology().label()
           << " " << m.switch_name << " cycle " << m.cycle << " " << m.requirement << " " << m.what
           << " expected " << m.expected << " is " << m.actual);
    }
    CHECK(test::compared(scoreboard, "route_select") == net.requests());
    CHECK(net.answers().size() == net.requests());
    CHECK(test::compared(scoreboard, "fault_table") >= 10 * tree.faults);
    CHECK(test::compared(scoreboard, "fault_table") == test::compared(scoreboard, "link_state"));
    CHECK(test::compared(scoreboard, "fault_message_unit") >
          test::compared(scoreboard, "fault_table"));
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

TEST_CASE("Causes: every change goes back to its event, by no more hops than the bound",
          "[FT-AUD-3]") {
  const Engine engine = GENERATE(Engine::kGolden, Engine::kLockstep);
  const auto system = fattree(4, 4, engine);
  Scoreboard scoreboard;
  ControlNet net(*system, scoreboard, 3);
  std::vector<unsigned> exact;
  for (const char* text : {"0/000/2", "1/010/3", "2/011/2"}) {
    const SwitchPort link = test::link(system->topology(), text);
    exact.push_back(system->hop_bound({}, {link})->hops);
    net.kill(link);
    net.settle(0);
  }
  net.finish();
  CHECK(exact == std::vector<unsigned>{5, 3, 1});
  REQUIRE(net.spread().size() == 3);  // no change of unknown cause
  for (const auto& [event, spread] : net.spread()) {
    CHECK(spread.hops <= system->hop_bound({}, {})->hops);
    CHECK(spread.hops >= exact[event]);
    CHECK(spread.changes > 2);
  }
  CHECK_FALSE(scoreboard.failed());
}

TEST_CASE("FT-REP-7: engines agree with ground truth after repair") {
  const auto system = fattree(8, 3, Engine::kLockstep);
  Scoreboard scoreboard;
  ControlNet net(*system, scoreboard, 8);
  net.kill_random(10);
  net.settle(10);
  net.repair_all(10);
  net.settle(10);
  CHECK(net.dead().empty());
  net.kill_random(5);
  net.settle(0);
  net.finish();
  CHECK_FALSE(scoreboard.failed());
  const AuditReport report = system->audit(net.dead(), net.control_of());
  CHECK(report.applicable);
  CHECK(report.dead_ends + report.excluded == 0);
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

TEST_CASE("Every bug of the RTL is caught by lockstep in storms with repair", "[bug][COS-BUG]") {
  for (const BugInfo& bug : find_plug("fattree")->bugs) {
    // those of the data path need a whole switch: tests/fabric/whole/switch_rtl.cpp
    if (!bug.in_rtl || bug.in_switch) continue;
    bool caught = false;
    for (std::uint64_t seed = 1; seed <= 8 && !caught; ++seed) {
      const auto system =
          fattree(seed % 2 == 0 ? 6 : 4, 4, Engine::kLockstep, {std::string(bug.name)});
      Scoreboard scoreboard;
      ControlNet net(*system, scoreboard, seed);
      // A switch loses its ways up one by one, for the bugs of the DLFM.
      if (seed == 1) {
        for (const char* text : {"2/000/2", "2/000/3", "1/010/3", "1/010/2"}) {
          net.kill(test::link(system->topology(), text));
          net.settle(0);
        }
      }
      net.kill_random(20);
      net.settle(5);
      net.repair_all(5);
      net.settle(5);
      net.finish();
      caught = scoreboard.failed();
    }
    CAPTURE(bug.name);
    CHECK(caught);
  }
}
