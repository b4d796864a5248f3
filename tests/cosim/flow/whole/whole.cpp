// SPDX-License-Identifier: Apache-2.0
/// A leaf and a root in RTL beside those of a fabric of the model: the same at their pins, in every
/// cycle (docs/reference/flow-switch.md).
#include <catch2/catch.hpp>

#include "fabric.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// Without what a link does to a switch beside its traffic.
Story quiet(Story story) {
  story.message = story.deaths = 0;
  return story;
}

Seen plays(const Story& story, unsigned cycles) {
  WholeRun run(story);
  const std::string difference = run.run(cycles + WholeSwitch::kBehind);
  CAPTURE(story.name, story.seed);
  INFO(run.fabric.near());
  REQUIRE(difference == "");
  REQUIRE(run.lab.net.violation() == "");
  return run.fabric.seen();
}

/// What shows a fault first, in any of the stories.
std::string hunt(std::uint32_t bugs) {
  for (const Story& story : kStories) {
    WholeRun run(quiet(story), bugs);
    if (std::string shown = run.run(8'000); !shown.empty()) return shown;
  }
  return {};
}

}  // namespace

TEST_CASE("FL-SWITCH: a leaf and a root in RTL are the model's switches, beat by beat",
          "[flow][switch]") {
  Seen all;
  for (const Story& story : kStories)  // two receivers: long enough for XOFF
    all += plays(quiet(story), story.few == 2 ? 8'000 : 3'000);
  CAPTURE(all.cycles, all.beats, all.packets, all.frames, all.markers, all.arrivals, all.questions,
          all.answers, all.grants, all.redirects, all.xoffs, all.pauses, all.holds, all.changes);
  CHECK(all.beats > 0);
  CHECK(all.packets > 0);
  CHECK(all.frames > 0);
  CHECK(all.markers > 0);
  CHECK(all.arrivals > 0);
  CHECK(all.questions > 0);
  CHECK(all.grants > 0);
  CHECK(all.redirects > 0);
  CHECK(all.xoffs > 0);
  CHECK(all.holds > 0);
  CHECK(all.changes > 0);
}

TEST_CASE("FL-SWITCH: the same, longer and with other seeds", "[flow][switch][nightly]") {
  Seen all;
  for (std::uint64_t seed = 1; seed < 4; ++seed)
    for (Story story : kStories) {
      story.seed = seed;
      all += plays(quiet(story), 20'000);
    }
  CHECK(all.pauses > 0);
}

TEST_CASE("FL-SWITCH: the same with fault messages, and a link that dies and comes back",
          "[flow][switch][.later]") {
  Seen all;
  for (const Story& story : kStories)
    if (story.message > 0 || story.deaths > 0) all += plays(story, 8'000);
  CAPTURE(all.messages, all.deaths, all.inits);
  CHECK(all.messages > 0);
  CHECK(all.deaths > 0);
  CHECK(all.inits > 0);
}

TEST_CASE("FL-SWITCH: each deliberate fault of a switch is seen", "[flow][bug][nightly]") {
  for (unsigned bit = 0; bit < 4; ++bit) {
    CAPTURE(bit);
    CHECK(hunt(1U << bit) != "");
  }
}
