// SPDX-License-Identifier: Apache-2.0
/// The corrected rules give the same routing whatever the order of failures and messages.
#include <catch2/catch.hpp>

#include <algorithm>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;

TEST_CASE("Order: any interleaving of message delivery ends in the same state", "[golden]") {
  const auto [m, n, most] = GENERATE(std::tuple{4U, 3U, 8U}, std::tuple{4U, 4U, 16U},
                                     std::tuple{4U, 5U, 16U}, std::tuple{8U, 3U, 16U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(9);
  SettledTree settled(tree, 512, Rule::kCorrected);
  for (unsigned round = 0; round < 25; ++round) {
    const Links faults = random_links(tree, 2 + below(random, most), random);
    INFO(text(tree, faults));
    settled.reset();
    settled.kill_all(faults);
    settled.settle();
    const auto expected = knowledge(settled);
    for (unsigned order = 0; order < 4; ++order) {
      settled.reset();
      settled.kill_all(faults);
      settled.settle_in_order([&](std::size_t waiting) { return random() % waiting; });
      REQUIRE(knowledge(settled) == expected);
    }
    // Newest first starves the older messages as long as it can.
    settled.reset();
    settled.kill_all(faults);
    settled.settle_in_order([](std::size_t waiting) { return waiting - 1; });
    REQUIRE(knowledge(settled) == expected);
  }
}

TEST_CASE("Order: links that fail while messages are under way end in the same masks", "[golden]") {
  const auto [m, n, most] = GENERATE(std::tuple{4U, 3U, 8U}, std::tuple{4U, 4U, 16U},
                                     std::tuple{4U, 5U, 16U}, std::tuple{8U, 3U, 20U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(10);
  SettledTree settled(tree, 512, Rule::kCorrected);
  for (unsigned round = 0; round < 60; ++round) {
    const Links faults = random_links(tree, 2 + below(random, most), random);
    INFO(text(tree, faults));
    settled.reset();
    for (const SwitchPort& link : faults) {
      settled.kill(link);
      for (unsigned hops = below(random, 4); hops > 0; --hops) settled.deliver_round();
    }
    settled.settle();
    REQUIRE(audit(settled).exact());
    REQUIRE(no_dead_ends(settled));
  }
}

TEST_CASE("Settled tree: messages on a dying link are lost and killing twice is once", "[golden]") {
  const FatTree tree(4, 3);
  SettledTree settled(tree, 8, Rule::kCorrected);
  settled.kill(links(tree, {"1/21/2"})[0]);  // <2,01> tells three children, <1,21> nobody
  settled.kill(links(tree, {"1/11/2"})[0]);  // one of the three, and then two more are sent twice
  settled.kill({switch_at(tree, 2, "01"), 1});  // the same link by its upper end
  CHECK(settled.dead().size() == 2);
  CHECK(settled.settle() == 4);
  CHECK(settled.machine(switch_at(tree, 1, "11")).state().lft.entries().empty());
  CHECK(settled.machine(switch_at(tree, 1, "01")).state().lft.entries().size() == 2);
}

TEST_CASE("Settled tree: skipping repeated ULFMs changes no state", "[golden]") {
  const auto [m, n, most] =
      GENERATE(std::tuple{4U, 4U, 16U}, std::tuple{4U, 5U, 16U}, std::tuple{8U, 3U, 20U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(12);
  SettledTree full(tree, 512, Rule::kCorrected);
  SettledTree lean(tree, 512, Rule::kCorrected);
  lean.skip_repeats();
  for (unsigned round = 0; round < 40; ++round) {
    const Links faults = random_links(tree, 2 + below(random, most), random);
    INFO(text(tree, faults));
    full.reset();
    lean.reset();
    std::uint64_t sent = 0;
    std::uint64_t sent_lean = 0;
    for (const SwitchPort& link : faults) {
      full.kill(link);
      lean.kill(link);
      sent += full.settle();
      sent_lean += lean.settle();
    }
    REQUIRE(sent_lean <= sent);
    REQUIRE(knowledge(lean) == knowledge(full));
  }
}

TEST_CASE("Settled tree: a fault in a tree of 40000 switches", "[golden]") {
  const FatTree tree(16, 5);
  SettledTree settled(tree, 8, Rule::kCorrected);
  settled.skip_repeats();
  settled.kill(tree.fallible_link(0));
  CHECK(settled.settle() > 0);
  for (SwitchIdx leaf = 1; leaf < tree.host_count() / tree.h(); ++leaf) {
    REQUIRE(settled.machine(leaf).state().lft.entries().size() == 1);
  }
}
