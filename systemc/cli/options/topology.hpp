// SPDX-License-Identifier: Apache-2.0
/// \file
/// Options of `selvage topology`, and how commands without a scenario are told what is dead.
#pragma once

#include "cli/options/options.hpp"

namespace CLI {
class App;
}

namespace selvage::cli {

/// --fault and --node, each repeatable.
void add_faults(CLI::App& command, std::vector<std::string>& faults,
                std::vector<std::string>& nodes);
/// What it is given goes to `options`.
void add_topology(CLI::App& command, Options& options);

}  // namespace selvage::cli
