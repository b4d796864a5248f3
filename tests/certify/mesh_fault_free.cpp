// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "../golden/mesh/support.hpp"
#include "certify/channel_graph.hpp"
#include "certify/mesh_channels.hpp"

using namespace selvage;
using namespace selvage::certify;
using namespace selvage::golden;
using namespace selvage::test;
using Planes = TextRelation::Planes;

namespace {

/// What the specification counts for one relation: k = 3, 4, 5.
struct Row {
  const char* name;
  const PlanarScheme* scheme;
  TextRelation::Options options;
  std::array<std::uint64_t, 3> edges;    ///< 0: not stated
  std::array<std::size_t, 3> component;  ///< channels of the largest cyclic component, 0: acyclic
};

const std::vector<Row> kTable{
    {"iPAR text", &kIpar, {Planes::kText, false}, {516, 1632, 3700}, {0, 0, 0}},
    {"iPAR, y-only in xy, one way",
     &kIpar,
     {Planes::kLatched, false},
     {540, 1680, 3780},
     {0, 0, 0}},
    {"PAR text", &kPar, {Planes::kText, false}, {468, 1488, 3380}, {0, 0, 0}},
    {"iPAR, Figure 7 at each hop",
     &kIpar,
     {Planes::kMemoryless, false},
     {0, 0, 0},
     {138, 432, 970}},
    {"the same, y = 0 is +", &kIpar, {Planes::kMemoryless, true}, {484, 1560, 0}, {0, 0, 0}},
    {"PAR, Figure 7 at each hop",
     &kPar,
     {Planes::kMemoryless, false},
     {0, 0, 0},
     {156, 464, 1020}}};

}  // namespace

TEST_CASE("MESH-TXT-4, CERT-CDG-1: dependency graphs without faults", "[certify]") {
  const std::size_t at = GENERATE(0, 1, 2);
  const auto k = static_cast<unsigned>(at + 3);
  const Mesh mesh(k, k);
  for (const Row& row : kTable) {
    const TextRelation relation(*row.scheme, mesh, row.options);
    const ChannelGraph graph{MeshChannels(relation)};
    const auto components = cyclic_components(graph);
    INFO(row.name << ", k = " << k);
    if (row.edges[at] != 0) CHECK(graph.edge_count() == row.edges[at]);
    CHECK((components.empty() ? 0 : components[0].size()) == row.component[at]);
    CHECK(shortest_cycle(graph).empty() == (row.component[at] == 0));
    if (row.options.planes == Planes::kText) CHECK(graph.used_count() == 12U * k * k * (k - 1));
    CHECK(deadlock_set(graph).empty() == !(row.scheme == &kPar && row.component[at] != 0));
  }
}

TEST_CASE("MESH-TXT-4: the shortest cycle of Figure 7 taken at each hop", "[certify]") {
  const Mesh mesh(3, 3);
  const TextRelation relation(kIpar, mesh, {Planes::kMemoryless, false});
  const MeshChannels channels(relation);
  const ChannelGraph graph(channels);
  CHECK(describe_cycle(graph, channels, shortest_cycle(graph)) ==
        "(0,0,0)x+c2 [->(1,0,1)]  (1,0,0)z+c1 [->(1,1,1)]  (1,0,1)y+c1 [->(0,1,0)]  "
        "(1,1,1)x-c1 [->(0,1,0)]  (0,1,1)z-c2 [->(0,0,0)]  (0,1,0)y-c1 [->(1,0,0)]");
}

TEST_CASE("MESH-TXT-4: the shortest cycle of PAR so read is a deadlock", "[certify]") {
  const Mesh mesh(3, 3);
  const TextRelation relation(kPar, mesh, {Planes::kMemoryless, false});
  const MeshChannels channels(relation);
  const ChannelGraph graph(channels);
  std::vector<std::string> names;
  for (const Channel c : shortest_cycle(graph)) names.push_back(channels.channel_name(c));
  CHECK(names == std::vector<std::string>{"(0,0,0)x+c2", "(1,0,0)z+c3", "(1,0,1)y+c3",
                                          "(1,1,1)x-c1", "(0,1,1)z-c3", "(0,1,0)y-c3"});
}

TEST_CASE("MESH-ORD-7: the ordered rule without faults is acyclic up to 6x6x6", "[certify]") {
  const unsigned k = GENERATE(3U, 4U, 6U);
  const Mesh mesh(k, k);
  const MeshFaults none(mesh);
  const OrderedRelation all = ordered(none, {false, true});
  const ChannelGraph graph{MeshChannels(all)};
  CHECK(cyclic_components(graph).empty());
  if (k == 3) CHECK(graph.edge_count() == 540);
  if (k == 4) CHECK(graph.edge_count() == 1680);
  const OrderedRelation with_reserve = ordered(none);
  CHECK(cyclic_components(ChannelGraph{MeshChannels(with_reserve)}).empty());
}

TEST_CASE("MESH-DOR-1: dimension order is acyclic on one virtual channel", "[certify]") {
  const Mesh mesh(5, 5);
  const DimensionOrderRelation order{MeshFaults(mesh)};
  const ChannelGraph graph{MeshChannels(order)};
  CHECK(graph.used_count() == 6 * 5 * 5 * 4);
  CHECK(cyclic_components(graph).empty());
}
