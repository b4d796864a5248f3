// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <catch2/catch.hpp>
#include <utility>

#include "golden/mesh/mesh.hpp"

using namespace selvage;
using namespace selvage::golden;
using Catch::Contains;

TEST_CASE("MESH-TOP-1: sizes, and what is refused", "[mesh]") {
  const Mesh cube(4, 4);
  CHECK(cube.switch_count() == 64);
  CHECK(cube.host_count() == 64);
  CHECK(cube.fallible_link_count() == 3 * 4 * 4 * 3);
  CHECK(cube.label() == "4x4x4");
  CHECK(cube.data_vc_count() == 2);
  const Mesh flat(5, 1);
  CHECK(flat.switch_count() == 25);
  CHECK(flat.fallible_link_count() == 2 * 5 * 4);
  CHECK(flat.label() == "5x5");
  CHECK_THROWS_WITH(Mesh(1, 1), Contains("k is 1"));
  CHECK_THROWS_WITH(Mesh(17, 17), Contains("k is 17"));
  CHECK_THROWS_WITH(Mesh(4, 3), Contains("depth is 3"));
  CHECK_THROWS_WITH(Mesh(4, 4, 4), Contains("4 virtual channels"));
  CHECK_THROWS_WITH(Mesh(4, 4, 0), Contains("0 virtual channels"));
  CHECK(Mesh(2, 2, 1).data_vc_count() == 1);
  CHECK(Mesh(16, 1, 3).data_vc_count() == 3);
}

TEST_CASE("MESH-TOP-1: a port leads one step in its direction and back", "[mesh]") {
  const auto [k, depth] = GENERATE(std::pair{2U, 2U}, std::pair{3U, 3U}, std::pair{4U, 1U});
  const Mesh mesh(k, depth);
  unsigned ends = 0;
  for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
    REQUIRE(mesh.node_at(mesh.point_of(n)) == n);
    for (PortIdx d = 0; d < kDirections; ++d) {
      const PortEnd far = mesh.peer(n, d);
      MeshPoint to = mesh.point_of(n);
      to.at[dimension_of(d)] += (d & 1U) != 0 ? -1 : 1;
      const int size = static_cast<int>(dimension_of(d) == 2 ? depth : k);
      const int at = to[dimension_of(d)];
      if (at < 0 || at >= size) {
        REQUIRE(far.kind == PortEnd::Kind::kNone);
        continue;
      }
      REQUIRE(far.kind == PortEnd::Kind::kSwitch);
      REQUIRE(mesh.point_of(far.index) == to);
      const PortEnd back = mesh.peer(far.index, far.port);
      REQUIRE((back.index == n && back.port == d));
      ++ends;
    }
    const PortEnd host = mesh.peer(n, kMeshHostPort);
    REQUIRE(host.kind == PortEnd::Kind::kHost);
    REQUIRE((host.index == n && host.port == 0));
    REQUIRE(mesh.peer(n, kMeshHostPort + 1).kind == PortEnd::Kind::kNone);
    REQUIRE(mesh.attachment(n).sw == n);
  }
  CHECK(ends == 2 * mesh.fallible_link_count());
}

TEST_CASE("MESH-TOP-1: names of nodes and links are read back", "[mesh]") {
  const auto [k, depth] = GENERATE(std::pair{3U, 3U}, std::pair{12U, 1U});
  const Mesh mesh(k, depth);
  std::string why;
  for (HostIdx h = 0; h < mesh.host_count(); ++h) {
    REQUIRE(mesh.parse_host(mesh.host_name(h), why) == h);
    REQUIRE(mesh.parse_host(mesh.switch_name(h), why) == h);
  }
  for (std::uint32_t i = 0; i < mesh.fallible_link_count(); ++i) {
    const SwitchPort end = mesh.fallible_link(i);
    const PortEnd far = mesh.peer(end.sw, end.port);
    const SwitchPort other{far.index, far.port};
    REQUIRE(mesh.link_name(end) == mesh.link_name(other));
    REQUIRE(mesh.link_path(end) == mesh.link_path(other));
    const auto read = mesh.parse_link(mesh.link_path(other), why);
    REQUIRE(read.has_value());
    REQUIRE((read->sw == end.sw && read->port == end.port));
  }
}

TEST_CASE("MESH-TOP-1: what is wrong with a name is said", "[mesh]") {
  const Mesh mesh(4, 4);
  std::string why;
  CHECK(mesh.switch_name(mesh.node_at({{1, 0, 2}})) == "(1,0,2)");
  CHECK(mesh.link_name({0, 0}) == "LK(0,0,0)x+");
  CHECK(mesh.link_name({0, kMeshHostPort}) == "NODE 0.0.0");
  CHECK_FALSE(mesh.parse_host("1.2", why));
  CHECK_THAT(why, Contains("2 coordinates but needs 3"));
  CHECK_FALSE(mesh.parse_host("1.2.3.0", why));
  CHECK_THAT(why, Contains("4 coordinates"));
  CHECK_FALSE(mesh.parse_host("1.4.0", why));
  CHECK_THAT(why, Contains("y of \"1.4.0\" is 4 but at most 3"));
  CHECK_FALSE(mesh.parse_host("1.a.0", why));
  CHECK_THAT(why, Contains("not a number"));
  CHECK_FALSE(mesh.parse_link("1.2.0", why));
  CHECK_THAT(why, Contains("for example 0.0.0/x+"));
  CHECK_FALSE(mesh.parse_link("1.2.0/z-", why));
  CHECK_THAT(why, Contains("border"));
  CHECK(mesh.parse_link("1.2.1/z-", why)->sw == mesh.node_at({{1, 2, 0}}));
}

TEST_CASE("MESH-TOP-1: names that are too long, too short or of no direction", "[mesh]") {
  CHECK(direction_name(5) == "z-");
  CHECK(direction_name(6) == "no direction");
  const Mesh cube(2, 2);
  std::string why;
  CHECK(cube.parse_host("1.0.1", why) == cube.node_at({{1, 0, 1}}));
  CHECK(cube.parse_host("(1,0,1)", why) == cube.node_at({{1, 0, 1}}));
  CHECK_FALSE(cube.parse_host("1.0", why));
  CHECK(why == "\"1.0\" has 2 coordinates but needs 3");
  CHECK_FALSE(cube.parse_host("1.0.1.7.x", why));
  CHECK(why == "\"1.0.1.7.x\" has 5 coordinates but needs 3");
  CHECK_FALSE(cube.parse_host("1.0.2", why));
  CHECK(why == "z of \"1.0.2\" is 2 but at most 1 is possible");
  CHECK_FALSE(Mesh(3, 1).parse_host("2", why));
  CHECK(why == "\"2\" has 1 coordinate but needs 2");
  for (const char* text : {"(", ")", "()", ""}) {
    CHECK_FALSE(cube.parse_host(text, why));
    CHECK_THAT(why, Contains("is not a number"));
  }
  CHECK_THAT(why, Contains("x of \"\" is \"\""));
  CHECK_FALSE(cube.parse_host("()", why));
  CHECK(why == "x of \"()\" is \"\", which is not a number");
}

TEST_CASE("MESH-TOP-1, VIEW-EV-5: where a node is drawn: a plane has one z, a row one y",
          "[mesh]") {
  const auto [k, depth] = GENERATE(std::pair{2U, 2U}, std::pair{3U, 3U}, std::pair{4U, 1U});
  const Mesh mesh(k, depth);
  for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
    const std::array<std::uint32_t, 3> at{n % k, n / k % k, n / k / k};
    const DrawnPlace place = mesh.place(n);
    CHECK(place.group == at[2]);
    CHECK(place.row == at[1]);
    CHECK(place.column == at[0]);
    REQUIRE(place.space.has_value() == (depth > 1));
    if (depth > 1) CHECK(*place.space == at);
  }
}
