// SPDX-License-Identifier: Apache-2.0
/// \file
/// A second pair of blocks of a mesh node, which run for waves alone.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "cosim/mesh_block.hpp"
#include "cosim/watched.hpp"

namespace selvage::cosim {

/// Is told what the blocks that decide are told, and clocked when waves want it. The edge of cycle
/// t samples the inputs of cycle t; between steps the label block's stand still.
class MeshTwin final : public TracedModel {
 public:
  /// `scope` is the place of the node's RTL, levels separated by blanks.
  MeshTwin(const std::string& scope, std::uint32_t label_bugs, std::uint32_t route_bugs);

  void request(Cycle now, const PlanarRouteIn& in);
  void step(Cycle now, const MccLabelIn& in);
  /// Nothing more will come; time may start anew.
  void finish();

  // TracedModel
  void declare(VerilatedFstC& file) override;
  void skip_to(Cycle now) override;
  void rise() override;
  void fall() override;

 private:
  struct Inputs {
    Cycle edge = 0;
    std::optional<MccLabelIn> label;
    std::optional<PlanarRouteIn> route;
  };
  Inputs& at(Cycle edge);

  std::unique_ptr<MccLabelBlock> label_;
  std::unique_ptr<PlanarRouteBlock> route_;
  std::deque<Inputs> waiting_;  ///< by edge, ascending
  MccLabelIn labels_;           ///< last told
  Cycle next_ = 0;              ///< next edge
  Cycle busy_until_ = 0;        ///< edges from here on change nothing, unless told something
};

}  // namespace selvage::cosim
