// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage waves`: the viewer, ready.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

/// Opens GTKWave on the waves of a result, or prints the command. Returns the exit code.
[[nodiscard]] int waves_command(const Options& options);

}  // namespace selvage::cli
