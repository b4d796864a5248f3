// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <map>

#include "kernel/stream.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

namespace {

using Names = std::set<std::string>;

struct Came {
  std::uint8_t travelling;
  std::uint8_t vc;
};
MeshHeader header(Came came) {
  MeshHeader h;
  h.in_port = static_cast<std::uint8_t>(opposite(came.travelling));
  h.vc = came.vc;
  return h;
}

Names legal(const OrderedRelation& r, const MeshPoint& at, const MeshHeader& h,
            const MeshPoint& to) {
  std::vector<MeshHop> hops;
  r.route(r.mesh().node_at(at), h, r.mesh().node_at(to), hops);
  return names_of(hops);
}

constexpr std::uint8_t kXp = 0;
constexpr std::uint8_t kYp = 2;
constexpr std::uint8_t kYm = 3;
constexpr std::uint8_t kZp = 4;

}  // namespace

TEST_CASE("MESH-ORD-1..5: without faults, Figures 3 to 5 with y-only messages in xy", "[mesh]") {
  const bool reserve = GENERATE(false, true);  // it keeps nothing where there is no fault
  const auto [k, depth] = GENERATE(std::pair{3U, 3U}, std::pair{4U, 4U}, std::pair{4U, 1U});
  const Mesh mesh(k, depth);
  const auto& scheme = GENERATE(kIpar, kPar);
  const TextRelation figures(scheme, mesh, {TextRelation::Planes::kLatched, false});
  const MeshFaults none(mesh);
  const OrderedRelation rule(scheme, none, route_statuses_mcc(none), {reserve, true});
  std::vector<MeshHop> other;
  for (SwitchIdx dest = 0; dest < mesh.switch_count(); ++dest) {
    for_each_state(rule, dest,
                   [&](SwitchIdx node, const MeshHeader& h, MeshOutcome outcome,
                       const std::vector<MeshHop>& hops) {
                     REQUIRE(figures.route(node, h, dest, other) == outcome);
                     REQUIRE(names_of(hops) == names_of(other));
                   });
  }
}

TEST_CASE("MESH-ORD-7: the sub-network index never falls and nobody turns back inside one",
          "[mesh]") {
  const Mesh mesh(4, 4);
  const auto& scheme = GENERATE(kIpar, kPar);
  const bool reserve = GENERATE(true, false);
  const bool proxy = GENERATE(false, true);
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const MeshFaults faults = random_faults(mesh, 1 + static_cast<unsigned>(seed), seed);
    const OrderedRelation rule(
        scheme, faults, scheme.vcs == 3 ? route_statuses_block(faults) : route_statuses_mcc(faults),
        {reserve, true, proxy});
    for (SwitchIdx dest = 0; dest < mesh.switch_count(); ++dest) {
      if (faults.faulty(dest)) continue;
      for_each_state(rule, dest,
                     [&](SwitchIdx node, const MeshHeader& h, MeshOutcome outcome,
                         const std::vector<MeshHop>& hops) {
                       REQUIRE((outcome == MeshOutcome::kArrived) == (node == dest));
                       for (const MeshHop& hop : hops) {
                         REQUIRE(faults.healthy(node, hop.dir));
                         const unsigned now = scheme.sub_of(hop.dir, hop.next.vc);
                         REQUIRE(now < kSubNetworks);
                         if (h.in_port == kMeshHostPort) continue;
                         const unsigned before = scheme.sub_of(opposite(h.in_port), h.vc);
                         REQUIRE(now >= before);
                         REQUIRE((now > before || hop.dir != h.in_port));
                       }
                     });
    }
  }
}

TEST_CASE("MESH-ORD-2: round a fault in x, and back in the next plane", "[mesh]") {
  const Mesh mesh(4, 4);
  const OrderedRelation rule = ordered(faults_at(mesh, {{{1, 1, 1}}}));
  CHECK(legal(rule, {{0, 1, 1}}, {}, {{3, 1, 1}}) == Names{"y+c1", "y-c1"});
  CHECK(legal(rule, {{0, 2, 1}}, header({kYp, 0}), {{3, 1, 1}}) == Names{"x+c1"});
  CHECK(legal(rule, {{2, 2, 1}}, header({kXp, 0}), {{3, 1, 1}}) == Names{"x+c1"});
  CHECK(legal(rule, {{3, 2, 1}}, header({kXp, 0}), {{3, 1, 1}}) == Names{"y-c2"});
}

TEST_CASE("MESH-ORD-2: round a fault in y without turning back, and in z", "[mesh]") {
  const Mesh mesh(4, 4);
  const OrderedRelation rule = ordered(faults_at(mesh, {{{1, 1, 1}}}));
  CHECK(legal(rule, {{1, 0, 1}}, {}, {{1, 3, 1}}) == Names{"x+c1", "x-c1"});
  CHECK(legal(rule, {{2, 0, 1}}, header({kXp, 0}), {{1, 3, 1}}) == Names{"y+c1"});
  CHECK(legal(rule, {{2, 1, 1}}, header({kYp, 0}), {{1, 3, 1}}) == Names{"y+c1"});
  CHECK(legal(rule, {{2, 2, 1}}, header({kYp, 0}), {{1, 3, 1}}) == Names{"x-c1", "y+c1"});
  CHECK(legal(rule, {{1, 1, 0}}, header({kZp, 0}), {{1, 1, 3}}) == Names{"y+c2"});
  CHECK(legal(rule, {{1, 2, 0}}, header({kYp, 1}), {{1, 1, 3}}) == Names{"z+c1", "z+c2"});
  CHECK(legal(rule, {{1, 2, 2}}, header({kZp, 0}), {{1, 1, 3}}) == Names{"z+c1", "z+c2", "y-c2"});
  CHECK(legal(rule, {{1, 2, 3}}, header({kZp, 0}), {{1, 1, 3}}) == Names{"y-c2"});
}

TEST_CASE("MESH-ORD-4: in YZ- a message with only z left that is blocked is lost", "[mesh]") {
  const Mesh mesh(4, 4);
  const OrderedRelation rule = ordered(faults_at(mesh, {{{1, 1, 1}}}));
  CHECK(legal(rule, {{1, 1, 0}}, header({kYm, 1}), {{1, 1, 3}}).empty());
}

TEST_CASE("MESH-ORD-4: at the border XY- takes over from XY+", "[mesh]") {
  const Mesh mesh(4, 4);
  const OrderedRelation rule = ordered(faults_at(mesh, {{{2, 3, 0}}}));
  CHECK(legal(rule, {{1, 3, 0}}, header({kXp, 0}), {{3, 3, 0}}) == Names{"y-c1"});
  CHECK(walk(rule, mesh.node_at({{0, 3, 0}}), mesh.node_at({{3, 3, 0}}), 20) == 5);
}

TEST_CASE("MESH-ORD-5: what the reserve keeps, and only before a line with a fault", "[mesh]") {
  const Mesh mesh(5, 5);
  struct Row {
    MeshPoint fault;  ///< on the one line that the channel kept leaves
    MeshPoint at;
    MeshPoint to;
    Names kept;
    Names all;
  };
  const std::vector<Row> rows{
      // The "+" sub-network while the line ahead has a fault, also beyond the destination.
      {{{1, 1, 4}}, {{1, 1, 0}}, {{1, 1, 3}}, {"z+c1"}, {"z+c1", "z+c2"}},
      {{{3, 1, 0}}, {{0, 1, 0}}, {{1, 1, 3}}, {"x+c1"}, {"x+c1", "x+c2"}},
      // The last y hop of a "-" sub-network, not of a "+" one.
      {{{1, 1, 2}}, {{1, 2, 0}}, {{1, 1, 3}}, {"z+c2"}, {"z+c2", "y-c2"}},
      {{{1, 1, 2}}, {{1, 3, 0}}, {{1, 1, 3}}, {"z+c2", "y-c2"}, {"z+c2", "y-c2"}},
      {{{1, 2, 2}}, {{1, 1, 0}}, {{1, 2, 3}}, {"z+c1", "y+c2"}, {"z+c1", "y+c2"}},
      {{{4, 1, 0}}, {{1, 2, 0}}, {{3, 1, 3}}, {"x+c2"}, {"x+c2", "y-c1"}},
      // The last hop across, if the destination is in the plane.
      {{{1, 4, 1}}, {{1, 1, 0}}, {{1, 3, 1}}, {"y+c2"}, {"y+c2", "z+c1"}},
      {{{1, 0, 1}}, {{1, 2, 0}}, {{1, 1, 1}}, {"y-c2"}, {"y-c2", "z+c2"}},
      {{{2, 4, 0}}, {{1, 1, 0}}, {{2, 3, 0}}, {"y+c1"}, {"x+c1", "y+c1"}},
      {{{2, 4, 0}}, {{1, 1, 0}}, {{2, 3, 1}}, {"x+c1", "y+c1"}, {"x+c1", "y+c1"}}};
  const OrderedRelation faultless = ordered(MeshFaults(mesh));
  for (const Row& row : rows) {
    const MeshFaults faults = faults_at(mesh, {row.fault});
    INFO("fault " << mesh.switch_name(mesh.node_at(row.fault)));
    CHECK(legal(ordered(faults), row.at, {}, row.to) == row.kept);
    CHECK(legal(ordered(faults, {false, true}), row.at, {}, row.to) == row.all);
    CHECK(legal(faultless, row.at, {}, row.to) == row.all);
  }
  // What is kept is taken when there is nothing else.
  const OrderedRelation no_z = ordered(faults_at(mesh, {{{1, 2, 1}}, {{1, 1, 2}}}));
  CHECK(legal(no_z, {{1, 2, 0}}, {}, {{1, 1, 3}}) == Names{"y-c2"});
}

TEST_CASE("MESH-ORD-4: with only y left, plane yz helps where plane xy has no way", "[mesh]") {
  const Mesh mesh(4, 4);
  const OrderedRelation rule = ordered(faults_at(mesh, {{{0, 1, 0}}}));
  CHECK(legal(rule, {{0, 0, 0}}, {}, {{0, 2, 0}}) == Names{"x+c1"});
  MeshHeader came = header({1, 0});  // travelling x-
  CHECK(legal(rule, {{0, 0, 0}}, came, {{0, 2, 0}}) == Names{"z+c1"});
}

TEST_CASE("MESH-ORD-3: unsafe neighbours are avoided, the destination is not, fallback where asked",
          "[mesh]") {
  const Mesh mesh(5, 1);
  // (1,1) has nothing but faults towards x+ and y+.
  const MeshFaults faults = faults_at(mesh, {{{2, 1, 0}}, {{1, 2, 0}}});
  const OrderedRelation rule = ordered(faults);
  CHECK(legal(rule, {{0, 1, 0}}, {}, {{3, 3, 0}}) == Names{"y+c1"});
  CHECK(legal(rule, {{0, 1, 0}}, {}, {{1, 1, 0}}) == Names{"x+c1"});
  CHECK(legal(rule, {{1, 0, 0}}, {}, {{3, 3, 0}}) == Names{"x+c1"});
  // Only (1,1) is left at (0,1) if (0,2) dies, too; and it leads nowhere but is healthy.
  const MeshFaults more = faults_at(mesh, {{{2, 1, 0}}, {{1, 2, 0}}, {{0, 2, 0}}, {{0, 0, 0}}});
  CHECK(legal(ordered(more, {true, true}), {{0, 1, 0}}, {}, {{3, 3, 0}}) == Names{"x+c1"});
  CHECK(legal(ordered(more, {true, false}), {{0, 1, 0}}, {}, {{3, 3, 0}}).empty());
}

TEST_CASE("MESH-ORD-3: with one offset, both statuses of the plane have to say unsafe", "[mesh]") {
  const SubNetwork& xy_plus = kIpar.subs[0];
  const SubNetwork& xy_minus = kIpar.subs[1];
  const SubNetwork& yz_minus = kIpar.subs[3];
  constexpr std::uint8_t kSame = 1;
  constexpr std::uint8_t kMixed = 2;
  for (const std::uint8_t one : {kSame, kMixed}) CHECK_FALSE(is_unsafe(xy_plus, {{0, 2, 0}}, one));
  CHECK(is_unsafe(xy_plus, {{0, 2, 0}}, kSame | kMixed));
  CHECK(is_unsafe(xy_plus, {{1, 0, 0}}, kSame));  // the sign of the sub-network
  CHECK_FALSE(is_unsafe(xy_minus, {{1, 0, 0}}, kSame));
  CHECK(is_unsafe(xy_minus, {{1, 0, 0}}, kMixed));
  CHECK(is_unsafe(xy_plus, {{1, -1, 0}}, kMixed));  // the offset before the sub-network
  CHECK(is_unsafe(yz_minus, {{0, -1, -2}}, kSame << 2U));
  CHECK_FALSE(is_unsafe(yz_minus, {{0, -1, -2}}, kSame | kMixed));
}

TEST_CASE("MESH-ORD-2: from YZ+ nobody enters YZ- with y still to rise", "[mesh]") {
  // Going round in z it meets a dead end: YZ- would let it turn back, but never rise again.
  const Mesh mesh(4, 4);
  const OrderedRelation rule = ordered(faults_at(mesh, {{{1, 2, 2}}, {{1, 1, 3}}}));
  CHECK(legal(rule, {{1, 1, 2}}, header({kZp, 0}), {{1, 3, 1}}).empty());
}

TEST_CASE("MESH-ORD-8: an unsafe source looks for any safe neighbour in the plane", "[mesh]") {
  const Mesh mesh(5, 5);
  const OrderedRelation rule = ordered(faults_at(mesh, {{{2, 1, 2}}, {{1, 2, 2}}}));
  CHECK(legal(rule, {{1, 1, 2}}, {}, {{4, 4, 2}}) == Names{"x-c1", "y-c1"});
  CHECK(legal(rule, {{1, 1, 2}}, {}, {{4, 4, 3}}) == Names{"x-c1"});  // not in the plane
  CHECK(legal(rule, {{1, 1, 2}}, {}, {{1, 4, 2}}) == Names{"x-c1"});  // safe without x
  // By either of them it arrives, whatever comes after.
  std::vector<MeshHop> hops;
  const SwitchIdx dest = mesh.node_at({{4, 4, 2}});
  for (const Came came : {Came{1, 0}, Came{3, 0}}) {
    SwitchIdx node = mesh.neighbour(mesh.node_at({{1, 1, 2}}), came.travelling);
    MeshHeader h = header(came);
    MeshOutcome outcome = rule.route(node, h, dest, hops);
    for (unsigned i = 0; i < 20 && outcome == MeshOutcome::kRoutes; ++i) {
      node = mesh.neighbour(node, hops.back().dir);
      h = hops.back().next;
      outcome = rule.route(node, h, dest, hops);
    }
    CHECK(outcome == MeshOutcome::kArrived);
  }
  // In plane yz from (1,1,1), entered by its host: against y in YZ+ only.
  const OrderedRelation yz = ordered(faults_at(mesh, {{{1, 1, 2}}, {{1, 0, 1}}}));
  CHECK(legal(yz, {{1, 1, 1}}, {}, {{1, 0, 3}}) == Names{"z-c2", "y+c2"});
}

TEST_CASE("MESH-ORD-6: order of preference, free channels only", "[mesh]") {
  PlanarRequest q;
  q.here = {{1, 1, 1}};
  q.dst = {{1, 3, 3}};
  q.free = 0xfff;
  CHECK(planar_route(kIpar, q).dir == 4);
  q.tie = true;
  CHECK(planar_route(kIpar, q).dir == 2);
  CHECK(planar_route(kIpar, q).vc == 1);
  CHECK(planar_route(kIpar, q).sub == 2);
  q.free = 0xfff & ~(1U << 5);
  CHECK(planar_route(kIpar, q).dir == 4);
  q.free = 0;
  const PlanarAnswer waits = planar_route(kIpar, q);
  CHECK_FALSE((waits.grant || waits.drop || waits.eject));
  CHECK(waits.legal == ((1U << 5) | (1U << 8)));
  q.dst = {{2, 2, 2}};
  q.free = 0xfff;
  CHECK(planar_route(kIpar, q).dir == 0);  // x first, whatever the tie
  q.free = 0xfff & ~1U;
  CHECK(planar_route(kIpar, q).dir == 2);
  q.dst = q.here;
  CHECK(planar_route(kIpar, q).eject);
  CHECK(planar_route(kIpar, q).legal == 0);
}

TEST_CASE("MESH-ORD-6: an answer names a channel if it is granted, and nothing is free unless said",
          "[mesh]") {
  CHECK(PlanarReason{}.plane == 0);
  PlanarRequest q;
  CHECK(q.free == 0);
  CHECK(q.unsafe == 0);
  CHECK(q.line == 0);
  q.here = {{1, 1, 1}};
  for (const MeshPoint& dst : {MeshPoint{{2, 1, 1}}, MeshPoint{{1, 3, 3}}, q.here}) {
    for (const unsigned nb_down : {0U, 0x3fU}) {
      q.dst = dst;
      q.nb_down = static_cast<std::uint8_t>(nb_down);
      const PlanarAnswer none = planar_route(kIpar, q);
      CHECK_FALSE(none.grant);
      CHECK(none.eject == (dst == q.here));
      CHECK(none.drop == (!none.eject && nb_down != 0));
      CHECK(none.dir == 0);
      CHECK(none.vc == 0);
      CHECK(none.sub == 0);
    }
  }
}

TEST_CASE("MESH-ORD-7: of all single faults of 4x4x4, only z-only messages at the border are lost",
          "[mesh]") {
  const Mesh mesh(4, 4);
  unsigned lost = 0;
  for (SwitchIdx dead = 0; dead < mesh.switch_count(); ++dead) {
    MeshFaults faults(mesh);
    faults.fail_node(dead);
    const OrderedRelation rule = ordered(faults);
    for (SwitchIdx dest = 0; dest < mesh.switch_count(); ++dest) {
      if (dest == dead) continue;
      for_each_state(
          rule, dest,
          [&](SwitchIdx node, const MeshHeader&, MeshOutcome outcome, const std::vector<MeshHop>&) {
            if (outcome != MeshOutcome::kLost) return;
            const MeshPoint e = mesh.point_of(dest) - mesh.point_of(node);
            REQUIRE((e[0] == 0 && e[1] == 0 && mesh.point_of(node)[1] == 3));
          });
      for (SwitchIdx a = 0; a < mesh.switch_count(); ++a) {
        if (a != dead) lost += walk(rule, a, dest, 40) < 0 ? 1U : 0U;
      }
    }
  }
  CHECK(lost == 128);  // of 249984 pairs
}

TEST_CASE("MESH-ORD-7: all ways end, and the reserve saves most of what would be lost", "[mesh]") {
  const Mesh mesh(8, 8);
  kernel::Stream stream(1, "choices");
  std::map<bool, unsigned> lost;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const MeshFaults faults = random_faults(mesh, 10, seed);
    for (const bool reserve : {false, true}) {
      const OrderedRelation rule = ordered(faults, {reserve, true});
      std::vector<MeshHop> hops;
      for (unsigned i = 0; i < 5000; ++i) {
        auto node = static_cast<SwitchIdx>(stream.below(mesh.switch_count()));
        const auto dest = static_cast<SwitchIdx>(stream.below(mesh.switch_count()));
        if (faults.faulty(node) || faults.faulty(dest)) continue;
        MeshHeader h;
        unsigned length = 0;
        for (;; ++length) {
          REQUIRE(length < 4 * 8 * 8);
          const MeshOutcome outcome = rule.route(node, h, dest, hops);
          lost[reserve] += outcome == MeshOutcome::kLost ? 1U : 0U;
          if (outcome != MeshOutcome::kRoutes) break;
          const MeshHop& hop = hops[stream.below(hops.size())];
          node = mesh.neighbour(node, hop.dir);
          h = hop.next;
        }
      }
    }
  }
  INFO("lost of 40000: " << lost[false] << " without, " << lost[true] << " with reserve");
  CHECK(lost[true] * 2 < lost[false]);
}

TEST_CASE("MESH-ORD-1: what the block of a node is asked about a header from the host", "[mesh]") {
  const Mesh mesh(4, 4);
  const OrderedRelation rule = ordered(faults_at(mesh, {{{1, 1, 1}}}));
  const PlanarRequest q = rule.request(mesh.node_at({{0, 1, 1}}), {}, mesh.node_at({{3, 3, 3}}));
  CHECK(q.here == MeshPoint{{0, 1, 1}});
  CHECK(q.dst == MeshPoint{{3, 3, 3}});
  CHECK(q.in_port == kMeshHostPort);
  CHECK(q.sub == 0);  // the page: from the host it must be 0
  CHECK((q.free & 0xfff) == 0xfff);
  CHECK(q.nb_down == 0b000011);  // the faulty node, the border
}
