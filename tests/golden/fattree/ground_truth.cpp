// SPDX-License-Identifier: Apache-2.0
/// The ground truth itself, against a walk over all paths link by link.
#include <catch2/catch.hpp>

#include <algorithm>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;

namespace {

/// Knows the peers of ports and the dead links; no closed form.
struct Walker {
  const FatTree& tree;
  const Links& faults;

  [[nodiscard]] bool alive(SwitchIdx sw, unsigned port) const {
    const std::string name = tree.link_name({sw, static_cast<PortIdx>(port)});
    return std::none_of(faults.begin(), faults.end(),
                        [&](const SwitchPort& f) { return tree.link_name(f) == name; });
  }
  [[nodiscard]] PortEnd far(SwitchIdx sw, unsigned port) const {
    return tree.peer(sw, static_cast<PortIdx>(port));
  }
  /// Down from sw to the level of interest; empty if a link on the way is dead.
  [[nodiscard]] bool down(SwitchIdx sw, Digits p, unsigned to_level) const {
    for (unsigned l = tree.level(sw); l > to_level; --l) {
      if (!alive(sw, p[l])) return false;
      sw = far(sw, p[l]).index;
    }
    return true;
  }
  [[nodiscard]] bool up(SwitchIdx sw, unsigned turn, Digits p, unsigned to_level) const {
    if (tree.level(sw) == turn) return down(sw, p, to_level);
    for (unsigned k = tree.h(); k < tree.m(); ++k) {
      if (alive(sw, k) && up(far(sw, k).index, turn, p, to_level)) return true;
    }
    return false;
  }
};

unsigned turn_of(const SwitchName& s, Digits p) {
  unsigned turn = s.level;
  while (s.c.from(turn) != p.from(turn + 1)) ++turn;
  return turn;
}

}  // namespace

TEST_CASE("Ground truth: equals a walk over all paths on random fault sets", "[golden]") {
  const auto [m, n, most] = GENERATE(std::tuple{4U, 2U, 5U}, std::tuple{4U, 3U, 10U},
                                     std::tuple{6U, 3U, 20U}, std::tuple{4U, 4U, 20U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(7);
  std::uint64_t wrong = 0;
  unsigned tolerable = 0;
  for (unsigned round = 0; round < 12; ++round) {
    const Links faults = random_links(tree, 1 + below(random, most), random);
    const GroundTruth truth(tree, faults);
    const Walker walker{tree, faults};
    bool all_connected = true;
    for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
      const SwitchName s = tree.name_of(sw);
      if (tree.is_root(s.level)) continue;
      for (unsigned k = tree.h(); k < tree.m(); ++k) {
        if (truth.is_dead(s, k) == walker.alive(sw, k)) ++wrong;
      }
      for (HostIdx host = 0; host < tree.host_count(); host += tree.h()) {
        const Digits p = tree.address_of(host);
        if (tree.is_ancestor(s, p)) continue;
        const unsigned turn = turn_of(s, p);
        std::uint32_t good = 0;
        for (unsigned j = 0; j < tree.h(); ++j) {
          const unsigned k = tree.h() + j;
          if (!walker.alive(sw, k)) continue;
          if (walker.up(walker.far(sw, k).index, turn, p, s.level)) good |= 1U << j;
        }
        if (truth.good_up_ports(s, turn, p) != good) ++wrong;
        if (truth.good_up_ports(s, s.level, p) != 0) ++wrong;  // nothing to go up for
        const bool whole = walker.up(sw, turn, p, 0);
        if ((truth.way_down(s, p) && good != 0) != whole) ++wrong;
        if (s.level == 0) all_connected = all_connected && whole;
      }
    }
    for (unsigned i = 0; i < 50; ++i) {
      const HostIdx a = below(random, tree.host_count());
      const HostIdx b = below(random, tree.host_count());
      const Digits p = tree.address_of(b);
      const SwitchIdx leaf = tree.attachment(a).sw;
      const bool whole = tree.is_ancestor(tree.name_of(leaf), p) ||
                         walker.up(leaf, turn_of(tree.name_of(leaf), p), p, 0);
      if (truth.connected(tree.address_of(a), p) != whole) ++wrong;
    }
    if (truth.tolerable() != all_connected) ++wrong;
    if (all_connected) ++tolerable;
  }
  CHECK(wrong == 0);
  CHECK(tolerable > 0);
  CHECK(tolerable < 12);
}

TEST_CASE("Ground truth: tolerable is that all pairs are connected", "[golden]") {
  const auto [m, n, k] = GENERATE(std::tuple{4U, 4U, 4U}, std::tuple{4U, 5U, 6U},
                                  std::tuple{6U, 3U, 7U}, std::tuple{8U, 3U, 26U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(3);
  unsigned tolerable = 0;
  for (unsigned round = 0; round < 100; ++round) {
    const Links faults = random_links(tree, k, random);
    const GroundTruth truth(tree, faults);
    bool all = true;
    for (HostIdx a = 0; a < tree.host_count() && all; a += tree.h()) {
      for (HostIdx b = 0; b < tree.host_count() && all; b += tree.h()) {
        all = truth.connected(tree.address_of(a), tree.address_of(b));
      }
    }
    INFO(text(tree, faults));
    REQUIRE(truth.tolerable() == all);
    if (all) ++tolerable;
  }
  CHECK(tolerable > 0);
  CHECK(tolerable < 100);
}

TEST_CASE("Ground truth: a big tree is judged by its few dead links", "[golden][FT-AUD-2]") {
  const FatTree tree(16, 5);
  Links faults;
  for (unsigned k = 8; k < 15; ++k) faults.push_back({5, static_cast<PortIdx>(k)});
  CHECK(GroundTruth(tree, faults).tolerable());
  faults.push_back({5, 15});
  CHECK_FALSE(GroundTruth(tree, faults).tolerable());
}
