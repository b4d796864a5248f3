// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage tolerance`.
#pragma once

#include <nlohmann/json.hpp>

#include "cli/options/options.hpp"

namespace selvage::cli {

/// Draft-07 of what --json prints.
[[nodiscard]] nlohmann::json tolerance_schema();

/// Returns the exit code.
[[nodiscard]] int tolerance_command(const Options& options);

}  // namespace selvage::cli
