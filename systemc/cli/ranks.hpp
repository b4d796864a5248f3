// SPDX-License-Identifier: Apache-2.0
/// \file
/// `mpirun -n N selvage run`: one fabric, of which every rank simulates a part (FAB-RANK-1..4).
#pragma once

#include <optional>
#include <string>

#include "cli/options/options.hpp"
#include "config/loader.hpp"
#include "fabric/early_end.hpp"
#include "mpi/join.hpp"

namespace selvage::cli {

/// Why several ranks cannot do this run; empty: they can.
[[nodiscard]] std::string refused_by_ranks(const Options& options,
                                           const config::LoadedScenario& loaded);

/// Whether all ranks are `ready`; each calls it.
[[nodiscard]] bool all_ready(mpi::Ranks& ranks, bool ready);

/// Begins this command anew, as one process without other ranks, in which limits.wall_seconds goes
/// on from `begun`. Returns only if that fails.
void begin_alone(fabric::EarlyEnd::Clock::time_point begun);
/// In the process that this begins: `begun`.
[[nodiscard]] std::optional<fabric::EarlyEnd::Clock::time_point> begun_by_ranks();

}  // namespace selvage::cli
