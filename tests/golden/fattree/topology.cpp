// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <array>
#include <random>
#include <set>
#include <stdexcept>
#include <tuple>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::golden::test::below;

namespace {

/// Definition 1, literally: are ports <l,c>_k and <l',c'>_k' connected?
bool connected(const FatTree& t, const SwitchName& a, unsigned k, const SwitchName& b,
               unsigned k2) {
  if (b.level != a.level + 1) return false;
  for (unsigned i = 0; i + 1 < t.n(); ++i) {
    if (i != a.level && b.c[i] != a.c[i]) return false;
  }
  return k2 == a.c[a.level] && k == b.c[a.level] + t.m() / 2;
}

/// Definition 1, literally: is port <l,c>_k connected to node p?
bool connected(const FatTree& t, const SwitchName& a, unsigned k, Digits p) {
  if (a.level != 0 || k != p[0]) return false;
  for (unsigned i = 0; i + 1 < t.n(); ++i) {
    if (a.c[i] != p[i + 1]) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("FT-TOP-1: numbers of nodes, switches and links", "[golden]") {
  // m, n, nodes, switches, roots, switches of another level, inter-switch links
  using Row = std::array<std::uint64_t, 7>;
  for (const auto& [m, n, nodes, switches, roots, per_level, links] :
       {Row{4, 3, 16, 20, 4, 8, 32}, Row{4, 5, 64, 144, 16, 32, 256},
        Row{8, 3, 128, 80, 16, 32, 256}, Row{4, 4, 32, 56, 8, 16, 96}, Row{4, 2, 8, 6, 2, 4, 8},
        Row{24, 3, 3456, 720, 144, 288, 6912}, Row{64, 2, 2048, 96, 32, 64, 2048}}) {
    const FatTree tree(static_cast<unsigned>(m), static_cast<unsigned>(n));
    INFO(tree.label());
    CHECK(tree.host_count() == nodes);
    CHECK(tree.switch_count() == switches);
    CHECK(tree.inter_switch_links() == links);
    CHECK(tree.fallible_link_count() == links);
    std::vector<std::uint64_t> of_level(n);
    for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) ++of_level.at(tree.level(sw));
    for (unsigned l = 0; l < n; ++l) CHECK(of_level[l] == (l + 1 == n ? roots : per_level));
  }
  CHECK(FatTree(8, 3).label() == "8P3T");
  CHECK(FatTree(8, 3).kind() == "fattree");
  CHECK(FatTree(8, 3).data_vc_count() == 1);
}

TEST_CASE("FT-TOP-1: parameters out of range are errors that say what is wrong", "[golden]") {
  CHECK_THROWS_WITH(FatTree(5, 3), Catch::Contains("m is 5") && !Catch::Contains("n is"));
  CHECK_THROWS_WITH(FatTree(66, 7), Catch::Contains("m is 66") && Catch::Contains("n is 7"));
  for (const unsigned m : {0U, 1U, 2U, 3U, 63U, 65U, 66U}) {
    CHECK_THROWS_AS(FatTree(m, 3), std::invalid_argument);
  }
  for (const unsigned n : {0U, 1U, 7U}) CHECK_THROWS_AS(FatTree(4, n), std::invalid_argument);
  for (unsigned m = 4; m <= 64; m += 2) {
    for (unsigned n = 2; n <= 6; ++n) CHECK_NOTHROW(FatTree(m, n));
  }
}

TEST_CASE("FT-TOP-2: the closed form is Definition 1 enumerated literally", "[golden]") {
  const auto [m, n] = GENERATE(std::pair{4U, 2U}, std::pair{4U, 3U}, std::pair{4U, 4U},
                               std::pair{6U, 2U}, std::pair{6U, 3U}, std::pair{8U, 3U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::uint64_t wrong = 0;
  for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
    const SwitchName s = tree.name_of(sw);
    REQUIRE(tree.port_count(sw) == m);
    for (unsigned k = 0; k < m; ++k) {
      const PortEnd far = tree.peer(sw, static_cast<PortIdx>(k));
      unsigned ends = 0;
      for (SwitchIdx other = 0; other < tree.switch_count(); ++other) {
        const SwitchName o = tree.name_of(other);
        for (unsigned k2 = 0; k2 < m; ++k2) {
          if (!connected(tree, s, k, o, k2) && !connected(tree, o, k2, s, k)) continue;
          ++ends;
          if (far.kind != PortEnd::Kind::kSwitch || far.index != other || far.port != k2) ++wrong;
        }
      }
      for (HostIdx host = 0; host < tree.host_count(); ++host) {
        if (!connected(tree, s, k, tree.address_of(host))) continue;
        ++ends;
        if (far.kind != PortEnd::Kind::kHost || far.index != host) ++wrong;
        const SwitchPort at = tree.attachment(host);
        if (at.sw != sw || at.port != k) ++wrong;
      }
      if (ends != 1) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("FT-TOP-2: parent and child by digits are the peers by number", "[golden]") {
  const FatTree tree(6, 4);
  std::uint64_t wrong = 0;
  for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
    const SwitchName s = tree.name_of(sw);
    for (unsigned k = 0; k < tree.m(); ++k) {
      const PortEnd far = tree.peer(sw, static_cast<PortIdx>(k));
      if (far.kind != PortEnd::Kind::kSwitch) continue;
      const bool up = k >= tree.down_ports(s.level);
      const SwitchName other = up ? tree.parent(s, k) : tree.child(s, k);
      const unsigned enters_by = up ? s.c[s.level] : tree.h() + s.c[s.level - 1];
      if (tree.index_of(other) != far.index || enters_by != far.port) ++wrong;
    }
  }
  CHECK(wrong == 0);
  CHECK(tree.peer(0, 6).kind == PortEnd::Kind::kNone);
}

TEST_CASE("FT-TOP-2: an ancestor reaches its nodes downwards and no others", "[golden]") {
  const FatTree tree(4, 4);
  std::uint64_t wrong = 0;
  for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
    const SwitchName s = tree.name_of(sw);
    for (HostIdx host = 0; host < tree.host_count(); ++host) {
      const Digits p = tree.address_of(host);
      SwitchName at = s;  // go down by ports p_l
      while (at.level > 0) at = tree.child(at, p[at.level]);
      const PortEnd end = tree.peer(tree.index_of(at), static_cast<PortIdx>(p[0]));
      const bool reached = end.kind == PortEnd::Kind::kHost && end.index == host;
      if (reached != tree.is_ancestor(s, p)) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("FT-TOP-3: every link has one name and both its ends give it", "[golden]") {
  const auto [m, n] = GENERATE(std::pair{4U, 3U}, std::pair{4U, 5U}, std::pair{8U, 3U},
                               std::pair{24U, 3U}, std::pair{6U, 2U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::set<std::string> names;
  std::pair<SwitchIdx, PortIdx> last{0, 0};
  for (std::uint32_t i = 0; i < tree.fallible_link_count(); ++i) {
    const SwitchPort lower = tree.fallible_link(i);
    REQUIRE(lower.port >= tree.h());
    REQUIRE(std::pair(lower.sw, lower.port) > last);  // ascending
    last = {lower.sw, lower.port};
    const PortEnd upper = tree.peer(lower.sw, lower.port);
    REQUIRE(upper.kind == PortEnd::Kind::kSwitch);
    REQUIRE(tree.level(upper.index) == tree.level(lower.sw) + 1);
    const std::string name = tree.link_name(lower);
    REQUIRE(tree.link_name({upper.index, upper.port}) == name);
    REQUIRE(tree.link_path({upper.index, upper.port}) == tree.link_path(lower));
    names.insert(name);
  }
  CHECK(names.size() == tree.fallible_link_count());
}

TEST_CASE("FT-TOP-3: names are equal if level, coordinates and port are", "[golden]") {
  const LinkName link{{1, Digits{}.with(0, 2).with(1, 3)}, 5};
  CHECK(link == LinkName{{1, Digits{}.with(0, 2).with(1, 3)}, 5});
  CHECK_FALSE(link == LinkName{{2, Digits{}.with(0, 2).with(1, 3)}, 5});
  CHECK_FALSE(link == LinkName{{1, Digits{}.with(0, 2).with(1, 2)}, 5});
  CHECK_FALSE(link == LinkName{{1, Digits{}.with(0, 2).with(1, 3)}, 4});
  CHECK(LinkName{} == LinkName{{0, Digits{}}, 0});
}

TEST_CASE("FT-TOP-1: the largest tree is made at once and its links are symmetric", "[golden]") {
  const FatTree tree(64, 6);
  CHECK(tree.host_count() == 2147483648U);
  CHECK(tree.switch_count() == 11U * 33554432U);
  CHECK(tree.inter_switch_links() == 10737418240U);
  CHECK(tree.fallible_link_count() == 4294967295U);
  std::mt19937 random(1);
  for (unsigned i = 0; i < 20000; ++i) {
    const SwitchIdx sw = below(random, tree.switch_count());
    const auto port = static_cast<PortIdx>(below(random, 64));
    REQUIRE(tree.index_of(tree.name_of(sw)) == sw);
    const PortEnd far = tree.peer(sw, port);
    if (far.kind == PortEnd::Kind::kHost) {
      REQUIRE(tree.attachment(far.index).sw == sw);
      REQUIRE(tree.attachment(far.index).port == port);
      REQUIRE(far.port == 0);
      REQUIRE(tree.host_of(tree.address_of(far.index)) == far.index);
      continue;
    }
    const PortEnd back = tree.peer(far.index, far.port);
    REQUIRE(back.index == sw);
    REQUIRE(back.port == port);
    REQUIRE(tree.link_name({sw, port}) == tree.link_name({far.index, far.port}));
  }
}

TEST_CASE("FT-TOP-1: where a switch is drawn, and which process has it", "[golden]") {
  for (const auto& [m, n] : {std::pair{4U, 3U}, {6U, 3U}, {4U, 4U}, {8U, 2U}}) {
    const FatTree tree(m, n);
    std::vector<std::uint32_t> seen(n, 0);
    for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
      const SwitchName name = tree.name_of(sw);
      const DrawnPlace place = tree.place(sw);
      const unsigned pod = name.c[n - 2];
      const bool root = name.level == n - 1;
      CHECK(place.row == name.level);
      CHECK(place.column == seen[name.level]);
      CHECK(place.group == (root ? DrawnPlace::kNoGroup : pod));
      // Sub-trees of the roots stay whole; the roots are shared out.
      std::uint32_t roots = 1;  // h^(n-1)
      for (unsigned i = 0; i + 1 < n; ++i) roots *= m / 2;
      for (const std::uint32_t parts : {1U, 2U, m})
        CHECK(tree.part_of(sw, parts) ==
              (root ? seen[name.level] * parts / roots : pod * parts / m));
      ++seen[name.level];
    }
  }
}
