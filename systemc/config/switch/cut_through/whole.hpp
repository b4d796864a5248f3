// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whole cut-through switches in RTL (engine: switch).
#pragma once

#include <vector>

#include "config/scenario.hpp"
#include "config/switch/kinds.hpp"
#include "cosim/system.hpp"

namespace selvage::config {

struct Draft;

/// Which faults they do not take.
[[nodiscard]] WholeLimits whole_cut_through_limits(const System& system);
/// Adds what they cannot do of the scenario, ours or those of `--switch`.
void check_whole_cut_through(const Draft& draft, const System& system, const Scenario& scenario);

/// Groups of their signals in waves.
[[nodiscard]] std::vector<waves::RtlRole> whole_cut_through_roles();

}  // namespace selvage::config
