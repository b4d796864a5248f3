// SPDX-License-Identifier: Apache-2.0
/// The draw of redirect_gen.
#include <catch2/catch.hpp>

#include <set>
#include <tuple>

#include "block/random.hpp"
#include "cosim/redirect_block.hpp"
#include "cosim/rtl/runtime.hpp"

using namespace selvage;
using cosim::RedirectIn;

namespace {

std::unique_ptr<cosim::RedirectBlock> generator(unsigned build = 0, std::uint32_t bugs = 0) {
  return cosim::redirect_builds().at(build).make({bugs});
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

TEST_CASE("The answer of step t shows in t+2 and is 0 without a redirect", "[flow][FLOW-C-6]") {
  const unsigned build = GENERATE(0U, 1U);
  const auto block = generator(build);
  block->edge(load(500));  // C = 468 + 4 * 500, cut to 1,023; the LFSR is 1
  CHECK_FALSE(block->outputs().redirect);
  block->edge(load(500, true));
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

TEST_CASE("The history holds the depth of every 42nd step", "[flow][FLOW-C-6]") {
  const auto block = generator();
  for (unsigned t = 0; t < 42 * 10; ++t) {
    block->edge(wait(1000 + t));
    // after the edge of cycle t, step t-1 is done
    const unsigned shifts = t / 42;
    const auto hist = block->state().hist;
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned expected = i < shifts ? 1000 + 42 * (shifts - i) - 1 : 0;
      REQUIRE(hist[i] == expected);
    }
  }
}

TEST_CASE("C is the depth above 32 and four times the growth", "[flow][FLOW-C-6]") {
  const unsigned depth = GENERATE(32U, 33U, 40U, 100U);
  const auto block = generator();
  // a constant depth for longer than the history: no growth; then every value of the LFSR
  for (unsigned t = 0; t < 42 * 8; ++t) block->edge(wait(depth));
  const unsigned grown = GENERATE(0U, 3U);
  for (unsigned i = 0; i < 41; ++i) block->edge(load(depth));
  block->edge(wait(depth));
  block->edge(wait(depth));
  const unsigned before = block->outputs().redirects;
  const unsigned loads = block->outputs().loads;
  block->edge(wait(depth));
  unsigned below = 0;
  // within one period of the history the oldest entry stays `depth`
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

TEST_CASE("Every deliberate fault of the redirect generator shows", "[flow][bug]") {
  const unsigned bug = GENERATE(range(0U, 5U));
  const auto good = generator(0);
  const auto faulty = generator(0, 1U << bug);
  tb::Random random(bug);
  bool differ = false;
  unsigned depth = 0;
  for (unsigned t = 0; t < 20000 && !differ; ++t) {
    if (random.percent(2)) depth = random.below(1000);
    RedirectIn in = random.percent(50) ? load(depth, random.percent(30)) : wait(depth);
    good->edge(in);
    faulty->edge(in);
    differ = good->outputs().redirect != faulty->outputs().redirect ||
             good->state().lfsr != faulty->state().lfsr ||
             good->state().hist != faulty->state().hist;
  }
  CHECK(differ);
  static_cast<void>(cosim::take_rtl_failure());
}
