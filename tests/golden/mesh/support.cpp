// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include "kernel/stream.hpp"

namespace selvage::test {

using namespace golden;

MeshFaults faults_at(const Mesh& mesh, const std::vector<MeshPoint>& points) {
  MeshFaults faults(mesh);
  for (const MeshPoint& p : points) faults.fail_node(mesh.node_at(p));
  return faults;
}

MeshFaults random_faults(const Mesh& mesh, unsigned count, std::uint64_t seed) {
  kernel::Stream stream(seed, "faults", count);
  MeshFaults faults(mesh);
  for (unsigned left = count; left > 0;) {
    const auto node = static_cast<SwitchIdx>(stream.below(mesh.switch_count()));
    if (faults.faulty(node)) continue;
    faults.fail_node(node);
    --left;
  }
  return faults;
}

std::set<std::string> nodes_with(const Mesh& mesh, const std::vector<std::uint8_t>& bits,
                                 unsigned bit) {
  std::set<std::string> names;
  for (SwitchIdx n = 0; n < bits.size(); ++n) {
    if (((bits[n] >> bit) & 1U) != 0) names.insert(mesh.switch_name(n));
  }
  return names;
}

std::set<std::string> names_of(const std::vector<MeshHop>& hops) {
  std::set<std::string> names;
  for (const MeshHop& h : hops) {
    names.insert(std::string(direction_name(h.dir)) + "c" + std::to_string(h.next.vc + 1));
  }
  return names;
}

OrderedRelation ordered(const MeshFaults& faults, OrderedRelation::Options options) {
  return {kIpar, faults, route_statuses_mcc(faults), options};
}

}  // namespace selvage::test
