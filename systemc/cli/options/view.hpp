// SPDX-License-Identifier: Apache-2.0
/// \file
/// Options of the pictures that a run leaves, and of `selvage view`.
#pragma once

#include "cli/options/options.hpp"

namespace CLI {
class App;
}

namespace selvage::cli {

/// What each is given goes to `options`.
void add_run_pictures(CLI::App& run, Options& options);
void add_view(CLI::App& command, Options& options);

}  // namespace selvage::cli
