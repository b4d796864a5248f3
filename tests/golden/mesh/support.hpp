// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <vector>

#include "golden/mesh/literal.hpp"
#include "golden/mesh/relation.hpp"

namespace selvage::test {

[[nodiscard]] golden::MeshFaults faults_at(const golden::Mesh& mesh,
                                           const std::vector<golden::MeshPoint>& points);
/// `count` different faulty nodes, always the same ones for the same arguments.
[[nodiscard]] golden::MeshFaults random_faults(const golden::Mesh& mesh, unsigned count,
                                               std::uint64_t seed);
/// Names of the nodes of which bit `bit` is set.
[[nodiscard]] std::set<std::string> nodes_with(const golden::Mesh& mesh,
                                               const std::vector<std::uint8_t>& bits, unsigned bit);
/// "x+c1" for every hop.
[[nodiscard]] std::set<std::string> names_of(const std::vector<golden::MeshHop>& hops);
/// iPAR in ordered form with planar MCC labels.
[[nodiscard]] golden::OrderedRelation ordered(const golden::MeshFaults& faults,
                                              golden::OrderedRelation::Options options = {});

/// Visits every state (node, header) that messages for `dest` can reach from any living source,
/// with its outcome and hops.
template <class Visit>
void for_each_state(const golden::MeshRelation& relation, SwitchIdx dest, const Visit& visit) {
  const golden::Mesh& mesh = relation.mesh();
  std::vector<std::uint8_t> seen(mesh.switch_count() * 7U * 4U * 7U, 0);
  std::vector<std::pair<SwitchIdx, golden::MeshHeader>> todo;
  const auto add = [&](SwitchIdx node, const golden::MeshHeader& h) {
    auto& mark = seen[((node * 7U + h.in_port) * 4U + h.vc) * 7U + h.proxy];
    if (mark == 0) todo.emplace_back(node, h);
    mark = 1;
  };
  for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
    if (n != dest && relation.alive(n)) add(n, {});
  }
  std::vector<golden::MeshHop> hops;
  while (!todo.empty()) {
    const auto [node, header] = todo.back();
    todo.pop_back();
    const golden::MeshOutcome outcome = relation.route(node, header, dest, hops);
    visit(node, header, outcome, hops);
    for (const golden::MeshHop& h : hops) add(mesh.neighbour(node, h.dir), h.next);
  }
}

}  // namespace selvage::test
