// SPDX-License-Identifier: Apache-2.0
/// \file
/// A foreign `planar_route` or `mcc_label` in a node of a mesh.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "cosim/foreign/control.hpp"
#include "cosim/mesh/node.hpp"

namespace selvage::cosim {

/// Label block of a node: clocked where the node is stepped, with what it has received.
class ForeignLabel {
 public:
  ForeignLabel(std::string switch_name, std::unique_ptr<ForeignBlock> block, ForeignCheck check)
      : switch_name_(std::move(switch_name)), block_(std::move(block)), check_(check) {}
  /// The labels behind the edge that ends cycle `now`.
  [[nodiscard]] MeshNode::Labels edge(Cycle now, const golden::LabelInput& in);

 private:
  std::string switch_name_;
  std::unique_ptr<ForeignBlock> block_;
  ForeignCheck check_;
};

/// `own`, whose node is `node`, with its decisions taken by `block` and held against golden's;
/// algorithm ipar.
[[nodiscard]] std::unique_ptr<SwitchControl> with_foreign_route(
    const MeshConfig& config, Scoreboard& scoreboard, std::unique_ptr<SwitchControl> own,
    const MeshNode& node, std::unique_ptr<ForeignBlock> block);

}  // namespace selvage::cosim
