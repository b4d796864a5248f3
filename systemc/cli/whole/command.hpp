// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage new-switch`, `conform` and `wrap-switch`.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

int new_switch_command(const Options& options);
int conform_command(const Options& options);
int wrap_switch_command(const Options& options);

}  // namespace selvage::cli
