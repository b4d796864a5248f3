// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage cover`.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

[[nodiscard]] int cover_command(const Options& options);

}  // namespace selvage::cli
