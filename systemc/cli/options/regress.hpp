// SPDX-License-Identifier: Apache-2.0
/// \file
/// Options of `selvage regress`.
#pragma once

#include "cli/options/options.hpp"

namespace CLI {
class App;
}

namespace selvage::cli {

/// Adds the options that only `regress` has; what they are given goes to `options`.
void add_regress(CLI::App& command, Options& options);

}  // namespace selvage::cli
