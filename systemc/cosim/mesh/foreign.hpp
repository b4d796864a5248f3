// SPDX-License-Identifier: Apache-2.0
/// \file
/// A foreign `planar_route` or `mcc_label` in a node of a mesh.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "cosim/foreign/agent.hpp"
#include "cosim/mesh/node.hpp"

namespace selvage::cosim {

/// Label block of a node: clocked where the node is stepped, with what it has received.
class ForeignLabel {
 public:
  explicit ForeignLabel(ForeignAgent agent) : agent_(std::move(agent)) {}
  /// The labels behind the edge that ends cycle `now`.
  [[nodiscard]] MeshNode::Labels edge(Cycle now, const golden::LabelInput& in);

 private:
  ForeignAgent agent_;
};

/// `own`, whose node is `node`, with its decisions taken by the block of `agent` and held against
/// golden's; algorithm ipar.
[[nodiscard]] std::unique_ptr<SwitchControl> with_foreign_route(const MeshConfig& config,
                                                                std::unique_ptr<SwitchControl> own,
                                                                const MeshNode& node,
                                                                ForeignAgent agent);

}  // namespace selvage::cosim
