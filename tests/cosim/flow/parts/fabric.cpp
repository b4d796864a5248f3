// SPDX-License-Identifier: Apache-2.0
/// The parts of a flow-channel switch in RTL beside switches of a fabric of the model: the same in
/// every cycle (docs/reference/flow-switch.md).
#include <catch2/catch.hpp>

#include "run.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// What the parts of both switches have done.
SwitchTwin::Seen& operator+=(SwitchTwin::Seen& a, const SwitchTwin::Seen& b) {
  using Seen = SwitchTwin::Seen;
  for (std::uint64_t Seen::*count :
       {&Seen::grants,  &Seen::at_once,  &Seen::aborts,  &Seen::packets,  &Seen::frames,
        &Seen::markers, &Seen::messages, &Seen::words,   &Seen::xoffs,    &Seen::lookups,
        &Seen::stalls,  &Seen::steps,    &Seen::held,    &Seen::beats,    &Seen::maps,
        &Seen::again,   &Seen::excluded, &Seen::acks,    &Seen::together, &Seen::drops,
        &Seen::blocked, &Seen::old,      &Seen::choices, &Seen::waited})
    a.*count += b.*count;
  for (std::size_t i = 0; i < a.why.size(); ++i) a.why[i] += b.why[i];
  return a;
}

}  // namespace

TEST_CASE(
    "FL-EQUAL: the parts of a leaf and a root in RTL show what the model does, in every cycle",
    "[flow][switch]") {
  SwitchTwin::Seen all;
  for (const Story& story : kStories) {
    CAPTURE(story.name);
    Run run(story);
    REQUIRE(run.run(8'000) == "");
    REQUIRE(run.lab.net.violation() == "");
    if (story.drops) CHECK(run.lab.drops.size() > 100);
    all += run.twins[0].seen;
    all += run.twins[1].seen;
  }
  CAPTURE(all.grants, all.at_once, all.aborts, all.packets, all.frames, all.markers, all.messages,
          all.words, all.xoffs, all.lookups, all.stalls, all.steps, all.held, all.beats);
  CAPTURE(all.maps, all.again, all.excluded, all.acks, all.together, all.drops, all.blocked,
          all.old, all.why, all.choices, all.waited);
  CHECK(all.grants > 20'000);
  CHECK(all.at_once > 200);
  CHECK(all.aborts > 2'000);
  CHECK(all.packets > 15'000);
  CHECK(all.frames > 5'000);
  CHECK(all.markers > 10);
  CHECK(all.messages > 5'000);
  CHECK(all.words > 300'000);
  CHECK(all.xoffs > 20'000);
  CHECK(all.lookups > 3'000);
  CHECK(all.stalls > 100);
  CHECK(all.steps > 50'000);
  CHECK(all.held > 15);
  CHECK(all.beats > 200'000);
  CHECK(all.maps > 15'000);
  CHECK(all.again > 2'000);
  CHECK(all.excluded > 0);
  CHECK(all.acks > 20'000);
  CHECK(all.together > 100);
  CHECK(all.drops > 500);
  CHECK(all.blocked > 20);
  CHECK(all.old > 50);
  CHECK(all.choices > 30'000);
  CHECK(all.waited > 1'000);
  for (const std::uint64_t count : all.why) CHECK(count > 0);
}

TEST_CASE("FL-EQUAL: other traffic and other seeds, longer", "[flow][switch][nightly]") {
  for (std::uint64_t seed = 2; seed < 7; ++seed) {
    for (Story story : kStories) {
      story.seed = seed;
      CAPTURE(story.name, seed);
      Run run(story);
      REQUIRE(run.run(20'000) == "");
    }
  }
}
