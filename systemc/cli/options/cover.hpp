// SPDX-License-Identifier: Apache-2.0
/// \file
/// Options of `selvage coverage` and `selvage cover`.
#pragma once

#include "cli/options/options.hpp"

namespace CLI {
class App;
}

namespace selvage::cli {

void add_coverage(CLI::App& command, Options& options);
void add_cover(CLI::App& command, Options& options);

}  // namespace selvage::cli
