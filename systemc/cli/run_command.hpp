// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage run`.
#pragma once

#include "cli/options.hpp"

namespace selvage::cli {

/// Loads the scenario, simulates it, prints the verdict, writes result.json. Returns the exit code.
[[nodiscard]] int run_command(const Options& options);

}  // namespace selvage::cli
