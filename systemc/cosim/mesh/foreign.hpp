// SPDX-License-Identifier: Apache-2.0
/// \file
/// A foreign `planar_route` in a node of a mesh.
#pragma once

#include <memory>

#include "cosim/foreign/block.hpp"
#include "cosim/mesh/node.hpp"

namespace selvage::cosim {

/// `own`, whose node is `node`, with its decisions taken by `block` and held against golden's;
/// algorithm ipar.
[[nodiscard]] std::unique_ptr<SwitchControl> with_foreign_route(
    const MeshConfig& config, Scoreboard& scoreboard, std::unique_ptr<SwitchControl> own,
    const MeshNode& node, std::unique_ptr<ForeignBlock> block);

}  // namespace selvage::cosim
