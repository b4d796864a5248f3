// SPDX-License-Identifier: Apache-2.0
/// \file
/// regress.json, and what is made of it for other tools.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "campaign/session.hpp"
#include "regress/verdict.hpp"
#include "regress/work.hpp"

namespace selvage::regress {

/// All that a summary is made of.
struct Summed {
  const Suite& suite;
  const std::vector<Run>& runs;
  const std::vector<Weighed>& weighed;
  const campaign::Records& records;
  const Selection& selection;
  const campaign::Finish& finish;
};

/// Schema "selvage.regress/1": nothing in it depends on wall time, on who made a run, or when; but
/// `date`, by which known failures were judged.
[[nodiscard]] nlohmann::ordered_json summary_json(const Summed& in);
[[nodiscard]] nlohmann::json results_schema();

/// A JUnit file of a summary; `seconds` by number of run.
[[nodiscard]] std::string junit(const nlohmann::ordered_json& summary,
                                const campaign::Records& records);

/// One line of history.ndjson.
[[nodiscard]] nlohmann::ordered_json history_line(const nlohmann::ordered_json& summary,
                                                  const campaign::Records& records,
                                                  const std::string& time);
/// The lines of a history, the oldest first.
struct History {
  std::vector<nlohmann::ordered_json> lines;
  unsigned damaged = 0;  ///< lines left out
};
[[nodiscard]] History read_history(const std::string& text);
/// The end of a history file from the begin of a line on, more than a page shows; empty if there is
/// no such file. Nothing, and `why`, if there is one that cannot be read.
[[nodiscard]] std::optional<std::string> history_tail(const std::string& path, std::string& why);
/// Adds `line` to a history file by one write: what is there stays whatever happens. On failure
/// false and `why`.
[[nodiscard]] bool add_to_history(const std::string& path, const std::string& line,
                                  std::string& why);

/// One HTML page that loads and runs nothing. `history`: of this run too.
[[nodiscard]] std::string page(const nlohmann::ordered_json& summary,
                               const campaign::Records& records, const History& history);

}  // namespace selvage::regress
