// SPDX-License-Identifier: Apache-2.0
/// The draw of redirect_gen.
#include <catch2/catch.hpp>

#include <set>
#include <tuple>

#include "control/random.hpp"
#include "cosim/flow/redirect_block.hpp"
#include "cosim/lockstep/runtime.hpp"

using namespace selvage;
using cosim::RedirectIn;

namespace {

std::unique_ptr<cosim::RedirectBlock> generator(unsigned build = 0, std::uint32_t bugs = 0) {
  cosim::RedirectOptions options;
  options.bugs = bugs;
  return cosim::redirect_builds().at(build).make(options);
}

RedirectIn load(unsigned depth, bool exempt = false) {
  RedirectIn in;
  in.depth = depth;
  in.load = true;
  in.exempt = exempt;
  in.port = 5;
  in.id = 33;
  in.delta = 200;
  return in;
}

RedirectIn wait(unsigned depth) {
  RedirectIn in;
  in.depth = depth;
  return in;
}

/// With the sample tick of cycle t.
RedirectIn ticked(RedirectIn in, unsigned t) {
  in.sample = t % 42 == 41;
  in.slot = t / 42 % 8;
  return in;
}

}  // namespace

TEST_CASE("The LFSR takes every value but 0 once, a step for every load", "[flow][FLOW-C-6]") {
  const auto block = generator();
  std::set<unsigned> values;
  CHECK(block->state().lfsr == 1);
  block->edge(load(0));
  for (unsigned i = 0; i < 4095; ++i) {
    values.insert(block->state().lfsr);
    block->edge(load(0, i % 3 == 0));
  }
  CHECK(values.size() == 4095);
  CHECK(values.count(0) == 0);
  CHECK(block->state().lfsr == 1);
  block->edge(wait(0));
  block->edge(wait(0));
  CHECK(block->outputs().loads == 4096);
  CHECK(block->outputs().redirects == 0);
  CHECK(block->state().lfsr == 2 + 1);  // 1 -> {.., 1^0^0^0}
}

TEST_CASE("The answer of step t shows in t+3 and is 0 without a redirect", "[flow][FLOW-C-6]") {
  const unsigned build = GENERATE(0U, 1U);
  const auto block = generator(build);
  block->edge(load(500));  // C = 468 + 4 * 500, cut to 1,023; the LFSR is 1
  CHECK_FALSE(block->outputs().redirect);
  block->edge(load(500, true));
  CHECK_FALSE(block->outputs().redirect);
  CHECK(block->outputs().loads == 1);
  CHECK(block->outputs().redirects == 0);
  block->edge(wait(500));
  CHECK(block->outputs().redirect);
  CHECK(block->outputs().port == 5);
  CHECK(block->outputs().id == 33);
  CHECK(block->outputs().delta == 200);
  block->edge(wait(500));
  CHECK_FALSE(block->outputs().redirect);  // exempt
  CHECK(block->outputs().port == 0);
  CHECK(block->outputs().delta == 0);
  CHECK(block->outputs().loads == 2);
  CHECK(block->outputs().redirects == 1);
}

TEST_CASE("The history takes the depth of a sample's cycle, into its place", "[flow][FLOW-C-6]") {
  const auto block = generator();
  for (unsigned t = 0; t < 42 * 20; ++t) {
    block->edge(ticked(wait(1000 + t), t));
    const unsigned taken = (t + 1) / 42;
    const auto hist = block->state().hist;
    for (unsigned i = 0; i < 8; ++i) {
      // sample k is taken in cycle 42 k + 41, into place k mod 8
      unsigned expected = 0;
      for (unsigned k = i; k < taken; k += 8) expected = 1000 + 42 * k + 41;
      REQUIRE(hist[i] == expected);
    }
  }
}

TEST_CASE("A load in the cycle of a sample is measured by what was there before",
          "[flow][FLOW-C-6]") {
  const auto block = generator();
  RedirectIn in = load(30);
  in.sample = true;
  in.slot = 3;
  block->edge(in);  // C = 4 * 30 over the 0 of the reset
  CHECK(block->state().hist[3] == 30);
  in.sample = false;
  block->edge(in);  // C = 0
  CHECK(block->outputs().busy);
  block->edge(wait(30));
  CHECK(block->outputs().redirect);
  CHECK(block->outputs().busy);
  block->edge(wait(30));
  CHECK_FALSE(block->outputs().redirect);
  CHECK_FALSE(block->outputs().busy);
  CHECK(block->outputs().loads == 2);
}

TEST_CASE("Floor, gains and seed are inputs", "[flow][FLOW-C-6]") {
  // every value of the LFSR but 0 once: loads with C = c are redirected c - 1 times
  struct Gains {
    unsigned d0, kd, kg, depth, c;
  };
  const Gains g = GENERATE(Gains{10, 3, 0, 50, 120}, Gains{60, 7, 2, 50, 100},
                           Gains{0, 0, 255, 4, 1020}, Gains{16383, 255, 0, 16383, 0},
                           Gains{16000, 255, 0, 16383, 1023}, Gains{0, 1, 0, 2000, 1023});
  CAPTURE(g.d0, g.kd, g.kg);
  cosim::RedirectOptions options;
  options.d0 = g.d0;
  options.kd = g.kd;
  options.kg = g.kg;
  options.seed = 1234;
  const auto block = cosim::redirect_builds().at(0).make(options);
  CHECK(block->state().lfsr == 1234);
  for (unsigned i = 0; i < 4095; ++i) block->edge(load(g.depth));
  block->edge(wait(0));
  block->edge(wait(0));
  CHECK(block->outputs().loads == 4095);
  CHECK(block->outputs().redirects == (g.c == 0 ? 0 : g.c - 1));
  CHECK(block->state().lfsr == 1234);
}

TEST_CASE("C is the depth above 32 and four times the growth", "[flow][FLOW-C-6]") {
  const unsigned depth = GENERATE(32U, 33U, 40U, 100U);
  const auto block = generator();
  // a constant depth for longer than the history: no growth; then every value of the LFSR
  for (unsigned t = 0; t < 42 * 8; ++t) block->edge(ticked(wait(depth), t));
  const unsigned grown = GENERATE(0U, 3U);
  for (unsigned i = 0; i < 41; ++i) block->edge(load(depth));
  block->edge(wait(depth));
  block->edge(wait(depth));
  const unsigned before = block->outputs().redirects;
  const unsigned loads = block->outputs().loads;
  block->edge(wait(depth));
  unsigned below = 0;
  unsigned lfsr = block->state().lfsr;
  const unsigned c = depth - 32 + 5 * grown;
  for (unsigned i = 0; i < 300; ++i) {
    below += c > lfsr;
    lfsr = (lfsr << 1 & 0xFFFU) | ((lfsr >> 11 ^ lfsr >> 5 ^ lfsr >> 3 ^ lfsr) & 1U);
    block->edge(load(depth + grown));
  }
  block->edge(wait(depth));
  block->edge(wait(depth));
  CHECK(block->outputs().loads - loads == 300);
  CHECK(block->outputs().redirects - before == below);
}

TEST_CASE("Every deliberate fault of the redirect generator shows", "[flow][bug][COS-BUG]") {
  const unsigned bug = GENERATE(range(0U, 5U));
  const auto good = generator(0);
  const auto faulty = generator(0, 1U << bug);
  tb::Random random(bug);
  bool differ = false;
  unsigned depth = 0;
  for (unsigned t = 0; t < 20000 && !differ; ++t) {
    if (random.percent(2)) depth = random.below(1000);
    const RedirectIn in =
        ticked(random.percent(50) ? load(depth, random.percent(30)) : wait(depth), t);
    good->edge(in);
    faulty->edge(in);
    differ = good->outputs().redirect != faulty->outputs().redirect ||
             good->state().lfsr != faulty->state().lfsr ||
             good->state().hist != faulty->state().hist;
  }
  CHECK(differ);
  static_cast<void>(cosim::take_rtl_failure());
}
