// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

namespace {

using Names = std::set<std::string>;

LiteralRelation printed(const MeshFaults& faults, LiteralRelation::Options options) {
  return {kIpar, faults, route_statuses_mcc(faults), options};
}

struct Walks {
  unsigned pairs = 0;
  unsigned lost = 0;
  unsigned endless = 0;
};
Walks all_pairs(const MeshRelation& relation) {
  Walks w;
  const SwitchIdx count = relation.mesh().switch_count();
  for (SwitchIdx a = 0; a < count; ++a) {
    for (SwitchIdx b = 0; b < count; ++b) {
      if (a == b || !relation.alive(a) || !relation.alive(b)) continue;
      const int hops = walk(relation, a, b, 200);
      ++w.pairs;
      w.lost += hops == -1 ? 1U : 0U;
      w.endless += hops == -2 ? 1U : 0U;
    }
  }
  return w;
}

}  // namespace

TEST_CASE("MESH-LIT-1, MESH-LIT-2: with one fault 64 of 3906 pairs never arrive as printed",
          "[mesh]") {
  const Mesh mesh(4, 4);
  const MeshFaults faults = faults_at(mesh, {{{1, 1, 1}}});
  const LiteralRelation l0 = printed(faults, LiteralRelation::kL0);
  const Walks as_printed = all_pairs(l0);
  CHECK(as_printed.pairs == 3906);
  CHECK(as_printed.endless == 64);
  CHECK(as_printed.lost == 0);
  CHECK(walk(l0, mesh.node_at({{0, 0, 0}}), mesh.node_at({{1, 2, 1}}), 200) == -2);
  for (const auto& options : {LiteralRelation::kL1, LiteralRelation::kL2, LiteralRelation::kL3}) {
    CHECK(all_pairs(printed(faults, options)).endless == 0);  // no 180-degree turn
  }
  CHECK(all_pairs(ordered(faults)).endless == 0);
}

TEST_CASE("MESH-LIT-2: without detours in the one-way dimension more is lost", "[mesh]") {
  const Mesh mesh(4, 4);
  const MeshFaults faults = faults_at(mesh, {{{1, 1, 1}}});
  CHECK(all_pairs(printed(faults, LiteralRelation::kL3)).lost == 0);
  CHECK(all_pairs(printed(faults, LiteralRelation::kL5)).lost == 41);
}

TEST_CASE("MESH-LIT-3: unsafe sources and destinations are left and approached by safe neighbours",
          "[mesh]") {
  const Mesh mesh(5, 1);
  // (1,1) and (3,3) are unsafe in quadrant ++.
  const MeshFaults faults = faults_at(mesh, {{{2, 1, 0}}, {{1, 2, 0}}, {{3, 2, 0}}, {{2, 3, 0}}});
  const LiteralRelation with = printed(faults, LiteralRelation::kL2);
  const LiteralRelation without = printed(faults, LiteralRelation::kL3);
  std::vector<MeshHop> hops;
  const SwitchIdx far = mesh.node_at({{4, 4, 0}});
  with.route(mesh.node_at({{1, 1, 0}}), {}, far, hops);
  CHECK(names_of(hops) == Names{"x-c1", "y-c1"});
  without.route(mesh.node_at({{1, 1, 0}}), {}, far, hops);
  CHECK(hops.empty());
  with.route(mesh.node_at({{1, 0, 0}}), {}, mesh.node_at({{3, 3, 0}}), hops);
  REQUIRE_FALSE(hops.empty());
  CHECK(hops.front().next.proxy != kNoProxy);
  without.route(mesh.node_at({{1, 0, 0}}), {}, mesh.node_at({{3, 3, 0}}), hops);
  REQUIRE_FALSE(hops.empty());
  CHECK(hops.front().next.proxy == kNoProxy);
}

TEST_CASE("MESH-LIT-1: without faults the printed figures deliver everything", "[mesh]") {
  const Mesh mesh(4, 4);
  const auto options = GENERATE(LiteralRelation::kL0, LiteralRelation::kL2, LiteralRelation::kL5);
  const Walks w = all_pairs(printed(MeshFaults(mesh), options));
  CHECK(w.pairs == 64 * 63);
  CHECK(w.lost + w.endless == 0);
}
