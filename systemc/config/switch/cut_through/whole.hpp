// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whole cut-through switches in RTL (engine: switch).
#pragma once

#include "config/scenario.hpp"
#include "cosim/system.hpp"

namespace selvage::config {

struct Draft;

/// Adds what they cannot do of the scenario, ours or those of `--switch`.
void check_whole_cut_through(const Draft& draft, const System& system, const Scenario& scenario);

}  // namespace selvage::config
