// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage report`.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

/// Returns the exit code.
[[nodiscard]] int report_command(const Options& options);

}  // namespace selvage::cli
