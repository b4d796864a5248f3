// SPDX-License-Identifier: Apache-2.0
/// \file
/// FT-AUD-3 and its like: how many message hops lie between a detection and the last change of
/// routing state that it leads to.
///
/// Hops are counted along cause and effect: a detection is hop 0, a message sent because of a
/// message of hop i is of hop i+1. Every change thus hangs on one detection, by either end of a
/// failed link, and failures that overlap in time need no separation: whatever changes after the
/// last detection of all is at most the bound away from some detection. Time on a link or in a
/// queue is no hop.
#pragma once

#include <optional>
#include <string>

#include "cosim/system.hpp"
#include "fabric/faults/faults.hpp"
#include "fabric/run.hpp"

namespace selvage::fabric {

/// The bound of a run, by its system; empty without a failure during the run, and when a link comes
/// back.
[[nodiscard]] std::optional<HopBound> hop_bound_of(const FaultPlan& plan, const System& system);

/// The first violation, led by its requirement; empty if there is none. That a bound is attained
/// (`exact`) is asked for only when the run settled and no table overflowed.
[[nodiscard]] std::string broken_hop_bound(const RunResult& result);

}  // namespace selvage::fabric
