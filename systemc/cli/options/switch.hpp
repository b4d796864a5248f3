// SPDX-License-Identifier: Apache-2.0
/// \file
/// Options of `selvage new-switch`, `conform` and `wrap-switch`.
#pragma once

#include "cli/options/options.hpp"

namespace CLI {
class App;
}

namespace selvage::cli {

/// What each is given goes to `options`; the first is `selvage run --switch`.
void add_run_switch(CLI::App& run, Options& options);
void add_new_switch(CLI::App& command, Options& options);
void add_conform(CLI::App& command, Options& options);
/// Of selvage_add_switch alone: not listed.
void add_wrap_switch(CLI::App& command, Options& options);

}  // namespace selvage::cli
