// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage explain flow`.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

/// Prints one flow's life from DIR/flows.ndjson. Returns the exit code.
[[nodiscard]] int explain_command(const Options& options);

}  // namespace selvage::cli
