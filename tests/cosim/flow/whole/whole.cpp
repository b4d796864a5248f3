// SPDX-License-Identifier: Apache-2.0
/// A leaf and a root in RTL beside those of a fabric of the model: the same at their pins, in every
/// cycle (docs/reference/flow-switch.md).
#include <catch2/catch.hpp>

#include "fabric.hpp"

using namespace selvage;
using namespace selvage::test;
using fabric::Seen;

namespace {

Seen plays(const Story& story, unsigned cycles) {
  WholeRun run(story);
  const std::string difference = run.run(cycles + fabric::SwitchBeside::kBehind);
  CAPTURE(story.name, story.seed);
  INFO(run.fabric.recent());
  REQUIRE(difference == "");
  REQUIRE(run.lab.net.violation() == "");
  return run.fabric.seen();
}

/// What shows a fault first, in any of the stories.
std::string hunt(std::uint32_t bugs) {
  for (const Story& story : kStories) {
    WholeRun run(story, bugs);
    if (std::string shown = run.run(8'000); !shown.empty()) return shown;
  }
  return {};
}

}  // namespace

TEST_CASE(
    "FL-SWITCH, FL-HEADER, FL-PACE, FL-UP, FL-REV, FL-EDGE, FL-DUE, FL-DEAD: a leaf, a root in RTL",
    "[flow][switch]") {
  Seen all;
  for (const Story& story : kStories)  // two receivers: long enough for XOFF
    all += plays(story, story.few == 2 ? 8'000 : 3'000);
  CAPTURE(all.beats, all.packets, all.frames, all.markers, all.messages, all.arrivals,
          all.questions, all.grants, all.redirects, all.xoffs, all.pauses, all.holds, all.changes,
          all.deaths, all.inits);
  CHECK(all.beats > 130'000);
  CHECK(all.packets > 7'000);
  CHECK(all.frames > 2'800);
  CHECK(all.markers > 30);
  CHECK(all.messages > 200);
  CHECK(all.arrivals > 11'000);
  CHECK(all.questions > 8'000);
  CHECK(all.grants > 8'000);
  CHECK(all.redirects > 60);
  CHECK(all.xoffs > 5'000);
  CHECK(all.holds > 3'000);
  CHECK(all.changes > 40);
  CHECK(all.deaths > 0);
  CHECK(all.inits > 0);
}

TEST_CASE("FL-SWITCH: the same, longer and with other seeds", "[flow][switch][nightly]") {
  Seen all;
  for (std::uint64_t seed = 1; seed < 4; ++seed)
    for (Story story : kStories) {
      story.seed = seed;
      all += plays(story, 20'000);
    }
  CHECK(all.pauses > 0);
}

TEST_CASE("FL-SWITCH: each deliberate fault of a switch is seen", "[flow][bug][nightly]") {
  // 0 and 3 show in tests/fabric/whole/flow.cpp: no story has what they need.
  for (const unsigned bit : {1U, 2U, 4U, 5U, 6U, 7U}) {
    CAPTURE(bit);
    CHECK(hunt(1U << bit) != "");
  }
}
