// SPDX-License-Identifier: Apache-2.0
/// E5: a DLFM has to be sent again when its level drops (FT-MSG-8).
#include <catch2/catch.hpp>

#include <algorithm>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;

namespace {

/// <2,000> loses its way to the roots and tells <1,010>, which then loses port 3 and tells its
/// leaves "up to level 2"; last it loses port 2 as well: now only up to level 1.
const std::vector<std::string> kHistory{"2/000/2", "2/000/3", "1/010/3", "1/010/2"};

SettledTree play(const FatTree& tree, MessageBugs bugs) {
  SettledTree settled(tree, 32, Rule::kCorrected, bugs);
  for (const SwitchPort& link : links(tree, kHistory)) {
    settled.kill(link);
    settled.settle();
  }
  return settled;
}

}  // namespace

TEST_CASE("FT-MSG-8: E5: leaves learn that a level is lost later", "[golden]") {
  const FatTree tree(4, 4);
  SettledTree settled = play(tree, {});
  const SwitchIdx leaf = switch_at(tree, 0, "010");
  CHECK(settled.machine(leaf).state().up[0] == UpPortState{true, false, 1});
  CHECK(audit(settled).exact());
  CHECK(GroundTruth(tree, settled.dead()).tolerable());
  CHECK(undelivered_pairs(settled) == 0);
}

TEST_CASE("FT-MSG-8: E5: the bug dlfm_once is detected", "[golden][bug]") {
  const FatTree tree(4, 4);
  SettledTree settled = play(tree, {false, true});
  const SwitchIdx leaf = switch_at(tree, 0, "010");
  CHECK(settled.machine(leaf).state().up[0] == UpPortState{true, false, 2});
  const Audit result = audit(settled);
  CHECK(result.good_excluded == 0);
  CHECK(result.bad_included > 0);
  CHECK_FALSE(no_dead_ends(settled));
  CHECK(undelivered_pairs(settled) > 0);
}

TEST_CASE("FT-MSG-8: dlfm_once shows in random fault histories and only there", "[golden][bug]") {
  const auto [m, n, shows] = GENERATE(std::tuple{4U, 4U, true}, std::tuple{4U, 5U, true},
                                      std::tuple{6U, 4U, true}, std::tuple{4U, 3U, false});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(1);
  unsigned caught = 0;
  for (unsigned round = 0; round < 100; ++round) {
    // The up links of a switch of level 1 and of its parents fail in random order, but for a few.
    const SwitchIdx leaves = tree.host_count() / tree.h();
    const SwitchIdx sw = leaves + below(random, leaves);
    Links history;
    for (unsigned k = tree.h(); k < m; ++k) {
      history.push_back({sw, static_cast<PortIdx>(k)});
      const SwitchIdx parent = tree.peer(sw, static_cast<PortIdx>(k)).index;
      if (tree.is_root(tree.level(parent))) continue;
      for (unsigned k2 = tree.h(); k2 < m; ++k2) {
        history.push_back({parent, static_cast<PortIdx>(k2)});
      }
    }
    std::shuffle(history.begin(), history.end(), random);
    history.resize(history.size() - below(random, tree.h()));
    SettledTree bad(tree, 256, Rule::kCorrected, {false, true});
    SettledTree good(tree, 256, Rule::kCorrected);
    for (const SwitchPort& link : history) {
      bad.kill(link);
      bad.settle();
      good.kill(link);
      good.settle();
    }
    INFO(text(tree, history));
    if (!audit(bad).exact()) ++caught;
    REQUIRE(audit(good).exact());
  }
  INFO(caught << " of 100 histories caught it");
  CHECK((caught > 0) == shows);  // a level can only drop where a parent is below the roots
}
