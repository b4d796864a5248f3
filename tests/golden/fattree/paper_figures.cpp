// SPDX-License-Identifier: Apache-2.0
/// Figures 2 to 4 of the paper: LK<0,21>3 fails in the 4-port 3-tree.
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;

namespace {

HostIdx host(const FatTree& tree, std::string_view p) { return tree.host_of(host_at(tree, p)); }

std::vector<std::string> hops_of(const FatTree& tree, const Journey& journey) {
  std::vector<std::string> names;
  for (const SwitchPort& hop : journey.hops) names.push_back(tree.port_name(hop.sw, hop.port));
  return names;
}

}  // namespace

TEST_CASE("Figure 2: by port 3 every way from 100 to 211 meets the dead link",
          "[golden][FT-TOP-2][FT-TOP-3][FT-AUD-2]") {
  const FatTree tree(4, 3);
  const SwitchIdx upper = switch_at(tree, 1, "21");
  CHECK(tree.peer(upper, 1).index == switch_at(tree, 0, "21"));
  CHECK(tree.peer(upper, 1).port == 3);
  CHECK(tree.link_name({upper, 1}) == "LK<0,21>3");

  const GroundTruth truth(tree, links(tree, {"0/21/3"}));
  const SwitchName s = tree.name_of(switch_at(tree, 0, "10"));
  CHECK(truth.good_up_ports(s, 2, host_at(tree, "211")) == 0b01);
  CHECK(truth.connected(host_at(tree, "100"), host_at(tree, "211")));
  CHECK(truth.tolerable());
}

TEST_CASE("Figure 3: the ULFM reaches every other bottom switch and makes LFE 21 10",
          "[golden][FT-DET-2][FT-MSG-3][FT-LFT-1]") {
  const FatTree tree(4, 3);
  SettledTree settled(tree, 32, GENERATE(Rule::kCorrected, Rule::kPaper));
  settled.kill(links(tree, {"0/21/3"})[0]);
  CHECK(settled.settle() == 21);
  const LinkFaultEntry expected{tree.name_of(switch_at(tree, 0, "21")).c, 0b10};
  for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
    INFO(tree.switch_name(sw));
    const SwitchState& state = settled.machine(sw).state();
    const bool informed = tree.level(sw) == 0 && sw != switch_at(tree, 0, "21");
    REQUIRE(state.lft.entries().size() == (informed ? 1 : 0));
    if (informed) CHECK(state.lft.entries()[0] == expected);
    CHECK(state.down_failed == (sw == switch_at(tree, 1, "21") ? 0b10 : 0));
    const bool lower_end = sw == switch_at(tree, 0, "21");
    CHECK(state.up[0] == UpPortState{});
    CHECK(state.up[1] == (lower_end ? UpPortState{true, true, 0} : UpPortState{}));
  }
}

TEST_CASE("Figure 4: the packet from 100 to 211 goes up by port 2 and arrives",
          "[golden][FT-RS-1][FT-RS-3][FT-RS-4]") {
  const FatTree tree(4, 3);
  SettledTree settled(tree, 32, Rule::kCorrected);
  const HostIdx from = host(tree, "100");
  const HostIdx to = host(tree, "211");
  const auto before = follow(settled, from, to);
  CHECK(hops_of(tree, before) ==
        std::vector<std::string>{"<0,10>3", "<1,11>3", "<2,11>2", "<1,21>1", "<0,21>1"});

  settled.kill(links(tree, {"0/21/3"})[0]);
  const auto meanwhile = follow(settled, from, to);  // nobody has been notified yet
  CHECK(meanwhile.fate == Fate::kLost);
  CHECK(tree.link_name(meanwhile.hops.back()) == "LK<0,21>3");

  settled.settle();
  const auto after = follow(settled, from, to);
  CHECK(after.fate == Fate::kDelivered);
  CHECK(hops_of(tree, after) ==
        std::vector<std::string>{"<0,10>2", "<1,10>3", "<2,10>2", "<1,20>1", "<0,21>1"});
  CHECK(undelivered_pairs(settled) == 0);
}
