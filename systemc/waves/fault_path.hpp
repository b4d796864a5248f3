// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which way the knowledge of a fault takes, found by letting golden switches notify each other.
#pragma once

#include <optional>
#include <vector>

#include "cosim/system.hpp"

namespace selvage::waves {

/// Both ends of `link`, then the switches by which the news travels to `target`, or, without one,
/// to the farthest switch whose routing state changes. `system` must be of the golden engine. If
/// the news does not get to `target`, empty.
[[nodiscard]] std::vector<SwitchIdx> fault_path(System& system, const SwitchPort& link,
                                                std::optional<SwitchIdx> target);

}  // namespace selvage::waves
