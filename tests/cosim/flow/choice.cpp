// SPDX-License-Identifier: Apache-2.0
/// least_loaded in RTL is the golden rule: all questions at small sizes from every position of the
/// pointer, drawn ones at the sizes of the fabric.
#include <catch2/catch.hpp>

#include "choice.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// Every question of a build, each from every position of the pointer; loads below `units`, ports
/// of `lefts` left.
std::uint64_t exhaust(ChoicePair& pair, unsigned ports, unsigned units, bool lefts) {
  const unsigned all = 1U << ports;
  std::uint64_t questions = 0;
  unsigned loads = 1;
  for (unsigned p = 0; p < ports; ++p) loads *= units;
  cosim::LeastLoadedIn set, in;
  set.valid = in.valid = true;
  set.open = all - 1;
  for (unsigned pointer = 0; pointer < ports; ++pointer) {
    // Two candidates, the port before the pointer the less loaded one.
    const unsigned before = (pointer + ports - 1) % ports;
    set.candidates = 1U << before | 1U << pointer;
    set.load[before] = 0;
    set.load[pointer] = units - 1;
    for (unsigned q = 0; q < all * all * (lefts ? all : 1); ++q) {
      in.candidates = q % all;
      in.open = q / all % all;
      in.left = q / all / all;
      for (unsigned l = 0; l < loads; ++l) {
        for (unsigned p = 0, rest = l; p < ports; ++p, rest /= units) in.load[p] = rest % units;
        pair.step(set);
        if (pair.golden().pointer() != pointer) throw std::logic_error("pointer");
        pair.step(in);
        ++questions;
      }
      if (!pair.difference().empty()) return questions;
    }
  }
  for (unsigned i = 0; i < 8; ++i) pair.step({});
  return questions;
}

}  // namespace

TEST_CASE("FLOW-C-2: least_loaded in RTL, every question from every pointer at small sizes",
          "[flow][lockstep]") {
  SECTION("2 ports, loads of 1 bit") {
    ChoicePair pair = choice_pair(2, 1, 0);
    CHECK(exhaust(pair, 2, 2, true) == 2U * 64 * 4);
    CHECK(pair.difference() == "");
  }
  SECTION("3 ports, loads of 2 bits") {
    ChoicePair pair = choice_pair(3, 1, 0);
    CHECK(exhaust(pair, 3, 4, true) == 3U * 512 * 64);
    CHECK(pair.difference() == "");
  }
  SECTION("4 ports, loads of 2 bits, shifted by 0 and 1") {
    const unsigned shift = GENERATE(0U, 1U);
    ChoicePair pair = choice_pair(4, 1, shift);
    CHECK(exhaust(pair, 4, 4, false) == 4U * 256 * 256);
    CHECK(pair.difference() == "");
  }
  SECTION("4 ports, two loads, ports that were left") {
    ChoicePair pair = choice_pair(4, 1, 0);
    CHECK(exhaust(pair, 4, 2, true) == 4U * 4096 * 16);
    CHECK(pair.difference() == "");
  }
}

TEST_CASE("FLOW-C-2: least_loaded: RTL is the golden rule with any loads", "[flow][lockstep]") {
  const unsigned ports = GENERATE(8U, 64U);
  tb::Random random(7);
  std::uint64_t pointers = 0, none = 0;
  std::uint64_t taken[cosim::kMostChoicePorts] = {};
  for (unsigned set = 0; set < 9; ++set) {
    const bool largest = set == 8;  // the longest sums there are
    const unsigned floor =
        largest ? (1U << 14) - 1 : random.below(random.percent(50) ? 100 : 1U << 14);
    const unsigned shift = largest ? 0 : random.below(random.percent(50) ? 4 : 16);
    CAPTURE(ports, floor, shift);
    ChoicePair pair = choice_pair(ports, floor, shift);
    ChoiceStimulus stimulus(80 + set, ports);
    REQUIRE(run(pair, stimulus, 20'000) == "");
    pointers |= stimulus.seen.pointers;
    none += stimulus.seen.none;
    for (unsigned p = 0; p < ports; ++p) taken[p] += stimulus.seen.taken[p];
  }
  CHECK(pointers == ~std::uint64_t{0} >> (64 - ports));
  CHECK(none > 1'000);
  for (unsigned p = 0; p < ports; ++p) CHECK(taken[p] > 500);
}
