// SPDX-License-Identifier: Apache-2.0
/// The fault models once more, from the words of MESH-LAB-1 to MESH-LAB-6, on small meshes with
/// random faults and dead links.
#include <catch2/catch.hpp>

#include "kernel/stream.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

namespace {

/// Directions that have all to be bad.
using Corner = std::vector<unsigned>;

/// A set of links that are dead, by their lower ends, beside the faulty nodes.
struct Broken {
  MeshFaults faults;
  std::set<std::pair<SwitchIdx, unsigned>> dead;
};
Broken broken(const Mesh& mesh, std::uint64_t seed) {
  kernel::Stream random(seed, "broken", 0);
  Broken b{
      random_faults(mesh, 1 + static_cast<unsigned>(random.below(mesh.switch_count() / 4)), seed),
      {}};
  for (std::uint64_t left = random.below(12); left > 0; --left) {
    const SwitchPort link =
        mesh.fallible_link(static_cast<std::uint32_t>(random.below(mesh.fallible_link_count())));
    const SwitchIdx far = mesh.neighbour(link.sw, link.port);
    b.faults.fail_link(random.chance(0.5) ? link
                                          : SwitchPort{far, static_cast<PortIdx>(link.port ^ 1)});
    b.dead.insert({link.sw, link.port});
    b.dead.insert({far, link.port ^ 1U});
  }
  return b;
}

/// The nodes that become unsafe by one of the corners, until nothing changes.
std::vector<bool> unsafe_by(const Broken& b, const std::vector<Corner>& corners) {
  const Mesh& mesh = b.faults.mesh();
  std::vector<bool> unsafe(mesh.switch_count(), false);
  const auto bad = [&](SwitchIdx n, unsigned d) {
    if (!mesh.has(n, d)) return false;
    if (b.dead.count({n, d}) != 0) return true;
    const SwitchIdx beside = mesh.node_at(mesh.point_of(n).beside(d));
    return b.faults.faulty(beside) || unsafe[beside];
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
      if (unsafe[n] || b.faults.faulty(n)) continue;
      for (const Corner& corner : corners) {
        bool all = true;
        for (const unsigned d : corner) all = all && bad(n, d);
        if (all) changed = unsafe[n] = true;
      }
    }
  }
  return unsafe;
}

std::vector<bool> bit_of(const std::vector<std::uint8_t>& bits, unsigned bit) {
  std::vector<bool> is;
  for (const std::uint8_t b : bits) is.push_back((b >> bit & 1U) != 0);
  return is;
}

/// x+ is 0, x- is 1, and so on.
constexpr unsigned plus(unsigned dim) { return 2 * dim; }
constexpr unsigned minus(unsigned dim) { return 2 * dim + 1; }
constexpr unsigned kX = 0, kY = 1, kZ = 2;
constexpr std::array<std::pair<unsigned, unsigned>, 3> kPlanes{std::pair{kX, kY}, std::pair{kY, kZ},
                                                               std::pair{kZ, kX}};

}  // namespace

TEST_CASE("MESH-LAB-2: planar statuses of random faults and dead links are those of the page",
          "[mesh]") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Mesh mesh(4, seed % 4 == 3 ? 1 : 4);
    const Broken b = broken(mesh, seed);
    const PlanarLabels labels = exchange_labels(b.faults);
    const auto reference = reference_labels(b.faults);
    CAPTURE(seed);
    for (unsigned p = 0; p < 3; ++p) {
      const auto [u, v] = kPlanes[p];
      const auto same = unsafe_by(b, {{plus(u), plus(v)}, {minus(u), minus(v)}});
      const auto mixed = unsafe_by(b, {{plus(u), minus(v)}, {minus(u), plus(v)}});
      CHECK(bit_of(labels.unsafe, planar_status(p, false)) == same);
      CHECK(bit_of(labels.unsafe, planar_status(p, true)) == mixed);
      CHECK(bit_of(reference, planar_status(p, false)) == same);
      CHECK(bit_of(reference, planar_status(p, true)) == mixed);
    }
    for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
      CHECK(labels.unsafe[n] >> 6 == 0);
      CHECK(reference[n] >> 6 == 0);
      if (b.faults.faulty(n)) CHECK((labels.unsafe[n] | reference[n]) == 0);
      CHECK(route_statuses_mcc(b.faults)[n] == (labels.unsafe[n] & 15));
    }
  }
}

TEST_CASE("MESH-LAB-3, MESH-LAB-4: spatial statuses and blocks of random faults and dead links",
          "[mesh]") {
  const std::array<Corner, 4> diagonals{Corner{0, 2, 4}, Corner{0, 2, 5}, Corner{0, 3, 4},
                                        Corner{0, 3, 5}};
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Mesh mesh(4, 4);
    const Broken b = broken(mesh, 100 + seed);
    const auto spatial = spatial_mcc(b.faults);
    const auto blocks = planar_blocks(b.faults);
    CAPTURE(seed);
    for (unsigned i = 0; i < 4; ++i) {
      Corner opposite;
      for (const unsigned d : diagonals[i]) opposite.push_back(d ^ 1U);
      CHECK(bit_of(spatial, i) == unsafe_by(b, {diagonals[i], opposite}));
    }
    for (unsigned p = 0; p < 3; ++p) {
      const auto [u, v] = kPlanes[p];
      CHECK(bit_of(blocks, p) == unsafe_by(b, {{plus(u), plus(v)},
                                               {plus(u), minus(v)},
                                               {minus(u), plus(v)},
                                               {minus(u), minus(v)}}));
    }
    for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
      CHECK(spatial[n] >> 4 == 0);
      CHECK(blocks[n] >> 3 == 0);
      // Both quadrants of planes xy and yz have the status of the block.
      const unsigned xy = blocks[n] & 1U, yz = blocks[n] >> 1 & 1U;
      CHECK(route_statuses_block(b.faults)[n] == (xy * 3 | yz * 12));
    }
  }
}

TEST_CASE("MESH-LAB-2, MESH-LAB-4: one clock for every set of bad neighbours", "[mesh]") {
  for (unsigned bad = 0; bad < 64; ++bad) {
    for (const bool by_link : {false, true}) {
      for (unsigned p = 0; p < 3; ++p) {
        const auto [u, v] = kPlanes[p];
        const auto is = [&](unsigned d) { return (bad >> d & 1U) != 0; };
        const bool same = (is(plus(u)) && is(plus(v))) || (is(minus(u)) && is(minus(v)));
        const bool mixed = (is(plus(u)) && is(minus(v))) || (is(minus(u)) && is(plus(v)));
        LabelInput in;
        in.present = 0x3f;
        for (const bool is_mixed : {false, true}) {
          const unsigned status = planar_status(p, is_mixed);
          for (unsigned d = 0; d < kDirections; ++d)  // bad in this status alone
            in.nb_bad[d] = static_cast<std::uint8_t>(is(d) && !by_link ? 1U << status : 0U);
          in.link_dead = static_cast<std::uint8_t>(by_link ? bad : 0);
          CAPTURE(bad, by_link, p, is_mixed);
          CHECK((label_step({}, in).unsafe >> status & 1U) == (is_mixed ? mixed : same));
          CHECK((block_step({}, in).unsafe >> status & 1U) == (same || mixed));
          CHECK(block_step({}, in).unsafe >> 6 == 0);
          if (!by_link) CHECK((block_step({}, in).unsafe & ~(1U << status)) == 0);
        }
      }
    }
  }
}

TEST_CASE("MESH-LAB-6: one clock of the line bits, for each direction by itself", "[mesh]") {
  for (unsigned d = 0; d < kDirections; ++d) {
    for (unsigned received = 0; received < kDirections; ++received) {
      LabelInput in;
      in.present = 0x3f;
      in.nb_line[d] = static_cast<std::uint8_t>(1U << received);
      CHECK(label_step({}, in).line == (received == d ? 1U << d : 0U));
      in.present = static_cast<std::uint8_t>(0x3f & ~(1U << d));
      CHECK(label_step({}, in).line == 0);
    }
    LabelInput dead;
    dead.present = 0x3f;
    dead.link_dead = static_cast<std::uint8_t>(1U << d);
    const LabelState risen = label_step({}, dead);
    CHECK(risen.line == 1U << d);
    CHECK(risen.changed);
    dead.link_dead = 0;
    CHECK(label_step(risen, dead).line == 1U << d);  // held
    CHECK_FALSE(label_step(risen, dead).changed);
    dead.restart = true;
    CHECK(label_step(risen, dead).line == 0);
  }
}

TEST_CASE("MESH-LAB-6: the line bits of random faults and dead links", "[mesh]") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Mesh mesh(4, seed % 4 == 3 ? 1 : 4);
    const Broken b = broken(mesh, 200 + seed);
    const auto exchanged = exchange_labels(b.faults).lines;
    CHECK(exchanged == reference_lines(b.faults));
    for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
      for (unsigned d = 0; d < kDirections; ++d) {
        bool met = b.faults.faulty(n);
        for (SwitchIdx at = n; mesh.has(at, d); at = mesh.node_at(mesh.point_of(at).beside(d)))
          met = met || b.dead.count({at, d}) != 0 ||
                b.faults.faulty(mesh.node_at(mesh.point_of(at).beside(d)));
        CAPTURE(seed, n, d);
        CHECK((exchanged[n] >> d & 1U) == met);
      }
      CHECK(exchanged[n] >> 6 == 0);
    }
  }
}

TEST_CASE("MESH-LAB-1: a link is dead at both of its ends, and nowhere else", "[mesh]") {
  const Mesh mesh(3, 3);
  const SwitchIdx middle = mesh.node_at({{1, 1, 1}});
  for (unsigned d = 0; d < kDirections; ++d) {
    MeshFaults faults(mesh);
    faults.fail_link({middle, static_cast<PortIdx>(d)});
    for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
      unsigned expected = 0;
      if (n == middle) expected = 1U << d;
      if (n == mesh.neighbour(middle, d)) expected = 1U << (d ^ 1U);
      CHECK(faults.dead_links(n) == expected);
      CHECK(faults.down(n) == ((~mesh.present(n) & 0x3fU) | expected));
      for (unsigned e = 0; e < kDirections; ++e)
        CHECK(faults.healthy(n, e) == (mesh.has(n, e) && (expected >> e & 1U) == 0));
    }
  }
}
