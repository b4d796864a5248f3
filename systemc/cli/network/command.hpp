// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage topology`: a topology for other programs, and other people's networks as topologies.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

/// Returns the exit code.
[[nodiscard]] int topology_command(const Options& options);

}  // namespace selvage::cli
