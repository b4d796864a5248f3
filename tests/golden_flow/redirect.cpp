// SPDX-License-Identifier: Apache-2.0
/// FLOW-C-6: who is asked to move, how often, and from which history.
#include <catch2/catch.hpp>

#include <set>

#include "golden/flow/redirect_gen.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using namespace selvage::golden;

TEST_CASE("FLOW-C-6: the random number visits every value but 0 once a period", "[flow]") {
  const unsigned rw = GENERATE(8U, 10U, 12U);
  RedirectConfig c;
  c.rw = rw;
  RedirectGen g(c);
  std::set<std::uint32_t> seen;
  const std::uint32_t period = (1U << rw) - 1;
  for (std::uint32_t i = 0; i < period; ++i) {
    seen.insert(g.random());
    g.step(0, true, false);
  }
  REQUIRE(seen.size() == period);
  REQUIRE(seen.count(0) == 0);
  REQUIRE(g.random() == 1);
  REQUIRE(g.redirects() == 0);  // below the floor nobody moves
}

TEST_CASE("FLOW-C-6: in a period exactly C - 1 loads are redirected", "[flow]") {
  RedirectGen g({});
  g.skip(1000, 146);  // depth 146, settled: C = 114, no growth
  REQUIRE(g.congestion(146) == 114);
  for (int i = 0; i < 4095; ++i) g.step(146, true, false);
  REQUIRE(g.redirects() == 113);
  REQUIRE(g.loads() == 4095);
  // 36 packets in a round trip: about one redirect
  REQUIRE(36.0 * g.redirects() / g.loads() == Approx(0.99).margin(0.01));
  for (int i = 0; i < 4095; ++i) g.step(146, true, true);  // exempt: drawn, not redirected
  REQUIRE(g.redirects() == 113);
}

TEST_CASE("FLOW-C-6: redirects hit flows in proportion to their use of the port", "[flow]") {
  RedirectGen g({});
  g.skip(1000, 300);
  kernel::Stream random(3, "users");
  unsigned heavy = 0;
  unsigned light = 0;
  for (int i = 0; i < 400000; ++i) {
    const bool is_heavy = random.chance(0.9);
    if (g.step(300, true, false)) ++(is_heavy ? heavy : light);
  }
  REQUIRE(heavy / 9.0 == Approx(light).epsilon(0.05));
}

TEST_CASE("FLOW-C-6: growth counts four times, against the sample of 294 to 336 cycles ago",
          "[flow]") {
  RedirectGen g({});
  g.skip(420, 20);                       // samples at the ends of cycles 41, 83, ...
  REQUIRE(g.congestion(20) == 0);
  REQUIRE(g.congestion(33) == 1 + 4 * 13);
  REQUIRE(g.congestion(31) == 44);       // below the floor growth still counts
  g.skip(7 * 42 + 41, 60);
  REQUIRE(g.sample(7) == 20);
  REQUIRE(g.congestion(60) == 28 + 160);
  g.skip(1, 60);
  REQUIRE(g.sample(7) == 60);
  REQUIRE(g.congestion(60) == 28);
  REQUIRE(g.congestion(10000) == 1023);
  REQUIRE(g.congestion(0) == 0);
}

TEST_CASE("FLOW-C-6: skipping idle cycles is stepping through them", "[flow]") {
  kernel::Stream random(8, "skip");
  RedirectGen stepped({});
  RedirectGen skipped({});
  for (int i = 0; i < 3000; ++i) {
    const auto depth = static_cast<unsigned>(random.below(400));
    const Cycle cycles = random.below(i % 10 == 0 ? 1000 : 60);
    for (Cycle c = 0; c < cycles; ++c) stepped.step(depth, false, false);
    skipped.skip(cycles, depth);
    REQUIRE(stepped.step(depth, true, false) == skipped.step(depth, true, false));
    for (unsigned s = 0; s < 8; ++s) REQUIRE(stepped.sample(s) == skipped.sample(s));
  }
  REQUIRE(stepped.redirects() > 100);
}
