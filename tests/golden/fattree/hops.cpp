// SPDX-License-Identifier: Apache-2.0
/// FT-AUD-3: how far and how long fault messages travel, in synchronous hops.
#include <catch2/catch.hpp>

#include <algorithm>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;

namespace {

/// Hops from the detection to the last change of state at any switch.
unsigned hops_to_rest(SettledTree& settled) {
  unsigned hop = 0;
  unsigned last_change = 0;
  for (;;) {
    const auto round = settled.deliver_round();
    if (round.delivered == 0) return last_change;
    ++hop;
    if (round.changes > 0) last_change = hop;
  }
}

}  // namespace

TEST_CASE("FT-AUD-3: a single fault at level l settles in exactly 2n-3-2l hops", "[golden]") {
  const auto [m, n] =
      GENERATE(std::pair{4U, 3U}, std::pair{4U, 5U}, std::pair{8U, 3U}, std::pair{4U, 2U});
  const FatTree tree(m, n);
  INFO(tree.label());
  SettledTree settled(tree, 32, Rule::kCorrected);
  for (std::uint32_t i = 0; i < tree.fallible_link_count(); ++i) {
    const SwitchPort link = tree.fallible_link(i);
    INFO(tree.link_name(link));
    settled.reset();
    settled.kill(link);
    REQUIRE(hops_to_rest(settled) == 2 * n - 3 - 2 * tree.level(link.sw));
  }
}

TEST_CASE("FT-AUD-3: many faults at once settle in at most 2n-3 hops", "[golden]") {
  const auto [m, n, most] = GENERATE(std::tuple{4U, 3U, 10U}, std::tuple{4U, 4U, 20U},
                                     std::tuple{4U, 5U, 30U}, std::tuple{8U, 3U, 24U});
  const FatTree tree(m, n);
  INFO(tree.label());
  SettledTree settled(tree, 512, Rule::kCorrected);
  std::mt19937 random(4);
  unsigned worst = 0;
  for (unsigned round = 0; round < 150; ++round) {
    const Links faults = random_links(tree, 1 + below(random, most), random);
    INFO(text(tree, faults));
    settled.reset();
    settled.kill_all(faults);
    worst = std::max(worst, hops_to_rest(settled));
    REQUIRE(worst <= 2 * n - 3);
  }
  CHECK(worst == 2 * n - 3);  // attained
}

TEST_CASE("Messages: transmissions of a single level 0 fault",
          "[golden][FT-MSG-1][FT-MSG-2][FT-MSG-3]") {
  const auto [m, n, sent] =
      GENERATE(std::tuple{4U, 3U, 21U}, std::tuple{8U, 3U, 147U}, std::tuple{4U, 5U, 409U});
  const FatTree tree(m, n);
  INFO(tree.label());
  SettledTree settled(tree, 32, Rule::kCorrected);
  for (std::uint32_t i = 0; tree.level(tree.fallible_link(i).sw) == 0; ++i) {
    settled.reset();
    settled.kill(tree.fallible_link(i));
    REQUIRE(settled.settle() == sent);
  }
}

TEST_CASE("FT-AUD-3: faults whose ends notice one after the other settle in 2n-3 hops",
          "[golden]") {
  const auto [m, n, most] = GENERATE(std::tuple{4U, 3U, 6U}, std::tuple{4U, 4U, 8U},
                                     std::tuple{4U, 5U, 14U}, std::tuple{8U, 3U, 12U});
  const FatTree tree(m, n);
  INFO(tree.label());
  SettledTree settled(tree, 512, Rule::kCorrected);
  std::mt19937 random(14);
  for (unsigned round = 0; round < 100; ++round) {
    const Links faults = random_links(tree, 1 + below(random, most), random);
    INFO(text(tree, faults));
    settled.reset();
    Links ends;
    for (const SwitchPort& link : faults) {
      settled.cut(link);
      const PortEnd upper = tree.peer(link.sw, link.port);
      ends.push_back(link);
      ends.push_back({upper.index, upper.port});
    }
    std::shuffle(ends.begin(), ends.end(), random);
    for (const SwitchPort& end : ends) {
      for (unsigned hops = below(random, 4); hops > 0; --hops) settled.deliver_round();
      settled.detect(end);
    }
    REQUIRE(hops_to_rest(settled) <= 2 * n - 3);
    REQUIRE(audit(settled).exact());
  }
}

TEST_CASE("FT-REP-3: a single repair at level l settles in 2n-3-2l hops", "[golden][repair]") {
  const auto [m, n] = GENERATE(std::pair{4U, 3U}, std::pair{4U, 5U}, std::pair{8U, 3U});
  const FatTree tree(m, n);
  SettledTree settled(tree, 32, Rule::kCorrected);
  for (std::uint32_t i = 0; i < tree.fallible_link_count(); ++i) {
    const SwitchPort link = tree.fallible_link(i);
    settled.reset();
    settled.kill(link);
    settled.settle();
    settled.repair(link);
    REQUIRE(hops_to_rest(settled) == 2 * n - 3 - 2 * tree.level(link.sw));
    REQUIRE(audit(settled).exact());
  }
}
