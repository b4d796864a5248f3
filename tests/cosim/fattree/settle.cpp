// SPDX-License-Identifier: Apache-2.0
/// \file
/// COS-SETTLE: settling without the copies of a flood ends as with them.
#include <catch2/catch.hpp>

#include <map>
#include <random>
#include <set>

#include "cosim/settle.hpp"
#include "golden/fattree/route.hpp"
#include "golden/fattree/settle.hpp"
#include "support.hpp"

using namespace selvage;
using golden::FatTree;

TEST_CASE("COS-SETTLE: the candidates of every switch are those after every copy has been played") {
  const auto [m, n, most, rounds] =
      GENERATE(std::tuple{4U, 3U, 12U, 40U}, std::tuple{4U, 4U, 16U, 12U},
               std::tuple{6U, 3U, 20U, 8U}, std::tuple{4U, 5U, 16U, 4U});
  const FatTree tree(m, n);
  golden::SettledTree full(tree, 64, golden::Rule::kCorrected);
  std::mt19937 random(11);
  std::uint64_t copies = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const auto system = test::fattree(m, n, Engine::kGolden, {}, "corrected", 64);
    std::vector<SwitchPort> dead;
    std::set<std::uint32_t> drawn;
    while (drawn.size() < 1 + round * most / rounds) {
      drawn.insert(static_cast<std::uint32_t>(random() % tree.fallible_link_count()));
    }
    for (const std::uint32_t link : drawn) dead.push_back(tree.fallible_link(link));
    full.reset();
    full.kill_all(dead);
    const std::uint64_t played = full.settle();

    Scoreboard board;
    std::map<SwitchIdx, std::unique_ptr<SwitchControl>> controls;
    const auto at = [&](SwitchIdx sw) -> SwitchControl& {
      auto& control = controls[sw];
      if (!control) control = system->make_control(sw, board);
      return *control;
    };
    const Settlement settled = settle(tree, dead, at, 1'000'000);
    REQUIRE(settled.complete);
    REQUIRE(settled.messages <= played);
    copies += played - settled.messages;
    const golden::Digits source = tree.address_of(0);
    for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
      for (HostIdx host = 1; host < tree.host_count(); ++host) {
        const RouteDecision d = at(sw).preview({0, 0, host, 0, 0});
        const auto grant = golden::route_select(tree.level(sw), full.machine(sw).state(),
                                                {source, tree.address_of(host), false});
        INFO(tree.label() << " " << tree.switch_name(sw) << " to " << tree.host_name(host));
        REQUIRE((d.outcome == RouteDecision::Outcome::kDrop) == grant.drop);
        if (!grant.drop) REQUIRE(d.port == grant.port);
        if (grant.up) REQUIRE(d.candidates == PortMask{grant.v} << tree.h());
      }
    }
  }
  if (n > 3) CHECK(copies > 0);
}

TEST_CASE("COS-SETTLE: more messages than the limit are reported") {
  const auto system = test::fattree(4, 3, Engine::kGolden);
  Scoreboard board;
  std::map<SwitchIdx, std::unique_ptr<SwitchControl>> controls;
  const auto at = [&](SwitchIdx sw) -> SwitchControl& {
    auto& control = controls[sw];
    if (!control) control = system->make_control(sw, board);
    return *control;
  };
  const Settlement settled =
      settle(system->topology(), {test::link(system->topology(), "0/21/3")}, at, 5);
  CHECK_FALSE(settled.complete);
}
