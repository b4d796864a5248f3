// SPDX-License-Identifier: Apache-2.0
/// FLOW-C-6: who is asked to move, how often, and from which history.
#include <catch2/catch.hpp>

#include <set>

#include "golden/flow/redirect_gen.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using namespace selvage::golden;

namespace {

/// The generator with the ticks of its switch.
class Port {
 public:
  explicit Port(const RedirectConfig& config = {}) : gen(config), tick_(config) {}
  /// A cycle with a load.
  bool load(unsigned depth, bool exempt = false) { return cycle(depth, true, exempt); }
  /// Cycles without.
  void wait(Cycle cycles, unsigned depth) {
    for (; cycles > 0; --cycles) cycle(depth, false, false);
  }
  [[nodiscard]] unsigned congestion(unsigned depth) const {
    return gen.congestion(depth, tick_.slot());
  }
  /// The sample taken `age` samples ago, 0 the newest.
  [[nodiscard]] unsigned sample(unsigned age) const {
    return gen.sample((tick_.slot() + 7 - age) % 8);
  }
  RedirectGen gen;

 private:
  bool cycle(unsigned depth, bool load, bool exempt) {
    const bool drawn = gen.step({tick_.due(now_), tick_.slot(), depth, load, exempt});
    tick_.pass(++now_, [](unsigned, Cycle) {});
    return drawn;
  }
  SampleTick tick_;
  Cycle now_ = 0;
};

}  // namespace

TEST_CASE("FLOW-C-6: the random number visits every value but 0 once a period", "[flow]") {
  const unsigned rw = GENERATE(8U, 10U, 12U);
  RedirectConfig c;
  c.rw = rw;
  Port g(c);
  std::set<std::uint32_t> seen;
  const std::uint32_t period = (1U << rw) - 1;
  for (std::uint32_t i = 0; i < period; ++i) {
    seen.insert(g.gen.random());
    g.load(0);
  }
  REQUIRE(seen.size() == period);
  REQUIRE(seen.count(0) == 0);
  REQUIRE(g.gen.random() == 1);
  REQUIRE(g.gen.redirects() == 0);  // below the floor nobody moves
}

TEST_CASE("FLOW-C-6: in a period exactly C - 1 loads are redirected", "[flow]") {
  Port g;
  g.wait(1000, 146);  // depth 146, settled: C = 114, no growth
  REQUIRE(g.congestion(146) == 114);
  for (int i = 0; i < 4095; ++i) g.load(146);
  REQUIRE(g.gen.redirects() == 113);
  REQUIRE(g.gen.loads() == 4095);
  // 36 packets in a round trip: about one redirect
  REQUIRE(36.0 * g.gen.redirects() / g.gen.loads() == Approx(0.99).margin(0.01));
  for (int i = 0; i < 4095; ++i) g.load(146, true);  // exempt: drawn, not redirected
  REQUIRE(g.gen.redirects() == 113);
}

TEST_CASE("FLOW-C-6: redirects hit flows in proportion to their use of the port", "[flow]") {
  Port g;
  g.wait(1000, 300);
  kernel::Stream random(3, "users");
  unsigned heavy = 0;
  unsigned light = 0;
  for (int i = 0; i < 400000; ++i) {
    const bool is_heavy = random.chance(0.9);
    if (g.load(300)) ++(is_heavy ? heavy : light);
  }
  REQUIRE(heavy / 9.0 == Approx(light).epsilon(0.05));
}

TEST_CASE("FLOW-C-6: growth counts four times, against the sample of 294 to 336 cycles ago",
          "[flow]") {
  Port g;
  REQUIRE(g.congestion(1) == 4);  // before the first sample: against an empty port
  g.wait(420, 20);                // samples at the ends of cycles 41, 83, ...
  REQUIRE(g.congestion(20) == 0);
  REQUIRE(g.congestion(33) == 1 + 4 * 13);
  REQUIRE(g.congestion(31) == 44);  // below the floor growth still counts
  g.wait(7 * 42 + 41, 60);
  REQUIRE(g.sample(7) == 20);
  REQUIRE(g.congestion(60) == 28 + 160);
  g.wait(1, 60);
  REQUIRE(g.sample(7) == 60);
  REQUIRE(g.congestion(60) == 28);
  REQUIRE(g.congestion(10000) == 1023);
  REQUIRE(g.congestion(0) == 0);
}

TEST_CASE("FLOW-C-6: passing many ticks at once is passing them one by one", "[flow]") {
  kernel::Stream random(8, "skip");
  Port stepped;
  RedirectGen passed({});
  SampleTick tick({});
  Cycle now = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto depth = static_cast<unsigned>(random.below(400));
    const Cycle cycles = random.below(i % 10 == 0 ? 1000 : 60);
    stepped.wait(cycles, depth);
    now += cycles;
    Cycle last = 0;
    tick.pass(now, [&](unsigned slot, Cycle at) {
      REQUIRE(at % 42 == 41);
      REQUIRE(at > last);
      REQUIRE(at < now);
      last = at;
      passed.step({true, slot, depth, false, false});
    });
    REQUIRE(tick.slot() == now / 42 % 8);
    for (unsigned s = 0; s < 8; ++s) REQUIRE(stepped.gen.sample(s) == passed.sample(s));
    REQUIRE(stepped.load(depth) == passed.step({tick.due(now), tick.slot(), depth, true, false}));
    tick.pass(++now, [](unsigned, Cycle) {});
  }
  REQUIRE(passed.redirects() > 100);
}

TEST_CASE("FLOW-C-6: floor and gains may change, and what was drawn and sampled stays", "[flow]") {
  RedirectGen gen{RedirectConfig{}};
  gen.step({true, 1, 40, true, false});
  const std::uint32_t random = gen.random();
  REQUIRE(gen.congestion(146, 0) == (146 - 32) + 4 * 146);
  RedirectConfig other;
  other.d0 = 46;
  other.kd = 2;
  other.kg = 3;
  gen.configure(other);
  REQUIRE(gen.congestion(146, 0) == 2 * (146 - 46) + 3 * 146);
  REQUIRE(gen.congestion(146, 1) == 2 * (146 - 46) + 3 * (146 - 40));
  REQUIRE(gen.random() == random);
  REQUIRE(gen.loads() == 1);
}

TEST_CASE("FLOW-C-6: a step of which nothing is said is of place 0 and depth 0", "[flow]") {
  RedirectGen gen{RedirectConfig{}};
  gen.step({true, 0, 9, false, false});
  gen.step({true, 1, 7, false, false});
  gen.step({});
  REQUIRE(gen.sample(0) == 9);
  RedirectStep sample;
  sample.sample = true;
  gen.step(sample);
  REQUIRE(gen.sample(0) == 0);
  REQUIRE(gen.sample(1) == 7);
  REQUIRE(gen.loads() == 0);
}
