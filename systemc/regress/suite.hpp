// SPDX-License-Identifier: Apache-2.0
/// \file
/// A suite: scenarios with seeds, engines and deliberate bugs, and what is to come of each run.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "campaign/plan.hpp"
#include "config/text/diagnostics.hpp"

namespace selvage::regress {

/// Text of the suite with the place that an error names.
struct Placed {
  std::string text;
  std::string where;  ///< "FILE:LINE:COLUMN"
};

/// Which runs are made twice to see whether they are the same.
enum class Twice : std::uint8_t { kNever, kFirst, kAll };

struct Test {
  std::string name;
  Placed scenario;            ///< path, from the folder this program was called in
  std::string scenario_text;  ///< its content
  std::vector<campaign::Setting> settings;
  std::vector<std::string> settings_where;
  std::vector<Placed> engines;       ///< one with empty text: the scenario's own
  std::vector<Placed> bugs;          ///< each is to be caught
  std::vector<std::uint64_t> seeds;  ///< neither these nor `random` ones: the scenario's own
  unsigned random = 0;
  std::string expect;  ///< "pass", "fail", or a status
  Twice twice = Twice::kFirst;
};

/// A failure that is known, and until when it may be.
struct Known {
  std::string test;
  std::string signature;  ///< empty: any
  std::string until;      ///< last day, "2026-12-31"
  std::string reason;
  std::string where;
};

/// A situation that the runs of a suite need not meet.
struct Unmet {
  std::string situation;
  std::string reason;
  std::string where;
};

/// A suite file, read and checked.
struct Suite {
  std::string file;
  std::string name;
  std::string title;
  std::vector<Test> tests;
  std::vector<Known> known;
  /// If it is there, every situation that no run meets has to be among them.
  std::optional<std::vector<Unmet>> never_met;

  [[nodiscard]] bool random() const;
};

/// One run of a suite.
struct Run {
  std::size_t test = 0;
  Placed engine;
  std::optional<std::uint64_t> seed;   ///< none: the scenario's own
  Placed bug;                          ///< empty text: none
  std::optional<std::uint32_t> first;  ///< the run that this one repeats
  [[nodiscard]] std::string id(const Suite& suite) const;
  /// Arguments of `selvage` that make it.
  [[nodiscard]] std::vector<std::string> arguments(const Suite& suite) const;
};

/// Every run, in the order of the suite; `base` is what random seeds are drawn from.
[[nodiscard]] std::vector<Run> runs_of(const Suite& suite, std::uint64_t base);

/// JSON Schema of a suite file.
[[nodiscard]] nlohmann::json suite_schema();

/// Reads a suite. Empty after errors.
[[nodiscard]] std::optional<Suite> load_suite(const std::string& file,
                                              config::Diagnostics& diagnostics);

/// Whether `text` is a day that there is, as "2026-12-31".
[[nodiscard]] bool is_day(const std::string& text);

}  // namespace selvage::regress
