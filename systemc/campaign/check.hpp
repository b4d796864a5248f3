// SPDX-License-Identifier: Apache-2.0
/// \file
/// Wrong input found before any trial is started.
#pragma once

#include <atomic>
#include <string>

#include "campaign/plan.hpp"

namespace selvage::campaign {

/// What `command`, words for a shell, prints on stderr if it is refused as wrong input; else empty.
[[nodiscard]] std::string refused(const std::string& command);

/// Asks the executable (`--check`) about one trial for each level of each factor, the other factors
/// at their first. What it refuses, with the place in the campaign file, the first few; else empty.
/// `directory` takes a scenario file for the time being. Ends early when `interrupt` is set.
[[nodiscard]] std::string refusals(const Plan& plan, const std::string& executable,
                                   const std::string& directory,
                                   const std::atomic<bool>* interrupt);

}  // namespace selvage::campaign
