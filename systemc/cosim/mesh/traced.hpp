// SPDX-License-Identifier: Apache-2.0
/// \file
/// A second set of blocks of a mesh node, which run for waves alone.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cosim/lockstep/traced_model.hpp"
#include "cosim/mesh/block.hpp"

namespace selvage::cosim {

/// What the blocks of a node are given in one cycle.
struct TracedMeshInputs {
  std::optional<golden::EpochInput> epoch;
  std::optional<MccLabelIn> label;
  std::optional<PlanarRouteIn> route;
};

/// The straps that break the RTL of a node.
struct MeshBugStraps {
  std::uint32_t epoch = 0;
  std::uint32_t label = 0;
  std::uint32_t route = 0;
};

/// Between steps of the node nobody has sent anything, and the label block's inputs stand still.
class TracedMesh final : public TracedPipeline<TracedMeshInputs> {
 public:
  /// `scope` is the place of the node's RTL, levels separated by blanks.
  TracedMesh(const std::string& scope, const MeshBugStraps& bugs);

  void request(Cycle now, const PlanarRouteIn& in) { inputs_at(now, now).route = in; }
  void step(Cycle now, const golden::EpochInput& received, const MccLabelIn& in) {
    TracedMeshInputs& inputs = inputs_at(now, now);
    inputs.epoch = received;
    inputs.label = in;
  }

  // TracedModel
  void declare(VerilatedFstC& file) override;

 private:
  void rise_on(const TracedMeshInputs* in) override;
  void clock_falls() override;

  std::unique_ptr<LabelEpochBlock> epoch_;
  std::unique_ptr<MccLabelBlock> label_;
  std::unique_ptr<PlanarRouteBlock> route_;
  MccLabelIn labels_;  ///< last given
};

}  // namespace selvage::cosim
