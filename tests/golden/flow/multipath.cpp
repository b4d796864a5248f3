// SPDX-License-Identifier: Apache-2.0
/// The tables together, in a network without loss: order, extents, release (FLOW-A-5, 8, 9,
/// 18..23).
#include <catch2/catch.hpp>

#include "network.hpp"

using namespace selvage::test;

TEST_CASE("FLOW-A-23, FLOW-A-9: 150 random runs with redirects: in order, exact, all released",
          "[flow][network]") {
  NetworkResult sum;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    NetworkConfig c;
    c.seed = seed;
    c.redirect = seed % 3 == 0 ? 0.1 : 0.02;
    c.endpoint = seed % 5 == 0 ? 0.1 : 0;
    INFO("seed " << seed);
    const NetworkResult r = FlowNetwork(c).run();
    REQUIRE(r.drained);            // FLOW-A-19
    REQUIRE(r.late_ordered == 0);  // FLOW-A-23
    REQUIRE(r.exact);              // FLOW-A-9, FLOW-A-8
    REQUIRE(r.in_window);          // FLOW-A-5
    REQUIRE(r.followed);           // FLOW-A-18
    REQUIRE(r.stray == 0);         // FLOW-A-21
    REQUIRE(r.delivered == c.packets);
    REQUIRE(r.reports == 0);
    sum.moves += r.moves;
    sum.divergences += r.divergences;
    sum.reopened += r.reopened;
    sum.late_unordered += r.late_unordered;
    sum.no_id += r.no_id;
    sum.credits += r.credits;
  }
  REQUIRE(sum.moves > 1000);
  REQUIRE(sum.divergences > 10000);
  REQUIRE(sum.reopened > 1000);        // FLOW-A-20: the common case
  REQUIRE(sum.late_unordered > 1000);  // the paths do differ
  REQUIRE(sum.no_id > 1000);           // ids run out: FLOW-A-14, FLOW-A-18
  REQUIRE(sum.credits > 100);          // FLOW-D-4
}
