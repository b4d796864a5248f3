// SPDX-License-Identifier: Apache-2.0
/// E2: how many lines the Link Fault Table needs. "k lines for k faults" (section 6.3) is false;
/// how many it has (FT-LFT-2).
#include <catch2/catch.hpp>

#include <algorithm>

#include "golden/fattree/control_fabric.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;

TEST_CASE("E2: largest tables of 4P3T for 1 to 5 faults", "[golden][FT-MSG-6]") {
  const FatTree tree(4, 3);
  SettledTree settled(tree, 64, Rule::kCorrected);
  const std::size_t expected[] = {1, 2, 4, 6, 7};
  for (unsigned k = 1; k <= 5; ++k) {
    std::size_t most = 0;
    unsigned sets_above_k = 0;
    for_each_fault_set(tree, k, [&](const Links& faults) {
      settled.reset();
      settled.kill_all(faults);
      settled.settle();
      const std::size_t lines = largest_table(settled);
      most = std::max(most, lines);
      if (lines > k) ++sets_above_k;
    });
    INFO(k << " faults");
    CHECK(most == expected[k - 1]);
    if (k <= 3) CHECK(sets_above_k == (k == 3 ? 48 : 0));
  }
}

TEST_CASE("E2: three faults that need four lines", "[golden][FT-MSG-6]") {
  const FatTree tree(4, 3);
  SettledTree settled(tree, 64, Rule::kCorrected);
  settled.kill_all(links(tree, {"1/00/2", "1/10/2", "1/20/3"}));
  settled.settle();
  CHECK(largest_table(settled) == 4);
}

TEST_CASE("FT-LFT-2: E2: four faults need six lines and fewer lose a tolerable set", "[golden]") {
  const FatTree tree(4, 3);
  const Links faults = links(tree, {"1/00/3", "1/10/2", "1/20/2", "1/30/2"});
  CHECK(GroundTruth(tree, faults).tolerable());
  for (const unsigned lines : {4U, 5U, 6U, 32U}) {
    INFO(lines << " lines");
    SettledTree settled(tree, lines, Rule::kCorrected);
    settled.kill_all(faults);
    settled.settle();
    CHECK((undelivered_pairs(settled) == 0) == (lines >= 6));
    CHECK((settled.overflows() == 0) == (lines >= 6));
    CHECK(audit(settled).exact() == (lines >= 6));
    CHECK(settled.machine(switch_at(tree, 0, "00")).state().lft.entries().size() ==
          std::min(lines, 6U));
  }
}

TEST_CASE("FT-LFT-2: E2: ten faults of 8P3T need 28 lines", "[golden]") {
  const FatTree tree(8, 3);
  std::vector<std::string> names{"1/00/5", "1/00/6", "1/00/7"};
  for (unsigned c = 1; c <= 7; ++c) names.push_back("1/" + std::to_string(c) + "0/4");
  const Links faults = links(tree, names);
  CHECK(GroundTruth(tree, faults).tolerable());
  for (const unsigned lines : {27U, 28U}) {
    INFO(lines << " lines");
    SettledTree settled(tree, lines, Rule::kCorrected);
    settled.kill_all(faults);
    settled.settle();
    CHECK((settled.overflows() == 0) == (lines == 28));
    CHECK((undelivered_pairs(settled) == 0) == (lines == 28));
    CHECK(largest_table(settled) == lines);
  }
}

TEST_CASE("E2: h-1+j faults can need h times j lines", "[golden][FT-MSG-6]") {
  const FatTree tree(8, 3);
  for (unsigned j = 1; j <= 7; ++j) {
    std::vector<std::string> names{"1/00/5", "1/00/6", "1/00/7"};
    for (unsigned c = 1; c <= j; ++c) names.push_back("1/" + std::to_string(c) + "0/4");
    SettledTree settled(tree, 64, Rule::kCorrected);
    settled.kill_all(links(tree, names));
    settled.settle();
    CHECK(largest_table(settled) == 4 * j);
  }
}

TEST_CASE("FT-LFT-2: where no size is given a fault table has 32 lines", "[golden]") {
  const FatTree tree(4, 3);
  const ControlFabric fabric(tree, {});
  for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
    CHECK(fabric.state(sw).faults.lft.capacity() == 32);
  }
}
