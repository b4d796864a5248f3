// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <functional>
#include <memory>

#include "../golden/mesh/support.hpp"
#include "certify/channel_graph.hpp"
#include "certify/mesh_channels.hpp"

using namespace selvage;
using namespace selvage::certify;
using namespace selvage::golden;
using namespace selvage::test;

namespace {

using Make = std::function<std::unique_ptr<MeshRelation>(const MeshFaults&)>;

Make literal(LiteralRelation::Options options) {
  return [options](const MeshFaults& f) {
    return std::make_unique<LiteralRelation>(kIpar, f, route_statuses_mcc(f), options);
  };
}
Make in_order_of(const PlanarScheme& scheme, OrderedRelation::Options options) {
  return [&scheme, options](const MeshFaults& f) {
    return std::make_unique<OrderedRelation>(
        scheme, f, scheme.vcs == 3 ? route_statuses_block(f) : route_statuses_mcc(f), options);
  };
}
/// PAR with planar blocks, once in yz always in yz, but the sub-networks in any order.
Make par_unordered() {
  return [](const MeshFaults& f) {
    return std::make_unique<LiteralRelation>(kPar, f, route_statuses_block(f),
                                             LiteralRelation::kL3);
  };
}

/// Every healthy channel that keeps the two rules of MESH-ORD-7, wherever it leads.
class Maximal final : public FaultyMeshRelation {
 public:
  Maximal(const PlanarScheme& scheme, const MeshFaults& faults)
      : FaultyMeshRelation(faults, {}, scheme.vcs), scheme_(scheme) {}
  MeshOutcome route(SwitchIdx node, const MeshHeader& header, SwitchIdx dest,
                    std::vector<MeshHop>& hops) const override {
    hops.clear();
    if (node == dest) return MeshOutcome::kArrived;
    const bool from_host = header.in_port == kMeshHostPort;
    const unsigned last = from_host ? 0 : scheme_.sub_of(opposite(header.in_port), header.vc);
    for (std::uint8_t d = 0; d < kDirections; ++d) {
      if (!faults().healthy(node, d)) continue;
      for (std::uint8_t vc = 0; vc < scheme_.vcs; ++vc) {
        const unsigned t = scheme_.sub_of(d, vc);
        if (t == kNoSubNetwork || t < last || (t == last && d == header.in_port)) continue;
        hops.push_back({d, {static_cast<std::uint8_t>(opposite(d)), vc, kNoProxy}});
      }
    }
    return hops.empty() ? MeshOutcome::kLost : MeshOutcome::kRoutes;
  }

 private:
  const PlanarScheme& scheme_;
};
Make maximal(const PlanarScheme& scheme) {
  return [&scheme](const MeshFaults& f) { return std::make_unique<Maximal>(scheme, f); };
}

struct Verdicts {
  unsigned cyclic = 0;
  unsigned deadlock = 0;
};
void judge(const MeshRelation& relation, Verdicts& v) {
  const ChannelGraph graph{MeshChannels(relation)};
  v.cyclic += cyclic_components(graph).empty() ? 0U : 1U;
  v.deadlock += deadlock_set(graph).empty() ? 0U : 1U;
}
Verdicts single_faults(const Make& make) {
  const Mesh mesh(4, 4);
  Verdicts v;
  for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
    MeshFaults faults(mesh);
    faults.fail_node(n);
    judge(*make(faults), v);
  }
  return v;
}
/// 100 fault sets: 20 of each of five sizes.
Verdicts hundred(unsigned k, const Make& make) {
  const Mesh mesh(k, k);
  const std::array<unsigned, 5> sizes =
      k == 4 ? std::array<unsigned, 5>{1, 2, 4, 6, 8} : std::array<unsigned, 5>{1, 3, 6, 10, 15};
  Verdicts v;
  for (const unsigned size : sizes) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      judge(*make(random_faults(mesh, size, seed)), v);
    }
  }
  return v;
}

}  // namespace

TEST_CASE("MESH-LIT-2: one fault suffices to deadlock the printed figures", "[certify]") {
  const Verdicts l3 = single_faults(literal(LiteralRelation::kL3));
  CHECK(l3.deadlock == 24);
  const Verdicts l6 = single_faults(literal(LiteralRelation::kL6));
  CHECK(l6.cyclic == 32);
  CHECK(single_faults(literal(LiteralRelation::kL5)).cyclic == 0);
  CHECK(single_faults(literal(LiteralRelation::kL0)).cyclic == 64);
  CHECK(single_faults(in_order_of(kIpar, {true, true})).cyclic == 0);
  CHECK(single_faults(in_order_of(kIpar, {false, true})).cyclic == 0);
}

TEST_CASE("MESH-LIT-2: the deadlock round fault (1,1,1), eight channels", "[certify]") {
  const Mesh mesh(4, 4);
  const MeshFaults faults = faults_at(mesh, {{{1, 1, 1}}});
  const auto relation = literal(LiteralRelation::kL3)(faults);
  const MeshChannels channels(*relation);
  const ChannelGraph graph(channels);
  std::vector<std::string> names;
  for (const Channel c : shortest_cycle(graph)) names.push_back(channels.channel_name(c));
  CHECK(names == std::vector<std::string>{"(1,0,0)y+c2", "(1,1,0)y+c2", "(1,2,0)z+c2",
                                          "(1,2,1)z+c2", "(1,2,2)y-c2", "(1,1,2)y-c2",
                                          "(1,0,2)z-c1", "(1,0,1)z-c1"});
  // Each channel of it can be held by a message that has no other choice.
  const auto cycle = shortest_cycle(graph);
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const std::vector<Channel> next{cycle[(i + 1) % cycle.size()]};
    const auto& waits = graph.waits(cycle[i]);
    CHECK(std::any_of(waits.begin(), waits.end(),
                      [&next](const Wait& w) { return w.channels == next; }));
  }
}

TEST_CASE("MESH-ORD-7: the ordered rule is acyclic with 100 sets of faults", "[certify]") {
  const unsigned k = GENERATE(4U, 5U);
  for (const bool reserve : {true, false}) {
    for (const bool fallback : {true, false}) {
      CHECK(hundred(k, in_order_of(kIpar, {reserve, fallback})).cyclic == 0);
    }
  }
  CHECK(hundred(k, in_order_of(kPar, {true, true})).cyclic == 0);
}

TEST_CASE("MESH-ORD-7, MESH-ORD-9: proxies leave the ordered rule acyclic", "[certify]") {
  const unsigned k = GENERATE(4U, 5U);
  const Mesh mesh(k, k);
  std::vector<State> firsts;
  const auto some = in_order_of(kIpar, {true, true, true})(random_faults(mesh, 8, 1));
  for (SwitchIdx dest = 0; dest < mesh.switch_count(); ++dest) {
    MeshChannels(*some).starts(dest, firsts);
  }
  CHECK(
      std::any_of(firsts.begin(), firsts.end(), [](const State& s) { return s.aux != kNoProxy; }));
  for (const bool reserve : {true, false}) {
    CHECK(hundred(k, in_order_of(kIpar, {reserve, true, true})).cyclic == 0);
    CHECK(hundred(k, in_order_of(kPar, {reserve, true, true})).cyclic == 0);
  }
}

TEST_CASE("MESH-ORD-7: even the maximal relation of the order is acyclic", "[certify]") {
  const unsigned k = GENERATE(4U, 5U);
  const Mesh mesh(k, k);
  for (const Make& make : {maximal(kIpar), maximal(kPar)}) {
    Verdicts v;
    judge(*make(MeshFaults(mesh)), v);
    judge(*make(random_faults(mesh, 6, 1)), v);
    CHECK(v.cyclic == 0);
  }
}

TEST_CASE("MESH-LIT-1..3: how the printed rules fare with 100 sets of faults", "[certify]") {
  struct Row {
    const char* name;
    Make make;
    unsigned cyclic;
    unsigned deadlock;
  };
  const std::vector<Row> rows{{"L0", literal(LiteralRelation::kL0), 100, 96},
                              {"L1", literal(LiteralRelation::kL1), 100, 90},
                              {"L2", literal(LiteralRelation::kL2), 79, 79},
                              {"L3", literal(LiteralRelation::kL3), 80, 80},
                              {"L4", literal(LiteralRelation::kL4), 4, 4},
                              {"L5", literal(LiteralRelation::kL5), 0, 0},
                              {"L6", literal(LiteralRelation::kL6), 84, 35},
                              {"PAR, unordered", par_unordered(), 78, 78}};
  for (const Row& row : rows) {
    const Verdicts v = hundred(4, row.make);
    INFO(row.name);
    CHECK(v.cyclic == row.cyclic);
    CHECK(v.deadlock == row.deadlock);
  }
  CHECK(hundred(5, literal(LiteralRelation::kL5)).cyclic == 0);
}
