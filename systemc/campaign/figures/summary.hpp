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
/// it depends on wall time, on who ran a trial, in which order, or where: its commands call the
/// program `selvage` and the scenario by Plan::scenario_name().
struct SummaryInput {
  const Plan* plan = nullptr;
  const Records* records = nullptr;
  nlohmann::ordered_json build;
  std::string fingerprint;
};
[[nodiscard]] nlohmann::ordered_json summary_json(const SummaryInput& in);

/// The command that repeats a trial, words quoted for a shell.
[[nodiscard]] std::string replay_command(const Plan& plan, const Trial& trial,
                                         const std::string& program,
                                         const std::string& scenario_file);

/// JSON as text; bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& json, int indent = 2);

/// The points of a summary as CSV: levels, then n, mean, low, high of each measure.
[[nodiscard]] std::string points_csv(const nlohmann::ordered_json& summary);
/// All finished trials: levels, seed, status, measures.
[[nodiscard]] std::string trials_csv(const SummaryInput& in);

/// A field of CSV, quoted where it has to be.
[[nodiscard]] std::string csv_field(const std::string& text);
/// The name of a column: blanks become "_".
[[nodiscard]] std::string csv_name(const std::string& text);

}  // namespace selvage::campaign
