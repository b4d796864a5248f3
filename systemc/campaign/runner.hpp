// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs the trials of a campaign that are not done yet.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "campaign/workers.hpp"

namespace selvage::campaign {

/// Trials of a campaign, or of its shard.
struct Standing {
  std::uint32_t done = 0;
  std::uint32_t all = 0;
  std::uint32_t failed = 0;  ///< of those done
  std::uint32_t before = 0;  ///< done before this process began
};

struct RunSettings {
  unsigned jobs = 1;   ///< processes at a time, under mpirun of each rank
  unsigned shard = 0;  ///< of `shards`: only trials with index mod shards = shard
  unsigned shards = 1;
  double budget_seconds = 0;  ///< 0: none
  std::atomic<bool>* interrupt = nullptr;
  /// Called about ten times a second.
  std::function<void(const Standing&)> progress;
};

enum class Ending : std::uint8_t { kComplete, kBudgetSpent, kInterrupted };

/// Hands out trials in ascending order, those without a settled record, and writes each record to
/// the journal as it comes. A trial that somebody interrupts leaves no record and ends the campaign
/// as if it had been interrupted itself.
[[nodiscard]] Ending run_trials(const Plan& plan, Workers& workers, Journal& journal,
                                const RunSettings& settings);

}  // namespace selvage::campaign
