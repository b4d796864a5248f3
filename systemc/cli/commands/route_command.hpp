// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage route`.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

/// Answers one question of the command line, or one a line of a batch. Returns the exit code.
[[nodiscard]] int route_command(const Options& options);

}  // namespace selvage::cli
