// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs trials to their end, or to that of the time: a list of them, or those of a campaign that
/// are not done yet.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "campaign/workers.hpp"

namespace selvage::campaign {

enum class Ending : std::uint8_t { kComplete, kBudgetSpent, kInterrupted };

/// When trials are given up.
struct Limits {
  const std::atomic<bool>* interrupt = nullptr;
  double seconds = 0;  ///< from `begin` on; 0: no limit
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();

  [[nodiscard]] bool interrupted() const;
  [[nodiscard]] bool spent() const;
};

/// Starts `todo` in its order as workers become free, and gives the records to `take` as they come,
/// or none for a while. `take` may shorten `todo` at its end. A trial that somebody interrupts
/// leaves no record and ends all as if this process had been interrupted. What then still runs is
/// abandoned.
[[nodiscard]] Ending work_off(Workers& workers, std::vector<std::uint32_t>& todo,
                              const Limits& limits,
                              const std::function<void(const std::vector<Record>&)>& take);

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
  /// Whether no trial behind this one is wanted any more; null: all are.
  std::function<bool(const Record&)> last;
};

/// Hands out trials in ascending order, those without a settled record, and writes each record to
/// the journal as it comes.
[[nodiscard]] Ending run_trials(const Trials& trials, Workers& workers, Journal& journal,
                                const RunSettings& settings);

}  // namespace selvage::campaign
