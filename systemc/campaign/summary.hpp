// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tables of a campaign: every trial, and every point with means and 95 % intervals.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "campaign/journal.hpp"
#include "campaign/plan.hpp"

namespace selvage::campaign {

using Records = std::map<std::uint32_t, Record>;

/// {"schema","name","title","kind","build","fingerprint","trials","done","failed":[],"points":[]}.
/// A point has its levels and, of each measure, n, mean, low, high (null where unknown); if the
/// plan has figures also `each`, the values by seed, which comparisons of curves pair. Nothing in
/// it depends on wall time, on who ran a trial, or in which order.
struct SummaryInput {
  const Plan* plan = nullptr;
  const Records* records = nullptr;
  nlohmann::ordered_json build;
  std::string fingerprint;
  std::string program;    ///< as the user called it
  std::string base_file;
};
[[nodiscard]] nlohmann::ordered_json summary_json(const SummaryInput& in);

/// The command that repeats a trial.
[[nodiscard]] std::string replay_command(const SummaryInput& in, const Trial& trial);

/// The points of a summary as CSV: levels, then n, mean, low, high of each measure.
[[nodiscard]] std::string points_csv(const nlohmann::ordered_json& summary);
/// All finished trials: levels, seed, status, measures.
[[nodiscard]] std::string trials_csv(const SummaryInput& in);

/// A field of CSV, quoted where it has to be.
[[nodiscard]] std::string csv_field(const std::string& text);

}  // namespace selvage::campaign
