// SPDX-License-Identifier: Apache-2.0
// A tree is found again in a network whose nodes, cables and ports are in any order (FMT-FIND).
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <set>

#include "golden/fattree/recognize.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using Catch::Contains;
using test::below;
using test::switch_at;

namespace {

/// A tree as a network; its nodes and cables in a random order.
struct Shuffled {
  Network network;
  std::vector<std::uint32_t> of;  ///< by node: its switch, or its host
  std::vector<SwitchPort> cut;    ///< links left out

  Shuffled(const FatTree& tree, std::mt19937& random, unsigned lacking, bool named) {
    const std::uint32_t switches = tree.switch_count();
    std::vector<std::uint32_t> order(switches + tree.host_count());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    std::vector<std::uint32_t> node_of(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      const bool host = order[i] >= switches;
      node_of[order[i]] = i;
      of.push_back(host ? order[i] - switches : order[i]);
      const std::string text = named && !host ? tree.switch_name(order[i]) : "anything";
      network.nodes.push_back({"n" + std::to_string(i), text, host, i + 1});
    }
    while (cut.size() < lacking) {
      const SwitchPort link = tree.fallible_link(below(random, tree.fallible_link_count()));
      const auto same = [&](SwitchPort c) { return c.sw == link.sw && c.port == link.port; };
      if (std::none_of(cut.begin(), cut.end(), same)) cut.push_back(link);
    }
    std::sort(cut.begin(), cut.end(), [](SwitchPort a, SwitchPort b) {
      return a.sw != b.sw ? a.sw < b.sw : a.port < b.port;
    });
    for (std::uint32_t i = 0; i < tree.fallible_link_count(); ++i) {
      const SwitchPort link = tree.fallible_link(i);
      const auto same = [&](SwitchPort c) { return c.sw == link.sw && c.port == link.port; };
      if (std::any_of(cut.begin(), cut.end(), same)) continue;
      add(node_of[link.sw], node_of[tree.peer(link.sw, link.port).index], random);
    }
    for (HostIdx h = 0; h < tree.host_count(); ++h) {
      add(node_of[switches + h], node_of[tree.attachment(h).sw], random);
    }
    std::shuffle(network.cables.begin(), network.cables.end(), random);
    for (unsigned i = 0; i < network.cables.size(); ++i) network.cables[i].line = 1000 + i;
  }
  void add(std::uint32_t a, std::uint32_t b, std::mt19937& random) {
    if (below(random, 2) == 0) std::swap(a, b);
    network.cables.push_back({a, b, 0});
  }
  /// The first cable between two switches, from `at` on.
  [[nodiscard]] std::size_t link(std::size_t at = 0) const {
    while (network.nodes[network.cables[at].a].host || network.nodes[network.cables[at].b].host) {
      ++at;
    }
    return at;
  }
};

using Link = std::pair<std::uint32_t, std::uint32_t>;

/// Every cable is a link of the tree, every node has a place of its own, and what is said to be
/// missing is all that has no cable.
void check_placed(const Network& network, const PlacedTree& placed, const FatTree& tree) {
  REQUIRE(placed.m == tree.m());
  REQUIRE(placed.n == tree.n());
  std::set<Link> wired;
  std::set<std::uint32_t> taken[2];
  for (std::uint32_t i = 0; i < network.nodes.size(); ++i) {
    CHECK(taken[network.nodes[i].host ? 1 : 0].insert(placed.place[i]).second);
  }
  for (const Network::Cable& cable : network.cables) {
    const bool a = network.nodes[cable.a].host;
    if (a || network.nodes[cable.b].host) {
      const SwitchIdx sw = placed.place[a ? cable.b : cable.a];
      REQUIRE(tree.attachment(placed.place[a ? cable.a : cable.b]).sw == sw);
    } else {
      wired.insert(std::minmax(placed.place[cable.a], placed.place[cable.b]));
    }
  }
  std::size_t links = 0;
  std::size_t missing = 0;
  for (std::uint32_t i = 0; i < tree.fallible_link_count(); ++i) {
    const SwitchPort link = tree.fallible_link(i);
    if (wired.count(std::minmax(link.sw, tree.peer(link.sw, link.port).index)) == 1) {
      ++links;
    } else {
      REQUIRE(missing < placed.missing.size());
      CHECK(placed.missing[missing].sw == link.sw);
      CHECK(placed.missing[missing].port == link.port);
      ++missing;
    }
  }
  CHECK(links == wired.size());
  CHECK(missing == placed.missing.size());
}

template <class Which>
void cut(Network& network, const Which& which) {
  auto& all = network.cables;
  all.erase(std::remove_if(all.begin(), all.end(), which), all.end());
}

Misfit refused(const Network& network) {
  Misfit misfit;
  REQUIRE_FALSE(recognize_tree(network, misfit));
  CHECK_FALSE(misfit.what.empty());
  return misfit;
}

}  // namespace

TEST_CASE("FMT-FIND: a shuffled tree is found again, with the links that it lacks", "[golden]") {
  const auto [m, n, lacking] =
      GENERATE(std::tuple{4U, 2U, 0U}, std::tuple{4U, 3U, 0U}, std::tuple{4U, 3U, 1U},
               std::tuple{8U, 2U, 3U}, std::tuple{6U, 3U, 2U}, std::tuple{8U, 3U, 4U},
               std::tuple{4U, 4U, 0U});
  const bool named = GENERATE(false, true);
  CAPTURE(m, n, lacking, named);
  const FatTree tree(m, n);
  std::mt19937 random(m * 100 + n * 10 + lacking);
  for (unsigned round = 0; round < 10; ++round) {
    const Shuffled shuffled(tree, random, lacking, named);
    Misfit misfit;
    const auto placed = recognize_tree(shuffled.network, misfit);
    INFO(misfit.what);
    // Without names a small tree may lack what would tell its switches from each other.
    if (!placed) {
      REQUIRE((lacking > 0 && !named));
      continue;
    }
    check_placed(shuffled.network, *placed, tree);
    CHECK(placed->missing.size() == lacking);
    if (!named) continue;
    for (std::uint32_t i = 0; i < shuffled.of.size(); ++i) {
      if (!shuffled.network.nodes[i].host) CHECK(placed->place[i] == shuffled.of[i]);
    }
    for (unsigned c = 0; c < lacking; ++c) CHECK(placed->missing[c].sw == shuffled.cut[c].sw);
  }
}

TEST_CASE("FMT-FIND: names that the cables contradict are not believed", "[golden]") {
  const FatTree tree(4, 3);
  std::mt19937 random(7);
  Shuffled shuffled(tree, random, 0, true);
  auto& nodes = shuffled.network.nodes;
  const auto a = std::find_if(nodes.begin(), nodes.end(), [](const auto& x) { return !x.host; });
  const auto b = std::find_if(a + 1, nodes.end(), [](const auto& x) { return !x.host; });
  std::swap(a->text, b->text);
  Misfit misfit;
  const auto placed = recognize_tree(shuffled.network, misfit);
  INFO(misfit.what);
  REQUIRE(placed);
  check_placed(shuffled.network, *placed, tree);
}

TEST_CASE("FMT-FIND: a network that is no tree is refused, with what is wrong", "[golden]") {
  const FatTree tree(4, 3);
  std::mt19937 random(3);
  Shuffled s(tree, random, 0, false);
  Network& net = s.network;
  SECTION("counts of no tree") {
    net.nodes.push_back({"more", "", true, 99});
    CHECK_THAT(refused(net).what, Contains("no m-port n-tree has 17 hosts and 20 switches"));
  }
  SECTION("a cable twice, and one from a switch to itself") {
    net.cables.push_back(net.cables[s.link()]);
    net.cables.back().line = 7;
    CHECK(refused(net).line == 7);
    net.cables.back() = {net.cables[s.link()].a, net.cables[s.link()].a, 8};
    CHECK(refused(net).line == 8);
  }
  SECTION("hosts that hang elsewhere") {
    const auto host = std::find_if(net.cables.begin(), net.cables.end(), [&](const auto& c) {
      return net.nodes[c.a].host || net.nodes[c.b].host;
    });
    const auto switch_of = [&](const auto& c) { return net.nodes[c.a].host ? c.b : c.a; };
    const auto host_of = [&](const auto& c) { return net.nodes[c.a].host ? c.a : c.b; };
    const auto other = std::find_if(host + 1, net.cables.end(), [&](const auto& c) {
      return (net.nodes[c.a].host || net.nodes[c.b].host) && switch_of(c) != switch_of(*host);
    });
    SECTION("three at one switch") {
      *host = {host_of(*host), switch_of(*other), 5};
      CHECK_THAT(refused(net).what, Contains(" hosts, not 2 or none"));
    }
    SECTION("at another host") {
      *host = {host_of(*host), host_of(*other), 5};
      CHECK(refused(net).line == 5);
    }
    SECTION("at none") {
      const std::uint32_t sw = switch_of(*host);
      cut(net, [&](const auto& c) {
        return (net.nodes[c.a].host || net.nodes[c.b].host) && switch_of(c) == sw;
      });
      CHECK_THAT(refused(net).what, Contains("a host has not exactly one link"));
    }
  }
  SECTION("a switch without cables") {
    const auto sw = std::find_if(net.nodes.begin(), net.nodes.end(), [&](const auto& node) {
      const auto at = static_cast<std::uint32_t>(&node - net.nodes.data());
      return !node.host && tree.level(s.of[at]) == 2;
    });
    const auto at = static_cast<std::uint32_t>(sw - net.nodes.begin());
    cut(net, [&](const auto& c) { return c.a == at || c.b == at; });
    const Misfit misfit = refused(net);
    CHECK_THAT(misfit.what, Contains("switch " + sw->id + " is of no level of 4P3T"));
    CHECK(misfit.line == sw->line);
  }
}

TEST_CASE("FMT-FIND: with cables exchanged what is taken is a tree, all else is refused",
          "[golden]") {
  const auto [m, n] = GENERATE(std::pair{4U, 3U}, std::pair{6U, 2U}, std::pair{4U, 4U});
  const FatTree tree(m, n);
  std::mt19937 random(m + n);
  unsigned taken = 0;
  unsigned odd = 0;
  for (unsigned round = 0; round < 150; ++round) {
    Shuffled s(tree, random, below(random, 2), below(random, 2) == 0);
    auto& cables = s.network.cables;
    const std::size_t one = s.link(below(random, static_cast<unsigned>(cables.size()) / 2));
    const std::size_t two = s.link(below(random, static_cast<unsigned>(cables.size()) / 2));
    std::swap(cables[one].b, cables[two].b);
    Misfit misfit;
    const auto placed = recognize_tree(s.network, misfit);
    if (placed) {
      check_placed(s.network, *placed, tree);
      ++taken;
    } else {
      CHECK_FALSE(misfit.what.empty());
      ++odd;
    }
  }
  CHECK(taken > 0);
  CHECK(odd > 0);
}

namespace {

/// A tree as a network in its own order; cables have their lower end first. Node `sw` is switch sw,
/// in line sw + 1; cables have the lines from 1000 on.
Network in_order(const FatTree& tree, bool named = false) {
  Network network;
  for (std::uint32_t i = 0; i < tree.switch_count() + tree.host_count(); ++i) {
    const bool host = i >= tree.switch_count();
    const std::string text = named && !host ? tree.switch_name(i) : "";
    network.nodes.push_back({"n" + std::to_string(i), text, host, i + 1});
  }
  for (std::uint32_t i = 0; i < tree.fallible_link_count(); ++i) {
    const SwitchPort link = tree.fallible_link(i);
    network.cables.push_back({link.sw, tree.peer(link.sw, link.port).index, 0});
  }
  for (HostIdx h = 0; h < tree.host_count(); ++h) {
    network.cables.push_back({tree.switch_count() + h, tree.attachment(h).sw, 0});
  }
  for (unsigned i = 0; i < network.cables.size(); ++i) network.cables[i].line = 1000 + i;
  return network;
}

Network::Cable& cable_of(Network& network, SwitchIdx a, SwitchIdx b) {
  return *std::find_if(network.cables.begin(), network.cables.end(), [&](const auto& c) {
    return Link(std::minmax(c.a, c.b)) == Link(std::minmax(a, b));
  });
}

}  // namespace

TEST_CASE("FMT-FIND: numbers are given by the order of the nodes, whichever link is missing",
          "[golden]") {
  const auto [m, n] =
      GENERATE(std::pair{4U, 2U}, std::pair{4U, 3U}, std::pair{6U, 3U}, std::pair{4U, 4U});
  const FatTree tree(m, n);
  const Network whole = in_order(tree);
  const std::uint32_t links = tree.fallible_link_count();
  for (std::uint32_t gone = 0; gone <= links; gone += links > 100 ? 7 : 1) {
    Network network = whole;
    if (gone < links) network.cables.erase(network.cables.begin() + gone);
    CAPTURE(m, n, gone);
    Misfit misfit;
    const auto placed = recognize_tree(network, misfit);
    INFO(misfit.what);
    REQUIRE(placed);
    check_placed(network, *placed, tree);
    REQUIRE(placed->missing.size() == (gone < links ? 1 : 0));
    for (std::uint32_t i = 0; i < network.nodes.size(); ++i) {
      const std::uint32_t due = network.nodes[i].host ? i - tree.switch_count() : i;
      REQUIRE(placed->place[i] == due);
    }
  }
}

TEST_CASE("FMT-FIND: the largest trees are found, larger ones are none", "[golden]") {
  const auto [m, n] = GENERATE(std::pair{64U, 2U}, std::pair{4U, 6U}, std::pair{62U, 2U});
  const FatTree tree(m, n);
  for (const bool named : {false, true}) {
    const Network network = in_order(tree, named);
    Misfit misfit;
    const auto placed = recognize_tree(network, misfit);
    INFO(misfit.what);
    REQUIRE(placed);
    check_placed(network, *placed, tree);
  }
  Network seven;  // as many nodes as 7 levels of 4 ports would have
  for (unsigned i = 0; i < 256 + 832; ++i) seven.nodes.push_back({"n", "", i < 256, i + 1});
  CHECK(refused(seven).what == "no m-port n-tree has 256 hosts and 832 switches");
  CHECK(refused(seven).line == 0);
}

TEST_CASE("FMT-FIND: what a network has that its tree has not is said, with its line", "[golden]") {
  const FatTree tree(4, 3);
  Network net = in_order(tree);
  const auto refusal = [&] {
    const Misfit misfit = refused(net);
    return misfit.what + " in line " + std::to_string(misfit.line);
  };
  SECTION("a host without a link") {
    net.cables.erase(net.cables.end() - 16, net.cables.end() - 14);  // both of the first leaf
    CHECK(refusal() == "a host has not exactly one link in line 0");
  }
  SECTION("a root beside a leaf counts as one of level 1") {
    Network::Cable& cable = cable_of(net, switch_at(tree, 1, "00"), switch_at(tree, 2, "00"));
    cable.a = switch_at(tree, 0, "00");
    CHECK(refusal() ==
          "9 switches of level 1, by their distance from the hosts; 4P3T has 8 in line 0");
  }
  SECTION("a link between leaves, whatever their names") {
    if (GENERATE(false, true)) net = in_order(tree, true);
    Network::Cable& cable = cable_of(net, switch_at(tree, 1, "00"), switch_at(tree, 2, "00"));
    cable.a = switch_at(tree, 0, "30");
    cable.b = switch_at(tree, 0, "00");
    CHECK(refusal() ==
          "a link between switches of levels 0 and 0 in line " + std::to_string(cable.line));
  }
  SECTION("a leaf in another pod") {
    cable_of(net, switch_at(tree, 0, "01"), switch_at(tree, 1, "00")).b = switch_at(tree, 1, "10");
    cable_of(net, switch_at(tree, 0, "01"), switch_at(tree, 1, "01")).b = switch_at(tree, 1, "11");
    CHECK(refusal() == "1 subtrees hang together at n0, not 2 in line 1");
  }
  SECTION("a pod without links to the roots") {
    for (const SwitchIdx sw : {switch_at(tree, 1, "00"), switch_at(tree, 1, "01")}) {
      cut(net,
          [&](const auto& c) { return c.a == sw && !net.nodes[c.b].host && tree.level(c.b) == 2; });
    }
    CHECK(refusal() == "1 subtrees hang together at n0, not 4 in line 1");
  }
  SECTION("a pod that falls in two") {
    // Its first leaf keeps one middle switch, the second one the other.
    for (const auto& [leaf, middle] : {std::pair{"00", "01"}, std::pair{"01", "00"}}) {
      const Network::Cable& cable =
          cable_of(net, switch_at(tree, 0, leaf), switch_at(tree, 1, middle));
      net.cables.erase(net.cables.begin() + (&cable - net.cables.data()));
    }
    CHECK(refusal() ==
          "the links of switch n0 and of those below join 1 switches of level 1, not 2 in line 1");
  }
  SECTION("roots of one bundle linked to middle switches of another") {
    std::swap(cable_of(net, switch_at(tree, 1, "00"), switch_at(tree, 2, "00")).a,
              cable_of(net, switch_at(tree, 1, "01"), switch_at(tree, 2, "01")).a);
    const SwitchIdx sw = switch_at(tree, 1, "00");
    CHECK(refusal() == "the links of switch n" + std::to_string(sw) +
                           " between levels 1 and 2 join 8 and 4 switches, not 4 and 2 in line " +
                           std::to_string(sw + 1));
  }
}

TEST_CASE("FMT-FIND: a link that fits no reading of the others is refused", "[golden]") {
  const FatTree tree(4, 4);
  Network net = in_order(tree);
  // Two switches of one pod have exchanged their roots.
  const SwitchIdx one = switch_at(tree, 2, "110");
  const SwitchIdx other = switch_at(tree, 2, "111");
  for (Network::Cable& c : net.cables) {
    if (c.a == one || c.a == other) c.a = c.a == one ? other : one;
  }
  CHECK_THAT(refused(net).what, Contains("no link of 4P4T, as the others have to be read: n"));
}

TEST_CASE("FMT-FIND: a switch as far from the hosts as a tree has levels is of none", "[golden]") {
  const FatTree tree(4, 2);
  Network net = in_order(tree);
  const SwitchIdx near = switch_at(tree, 1, "0");
  const SwitchIdx far = switch_at(tree, 1, "1");
  cut(net, [&](const auto& c) { return c.b == far; });
  net.cables.push_back({near, far, 7});
  const Misfit misfit = refused(net);
  CHECK_THAT(misfit.what, Contains("switch n5 is of no level of 4P2T"));
  CHECK(misfit.line == 6);
}
