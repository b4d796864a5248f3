// SPDX-License-Identifier: Apache-2.0
/// \file
/// Was there a way? Drops of a mesh node against the settled relation (MESH-DROP-1, MESH-DROP-2).
#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "cosim/mesh/node.hpp"
#include "cosim/system.hpp"

namespace selvage::cosim {

/// The relation that a set of dead links leads to, with the statuses of the reference fixpoint.
class MeshView {
 public:
  struct State {
    SwitchIdx node = 0;
    golden::MeshHeader header;
  };
  MeshView(const MeshConfig& config, const std::vector<SwitchPort>& dead);
  /// Whether some of the ways that the relation allows from here ends at the destination.
  [[nodiscard]] bool arrives(const State& from, SwitchIdx dest);
  [[nodiscard]] const golden::MeshRelation& relation() const { return *relation_; }
  /// Hops to the farthest node in reach.
  [[nodiscard]] unsigned farthest(SwitchIdx from) const;

 private:
  const golden::Mesh& mesh_;
  golden::MeshFaults faults_;
  std::unique_ptr<golden::MeshRelation> relation_;
  std::unordered_map<std::uint64_t, bool> known_;  ///< by state and destination: looked up only
};

/// Nothing of what the nodes know comes into it but which links they have declared dead.
class MeshDropJudge final : public DropJudge {
 public:
  /// `config` outlives it.
  explicit MeshDropJudge(const MeshConfig& config) : config_(config) {}

  void links(const std::vector<SwitchPort>& dead, const std::vector<SwitchPort>& known) override;
  [[nodiscard]] DropClass judge(SwitchIdx node, const RouteRequest& request) override;
  [[nodiscard]] std::string ways(SwitchIdx node, const RouteRequest& request) override;
  /// A new epoch reaches every node, then statuses go along 2(k-1) hops, then the neighbour is
  /// received; a hop is a clock and the link.
  [[nodiscard]] Cycle settle_bound(SwitchIdx node, unsigned latency) override;
  [[nodiscard]] std::string_view requirement() const override { return "MESH-DROP-2"; }

 private:
  [[nodiscard]] MeshView::State state_of(SwitchIdx node, const RouteRequest& request) const;

  const MeshConfig& config_;
  std::unique_ptr<MeshView> dead_;
  std::unique_ptr<MeshView> known_;
};

}  // namespace selvage::cosim
