// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated parameter sets of `mesh_router`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cosim/router_block.hpp"
#include "golden/mesh/mesh.hpp"

namespace selvage::cosim {

struct RouterOptions : RouterBlockOptions {
  const golden::Mesh* mesh = nullptr;
  bool reserve = true;
  std::uint64_t bugs = 0;  ///< strap bug_i
};

struct RouterBuild {
  unsigned separable = 0;
  unsigned depth = 0;  ///< places of a buffer at most
  std::unique_ptr<RouterBlock> (*make)(const RouterOptions&) = nullptr;
  /// "mesh_router SEPARABLE=0 DEPTH=64"
  [[nodiscard]] std::string label() const;
};

/// All builds; the list stands in builds.cmake.
[[nodiscard]] const std::vector<RouterBuild>& router_builds();
/// The one with this allocation.
[[nodiscard]] const RouterBuild& router_build(bool separable);
/// Why no build can be set like this, behind the key concerned; empty: one can.
[[nodiscard]] std::string why_no_router(const RouterBlockOptions& options);

}  // namespace selvage::cosim
