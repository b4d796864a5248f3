// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage coverage`.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

[[nodiscard]] int coverage_command(const Options& options);

}  // namespace selvage::cli
