// SPDX-License-Identifier: Apache-2.0
/// \file
/// The 3-D mesh with planar adaptive routing as a system (docs/systems/mesh.md).
#pragma once

#include "cosim/system.hpp"

namespace selvage::cosim {

[[nodiscard]] SystemPlug mesh_plug();

}  // namespace selvage::cosim
