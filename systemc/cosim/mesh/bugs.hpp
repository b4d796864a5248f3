// SPDX-License-Identifier: Apache-2.0
/// \file
/// The deliberate defects of the RTL of a mesh node.
#pragma once

#include <cstdint>
#include <vector>

#include "cosim/mesh/node.hpp"
#include "cosim/system.hpp"

namespace selvage::cosim {

/// A deliberate defect: strap `bit` of one of the blocks.
struct MeshBug {
  BugInfo info;
  std::uint32_t MeshConfig::*straps;
  unsigned bit;
};

[[nodiscard]] const std::vector<MeshBug>& mesh_bugs();

/// All of them as mesh_router has them at its pin.
[[nodiscard]] std::uint64_t router_straps(const MeshConfig& config);

}  // namespace selvage::cosim
