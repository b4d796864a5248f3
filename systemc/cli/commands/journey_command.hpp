// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage journey`.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

/// Prints one packet's life from DIR/journeys.ndjson. Returns the exit code.
[[nodiscard]] int journey_command(const Options& options);

}  // namespace selvage::cli
