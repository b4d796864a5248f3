// SPDX-License-Identifier: Apache-2.0
/// Random fault sets (TOL-RANDOM).
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tolerance/enumerate.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::tolerance;

TEST_CASE("TOL-RANDOM: links of a set are different, and it is a function of seed and number",
          "[tolerance]") {
  const FatTree tree(8, 3);
  for (unsigned size = 0; size <= 20; ++size) {
    for (std::uint64_t i = 0; i < 200; ++i) {
      const FaultSet set = random_set(tree, size, 4, i);
      REQUIRE(set.size() == size);
      REQUIRE(std::set<std::uint32_t>(set.begin(), set.end()).size() == size);
      REQUIRE(std::all_of(set.begin(), set.end(), [](auto link) { return link < 256; }));
      REQUIRE(set == random_set(tree, size, 4, i));
    }
  }
  CHECK(random_set(tree, 6, 4, 0) != random_set(tree, 6, 4, 1));
  CHECK(random_set(tree, 6, 4, 0) != random_set(tree, 6, 5, 0));
  CHECK(random_set(tree, 256, 1, 0).size() == 256);
  CHECK_THROWS_AS(random_set(tree, 257, 1, 0), std::invalid_argument);
}

TEST_CASE("TOL-RANDOM: any two of 8 links in any order are equally likely", "[tolerance]") {
  const FatTree tree(4, 2);  // 8 links, 56 ordered pairs
  std::map<FaultSet, unsigned> seen;
  constexpr unsigned kDraws = 56000;
  for (unsigned i = 0; i < kDraws; ++i) ++seen[random_set(tree, 2, 9, i)];
  REQUIRE(seen.size() == 56);
  double chi = 0;
  for (const auto& [set, count] : seen) chi += std::pow(count - 1000.0, 2) / 1000.0;
  CHECK(chi < 102);  // 55 degrees of freedom, 1 in 10,000
}

TEST_CASE("TOL-RANDOM: a series cut in two is the same series", "[tolerance]") {
  const FatTree tree(4, 3);
  const auto engine = make_engine(tree, {});
  Tally two = count_random(*engine, 4, 3, 0, 700);
  const Tally rest = count_random(*engine, 4, 3, 700, 300);
  const Tally all = count_random(*engine, 4, 3, 0, 1000);
  CHECK(two.intolerable + rest.intolerable == all.intolerable);
  CHECK(two.undelivered + rest.undelivered == all.undelivered);
  // Near the exact share, within four standard deviations.
  const Tally exact = count_all(*engine, 4);
  const double p = static_cast<double>(exact.intolerable) / static_cast<double>(exact.sets);
  CHECK(std::abs(static_cast<double>(all.intolerable) - 1000 * p) <
        4 * std::sqrt(1000 * p * (1 - p)));
}
