// SPDX-License-Identifier: Apache-2.0
// What holds for every topology, by its interface alone, and where its drawing puts switches
// (FT-TOP-1, MESH-TOP-1, F-ISO-1, FAB-RANK-1).
#include <catch2/catch.hpp>

#include <memory>
#include <set>
#include <tuple>

#include "golden/fattree/fault_message.hpp"
#include "golden/mesh/mesh.hpp"
#include "golden/twolevel/topology.hpp"

using namespace selvage;
using namespace selvage::golden;
using Kind = PortEnd::Kind;

namespace {

struct Named {
  std::unique_ptr<Topology> topology;
  std::string kind;
  std::string label;
  unsigned vcs;
};

Named made(unsigned which) {
  switch (which) {
    case 0: return {std::make_unique<FatTree>(4, 3), "fattree", "4P3T", 1};
    case 1: return {std::make_unique<FatTree>(6, 2), "fattree", "6P2T", 1};
    case 2: return {std::make_unique<FatTree>(4, 5), "fattree", "4P5T", 1};
    case 3: return {std::make_unique<AlFaresTopology>(6), "twolevel", "6-ary fat tree", 1};
    case 4: return {std::make_unique<Mesh>(4, 4, 2), "mesh", "4x4x4", 2};
    default: return {std::make_unique<Mesh>(5, 1, 3), "mesh", "5x5", 3};
  }
}

const Drawn& drawn(const Topology& topology) { return dynamic_cast<const Drawn&>(topology); }

}  // namespace

TEST_CASE("FT-TOP-1, MESH-TOP-1, F-ISO-1: a port's end leads back, names are read back",
          "[golden]") {
  const Named n = made(GENERATE(range(0U, 6U)));
  const Topology& t = *n.topology;
  CHECK(t.kind() == n.kind);
  CHECK(t.label() == n.label);
  CHECK(t.data_vc_count() == n.vcs);
  std::set<HostIdx> hosts;
  std::set<std::string> links;
  std::string why;
  for (SwitchIdx sw = 0; sw < t.switch_count(); ++sw) {
    CHECK(t.parse_switch(t.switch_name(sw), why) == sw);
    for (unsigned p = 0; p < t.port_count(sw); ++p) {
      const auto port = static_cast<PortIdx>(p);
      const PortEnd end = t.peer(sw, port);
      if (end.kind == Kind::kNone) continue;
      if (end.kind == Kind::kHost) {
        CHECK(hosts.insert(end.index).second);
        CHECK(t.attachment(end.index).sw == sw);
        CHECK(t.attachment(end.index).port == port);
        continue;
      }
      const PortEnd back = t.peer(end.index, end.port);
      CHECK((back.kind == Kind::kSwitch && back.index == sw && back.port == port));
      CHECK(t.link_name({sw, port}) == t.link_name({end.index, end.port}));
      links.insert(t.link_name({sw, port}));
    }
  }
  CHECK(hosts.size() == t.host_count());
  // Each link between switches may fail, is named once, by ends that ascend.
  CHECK(links.size() == t.fallible_link_count());
  SwitchPort last{};
  for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
    const SwitchPort end = t.fallible_link(i);
    CHECK(links.erase(t.link_name(end)) == 1);
    if (i > 0) CHECK(std::tuple(last.sw, last.port) < std::tuple(end.sw, end.port));
    last = end;
  }
}

TEST_CASE("FAB-RANK-1: parts are of about the same size, and sub-trees stay whole", "[golden]") {
  const Named n = made(GENERATE(range(0U, 6U)));
  const Topology& t = *n.topology;
  for (unsigned parts = 1; parts <= 4; ++parts) {
    std::vector<unsigned> size(parts);
    for (SwitchIdx sw = 0; sw < t.switch_count(); ++sw) {
      REQUIRE(t.part_of(sw, parts) < parts);
      ++size[t.part_of(sw, parts)];
    }
    for (const unsigned s : size) {
      CHECK(s * parts >= t.switch_count() / 2);
      CHECK(s * parts < t.switch_count() * 2);
    }
  }
  const auto* tree = dynamic_cast<const FatTree*>(&t);
  if (tree == nullptr || tree->n() < 3) return;
  for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
    const SwitchPort low = t.fallible_link(i);
    const SwitchIdx high = t.peer(low.sw, low.port).index;
    if (!tree->is_root(t.level(high))) CHECK(t.part_of(low.sw, 2) == t.part_of(high, 2));
  }
}

TEST_CASE("FT-TOP-1, MESH-TOP-1: a drawing has a place for each switch", "[golden]") {
  const Named n = made(GENERATE(range(0U, 6U)));
  const Topology& t = *n.topology;
  const Drawn& d = drawn(t);
  const bool mesh = n.kind == "mesh";
  CHECK(d.arrangement() == (mesh ? "planes" : "levels"));
  CHECK(d.group_word() == (mesh ? "z =" : "pod"));
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> taken;
  for (SwitchIdx sw = 0; sw < t.switch_count(); ++sw) {
    const DrawnPlace at = d.place(sw);
    CHECK(taken.emplace(mesh ? at.group : 0, at.row, at.column).second);
    CHECK(at.space.has_value() == (n.label == "4x4x4"));
    if (!mesh) CHECK(at.row == t.level(sw));
    if (mesh) CHECK(t.level(sw) == 0);
  }
  // Neighbours in a mesh stand beside each other; what is joined below the roots is of one group.
  for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
    const SwitchPort end = t.fallible_link(i);
    const DrawnPlace a = d.place(end.sw);
    const DrawnPlace b = d.place(t.peer(end.sw, end.port).index);
    if (mesh) {
      CHECK(b.group - a.group + b.row - a.row + b.column - a.column == 1);
      if (a.space) CHECK((*a.space)[0] == a.column);
    } else if (b.group != DrawnPlace::kNoGroup) {
      CHECK(a.group == b.group);
    } else {
      CHECK(t.level(t.peer(end.sw, end.port).index) + 1 == (n.label == "4P5T"   ? 5
                                                            : n.label == "6P2T" ? 2
                                                                                : 3));
    }
  }
}

TEST_CASE("FT-MSG-1: every kind of message has a name, and says whether it names a link",
          "[golden]") {
  std::set<std::string_view> names;
  unsigned naming = 0;
  for (unsigned k = 0; k < 8; ++k) {
    const auto kind = static_cast<FaultMessage::Kind>(k);
    names.insert(to_string(kind));
    naming += names_link(kind) ? 1 : 0;
  }
  CHECK(names == std::set<std::string_view>{"SYNCREQ", "ULFM", "ULRM", "DERF", "DERR", "DLFM",
                                            "DLRM", "RESYNC"});
  CHECK(naming == 5);
  CHECK_FALSE(names_link(FaultMessage::Kind::kSyncReq));
  CHECK_FALSE(names_link(FaultMessage::Kind::kDlfm));
  CHECK_FALSE(names_link(FaultMessage::Kind::kDlrm));
}
