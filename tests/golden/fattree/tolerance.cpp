// SPDX-License-Identifier: Apache-2.0
/// Exhaustive counts of intolerable fault sets, and V against ground truth (FT-AUD-1, FT-AUD-2).
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;

namespace {

constexpr unsigned kRoomy = 256;  // fault table lines: no overflow

struct Count {
  std::uint64_t sets = 0;
  std::uint64_t by_truth = 0;     ///< intolerable: ground truth
  std::uint64_t by_masks = 0;     ///< V empty at a leaf switch
  std::uint64_t by_journeys = 0;  ///< some pair's packet does not arrive
  std::uint64_t inexact = 0;      ///< V differs from ground truth at some switch and destination
  std::uint64_t dead_ends = 0;    ///< some choice in V leads to a dead end
};

Count count_all(const FatTree& tree, unsigned k, bool journeys) {
  Count count;
  SettledTree settled(tree, kRoomy, Rule::kCorrected);
  for_each_fault_set(tree, k, [&](const Links& faults) {
    ++count.sets;
    if (!GroundTruth(tree, faults).tolerable()) ++count.by_truth;
    settled.reset();
    settled.kill_all(faults);
    settled.settle();
    const Audit result = audit(settled);
    if (!result.exact()) ++count.inexact;
    if (result.empty_at_leaf > 0) ++count.by_masks;
    if (!journeys) return;
    if (undelivered_pairs(settled) > 0) ++count.by_journeys;
    if (!no_dead_ends(settled)) ++count.dead_ends;
  });
  return count;
}

void check(const Count& count, std::uint64_t sets, std::uint64_t intolerable, bool journeys) {
  CHECK(count.sets == sets);
  CHECK(count.by_truth == intolerable);
  CHECK(count.by_masks == intolerable);
  CHECK(count.inexact == 0);
  CHECK(count.dead_ends == 0);
  if (journeys) CHECK(count.by_journeys == intolerable);
}

}  // namespace

TEST_CASE("FT-AUD-1: all 1 to 3 fault sets of 4P3T counted three ways", "[golden]") {
  const FatTree tree(4, 3);
  check(count_all(tree, 1, true), 32, 0, true);
  check(count_all(tree, 2, true), 496, 64, true);
  check(count_all(tree, 3, true), 4960, 1632, true);
}

TEST_CASE("FT-AUD-1: all single faults of 8P3T and 4P5T", "[golden]") {
  check(count_all(FatTree(8, 3), 1, true), 256, 0, true);
  check(count_all(FatTree(4, 5), 1, true), 256, 0, true);
}

TEST_CASE("FT-AUD-2: all 32640 double faults of 8P3T are tolerated", "[golden]") {
  check(count_all(FatTree(8, 3), 2, false), 32640, 0, false);
}

TEST_CASE("FT-AUD-2: all double faults of 6P2T and 6P3T are tolerated", "[golden]") {
  check(count_all(FatTree(6, 2), 2, true), 18 * 17 / 2, 0, true);
  check(count_all(FatTree(6, 3), 2, false), 108 * 107 / 2, 0, false);
}

TEST_CASE("FT-AUD-2: h faults at one leaf switch cut it off", "[golden]") {
  for (const unsigned m : {4U, 6U, 8U, 64U}) {
    const FatTree tree(m, 2);
    Links faults;
    for (unsigned k = tree.h(); k < m; ++k) {
      CHECK(GroundTruth(tree, faults).tolerable());
      faults.push_back({1, static_cast<PortIdx>(k)});
    }
    CHECK_FALSE(GroundTruth(tree, faults).tolerable());
  }
}

TEST_CASE("FT-AUD-1: V is exact on random fault sets of many sizes", "[golden]") {
  const auto [m, n, most, rounds] = GENERATE(
      std::tuple{4U, 2U, 6U, 200U}, std::tuple{4U, 4U, 16U, 400U}, std::tuple{4U, 5U, 20U, 100U},
      std::tuple{8U, 3U, 24U, 200U}, std::tuple{6U, 3U, 20U, 300U}, std::tuple{6U, 4U, 30U, 20U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(11);
  SettledTree settled(tree, 4096, Rule::kCorrected);
  for (unsigned round = 0; round < rounds; ++round) {
    const Links faults = random_links(tree, 1 + below(random, most), random);
    INFO(text(tree, faults));
    settled.reset();
    settled.kill_all(faults);
    settled.settle();
    const Audit result = audit(settled);
    REQUIRE(result.compared > 0);
    REQUIRE(result.good_excluded == 0);
    REQUIRE(result.bad_included == 0);
    REQUIRE(GroundTruth(tree, faults).tolerable() == (result.empty_at_leaf == 0));
    REQUIRE(no_dead_ends(settled));
    REQUIRE(settled.overflows() == 0);
  }
}

TEST_CASE("FT-AUD-1: clustered faults of neighbouring links keep V exact", "[golden]") {
  const auto [m, n] = GENERATE(std::pair{4U, 4U}, std::pair{4U, 5U}, std::pair{6U, 4U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(5);
  SettledTree settled(tree, 4096, Rule::kCorrected);
  for (unsigned round = 0; round < 60; ++round) {
    Links faults;  // up links of a few switches: many cascades
    for (unsigned i = 0; i < 4; ++i) {
      const SwitchPort one = tree.fallible_link(below(random, tree.fallible_link_count()));
      for (unsigned k = tree.h(); k < tree.m(); ++k) {
        if (below(random, 4) != 0) faults.push_back({one.sw, static_cast<PortIdx>(k)});
      }
    }
    INFO(text(tree, faults));
    settled.reset();
    settled.kill_all(faults);
    settled.settle();
    REQUIRE(audit(settled).exact());
    REQUIRE(no_dead_ends(settled));
  }
}
