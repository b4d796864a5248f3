// SPDX-License-Identifier: Apache-2.0
/// Exhaustive counts (TOL-COUNT) against the specification's and each other.
#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

#include "tolerance/enumerate.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::tolerance;

namespace {

Tally by_symmetry(const FatTree& tree, unsigned size) {
  return count_all_by_symmetry(*make_engine(tree, {}), size);
}

}  // namespace

TEST_CASE("TOL-COUNT: known numbers of intolerable sets", "[tolerance]") {
  const auto [m, n, size, sets, intolerable] =
      GENERATE(std::tuple{4U, 3U, 1U, 32U, 0U}, std::tuple{4U, 3U, 2U, 496U, 64U},
               std::tuple{4U, 3U, 3U, 4960U, 1632U}, std::tuple{8U, 3U, 1U, 256U, 0U},
               std::tuple{8U, 3U, 2U, 32640U, 0U});
  const FatTree tree(m, n);
  const Tally all = count_all(*make_engine(tree, {}), size);
  CHECK(all.sets == sets);
  CHECK(all.intolerable == intolerable);
  CHECK(all.not_tolerated == intolerable);
  CHECK(all.needless == 0);
  CHECK(by_symmetry(tree, size) == all);
}

TEST_CASE("TOL-COUNT: symmetry changes no count", "[tolerance]") {
  const auto [m, n, size] =
      GENERATE(std::tuple{4U, 2U, 3U}, std::tuple{4U, 3U, 4U}, std::tuple{6U, 2U, 5U},
               std::tuple{4U, 4U, 3U}, std::tuple{6U, 3U, 3U});
  const FatTree tree(m, n);
  INFO(tree.label() << ", " << size);
  const Tally all = count_all(*make_engine(tree, {}), size);
  const Tally some = by_symmetry(tree, size);
  CHECK(some == all);
  CHECK(some.evaluated < all.evaluated);
  CHECK(all.sets == set_count(tree.fallible_link_count(), size));
}

TEST_CASE("TOL-COUNT: E7: 6,976 of all sets of four faults of 8P3T are intolerable",
          "[tolerance]") {
  const Tally tally = by_symmetry(FatTree(8, 3), 4);
  CHECK(tally.sets == 174'792'640);
  CHECK(tally.intolerable == 6976);
}

TEST_CASE("TOL-COUNT, TOL-ORDER: E1: the printed rule fails 32 of all sets of four faults of 4P4T",
          "[tolerance]") {
  const FatTree tree(4, 4);
  const auto worst = make_engine(tree, {Rule::kPaper, 0});
  const auto three = count_all(*worst, 3);
  CHECK(three.not_tolerated == three.intolerable);
  CHECK(three.listed == 0);
  const auto four = count_all(*worst, 4);
  CHECK(four.sets == 3'321'960);
  CHECK(four.intolerable == 846'128);
  CHECK(four.not_tolerated == 846'160);
  CHECK(four.needless == 32);
  CHECK(four.worst > 0);
  CHECK(four.listed == 0);
  CHECK(count_all_by_symmetry(*worst, 4) == four);
  // Played in ascending order the ULFMs of the lower links lead, and nothing shows.
  const auto listed = make_engine(tree, {Rule::kPaper, 0});
  listed->take(Order::kListed);
  const auto played = count_all(*listed, 4);
  CHECK(played.listed == four.worst);
  CHECK(played.not_tolerated == 846'128);
}

TEST_CASE("TOL-ORDER: the worst order loses what the worst of all listed orders loses",
          "[tolerance]") {
  const FatTree tree(4, 4);
  const auto worst = make_engine(tree, {Rule::kPaper, 0});
  const auto listed = make_engine(tree, {Rule::kPaper, 0});
  listed->take(Order::kListed);
  unsigned sets = 0;
  FaultSet set(4);
  for (set[0] = 32; set[0] < 96; ++set[0]) {  // E1 takes no link of level 0
    for (set[1] = set[0] + 1; set[1] < 96; ++set[1]) {
      for (set[2] = set[1] + 1; set[2] < 96; ++set[2]) {
        for (set[3] = set[2] + 1; set[3] < 96; ++set[3]) {
          const Outcome outcome = worst->evaluate(set);
          if (outcome.order != Order::kWorst) continue;
          ++sets;
          FaultSet order = set;
          std::uint64_t most = 0;
          do {
            const Outcome played = listed->evaluate(order);
            REQUIRE(played.order == Order::kListed);
            most = std::max(most, played.undelivered);
          } while (std::next_permutation(order.begin(), order.end()));
          REQUIRE(most == outcome.undelivered);
        }
      }
    }
  }
  CHECK(sets >= 32);
}

TEST_CASE("TOL-COUNT: more sets than can be counted are refused", "[tolerance]") {
  CHECK(set_count(32, 3) == 4960);
  CHECK(set_count(5, 6) == 0);
  CHECK_FALSE(set_count(65536, 20).has_value());
  CHECK_THROWS_AS(by_symmetry(FatTree(8, 3), 60), std::invalid_argument);
}

TEST_CASE("TOL-COUNT: symmetry is refused where the order of messages matters", "[tolerance]") {
  const FatTree tree(4, 3);
  const auto engine = make_engine(tree, {Rule::kCorrected, 1});
  CHECK_THROWS_AS(count_all_by_symmetry(*engine, 2), std::invalid_argument);
}
