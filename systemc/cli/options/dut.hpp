// SPDX-License-Identifier: Apache-2.0
/// \file
/// Options of `selvage dut` and its actions.
#pragma once

#include "cli/options/options.hpp"

namespace CLI {
class App;
}

namespace selvage::cli {

/// Adds the actions to the command `dut`; what they are given goes to `options`.
void add_dut(CLI::App& dut, Options& options);

}  // namespace selvage::cli
