// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

namespace {

using Names = std::set<std::string>;

MeshFaults figure_6(const Mesh& mesh) {
  return faults_at(mesh,
                   {{{1, 1, 1}}, {{1, 2, 1}}, {{1, 1, 2}}, {{2, 2, 2}}, {{2, 3, 1}}, {{2, 1, 3}}});
}

unsigned count(const std::vector<std::uint8_t>& bits, unsigned bit) {
  unsigned n = 0;
  for (const std::uint8_t b : bits) n += (b >> bit) & 1U;
  return n;
}

}  // namespace

TEST_CASE("MESH-LAB-3: Figure 6 is the diagonal x+y-z-, and no other has an unsafe node",
          "[mesh]") {
  const Mesh mesh(5, 5);
  const auto unsafe = spatial_mcc(figure_6(mesh));
  CHECK(nodes_with(mesh, unsafe, 3) == Names{"(2,1,1)", "(2,1,2)", "(2,2,1)", "(1,2,2)"});
  for (const unsigned other : {0U, 1U, 2U}) CHECK(nodes_with(mesh, unsafe, other).empty());
}

TEST_CASE("MESH-LAB-2: the planar statuses of Figure 6, with (2,3,3) besides", "[mesh]") {
  const Mesh mesh(5, 5);
  const auto unsafe = exchange_labels(figure_6(mesh)).unsafe;
  const Names four{"(2,1,1)", "(2,2,1)", "(2,1,2)", "(1,2,2)"};
  Names expected = four;
  expected.insert({"(2,3,2)", "(2,2,3)", "(2,3,3)"});
  CHECK(nodes_with(mesh, unsafe, planar_status(1, false)) == expected);
  CHECK(nodes_with(mesh, unsafe, planar_status(1, true)).empty());
  expected = four;
  expected.insert("(1,3,1)");
  CHECK(nodes_with(mesh, unsafe, planar_status(0, true)) == expected);
  CHECK(nodes_with(mesh, unsafe, planar_status(0, false)).empty());
  expected = four;
  expected.insert("(1,1,3)");
  CHECK(nodes_with(mesh, unsafe, planar_status(2, true)) == expected);
  CHECK(nodes_with(mesh, unsafe, planar_status(2, false)).empty());
}

TEST_CASE("MESH-LAB-2: exchange between neighbours ends where useless and unreachable nodes do",
          "[mesh]") {
  const auto [k, depth] = GENERATE(std::pair{4U, 4U}, std::pair{7U, 7U}, std::pair{12U, 1U});
  const Mesh mesh(k, depth);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const unsigned faults = 1 + static_cast<unsigned>(seed) * mesh.switch_count() / 200;
    MeshFaults set = random_faults(mesh, faults, seed);
    if (seed % 3 == 0) set.fail_link(mesh.fallible_link(static_cast<std::uint32_t>(seed)));
    const PlanarLabels labels = exchange_labels(set);
    REQUIRE(labels.unsafe == reference_labels(set));
    REQUIRE(labels.rounds <= 2 * (k - 1));  // MESH-LAB-5
  }
}

TEST_CASE("MESH-LAB-6: line bits by exchange are those of each line followed to the border",
          "[mesh]") {
  const Mesh mesh(6, 6);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    MeshFaults set = random_faults(mesh, static_cast<unsigned>(seed), seed);
    if (seed % 3 == 0) set.fail_link(mesh.fallible_link(static_cast<std::uint32_t>(seed)));
    REQUIRE(exchange_labels(set).lines == reference_lines(set));
  }
  const auto lines = exchange_labels(faults_at(mesh, {{{2, 3, 4}}})).lines;
  CHECK(lines[mesh.node_at({{0, 3, 4}})] == 1U << 0);
  CHECK(lines[mesh.node_at({{2, 5, 4}})] == 1U << 3);
  CHECK(lines[mesh.node_at({{2, 3, 0}})] == 1U << 4);
  CHECK(lines[mesh.node_at({{2, 3, 4}})] == 0x3fU);
  CHECK(lines[mesh.node_at({{1, 2, 4}})] == 0);
}

TEST_CASE("MESH-LAB-5: behind a diagonal of faults statuses rise for k-2 clocks", "[mesh]") {
  // Faults along a falling diagonal: the corner behind it is reached last.
  const unsigned k = 8;
  const Mesh mesh(k, 1);
  MeshFaults faults(mesh);
  for (int i = 1; i < 8; ++i) faults.fail_node(mesh.node_at({{i, 8 - i, 0}}));
  const PlanarLabels labels = exchange_labels(faults);
  CHECK(labels.rounds == k - 2);
  CHECK(count(labels.unsafe, planar_status(0, false)) == 2 * (6 * 7 / 2));
}

TEST_CASE("MESH-LAB-5: one faulty node, wherever it is, changes no status", "[mesh]") {
  const Mesh mesh(3, 3);
  for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
    MeshFaults faults(mesh);
    faults.fail_node(n);
    CHECK(exchange_labels(faults).rounds == 0);
  }
}

TEST_CASE("MESH-LAB-1: beyond the border nothing is bad, beyond a dead link everything", "[mesh]") {
  const Mesh mesh(4, 1);
  const SwitchIdx corner = mesh.node_at({{3, 3, 0}});
  MeshFaults faults(mesh);
  CHECK(count(exchange_labels(faults).unsafe, planar_status(0, false)) == 0);
  const SwitchIdx node = mesh.node_at({{1, 1, 0}});
  faults.fail_link({node, 0});  // x+
  faults.fail_node(mesh.node_at({{1, 2, 0}}));
  const auto labels = exchange_labels(faults).unsafe;
  CHECK(nodes_with(mesh, labels, planar_status(0, false)) == Names{"(1,1)"});
  CHECK(faults.down(corner) == 0b110101);
  CHECK(faults.down(node) == 0b110101);
  // The other end of the link sees this end so, too.
  CHECK(faults.down(mesh.node_at({{2, 1, 0}})) == 0b110010);
}

TEST_CASE("MESH-LAB-2, MESH-LAB-6: a node that nothing is beside learns nothing", "[mesh]") {
  LabelInput in;
  in.link_dead = 0x3f;
  in.nb_bad.fill(0x3f);
  in.nb_line.fill(0x3f);
  CHECK(label_step({}, in).unsafe == 0);
  CHECK(label_step({}, in).line == 0);
  in.present = 0x3f;
  CHECK(label_step({}, in).unsafe == 0x3f);
  CHECK(label_step({}, in).line == 0x3f);
}

TEST_CASE("MESH-LAB-2: one clock of one node, status by status", "[mesh]") {
  LabelInput in;
  in.present = 0x3f;
  for (unsigned q = 0; q < kPlanarStatuses; ++q) {
    const unsigned a = 2 * (q / 2);
    const unsigned b = 2 * ((q / 2 + 1) % 3) + q % 2;
    for (const unsigned flip : {0U, 1U}) {
      LabelInput two = in;
      two.nb_bad[a ^ flip] = two.nb_bad[b ^ flip] = 0x3f;
      CHECK(((label_step({}, two).unsafe >> q) & 1U) == 1U);
      two.present = static_cast<std::uint8_t>(0x3f & ~(1U << a) & ~(1U << opposite(a)));
      CHECK(((label_step({}, two).unsafe >> q) & 1U) == 0U);
      LabelInput one = in;
      one.nb_bad[a ^ flip] = one.nb_bad[b ^ flip ^ 1U] = 0x3f;
      CHECK(((label_step({}, one).unsafe >> q) & 1U) == 0U);
    }
  }
  LabelState held;
  held.unsafe = 0x15;
  CHECK(label_step(held, in).unsafe == 0x15);
  CHECK_FALSE(label_step(held, in).changed);
  LabelInput restart = in;
  restart.restart = true;
  CHECK(label_step(held, restart).unsafe == 0);
  CHECK(label_step(held, restart).changed);
  LabelInput dies = in;
  dies.faulty = true;
  CHECK(label_step({}, dies).bad() == 0x3f);
}

TEST_CASE("MESH-LAB-4: a planar block is the rectangle around its faults", "[mesh]") {
  const Mesh mesh(5, 1);
  const auto unsafe = planar_blocks(faults_at(mesh, {{{1, 1, 0}}, {{2, 2, 0}}, {{3, 3, 0}}}));
  CHECK(count(unsafe, 0) == 9 - 3);
  CHECK(count(unsafe, 1) == 0);
}

TEST_CASE("MESH-LAB-4: at 16x16x16 the models lose as many nodes as the specification counts",
          "[mesh]") {
  const Mesh mesh(16, 16);
  double mcc = 0;
  double block = 0;
  double spatial = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const MeshFaults faults = random_faults(mesh, 300, seed);
    const auto planar = exchange_labels(faults).unsafe;
    const auto blocks = planar_blocks(faults);
    const auto diagonals = spatial_mcc(faults);
    for (unsigned q = 0; q < 6; ++q) mcc += count(planar, q) / 60.0;
    for (unsigned p = 0; p < 3; ++p) block += count(blocks, p) / 30.0;
    for (unsigned i = 0; i < 4; ++i) spatial += count(diagonals, i) / 40.0;
  }
  CHECK(mcc == Approx(42.4).epsilon(0.15));
  CHECK(block == Approx(106).epsilon(0.15));
  CHECK(spatial == Approx(2.3).epsilon(0.5));
}
