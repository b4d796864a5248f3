// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage regress`.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

/// Returns the exit code.
[[nodiscard]] int regress_command(const Options& options);

}  // namespace selvage::cli
