// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

namespace {

using Names = std::set<std::string>;

Names legal_at_source(const MeshRelation& relation, const MeshPoint& offset) {
  const Mesh& mesh = relation.mesh();
  MeshPoint to{{2, 2, 2}};
  for (unsigned i = 0; i < 3; ++i) to.at[i] += offset[i];
  std::vector<MeshHop> hops;
  relation.route(mesh.node_at({{2, 2, 2}}), {}, mesh.node_at(to), hops);
  return names_of(hops);
}

std::string signed_name(char dimension, int sign, const char* vc) {
  return std::string(1, dimension) + (sign > 0 ? "+" : "-") + vc;
}

}  // namespace

TEST_CASE("MESH-SUB-1: each of iPAR's twelve channels has one sub-network", "[mesh]") {
  std::array<unsigned, kSubNetworks> sizes{};
  for (unsigned d = 0; d < kDirections; ++d) {
    for (unsigned vc = 0; vc < 2; ++vc) {
      const unsigned t = kIpar.sub_of(d, vc);
      REQUIRE(t < kSubNetworks);
      CHECK(kIpar.vc_of(t, d) == vc);
      ++sizes[t];
    }
  }
  CHECK(sizes == std::array<unsigned, kSubNetworks>{3, 3, 3, 3});
  CHECK(kIpar.sub_of(3, 0) == 1);  // y- c1: XY-
  CHECK(kIpar.sub_of(2, 1) == 2);  // y+ c2: YZ+
  CHECK(kIpar.sub_of(5, 1) == 3);  // z- c2: YZ-
}

TEST_CASE("MESH-SUB-2: PAR leaves x c3, z c1 and z c2 idle", "[mesh]") {
  Names idle;
  for (unsigned d = 0; d < kDirections; ++d) {
    for (unsigned vc = 0; vc < 3; ++vc) {
      if (kPar.sub_of(d, vc) == kNoSubNetwork) {
        idle.insert(std::string(direction_name(d)) + "c" + std::to_string(vc + 1));
      }
    }
  }
  CHECK(idle == Names{"x+c3", "x-c3", "z+c1", "z-c1", "z+c2", "z-c2"});
}

TEST_CASE("MESH-TXT-1..3: legal sets at the source in all 26 directions", "[mesh]") {
  const Mesh mesh(5, 5);
  const TextRelation text(kIpar, mesh, {});
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        Names expected;
        const char dimension = x != 0 ? 'x' : 'z';
        const int two_way = x != 0 ? x : z;
        if (two_way != 0 && y >= 0) expected.insert(signed_name(dimension, two_way, "c1"));
        if (two_way != 0 && y <= 0) expected.insert(signed_name(dimension, two_way, "c2"));
        if (y != 0) expected.insert(signed_name('y', y, x != 0 ? "c1" : "c2"));
        INFO(x << " " << y << " " << z);
        CHECK(legal_at_source(text, {{x, y, z}}) == expected);
      }
    }
  }
}

TEST_CASE("MESH-TXT-2: a sub-network once chosen is kept for the plane", "[mesh]") {
  const Mesh mesh(5, 5);
  const TextRelation text(kIpar, mesh, {});
  std::vector<MeshHop> hops;
  MeshHeader came_by_c2;
  came_by_c2.in_port = 1;  // travelling x+
  came_by_c2.vc = 1;
  text.route(mesh.node_at({{1, 2, 2}}), came_by_c2, mesh.node_at({{4, 2, 2}}), hops);
  CHECK(names_of(hops) == Names{"x+c2"});
  came_by_c2.in_port = 5;  // travelling z+
  text.route(mesh.node_at({{4, 2, 1}}), came_by_c2, mesh.node_at({{4, 2, 3}}), hops);
  CHECK(names_of(hops) == Names{"z+c2"});
}

TEST_CASE("MESH-TXT-1: every pair arrives by a shortest way, iPAR, PAR and dimension order",
          "[mesh]") {
  const auto [k, depth] = GENERATE(std::pair{4U, 4U}, std::pair{5U, 1U});
  const Mesh mesh(k, depth);
  const TextRelation ipar(kIpar, mesh, {});
  const TextRelation par(kPar, mesh, {});
  const DimensionOrderRelation order{MeshFaults(mesh)};
  for (SwitchIdx a = 0; a < mesh.switch_count(); ++a) {
    for (SwitchIdx b = 0; b < mesh.switch_count(); ++b) {
      const MeshPoint e = mesh.point_of(b) - mesh.point_of(a);
      const int distance = std::abs(e[0]) + std::abs(e[1]) + std::abs(e[2]);
      REQUIRE(walk(ipar, a, b, 100) == distance);
      REQUIRE(walk(par, a, b, 100) == distance);
      REQUIRE(walk(order, a, b, 100) == distance);
    }
  }
}

TEST_CASE("MESH-DOR-1: dimension order takes x, y, z in turn and is lost at a fault", "[mesh]") {
  const Mesh mesh(4, 4);
  const DimensionOrderRelation order(faults_at(mesh, {{{1, 0, 0}}}));
  CHECK(walk(order, mesh.node_at({{0, 0, 0}}), mesh.node_at({{2, 1, 0}}), 20) == -1);
  CHECK(walk(order, mesh.node_at({{2, 1, 0}}), mesh.node_at({{0, 0, 0}}), 20) == 3);
}

TEST_CASE("MESH-DOR-1: dimension order has one virtual channel, c1", "[mesh]") {
  const Mesh mesh(4, 4);
  const DimensionOrderRelation order{MeshFaults(mesh)};
  CHECK(order.vcs() == 1);
  std::vector<MeshHop> hops;
  order.route(mesh.node_at({{2, 1, 0}}), {}, mesh.node_at({{0, 3, 3}}), hops);
  CHECK(names_of(hops) == Names{"x-c1"});
  order.route(mesh.node_at({{0, 1, 0}}), {}, mesh.node_at({{0, 3, 3}}), hops);
  CHECK(names_of(hops) == Names{"y+c1"});
}

TEST_CASE("MESH-TXT-4: Figure 7, where there is no y always plus", "[mesh]") {
  const Mesh mesh(5, 5);
  const TextRelation either(kIpar, mesh, {TextRelation::Planes::kMemoryless, false});
  const TextRelation plus(kIpar, mesh, {TextRelation::Planes::kMemoryless, true});
  CHECK(legal_at_source(either, {{1, 0, 0}}) == Names{"x+c1", "x+c2"});
  CHECK(legal_at_source(plus, {{1, 0, 0}}) == Names{"x+c1"});
  CHECK(legal_at_source(plus, {{0, 0, -1}}) == Names{"z-c1"});
  CHECK(legal_at_source(plus, {{1, -1, 0}}) == Names{"x+c2", "y-c1"});
  CHECK(plus.statuses(mesh.node_at({{2, 2, 2}})) == 0);  // without faults
}

TEST_CASE("MESH-TXT-1: a way is followed as far as asked", "[mesh]") {
  const Mesh mesh(5, 5);
  const TextRelation text(kIpar, mesh, {});
  const SwitchIdx from = mesh.node_at({{0, 0, 0}});
  const SwitchIdx to = mesh.node_at({{2, 1, 3}});
  CHECK(walk(text, from, to, 6) == 6);
  CHECK(walk(text, from, to, 5) == -2);
  CHECK(walk(text, from, from, 0) == 0);
}
