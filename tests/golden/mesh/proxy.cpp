// SPDX-License-Identifier: Apache-2.0
/// The safe neighbour of an unsafe destination: which, how a header goes for it, what it is worth.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <map>

#include "kernel/stream.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

namespace {

constexpr std::uint8_t kXp = 0;
constexpr std::uint8_t kYp = 2;
constexpr std::uint8_t kYm = 3;

/// The choice once more, from the words of docs/reference/mesh-blocks.md and with nothing of the
/// golden rule.
class Chooser {
 public:
  Chooser(const MeshFaults& faults, std::vector<std::uint8_t> statuses, bool par)
      : faults_(faults), statuses_(std::move(statuses)), par_(par) {}

  [[nodiscard]] std::uint8_t operator()(SwitchIdx source, SwitchIdx dest) const {
    const Mesh& mesh = faults_.mesh();
    const MeshPoint s = mesh.point_of(source);
    const MeshPoint d = mesh.point_of(dest);
    const int e[3] = {d[0] - s[0], d[1] - s[1], d[2] - s[2]};
    const bool yz = e[2] != 0;
    const int along = yz && par_ ? 2 : 1;       // the one-way dimension
    const int across = !yz ? 0 : par_ ? 1 : 2;  // the two-way dimension
    if (!unsafe(dest, yz, e[across], e[along])) return kNoProxy;
    std::uint8_t best = kNoProxy;
    int shortest = 1000;
    for (std::uint8_t dir = 0; dir < 6; ++dir) {
      const int dim = dir / 2;
      if (dim == (yz ? 0 : 2) || !faults_.healthy(dest, dir)) continue;
      const SwitchIdx v = mesh.neighbour(dest, dir);
      if (v == source) return kNoProxy;
      const bool against = yz && dir == 2 * along + 1 && e[along] < 2;
      if (against || unsafe(v, yz, e[across], e[along])) continue;
      const MeshPoint p = mesh.point_of(v);
      int hops = 0;
      for (unsigned i = 0; i < 3; ++i) hops += p[i] > s[i] ? p[i] - s[i] : s[i] - p[i];
      if (hops < shortest) shortest = hops, best = dir;
    }
    return best;
  }

 private:
  [[nodiscard]] bool unsafe(SwitchIdx n, bool yz, int across, int along) const {
    const bool same = (statuses_[n] >> (yz ? 2 : 0) & 1) != 0;
    const bool mixed = (statuses_[n] >> (yz ? 3 : 1) & 1) != 0;
    if (across == 0) return same && mixed;
    const bool rises = along >= 0;  // "+" where it is 0
    return (across > 0) == rises ? same : mixed;
  }

  const MeshFaults& faults_;
  std::vector<std::uint8_t> statuses_;
  bool par_;
};

}  // namespace

TEST_CASE("MESH-ORD-9: which safe neighbour of an unsafe destination a source chooses", "[mesh]") {
  const Mesh mesh(5, 5);
  const auto proxy = [&mesh](const std::vector<MeshPoint>& faults, const MeshPoint& from,
                             const MeshPoint& to) -> std::string {
    const OrderedRelation rule = ordered(faults_at(mesh, faults), {false, true, true});
    const std::uint8_t d = rule.proxy(mesh.node_at(from), mesh.node_at(to));
    return d == kNoProxy ? "none" : std::string(direction_name(d));
  };
  const std::vector<MeshPoint> behind{{{1, 3, 2}}, {{2, 2, 2}}};  // of (2,3,2), seen from (0,0,2)
  CHECK(proxy(behind, {{0, 0, 2}}, {{2, 3, 2}}) == "x+");         // y+ is as near
  CHECK(proxy(behind, {{3, 0, 2}}, {{2, 3, 2}}) == "none");       // safe in this quadrant
  CHECK(proxy(behind, {{2, 0, 2}}, {{2, 3, 2}}) == "none");  // without x both would have to say so
  CHECK(proxy(behind, {{0, 0, 1}}, {{2, 3, 2}}) == "none");  // comes by plane yz
  CHECK(proxy(behind, {{4, 4, 2}}, {{2, 3, 2}}) == "x+");    // from ahead: the nearest
  const std::vector<MeshPoint> below{{{2, 2, 3}}, {{2, 3, 2}}};  // of (2,3,3), in plane yz
  CHECK(proxy(below, {{0, 0, 0}}, {{2, 3, 3}}) == "y+");
  std::vector<MeshPoint> more = below;
  more.push_back({{2, 4, 3}});
  CHECK(proxy(more, {{0, 0, 0}}, {{2, 3, 3}}) == "z+");
  more.push_back({{2, 3, 4}});
  CHECK(proxy(more, {{0, 0, 0}}, {{2, 3, 3}}) == "none");
  // In plane yz not y- with y falling, from where only YZ- would lead up.
  const std::vector<MeshPoint> above{{{2, 3, 2}},
                                     {{2, 2, 3}}};  // of (2,2,2), seen from high y and z
  CHECK(proxy(above, {{0, 4, 4}}, {{2, 2, 2}}) == "z-");
  MeshFaults links = faults_at(mesh, behind);
  links.fail_link({mesh.node_at({{2, 3, 2}}), kXp});
  const OrderedRelation rule = ordered(links, {false, true, true});
  const SwitchIdx dest = mesh.node_at({{2, 3, 2}});
  CHECK(rule.proxy(mesh.node_at({{0, 0, 2}}), dest) == kYp);
  CHECK(rule.proxy(mesh.node_at({{3, 3, 2}}), dest) == kYp);  // next to it by a dead link
  CHECK(ordered(links).proxy(mesh.node_at({{0, 0, 2}}), dest) == kNoProxy);  // not asked for
}

TEST_CASE("MESH-ORD-9: the choice for every pair is that of the page, written a second time",
          "[mesh]") {
  const bool par = GENERATE(false, true);
  const Mesh mesh(5, 5);
  unsigned chosen = 0;
  unsigned beside = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    MeshFaults faults = random_faults(mesh, 6 + static_cast<unsigned>(seed), seed);
    kernel::Stream stream(seed, "links");
    for (unsigned i = 0; i < 8; ++i) {
      const auto link = static_cast<std::uint32_t>(stream.below(mesh.fallible_link_count()));
      faults.fail_link(mesh.fallible_link(link));
    }
    const auto statuses = par ? route_statuses_block(faults) : route_statuses_mcc(faults);
    const OrderedRelation rule(par ? kPar : kIpar, faults, statuses, {false, true, true});
    const Chooser chooser(faults, statuses, par);
    for (SwitchIdx a = 0; a < mesh.switch_count(); ++a) {
      for (SwitchIdx b = 0; b < mesh.switch_count(); ++b) {
        if (a == b || faults.faulty(a) || faults.faulty(b)) continue;
        REQUIRE(unsigned{rule.proxy(a, b)} == unsigned{chooser(a, b)});
        if (chooser(a, b) == kNoProxy) continue;
        ++chosen;
        const MeshPoint e = mesh.point_of(b) - mesh.point_of(a);
        beside += std::abs(e[0]) + std::abs(e[1]) + std::abs(e[2]) == 1 ? 1U : 0U;
      }
    }
  }
  CHECK(chosen > 3000);
  CHECK(beside > 0);  // next to it by a dead link
}

TEST_CASE("MESH-ORD-9: a header goes for its proxy, gives it up there and arrives", "[mesh]") {
  const Mesh mesh(5, 5);
  const OrderedRelation rule =
      ordered(faults_at(mesh, {{{1, 3, 2}}, {{2, 2, 2}}}), {false, true, true});
  const SwitchIdx dest = mesh.node_at({{2, 3, 2}});
  const SwitchIdx proxy = mesh.node_at({{3, 3, 2}});
  unsigned states = 0;
  for_each_state(
      rule, dest,
      [&](SwitchIdx node, const MeshHeader& h, MeshOutcome, const std::vector<MeshHop>& hops) {
        for (const MeshHop& hop : hops) {
          if (h.in_port != kMeshHostPort) {
            REQUIRE(hop.next.proxy == (node == proxy && h.proxy == kXp ? kNoProxy : h.proxy));
          }
          states += hop.next.proxy == kXp ? 1U : 0U;
        }
      });
  CHECK(states > 10);
  SwitchIdx node = mesh.node_at({{0, 0, 2}});
  MeshHeader h;
  std::vector<MeshHop> hops;
  bool seen = false;
  while (rule.route(node, h, dest, hops) == MeshOutcome::kRoutes) {
    REQUIRE(hops.front().next.proxy == (seen || node == proxy ? kNoProxy : kXp));
    seen = seen || node == proxy;
    node = mesh.neighbour(node, hops.front().dir);
    h = hops.front().next;
  }
  CHECK(seen);
  CHECK(node == dest);
}

TEST_CASE("MESH-ORD-9: without reserve fewer messages for unsafe nodes are lost with a proxy",
          "[mesh]") {
  const Mesh mesh(8, 8);
  unsigned sent = 0;
  std::map<bool, unsigned> lost;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const MeshFaults faults = random_faults(mesh, 40, seed);
    const OrderedRelation with = ordered(faults, {false, true, true});
    const OrderedRelation without = ordered(faults, {false, true, false});
    for (SwitchIdx a = 0; a < mesh.switch_count(); a += 3) {
      for (SwitchIdx b = 0; b < mesh.switch_count(); ++b) {
        if (faults.faulty(a) || with.proxy(a, b) == kNoProxy) continue;
        ++sent;
        lost[true] += walk(with, a, b, 100) < 0 ? 1U : 0U;
        lost[false] += walk(without, a, b, 100) < 0 ? 1U : 0U;
      }
    }
  }
  INFO("lost of " << sent << ": " << lost[true] << " with, " << lost[false] << " without");
  CHECK(sent > 1000);
  CHECK(lost[true] < lost[false]);
}

TEST_CASE("MESH-ORD-9: a proxy in x keeps a header in plane xy", "[mesh]") {
  PlanarRequest q;
  q.here = {{3, 1, 2}};
  q.dst = {{2, 3, 2}};
  q.proxy = kXp;
  q.in_port = kYm;
  q.free = 0xfff;
  CHECK(planar_route(kIpar, q).legal == 1U << 4);  // y+ c1 toward (3,3,2)
  q.sub = 1;  // the sub-network does not fit: without a proxy this would be plane yz
  CHECK(planar_route(kIpar, q).drop);
  q.dst = {{3, 3, 2}};
  q.proxy = kNoProxy;
  CHECK(planar_route(kIpar, q).legal != 0);
  q = {};
  q.here = {{3, 1, 2}};
  q.dst = {{2, 3, 2}};
  q.proxy = kXp;
  q.free = 0xfff;
  q.nb_down = 0xf;  // nothing in plane xy: no second plane
  CHECK(planar_route(kIpar, q).drop);
  q.dst = {{3, 3, 2}};
  q.proxy = kNoProxy;
  CHECK_FALSE(planar_route(kIpar, q).drop);
}
