// SPDX-License-Identifier: Apache-2.0
/// The statuses of one node and of a small mesh.
#include <catch2/catch.hpp>

#include <array>
#include <memory>
#include <vector>

#include "control/random.hpp"
#include "cosim/lockstep/runtime.hpp"
#include "cosim/mesh/block.hpp"

using namespace selvage;
using cosim::MccLabelIn;

namespace {

/// Neighbours d1 and d2 are bad in every status.
MccLabelIn two_bad(unsigned d1, unsigned d2) {
  MccLabelIn in;
  in.present = 0x3F;
  in.nb_bad = std::uint64_t{0x3F} << (6 * d1) | std::uint64_t{0x3F} << (6 * d2);
  return in;
}

/// A k x k x k mesh of nodes, clocked together.
struct Mesh {
  unsigned k;
  std::vector<std::unique_ptr<cosim::MccLabelBlock>> nodes;
  std::vector<MccLabelIn> in;

  explicit Mesh(unsigned size) : k(size), in(size * size * size) {
    for (unsigned i = 0; i < in.size(); ++i) nodes.push_back(cosim::make_mcc_label({}));
    for (unsigned i = 0; i < in.size(); ++i) {
      for (unsigned d = 0; d < 6; ++d) in[i].present |= (neighbour(i, d) >= 0) << d;
    }
  }
  [[nodiscard]] unsigned at(unsigned x, unsigned y, unsigned z) const {
    return x + k * (y + k * z);
  }
  [[nodiscard]] int neighbour(unsigned i, unsigned d) const {
    std::array<unsigned, 3> c{i % k, i / k % k, i / k / k};
    if (d % 2 == 0 ? c[d / 2] + 1 == k : c[d / 2] == 0) return -1;
    c[d / 2] += d % 2 == 0 ? 1U : ~0U;
    return static_cast<int>(at(c[0], c[1], c[2]));
  }
  void edge() {
    for (unsigned i = 0; i < in.size(); ++i) {
      in[i].nb_bad = 0;
      for (unsigned d = 0; d < 6; ++d) {
        const int n = neighbour(i, d);
        if (n >= 0) in[i].nb_bad |= std::uint64_t{nodes[n]->outputs().bad} << (6 * d);
      }
    }
    for (unsigned i = 0; i < in.size(); ++i) nodes[i]->edge(in[i]);
  }
};

}  // namespace

TEST_CASE("A node between two bad neighbours is unsafe in the statuses of that quadrant",
          "[mesh][MESH-LAB-2]") {
  // directions x+, x-, y+, y-, z+, z-; statuses xy, yz, zx, each same and mixed
  const auto block = cosim::make_mcc_label({});
  const auto unsafe = [&block](unsigned d1, unsigned d2) {
    block->reset();
    block->edge(two_bad(d1, d2));
    return block->outputs().unsafe;
  };
  CHECK(unsafe(0, 2) == 0b000001);
  CHECK(unsafe(1, 3) == 0b000001);
  CHECK(unsafe(0, 3) == 0b000010);
  CHECK(unsafe(1, 2) == 0b000010);
  CHECK(unsafe(2, 4) == 0b000100);
  CHECK(unsafe(3, 5) == 0b000100);
  CHECK(unsafe(2, 5) == 0b001000);
  CHECK(unsafe(3, 4) == 0b001000);
  CHECK(unsafe(4, 0) == 0b010000);
  CHECK(unsafe(5, 1) == 0b010000);
  CHECK(unsafe(4, 1) == 0b100000);
  CHECK(unsafe(5, 0) == 0b100000);
  CHECK(unsafe(0, 1) == 0);
}

TEST_CASE("Faults, dead links, the border and restart", "[mesh][MESH-LAB-1][MESH-EPO-2]") {
  const auto block = cosim::make_mcc_label({});
  MccLabelIn in;
  in.present = 0x3F;
  in.faulty = true;
  block->edge(in);
  CHECK(block->outputs().bad == 0x3F);
  CHECK(block->outputs().unsafe == 0);
  CHECK(block->outputs().changed);
  block->edge(in);
  CHECK_FALSE(block->outputs().changed);
  in.faulty = false;
  in.link_dead = 0b000101;  // x+ and y+
  block->edge(in);
  CHECK(block->outputs().bad == 0b000001);
  in.link_dead = 0;
  block->edge(in);
  CHECK(block->outputs().bad == 0b000001);  // only a restart clears
  in.restart = true;
  block->edge(in);
  CHECK(block->outputs().bad == 0);
  CHECK(block->outputs().changed);
  in = two_bad(0, 2);
  in.restart = true;
  block->edge(in);
  CHECK(block->outputs().bad == 0);  // restart beats the condition
  in.restart = false;
  in.present = 0x3E;  // nothing beyond the border in x+
  in.link_dead = 0b000001;
  block->edge(in);
  CHECK(block->outputs().bad == 0);
}

TEST_CASE("Line bits come from the link and the neighbour ahead, and stay (MESH-LAB-6)", "[mesh]") {
  const auto block = cosim::make_mcc_label({});
  MccLabelIn in;
  in.present = 0b111101;  // nothing in x-
  in.nb_line = 0b000110;  // x-, y+
  block->edge(in);
  CHECK(block->outputs().line == 0b000100);
  CHECK(block->outputs().bad == 0);
  CHECK(block->outputs().changed);
  in.nb_line = 0;
  in.link_dead = 0b100000;
  block->edge(in);
  CHECK(block->outputs().line == 0b100100);
  in.faulty = true;
  block->edge(in);
  CHECK(block->outputs().line == 0x3F);
  in.faulty = false;
  in.restart = true;
  block->edge(in);
  CHECK(block->outputs().line == 0);
}

TEST_CASE("An anti-diagonal of faults fills its square, and is final within 2(k-1) edges",
          "[mesh][MESH-LAB-2][MESH-LAB-5]") {
  const unsigned k = 5;
  Mesh mesh(k);
  for (unsigned i = 0; i < k; ++i) mesh.in[mesh.at(i, k - 1 - i, 2)].faulty = true;
  mesh.edge();
  for (unsigned edge = 0; edge < 2 * (k - 1); ++edge) mesh.edge();
  unsigned same = 0;
  unsigned other = 0;
  for (unsigned i = 0; i < mesh.in.size(); ++i) {
    const unsigned unsafe = mesh.nodes[i]->outputs().unsafe;
    same += unsafe & 1U;
    other += (unsafe >> 1) != 0;
    if ((unsafe & 1U) != 0) CHECK(i / k / k == 2);
  }
  CHECK(same == k * k - k);  // the whole plane z = 2
  CHECK(other == 0);
  mesh.edge();
  for (const auto& node : mesh.nodes) CHECK_FALSE(node->outputs().changed);
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("Every deliberate fault of the labels shows", "[mesh][bug][COS-BUG]") {
  const unsigned bug = GENERATE(range(0U, 6U));
  const auto good = cosim::make_mcc_label({});
  const auto faulty = cosim::make_mcc_label({1U << bug});
  tb::Random random(bug);
  bool differ = false;
  for (unsigned i = 0; i < 2000 && !differ; ++i) {
    MccLabelIn in;
    in.restart = random.percent(30);
    in.faulty = random.percent(20);
    in.present = random.below(64) | random.below(64);
    in.link_dead = random.below(64) & random.below(64);
    in.nb_bad = random.next() & random.next() & ((std::uint64_t{1} << 36) - 1);
    in.nb_line = random.below(64) & random.below(64);
    good->edge(in);
    faulty->edge(in);
    differ = good->outputs().bad != faulty->outputs().bad ||
             good->outputs().line != faulty->outputs().line;
  }
  CHECK(differ);
  static_cast<void>(cosim::take_rtl_failure());
}
