// SPDX-License-Identifier: Apache-2.0
#include "cosim/mesh/drops.hpp"

namespace selvage::cosim {

using golden::kDirections;
using golden::MeshHeader;
using golden::MeshHop;
using golden::MeshOutcome;

namespace {

std::uint64_t key_of(SwitchIdx node, const MeshHeader& h, SwitchIdx dest) {
  const std::uint64_t state =
      ((std::uint64_t{node} * (kDirections + 1) + h.in_port) * 4 + h.vc) * 8 + h.proxy;
  return state << 16 | dest;
}

}  // namespace

MeshView::MeshView(const MeshConfig& config, const std::vector<SwitchPort>& dead)
    : mesh_(*config.mesh), faults_(mesh_) {
  for (const SwitchPort& link : dead) faults_.fail_link(link);
  relation_ = make_mesh_relation(config.rule, faults_);
}

bool MeshView::arrives(const State& from, SwitchIdx dest) {
  const std::uint64_t start = key_of(from.node, from.header, dest);
  if (const auto it = known_.find(start); it != known_.end()) return it->second;
  std::vector<State> open{from};
  std::unordered_set<std::uint64_t> seen{start};
  std::vector<MeshHop> hops;
  bool found = false;
  while (!open.empty() && !found) {
    const State at = open.back();
    open.pop_back();
    found = relation_->route(at.node, at.header, dest, hops) == MeshOutcome::kArrived;
    for (const MeshHop& hop : hops) {
      const State next{mesh_.neighbour(at.node, hop.dir), hop.next};
      if (seen.insert(key_of(next.node, next.header, dest)).second) open.push_back(next);
    }
  }
  if (found) {
    known_[start] = true;
  } else {
    for (const std::uint64_t key : seen) known_[key] = false;
  }
  return found;
}

unsigned MeshView::farthest(SwitchIdx from) const {
  std::vector<unsigned> hops(mesh_.switch_count(), ~0U);
  std::vector<SwitchIdx> order{from};
  hops[from] = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (unsigned d = 0; d < kDirections; ++d) {
      if (!faults_.healthy(order[i], d)) continue;
      const SwitchIdx next = mesh_.neighbour(order[i], d);
      if (hops[next] != ~0U) continue;
      hops[next] = hops[order[i]] + 1;
      order.push_back(next);
    }
  }
  return hops[order.back()];
}

void MeshDropJudge::links(const std::vector<SwitchPort>& dead,
                          const std::vector<SwitchPort>& known) {
  dead_ = std::make_unique<MeshView>(config_, dead);
  known_ = std::make_unique<MeshView>(config_, known);
}

MeshView::State MeshDropJudge::state_of(SwitchIdx node, const RouteRequest& request) const {
  MeshView::State state{node, {request.in_port, request.in_vc, golden::kNoProxy}};
  const bool literal = config_.rule.algorithm == MeshAlgorithm::kIparLiteral;
  state.header.proxy = literal ? to_proxy(request.header) : proxy_of_header(request.header);
  return state;
}

DropClass MeshDropJudge::judge(SwitchIdx node, const RouteRequest& request) {
  const SwitchIdx dest = config_.mesh->attachment(request.destination).sw;
  if (dead_->arrives(state_of(node, request), dest)) return DropClass::kTransient;
  const SwitchIdx source = config_.mesh->attachment(request.source).sw;
  return dead_->arrives({source, {}}, dest) ? DropClass::kStranded : DropClass::kUndeliverable;
}

std::string MeshDropJudge::ways(SwitchIdx node, const RouteRequest& request) {
  const SwitchIdx dest = config_.mesh->attachment(request.destination).sw;
  const MeshView::State state = state_of(node, request);
  if (!known_->arrives(state, dest)) return {};
  std::vector<MeshHop> hops;
  if (known_->relation().route(node, state.header, dest, hops) == MeshOutcome::kArrived) {
    return config_.mesh->port_name(node, golden::kMeshHostPort);
  }
  PortMask named = 0;
  std::string text;
  for (const MeshHop& hop : hops) {
    if (((named >> hop.dir) & 1U) != 0) continue;
    named |= PortMask{1} << hop.dir;
    text += (text.empty() ? "" : " or ") + config_.mesh->port_name(node, hop.dir);
  }
  return text;
}

Cycle MeshDropJudge::settle_bound(SwitchIdx node, unsigned latency) {
  // From whoever declares to anybody: at most there by way of here.
  const unsigned flood = 2 * known_->farthest(node);
  return Cycle{flood + 2 * (config_.mesh->k() - 1) + 2} * (latency + 1);
}

}  // namespace selvage::cosim
