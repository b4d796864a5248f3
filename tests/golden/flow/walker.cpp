// SPDX-License-Identifier: Apache-2.0
/// FLOW-A-29: the walk over a dead link's rows: report all, wait, close all.
#include <catch2/catch.hpp>

#include "golden/flow/flow_walker.hpp"

using namespace selvage::golden;

TEST_CASE("FLOW-A-29: scan, report, drain, close, done, cycle by cycle", "[flow]") {
  const selvage::Cycle drain = GENERATE(0, 1, 7);
  FlowWalker w(4);
  selvage::Cycle now = 1'000'003;
  for (unsigned c = 0; c < 6; ++c, now += 1 + c % 2 * 5) {  // no cycle without news is missed
    const auto shown = w.step(now, c == 5, false, drain);
    REQUIRE(shown.chk);
    REQUIRE(shown.id == now % 4);
    REQUIRE(w.id() == 0);
    REQUIRE(shown.kind == OfctCheck::kTimers);
  }
  for (unsigned c = 0; c < 4; ++c) {
    const auto shown = w.step(now++, c == 1, true, drain);  // neither is seen here
    REQUIRE(shown.kind == OfctCheck::kLinkDied);
    REQUIRE(shown.id == c);
  }
  for (selvage::Cycle c = 0; c < drain; ++c) REQUIRE_FALSE(w.step(now++, false, false, drain).chk);
  for (unsigned c = 0; c < 4; ++c) {
    const auto shown = w.step(now++, false, false, drain);
    REQUIRE(shown.chk);
    REQUIRE(shown.kind == OfctCheck::kClose);
    REQUIRE(shown.id == c);
    REQUIRE_FALSE(shown.done);
  }
  REQUIRE(w.step(now++, true, false, drain).done);
  REQUIRE(w.step(now++, false, true, drain).done);
  const auto again = w.step(now, false, false, drain);
  REQUIRE(again.chk);
  REQUIRE(again.id == now % 4);
  REQUIRE(again.kind == OfctCheck::kTimers);
}
